"""A task as a form: editors are fields, what a user decides is a button (Figures 1 and 2)."""

from __future__ import annotations

from typing import Any, assert_never

from refute.languages.forms import Button, Field, Form, Group, Kind, Shown
from refute.languages.workflow import replay, tasks
from refute.languages.workflow.interpret import Interpreter, Now, World
from refute.languages.workflow.show import show_type
from refute.languages.workflow.syntax import Type
from refute.languages.workflow.types import is_basic

_KINDS = {"Int": Kind.NUMBER, "String": Kind.TEXT, "Bool": Kind.CHOICE}
_LABELS = {"Int": "whole number", "String": "text", "Bool": "yes or no"}
_TRUTHS = ("True", "False")


def form_of(interpreter: Interpreter, now: Now) -> Form:
    """The form of a task; its entries are the numbers of the inputs that the task takes."""
    numbers = {
        (each.way, each.action if each.shape is None else None): str(number)
        for number, each in enumerate(interpreter.inputs(now), 1)
    }
    return _Drawing(numbers, now.world).draw(now.task, ())


class _Drawing:
    """Draws the parts of one task."""

    def __init__(
        self, numbers: dict[tuple[tuple[str, ...], str | None], str], world: World
    ) -> None:
        self._numbers = numbers
        self._world = world

    def draw(self, task: tasks.Task, way: tuple[str, ...]) -> Form:
        """The form of a part of the task."""
        match task:
            case tasks.Editor(value, shape):
                return self._field(way, shape, value)
            case tasks.Empty(shape):
                return self._field(way, shape, None)
            case tasks.Store(location, shape):
                held = self._world.heap[location.number]
                return self._field(way, shape, held, "shared ")
            case tasks.Failing():
                return Shown("", "Nothing can be done here.")
            case tasks.Stepping(inner):
                return Group(
                    (self.draw(inner, way), *self._button(way, tasks.CONTINUE, "Continue"))
                )
            case tasks.Joined(left, right):
                return self._beside(left, right, way, "and")
            case tasks.Alternative(left, right):
                return self._beside(left, right, way, "or")
            case tasks.Choice(left, right):
                sides = ((tasks.LEFT, left), (tasks.RIGHT, right))
                buttons = [
                    button
                    for action, side in sides
                    for button in self._button(way, action, replay.written(side))
                ]
                return Group(tuple(buttons))
            case _:
                assert_never(task)

    def _beside(self, left: tasks.Task, right: tasks.Task, way: tuple[str, ...], word: str) -> Form:
        return Group((self.draw(left, (*way, "F")), self.draw(right, (*way, "S"))), word)

    def _button(self, way: tuple[str, ...], action: str, label: str) -> tuple[Button, ...]:
        number = self._numbers.get((way, action))
        return () if number is None else (Button(label, number),)

    def _field(self, way: tuple[str, ...], shape: Type, value: Any, prefix: str = "") -> Form:
        label = prefix + _LABELS.get(shape.name, show_type(shape))
        number = self._numbers.get((way, None))
        if number is None or not is_basic(shape):
            return Shown(label, replay.draw_value(value, shape))
        kind = _KINDS.get(shape.name, Kind.LITERAL)
        held = (
            "" if value is None else value if kind is Kind.TEXT else replay.draw_value(value, shape)
        )
        return Field(label, kind, number, held, _TRUTHS if kind is Kind.CHOICE else ())
