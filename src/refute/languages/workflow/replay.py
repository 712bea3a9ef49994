"""Concrete runs: of a model of a path, of given inputs, and how people see them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from itertools import zip_longest
from typing import TYPE_CHECKING, Any

from refute.languages.workflow import interpret, syntax, tasks
from refute.languages.workflow.project import symbols_of
from refute.languages.workflow.show import show_type, show_value
from refute.languages.workflow.syntax import Type
from refute.languages.workflow.tasks import Environment, Input
from refute.languages.workflow.types import is_basic
from refute.record import record
from refute.solver import Model, Path
from refute.terms import INT, Term, evaluate

if TYPE_CHECKING:
    from refute.solver.session import Session


def instantiate(session: Session, path: Path, inputs: Iterable[Input]) -> tuple[Input, ...] | None:
    """The inputs with small values under which the path holds; None when there is no model."""
    given = tuple(inputs)
    numbers = [
        symbol
        for each in given
        if isinstance(each.action, Term)
        for symbol in sorted(symbols_of(each.action), key=lambda term: str(term.payload))
        if symbol.sort is INT
    ]
    model = session.smallest(path, numbers) if numbers else session.model(path)
    return None if model is None else tuple(concrete(each, model) for each in given)


def concrete(given: Input, model: Model) -> Input:
    """A symbolic input under a model."""
    if isinstance(given.action, Term):
        return replace(given, action=evaluate(given.action, model))
    return given


@record
class Run:
    """A concrete run: where it stood after each input, and the error that ended it, if any."""

    names: Environment
    inputs: tuple[Input, ...]
    stands: tuple[interpret.Now, ...]
    error: interpret.EvaluationError | None = None
    refused: Input | None = None

    @property
    def now(self) -> interpret.Now | None:
        """Where it stands in the end; nowhere after an error at the very start."""
        return self.stands[-1] if self.stands else None


def play(interpreter: interpret.Interpreter, inputs: Sequence[Input]) -> Run:
    """Run a task on inputs, up to the first that is not accepted or has no result."""
    stands: list[interpret.Now] = []
    names: Environment = {}
    try:
        names, now = interpreter.start()
        stands.append(now)
        for each in inputs:
            try:
                stands.append(interpreter.drive(stands[-1], each))
            except interpret.NotAcceptedError:
                return Run(names, tuple(inputs), tuple(stands), refused=each)
    except interpret.EvaluationError as error:
        return Run(names, tuple(inputs), tuple(stands), error)
    return Run(names, tuple(inputs), tuple(stands))


def holds(
    interpreter: interpret.Interpreter, claim: syntax.Claim, run: Run
) -> bool | interpret.EvaluationError | None:
    """What a claim says of the value of a run; None when there is no value."""
    if run.now is None or run.error is not None or run.refused is not None:
        return None
    value = interpreter.value(run.now.task, run.now.world)
    if value is None:
        return None
    names = bind(claim, value, {**run.names, "inputs": run.inputs})
    try:
        truth: bool = interpreter.evaluate(claim.body, names, run.now.world)[0]
    except interpret.EvaluationError as error:
        return error
    return truth


def bind(
    claim: syntax.Claim,
    value: Any,
    names: Environment,
    extend: Callable[[Environment, syntax.Pattern, Any], Environment] = tasks.extend,
) -> Environment:
    """The environment with the parameters of a claim bound to the value of the task."""
    match claim.parameters:
        case ():
            return names
        case (only,):
            return extend(names, only, value)
        case several:
            return extend(names, syntax.TuplePattern(several), value)


def describe(interpreter: interpret.Interpreter, run: Run) -> list[str]:
    """A run step by step: each input, and the task after it."""
    texts = ["start", *(draw_input(each) for each in run.inputs)]
    width = max(map(len, texts))
    lines = [
        f"{text:<{width}}  →  {_stand(interpreter, now)}"
        for text, now in zip(texts, run.stands, strict=False)
    ]
    if run.error is not None:
        lines.append(f"{texts[len(run.stands)]:<{width}}  →  {run.error.message}")
    return lines


def _stand(interpreter: interpret.Interpreter, now: interpret.Now) -> str:
    value = interpreter.value(now.task, now.world)
    line = draw_line(now.task, now.world)
    if value is None:
        return line
    return f"{line}   value {draw_value(value, interpreter.checked.value)}"


# Tasks and inputs as people see them


def draw_input(given: Input) -> str:
    """An input as `--inputs` takes it."""
    action = show_value(given.action, given.shape) if given.shape else given.action
    return " ".join([*given.way, action])


def entries(interpreter: interpret.Interpreter, run: Run) -> tuple[str, ...]:
    """The inputs of a run as a conversation takes them.

    A number without a way to its editor would be the number of an input there.
    """
    made = []
    for now, given in zip(run.stands, run.inputs, strict=False):
        possible = [(each.way, each.shape) for each in interpreter.inputs(now)]
        numbered = not given.way and given.shape is not None
        place = f"{possible.index((given.way, given.shape)) + 1} " if numbered else ""
        made.append(place + draw_input(given))
    return tuple(made)


def draw_possible(possible: Input) -> tuple[str, str]:
    """How to write an input that is possible now, and what it does."""
    if possible.shape is not None:
        written = " ".join([*possible.way, f"<{show_type(possible.shape)}>"])
        return written, "enter a value"
    means = {"C": "continue", "L": "choose the left", "R": "choose the right"}
    return " ".join([*possible.way, possible.action]), means[possible.action]


def draw_value(value: Any, shape: Type) -> str:
    """The value of a task; references show as what they are."""
    if isinstance(value, tasks.Location):
        return f"reference {value.number}"
    if shape.name == syntax.TUPLE and not is_basic(shape):
        parts = zip(value, shape.arguments, strict=True)
        return f"({', '.join(draw_value(each, part) for each, part in parts)})"
    return show_value(value, shape)


def draw_line(task: tasks.Task, world: interpret.World) -> str:
    """A task on one line, in the symbols of the paper."""
    match task:
        case tasks.Editor(value, shape):
            return f"□ {_short(draw_value(value, shape))}"
        case tasks.Empty(shape):
            return f"⊠ {show_type(shape)}"
        case tasks.Store(location, shape):
            return f"■ {_short(draw_value(world.heap[location.number], shape))}"
        case tasks.Failing():
            return "↯"
        case tasks.Stepping(inner, _, by_user):
            return f"{draw_line(inner, world)} {'▷' if by_user else '▶'} …"
        case tasks.Joined(left, right):
            return f"({draw_line(left, world)} ⋈ {draw_line(right, world)})"
        case tasks.Alternative(left, right):
            return f"({draw_line(left, world)} ◆ {draw_line(right, world)})"
        case tasks.Choice(left, right):
            return f"({written(left)} ◇ {written(right)})"


def draw_forms(task: tasks.Task, world: interpret.World) -> list[str]:
    """A task as nested forms: boxes for editors, side by side where people work in parallel."""
    match task:
        case tasks.Editor(value, shape):
            title = show_type(shape) + ("" if is_basic(shape) else ", fixed")
            return _box(title, [_short(draw_value(value, shape))])
        case tasks.Empty(shape):
            return _box(show_type(shape), [""])
        case tasks.Store(location, shape):
            held = _short(draw_value(world.heap[location.number], shape))
            return _box(f"shared {show_type(shape)}", [held])
        case tasks.Failing():
            return ["(nothing can be done here)"]
        case tasks.Stepping(inner, _, by_user):
            arrow = "▷ then, by C" if by_user else "▶ then"
            return [*draw_forms(inner, world), arrow]
        case tasks.Joined(left, right):
            return _beside(draw_forms(left, world), draw_forms(right, world), "and")
        case tasks.Alternative(left, right):
            return _beside(draw_forms(left, world), draw_forms(right, world), "or")
        case tasks.Choice(left, right):
            return _box("choose", [f"L: {written(left)}", f"R: {written(right)}"])


def written(side: tasks.Suspended) -> str:
    """What is written for a side of a choice, shortened."""
    return _short(" ".join(side.expression.span.text.split()))


def _short(text: str, width: int = 60) -> str:
    return text if len(text) <= width else f"{text[: width - 1]}…"


def _box(title: str, lines: Sequence[str]) -> list[str]:
    width = max(len(title) + 1, *map(len, lines))
    top = f"┌ {title} ".ljust(width + 3, "─") + "┐"
    return [top, *(f"│ {line:<{width}} │" for line in lines), f"└{'─' * (width + 2)}┘"]


def _beside(left: Sequence[str], right: Sequence[str], word: str) -> list[str]:
    """Two drawings next to each other, with a word between them."""
    height = max(len(left), len(right))
    width = max(map(len, left), default=0)
    lines = []
    for row, (one, other) in enumerate(zip_longest(left, right, fillvalue="")):
        between = word if row == min(1, height - 1) else " " * len(word)
        lines.append(f"{one:<{width}}  {between}  {other}".rstrip())
    return lines
