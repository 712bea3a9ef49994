"""Explicit layout: tokens for blocks, from the columns of what they contain."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from refute.frontend.lalr import Token
from refute.languages.funlogic.tokens import settled

_BRACES = {"LBRACE", "RECORD"}
_OPENERS = {"LET", "OF", "WHERE", "CASES"}
_CLOSERS = {"RPAR": "LPAR", "RSQB": "LSQB"}


@dataclass(slots=True)
class _Context:
    """A block with its column, or a construct that keeps others open: a bracket, a brace, `if`,
    `case`, a guard up to its end, or a `let` up to its `in`."""

    opener: str
    column: int | None = None


class Layout:
    r"""Inserts `_OPEN`, `_NEXT` and `_CLOSE` where the indentation requires them.

    A block begins after `let`, `of`, `\case` and a `where` that does not belong to a `solve`, at
    the column of the next token; a line at that column is the next item, a line further left closes
    the block, and so does a token that cannot be part of it: `in`, a closing bracket, `then`,
    `else`, `of`, a comma, a `where` at its column. `{`, `;` and `}` are explicit; other braces
    belong to records.
    """

    def __call__(self, stream: Iterator[Token]) -> Iterator[Token]:
        """Yield the tokens of a file and of its blocks; `_NEXT` only between two items."""
        waiting: Token | None = None
        before = "_OPEN"
        for token in self._blocks(settled(stream)):
            if token.type == "_NEXT":
                waiting = token
                continue
            if waiting is not None and before != "_OPEN" and token.type != "_CLOSE":
                yield waiting
            waiting, before = None, token.type
            yield token

    def _blocks(self, stream: Iterator[Token]) -> Iterator[Token]:
        contexts: list[_Context] = []
        opener: Token | None = None
        last: Token | None = None
        solving = False
        for token in stream:
            column = token.column
            if last is None:
                contexts.append(_Context("file", column))
            elif opener is not None:
                if token.type == "LBRACE":
                    contexts.append(_Context("LBRACE"))
                    yield _virtual("_OPEN", token)
                    opener, last = None, token
                    continue
                yield _virtual("_OPEN", token)
                if column > _innermost(contexts):
                    contexts.append(_Context(opener.type, column))
                else:
                    yield _virtual("_CLOSE", token)
                    yield from self._new_line(contexts, token, column)
            elif token.line != last.line:
                yield from self._new_line(contexts, token, column)
            block = token.type in _OPENERS and not (token.type == "WHERE" and solving)
            opener = token if block else None
            if token.type in {"SOLVE", "WHERE"}:
                solving = token.type == "SOLVE"
            yield from self._around(contexts, token)
            last = token
        while contexts and last is not None:
            if contexts.pop().opener in _OPENERS:
                yield _virtual("_CLOSE", last)

    def _new_line(self, contexts: list[_Context], token: Token, column: int) -> Iterator[Token]:
        while True:
            index = len(contexts) - 1
            while contexts[index].opener in {"IF", "CASE", "IN", "GUARD"}:
                index -= 1
            block = contexts[index].column
            if block is None or column > block:
                return
            del contexts[index + 1 :]
            is_file = contexts[index].opener == "file"
            if is_file or (column == block and token.type != "WHERE"):
                yield _virtual("_NEXT", token)
                return
            contexts.pop()
            yield _virtual("_CLOSE", token)

    def _around(self, contexts: list[_Context], token: Token) -> Iterator[Token]:
        match token.type:
            case "LPAR" | "LSQB" | "IF" | "CASE":
                contexts.append(_Context(token.type))
            case "LET":
                contexts.append(_Context("IN"))
            case "RPAR" | "RSQB":
                yield from _close(contexts, _CLOSERS[token.type], token, drop=True)
            case "BAR" if contexts[-1].column is not None:
                contexts.append(_Context("GUARD"))
            case "EQUALS" | "ARROW" if contexts[-1].opener == "GUARD":
                contexts.pop()
            case "COMMA" if contexts[-1].opener != "GUARD":
                yield from _close(contexts, "LSQB", token)
                yield from _close(contexts, "LPAR", token)
                yield from _close(contexts, "RECORD", token)
            case "LBRACE":
                contexts.append(_Context("RECORD"))
            case "THEN":
                yield from _close(contexts, "IF", token)
            case "ELSE":
                yield from _close(contexts, "IF", token, drop=True)
            case "OF":
                yield from _close(contexts, "CASE", token, drop=True)
            case "IN":
                yield from _close(contexts, "IN", token, drop=True)
            case "SEMICOLON":
                yield _virtual("_NEXT", token)
                return
            case "RBRACE" if _brace(contexts) == "RECORD":
                yield from _close(contexts, "RECORD", token, drop=True)
            case "RBRACE":
                yield from _close(contexts, "LBRACE", token, drop=True)
                yield _virtual("_CLOSE", token)
                return
        yield token


def _close(
    contexts: list[_Context], opener: str, token: Token, drop: bool = False
) -> Iterator[Token]:
    """Close the blocks inside the nearest such opener, if there is no bracket in between."""
    index = len(contexts) - 1
    while index > 0 and contexts[index].opener != opener:
        if contexts[index].opener in {"LPAR", "LSQB", *_BRACES}:
            return
        index -= 1
    if contexts[index].opener != opener:
        return
    for context in reversed(contexts[index + 1 :]):
        if context.column is not None:
            yield _virtual("_CLOSE", token)
    del contexts[index if drop else index + 1 :]


def _brace(contexts: list[_Context]) -> str:
    """The kind of the innermost brace."""
    return next((each.opener for each in reversed(contexts) if each.opener in _BRACES), "")


def _innermost(contexts: list[_Context]) -> int:
    """The column of the innermost block; brackets have none."""
    return next((each.column for each in reversed(contexts) if each.column is not None), 0)


def _virtual(kind: str, at: Token) -> Token:
    return at.retyped(kind)
