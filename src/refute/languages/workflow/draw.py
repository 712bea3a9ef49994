"""Concrete tasks and inputs as people see them: on one line, and as nested forms."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from refute.languages.workflow import syntax
from refute.languages.workflow.interpret import Possible, World
from refute.languages.workflow.show import show_type, show_value
from refute.languages.workflow.syntax import Type
from refute.languages.workflow.tasks import (
    Alternative,
    Choice,
    Editor,
    Empty,
    Failing,
    Input,
    Joined,
    Location,
    Stepping,
    Store,
    Task,
)
from refute.languages.workflow.types import is_basic

_WIDEST = 60


def draw_input(given: Input) -> str:
    """An input as `--inputs` takes it."""
    action = show_value(given.action, given.shape) if given.shape else given.action
    return " ".join([*given.way, action])


def draw_possible(possible: Possible) -> tuple[str, str]:
    """How to write an input that is possible now, and what it does."""
    if possible.shape is not None:
        written = " ".join([*possible.way, f"<{show_type(possible.shape)}>"])
        return written, "enter a value"
    means = {"C": "continue", "L": "choose the left", "R": "choose the right"}
    return " ".join([*possible.way, possible.action]), means[possible.action]


def draw_value(value: Any, shape: Type) -> str:
    """The value of a task; references show as what they are."""
    if isinstance(value, Location):
        return f"reference {value.number}"
    if shape.name == syntax.TUPLE and not is_basic(shape):
        parts = zip(value, shape.arguments, strict=True)
        return f"({', '.join(draw_value(each, part) for each, part in parts)})"
    return show_value(value, shape)


def draw_line(task: Task, world: World) -> str:
    """A task on one line, in the symbols of the paper."""
    match task:
        case Editor(value, shape):
            return f"□ {_short(draw_value(value, shape))}"
        case Empty(shape):
            return f"⊠ {show_type(shape)}"
        case Store(location, shape):
            return f"■ {_short(draw_value(world.heap[location.number], shape))}"
        case Failing():
            return "↯"
        case Stepping(inner, _, by_user):
            return f"{draw_line(inner, world)} {'▷' if by_user else '▶'} …"
        case Joined(left, right):
            return f"({draw_line(left, world)} ⋈ {draw_line(right, world)})"
        case Alternative(left, right):
            return f"({draw_line(left, world)} ◆ {draw_line(right, world)})"
        case Choice(left, right):
            sides = (" ".join(each.expression.span.text.split()) for each in (left, right))
            return f"({' ◇ '.join(map(_short, sides))})"


def draw_forms(task: Task, world: World) -> list[str]:
    """A task as nested forms: boxes for editors, side by side where people work in parallel."""
    match task:
        case Editor(value, shape):
            title = show_type(shape) + ("" if is_basic(shape) else ", fixed")
            return _box(title, [_short(draw_value(value, shape))])
        case Empty(shape):
            return _box(show_type(shape), [""])
        case Store(location, shape):
            held = _short(draw_value(world.heap[location.number], shape))
            return _box(f"shared {show_type(shape)}", [held])
        case Failing():
            return ["(nothing can be done here)"]
        case Stepping(inner, _, by_user):
            arrow = "▷ then, by C" if by_user else "▶ then"
            return [*draw_forms(inner, world), arrow]
        case Joined(left, right):
            return _beside(draw_forms(left, world), draw_forms(right, world), "and")
        case Alternative(left, right):
            return _beside(draw_forms(left, world), draw_forms(right, world), "or")
        case Choice(left, right):
            sides = [_short(" ".join(each.expression.span.text.split())) for each in (left, right)]
            return _box("choose", [f"L: {sides[0]}", f"R: {sides[1]}"])


def _short(text: str) -> str:
    return text if len(text) <= _WIDEST else f"{text[: _WIDEST - 1]}…"


def _box(title: str, lines: Sequence[str]) -> list[str]:
    width = max(len(title) + 1, *map(len, lines))
    top = f"┌ {title} ".ljust(width + 3, "─") + "┐"
    return [top, *(f"│ {line:<{width}} │" for line in lines), f"└{'─' * (width + 2)}┘"]


def _beside(left: Sequence[str], right: Sequence[str], word: str) -> list[str]:
    """Two drawings next to each other, with a word between them."""
    height = max(len(left), len(right))
    width = max(map(len, left), default=0)
    lines = []
    for row in range(height):
        one = left[row] if row < len(left) else ""
        other = right[row] if row < len(right) else ""
        between = word if row == min(1, height - 1) else " " * len(word)
        lines.append(f"{one:<{width}}  {between}  {other}".rstrip())
    return lines
