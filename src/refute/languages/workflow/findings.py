"""What an exploration of a task finds."""

from __future__ import annotations

from typing import TypeAlias

from refute.languages.workflow.evaluation import Crash
from refute.languages.workflow.states import (
    State,
)
from refute.languages.workflow.tasks import Input
from refute.record import record
from refute.solver import Path
from refute.source import Span


@record
class Ended:
    """The task has a value."""

    state: State


@record
class Crashed:
    """An operation has no result after these inputs."""

    crash: Crash
    inputs: tuple[Input, ...]


@record
class Broken:
    """An assertion is not implied by the path that leads to it.

    `path` is where it does not hold; `known` is false if the solver could not decide.
    """

    span: Span
    path: Path
    inputs: tuple[Input, ...]
    known: bool


@record
class Reached:
    """A state that users can see."""

    state: State


@record
class Violated:
    """The inputs occur in an order that a monitor forbids."""

    state: State


@record
class Different:
    """Inputs after which two tasks differ; the last may be taken only by the first task."""

    path: Path
    inputs: tuple[Input, ...]


Finding: TypeAlias = Ended | Crashed | Broken | Reached | Violated | Different
