"""The tokens of a file with a place in them, and the operators declared so far."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field
from typing import TypeVar

from refute.diagnostics import InputError, Unfinished, error
from refute.languages.nominal.lexer import MISTAKES, Token, tokens
from refute.record import entity, record
from refute.source import Source, Span

T = TypeVar("T")

RESERVED = frozenset({"=", "|", "=>", "->", "-->", "?", "!", "@", "~", "~=", "?-"})
"""Runs of operator characters with a meaning of their own."""


@record
class Fixity:
    """How strongly an infix operator binds (10 to 90), and to which side it groups."""

    precedence: int
    associativity: str


def standard_operators() -> dict[str, Fixity]:
    """The operators that are infix from the start."""
    return {
        "+": Fixity(60, "r"),
        "-": Fixity(60, "r"),
        "*": Fixity(70, "r"),
        "<": Fixity(50, "n"),
        "<=": Fixity(50, "n"),
        ">": Fixity(50, "n"),
        ">=": Fixity(50, "n"),
        "&&": Fixity(40, "r"),
        "||": Fixity(40, "r"),
    }


@entity
class TokenStream:
    """Reads tokens one after another."""

    source: Source
    operators: dict[str, Fixity]
    place: int = 0
    found: list[Token] = field(init=False)

    def __post_init__(self) -> None:
        self.found = tokens(self.source)

    @property
    def current(self) -> Token:
        """The next token; a run of operator characters is cut to what is known.

        One before a colon is being declared.
        """
        token = self.found[self.place]
        if token.kind == "operator" and not self._known(token.text) and self.ahead(1).text != ":":
            return self._cut(token)
        return token

    def _known(self, text: str) -> bool:
        return text in RESERVED or text in self.operators

    def _cut(self, token: Token) -> Token:
        """Splits off the longest known operator that the run begins with, if there is one."""
        for length in range(len(token.text) - 1, 0, -1):
            if self._known(token.text[:length]):
                middle = token.span.start + length
                parts = [(token.span.start, middle), (middle, token.span.end)]
                self.found[self.place : self.place + 1] = [
                    Token("operator", self.source.text[start:end], self.source.span(start, end))
                    for start, end in parts
                ]
                return self.found[self.place]
        return token

    def ahead(self, distance: int) -> Token:
        """A token further on."""
        return self.found[min(self.place + distance, len(self.found) - 1)]

    def take(self) -> Token:
        """The next token, which is thereby read."""
        token = self.current
        if token.kind != "end":
            self.place += 1
        return token

    def at(self, *texts: str) -> bool:
        """Whether the next token is one of these marks, keywords, operators or directives."""
        token = self.current
        return token.text in texts and token.kind in {"mark", "keyword", "operator", "directive"}

    def take_if(self, *texts: str) -> bool:
        """Reads the next token when it is one of these."""
        if self.at(*texts):
            self.take()
            return True
        return False

    def separated(self, read: Callable[[], T], by: str = ",") -> list[T]:
        """What is read once and again after each separator."""
        found = [read()]
        while self.take_if(by):
            found.append(read())
        return found

    def expect(self, text: str) -> Token:
        """Reads the next token, which must be this one."""
        if not self.at(text):
            raise self.unexpected(f"`{text}`")
        return self.take()

    def expect_kind(self, kind: str, what: str) -> Token:
        """Reads the next token, which must be of this kind."""
        if self.current.kind != kind:
            raise self.unexpected(what)
        return self.take()

    def unexpected(self, wanted: str) -> InputError:
        """The complaint that something else is wanted here."""
        token = self.current
        previous = self.found[max(0, self.place - 1)].span
        if token.kind == "end":
            advice = MISTAKES.advice_at(self.source.text, len(self.source.text.rstrip()))
            message = f"expected {wanted}, but the text ends"
            return Unfinished([error("AP001", message, previous, advice=advice)])
        shown = token.span.text if len(token.span.text) < 40 else f"{token.span.text[:40]}…"
        advice = MISTAKES.advice_at(self.source.text, token.span.start)
        message = f"expected {wanted}, found `{shown}`"
        return InputError([error("AP001", message, token.span, advice=advice)])

    def skip_declaration(self) -> None:
        """Go on behind the next period that ends a line, or at the next line that declares."""
        while self.found[self.place].kind != "end":
            token, after = self.found[self.place], self.ahead(1)
            self.place += 1
            gap = self.source.text[token.span.end : after.span.start]
            if token.text == "." and token.kind == "mark" and ("\n" in gap or after.kind == "end"):
                return
            column = self.source.position(after.span.start)[1]
            if column == 1 and after.text in {"pred", "func", "cnst", "type", "namespace", "?"}:
                return

    def since(self, start: Span) -> Span:
        """The place from a start up to what was read last."""
        return start.to(self.found[max(0, self.place - 1)].span)
