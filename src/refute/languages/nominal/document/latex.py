"""Pieces of mathematics as LaTeX."""

from __future__ import annotations

import re

from refute.languages.nominal.document.typeset import Kind, Piece, Pieces, Rule

PREAMBLE = r"""\documentclass{article}
\usepackage{amsmath,amssymb,graphicx}
\newcommand{\rulename}[1]{\;\textsc{\small #1}}
\begin{document}
"""

EMPTY = r"\quad"

_SIGNS = {
    "⇒": r"\Rightarrow", "⟶": r"\longrightarrow", "→": r"\to", "⊢": r"\vdash", "≤": r"\le",
    "≥": r"\ge", "∧": r"\land", "∨": r"\lor", "×": r"\times", "←": r"\gets",
    "↔": r"\leftrightarrow", "⊩": r"\Vdash", "⇝": r"\leadsto", "↦": r"\mapsto", "≠": r"\ne",
    "⇐": r"\Leftarrow", "⊤": r"\top", "⊥": r"\bot", "∀": r"\forall ", "∃": r"\exists ",
    "И": r"\reflectbox{\textsf{N}}", "¬": r"\lnot ", "·": r"\cdot ", "|": r"\mid ",
    "#": r"\mathrel{\#}",
    "⟶*": r"\longrightarrow^{*}", "Γ": r"\Gamma", "⇓": r"\Downarrow", "λ": r"\lambda ",
}  # fmt: skip
_SPECIAL = {each: f"\\{each}" for each in "&%$#_{}"} | {
    "~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "\\": r"\textbackslash{}"
}  # fmt: skip
_IN_TEXT = {"<": r"\textless{}", ">": r"\textgreater{}", "|": r"\textbar{}", " ": r"\ "}
"""Characters that are others in the text fonts, or are dropped there."""
_INDEXED = re.compile(r"([A-Za-z_]*?[A-Za-z])_?(\d*)('*)\Z")


def text(plain: str) -> str:
    """Plain text with the special characters of LaTeX escaped."""
    return "".join(_SPECIAL.get(char, char) for char in plain)


def row(pieces: Pieces) -> str:
    """Pieces in a row."""
    return "".join(map(_piece, pieces))


def _piece(piece: Piece) -> str:
    match piece:
        case Kind.SPACE, _:
            return r"\;"
        case Kind.SIGN, shown:
            return _SIGNS.get(shown) or "".join(_SIGNS.get(each) or text(each) for each in shown)
        case Kind.WORD, shown:
            return rf"\mathsf{{{text(shown)}}}"
        case Kind.TEXT, shown:
            return rf"\textsf{{{''.join(_IN_TEXT.get(char) or text(char) for char in shown)}}}"
        case _, shown:
            return _identifier(shown)


def _identifier(shown: str) -> str:
    found = _INDEXED.match(shown)
    if found is None:
        return rf"\mathit{{{text(shown)}}}"
    base, index, primes = found.groups()
    below = f"_{{{index}}}" if index else ""
    return rf"\mathit{{{text(base)}}}{below}{primes}"


def fraction(rule: Rule) -> str:
    """A rule: its premises over its conclusion, its name beside the line."""
    above = r" \qquad ".join(map(row, rule.premises))
    line = rf"\frac{{{above or EMPTY}}}{{{row(rule.conclusion)}}}"
    return rf"{line}\rulename{{{text(rule.name)}}}"
