"""Console specifications in Python: the same language as `.ios`, and the same tree.

from refute.console import *

n, x = ints("n"), ints("x")
spec = (read(n, nat)
        + until(length(x.all) == n, read(x, integer))
        + write(anything + result(total(x.all)) + anything))
print(explain(check(spec, program)))
"""

from __future__ import annotations

import time
from collections.abc import Callable

from refute.console.expressions import (
    absolute,
    apply,
    bools,
    count,
    distinct,
    either,
    first,
    init,
    ints,
    largest,
    last,
    length,
    lower,
    merge,
    product,
    reverse,
    smallest,
    sort,
    strip,
    subset,
    texts,
    total,
    upper,
    variable,
)
from refute.console.patterns import (
    anything,
    decorated,
    result,
    something,
)
from refute.console.specifications import (
    Specification,
    branch,
    compare,
    do_while,
    leave,
    loop,
    nothing,
    optional,
    read,
    repeat_until,
    retry,
    stop,
    until,
    while_,
    write,
)
from refute.console.values import (
    among,
    at_least,
    at_most,
    between,
    boolean,
    greater_than,
    integer,
    less_than,
    members,
    nat,
    one_of,
    positive,
    text,
    unique,
    without,
)
from refute.diagnostics import Diagnostic, InputError
from refute.languages.console.syntax import Mode
from refute.report.outcome import Report

__all__ = [
    "Mode", "Specification",
    "absolute", "among", "anything", "apply", "at_least", "at_most", "between", "boolean", "bools",
    "branch", "check", "compare", "count", "decorated", "distinct", "do_while", "either",
    "explain", "first", "formal", "greater_than", "init", "integer", "ints", "ios", "largest",
    "last", "leave", "length", "less_than", "loop", "lower", "members", "merge", "nat", "nothing",
    "one_of", "optional", "positive", "product", "read", "repeat_until", "result", "retry",
    "reverse", "smallest", "something", "sort", "stop", "strip", "subset", "text", "texts",
    "total", "unique", "until", "upper", "variable", "while_", "without", "write",
]  # fmt: skip


def ios(specification: Specification) -> str:
    """The specification in `.ios`."""
    from refute.languages.console.show import show  # noqa: PLC0415 - only when asked for

    return show(specification.tree)


def formal(specification: Specification) -> str:
    """The specification in the notation of the paper."""
    from refute.languages.console.show import show_formal  # noqa: PLC0415 - only when asked for

    return show_formal(specification.body)


def check(
    specification: Specification,
    program: Callable[[], object],
    *,
    unfoldings: int = 25,
    samples: int = 5,
    int_bits: int | None = 32,
    seed: int = 0,
    time_limit: float | None = None,
    random: int | None = None,
) -> Report:
    """Test a function that uses `input` and `print`; InputError if the specification is wrong."""
    from refute.execution import FunctionProgram  # noqa: PLC0415 - only when asked for
    from refute.languages.console.check import outcome_of  # noqa: PLC0415 - likewise
    from refute.languages.console.testing import Plan, verify  # noqa: PLC0415 - likewise
    from refute.languages.console.typecheck import check_specification  # noqa: PLC0415 - likewise

    if min(unfoldings, samples) < 1:
        raise InputError([Diagnostic("IO042", "unfoldings and samples must be above 0")])
    started = time.monotonic()
    checked = check_specification(specification.tree)
    plan = Plan(unfoldings, samples, int_bits, seed, time_limit=time_limit, random=random)
    verified = verify(checked, FunctionProgram(program), plan)
    seconds = time.monotonic() - started
    name = getattr(program, "__name__", "the program")
    outcome = outcome_of(verified, plan, f"{name} does what is specified", seconds)
    return Report(
        "check", "console", name, (outcome,), checked.warnings, seed=seed, seconds=seconds
    )


def explain(report: Report) -> str:
    """The report as the command line would show it."""
    from refute.report.terminal import plain  # noqa: PLC0415 - only when asked for

    return "\n\n".join(plain(outcome) for outcome in report.outcomes)
