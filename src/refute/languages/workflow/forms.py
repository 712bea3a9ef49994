"""A task as a form: editors are fields, and a user's decisions are buttons (Figures 1 and 2)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, assert_never

from refute.languages.forms import Button, Field, Form, Group, Kind, Shown
from refute.languages.workflow import drawing, tasks
from refute.languages.workflow.inputs import Key, keys, keys_by_place, possible_for
from refute.languages.workflow.interpret import Interpreter, RunState, World
from refute.languages.workflow.show import show_type, show_value
from refute.languages.workflow.syntax import Trigger, Type

_KINDS = {"Int": Kind.NUMBER, "String": Kind.TEXT, "Bool": Kind.CHOICE}
_LABELS = {"Int": "whole number", "String": "text", "Bool": "yes or no", "Decimal": "number"}
_TRUTHS = ("True", "False")


def form_of(interpreter: Interpreter, now: RunState, user: str = "") -> Form:
    """The form of a task; its entries are the keys of the inputs that the task takes.

    A user sees only what his roles may see and do.
    """
    possible = keys(possible_for(interpreter, now, user))
    form = _Drawing(possible, now.world, sees(interpreter, user)).draw(now.task, (), "", "")
    if any(each.key == "wait" for each in possible):
        return Group((form, Field("days pass", Kind.NUMBER, "wait")))
    return form


def sees(interpreter: Interpreter, user: str) -> Callable[[str], bool] | None:
    """The roles whose work a user sees; None for all."""
    people = interpreter.checked.people
    return (lambda role: people.has_role(user, role)) if user else None


class _Drawing:
    """Draws the parts of one task."""

    def __init__(
        self, possible: Sequence[Key], world: World, sees: Callable[[str], bool] | None
    ) -> None:
        self._keys = keys_by_place(possible)
        self._world = world
        self._sees = sees

    def draw(self, task: tasks.Task, way: tuple[str, ...], label: str, role: str) -> Form:
        """The form of a part of the task, with the label and the role of the enclosing task."""
        match task:
            case tasks.Editor(value, shape):
                return self._field(way, _title(label, role) or _kind(shape), shape, value)
            case tasks.Empty(shape):
                return self._field(way, _title(label, role) or _kind(shape), shape, None)
            case tasks.Store(location, shape):
                held = self._world.heap[location.number]
                title = _title(label, role) or f"shared {_kind(shape)}"
                return self._field(way, title, shape, held)
            case tasks.Failing():
                return Shown("", "Nothing can be done here.")
            case tasks.Stepping(inner):
                pressed = self._buttons(way, _named(task), "")
                return Group((self.draw(inner, way, label, role), *pressed))
            case tasks.Joined(left, right):
                return self._beside(left, right, way, "and", label, role)
            case tasks.Alternative(left, right):
                return self._beside(left, right, way, "or", label, role)
            case tasks.Choice(sides):
                named = [(each.action, _side(each)) for each in sides]
                heading = (Shown(label, ""),) if label else ()
                return Group((*heading, *self._buttons(way, named, role)))
            case tasks.Marked(_, _, whose) if whose and self._sees and not self._sees(whose):
                return Shown(whose, "is at work")
            case tasks.Marked(inner, own, whose):
                return self.draw(inner, way, own or label, whose or role)
            case tasks.Timed(inner, deadline):
                left = deadline - self._world.clock
                remark = Shown("time left", f"{left} day{'s' * (left != 1)}")
                return Group((self.draw(inner, way, label, role), remark))
            case _:
                assert_never(task)

    def _beside(
        self,
        left: tasks.Task,
        right: tasks.Task,
        way: tuple[str, ...],
        word: str,
        label: str,
        role: str,
    ) -> Form:
        sides = (self.draw(left, (*way, "F"), "", role), self.draw(right, (*way, "S"), "", role))
        both = Group(sides, word)
        return Group((Shown(label, ""), both)) if label else both

    def _buttons(
        self, way: tuple[str, ...], named: Sequence[tuple[str, str]], role: str
    ) -> list[Button]:
        return [
            Button(_title(label, key.given.person or role), key.key, _who(key))
            for action, label in named
            for key in self._keys.get((way, action), ())
        ]

    def _field(self, way: tuple[str, ...], label: str, shape: Type, value: Any) -> Form:
        found = self._keys.get((way, None), ())
        if not found:
            return Shown(label, drawing.draw_value(value, shape))
        fields = [self._entered(label, each, shape, value) for each in found]
        return fields[0] if len(fields) == 1 else Group(tuple(fields))

    def _entered(self, label: str, key: Key, shape: Type, value: Any) -> Form:
        choices = _choices(shape)
        kind = Kind.CHOICE if choices else _KINDS.get(shape.name, Kind.LITERAL)
        shown = value if kind is Kind.TEXT or value is None else show_value(value, shape)
        person = f" ({key.given.person})" if key.given.person else ""
        return Field(f"{label}{person}", kind, key.key, shown or "", choices, _who(key))


def _who(key: Key) -> str:
    """Who an input is for: a person, or anybody with a role."""
    return key.given.person or key.given.role


def _choices(shape: Type) -> tuple[str, ...]:
    """The values of a type with few of them: truth values, and constructors without fields."""
    if shape.name == "Bool":
        return _TRUTHS
    if any(each.fields for each in shape.constructors):
        return ()
    return tuple(each.name for each in shape.constructors)


def _kind(shape: Type) -> str:
    return _LABELS.get(shape.name, show_type(shape))


def _title(label: str, role: str) -> str:
    return f"{role}: {label}" if label and role else label or role


def _side(side: tasks.Side) -> str:
    return side.label or drawing.written(side.task)


def _named(step: tasks.Stepping) -> list[tuple[str, str]]:
    if step.trigger is Trigger.USER:
        return [(tasks.CONTINUE, "Continue")]
    return [(each, each) for each in step.labels]
