"""`refute tests`: scripts of inputs that reach every button and both sides of every guard."""

from __future__ import annotations

import json
from collections.abc import Container, Hashable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from refute.frontend.node import walk
from refute.languages.language import Request, Stream
from refute.languages.options import DrawOptions
from refute.languages.workflow import replay, syntax
from refute.languages.workflow.drawing import draw_value
from refute.languages.workflow.evaluation import Results
from refute.languages.workflow.findings import Ended, Reached
from refute.languages.workflow.graph import Graph
from refute.languages.workflow.inputs import entry, in_words, keys
from refute.languages.workflow.interpret import Interpreter, RunState, World
from refute.languages.workflow.program import load, nesting
from refute.languages.workflow.show import show_value
from refute.languages.workflow.states import State, World as SymbolicWorld
from refute.languages.workflow.symbolic import Symbolic
from refute.languages.workflow.syntax import Expression
from refute.languages.workflow.tasks import Environment, Input, Suspended
from refute.languages.workflow.typecheck import Checked
from refute.record import record
from refute.report.outcome import Artifact, Block, Lines, Outcome, Table, Verdict
from refute.search import Budget, Search
from refute.solver import Path as Condition, open_session

if TYPE_CHECKING:
    from refute.solver.session import Session

MOST_STATES = 2_000
"""Maximum number of states explored by default."""


class Covering(Interpreter):
    """An interpreter that records the sides of guards it took, and the buttons pressed."""

    def __init__(self, checked: Checked) -> None:
        super().__init__(checked)
        self.covered: set[Hashable] = set()
        self._driven = False

    def drive(self, now: RunState, given: Input) -> RunState:
        """Handle one input; buttons count only when they are pressed."""
        self._driven = True
        try:
            return super().drive(now, given)
        finally:
            self._driven = False

    def _pick(self, side: Suspended, world: World) -> RunState:
        if self._driven:
            self.covered.add(_button(side.expression))
        return super()._pick(side, world)

    def evaluate(
        self, expression: Expression, names: Environment, world: World
    ) -> tuple[Any, World]:
        """The value of an expression."""
        if isinstance(expression, syntax.If):
            holds, world = self.evaluate(expression.condition, names, world)
            self.covered.add((str(expression.condition.span), bool(holds)))
            return self.evaluate(expression.then if holds else expression.otherwise, names, world)
        return super().evaluate(expression, names, world)


class Deciding(Symbolic):
    """Symbolic runs that record the path on which each side of a guard is taken."""

    def __init__(self, checked: Checked, session: Session) -> None:
        super().__init__(checked, session)
        self.sides: dict[Hashable, Condition] = {}

    def evaluate(self, expression: Expression, names: Environment, world: SymbolicWorld) -> Results:
        """The values of an expression."""
        if not isinstance(expression, syntax.If):
            yield from super().evaluate(expression, names, world)
            return
        place = str(expression.condition.span)
        for truth, between in self.evaluate(expression.condition, names, world):
            for holds, after in self.decide(truth, between):
                self.sides.setdefault((place, holds), after.path)
                side = expression.then if holds else expression.otherwise
                yield from self.evaluate(side, names, after)


@record
class Script:
    """A run, and what it covers that earlier scripts do not."""

    run: replay.Run
    covers: frozenset[Hashable]


def tests(request: Request[DrawOptions]) -> Stream:
    """Scripts of inputs with what can be seen after each, for testing an implementation."""
    with nesting(request.source):
        checked = load(request.source)
        interpreter = Covering(checked)
        known: set[Hashable] = set()
        exploration = _Exploration(checked, request)
        scripts = list(_chosen(interpreter, exploration.runs(interpreter, known), known))
    missed = _missed(checked, known)
    yield _outcome(interpreter, scripts, missed, exploration.cut if missed else "")
    made = [_described(interpreter, each.run) for each in scripts]
    text = json.dumps(made, indent=2, ensure_ascii=False)
    yield Artifact(f"{Path(request.source.name).stem}-scripts.json", f"{text}\n")


class _Exploration:
    """The states of a workflow that are found within the budget."""

    def __init__(self, checked: Checked, request: Request[DrawOptions]) -> None:
        options, effort = request.options, request.new_effort()
        self._session = open_session(effort=effort, seed=options.seed)
        self._symbolic = Deciding(checked, self._session)
        graph = Graph(self._symbolic, every_state=True, progress=request.progress)
        nodes = options.nodes or MOST_STATES
        budget = Budget(depth=options.depth, nodes=nodes, effort=effort)
        self._search = Search(
            graph.tree(), strategy="breadth-first", budget=budget, session=self._session
        )

    @property
    def cut(self) -> str:
        """Why not all states were found; empty if they were."""
        return "" if self._search.complete else str(self._search.ended)

    def runs(self, interpreter: Interpreter, known: Container[Hashable]) -> Iterator[replay.Run]:
        """Concrete runs to all states, those that end first, then short ones first.

        Then come runs to states in which a side of a guard is still missing, for example where the
        values tried first all enable a button.
        """
        states: list[State] = [
            each.value.state for each in self._search if isinstance(each.value, Ended | Reached)
        ]
        states.sort(key=lambda each: (each.value is None, len(each.inputs)))
        for state in states:
            yield from _played(interpreter, self._session, state.world.path, state)
        missing = {each for each in self._symbolic.sides if each not in known}
        for state in states:
            if missing:
                for path in _paths_to(self._symbolic, state, missing):
                    yield from _played(interpreter, self._session, path, state)
                missing = {each for each in missing if each not in known}


