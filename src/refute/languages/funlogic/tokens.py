"""Tokens whose kind depends on their neighbours."""

from __future__ import annotations

from collections.abc import Iterator

from refute.frontend.lalr import Token

_ENDS = {
    *("INTEGER", "DECIMAL", "LOWER", "QUALIFIED", "UPPER", "STRING", "CHARACTER"),
    *("RPAR", "RSQB", "RBRACE"),
}
"""The tokens that may end an operand."""

_BEGINS = (_ENDS - {"RPAR", "RSQB", "RBRACE"}) | {"LPAR", "LSQB", "NOT", "MINUS", "LAMBDA"} | {
    *("LET", "IF", "CASE", "AND", "OR", "TIMES"),
}  # fmt: skip
"""The tokens that may begin an operand."""

_IMPORTING = {"qualified": "QUALIFIED_IMPORT", "as": "AS", "hiding": "HIDING"}


def settled(stream: Iterator[Token]) -> Iterator[Token]:
    """The tokens of a file, with the kinds that depend on their neighbours.

    `not`, `and`, `or`, `div` and `mod` are functions where they cannot be operators: `map not xs`,
    `and [a, b]`, `mod n 2`. The words of an import are names elsewhere. Free names may have commas
    between them, which are dropped.
    """
    tokens = list(stream)
    importing = 0
    for index, token in enumerate(tokens):
        before = tokens[index - 1] if index else None
        behind = tokens[index + 1] if index + 1 < len(tokens) else None
        if token.type == "IMPORT":
            importing = token.line
        elif token.type == "CASE" and before is not None and before.type == "LAMBDA":
            token.type = "CASES"
        elif token.line == importing and token in _IMPORTING:
            token.type = _IMPORTING[token]
        elif token in {"not", "and", "or", "div", "mod"}:
            if _is_function(token, before, behind):
                token.type = "LOWER"
        elif token.type == "COMMA" and _is_free(tokens, index):
            continue
        yield token


def _is_function(token: Token, before: Token | None, behind: Token | None) -> bool:
    """Whether a word is a function rather than an operator or a prefix."""
    is_first = before is None or before.type not in _ENDS or _is_item(before, token)
    is_alone = behind is None or behind.type not in _BEGINS
    if token == "not":
        return is_alone or not is_first
    if before is not None and before.type == "LPAR":
        return token in {"and", "or"} and not is_alone
    return is_first


def _is_item(before: Token, token: Token) -> bool:
    """Whether a token begins a line in the first column, and so belongs to nothing before it."""
    return token.column == 1 and token.line != before.line


def _is_free(tokens: list[Token], index: int) -> bool:
    """Whether a comma separates free names."""
    end = index
    while [each.type for each in tokens[end : end + 2]] == ["COMMA", "LOWER"]:
        end += 2
    return end > index and end < len(tokens) and tokens[end].type == "FREE"
