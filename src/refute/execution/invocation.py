"""How a program under test is started, and what surrounds it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Protocol, TypeAlias

from refute.record import record


def _all_is_well(_process: int) -> str:
    return ""


def _leave_as_it_is() -> None:
    pass


def _nothing_is_hidden(_complaint: str) -> tuple[str, ...]:
    return ()


Limit: TypeAlias = tuple[int, int, int]
"""A resource of the kernel with its soft and hard limit, as `setrlimit` takes them."""


@record
class Tmpfs:
    """A folder in memory, empty at the start of every run except for what is `visible` below it."""

    path: str
    size: int
    visible: tuple[str, ...] = ()


def too_much_memory(most: int) -> str:
    """The message for a run that used more than this many bytes of memory."""
    return f"more than {most >> 20} MB of memory"


@record
class Invocation:
    """How to start a command; without an environment or a directory it inherits ours.

    `wrapper` is the bubblewrap command that creates the namespaces, with paths of files where it
    takes descriptors; the program runs there as `user`, with `tmpfs` folders and a seccomp filter
    against `denied_calls`. `exceeded` is called now and then with the supervisor's process; the run
    is stopped when it returns the name of a limit. `clean_up` is called after every run. `names`
    maps paths that the program sees to those that the user knows. If control groups are available,
    `memory` and `processes` limit all processes together. `hidden` returns the files that are
    hidden from the program, among those that it complains about.
    """

    arguments: tuple[str, ...]
    environment: Mapping[str, str] | None = None
    directory: Path | None = None
    limits: tuple[Limit, ...] = ()
    wrapper: tuple[str | Path, ...] = ()
    user: int | None = None
    tmpfs: tuple[Tmpfs, ...] = ()
    denied_calls: bytes = b""
    exceeded: Callable[[int], str] = _all_is_well
    clean_up: Callable[[], None] = _leave_as_it_is
    names: tuple[tuple[str, str], ...] = ()
    memory: int | None = None
    processes: int | None = None
    hidden: Callable[[str], tuple[str, ...]] = _nothing_is_hidden

    def as_named(self, text: str) -> str:
        """A text of the program with the paths that the user knows."""
        for inside, outside in self.names:
            text = text.replace(inside, outside)
        return text


class Sandbox(Protocol):
    """Surrounds a program in all its runs; no run sees anything of earlier ones."""

    def prepare(self, command: Sequence[str]) -> AbstractContextManager[Invocation]:
        """How to start a command inside; leaving the context removes what was needed."""


class NoSandbox:
    """Runs a command without any containment."""

    @contextmanager
    def prepare(self, command: Sequence[str]) -> Iterator[Invocation]:
        """The command itself."""
        yield Invocation(tuple(command))
