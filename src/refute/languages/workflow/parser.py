"""Text to tree, or diagnostics (codes TH001 to TH004)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

from refute.frontend.build import Builder, gathers, makes, nodes, reject
from refute.frontend.grammar import Grammar, Wording
from refute.frontend.lalr import Token, UnexpectedCharacter
from refute.languages.workflow import syntax
from refute.languages.workflow.syntax import Expression, Pattern, Type
from refute.source import Source, Span

_LETTERS = {
    "≡": "==",
    "≠": "!=",
    "≤": "<=",
    "≥": ">=",
    "∈": "in",
    "∧": "and",
    "∨": "or",
    "¬": "not",
    "⊃": "==>",
    "×": "*",
}
"""The symbols of the paper for operators, and how they are spelled."""


_HEADS = {
    *("DEF", "TASK", "PROPERTY", "REACHABLE", "FINISHES", "INVARIANT", "ORDER", "ONLY", "USER"),
    "NOBODY",
}
"""Words that are followed by a name."""

_FOLLOWED: dict[str, tuple[tuple[str, ...], ...]] = {
    "INVARIANT": (("LOWER", "EQUALS"),),
    "ORDER": (("LOWER", "EQUALS"),),
    "ONLY": (("LOWER", "EQUALS"),),
    "NOBODY": (("LOWER", "EQUALS"),),
    "EXCEPT": (("STRING",),),
    "COMPARE": (
        ("LOWER", "LOWER"),
        ("LOWER", "UPPER", "DOT"),
        ("UPPER", "DOT", "LOWER", "LOWER"),
        ("UPPER", "DOT", "LOWER", "UPPER"),
    ),
    "TYPE": (("UPPER", "EQUALS"),),
    "USER": (("LOWER", "COLON"),),
    "IMPORT": (("UPPER",), ("STRING",)),
    "AS": (("STRING",),),
    "RELATION": (("STRING",), ("LOWER", "COLON", "STRING")),
    "CAN": (("STRING",),),
    "CHOOSE": (("LBRACE",),),
}
"""Words that are names unless one of these tokens follows."""

_MOST_FOLLOWING = max(len(each) for wanted in _FOLLOWED.values() for each in wanted)


def _in_context(stream: Iterator[Token]) -> Iterator[Token]:
    """The tokens with `_IN` for every `in` of a `let`, and `LOWER` for words used as names.

    The first `in` after a `let` outside of brackets belongs to it, so that inside a binding
    membership needs brackets or the symbol ∈.
    """
    enclosing: list[str] = []
    for token in _named(stream):
        if token.type in {"LET", "LPAR", "LSQB", "LANGLE", "LBRACE"}:
            enclosing.append(token.type)
        elif token.type in {"RPAR", "RSQB", "RANGLE", "RBRACE"}:
            while enclosing and enclosing.pop() == "LET":
                pass
        elif token == "in" and enclosing and enclosing[-1] == "LET":
            enclosing.pop()
            yield token.retyped("_IN", token)
            continue
        yield token


def _named(stream: Iterator[Token]) -> Iterator[Token]:
    """The tokens with words turned into names where they have no meaning."""
    before = ""
    for token, *following in _with_following(stream):
        is_word = token.type in _FOLLOWED
        if is_word and (before in _HEADS or not _is_followed(token, following)):
            before = "LOWER"
            yield token.retyped("LOWER", token)
        else:
            before = token.type
            yield token


def _is_followed(token: Token, following: list[Token]) -> bool:
    """Whether a word has its meaning because of what follows it."""
    found = tuple("LOWER" if each.type in _FOLLOWED else each.type for each in following)
    return any(found[: len(each)] == each for each in _FOLLOWED[token.type])


def _with_following(stream: Iterator[Token]) -> Iterator[list[Token]]:
    """Each token with as many following tokens as matter.

    A lexical error further on is raised only when all tokens before it are consumed, so that the
    first error of a text is the first one reported.
    """
    window: list[Token] = []
    failure: UnexpectedCharacter | None = None
    try:
        for token in stream:
            window.append(token)
            if len(window) > _MOST_FOLLOWING:
                yield window
                window = window[1:]
    except UnexpectedCharacter as found:
        failure = found
    while window:
        yield window
        window = window[1:]
    if failure is not None:
        raise failure


class _Build(Builder):
    """Builds the nodes of a workflow file."""

    literal_code = "TH002"

    def _name(self, token: Token) -> syntax.NamePattern:
        return syntax.NamePattern(str(token), span=self.span([token]))

    def start(self, children: list[Any]) -> syntax.Program:
        return syntax.Program(tuple(children))

    # Declarations

    def definition(self, children: list[Any]) -> syntax.Definition:
        _, name, *parameters, _, body = children
        return syntax.Definition(
            self._name(name), _lambdas(parameters, body), span=self.span(children)
        )

    def task(self, children: list[Any]) -> syntax.TaskDeclaration:
        _, name, _, body = children
        return syntax.TaskDeclaration(self._name(name), body, span=self.span(children))

    def property(self, children: list[Any]) -> syntax.Property:
        name, parameters, body = self._claim(children)
        return syntax.Property(name, parameters, body, span=self.span(children))

    def reachable(self, children: list[Any]) -> syntax.Reachable:
        name, parameters, body = self._claim(children)
        return syntax.Reachable(name, parameters, body, span=self.span(children))

    def _claim(self, children: list[Any]) -> Any:
        _, name, *between, body = children
        return self._name(name), nodes(between), body

    def finishes(self, children: list[Any]) -> syntax.Finishes:
        return syntax.Finishes(self._name(children[1]), span=self.span(children))

    def invariant(self, children: list[Any]) -> syntax.Invariant:
        _, name, _, body = children
        return syntax.Invariant(self._name(name), body, span=self.span(children))

    def order(self, children: list[Any]) -> syntax.Order:
        quantifier, name, _, event, *rest = children
        relation, other = (str(rest[0]), rest[1]) if rest else ("", None)
        named = self._name(name)
        return syntax.Order(
            str(quantifier), named, event, relation, other, span=self.span(children)
        )

    def event(self, children: list[Any]) -> syntax.Event:
        role = str(children[0]) if children[0].type == "LOWER" else ""
        label, *guard = children[2:] if role else children
        parameter, condition = (guard[0], guard[2]) if guard else (None, None)
        return syntax.Event(
            self._label(label), role, parameter, condition, span=self.span(children)
        )

    def only(self, children: list[Any]) -> syntax.Only:
        allowed = tuple(str(each) for each in children[3:] if each.type == "LOWER")
        label = self._label(children[-1])
        return syntax.Only(self._name(children[1]), allowed, label, span=self.span(children))

    def nobody(self, children: list[Any]) -> syntax.Nobody:
        labels = self._label(children[4]), self._label(children[6])
        return syntax.Nobody(self._name(children[1]), *labels, span=self.span(children))

    def compare(self, children: list[Any]) -> syntax.Compare:
        relation, left, right = children
        return syntax.Compare(str(relation), left, right, span=self.span(children))

    def import_(self, children: list[Any]) -> syntax.Import:
        span = self.span(children)
        if children[1].type == "UPPER":
            return syntax.Import(str(children[1]), span=span)
        return syntax.Import("", self._text(children[1]), span=span)

    def qualified(self, children: list[Any]) -> Expression:
        return syntax.Name(f"{children[0]}.{children[2]}", span=self.span(children))

    def user(self, children: list[Any]) -> syntax.User:
        roles = tuple(str(each) for each in children[2:] if each.type == "LOWER")
        return syntax.User(self._name(children[1]), roles, span=self.span(children))

    def type_declaration(self, children: list[Any]) -> syntax.TypeDeclaration | syntax.Alias:
        name = self._name(children[1])
        found = nodes(children[2:])
        span = self.span(children)
        if len(found) == 1 and isinstance(found[0], Type):
            return syntax.Alias(name, found[0], span=span)
        for each in found:
            if isinstance(each, Type):
                message = "an alternative of a type begins with a name"
                reject("TH002", message, each.span, "such as `Approved Int`")
        named = (replace(each, name=each.name or name.name) for each in found)
        return syntax.TypeDeclaration(name, tuple(named), span=span)

    def alternative(self, children: list[Any]) -> syntax.Constructor | Type:
        """A constructor; one without a name is a record, or a type in parentheses."""
        span = self.span(children)
        first = children[0]
        if first.type == "LPAR":
            types = nodes(children)
            return Type(syntax.TUPLE, types, span=span) if len(types) > 1 else types[0]
        parts = nodes(children)
        if first.type == "UPPER" and str(first) in syntax.ARITY:
            return self._type(first, parts, span)
        fields = [
            each if isinstance(each, syntax.Field) else syntax.Field("", each, span=each.span)
            for each in parts
        ]
        name = str(first) if first.type == "UPPER" else ""
        return syntax.Constructor(name, tuple(fields), span=span)

    field = makes(syntax.Field, 0, 2)

    def _text(self, token: Token) -> str:
        read = self.text([token])
        assert isinstance(read, syntax.Text)
        return read.value

    def _label(self, token: Token) -> str:
        """A label without blanks at its ends, and with single blanks inside."""
        return " ".join(self._text(token).split())

    # Patterns and types

    def name_pattern(self, children: list[Any]) -> Pattern:
        annotation = children[2] if len(children) == 3 else None
        return syntax.NamePattern(str(children[0]), annotation, span=self.span(children))

    tuple_pattern = gathers(syntax.TuplePattern)

    def named_type(self, children: list[Any]) -> Type:
        token, *arguments = children
        return self._type(token, tuple(arguments), self.span(children))

    def _type(self, token: Token, arguments: tuple[Type, ...], span: Span) -> Type:
        name = str(token).capitalize() if token.isupper() else str(token)
        if name not in syntax.ARITY:
            name = str(token)
        if syntax.ARITY.get(name, 0) != len(arguments) and name in syntax.ARITY:
            takes = "one type" if syntax.ARITY[name] else "no type"
            advice = (
                f"with its type, put it in parentheses: `({name} Int)`" if not arguments else ""
            )
            message = f"`{name}` takes {takes} after it, not {len(arguments)}"
            reject("TH003", message, span, advice)
        return Type(name, arguments, span=span)

    def function_type(self, children: list[Any]) -> Type:
        return Type(syntax.ARROW, (children[0], children[2]), span=self.span(children))

    def unit_type(self, children: list[Any]) -> Type:
        return Type("Unit", span=self.span(children))

    def tuple_type(self, children: list[Any]) -> Type:
        return Type(syntax.TUPLE, nodes(children), span=self.span(children))

    product_type = tuple_type

    # Expressions

    pick_ = makes(syntax.Pick, 0, 2)
    either_ = makes(syntax.Either, 0, 2)
    both_ = makes(syntax.Both, 0, 2)
    extreme = makes(syntax.Binary, 0, 1, 2)
    edit = makes(syntax.Edit, 1)
    shared = makes(syntax.Shared, 1)
    view = makes(syntax.View, 1)
    watch = makes(syntax.Watch, 1)
    within = makes(syntax.Within, 1, 2, 4)
    assigned = makes(syntax.Assigned, 0, 2)
    constructor = makes(syntax.Construct, 0)
    select = makes(syntax.Select, 0, 2)
    setting = makes(syntax.Setting, 0, 2)
    now = makes(syntax.Today)
    enter = makes(syntax.Enter, 1)
    fail = makes(syntax.Fail)
    lambda_ = makes(syntax.Lambda, 1, 3)
    if_ = makes(syntax.If, 1, 3, 5)
    assert_ = makes(syntax.Assert, 1, 2)
    apply = makes(syntax.Apply, 0, 1)
    annotated = makes(syntax.Annotated, 1, 3)
    tuple_of = gathers(syntax.TupleOf)
    list_of = gathers(syntax.ListOf)

    def step(self, children: list[Any]) -> Expression:
        task, operator, follow = children
        trigger = syntax.Trigger.USER if operator in {">>?", "▷"} else syntax.Trigger.VALUE
        return syntax.Step(task, follow, trigger, span=self.span(children))

    def offer(self, children: list[Any]) -> Expression:
        task, _, _, pattern, _, *buttons = children
        chosen = syntax.Choose(nodes(buttons), span=self.span(buttons))
        follow = syntax.Lambda(pattern, chosen, span=pattern.span.to(chosen.span))
        return syntax.Step(task, follow, syntax.Trigger.BUTTON, span=self.span(children))

    choose = gathers(syntax.Choose)

    def button(self, children: list[Any]) -> syntax.Button:
        """A button; with a condition, its task fails where the condition does not hold."""
        label, *condition, _, task = children
        if condition:
            guard = condition[1]
            span = guard.span.to(task.span)
            task = syntax.If(guard, task, syntax.Fail(span=span), span=span)
        return syntax.Button(self._label(label), task, span=self.span(children))

    def apart(self, children: list[Any]) -> Expression:
        return syntax.Apart(children[0], self._label(children[2]), span=self.span(children))

    def labelled(self, children: list[Any]) -> Expression:
        task, _, label = children
        return syntax.Labelled(task, self._label(label), span=self.span(children))

    def filled(self, children: list[Any]) -> Expression:
        return syntax.Filled(str(children[0]), nodes(children), span=self.span(children))

    def case_(self, children: list[Any]) -> Expression:
        subject, *branches = nodes(children)
        return syntax.Case(subject, tuple(branches), span=self.span(children))

    def branch(self, children: list[Any]) -> syntax.Branch:
        first, *parameters, _, body = children
        span = self.span(children)
        if first.type == "UPPER":
            return syntax.Branch(str(first), tuple(parameters), body, span=span)
        return syntax.Branch("", (self._name(first),), body, span=span)

    def binary(self, children: list[Any]) -> Expression:
        left, operator, right = children
        operator = _LETTERS.get(operator, str(operator))
        return syntax.Binary(operator, left, right, span=self.span(children))

    def unary(self, children: list[Any]) -> Expression:
        operator = _LETTERS.get(children[0], str(children[0]))
        return syntax.Unary(operator, children[1], span=self.span(children))

    def decimal(self, children: list[Any]) -> Expression:
        return syntax.Decimal(Fraction(str(children[0])), span=self.span(children))

    def minus(self, children: list[Any]) -> Expression:
        operand = children[1]
        if isinstance(operand, syntax.Decimal) and operand.span.text[0].isdigit():
            return syntax.Decimal(-operand.value, span=self.span(children))
        if isinstance(operand, syntax.Integer) and operand.span.text[0].isdigit():
            return syntax.Integer(-operand.value, span=self.span(children))
        return syntax.Unary("-", operand, span=self.span(children))

    def binding(self, children: list[Any]) -> tuple[Pattern, Expression]:
        first, *parameters, _, body = children
        pattern = self._name(first) if isinstance(first, Token) else first
        return pattern, _lambdas(parameters, body)

    def let(self, children: list[Any]) -> Expression:
        _, (pattern, bound), body = children
        return syntax.Let(pattern, bound, body, span=self.span(children))

    def name(self, children: list[Any]) -> syntax.Node:
        if str(children[0]) == "_":
            reject("TH002", "`_` is a pattern and has no value", self.span(children))
        return super().name(children)

    def inputs(self, children: list[Any]) -> Expression:
        span = self.span(children)
        wanted = self._type(children[1], (), span) if len(children) == 2 else None
        return syntax.Inputs(wanted, span=span)


def _lambdas(parameters: Sequence[Pattern], body: Expression) -> Expression:
    for parameter in reversed(parameters):
        body = syntax.Lambda(parameter, body, span=parameter.span.to(body.span))
    return body


GRAMMAR = Grammar(
    Path(__file__).with_name("grammar.lark"),
    Wording(
        "TH001",
        "INTEGER LOWER UPPER EQUALS DOT _IN THEN ELSE RPAR RSQB COMMA DEF",
        named={
            "UPPER": "a capitalised name",
            "DEF": "a declaration",
            "STRING": "a text in double quotes",
            "ARROW": "`->`",
            "LAMBDA": "`\\`",
        },
        implied=("LOWER",),
        infix="TIMES",
    ),
    _Build,
    deep_code="TH004",
    declaration=r"--.*|(?P<start>^(?:def|task|property|reachable|finishes|invariant|never|always"
    r"|eventually|only|nobody|same|refines|type|user|import)\b)",
    relex=_in_context,
    starts=("start", "expression"),
)


def parse(source: Source) -> syntax.Program:
    """Parse a program; raises InputError with what is wrong and where."""
    program: syntax.Program = GRAMMAR.parse(source.whole)
    return program


def parse_expression(source: Source) -> Expression:
    """Parse a source that consists of one expression; raises InputError."""
    expression: Expression = GRAMMAR.parse(source.whole, "expression")
    return expression
