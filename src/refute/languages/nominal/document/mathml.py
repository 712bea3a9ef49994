"""Pieces of mathematics as MathML."""

from __future__ import annotations

import re
from html import escape

from refute.languages.nominal.document.typeset import Kind, Piece, Pieces, Rule

_INDEXED = re.compile(r"([A-Za-z_]*?[A-Za-z])_?(\d*)('*)\Z")


def math(content: str) -> str:
    """A formula for a page."""
    return f'<math displaystyle="true">{content}</math>'


def row(pieces: Pieces) -> str:
    """Pieces in a row."""
    return f"<mrow>{''.join(map(_piece, pieces))}</mrow>"


def _piece(piece: Piece) -> str:
    match piece:
        case Kind.SPACE, _:
            return '<mspace width="0.3em"/>'
        case Kind.SIGN, text:
            return f'<mo stretchy="false">{escape(text)}</mo>'
        case Kind.WORD, text:
            return f'<mi mathvariant="normal">{escape(text)}</mi>'
        case Kind.TEXT, text:
            return f"<mtext>{escape(text.replace(' ', chr(160)))}</mtext>"
        case _, text:
            return _identifier(text)


def _identifier(text: str) -> str:
    """A variable or name; digits at the end are an index, primes are kept."""
    found = _INDEXED.match(text)
    if found is None:
        return f"<mi>{escape(text)}</mi>"
    base, index, primes = found.groups()
    shown = f"<mi>{escape(base)}</mi>"
    if index:
        shown = f"<msub>{shown}<mn>{index}</mn></msub>"
    return f"<mrow>{shown}<mtext>{'′' * len(primes)}</mtext></mrow>" if primes else shown


def fraction(rule: Rule) -> str:
    """A rule: its premises over its conclusion, its name beside the line."""
    wide = '<mspace width="2em"/>'
    above = wide.join(map(row, rule.premises)) or '<mspace width="1em"/>'
    upper = f'<mrow>{above}<mspace width="0" depth="0.45em"/></mrow>'
    lower = f'<mrow>{row(rule.conclusion)}<mspace width="0" height="1.1em"/></mrow>'
    name = f'<mspace width="0.6em"/><mtext class="rule-name">{escape(rule.name)}</mtext>'
    return f"<mrow><mfrac>{upper}{lower}</mfrac>{name}</mrow>"
