"""The causes that failures of different programs share: which step differs, and how."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import combinations

from refute.languages.console.feedback.hints import (
    difference,
    on_error_stream,
    only_prompts,
    prompts_late,
)
from refute.languages.console.meaning.traces import Input, Outputs, Printed
from refute.languages.console.testing.judging import Failure, Kind

_NUMBER = re.compile(r"[+-]?\d+(?:\.\d+)?")
_SLOW = {Kind.TOO_SLOW, Kind.TOO_MUCH, Kind.NOT_STARTED, Kind.UNSTEADY}


def cause(failure: Failure) -> str:
    """A text that is equal for failures with the same cause.

    It names the kind of failure, the violated statement of the specification, and how it is
    violated. Crashes are distinguished by their error, wherever it happened.
    """
    if failure.kind is Kind.CRASHED:
        return f"{failure.kind}: {_error(failure.run.detail) or failure.run.exit_code}"
    if failure.kind in _SLOW or failure.found is None:
        return str(failure.kind)
    if only_prompts(failure):
        return "prompts"
    return f"{failure.kind} at {_statement(failure)}: {_manner(failure)}"


def _error(detail: Sequence[str]) -> str:
    last = detail[-1].strip() if detail else ""
    return re.split(r"[:(\d]", last, maxsplit=1)[0].strip()


def _statement(failure: Failure) -> str:
    """The violated output, or the number of inputs read before the failure."""
    found = failure.found
    assert found is not None
    if failure.blame is not None and failure.blame.output is not None:
        return f"output {failure.blame.output.origin}"
    if isinstance(found.expected, Outputs):
        origins = [each.origin for word in found.expected.words for each in word[:1]]
        return f"output {min(origins, default=0)}"
    read = sum(isinstance(step.action, Input) for step in failure.steps[: found.position])
    return f"input {read}"


def _manner(failure: Failure) -> str:
    """How the printed text differs from the expected one."""
    if on_error_stream(failure):
        return "on the error stream"
    if prompts_late(failure):
        return "late"
    subtle = difference(failure)
    if subtle is not None:
        return " ".join(sorted(subtle.aspects))
    printed = _printed(failure)
    if not printed:
        return "nothing"
    if any(each in printed for each in _concatenations(failure.case.lines)):
        return "inputs joined as texts"
    inputs = " ".join(failure.case.lines)
    return f"{_essence(printed)} on {inputs}"


def _printed(failure: Failure) -> str:
    """The line to blame, or everything printed in its place."""
    found = failure.found
    assert found is not None
    if not isinstance(found.actual, Printed):
        return ""
    if failure.blame is not None and not failure.blame.missing:
        return found.actual.lines[failure.blame.unit]
    return " ".join(found.actual.lines)


def _concatenations(lines: Sequence[str]) -> Iterator[str]:
    """The numbers formed by writing two or more consecutive inputs as one."""
    for start, end in combinations(range(min(len(lines), 12) + 1), 2):
        if end - start > 1 and all(re.fullmatch(r"-?\d+", each) for each in lines[start:end]):
            yield "".join(lines[start:end])


def _essence(text: str) -> str:
    """The numbers in a text or, if there are none, its letters."""
    numbers = _NUMBER.findall(text)
    letters = "".join(char for char in text.casefold() if char.isalnum())
    return " ".join(numbers) if numbers else letters[:200]
