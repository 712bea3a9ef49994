"""Habits of other languages, and what to write instead."""

from refute.frontend.mistakes import Mistake

MISTAKES: tuple[Mistake, ...] = ()
