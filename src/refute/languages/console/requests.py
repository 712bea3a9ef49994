"""What the options of a command ask for."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from refute.diagnostics import Diagnostic, InputError
from refute.execution.program import Program
from refute.languages.console.options import CheckOptions, SpecificationOptions, TestOptions
from refute.languages.console.testing import Plan
from refute.solver import SECOND

if TYPE_CHECKING:
    from refute.execution.sandbox import SystemSandbox

RUNS_AT_ONCE = 4
RUN_UNITS = SECOND // 100
"""What a run of a program counts as; most programs take a little longer."""

RUN_UNITS = SECOND // 100
"""What a run of a program counts as; most programs take a little longer."""

BITS = {"32": 32, "64": 64, "none": None}


def parameters(options: SpecificationOptions) -> dict[str, str]:
    """The values of `--set name=VALUE`."""
    values = {}
    for each in options.set:
        name, equals, value = each.partition("=")
        if not equals or not name.strip():
            message = f"`--set {each}` gives no value to a name"
            raise InputError([Diagnostic("IO019", message, help="write `--set name=VALUE`")])
        values[name.strip()] = value.strip()
    return values


def plan_of(options: TestOptions, *, programs: bool = False) -> Plan:
    """How thoroughly to test; `programs` are begun side by side."""
    return Plan(
        unfoldings=options.unfoldings,
        samples=options.samples,
        bits=BITS[options.int_bits],
        seed=options.seed,
        effort=options.effort,
        time_limit=options.time_limit,
        run_units=RUN_UNITS if programs else Plan().run_units,
        random=options.random,
        at_once=RUNS_AT_ONCE if programs else 1,
    )


def sandbox_of(options: CheckOptions) -> SystemSandbox:
    """What stands around the program; raises InputError when it is required and missing."""
    from refute.execution.sandbox import SandboxMode, make_sandbox  # noqa: PLC0415 - only where one is run

    paths = tuple(map(Path, options.show))
    for path in paths:
        if not path.exists():
            raise InputError([Diagnostic("IO044", f"`--show {path}` names nothing that exists")])
    return make_sandbox(SandboxMode(options.sandbox)).within(None, show=paths)


def program_of(words: tuple[str, ...], tty: str, sandbox: SystemSandbox) -> Program:
    """The program that the command line names, inside a sandbox."""
    from refute.execution import CommandProgram, Tty, resolve  # noqa: PLC0415 - only where one is run

    try:
        command = resolve(words)
    except OSError as failure:
        message = f"cannot start `{' '.join(words)}`: {failure.filename}: {failure.strerror}"
        raise InputError([Diagnostic("IO041", message)]) from None
    return CommandProgram(command, tty=Tty(tty), sandbox=sandbox)
