"""The wording of text, numbers and marks, the same in every renderer."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from unicodedata import combining, east_asian_width

from refute.report.outcome import FROM_WORST, Mark, Outcome, Outline, Report, Verdict
from refute.report.texts import decimal, translate

VERDICT_SYMBOLS: Mapping[Verdict, str] = {
    Verdict.REFUTED: "✗",
    Verdict.UNDECIDED: "?",
    Verdict.PASSED: "✓",
    Verdict.CONFIRMED: "✔",
}

MARK_SYMBOLS: Mapping[Mark, str] = {
    Mark.OPEN: "○",
    Mark.ANSWER: "✓",
    Mark.FAILED: "✗",
    Mark.IMPOSSIBLE: "⊥",
    Mark.CUT: "…",
    Mark.UNKNOWN: "?",
}

# Control characters except tab and newline, characters that change the direction of text, line
# separators, lone surrogates, and the two characters that XML forbids.
_TROUBLE = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff\ufffe\uffff]"
)


def visible(text: str) -> str:
    """The text with every character that could disturb its reader escaped, as in `\x1b`."""
    return _TROUBLE.sub(lambda found: ascii(found.group())[1:-1], text)


def one_line(text: str) -> str:
    """The text made visible, on one line."""
    return visible(text).replace("\n", "\\n").expandtabs(4)


def text_width(text: str) -> int:
    """The width of a line of text in columns of a terminal."""
    if text.isascii():
        return len(text)
    return sum(
        0 if combining(char) else 2 if east_asian_width(char) in "WF" else 1 for char in text
    )


def shortened(text: str, most: int = 20_000) -> str:
    """The text, with its middle replaced by a note if it is very long."""
    count = len(text) - most
    if count <= 0:
        return text
    notice = f" … {translate('left_out', count=f'{count:,}')} … "
    return f"{text[: most // 2]}{notice}{text[-most // 2 :]}" if count > len(notice) else text


def duration(seconds: float) -> str:
    """A time as people write it."""
    if seconds < 60:
        return f"{decimal(f'{seconds:.2f}')} s"
    return f"{int(seconds // 60)} min {seconds % 60:.0f} s"


def asked(outcome: Outcome) -> str:
    """The kind of question and the question, on one line."""
    return one_line(f"{outcome.kind} {outcome.question}".strip())


def statistics(outcome: Outcome) -> str:
    """The statistics of an outcome and its time, on one line; empty if there are none."""
    numbers = [f"{_name(key)} {_number(value)}" for key, value in outcome.statistics.items()]
    if outcome.seconds:
        numbers.append(duration(outcome.seconds))
    return " · ".join(numbers)


def totals(report: Report) -> str:
    """The number of questions with each verdict."""
    worst_first = sorted(report.outcomes, key=lambda each: FROM_WORST.index(each.verdict))
    count = Counter(each.called for each in worst_first)
    parts = [f"{number} {word}" for word, number in count.items()]
    questions = len(report.outcomes)
    return f"{questions} {'question' if questions == 1 else 'questions'}: {', '.join(parts)}"


def nothing_asked(report: Report) -> str:
    """The text for a report without outcomes."""
    return f"{one_line(report.file)} asks nothing that `refute {report.command}` could answer"


def preorder(outline: Outline) -> Iterator[tuple[int, Outline]]:
    """Every node with its depth, parents before children; needs no recursion."""
    waiting = [(0, outline)]
    while waiting:
        depth, node = waiting.pop()
        yield depth, node
        waiting.extend((depth + 1, child) for child in reversed(node.children))


def _name(key: str) -> str:
    return one_line(key).replace("_", " ")


def _number(value: int | float) -> str:
    return f"{value:,}" if isinstance(value, int) else f"{value:.3g}"
