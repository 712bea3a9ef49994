"""Reads terms, goals and clauses by operator precedence."""

from __future__ import annotations

from refute.diagnostics import InputError, error
from refute.languages.nominal import syntax
from refute.languages.nominal.lexer import MISTAKES, Token
from refute.languages.nominal.tokenstream import Fixity, TokenStream
from refute.languages.nominal.typesyntax import read_type

RULE, CHOICE, GUARD = 5, 11, 14
BUILT_IN: dict[str, Fixity] = {
    ":-": Fixity(RULE, "n"),
    "=>": Fixity(CHOICE, "r"),
    "->": Fixity(CHOICE, "r"),
    ";": Fixity(21, "r"),
    ",": Fixity(31, "r"),
    "=": Fixity(41, "n"),
    "#": Fixity(41, "n"),
    "~=": Fixity(41, "n"),
    "is": Fixity(41, "n"),
    "::": Fixity(61, "r"),
    "@": Fixity(101, "l"),
}
"""The precedence of operators; an operator declared in a file with precedence n has 10 n."""

ITEM = 32
"""Minimum precedence inside the brackets of a list: above that of a comma."""

_QUANTIFIERS = ("forall", "exists", "new")


def read_term(stream: TokenStream, weakest: int = 0) -> syntax.Preterm:
    """Read a term, goal or clause whose operators have at least this precedence."""
    left = read_operand(stream)
    while (operator := _infix(stream)) is not None:
        fixity = operator[1]
        if fixity.precedence < weakest:
            break
        left = _continued(stream, left, operator[0], fixity)
        after = _infix(stream)
        if fixity.associativity == "n" and after and after[1].precedence == fixity.precedence:
            message = f"`{operator[0]}` does not associate; use parentheses"
            advice = MISTAKES.advice_at(stream.source.text, stream.current.span.start)
            raise InputError([error("AP001", message, stream.current.span, advice=advice)])
    return left


def _infix(stream: TokenStream) -> tuple[str, Fixity] | None:
    """The next token as an infix operator, if it is one."""
    token = stream.current
    if token.kind in {"mark", "keyword", "operator"} and token.text in BUILT_IN:
        return token.text, BUILT_IN[token.text]
    if token.kind == "operator" and token.text in stream.operators:
        return token.text, stream.operators[token.text]
    if token.text == "`" and stream.ahead(1).kind == "name":
        name = stream.ahead(1).text
        return name, stream.operators.get(name, Fixity(90, "l"))
    return None


def _continued(
    stream: TokenStream, left: syntax.Preterm, operator: str, fixity: Fixity
) -> syntax.Preterm:
    """Read an operator and its right operand; the term for both operands."""
    token = stream.take()
    if token.text == "`":
        stream.take()
        stream.expect("`")
    if operator == "@":
        name = stream.expect_kind("name", "a name after `@`")
        return syntax.Concretion(left, name.text, span=stream.since(left.span))
    if operator == "->":
        return _guard(stream, left)
    if operator == ",":
        return _sequence(stream, left)
    stronger = 0 if fixity.associativity == "r" else 1
    right = read_term(stream, fixity.precedence + stronger)
    span = left.span.to(right.span)
    match operator:
        case ":-":
            return syntax.Implies(right, left, span=span)
        case "=>":
            return syntax.Implies(left, right, span=span)
        case ";":
            return syntax.Either(left, right, span=span)
        case "::":
            return syntax.ListOf((left,), right, span=span)
        case "=" | "#" | "is" | "~=":
            return syntax.Relation(operator, left, right, span=span)
        case _:
            return syntax.Apply(tuple(operator.split(".")), (left, right), span=span)


def _sequence(stream: TokenStream, first: syntax.Preterm) -> syntax.Preterm:
    """`first, …` of any length; a last item that is itself a sequence is merged into it."""
    items = [first, *stream.separated(lambda: read_term(stream, ITEM))]
    last = items[-1]
    span = first.span.to(last.span)
    if isinstance(last, syntax.Sequence) and last.items:
        items[-1:] = last.items
    return syntax.Sequence(tuple(items), span=span)


def _guard(stream: TokenStream, condition: syntax.Preterm) -> syntax.Preterm:
    then = read_term(stream, GUARD)
    stream.expect("|")
    otherwise = read_term(stream, CHOICE)
    return syntax.Guard(condition, then, otherwise, span=condition.span.to(otherwise.span))


def read_operand(stream: TokenStream) -> syntax.Preterm:
    """Read an application, abstraction, quantified goal, negation or something smaller."""
    token = stream.current
    if token.kind == "keyword" and token.text in _QUANTIFIERS:
        return _quantified(stream)
    if token.kind == "keyword" and token.text == "not":
        stream.take()
        goal = _postfixed(stream)
        return syntax.Negation(goal, span=stream.since(token.span))
    if token.kind == "name":
        return _abstraction(stream) if _starts_abstraction(stream) else _application(stream)
    return _postfixed(stream)


