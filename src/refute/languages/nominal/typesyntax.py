"""Reads types."""

from __future__ import annotations

from refute.languages.nominal import syntax
from refute.languages.nominal.tokenstream import TokenStream


def read_type(stream: TokenStream) -> syntax.Type:
    """Read a type: `->` binds weakest, then `*`, then `\\`; `->` and `\\` group to the right."""
    *arguments, result = stream.separated(lambda: _product(stream), "->")
    for argument in reversed(arguments):
        result = syntax.ArrowType(argument, result, span=argument.span.to(result.span))
    return result


def read_types(stream: TokenStream) -> tuple[syntax.Type, ...]:
    """Read the types of consecutive parameters."""
    found: list[syntax.Type] = []
    while _starts_type(stream):
        found.append(_atom(stream))
    return tuple(found)


def _product(stream: TokenStream) -> syntax.Type:
    """`a * b`, the older way to write `(a, b)`."""
    items = stream.separated(lambda: _abstraction(stream), "*")
    if len(items) == 1:
        return items[0]
    return syntax.TupleType(tuple(items), span=items[0].span.to(items[-1].span))


def _abstraction(stream: TokenStream) -> syntax.Type:
    left = _applied(stream)
    if stream.take_if("\\"):
        body = _abstraction(stream)
        return syntax.AbstractionType(left, body, span=left.span.to(body.span))
    return left


def _applied(stream: TokenStream) -> syntax.Type:
    head = _atom(stream)
    if isinstance(head, syntax.TypeName) and _starts_type(stream):
        arguments = read_types(stream)
        return syntax.TypeName(head.head, arguments, span=stream.since(head.span))
    return head


def _starts_type(stream: TokenStream) -> bool:
    return stream.current.kind == "name" or stream.at("(", "[", "_", "prop")


def _atom(stream: TokenStream) -> syntax.Type:
    token = stream.current
    if token.kind == "name" or stream.at("prop"):
        stream.take()
        return syntax.TypeName(tuple(token.text.split(".")), span=token.span)
    if stream.take_if("_"):
        return syntax.AnyType(span=token.span)
    if stream.take_if("["):
        item = read_type(stream)
        stream.expect("]")
        return syntax.ListType(item, span=stream.since(token.span))
    if stream.take_if("("):
        items = _items(stream)
        span = stream.since(token.span)
        return items[0] if len(items) == 1 else syntax.TupleType(tuple(items), span=span)
    raise stream.unexpected("a type")


def _items(stream: TokenStream) -> list[syntax.Type]:
    if stream.take_if(")"):
        return []
    items = stream.separated(lambda: read_type(stream))
    stream.expect(")")
    return items