def _played(
    interpreter: Interpreter, session: Session, path: Condition, state: State
) -> Iterator[replay.Run]:
    """A concrete run to a state under a path, if there is one."""
    given = replay.instantiate(session, path, state.inputs)
    run = None if given is None else replay.play(interpreter, given)
    if run is not None and run.refused is None and run.error is None:
        yield run


def _paths_to(symbolic: Deciding, state: State, wanted: Container[Hashable]) -> list[Condition]:
    """The paths on which buttons of a state take wanted sides of guards."""
    symbolic.sides.clear()
    for offer in symbolic.possible(state.task, state.world):
        if offer.given.shape is None:
            for _ in symbolic.drive(offer):
                pass
    return [path for side, path in symbolic.sides.items() if side in wanted]


def _chosen(
    interpreter: Covering, runs: Iterator[replay.Run], known: set[Hashable]
) -> Iterator[Script]:
    """The runs that cover something new, which is then known."""
    for run in runs:
        interpreter.covered = set()
        again = replay.play(interpreter, run.inputs)
        for now in again.stands:
            interpreter.inputs(now)
        found = interpreter.covered | {each.kind for each in run.inputs}
        if not found <= known:
            yield Script(again, frozenset(found - known))
            known |= found


def _missed(checked: Checked, covered: set[Hashable]) -> list[str]:
    """Sides of guards, and labels, that no script reaches."""
    missed: dict[str, None] = {}
    for node in (each for body in _bodies(checked) for each in walk(body)):
        if isinstance(node, syntax.If):
            place = str(node.condition.span)
            for holds in (True, False):
                if (place, holds) not in covered:
                    condition = " ".join(node.condition.span.text.split())
                    missed[f"`{condition}` is never {holds} ({place})"] = None
        if isinstance(node, syntax.Button) and _button(node.task) not in covered:
            missed[f"“{node.label}” is never pressed ({node.span})"] = None
    return list(missed)


def _button(behind: Expression) -> Hashable:
    """The key of a button, from the task behind it, since several may have the same label."""
    return "pressed", str(behind.span)


def _bodies(checked: Checked) -> list[Expression]:
    """The bodies in the file itself, and those that its task uses from other files."""
    defined = {each.name.name: each.body for each in checked.definitions}
    used: dict[str, Expression] = {}
    waiting = [checked.task.body]
    while waiting:
        for node in walk(waiting.pop()):
            name = checked.instances.get(id(node), getattr(node, "name", ""))
            if isinstance(node, syntax.Name) and name in defined and name not in used:
                used[name] = defined[name]
                waiting.append(defined[name])
    own = checked.task.span.source
    needed = set(map(id, used.values()))
    return [each for each in checked.bodies if each.span.source is own or id(each) in needed]


def _outcome(
    interpreter: Interpreter, scripts: list[Script], missed: list[str], cut: str
) -> Outcome:
    task = interpreter.checked.task.name
    rows = tuple(
        (str(number), replay.script(interpreter, each.run), _value(interpreter, each.run))
        for number, each in enumerate(scripts, 1)
    )
    blocks: list[Block] = [Table("scripts", ("", "inputs", "value"), rows)]
    reach = "1 script reaches" if len(scripts) == 1 else f"{len(scripts)} scripts reach"
    summary = f"{reach} every button and guard side"
    if missed:
        summary = f"{reach} all but {len(missed)} of what there is"
        blocks.append(Lines("not reached", tuple(missed)))
    return Outcome(
        task.name,
        "tests",
        Verdict.UNDECIDED if cut else Verdict.PASSED,
        summary,
        reason=cut,
        blocks=tuple(blocks),
        place=str(task.span),
        word="" if cut else "made",
    )


def _value(interpreter: Interpreter, run: replay.Run) -> str:
    value = None if run.now is None else interpreter.value(run.now.task, run.now.world)
    return "" if value is None else draw_value(value, interpreter.checked.value)


def _described(interpreter: Interpreter, run: replay.Run) -> dict[str, object]:
    """A script for an implementation: the actions, and the possible inputs after each."""
    steps: list[dict[str, object]] = []
    for given, before, after in zip(run.inputs, run.stands, run.stands[1:], strict=False):
        step: dict[str, object] = {
            "input": entry(interpreter, before, given),
            "told": in_words(given),
            "who": given.who,
            "label": given.label,
        }
        if given.shape is not None:
            step["value"] = show_value(given.action, given.shape)
        step["possible"] = [each.text for each in keys(interpreter.inputs(after))]
        steps.append(step)
    start = [each.text for each in keys(interpreter.inputs(run.stands[0]))]
    return {"possible": start, "steps": steps, "value": _value(interpreter, run) or None}