def _abstraction(stream: TokenStream) -> syntax.Preterm:
    name = stream.take()
    stream.take()
    body = read_term(stream, 100)
    return syntax.Abstraction(name.text, body, span=stream.since(name.span))


def _application(stream: TokenStream) -> syntax.Preterm:
    head = stream.take()
    plain = syntax.Apply(tuple(_path(head)), span=head.span)
    first = _substituted(stream, plain)
    if first is not plain:
        return first
    arguments: list[syntax.Preterm] = []
    while _starts_operand(stream):
        arguments.append(_postfixed(stream))
    return syntax.Apply(plain.head, tuple(arguments), span=stream.since(head.span))


def _path(token: Token) -> list[str]:
    """The parts of a qualified identifier; an operator with dots is a single part."""
    parts = token.text.split(".")
    return parts if all(parts) else [token.text]


def _starts_operand(stream: TokenStream) -> bool:
    if stream.current.kind == "name":
        return not _starts_abstraction(stream)
    literal = stream.current.kind in {"number", "char", "string"}
    return literal or stream.at("(", "[", "_", "true", "false")


def _starts_abstraction(stream: TokenStream) -> bool:
    return stream.ahead(1).kind == "mark" and stream.ahead(1).text == "\\"


def _postfixed(stream: TokenStream) -> syntax.Preterm:
    """Read a bracketed expression, literal or identifier, with the substitutions after it."""
    return _substituted(stream, _atom(stream))


def _substituted(stream: TokenStream, body: syntax.Preterm) -> syntax.Preterm:
    while stream.at("{"):
        stream.take()
        by = read_term(stream)
        stream.expect("/")
        old = read_term(stream)
        stream.expect("}")
        body = syntax.Substitution(body, by, old, span=stream.since(body.span))
    return body


def _atom(stream: TokenStream) -> syntax.Preterm:
    token = stream.current
    match token.kind, token.text:
        case "mark", "(":
            return _parenthesised(stream)
        case "mark", "[":
            return _list(stream)
        case "operator", "-" if stream.ahead(1).kind == "number":
            return _negative(stream)
        case "mark", "_":
            atom: syntax.Preterm = syntax.Wildcard(span=token.span)
        case "keyword", "true" | "false":
            atom = syntax.Boolean(token.text == "true", span=token.span)
        case "operator", "!":
            atom = syntax.Cut(span=token.span)
        case "number", _:
            atom = syntax.Literal(int(token.text), span=token.span)
        case "char", _:
            atom = syntax.Literal(token.text, span=token.span)
        case "string", _:
            atom = syntax.Text(token.text, span=token.span)
        case "name", _:
            atom = syntax.Apply(tuple(_path(token)), span=token.span)
        case _:
            raise stream.unexpected("a term or a goal")
    stream.take()
    return atom


def _negative(stream: TokenStream) -> syntax.Preterm:
    sign = stream.take()
    number = stream.take()
    return syntax.Literal(-int(number.text), span=sign.span.to(number.span))


def _parenthesised(stream: TokenStream) -> syntax.Preterm:
    start = stream.take()
    if stream.take_if(")"):
        return syntax.Sequence((), span=stream.since(start.span))
    if stream.current.kind == "name" and stream.ahead(1).text == "~":
        return _transposition(stream, start)
    inner = read_term(stream)
    stream.expect(")")
    return inner


def _transposition(stream: TokenStream, start: Token) -> syntax.Preterm:
    left = stream.take()
    stream.take()
    right = stream.expect_kind("name", "a name after `~`")
    stream.expect(")")
    body = _atom(stream)
    return syntax.Transposition(left.text, right.text, body, span=stream.since(start.span))


def _list(stream: TokenStream) -> syntax.Preterm:
    start = stream.take()
    items: list[syntax.Preterm] = []
    tail = None
    if not stream.at("]"):
        items = stream.separated(lambda: read_term(stream, ITEM))
        if stream.take_if("|"):
            tail = read_term(stream, ITEM)
    stream.expect("]")
    return syntax.ListOf(tuple(items), tail, span=stream.since(start.span))


def _quantified(stream: TokenStream) -> syntax.Preterm:
    start = stream.take()

    def bound() -> tuple[str, syntax.Type | None]:
        name = stream.expect_kind("name", f"a name after `{start.text}`")
        return name.text, read_type(stream) if stream.take_if(":") else None

    names = stream.separated(bound)
    stream.expect(".")
    body = read_term(stream)
    span = stream.since(start.span)
    for name, type_ in reversed(names):
        body = syntax.Quantified(start.text, name, type_, body, span=span)
    return body
