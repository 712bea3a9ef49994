"""`refute tests`: scripts of inputs that reach every button and both sides of every guard."""

from __future__ import annotations

import json
from collections.abc import Hashable, Iterator
from pathlib import Path
from typing import Any

from refute.frontend.node import walk
from refute.languages.language import DrawOptions, Request, Stream
from refute.languages.workflow import replay, syntax
from refute.languages.workflow.drawing import draw_value
from refute.languages.workflow.inputs import keys, told, written
from refute.languages.workflow.interpret import Interpreter, World
from refute.languages.workflow.program import load, nesting
from refute.languages.workflow.show import show_value
from refute.languages.workflow.simulate import Ended, Graph, Reached
from refute.languages.workflow.states import State
from refute.languages.workflow.symbolic import Symbolic
from refute.languages.workflow.syntax import Expression
from refute.languages.workflow.tasks import Environment
from refute.languages.workflow.typecheck import Checked
from refute.record import record
from refute.report.outcome import Artifact, Block, Lines, Outcome, Table, Verdict
from refute.search import Budget, Search
from refute.solver import open_session

MOST_STATES = 2_000
"""Maximum number of states that are looked at, by default."""


class Covering(Interpreter):
    """An interpreter that notes which sides of guards it took."""

    def __init__(self, checked: Checked) -> None:
        super().__init__(checked)
        self.covered: set[Hashable] = set()

    def evaluate(
        self, expression: Expression, names: Environment, world: World
    ) -> tuple[Any, World]:
        """The value of an expression."""
        if isinstance(expression, syntax.If):
            holds, world = self.evaluate(expression.condition, names, world)
            self.covered.add((str(expression.condition.span), bool(holds)))
            return self.evaluate(expression.then if holds else expression.otherwise, names, world)
        return super().evaluate(expression, names, world)


@record
class Script:
    """A run, and what it covers that the scripts before it do not."""

    run: replay.Run
    covers: frozenset[Hashable]


def tests(request: Request[DrawOptions]) -> Stream:
    """Scripts of inputs with what can be seen after each, for testing an implementation."""
    with nesting(request.source):
        checked = load(request.source)
        interpreter = Covering(checked)
        scripts = list(_chosen(interpreter, _runs(interpreter, checked, request)))
    covered: set[Hashable] = set().union(*(each.covers for each in scripts))
    yield _outcome(interpreter, scripts, _missed(checked, covered))
    made = [_described(interpreter, each.run) for each in scripts]
    text = json.dumps(made, indent=2, ensure_ascii=False)
    yield Artifact(f"{Path(request.source.name).stem}-scripts.json", f"{text}\n")


def _runs(
    interpreter: Interpreter, checked: Checked, request: Request[DrawOptions]
) -> Iterator[replay.Run]:
    """Concrete runs to all states, those that end first, then short ones first."""
    effort = request.new_effort()
    session = open_session(effort=effort, seed=request.options.seed)
    graph = Graph(Symbolic(checked, session), every_state=True, progress=request.progress)
    budget = Budget(
        depth=request.options.depth, nodes=request.options.nodes or MOST_STATES, effort=effort
    )
    search = Search(graph.tree(), strategy="breadth-first", budget=budget, session=session)
    states: list[State] = [
        each.value.state for each in search if isinstance(each.value, Ended | Reached)
    ]
    for state in sorted(states, key=lambda each: (each.value is None, len(each.inputs))):
        given = replay.instantiate(session, state.world.path, state.inputs)
        run = None if given is None else replay.play(interpreter, given)
        if run is not None and run.refused is None and run.error is None:
            yield run


def _chosen(interpreter: Covering, runs: Iterator[replay.Run]) -> Iterator[Script]:
    """The runs that cover something which those before them do not."""
    known: set[Hashable] = set()
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
    for node in (each for body in checked.bodies for each in walk(body)):
        if isinstance(node, syntax.If):
            place = str(node.condition.span)
            for holds in (True, False):
                if (place, holds) not in covered:
                    condition = " ".join(node.condition.span.text.split())
                    missed[f"`{condition}` is never {holds} ({place})"] = None
        if isinstance(node, syntax.Button) and not any(
            isinstance(each, str) and each.rpartition(": ")[2] == node.label for each in covered
        ):
            missed[f"“{node.label}” is never pressed"] = None
    return list(missed)


def _outcome(interpreter: Interpreter, scripts: list[Script], missed: list[str]) -> Outcome:
    task = interpreter.checked.task.name
    rows = tuple(
        (str(number), replay.script(interpreter, each.run), _value(interpreter, each.run))
        for number, each in enumerate(scripts, 1)
    )
    blocks: list[Block] = [Table("scripts", ("", "inputs", "value"), rows)]
    summary = f"{len(scripts)} script{'s' * (len(scripts) != 1)} reach every button and guard side"
    if missed:
        summary = f"{len(scripts)} scripts reach all but {len(missed)} of what there is"
        blocks.append(Lines("not reached", tuple(missed)))
    return Outcome(
        task.name,
        "tests",
        Verdict.PASSED,
        summary,
        blocks=tuple(blocks),
        place=str(task.span),
        word="made",
    )


def _value(interpreter: Interpreter, run: replay.Run) -> str:
    value = None if run.now is None else interpreter.value(run.now.task, run.now.world)
    return "" if value is None else draw_value(value, interpreter.checked.value)


def _described(interpreter: Interpreter, run: replay.Run) -> dict[str, object]:
    """A script for an implementation: what is done, and what can be done after it."""
    steps: list[dict[str, object]] = []
    for given, before, after in zip(run.inputs, run.stands, run.stands[1:], strict=False):
        step: dict[str, object] = {
            "input": written(given, interpreter.inputs(before)),
            "told": told(given),
            "who": given.role,
            "label": given.label,
        }
        if given.shape is not None:
            step["value"] = show_value(given.action, given.shape)
        step["possible"] = [each.text for each in keys(interpreter.inputs(after))]
        steps.append(step)
    start = [each.text for each in keys(interpreter.inputs(run.stands[0]))]
    return {"possible": start, "steps": steps, "value": _value(interpreter, run) or None}
