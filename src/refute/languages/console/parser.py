"""Text to tree, or diagnostics (codes IO001 and IO002)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

from refute.diagnostics import InputError, error
from refute.frontend.build import Builder, gathers, makes, nodes
from refute.frontend.grammar import Grammar, Wording
from refute.frontend.lalr import Token, UnevenIndentation
from refute.languages.console import syntax
from refute.languages.console.comparison import (
    DEFAULT,
    Comparison,
    UnknownSetting,
    comparison_of,
)
from refute.languages.console.indentation import in_blocks, uneven
from refute.languages.console.syntax import Expression, Mode, Origin, ValueSet
from refute.languages.console.templates import reject_holes, template, unquoted
from refute.record import record
from refute.source import Source, Span


@record
class _Compare(syntax.Node):
    """A line `compare …`."""

    comparison: Comparison


@record
class _File(syntax.Node):
    """`from "in.txt"`, `to "out.txt"`."""

    name: Expression


def _from(children: list[Any]) -> syntax.ReadLine:
    """The values of a line, with their origin."""
    line: syntax.ReadLine = children[1]
    files = [each.name for each in children if isinstance(each, _File)]
    origin = Origin.FILE if files else Origin.TYPED
    if str(children[0]).startswith("argument"):
        origin = Origin.ARGUMENT
    file = files[0] if files else None
    parts = (replace(each, origin=origin, file=file) for each in line.parts)
    return replace(line, parts=tuple(parts))


class _Build(Builder):
    """Builds the nodes of a console specification."""

    literal_code = "IO002"

    # Declarations and statements

    def start(self, children: list[Any]) -> syntax.Specification:
        return syntax.Specification(
            _statements(children),
            tuple(each for each in children if isinstance(each, syntax.Enumeration)),
            tuple(each for each in children if isinstance(each, syntax.Given)),
            self._comparison(children),
            tuple(each for each in children if isinstance(each, syntax.Definition)),
            tuple(each for each in children if isinstance(each, syntax.NamedBlock)),
            span=Span(self.source, 0, len(self.source.text)),
        )

    def _comparison(self, children: list[Any]) -> Comparison:
        found = [each for each in children if isinstance(each, _Compare)]
        for more in found[1:]:
            message = "a specification has only one `compare` line"
            advice = "put all settings into the first one, with commas between them"
            raise InputError([error("IO021", message, more.span, advice=advice)])
        return found[0].comparison if found else DEFAULT

    def setting(self, children: list[Any]) -> tuple[Span, str]:
        return self.span(children), " ".join(map(str, children))

    def compare(self, children: list[Any]) -> _Compare:
        settings = [each for each in children if not isinstance(each, Token)]
        try:
            made = comparison_of(text for _, text in settings)
        except UnknownSetting as failure:
            place = self._faulty(settings)
            raise InputError([error("IO021", str(failure), place, advice=failure.advice)]) from None
        return _Compare(made, span=settings[0][0])

    @staticmethod
    def _faulty(settings: list[tuple[Span, str]]) -> Span:
        """The first setting that is wrong, given those before it."""
        for number, (place, _) in enumerate(settings, 1):
            try:
                comparison_of(text for _, text in settings[:number])
            except UnknownSetting:
                return place
        raise AssertionError

    def enumeration(self, children: list[Any]) -> syntax.Enumeration:
        labels = tuple(each.value for each in nodes(children))
        return syntax.Enumeration(str(children[1]), labels, span=self.span(children))

    def label(self, children: list[Any]) -> syntax.Text:
        span = self.span(children)
        quoted = children[0].type == "STRING"
        return syntax.Text(unquoted(span) if quoted else span.text, span=span)

    def given(self, children: list[Any]) -> syntax.Given:
        values = nodes(children[5:])
        return syntax.Given(str(children[1]), children[3], values, span=self.span(children))

    def definition(self, children: list[Any]) -> syntax.Definition:
        names = _names([each for each in children if isinstance(each, Token)])
        (body,) = nodes(children)
        reject_holes(body)
        return syntax.Definition(names[0], names[1:], body, span=self.span(children))

    def named_block(self, children: list[Any]) -> syntax.NamedBlock:
        span = self.span(children[:2])
        return syntax.NamedBlock(str(children[1]), children[3], span=span)

    type_name = makes(syntax.TypeName, 0)
    exit = makes(syntax.Exit)

    def list_type(self, children: list[Any]) -> syntax.TypeName:
        return syntax.TypeName(str(children[1]), is_list=True, span=self.span(children))

    def read(self, children: list[Any]) -> syntax.Read | syntax.ReadLine:
        line = _from(children)
        children = [each for each in children if not isinstance(each, _File)]
        mode = Mode(str(children[3])) if len(children) > 2 else Mode.ASSUME
        answer = _statements(children[5:]) if len(children) > 4 else None
        span = self.span(children[:4])
        if len(line.parts) == 1 and line.repeated is None:
            return replace(line.parts[0], mode=mode, otherwise=answer, span=span)
        return replace(line, mode=mode, otherwise=answer, span=span)

    def choose(self, children: list[Any]) -> syntax.Read:
        read: syntax.Read = children[1]
        return replace(read, origin=Origin.CHOSEN, span=self.span(children))

    def to(self, children: list[Any]) -> _File:
        return _File(children[1], span=self.span(children))

    origin = to

    def line(self, children: list[Any]) -> syntax.ReadLine:
        items = children[::2]
        separators = [None, *map(self._separator, children[1::2])]
        repeated = separators.pop() if isinstance(items[-1], Token) else None
        reads = (each for each in items if isinstance(each, syntax.Read))
        made = tuple(
            replace(each, before=before) for each, before in zip(reads, separators, strict=True)
        )
        return syntax.ReadLine(made, repeated, span=self.span(children))

    def _separator(self, written: Token) -> str:
        """What separates two values; a comma stands for blanks."""
        if written.type == "COMMA":
            return " "
        span = self.span([written])
        text = unquoted(span)
        if text.strip() and "\n" not in text:
            return text.strip()
        message = "values on a line are separated by something visible"
        advice = "for blanks between them, write a comma: `read a : int, b : int`"
        raise InputError([error("IO025", message, span, advice=advice)])

    def item(self, children: list[Any]) -> syntax.Read:
        return syntax.Read(str(children[0]), children[2], span=self.span(children))

    def print(self, children: list[Any]) -> syntax.Print:
        patterns = tuple(each for each in children if isinstance(each, syntax.Pattern))
        optional = children[0].type == "PRINT_OPTIONAL"
        files = [each.name for each in children if isinstance(each, _File)]
        return syntax.Print(patterns, optional, *files, span=self.span(children))

    def pattern(self, children: list[Any]) -> syntax.Pattern:
        (expression,) = children
        span = expression.span
        if isinstance(expression, syntax.Text) and span.text[:1] in {'"', "'"}:
            return template(span, parse_expression, parse_set)
        reject_holes(expression)
        return syntax.Pattern((syntax.Result(expression, span=span),), span=span)

    def if_(self, children: list[Any]) -> syntax.If:
        otherwise = children[4] if len(children) > 4 else ()
        span = self.span(children[:2])
        return syntax.If(children[1], children[3], otherwise, span=span)

    def otherwise(self, children: list[Any]) -> syntax.Block:
        return children[2] if len(children) == 3 else (self.if_(children),)  # `elif` is an `if`

    def for_(self, children: list[Any]) -> syntax.For:
        span = self.span(children[:4])
        return syntax.For(str(children[1]), children[3], children[5], span=span)

    def use(self, children: list[Any]) -> syntax.Use:
        return syntax.Use(str(children[1]), span=self.span(children[:2]))

    def loop(self, children: list[Any]) -> syntax.Loop:
        return syntax.Loop(children[2], span=self.span(children[:1]))

    def iterate(self, children: list[Any]) -> syntax.Iterate:
        form = syntax.Form(str(children[0]))
        return syntax.Iterate(form, children[1], children[3], span=self.span(children[:2]))

    def repeat(self, children: list[Any]) -> syntax.Iterate:
        span = self.span(children[3:])
        return syntax.Iterate(syntax.Form.REPEAT_UNTIL, children[4], children[2], span=span)

    def do(self, children: list[Any]) -> syntax.Iterate:
        span = self.span(children[3:])
        return syntax.Iterate(syntax.Form.DO_WHILE, children[4], children[2], span=span)

    def pass_(self, children: list[Any]) -> None:
        """The empty specification."""

    def block(self, children: list[Any]) -> syntax.Block:
        return _statements(children)

    # Sets of values

    named_set = makes(syntax.NamedSet, 0)

    def real_set(self, children: list[Any]) -> syntax.Places:
        return syntax.Places(self.number(children[2]), span=self.span(children))

    range = makes(syntax.Range, 0, 2)
    compared = makes(syntax.Compared, 0, 1)
    members = gathers(syntax.Members)
    union = makes(syntax.Union, 0, 2)
    intersection = makes(syntax.Intersection, 0, 2)
    difference = makes(syntax.Difference, 0, 2)
    complement = makes(syntax.Complement, 1)
    unique = makes(syntax.Unique, 1)

    def among(self, children: list[Any]) -> syntax.Among:
        return syntax.Among(_names(children[1]), span=self.span([children[0], children[1][-1]]))

    def without(self, children: list[Any]) -> syntax.Without:
        inner, _, variables = children
        return syntax.Without(inner, _names(variables), span=self.span([inner, variables[-1]]))

    def one_variable(self, children: list[Any]) -> list[Token]:
        return children

    def merged(self, children: list[Any]) -> list[Token]:
        return children

    # Expressions

    list_of = gathers(syntax.ListOf)

    def operation(self, children: list[Any]) -> Expression:
        left, operator, right = children
        name = " ".join(str(operator).split())
        return syntax.Apply(name, (left, right), span=self.span(children))

    def chain(self, children: list[Any]) -> Expression:
        """`0 < n < 10`: each comparison with the one value between them."""
        made = [self.operation(children[at : at + 3]) for at in range(0, len(children) - 2, 2)]
        whole = made[0]
        for each in made[1:]:
            whole = syntax.Apply("and", (whole, each), span=self.span([whole, each]))
        return whole

    def conditional(self, children: list[Any]) -> Expression:
        then, _, condition, _, otherwise = children
        arguments = (condition, then, otherwise)
        return syntax.Apply("either", arguments, span=self.span(children))

    def decimal(self, children: list[Any]) -> Expression:
        return syntax.Real(Fraction(str(children[0])), span=self.span(children))

    def each(self, children: list[Any]) -> Expression:
        item, _, name, _, source, *rest = children
        condition = rest[1] if rest else None
        return syntax.Each(item, str(name), source, condition, span=self.span(children))

    def entry(self, children: list[Any]) -> tuple[Expression, Expression]:
        return children[0], children[2]

    def table(self, children: list[Any]) -> Expression:
        keys, values = zip(*nodes(children), strict=True)
        return syntax.Table(keys, values, span=self.span(children))

    def index(self, children: list[Any]) -> Expression:
        return syntax.Apply("index", (children[0], children[2]), span=self.span(children))

    def slice(self, children: list[Any]) -> Expression:
        kinds = [isinstance(each, Token) and each.type == "COLON" for each in children]
        colon = kinds.index(True)
        low = children[2] if colon == 3 else syntax.Integer(0)
        high = children[colon + 1 : -1]
        return syntax.Apply("slice", (children[0], low, *high), span=self.span(children))

    def text(self, children: list[Any]) -> Expression:
        span = self.span(children)
        return syntax.Text(unquoted(span), span=span)

    def not_in(self, children: list[Any]) -> Expression:
        return syntax.Apply("not in", (children[0], children[3]), span=self.span(children))

    def is_a(self, children: list[Any]) -> Expression:
        span = self.span(children)
        made = syntax.Is(str(children[0]), str(children[-1]), span=span)
        return syntax.Apply("not", (made,), span=span) if len(children) == 4 else made

    def prefix(self, children: list[Any]) -> Expression:
        operator, operand = children
        span = self.span(children)
        if operator == "-" and isinstance(operand, syntax.Integer):
            return syntax.Integer(-operand.value, span=span)
        return syntax.Apply("not" if operator == "not" else "negate", (operand,), span=span)

    def all_values(self, children: list[Any]) -> Expression:
        return syntax.All((str(children[0]),), _before(children), span=self.span(children))

    def current(self, children: list[Any]) -> Expression:
        return syntax.Current((str(children[0]),), _before(children), span=self.span(children))

    def merged_current(self, children: list[Any]) -> Expression:
        return syntax.Current(_names(children), _before(children), span=self.span(children))

    def merged_all(self, children: list[Any]) -> Expression:
        return syntax.All(_names(children), _before(children), span=self.span(children))

    def call(self, children: list[Any]) -> Expression:
        arguments = nodes(children)
        return syntax.Apply(str(children[0]), arguments, span=self.span(children))


def _statements(children: list[Any]) -> syntax.Block:
    """The statements among the children, with those of nested blocks inlined."""
    others = syntax.Enumeration | syntax.Given | syntax.Definition | syntax.NamedBlock | _Compare
    found: list[syntax.Statement] = []
    for each in children:
        if isinstance(each, tuple):
            found.extend(each)
        elif each is not None and not isinstance(each, others):
            found.append(each)
    return tuple(found)


def _names(children: Sequence[Any]) -> tuple[str, ...]:
    return tuple(str(child) for child in children if child.type == "NAME")


def _before(children: Sequence[Any]) -> int:
    numbers = [child for child in children if isinstance(child, Token) and child.type == "INTEGER"]
    return min(int(numbers[0][:6]), 10**6) if numbers else 0


def _harmless(text: str, start: int, end: int) -> str:
    """A line that can replace another one; if a block follows, it begins that block."""
    line = text[start:end].split("\n", maxsplit=1)[0]
    indent = len(line) - len(line.lstrip())
    after = next((each for each in text[end:].split("\n") if each.strip()), "")
    filler = "loop:" if len(after) - len(after.lstrip()) > indent else "pass"
    filled = f"{line[:indent]}{filler}".ljust(len(line))
    return (filled if len(filled) == len(line) else " " * len(line)) + text[start + len(line) : end]


GRAMMAR = Grammar(
    Path(__file__).with_name("grammar.lark"),
    Wording(
        "IO001",
        "INTEGER _NEWLINE _INDENT NAME STRING COLON RPAR RSQB RBRACE ASSIGN READ",
        named={
            "_NEWLINE": "the end of the line",
            "_INDENT": "an indented block",
            "STRING": "a text in quotes",
            "READ": "a statement",
        },
        implied=("NAME", "STRING"),
        infix="TIMES",
        misplaced={
            "_NEWLINE": "the line ends too early",
            "_INDENT": "this line is indented, but begins no block",
            "_DEDENT": "the block ends too early",
        },
    ),
    _Build,
    deep_code="IO001",
    declaration=r"#.*|(?P<start>^[ \t]*(?=[^\s#]))",
    without=_harmless,
    relex=in_blocks,
    starts=("start", "expression", "set"),
)


def parse(source: Source, *, tolerant: bool = False) -> syntax.Specification:
    """Parse a specification; raises InputError with what is wrong and where.

    If `tolerant`, lines with errors are left out as far as possible.
    """
    read = GRAMMAR.parse_what_fits if tolerant else GRAMMAR.parse
    try:
        specification = read(source.whole, ending="\n")
    except UnevenIndentation:
        raise uneven(source) from None
    assert isinstance(specification, syntax.Specification)
    return specification


def parse_set(text: Span) -> ValueSet:
    """The set of values written in a span of a source."""
    values: ValueSet = GRAMMAR.parse(text, "set")
    return values


def parse_expression(text: Span) -> Expression:
    """The expression written in a span of a source."""
    expression: Expression = GRAMMAR.parse(text, "expression")
    return expression
