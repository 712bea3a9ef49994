"""Outputs as a person would write them."""

from __future__ import annotations

from collections.abc import Sequence

from refute.languages.console.comparison import DEFAULT
from refute.languages.console.meaning.outputs import AnyText, Around, Line
from refute.languages.console.meaning.traces import Outputs
from refute.languages.console.types import END_OF_INPUT, Value, show_value
from refute.report.texts import say

_LONGEST = 200


def quoted(lines: Sequence[str]) -> str:
    """Printed lines, each in quotes."""
    shown = [line if len(line) <= _LONGEST else f"{line[:_LONGEST]}…" for line in lines[:8]]
    joined = say("then").join(f'"{line}"' for line in shown)
    return say("more_lines", lines=joined, count=len(lines) - 8) if len(lines) > 8 else joined


def input_in_words(value: Value) -> str:
    """A value that is typed; an empty line is named as such."""
    if value == END_OF_INPUT:
        return say("end_of_input")
    return show_value(value) or say("empty_line")


def described(output: Line) -> str:
    """An output by an example, with a note where more text may stand."""
    example = DEFAULT.units(output.example)
    texts = [part for part in output.parts if not isinstance(part, AnyText)]
    if not texts:
        return say("some_text" if any(part.nonempty for part in _holes(output)) else "any_text")
    shown = quoted(example) or '""'
    if isinstance(texts[0], Around):
        return say("text_around", text=texts[0].text)
    if not output.is_free:
        return shown
    edges = {output.parts[0], output.parts[-1]}
    around = any(isinstance(each, AnyText) for each in edges)
    return say("any_text_around" if around else "any_text_between", text=shown)


def _holes(output: Line) -> list[AnyText]:
    return [part for part in output.parts if isinstance(part, AnyText)]


def wanted(outputs: Outputs) -> str:
    """What should have been printed; the first of many alternatives."""
    shown = [say("then").join(map(described, word)) for word in _essential(outputs)]
    text = say("or").join(shown[:5])
    if len(shown) > 5:
        text = say("or_others", text=text, count=len(shown) - 5)
    return say("or_nothing", text=text) if outputs.optional else text


def _essential(outputs: Outputs) -> list[Sequence[Line]]:
    """The alternatives without those that only add free text to another one."""
    found: dict[tuple[str, ...], Sequence[Line]] = {}
    for word in filter(None, outputs.words):
        told = tuple([described(line) for line in word if len(_holes(line)) < len(line.parts)])
        if told not in found or len(word) < len(found[told]):
            found[told] = word
    return list(found.values())
