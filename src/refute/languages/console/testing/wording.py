"""Outputs as a person would write them."""

from __future__ import annotations

from collections.abc import Sequence

from refute.languages.console.comparison import DEFAULT
from refute.languages.console.meaning.outputs import AnyText, Around, Line
from refute.languages.console.meaning.traces import Outputs

_LONGEST = 200


def quoted(lines: Sequence[str]) -> str:
    """Printed lines, each in quotes."""
    shown = [line if len(line) <= _LONGEST else f"{line[:_LONGEST]}…" for line in lines[:8]]
    more = f" and {len(lines) - 8} more lines" if len(lines) > 8 else ""
    return ", then ".join(f'"{line}"' for line in shown) + more


def described(output: Line) -> str:
    """An output by an example, and where more text may stand."""
    example = DEFAULT.units(output.example)
    texts = [part for part in output.parts if not isinstance(part, AnyText)]
    if not texts:
        return "any text" if all(not part.nonempty for part in _holes(output)) else "some text"
    shown = quoted(example) or '""'
    if isinstance(texts[0], Around):
        return f'"{texts[0].text}" with some text around it'
    if not output.is_free:
        return shown
    edges = {output.parts[0], output.parts[-1]}
    where = "around it" if any(isinstance(each, AnyText) for each in edges) else "in between"
    return f"{shown} with any text {where}"


def _holes(output: Line) -> list[AnyText]:
    return [part for part in output.parts if isinstance(part, AnyText)]


def wanted(outputs: Outputs) -> str:
    """What should have been printed; the first of many alternatives."""
    shown = [", then ".join(map(described, word)) for word in outputs.words if word]
    shown = list(dict.fromkeys(shown))
    nothing = " or nothing" if outputs.optional else ""
    if len(shown) == 1:
        return shown[0] + nothing
    more = f" or {len(shown) - 5} other texts" if len(shown) > 5 else ""
    return f"{' or '.join(shown[:5])}{more}{nothing}"
