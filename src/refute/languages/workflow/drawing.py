"""Tasks as users see them: on one line in the symbols of the paper, and as forms."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import zip_longest
from typing import Any

from refute.languages.workflow import interpret, syntax, tasks
from refute.languages.workflow.inputs import Key, keys_by_place
from refute.languages.workflow.show import show_type, show_value
from refute.languages.workflow.syntax import Trigger, Type
from refute.languages.workflow.types import is_basic

_SYMBOLS = {Trigger.VALUE: "▶", Trigger.USER: "▷", Trigger.BUTTON: "▷"}


def draw_value(value: Any, shape: Type) -> str:
    """The value of a task; references are shown as such."""
    if isinstance(value, tasks.Location):
        return f"reference {value.number}"
    if shape.name == syntax.TUPLE and not is_basic(shape):
        parts = zip(value, shape.arguments, strict=True)
        return f"({', '.join(draw_value(each, part) for each, part in parts)})"
    return show_value(value, shape)


def draw_line(task: tasks.Task, world: interpret.World) -> str:
    """A task on one line, in the symbols of the paper, with labels and roles."""
    match task:
        case tasks.Editor(value, shape, fixed):
            return f"{'' if fixed else '□ '}{_short(draw_value(value, shape))}"
        case tasks.Empty(shape):
            return f"⊠ {show_type(shape)}"
        case tasks.Store(location, shape, fixed):
            shown = _short(draw_value(world.heap[location.number], shape))
            return shown if fixed else f"■ {shown}"
        case tasks.Failing():
            return "↯"
        case tasks.Stepping(inner, _, trigger, labels):
            buttons = f"[{' | '.join(labels)}]" if labels else "…"
            return f"{draw_line(inner, world)} {_SYMBOLS[trigger]} {buttons}"
        case tasks.Joined(left, right):
            return f"({draw_line(left, world)} ⋈ {draw_line(right, world)})"
        case tasks.Alternative(left, right):
            return f"({draw_line(left, world)} ◆ {draw_line(right, world)})"
        case tasks.Choice(sides):
            return f"({' ◇ '.join(map(_side, sides))})"
        case tasks.Marked(inner, "", ""):
            return draw_line(inner, world)
        case tasks.Marked(inner, label, role):
            return f"{label or role}: {draw_line(inner, world)}"
        case tasks.Timed(inner, deadline):
            return f"{draw_line(inner, world)} by day {deadline}"


WIDEST_FORM = 76
"""Maximum width of forms drawn side by side."""

WIDEST_SCREEN = 68
"""Maximum width of the screen as a story shows it, where it can be broken."""


def draw_screen(task: tasks.Task, world: interpret.World) -> list[str]:
    """A task on one line if that is short, else on one line for each parallel part."""
    line = draw_line(task, world)
    if len(line) <= WIDEST_SCREEN:
        return [line]
    match task:
        case tasks.Joined(left, right) | tasks.Alternative(left, right):
            symbol = "⋈" if isinstance(task, tasks.Joined) else "◆"
            first, *rest = draw_screen(right, world)
            return [*draw_screen(left, world), f"{symbol} {first}", *(f"  {each}" for each in rest)]
        case tasks.Stepping(inner, _, trigger, labels):
            buttons = [f"▷ [{' | '.join(labels)}]"] if labels else ["▷ …"]
            below = [] if trigger is Trigger.VALUE else buttons
            return [*draw_screen(inner, world), *below]
        case tasks.Marked(inner) | tasks.Timed(inner):
            before, _, after = line.partition(draw_line(inner, world))
            first, *rest = draw_screen(inner, world)
            lines = [before + first, *rest]
            return [*lines[:-1], lines[-1] + after]
        case _:
            return [line]


def _side(side: tasks.Side) -> str:
    return side.label or written(side.task)


def draw_forms(
    now: interpret.RunState, possible: Sequence[Key], sees: Callable[[str], bool] | None = None
) -> list[str]:
    """A task as nested forms, with the keys of what can be entered or pressed now.

    For others, in roles that the user does not see, only the fact that they do something is shown.
    """
    return _Forms(now.world, possible, sees).draw(now.task, (), "")


class _Forms:
    """Draws boxes for editors, side by side where people work in parallel."""

    def __init__(
        self,
        world: interpret.World,
        possible: Sequence[Key],
        sees: Callable[[str], bool] | None,
    ) -> None:
        self._world = world
        self._keys = keys_by_place(possible)
        self._sees = sees

    def draw(self, task: tasks.Task, way: tuple[str, ...], label: str) -> list[str]:
        """The forms of a part of the task; `label` belongs to its box, if it has one."""
        match task:
            case tasks.Editor(value, shape):
                return self._box(way, label, shape, draw_value(value, shape))
            case tasks.Empty(shape):
                return self._box(way, label, shape, "")
            case tasks.Store(location, shape):
                held = draw_value(self._world.heap[location.number], shape)
                return self._box(way, label, shape, held, "shared ")
            case tasks.Failing():
                return ["(nothing can be done here)"]
            case tasks.Stepping(inner):
                below = [] if self._is_hidden(tasks.role_of(inner)) else self._below(task, way)
                return [*self.draw(inner, way, label), *below]
            case tasks.Joined(left, right):
                return self._headed(label, self._beside(left, right, way, "and"))
            case tasks.Alternative(left, right):
                return self._headed(label, self._beside(left, right, way, "or"))
            case tasks.Choice(sides):
                lines = [self._button(way, each.action, _side(each)) for each in sides]
                return _box(label or "choose", lines)
            case tasks.Marked(_, _, role) if self._is_hidden(role):
                return [f"({role} is at work)"]
            case tasks.Marked(inner, own, role):
                title = ", ".join(filter(None, (label, own, role)))
                return self.draw(inner, way, title)
            case tasks.Timed(inner, deadline):
                left = deadline - self._world.clock
                remark = f"(within {left} day{'s' * (left != 1)})"
                return [*self.draw(inner, way, label), remark]

    def _is_hidden(self, role: str) -> bool:
        return bool(role) and self._sees is not None and not self._sees(role)

    def _headed(self, label: str, lines: list[str]) -> list[str]:
        return [f"{label}:", *lines] if label else lines

    def _beside(
        self, left: tasks.Task, right: tasks.Task, way: tuple[str, ...], word: str
    ) -> list[str]:
        sides = self.draw(left, (*way, "F"), ""), self.draw(right, (*way, "S"), "")
        return _beside(*sides, word)

    def _box(
        self, way: tuple[str, ...], label: str, shape: Type, held: str, prefix: str = ""
    ) -> list[str]:
        key = ", ".join(each.key for each in self._keys.get((way, None), ()))
        kind = prefix + show_type(shape) + ("" if key else ", fixed")
        title = " ".join(filter(None, (key, f"{label}: {kind}" if label else kind)))
        return _box(title, [_short(held)])

    def _below(self, step: tasks.Stepping, way: tuple[str, ...]) -> list[str]:
        match step.trigger:
            case Trigger.VALUE:
                return ["▶ then"]
            case Trigger.USER:
                return [self._button(way, tasks.CONTINUE, "Continue")]
            case Trigger.BUTTON:
                return ["   ".join(self._button(way, each, each) for each in step.labels)]

    def _button(self, way: tuple[str, ...], action: str, shown: str) -> str:
        found = self._keys.get((way, action), ())
        if not found:
            return f"[-] {shown} (not now)"
        return "   ".join(
            f"[{each.key}] {shown}" + (f" ({each.given.person})" if len(found) > 1 else "")
            for each in found
        )


def written(side: tasks.Suspended) -> str:
    """The text for a side of a choice, shortened."""
    return _short(" ".join(side.expression.span.text.split()))


def _short(text: str, width: int = 60) -> str:
    return text if len(text) <= width else f"{text[: width - 1]}…"


def _box(title: str, lines: Sequence[str]) -> list[str]:
    width = max(len(title) + 1, *map(len, lines))
    top = f"┌ {title} ".ljust(width + 3, "─") + "┐"
    return [top, *(f"│ {line:<{width}} │" for line in lines), f"└{'─' * (width + 2)}┘"]


def _beside(left: Sequence[str], right: Sequence[str], word: str) -> list[str]:
    """Two drawings next to each other, joined by a word, or stacked if they are too wide."""
    height = max(len(left), len(right))
    width = max(map(len, left), default=0)
    if width + len(word) + 4 + max(map(len, right), default=0) > WIDEST_FORM:
        return [*left, word, *right]
    lines = []
    for row, (one, other) in enumerate(zip_longest(left, right, fillvalue="")):
        between = word if row == min(1, height - 1) else " " * len(word)
        lines.append(f"{one:<{width}}  {between}  {other}".rstrip())
    return lines
