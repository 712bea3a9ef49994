"""The tokens of a file with a current position, and the operators declared so far."""

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
"""Runs of operator characters with a predefined meaning."""


@record
class Fixity:
    """The precedence of an infix operator (10 to 90), and its associativity: `l`, `r` or `n`."""

    precedence: int
    associativity: str


def standard_operators() -> dict[str, Fixity]:
    """The predefined infix operators that may be redeclared."""
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
        """The next token; an unknown run of operator characters is cut to a known operator.

        It is not cut before a colon, where it is being declared.
        """
        token = self.found[self.place]
        if token.kind == "operator" and not self._known(token.text) and self.ahead(1).text != ":":
            return self._cut(token)
        return token

    def _known(self, text: str) -> bool:
        return text in RESERVED or text in self.operators

    def _cut(self, token: Token) -> Token:
        """Split off the longest known operator at the beginning of the run, if there is one."""
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
        """The token at a distance from the next one, or the last token."""
        return self.found[min(self.place + distance, len(self.found) - 1)]

    def take(self) -> Token:
        """Read the next token."""
        token = self.current
        if token.kind != "end":
            self.place += 1
        return token

    def at(self, *texts: str) -> bool:
        """Whether the next token is one of these marks, keywords, operators or directives."""
        token = self.current
        return token.text in texts and token.kind in {"mark", "keyword", "operator", "directive"}

    def take_if(self, *texts: str) -> bool:
        """Read the next token if it is one of these; whether it was."""
        if self.at(*texts):
            self.take()
            return True
        return False

    def separated(self, read: Callable[[], T], by: str = ",") -> list[T]:
        """Read one or more items with separators between them."""
        found = [read()]
        while self.take_if(by):
            found.append(read())
        return found

    def expect(self, text: str) -> Token:
        """Read the next token, which must be this one."""
        if not self.at(text):
            raise self.unexpected(f"`{text}`")
        return self.take()

    def expect_kind(self, kind: str, what: str) -> Token:
        """Read the next token, which must be of this kind."""
        if self.current.kind != kind:
            raise self.unexpected(what)
        return self.take()

    def unexpected(self, wanted: str) -> InputError:
        """The error that something else was expected here."""
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
        """Skip to after the next period at the end of a line, or to the next declaring keyword."""
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
        """The span from a start to the last token that was read."""
        return start.to(self.found[max(0, self.place - 1)].span)
