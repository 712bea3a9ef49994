"""The questions of a command one by one: listed, reported as they start, or only one answered."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from refute.diagnostics import Diagnostic, InputError
from refute.languages.answers import timed
from refute.languages.language import Event, Events, Part, Stream
from refute.languages.parallel import Task
from refute.record import record


@record
class Only:
    """The question to answer: its label, and how many before it have the same one."""

    label: str
    nth: int = 0


class OneByOne:
    """Reports the questions of a stream as soon as they are known, and each before its answer.

    If only one is wanted, the others are skipped.
    """

    def __init__(self, tell: Callable[[dict[str, Any]], None], only: Only | None) -> None:
        self._tell = tell
        self._only = only

    def add(self, task: Task, stream: Stream) -> Events:
        """The events of a stream, with each part replaced by its events."""
        for item in stream:
            if isinstance(item, Part):
                yield from self._answered(task, [item, *stream])
                return
            yield item
        self._wanted([])

    def answered(self, task: Task) -> Events:
        """Nothing: no part is answered out of turn."""
        yield from ()

    def _answered(self, task: Task, items: list[Event | Part]) -> Events:
        parts = [each for each in items if isinstance(each, Part)]
        wanted = self._wanted(parts)
        self._tell({"kind": "parts", "parts": [_described(each, task) for each in parts]})
        number = -1
        for item in items:
            if not isinstance(item, Part):
                yield item
                continue
            number += 1
            if number in wanted:
                self._tell({"kind": "part", "number": number})
                yield from timed(item)

    def _wanted(self, parts: list[Part]) -> list[int]:
        """The numbers of the parts to be answered; InputError F010 if there is no such part."""
        only = self._only
        if only is None:
            return [*range(len(parts))]
        alike = [number for number, each in enumerate(parts) if each.label == only.label]
        if not 0 <= only.nth < len(alike):
            message = f"there is no `{only.label}` any more"
            raise InputError([Diagnostic("F010", message, help="ask about all of them again")])
        return [alike[only.nth]]


def _described(part: Part, task: Task) -> dict[str, Any]:
    if part.span is None or part.span.source.name != task.source.name:
        return {"label": part.label, "line": None}
    return {"label": part.label, "line": part.span.source.position(part.span.start)[0]}
