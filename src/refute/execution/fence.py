"""What stands around a program: how its command is started, and what is tidied up afterwards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Start:
    """A command and its surroundings; no environment and no directory mean ours."""

    arguments: tuple[str, ...]
    environment: Mapping[str, str] | None = None
    directory: Path | None = None
    descriptors: tuple[int, ...] = ()


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
