"""Steps of a specification."""

from __future__ import annotations

from dataclasses import dataclass, replace

from refute.console.expressions import Operand, Variable, tree_of
from refute.console.patterns import PatternLike, pattern_of
from refute.console.values import Values
from refute.diagnostics import Diagnostic, InputError
from refute.languages.console import syntax
from refute.languages.console.comparison import (
    DEFAULT,
    Comparison,
    UnknownSetting,
    comparison_of,
)
from refute.languages.console.syntax import Form, Mode, Origin


@dataclass(frozen=True)
class Specification:
    """A specification; `+` puts one after the other."""

    body: syntax.Block
    enumerations: tuple[syntax.Enumeration, ...] = ()
    comparison: Comparison | None = None

    def __add__(self, other: Specification) -> Specification:
        return _made((*self.body, *other.body), self, other)

    @property
    def tree(self) -> syntax.Specification:
        """The specification as a syntax tree."""
        compared = self.comparison or DEFAULT
        return syntax.Specification(self.body, self.enumerations, comparison=compared)


def _made(body: syntax.Block, *parts: Specification) -> Specification:
    """A specification with all declarations of its parts."""
    declared = dict.fromkeys(one for each in parts for one in each.enumerations)
    compared = {each.comparison for each in parts if each.comparison is not None}
    if len(compared) > 1:
        raise InputError([Diagnostic("IO021", "a specification has one `compare`")])
    return Specification(body, tuple(declared), compared.pop() if compared else None)


nothing = Specification(())
leave = Specification((syntax.Exit(),))
stop, retry = Mode.STOP, Mode.RETRY


def compare(*settings: str) -> Specification:
    """How printed text is compared: `exact`, `collapsed`, `caseless`, `numbers 0.01`, and so on."""
    try:
        return Specification((), (), comparison_of(settings))
    except UnknownSetting as failure:
        raise InputError([Diagnostic("IO021", str(failure), help=failure.advice)]) from None


def read(
    variable: Variable,
    values: Values,
    otherwise: Mode = Mode.ASSUME,
    answer: Specification | None = None,
    *,
    file: Operand | None = None,
) -> Specification:
    """Read a value; `otherwise` says what happens with an invalid one (`stop`, `retry`).

    `answer` is what is printed after an invalid value; without it, anything may be printed. With a
    `file`, the value is read from the next line of the file of this name.
    """
    declared = (values.enumeration,) if values.enumeration else ()
    printed = None if answer is None else answer.body
    made = syntax.Read(variable.name, values.tree, otherwise, printed)
    if file is not None:
        made = replace(made, origin=Origin.FILE, file=tree_of(file))
    return Specification((made,), declared)


def choose(variable: Variable, values: Values) -> Specification:
    """The program chooses a value itself, such as a random number."""
    made = syntax.Read(variable.name, values.tree, origin=Origin.CHOSEN)
    return Specification((made,), (values.enumeration,) if values.enumeration else ())


def arguments(
    *parts: tuple[Variable, Values],
    repeated: bool = False,
    otherwise: Mode = Mode.ASSUME,
    answer: Specification | None = None,
) -> Specification:
    """The arguments of the program: variables with their sets, the last optionally `repeated`.

    Only allowed at the beginning of a specification.
    """
    again = " " if repeated else None
    made = read_line(*parts, repeated=again, otherwise=otherwise, answer=answer)
    (line,) = made.body
    assert isinstance(line, syntax.ReadLine)
    reads = tuple(replace(each, origin=Origin.ARGUMENT) for each in line.parts)
    changed: syntax.Statement = replace(line, parts=reads)
    if len(reads) == 1 and not repeated:
        changed = replace(reads[0], mode=line.mode, otherwise=line.otherwise)
    return replace(made, body=(changed,))


def read_line(
    *parts: tuple[Variable, Values] | str,
    repeated: str | None = None,
    otherwise: Mode = Mode.ASSUME,
    answer: Specification | None = None,
) -> Specification:
    """Read several values from one line: variables with their sets, and separators between them.

    Without a separator, two values are separated by blanks. The last value may be `repeated` with a
    separator, for the rest of the line.
    """
    reads: list[syntax.Read] = []
    declared: list[syntax.Enumeration] = []
    before: str | None = None
    for part in parts:
        if isinstance(part, str):
            before = part.strip() or " "
            continue
        variable, values = part
        separator = (before or " ") if reads else None
        reads.append(syntax.Read(variable.name, values.tree, before=separator))
        declared += [values.enumeration] if values.enumeration else []
        before = None
    printed = None if answer is None else answer.body
    again = None if repeated is None else repeated.strip() or " "
    made = syntax.ReadLine(tuple(reads), again, otherwise, printed)
    return Specification((made,), tuple(declared))


def write(*patterns: PatternLike, file: Operand | None = None) -> Specification:
    """Print one of these patterns, or write it to a `file`."""
    name = None if file is None else tree_of(file)
    return Specification((syntax.Print(_patterns(patterns), file=name),))


def optional(*patterns: PatternLike) -> Specification:
    """Print one of these patterns, or nothing."""
    return Specification((syntax.Print(_patterns(patterns), optional=True),))


def _patterns(patterns: tuple[PatternLike, ...]) -> tuple[syntax.Pattern, ...]:
    return tuple(syntax.Pattern(pattern_of(each).pieces) for each in patterns)


def branch(
    condition: Operand, then: Specification, otherwise: Specification = nothing
) -> Specification:
    """One of two specifications, depending on a condition."""
    made = syntax.If(tree_of(condition), then.body, otherwise.body)
    return _made((made,), then, otherwise)


def for_each(variable: Variable, values: Operand, body: Specification) -> Specification:
    """For each value of a list or of a range (`numbers`)."""
    return _made((syntax.For(variable.name, tree_of(values), body.body),), body)


def loop(body: Specification) -> Specification:
    """Repeat until `leave`."""
    return _made((syntax.Loop(body.body),), body)


def while_(condition: Operand, body: Specification) -> Specification:
    """Repeat while a condition holds, tested before each round."""
    return _iterate(Form.WHILE, condition, body)


def until(condition: Operand, body: Specification) -> Specification:
    """Repeat until a condition holds, tested before each round."""
    return _iterate(Form.UNTIL, condition, body)


def repeat_until(body: Specification, condition: Operand) -> Specification:
    """Repeat until a condition holds, tested after each round."""
    return _iterate(Form.REPEAT_UNTIL, condition, body)


def do_while(body: Specification, condition: Operand) -> Specification:
    """Repeat while a condition holds, tested after each round."""
    return _iterate(Form.DO_WHILE, condition, body)


def _iterate(form: Form, condition: Operand, body: Specification) -> Specification:
    made = syntax.Iterate(form, tree_of(condition), body.body)
    return _made((made,), body)
