"""Habits of other languages, and what to write in a workflow instead."""

from refute.frontend.mistakes import Mistake

MISTAKES: tuple[Mistake, ...] = ()
