"""Which texts count as the same: blanks, letter case, numbers, prompts, and free text."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from decimal import Decimal, InvalidOperation
from enum import StrEnum

from refute.diagnostics import did_you_mean
from refute.record import record


class Whitespace(StrEnum):
    """How much blanks and line ends matter, the strictest first."""

    EXACT = "exact"
    TRIMMED = "trimmed"
    COLLAPSED = "collapsed"


@record
class Comparison:
    """The differences allowed between printed and expected text.

    With a tolerance, numbers are compared by value. With late prompts, output that should precede
    an input may follow it; with free prompts, what stands before an input on the same line is
    ignored. With a late end, a program may read to the end of its input before it does the rest. If
    `loose`, free text may split numbers and words and span several lines, as in the paper.
    """

    whitespace: Whitespace = Whitespace.TRIMMED
    caseless: bool = False
    tolerance: Decimal | None = None
    late_prompts: bool = False
    free_prompts: bool = False
    late_end: bool = False
    loose: bool = False

    @property
    def holes_take_lines(self) -> bool:
        """Whether any free text may span lines."""
        return self.loose or self.whitespace is Whitespace.COLLAPSED

    @property
    def separator(self) -> str:
        """The separator between two units of printed text."""
        return " " if self.whitespace is Whitespace.COLLAPSED else "\n"

    def units(self, text: str) -> tuple[str, ...]:
        """The units of a printed text: lines, or words if all blanks count as the same.

        A specification says nothing about the end of the last line, so that is ignored.
        """
        match self.whitespace:
            case Whitespace.EXACT:
                return tuple(text.removesuffix("\n").split("\n")) if text else ()
            case Whitespace.TRIMMED:
                return tuple(line.rstrip() for line in text.split("\n") if line.strip())
            case Whitespace.COLLAPSED:
                return tuple(text.split())

    def __str__(self) -> str:
        words = [] if self.whitespace is Whitespace.TRIMMED else [str(self.whitespace)]
        words += ["caseless"] if self.caseless else []
        if self.tolerance is not None:
            words.append(f"numbers {self.tolerance:f}" if self.tolerance else "numbers")
        words += ["prompts lenient"] if self.late_prompts else []
        words += ["prompts free"] if self.free_prompts else []
        words += ["end lenient"] if self.late_end else []
        words += ["loose"] if self.loose else []
        return ", ".join(words) or str(self.whitespace)


DEFAULT = Comparison()

_PLAIN_SETTINGS: Mapping[str, Mapping[str, object]] = {
    **{each.value: {"whitespace": each} for each in Whitespace},
    "caseless": {"caseless": True},
    "numbers": {"tolerance": Decimal(0)},
    "prompts strict": {"late_prompts": False, "free_prompts": False},
    "prompts lenient": {"late_prompts": True},
    "prompts free": {"free_prompts": True},
    "end strict": {"late_end": False},
    "end lenient": {"late_end": True},
    "loose": {"loose": True},
}
_KNOWN = (*_PLAIN_SETTINGS, "numbers 0.01")


class UnknownSetting(ValueError):
    """A word that is not a setting; the text says what is wrong, `advice` what to write instead."""

    def __init__(self, message: str, advice: str) -> None:
        super().__init__(message)
        self.advice = advice


def comparison_of(settings: Iterable[str]) -> Comparison:
    """The comparison described by settings such as `exact` and `numbers 0.01`."""
    made = DEFAULT
    changed: dict[str, str] = {}
    for setting in settings:
        words = " ".join(setting.split())
        change = _change(words)
        for name in change:
            if name in changed:
                message = f"`{changed[name]}` and `{words}` exclude each other"
                raise UnknownSetting(message, "leave one of them out")
            changed[name] = words
        made = replace(made, **change)  # type: ignore[arg-type]
    return made


def _change(words: str) -> Mapping[str, object]:
    if words in _PLAIN_SETTINGS:
        return _PLAIN_SETTINGS[words]
    if words.startswith("numbers "):
        return {"tolerance": _tolerance(words.removeprefix("numbers "))}
    known = ", ".join(f"`{each}`" for each in _KNOWN)
    advice = did_you_mean(words, _KNOWN) or f"the settings are {known}"
    raise UnknownSetting(f"`{words}` is not a way to compare", advice)


def _tolerance(text: str) -> Decimal:
    try:
        value = Decimal(text)
    except InvalidOperation:
        value = Decimal("NaN")
    if not value.is_finite() or value < 0:
        raise UnknownSetting(f"`{text}` is no tolerance", "write a number such as 0.01")
    return value
