"""Blocks by indentation."""

from __future__ import annotations

from collections.abc import Iterator

from refute.diagnostics import InputError, error
from refute.frontend.lalr import Token, UnevenIndentation
from refute.source import Source

_OPENING = {"LPAR", "LSQB", "LBRACE"}
_CLOSING = {"RPAR", "RSQB", "RBRACE"}

_TAB = 8
"""Number of columns between tab stops."""


def in_blocks(stream: Iterator[Token]) -> Iterator[Token]:
    """The tokens with `_INDENT` and `_DEDENT` around blocks; brackets join lines."""
    columns, brackets = [0], 0
    token: Token | None = None
    for token in stream:
        brackets += (token.type in _OPENING) - (token.type in _CLOSING)
        if token.type != "_NEWLINE":
            yield token
        elif brackets <= 0:
            yield token
            yield from _indentation(token, columns)
    for _ in columns[1:]:
        assert token is not None
        yield token.retyped("_DEDENT")


def _indentation(newline: Token, columns: list[int]) -> Iterator[Token]:
    """The token that begins a block at a new line, or those that end the blocks it closes."""
    column = len(newline.rpartition("\n")[2].expandtabs(_TAB))
    if column > columns[-1]:
        columns.append(column)
        yield newline.retyped("_INDENT")
    while column < columns[-1]:
        columns.pop()
        yield newline.retyped("_DEDENT")
    if column != columns[-1]:
        raise UnevenIndentation


def uneven(source: Source) -> InputError:
    """The first line whose indentation matches no open block."""
    open_columns = [0]
    for number in range(1, len(source.line_starts) + 1):
        line = source.line(number).expandtabs(_TAB)
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
    help_text = "align the line with the block that it continues"
    message = "the indentation of this line matches no block around it"
    return InputError([error("IO001", message, place, advice=help_text)])


def _columns_before(source: Source, number: int) -> list[int]:
    if number == 1:
        return []
    line = source.line(number - 1).expandtabs(_TAB)
    return [len(line) - len(line.lstrip())]
