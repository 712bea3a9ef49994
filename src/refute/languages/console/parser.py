"""Text to tree, or diagnostics (codes IO001 and IO002)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

from lark import Lark, Token, Transformer
from lark.indenter import DedentError, Indenter

from refute.diagnostics import InputError, error
from refute.grammar import Complaints, depth
from refute.languages.console import syntax
from refute.languages.console.comparison import (
    DEFAULT,
    Comparison,
    UnknownSetting,
    comparison_of,
)
from refute.languages.console.syntax import Expression, Mode
from refute.languages.console.templates import template, unquoted
from refute.source import Source, Span

LARGEST_DEPTH = 100
"""So deep may expressions and blocks be nested."""

_COMPLAINTS = Complaints(
    "IO001",
    {
        "_NEWLINE": "the end of the line",
        "_INDENT": "an indented block",
        "_DEDENT": "the end of the block",
        "$END": "the end of the file",
        "NAME": "a name",
        "INTEGER": "a number",
        "STRING": "a text in quotes",
        "COLON": "`:`",
        "RPAR": "`)`",
        "RSQB": "`]`",
        "RBRACE": "`}`",
        "ASSIGN": "`=`",
        "READ": "a statement",
    },
    {
        "_NEWLINE": "the end of the line cannot stand here",
        "_INDENT": "an indented block cannot stand here",
        "_DEDENT": "the end of the block cannot stand here",
        "READ": "a statement cannot stand here",
    },
)


class _Blocks(Indenter):
    """Indentation makes blocks, except between brackets."""

    NL_type = "_NEWLINE"
    OPEN_PAREN_types = ["LPAR", "LSQB", "LBRACE"]  # noqa: RUF012 - lark wants it so
    CLOSE_PAREN_types = ["RPAR", "RSQB", "RBRACE"]  # noqa: RUF012 - likewise
    INDENT_type = "_INDENT"
    DEDENT_type = "_DEDENT"
    tab_len = 8


def parse(source: Source) -> syntax.Specification:
    """The specification in a source, or an InputError with what is wrong and where."""
    specification = _parse(source.whole, "\n", "start")
    assert isinstance(specification, syntax.Specification)
    return specification


def parse_expression(place: Span) -> Expression:
    """The expression at a place of a source."""
    expression: Expression = _parse(place, "", "expression")
    return expression


def _parse(text: Span, ending: str, start: str) -> Any:
    try:
        with _COMPLAINTS.about(text):
            tree: Any = _grammar().parse(text.text + ending, start=start)
            if depth(tree) > LARGEST_DEPTH:
                message = f"this is nested more than {LARGEST_DEPTH} deep"
                place = text.source.span(text.start, text.start + 1)
                raise InputError([error("IO001", message, place)])
            return _Build(text.source, text.start).transform(tree)
    except DedentError:
        raise _uneven(text.source) from None


@cache
def _grammar() -> Lark:
    return Lark(
        Path(__file__).with_name("grammar.lark").read_text(encoding="utf-8"),
        parser="lalr",
        lexer="basic",
        postlex=_Blocks(),
        maybe_placeholders=False,
        start=["start", "expression"],
    )


def _uneven(source: Source) -> InputError:
    """The first line whose indentation closes a block that was never opened."""
    open_columns = [0]
    for number in range(1, len(source.line_starts) + 1):
        line = source.line(number).expandtabs(8)
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        column = len(line) - len(line.lstrip())
        while open_columns[-1] > column:
            open_columns.pop()
        if open_columns[-1] < column:
            if any(column < other for other in _columns_before(source, number)):
                break
            open_columns.append(column)
    start = source.line_starts[number - 1]
    place = source.span(start, start + max(1, len(source.line(number))))
    help_text = "begin the line under the one whose block it continues"
    return InputError(
        [error("IO001", "this line is indented like no block around it", place, advice=help_text)]
    )


def _columns_before(source: Source, number: int) -> list[int]:
    if number == 1:
        return []
    line = source.line(number - 1).expandtabs(8)
    return [len(line) - len(line.lstrip())]


@dataclass(frozen=True, slots=True)
class _Compare(syntax.Node):
    """A line `compare …`."""

    comparison: Comparison


class _Build(Transformer[Token, Any]):
    """Makes the nodes, bottom up; each method is a rule of the grammar."""

    def __init__(self, source: Source, offset: int) -> None:
        super().__init__()
        self._source = source
        self._offset = offset

    def _span(self, children: Sequence[Any]) -> Span:
        first, last = children[0], children[-1]
        start = self._place(first).start
        return Span(self._source, start, max(start, self._place(last).end))

    def _place(self, child: Any) -> Span:
        if isinstance(child, Token):
            start, end = child.start_pos or 0, child.end_pos or 0
            return Span(self._source, start + self._offset, end + self._offset)
        span: Span = child.span if isinstance(child, syntax.Node) else child[-1].span
        return span

    # Declarations and statements

    def start(self, children: list[Any]) -> syntax.Specification:
        return syntax.Specification(
            _statements(children),
            tuple(each for each in children if isinstance(each, syntax.Enumeration)),
            tuple(each for each in children if isinstance(each, syntax.Given)),
            self._comparison(children),
            span=Span(self._source, 0, len(self._source.text)),
        )

    def _comparison(self, children: list[Any]) -> Comparison:
        found = [each for each in children if isinstance(each, _Compare)]
        for more in found[1:]:
            message = "a specification has one line `compare`"
            advice = "put all settings into the first one, with commas between them"
            raise InputError([error("IO021", message, more.span, advice=advice)])
        return found[0].comparison if found else DEFAULT

    def setting(self, children: list[Any]) -> tuple[Span, str]:
        return self._span(children), " ".join(map(str, children))

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
        """The first setting that is wrong after those before it."""
        for number, (place, _) in enumerate(settings, 1):
            try:
                comparison_of(text for _, text in settings[:number])
            except UnknownSetting:
                return place
        raise AssertionError

    def enumeration(self, children: list[Any]) -> syntax.Enumeration:
        names = [str(child) for child in children if child.type == "NAME"]
        return syntax.Enumeration(names[0], tuple(names[1:]), span=self._span(children))

    def given(self, children: list[Any]) -> syntax.Given:
        default = children[5] if len(children) > 4 else None
        return syntax.Given(str(children[1]), children[3], default, span=self._span(children))

    def type_name(self, children: list[Any]) -> syntax.TypeName:
        return syntax.TypeName(str(children[0]), span=self._span(children))

    def list_type(self, children: list[Any]) -> syntax.TypeName:
        return syntax.TypeName(str(children[1]), is_list=True, span=self._span(children))

    def read(self, children: list[Any]) -> syntax.Read:
        mode = Mode(str(children[5])) if len(children) > 4 else Mode.ASSUME
        return syntax.Read(str(children[1]), children[3], mode, span=self._span(children))

    def print(self, children: list[Any]) -> syntax.Print:
        patterns = tuple(each for each in children if isinstance(each, syntax.Pattern))
        optional = children[0].type == "PRINT_OPTIONAL"
        return syntax.Print(patterns, optional, span=self._span(children))

    def pattern(self, children: list[Any]) -> syntax.Pattern:
        (expression,) = children
        span = expression.span
        if isinstance(expression, syntax.Text) and span.text[:1] in {'"', "'"}:
            return template(span, parse_expression)
        return syntax.Pattern((syntax.Result(expression, span=span),), span=span)

    def if_(self, children: list[Any]) -> syntax.If:
        otherwise = children[6] if len(children) > 4 else ()
        span = self._span(children[:2])
        return syntax.If(children[1], children[3], otherwise, span=span)

    def loop(self, children: list[Any]) -> syntax.Loop:
        return syntax.Loop(children[2], span=self._span(children[:1]))

    def iterate(self, children: list[Any]) -> syntax.Iterate:
        form = syntax.Form(str(children[0]))
        return syntax.Iterate(form, children[1], children[3], span=self._span(children[:2]))

    def repeat(self, children: list[Any]) -> syntax.Iterate:
        span = self._span(children[3:])
        return syntax.Iterate(syntax.Form.REPEAT_UNTIL, children[4], children[2], span=span)

    def do(self, children: list[Any]) -> syntax.Iterate:
        span = self._span(children[3:])
        return syntax.Iterate(syntax.Form.DO_WHILE, children[4], children[2], span=span)

    def exit(self, children: list[Any]) -> syntax.Exit:
        return syntax.Exit(span=self._span(children))

    def pass_(self, children: list[Any]) -> None:
        """The empty specification."""

    def block(self, children: list[Any]) -> syntax.Block:
        return _statements(children)

    # Sets of values

    def named_set(self, children: list[Any]) -> syntax.NamedSet:
        return syntax.NamedSet(str(children[0]), span=self._span(children))

    def range(self, children: list[Any]) -> syntax.Range:
        return syntax.Range(children[0], children[2], span=self._span(children))

    def compared(self, children: list[Any]) -> syntax.Compared:
        return syntax.Compared(str(children[0]), children[1], span=self._span(children))

    def members(self, children: list[Any]) -> syntax.Members:
        return syntax.Members(_nodes(children), span=self._span(children))

    def among(self, children: list[Any]) -> syntax.Among:
        return syntax.Among(_names(children[1]), span=self._span([children[0], children[1][-1]]))

    def without(self, children: list[Any]) -> syntax.Without:
        inner, _, variables = children
        return syntax.Without(inner, _names(variables), span=self._span([inner, variables[-1]]))

    def union(self, children: list[Any]) -> syntax.Union:
        return syntax.Union(children[0], children[2], span=self._span(children))

    def intersection(self, children: list[Any]) -> syntax.Intersection:
        return syntax.Intersection(children[0], children[2], span=self._span(children))

    def difference(self, children: list[Any]) -> syntax.Difference:
        return syntax.Difference(children[0], children[2], span=self._span(children))

    def complement(self, children: list[Any]) -> syntax.Complement:
        return syntax.Complement(children[1], span=self._span(children))

    def unique(self, children: list[Any]) -> syntax.Unique:
        return syntax.Unique(children[1], span=self._span(children))

    def one_variable(self, children: list[Any]) -> list[Token]:
        return children

    def merged(self, children: list[Any]) -> list[Token]:
        return children

    # Expressions

    def grouped(self, children: list[Any]) -> Any:
        return replace(children[1], span=self._span(children))

    def operation(self, children: list[Any]) -> Expression:
        left, operator, right = children
        return syntax.Apply(str(operator), (left, right), span=self._span(children))

    def not_in(self, children: list[Any]) -> Expression:
        return syntax.Apply("not in", (children[0], children[3]), span=self._span(children))

    def prefix(self, children: list[Any]) -> Expression:
        operator, operand = children
        span = self._span(children)
        if operator == "-" and isinstance(operand, syntax.Integer):
            return syntax.Integer(-operand.value, span=span)
        return syntax.Apply("not" if operator == "not" else "negate", (operand,), span=span)

    def integer(self, children: list[Any]) -> Expression:
        span = self._span(children)
        if len(children[0]) > 4000:
            raise InputError([error("IO002", "numbers have at most 4000 digits", span)])
        return syntax.Integer(int(children[0]), span=span)

    def text(self, children: list[Any]) -> Expression:
        span = self._span(children)
        return syntax.Text(unquoted(span), span=span)

    def truth(self, children: list[Any]) -> Expression:
        return syntax.Truth(children[0] == "true", span=self._span(children))

    def name(self, children: list[Any]) -> Expression:
        return syntax.Name(str(children[0]), span=self._span(children))

    def all_values(self, children: list[Any]) -> Expression:
        return syntax.All((str(children[0]),), _before(children), span=self._span(children))

    def current(self, children: list[Any]) -> Expression:
        return syntax.Current((str(children[0]),), _before(children), span=self._span(children))

    def merged_current(self, children: list[Any]) -> Expression:
        return syntax.Current(_names(children), _before(children), span=self._span(children))

    def merged_all(self, children: list[Any]) -> Expression:
        return syntax.All(_names(children), _before(children), span=self._span(children))

    def call(self, children: list[Any]) -> Expression:
        arguments = _nodes(children)
        return syntax.Apply(str(children[0]), arguments, span=self._span(children))

    def list(self, children: list[Any]) -> Expression:
        return syntax.ListOf(_nodes(children), span=self._span(children))


def _statements(children: list[Any]) -> syntax.Block:
    others = syntax.Enumeration | syntax.Given | _Compare
    return tuple(each for each in children if each is not None and not isinstance(each, others))


def _nodes(children: Sequence[Any]) -> tuple[Any, ...]:
    return tuple(child for child in children if not isinstance(child, Token))


def _names(children: Sequence[Any]) -> tuple[str, ...]:
    return tuple(str(child) for child in children if child.type == "NAME")


def _before(children: Sequence[Any]) -> int:
    numbers = [child for child in children if isinstance(child, Token) and child.type == "INTEGER"]
    return min(int(numbers[0][:6]), 10**6) if numbers else 0
