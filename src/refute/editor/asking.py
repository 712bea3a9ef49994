"""Answering questions about a text in a worker process, part by part, so that it can be stopped."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import TypeAlias

from refute.diagnostics import Diagnostic, InputError
from refute.editor.snapshot import Problem, WalkedNodes, problem_of
from refute.languages.language import Event, Part
from refute.languages.parallel import Task, answer_part, items_of
from refute.record import record
from refute.report.outcome import Outcome
from refute.workers import Pool, Shared

Found: TypeAlias = Outcome | Problem
"""What editors show of an answer."""


@record
class Waiting:
    """A part of a command that is not answered yet."""

    number: int
    label: str


@record
class Step:
    """The state after a step: what was found, how much is done, and what comes next."""

    found: tuple[Found, ...]
    done: int
    all: int
    next: str


async def ask(pool: Pool, task: Task, wanted: WalkedNodes | None) -> AsyncIterator[Step]:
    """Yield the answers of a command, or of those of its parts that concern a range of the text."""
    shared = Shared(task)
    prepared = await _call(pool, "prepare", shared, wanted)
    parts = [each for each in prepared if isinstance(each, Waiting)]
    known = tuple(each for each in prepared if not isinstance(each, Waiting))
    yield Step(known, 0, len(parts), parts[0].label if parts else "")
    for done, part in enumerate(parts, 1):
        answered = await _call(pool, "answer", shared, part.number)
        found = tuple(each for each in answered if not isinstance(each, Waiting))
        following = parts[done].label if done < len(parts) else ""
        yield Step(found, done, len(parts), following)


async def _call(pool: Pool, function: str, *arguments: object) -> list[Found | Waiting]:
    future = pool.submit(f"{__name__}:{function}", *arguments)
    answer: list[Found | Waiting] = await asyncio.wrap_future(future)
    return answer


# In the worker


def prepare(task: Task, wanted: WalkedNodes | None) -> list[Found | Waiting]:
    """The immediate answers of a command, and its parts that concern a range of the text."""
    try:
        items = items_of(task)
    except InputError as failure:
        return [problem_of(each, task.source) for each in failure.diagnostics]
    found: list[Found | Waiting] = []
    for number, each in enumerate(items):
        if not isinstance(each, Part):
            found.extend(_shown([each], task))
        elif wanted is None or each.span is None or _touch(each, wanted):
            found.append(Waiting(number, each.label))
    return found


def _touch(part: Part, wanted: WalkedNodes) -> bool:
    assert part.span is not None
    return part.span.start < wanted[1] and wanted[0] < part.span.end


def answer(task: Task, number: int) -> list[Found]:
    """The answer to one part."""
    try:
        return _shown(answer_part(task, number), task)
    except InputError as failure:
        return [problem_of(each, task.source) for each in failure.diagnostics]


def _shown(events: list[Event], task: Task) -> list[Found]:
    found: list[Found] = []
    for each in events:
        if isinstance(each, Outcome):
            found.append(each)
        elif isinstance(each, Diagnostic):
            found.append(problem_of(each, task.source))
    return found
