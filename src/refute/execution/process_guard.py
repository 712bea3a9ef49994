"""Protects this process from a Python function under test that runs in it.

Whatever would end the process ends only the run, and changes to process-wide state are undone
afterwards. This guards against mistakes; it is not containment: a malicious function can get around
it, so programs of strangers are run as commands, in a sandbox.
"""

from __future__ import annotations

import builtins
import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import lru_cache, partial
from types import ModuleType
from typing import Any

Action = Callable[..., object]

_OURS = {0, -1}
"""What stands for a group of processes that ours belongs to, where a process is killed."""


@contextmanager
def guarded(leave: Callable[[int], None], space: dict[str, Any]) -> Iterator[None]:
    """While entered, `leave` is called with the exit code instead of ending this process.

    The code is negative for a signal. Processes that the function forks end as they are told to.
    `space` holds the global names of the function, which may call what ends a process by any name;
    modules are expected to call it by its own.
    """
    folder, depth, known = os.getcwd(), sys.getrecursionlimit(), dict(vars(builtins))
    replacements = _replacements(leave)
    replaced = list(_replace(replacements, space))
    try:
        yield
    finally:
        for where, name, original in replaced:
            where[name] = original
        list(_replace(replacements, space, back=True))  # in modules that were imported meanwhile
        vars(builtins).update(known)
        sys.setrecursionlimit(depth)
        os.chdir(folder)


def _replacements(leave: Callable[[int], None]) -> list[tuple[Action, Action]]:
    """The functions that may end this process, each with its replacement."""
    here = os.getpid()

    def end(code: int, way: Action) -> object:
        if os.getpid() != here:
            return way()
        leave(code)
        return None

    def send(way: Action, reaches_us: bool, target: int, number: int) -> object:
        sent = partial(way, target, number)
        return end(-number, sent) if reaches_us and number else sent()

    def become(way: Action, *words: Any) -> object:
        if os.getpid() != here:
            return way(*words)
        raise OSError("a function cannot become another program; check that program as a command")

    made: dict[str, Callable[[Action], Action]] = {
        "_exit": lambda way: lambda status: end(status, partial(way, status)),
        "abort": lambda way: lambda: end(-signal.SIGABRT, way),
        "kill": lambda way: lambda to, number: send(way, to in _OURS | {here}, to, number),
        "killpg": lambda way: lambda to, number: send(way, to in {0, os.getpgrp()}, to, number),
        "raise_signal": lambda way: lambda number: end(-number, partial(way, number)),
        "execv": lambda way: partial(become, way),
        "execve": lambda way: partial(become, way),
    }
    found = [(getattr(os, name, None) or getattr(signal, name, None), name) for name in made]
    return [(way, made[name](way)) for way, name in found if way is not None]


def _replace(
    replacements: list[tuple[Action, Action]], space: dict[str, Any], *, back: bool = False
) -> Iterator[tuple[dict[str, Any], str, Action]]:
    """Replace functions where they can be called, or put them back; yields where each one was."""
    changes = {id(new if back else old): old if back else new for old, new in replacements}
    names = frozenset(old.__name__ for old, _ in replacements)
    holders = _holders(tuple(sys.modules.values()), names)
    for where, known in (*((each, names) for each in holders), (space, set(space))):
        for name in known & where.keys():
            original = where[name]
            if id(original) in changes:
                where[name] = changes[id(original)]
                yield where, name, original


@lru_cache(maxsize=1)  # the modules are the same for most runs, and there may be thousands
def _holders(modules: tuple[ModuleType, ...], names: frozenset[str]) -> list[dict[str, Any]]:
    """The global names of the modules that have one of these names."""
    spaces = [vars(each) for each in modules if isinstance(each, ModuleType)]
    return [each for each in spaces if names & each.keys()]
