"""Lark grammars as languages use them: what does not fit is said as a diagnostic with its place."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from lark.exceptions import UnexpectedCharacters, UnexpectedToken, VisitError

from refute.diagnostics import InputError, error
from refute.source import Source, Span


class Unfinished(InputError):
    """The text ended too early; more of it could make it right."""


@dataclass(frozen=True, slots=True)
class Complaints:
    """How a language words what its grammar does not take.

    `readable` names the terminals worth expecting, most helpful first; `misplaced` says what an
    invisible token means where it cannot stand; `early` are the tokens that say the text ended.
    """

    code: str
    readable: Mapping[str, str]
    misplaced: Mapping[str, str]
    early: Collection[str] = ("$END",)

    @contextmanager
    def about(self, source: Source, offset: int = 0) -> Iterator[None]:
        """Turns the failures of lark inside into InputErrors; the text began at an offset."""
        try:
            yield
        except UnexpectedCharacters as failure:
            start = offset + (failure.pos_in_stream or 0)
            place = source.span(start, start + 1)
            message = f"`{place.text}` has no meaning here"
            raise InputError([error(self.code, message, place)]) from None
        except UnexpectedToken as failure:
            raise self._unexpected(source, failure, offset) from None
        except VisitError as failure:
            if isinstance(failure.orig_exc, InputError | RecursionError):
                raise failure.orig_exc from None
            raise

    def _unexpected(self, source: Source, failure: UnexpectedToken, offset: int) -> InputError:
        token: Any = failure.token
        if token.type == "$END":
            end = max(1, len(source.text.rstrip()))
            place, message = source.span(end - 1, end), "the text ends too early"
        else:
            start = offset + (token.start_pos or 0)
            place = source.span(start, max(start + 1, offset + (token.end_pos or 0)))
            message = self.misplaced.get(token.type, f"`{_shown(place)}` cannot stand here")
        wanted = [text for name, text in self.readable.items() if name in failure.expected]
        advice = f"expected {' or '.join(wanted[:4])}" if wanted else ""
        kind = Unfinished if token.type in self.early else InputError
        return kind([error(self.code, message, place, advice=advice)])


def _shown(place: Span) -> str:
    """The first line of a place."""
    return place.text.split("\n", maxsplit=1)[0].strip()


def depth(tree: Any) -> int:
    """How deep a lark tree is, without recursion; long chains of one operator count as well."""
    deepest, waiting = 0, [(tree, 1)]
    while waiting:
        node, level = waiting.pop()
        deepest = max(deepest, level)
        waiting.extend((child, level + 1) for child in getattr(node, "children", ()))
    return deepest
