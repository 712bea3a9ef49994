"""The table that says what stands for constructors in another language."""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping, Sequence

from refute.diagnostics import Diagnostic, InputError, did_you_mean


def constructor_table(
    given: Sequence[str], known: Mapping[str, object], *, is_python: bool
) -> dict[str, str]:
    """What the user says of constructors: for each, what stands for it in the other language."""
    table = {}
    for each in given:
        name, sign, text = each.partition("=")
        name = name.strip()
        if not sign or not text.strip():
            advice = "write `Leaf=None` or `Node=trees.Node`"
            raise InputError([Diagnostic("FL037", f"`{each}` is no constructor", help=advice)])
        if name not in known:
            advice = did_you_mean(name, known)
            message = f"there is no constructor `{name}`"
            raise InputError([Diagnostic("FL037", message, help=advice)])
        table[name] = _python(text.strip()) if is_python else text.strip()
    return table


def _python(text: str) -> str:
    """A Python expression as it is written wherever it stands."""
    try:
        ast.parse(text, mode="eval")
    except (SyntaxError, ValueError):
        advice = "write a class or an expression, as in `Leaf=None` or `Node=trees.Node`"
        raise InputError([Diagnostic("FL037", f"`{text}` is no Python", help=advice)]) from None
    return text if re.fullmatch(r"[\w.]+", text) else f"({text})"
