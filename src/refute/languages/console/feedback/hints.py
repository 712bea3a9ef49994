"""What a beginner may have overlooked: differences that are hard to see, late prompts."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from decimal import Decimal
from enum import StrEnum

from refute.execution.program import Ending
from refute.languages.console.comparison import Comparison, Whitespace
from refute.languages.console.meaning.outputs import covers
from refute.languages.console.meaning.traces import Outputs
from refute.languages.console.testing.judging import Failure, Kind, judge, right_when_flushed
from refute.languages.console.testing.wording import quoted, wanted
from refute.record import record
from refute.report.texts import translate

# Letters of other alphabets, dashes and quotes that look like those on a keyboard.
_FOREIGN = "АВЕЅІЈКМНОРСТУХаеорсухѕіјΑΒΕΖΗΙΚΜΝΟΡΤΥΧνο–—−‐‑‒‘’‚“”„′″⁄∕∗"
_KEYBOARD = "ABESIJKMHOPCTYXaeopcyxsijABEZHIKMNOPTYXvo------'''\"\"\"'\"//*"
_LOOK_ALIKES = dict(zip(map(ord, _FOREIGN), _KEYBOARD, strict=True))
_ESCAPE_SEQUENCE = re.compile(
    r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)|[@-Z\\-_])"
)


def spelled(text: str) -> str:
    """The text with blanks at its ends as `·`, tabs as `⇥`, and other blanks by name."""
    body = text.strip(" ")
    front = len(text) - len(text.lstrip(" ")) if body else 0
    end = len(text) - len(body) - front
    inner = "".join(_spelled(char) for char in body)
    return "·" * front + inner + "·" * end


def _spelled(char: str) -> str:
    if char == "\t":
        return "⇥"
    if (char.isspace() and char not in " \n\r") or unicodedata.category(char) == "Cf":
        return f"⟨{unicodedata.name(char, hex(ord(char)))}⟩"
    return char


def without_hidden(text: str) -> str:
    """The text without characters that take up no space on a terminal."""
    kept = _ESCAPE_SEQUENCE.sub("", text)
    return "".join(char for char in kept if not _is_hidden(char))


def _is_hidden(char: str) -> bool:
    return char not in "\n\t\r" and unicodedata.category(char) in {"Cc", "Cf"}


def with_keyboard_letters(text: str) -> str:
    """The text with look-alike characters replaced by those on a keyboard."""
    return unicodedata.normalize("NFKC", text.translate(_LOOK_ALIKES)).translate(_LOOK_ALIKES)


def hidden_characters(text: str) -> list[str]:
    """The names of the characters that take up no space on a terminal."""
    found = [_name(char) for char in _ESCAPE_SEQUENCE.sub("\x1b", text) if _is_hidden(char)]
    return list(dict.fromkeys(found))


def look_alikes(text: str) -> Iterator[str]:
    """A sentence for each character that looks like another one."""
    for char in dict.fromkeys(text):
        plain = with_keyboard_letters(char)
        if plain != char and plain.isascii():
            yield translate("look_alike", found=char, name=_name(char), plain=plain)


def _name(char: str) -> str:
    if char == "\x1b":
        return "an escape sequence (U+001B)"
    if char == "\0":
        return "NUL (U+0000)"
    name = unicodedata.name(char, "a control character")
    return f"{name} (U+{ord(char):04X})"


class Aspect(StrEnum):
    """An aspect in which two texts may differ and still look alike at first sight."""

    HIDDEN = "hidden"
    LOOK_ALIKE = "look-alike"
    BLANKS = "blanks"
    CASE = "case"
    NUMBERS = "numbers"


_REPLACEMENTS: Mapping[Aspect, Callable[[str], str]] = {
    Aspect.HIDDEN: without_hidden,
    Aspect.LOOK_ALIKE: with_keyboard_letters,
}
_LOOSER: Mapping[Aspect, Callable[[Comparison], Comparison]] = {
    Aspect.BLANKS: lambda each: replace(each, whitespace=Whitespace.COLLAPSED),
    Aspect.CASE: lambda each: replace(each, caseless=True),
    Aspect.NUMBERS: lambda each: replace(each, tolerance=each.tolerance or Decimal(0)),
}


@record
class Difference:
    """A wrong output that would be right if some aspects did not matter."""

    text: str
    expected: Outputs
    aspects: frozenset[Aspect]

    @property
    def is_invisible(self) -> bool:
        """Whether the difference cannot be seen without help."""
        return bool(self.aspects & {Aspect.HIDDEN, Aspect.BLANKS})


def difference(failure: Failure) -> Difference | None:
    """The aspects in which a wrong output differs; None if it differs in others, too."""
    found = failure.found
    if found is None or not isinstance(found.expected, Outputs) or not found.is_output:
        return None
    comparison = failure.case.comparison
    text = failure.steps[found.position].text
    everything = frozenset(Aspect)
    if not _alike(text, found.expected, comparison, everything):
        return None
    needed = {
        each for each in Aspect if not _alike(text, found.expected, comparison, everything - {each})
    }
    return Difference(text, found.expected, frozenset(needed) or everything)


def _alike(
    text: str, expected: Outputs, comparison: Comparison, aspects: frozenset[Aspect]
) -> bool:
    for aspect in aspects:
        text = _REPLACEMENTS[aspect](text) if aspect in _REPLACEMENTS else text
        comparison = _LOOSER[aspect](comparison) if aspect in _LOOSER else comparison
    return any(covers(word, comparison.units(text), comparison) for word in expected.words)


def hints(failure: Failure) -> Iterator[str]:
    """Hints at what to look at, in the words of a teacher."""
    if prompts_late(failure):
        yield translate("hint_late_prompt")
    if only_prompts(failure):
        yield translate("hint_prompts")
    found = difference(failure)
    if found is not None:
        for aspect in sorted(found.aspects):
            yield _hint(aspect, found)
    if on_error_stream(failure):
        yield translate("hint_error_stream")
    if failure.kind is Kind.READS_ON:
        yield translate("hint_reads_on")
    if failure.kind is Kind.CRASHED and failure.run.ending is Ending.FINISHED:
        yield translate("hint_exit_code")
    for name in failure.run.hidden:
        yield translate("hint_sandbox", name=name)
    if failure.run.approximate:
        yield translate("hint_approximate")


def prompts_late(failure: Failure) -> bool:
    """Whether the outputs that are missing before inputs are printed after them."""
    is_missing = failure.kind is Kind.MISSING_OUTPUT
    return is_missing and right_when_flushed(failure.case, failure.steps)


def only_prompts(failure: Failure) -> bool:
    """Whether a run is right except for what it prints on lines where inputs are typed."""
    comparison = failure.case.comparison
    if failure.kind is not Kind.WRONG_OUTPUT or comparison.free_prompts:
        return False
    free = replace(failure.case, comparison=replace(comparison, free_prompts=True))
    return judge(free, failure.run, explain=False) is None


def on_error_stream(failure: Failure) -> bool:
    """Whether the missing output was printed to the error stream."""
    found = failure.found
    if failure.kind is not Kind.MISSING_OUTPUT or found is None or not failure.run.errors:
        return False
    wanted = found.expected
    if failure.blame is not None and failure.blame.output is not None:
        wanted = Outputs(((failure.blame.output,),))
    comparison = failure.case.comparison
    units = comparison.units("\n".join(failure.run.errors))
    return isinstance(wanted, Outputs) and any(
        covers(word, units[start : start + len(word)], comparison)
        for word in wanted.words
        if word
        for start in range(len(units))
    )


def _hint(aspect: Aspect, found: Difference) -> str:
    match aspect:
        case Aspect.HIDDEN:
            names = ", ".join(hidden_characters(found.text))
            return translate("hint_unseen", names=names)
        case Aspect.LOOK_ALIKE:
            return translate("hint_look_alike", said="; ".join(look_alikes(found.text)))
        case Aspect.BLANKS:
            shown = quoted(spelled_lines(found.text))
            return translate("hint_blanks", shown=shown, wanted=wanted(found.expected))
        case Aspect.CASE:
            return translate("hint_case")
        case Aspect.NUMBERS:
            return translate("hint_numbers")


def spelled_lines(text: str) -> list[str]:
    """The lines of a text with their blanks made visible."""
    return [*map(spelled, text.removesuffix("\n").split("\n"))]
