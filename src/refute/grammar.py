"""Lark grammars as languages use them: what does not fit is said as a diagnostic with its place."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from lark import Token
from lark.exceptions import UnexpectedCharacters, UnexpectedToken, VisitError

from refute.diagnostics import InputError, error
from refute.source import Span


class Unfinished(InputError):
    """The text ended too early; more of it could make it right."""


@dataclass(frozen=True, slots=True)
class Complaints:
    """How a language words what its grammar does not take.

    `readable` names the terminals worth expecting, most helpful first; `misplaced` says what a
    token means where it cannot stand, if its text does not; `early` are the tokens that say that
    the text ended.
    """

    code: str
    readable: Mapping[str, str]
    misplaced: Mapping[str, str] = field(default_factory=dict)
    early: Collection[str] = ("$END",)

    @contextmanager
    def about(self, text: Span) -> Iterator[None]:
        """Turns what lark says of a text into InputErrors."""
        try:
            yield
        except UnexpectedCharacters as failure:
            start = text.start + (failure.pos_in_stream or 0)
            place = text.source.span(start, start + 1)
            message = f"`{place.text}` has no meaning here"
            raise InputError([error(self.code, message, place)]) from None
        except UnexpectedToken as failure:
            raise self._unexpected(failure, text) from None
        except VisitError as failure:
            if isinstance(failure.orig_exc, InputError | RecursionError):
                raise failure.orig_exc from None
            raise

    def _unexpected(self, failure: UnexpectedToken, text: Span) -> InputError:
        token = failure.token
        place = _end(text) if token.type == "$END" else _place(token, text)
        said = f"`{place.text}` cannot stand here"
        message = self.misplaced.get(token.type, said)
        if token.type == "$END":
            message = "the text ends too early"
        wanted = [shown for name, shown in self.readable.items() if name in failure.expected]
        advice = f"expected {' or '.join(wanted[:4])}" if wanted else ""
        kind = Unfinished if token.type in self.early else InputError
        return kind([error(self.code, message, place, advice=advice)])


def _end(text: Span) -> Span:
    """The last character that can be seen."""
    end = max(1, text.start + len(text.text.rstrip()))
    return text.source.span(end - 1, end)


def _place(token: Token, text: Span) -> Span:
    """The first line of a token."""
    start = text.start + (token.start_pos or 0)
    end = text.start + (token.end_pos or 0)
    line_end = text.source.text.find("\n", start, end)
    return text.source.span(start, max(start + 1, end if line_end < 0 else line_end))


def depth(tree: Any) -> int:
    """How deep a lark tree is, without recursion; long chains of one operator count as well."""
    deepest, waiting = 0, [(tree, 1)]
    while waiting:
        node, level = waiting.pop()
        deepest = max(deepest, level)
        waiting.extend((child, level + 1) for child in getattr(node, "children", ()))
    return deepest
