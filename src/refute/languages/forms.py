"""The possible entries of a conversation, as fields and buttons of a form."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict
from enum import StrEnum
from typing import TypeAlias, assert_never

from refute.record import record


class Kind(StrEnum):
    """The kind of value of a field, which determines how it is shown and written."""

    NUMBER = "number"
    TEXT = "text"
    CHOICE = "choice"
    LITERAL = "literal"


@record
class Field:
    """A value that can be entered; `entry` is written before it, `value` is the current one.

    A field with `choices` takes nothing else. `role` is the role that may enter it; empty for
    everybody.
    """

    label: str
    kind: Kind
    entry: str
    value: str = ""
    choices: tuple[str, ...] = ()
    role: str = ""

    def written(self, text: str) -> str:
        """The entry that puts a text into the field."""
        value = json.dumps(text, ensure_ascii=False) if self.kind is Kind.TEXT else text.strip()
        return f"{self.entry} {value}".strip()


@record
class Button:
    """An entry without a value; `role` is the role that may enter it, empty for everybody."""

    label: str
    entry: str
    role: str = ""


@record
class Shown:
    """A value that can only be looked at."""

    label: str
    value: str


@record
class Group:
    """Parts that belong together, below each other or, with a word between them, side by side."""

    parts: tuple[Form, ...]
    between: str = ""


Form: TypeAlias = Field | Button | Shown | Group


def elements(form: Form) -> Iterator[Field | Button]:
    """All fields and buttons, in the order in which they are shown."""
    match form:
        case Group(parts):
            for each in parts:
                yield from elements(each)
        case Field() | Button():
            yield form
        case Shown():
            pass
        case _:
            assert_never(form)


def form_to_json(form: Form) -> dict[str, object]:
    """A form as a JSON object."""
    match form:
        case Field():
            return {"is": "field", **asdict(form)}
        case Button():
            return {"is": "button", **asdict(form)}
        case Shown(label, value):
            return {"is": "shown", "label": label, "value": value}
        case Group(parts, between):
            inside = [form_to_json(each) for each in parts]
            return {"is": "group", "parts": inside, "between": between}
        case _:
            assert_never(form)
