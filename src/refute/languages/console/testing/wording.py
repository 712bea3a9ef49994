"""Outputs as a person would write them."""

from __future__ import annotations

from collections.abc import Sequence

from refute.languages.console.comparison import DEFAULT
from refute.languages.console.meaning.outputs import AnyText, Around, Line
from refute.languages.console.meaning.traces import Outputs
from refute.languages.console.types import END_OF_INPUT, Value, show_value
from refute.report.texts import translate

_LONGEST = 200


def quoted(lines: Sequence[str]) -> str:
    """Printed lines, each in quotes."""
    shown = [line if len(line) <= _LONGEST else f"{line[:_LONGEST]}…" for line in lines[:8]]
    joined = translate("then").join(f'"{line}"' for line in shown)
    return translate("more_lines", lines=joined, count=len(lines) - 8) if len(lines) > 8 else joined


def input_in_words(value: Value) -> str:
    """A value that is typed; an empty line is named as such."""
    if value == END_OF_INPUT:
        return translate("end_of_input")
    return show_value(value) or translate("empty_line")


def described(output: Line) -> str:
    """An output by an example, with a note where more text may stand."""
    example = DEFAULT.units(output.example)
    texts = [part for part in output.parts if not isinstance(part, AnyText)]
    if not texts:
        return translate(
            "some_text" if any(part.nonempty for part in _holes(output)) else "any_text"
        )
    shown = quoted(example) or '""'
    if isinstance(texts[0], Around):
        return translate("text_around", text=texts[0].text)
    if not output.is_free:
        return shown
    edges = {output.parts[0], output.parts[-1]}
    around = any(isinstance(each, AnyText) for each in edges)
    return translate("any_text_around" if around else "any_text_between", text=shown)


def _holes(output: Line) -> list[AnyText]:
    return [part for part in output.parts if isinstance(part, AnyText)]


def wanted(outputs: Outputs) -> str:
    """What should have been printed; the first of many alternatives."""
    shown = [translate("then").join(map(described, word)) for word in _essential(outputs)]
    text = translate("or").join(shown[:5])
    if len(shown) > 5:
        text = translate("or_others", text=text, count=len(shown) - 5)
    return translate("or_nothing", text=text) if outputs.optional else text


def _essential(outputs: Outputs) -> list[Sequence[Line]]:
    """The alternatives without those that only add free text to another one."""
    found: dict[tuple[str, ...], Sequence[Line]] = {}
    for word in filter(None, outputs.words):
        told = tuple([described(line) for line in word if len(_holes(line)) < len(line.parts)])
        if told not in found or len(word) < len(found[told]):
            found[told] = word
    return list(found.values())
