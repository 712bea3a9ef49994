"""Console specifications in Python: the same language as `.ios`, with the same syntax tree.

from refute.console import *

n, x = ints("n"), ints("x")
spec = (read(n, nat)
        + until(length(x.all) == n, read(x, integer))
        + write(anything + result(total(x.all)) + anything))
print(explain(check(spec, program)))
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from refute.console.expressions import (
    absolute,
    all_of,
    any_of,
    apply,
    bools,
    call,
    ceil,
    count,
    distinct,
    each,
    either,
    first,
    floor,
    init,
    ints,
    join,
    largest,
    last,
    length,
    look_up,
    lower,
    merge,
    numbers,
    product,
    reals,
    reverse,
    rounded,
    smallest,
    sort,
    split,
    square_root,
    strip,
    subset,
    texts,
    total,
    upper,
    variable,
)
from refute.console.patterns import (
    any_lines,
    anything,
    decorated,
    result,
    some_lines,
    something,
)
from refute.console.specifications import (
    Specification,
    arguments,
    branch,
    choose,
    compare,
    do_while,
    for_each,
    leave,
    loop,
    nothing,
    optional,
    read,
    read_line,
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
    decimals,
    end_of_input,
    greater_than,
    integer,
    less_than,
    members,
    nat,
    one_of,
    positive,
    real,
    text,
    unique,
    without,
)
from refute.languages import language
from refute.languages.console.syntax import Mode
from refute.report.outcome import Report

if TYPE_CHECKING:
    from refute.api import Document

__all__ = [
    "Mode", "Specification", "absolute", "all_of", "among", "any_lines", "any_of", "anything",
    "apply", "arguments", "at_least", "at_most", "between", "boolean", "bools", "branch", "call",
    "ceil", "check", "choose", "compare", "count", "decimals", "decorated", "distinct", "do_while",
    "document", "each", "either", "end_of_input", "explain", "first", "floor", "for_each", "formal",
    "greater_than", "init", "integer", "ints", "ios", "join", "largest", "last", "leave", "length",
    "less_than",
    "look_up", "loop", "lower", "members", "merge", "nat", "nothing", "numbers", "one_of",
    "optional", "positive", "product", "read", "read_line", "real", "reals", "repeat_until",
    "result", "retry",
    "reverse", "rounded", "smallest", "some_lines", "something", "sort", "split", "square_root",
    "stop", "strip", "subset", "text", "texts", "total", "unique", "until", "upper", "variable",
    "while_", "without", "write",
]  # fmt: skip


def ios(specification: Specification) -> str:
    """The specification in `.ios`."""
    from refute.languages.console.show import show  # noqa: PLC0415 - only when asked for

    return show(specification.tree)


def formal(specification: Specification) -> str:
    """The specification in the notation of the paper."""
    from refute.languages.console.show import show_formal  # noqa: PLC0415 - only when asked for

    return show_formal(specification.body)


def document(specification: Specification, name: str = "the specification") -> Document:
    """The specification as a document, as `refute.open` returns for a file."""
    from refute.api import Document  # noqa: PLC0415 - only when asked for
    from refute.languages.console.program import BuiltSource  # noqa: PLC0415 - likewise

    return Document(BuiltSource(name, "", specification.tree), language("console"))


def check(specification: Specification, program: Callable[[], object], **options: Any) -> Report:
    """Test a function that uses `input` and `print`; InputError if the specification is wrong.

    The options are those of `refute check`, with `_` for `-`.
    """
    return document(specification).check(program=program, **options).report


def explain(report: Report) -> str:
    """The report as the command line shows it."""
    from refute.report.drawing import plain  # noqa: PLC0415 - only when asked for

    return "\n\n".join(plain(outcome) for outcome in report.outcomes)
