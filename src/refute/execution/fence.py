"""What stands around a program: how its command is started, and what is tidied up afterwards."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol


def _all_is_well(_process: int) -> str:
    return ""


@dataclass(frozen=True, slots=True)
class Start:
    """A command and its surroundings; no environment and no directory mean ours.

    `excess` is asked now and then, with the number of the process that was started, what there
    is too much of; while it answers with nothing the run may go on. When it is `supervised`, the
    process that is started ends all others by itself as soon as it is sent SIGTERM. `names` are
    paths that the program knows, and what the user calls them.
    """

    arguments: tuple[str, ...]
    environment: Mapping[str, str] | None = None
    directory: Path | None = None
    descriptors: tuple[int, ...] = ()
    excess: Callable[[int], str] = _all_is_well
    supervised: bool = False
    names: tuple[tuple[str, str], ...] = ()

    def as_named(self, text: str) -> str:
        """A text of the program with the names that the user knows."""
        for inside, outside in self.names:
            text = text.replace(inside, outside)
        return text


class Fence(Protocol):
    """Encloses every run of a program anew."""

    def enclose(self, command: Sequence[str]) -> AbstractContextManager[Start]:
        """How to start a command inside; leaving the context removes what the run left behind."""


class NoFence:
    """Runs a command as it stands."""

    @contextmanager
    def enclose(self, command: Sequence[str]) -> Iterator[Start]:
        """The command itself."""
        yield Start(tuple(command))
