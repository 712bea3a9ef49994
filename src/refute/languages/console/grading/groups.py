"""Submissions that fail in the same way: the same first wrong step."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from refute.languages.console.accept import Input
from refute.languages.console.feedback import HINTS, LAST_WORDS
from refute.languages.console.judging import Failure, Kind, steps_of
from refute.languages.console.traces import Printed
from refute.report.grades import GradedSubmission, Group
from refute.report.outcome import Block, Dialogue, Lines

_WORDS = {LAST_WORDS, HINTS}
_NUMBER = re.compile(r"[+-]?\d+(?:\.\d+)?")


def signature(failures: Sequence[Failure]) -> str:
    """What failures of one program have in common with those of others.

    That is the first wrong step on the first test that fails: the tests are the same for
    everybody. Of what was printed only the numbers count, or without any the letters, so that
    different words around the same wrong result do not matter. Crashes are told apart by the
    error, not by the place.
    """
    first = failures[0]
    found = first.found
    inputs = " ".join(first.case.lines)
    if first.kind is Kind.CRASHED:
        return f"{first.kind}: {_error(first.run.detail)}"
    if found is None or first.kind in {Kind.TOO_SLOW, Kind.TOO_MUCH, Kind.NOT_STARTED}:
        return str(first.kind)
    return f"{first.kind} on {inputs} at {_place(first)}: {_essence(first)}"


def _error(detail: Sequence[str]) -> str:
    last = detail[-1].strip() if detail else ""
    return re.split(r"[:(\d]", last, maxsplit=1)[0].strip()


def _place(failure: Failure) -> str:
    """How many inputs had been read."""
    assert failure.found is not None
    steps = steps_of(failure.run, failure.case.values, failure.case.comparison)
    before = steps[: failure.found.position]
    return str(sum(isinstance(step.action, Input) for step in before))


def _essence(failure: Failure) -> str:
    assert failure.found is not None
    if not isinstance(failure.found.actual, Printed):
        return "nothing"
    text = " ".join(failure.found.actual.lines)
    numbers = _NUMBER.findall(text)
    letters = "".join(char for char in text.casefold() if char.isalnum())
    return " ".join(numbers) if numbers else letters[:200]


def groups_of(submissions: Iterable[GradedSubmission]) -> tuple[Group, ...]:
    """The groups of submissions that fail, those of most submissions first."""
    members: dict[str, list[GradedSubmission]] = {}
    for each in submissions:
        if each.group:
            members.setdefault(each.group, []).append(each)
    made = [_group(each) for each in members.values()]
    return tuple(sorted(made, key=lambda group: -len(group.members)))


def _group(members: Sequence[GradedSubmission]) -> Group:
    """A group with the evidence of the member that has the least of it to show."""
    shown = min(members, key=lambda each: (_size(each), len(each.outcome.summary)))
    return Group(
        shown.outcome.summary,
        shown.outcome.called,
        tuple(members),
        _evidence(shown),
    )


def _evidence(graded: GradedSubmission) -> tuple[Block, ...]:
    """The dialogues, in which the inputs are, and last words; or what else there is."""
    blocks = graded.outcome.blocks
    if not any(isinstance(each, Dialogue) for each in blocks):
        return blocks
    kept = [each for each in blocks if isinstance(each, Dialogue) or _is_telling(each)]
    return tuple(kept)


def _is_telling(block: Block) -> bool:
    return isinstance(block, Lines) and block.title in _WORDS


def _size(graded: GradedSubmission) -> int:
    dialogues = [each for each in graded.outcome.blocks if isinstance(each, Dialogue)]
    return sum(len(each.turns) for each in dialogues)
