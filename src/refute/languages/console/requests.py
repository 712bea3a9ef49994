"""What the options of the command line ask for."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from refute.diagnostics import Diagnostic, InputError
from refute.execution.program import Program
from refute.languages.console.testing import Plan
from refute.languages.language import Settings
from refute.solver import SECOND

if TYPE_CHECKING:
    from refute.execution.sandbox import SandboxFence

RUNS_AT_ONCE = 4
RUN_UNITS = SECOND // 100
"""What a run of a program counts as; most programs take a little longer."""

BITS = {"32": 32, "64": 64, "none": None}


def parameters(settings: Settings) -> dict[str, str]:
    """The values of `--set name=VALUE`."""
    given = settings.options.get("set") or ()
    values = {}
    for each in given if isinstance(given, tuple) else ():
        name, equals, value = each.partition("=")
        if not equals or not name.strip():
            message = f"`--set {each}` gives no value to a name"
            raise InputError([Diagnostic("IO019", message, help="write `--set name=VALUE`")])
        values[name.strip()] = value.strip()
    return values


def plan_of(settings: Settings) -> Plan:
    """How thoroughly to test."""
    default = Plan()
    random = number(settings, "random", 0)
    return Plan(
        unfoldings=number(settings, "unfoldings", default.unfoldings),
        samples=number(settings, "samples", default.samples),
        bits=BITS[str(settings.options.get("int-bits") or "32")],
        seed=settings.seed,
        effort=settings.effort,
        time_limit=settings.time_limit,
        random=random or None,
        at_once=RUNS_AT_ONCE if settings.program else 1,
        run_units=RUN_UNITS if settings.program else default.run_units,
    )


def number(settings: Settings, name: str, default: int) -> int:
    """The number of an option, which must be above 0."""
    value = settings.options.get(name)
    if value is None:
        return default
    if not isinstance(value, int) or value < 1:
        raise InputError([Diagnostic("IO042", f"`--{name} {value}` must be a number above 0")])
    return value


def fence_of(settings: Settings) -> SandboxFence:
    """What stands around the program; raises InputError when it is required and missing."""
    from refute.execution.sandbox import Sandbox, make_fence  # noqa: PLC0415 - only where one is run

    shown = settings.options.get("show") or ()
    paths = tuple(map(Path, shown if isinstance(shown, tuple) else ()))
    for path in paths:
        if not path.exists():
            raise InputError([Diagnostic("IO044", f"`--show {path}` names nothing that exists")])
    fence = make_fence(Sandbox(str(settings.options.get("sandbox") or Sandbox.AUTO)))
    return fence.within(None, show=paths)


def program_of(settings: Settings, fence: SandboxFence) -> Program:
    """The program that the command line names, inside a fence."""
    from refute.execution import CommandProgram, Tty, resolve  # noqa: PLC0415 - only where one is run

    try:
        command = resolve(settings.program)
    except OSError as failure:
        message = (
            f"cannot start `{' '.join(settings.program)}`: {failure.filename}: {failure.strerror}"
        )
        raise InputError([Diagnostic("IO041", message)]) from None
    tty = Tty(str(settings.options.get("tty") or Tty.AUTO))
    return CommandProgram(command, tty=tty, fence=fence)
