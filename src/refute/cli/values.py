"""Completion of option values in shells: files, and names that a specification defines."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any, TypeAlias

import click

from refute import api
from refute.diagnostics import InputError
from refute.languages.options import Shape

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

GIVEN = f"{__name__}.given"
"""The key under which a context keeps the words typed so far."""

_Offer: TypeAlias = Callable[[click.Context, click.Parameter, str], "list[CompletionItem]"]


def offer(shape: Shape) -> _Offer | None:
    """The completer for the value of an option; None if any value will do."""
    if shape.metavar in {"FILE", "PATH"}:
        return lambda _context, _option, begun: [_item(begun, type="file")]
    if shape.metavar in {"NAME", "PRED"} and not shape.choices:
        kind = "predicate" if shape.metavar == "PRED" else shape.name
        return lambda context, _option, begun: [
            _item(name)
            for name in _defined(kind, context.meta.get(GIVEN, ()))
            if name.startswith(begun)
        ]
    return None


def _item(value: str, **details: Any) -> CompletionItem:
    from click.shell_completion import CompletionItem  # noqa: PLC0415 - only for a shell

    return CompletionItem(value, **details)


def _defined(kind: str, words: Iterable[str]) -> Iterator[str]:
    """The names of this kind that are defined in the files among some words."""
    for word in words:
        try:
            document = api.open(word)
            found = document.language.load("editing").analyse(document.source)
        except InputError:
            continue
        for symbol in found.symbols.symbols:
            if symbol.kind == kind and symbol.span.source is document.source:
                yield symbol.name
