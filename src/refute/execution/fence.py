"""What stands around a program: how its command is started, and what is tidied up afterwards."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol, TypeAlias


def _all_is_well(_process: int) -> str:
    return ""


def _leave_as_it_is() -> None:
    pass


Limit: TypeAlias = tuple[int, int, int]
"""A limit of the kernel: of which resource, when a program is told, and when it is ended."""


@dataclass(frozen=True, slots=True)
class Memory:
    """A folder in memory, empty in every run but for what must be `seen` below it."""

    place: str
    size: int
    seen: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Start:
    """A command and its surroundings; no environment and no directory mean ours.

    `walls` is bubblewrap with what it is told; inside them the program runs as `user`, with
    folders in `memory`, and calls that are `refused` by a filter. `excess` is asked now and then,
    with the process from which all of a run descend, what there is too much of; while it answers
    with nothing the run may go on; `tidy` is called after every run. `names` are paths that the
    program knows, and what the user calls them.
    """

    arguments: tuple[str, ...]
    environment: Mapping[str, str] | None = None
    directory: Path | None = None
    limits: tuple[Limit, ...] = ()
    walls: tuple[str, ...] = ()
    user: int | None = None
    memory: tuple[Memory, ...] = ()
    refused: bytes = b""
    excess: Callable[[int], str] = _all_is_well
    tidy: Callable[[], None] = _leave_as_it_is
    names: tuple[tuple[str, str], ...] = ()

    def as_named(self, text: str) -> str:
        """A text of the program with the names that the user knows."""
        for inside, outside in self.names:
            text = text.replace(inside, outside)
        return text


class Fence(Protocol):
    """Encloses a program in all its runs, of which none sees anything of those before."""

    def enclose(self, command: Sequence[str]) -> AbstractContextManager[Start]:
        """How to start a command inside; leaving the context removes what was needed."""


class NoFence:
    """Runs a command as it stands."""

    @contextmanager
    def enclose(self, command: Sequence[str]) -> Iterator[Start]:
        """The command itself."""
        yield Start(tuple(command))
