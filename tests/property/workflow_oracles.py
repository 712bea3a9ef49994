"""Two judges of an exploration: the same without its reductions, and runs on plain values."""

from collections.abc import Iterator, Mapping
from dataclasses import fields, replace
from random import Random
from unittest.mock import patch

from workflow_judge import Judge, able

from asking import report_on
from refute.languages.workflow import syntax, tasks
from refute.languages.workflow.interpret import EvaluationError, Interpreter, NotAcceptedError, Now
from refute.languages.workflow.program import load
from refute.languages.workflow.reductions import ALL, Reductions
from refute.languages.workflow.simulate import Graph
from refute.languages.workflow.tasks import Input
from refute.report.outcome import Outcome, Verdict
from refute.source import Source

EACH = [each.name for each in fields(Reductions)]
NONE = Reductions(**dict.fromkeys(EACH, False))
DECIDED = {Verdict.CONFIRMED, Verdict.REFUTED}
EFFORT = 0.03
STATES = 60
"""How many states are looked at without reductions."""


def answers(source: Source, reductions: Reductions) -> Mapping[str, Outcome]:
    """What is said of each claim with some of the reductions."""
    with patch.object(Graph, "reductions", reductions):
        most = None if reductions == ALL else STATES
        report = report_on("check", source, effort=EFFORT, nodes=most)
    return {each.question: each for each in report.outcomes}


def disagreements(text: str, random: Random, runs: int = 30) -> Iterator[str]:
    """What is said with all reductions and is not so without, or on a run."""
    source = Source("random.top", text)
    reduced = answers(source, ALL)
    for each in reduced.values():
        if "do not replay" in (each.reason or ""):
            yield f"{each.question} does not replay"
    fewer = random.choice([NONE, NONE, replace(ALL, **{random.choice(EACH): False})])
    for name, outcome in answers(source, fewer).items():
        if {outcome.verdict, reduced[name].verdict} == DECIDED:
            yield f"{name} is {reduced[name].verdict}, and {outcome.verdict} with {fewer}"
    yield from _broken(source, reduced, random, runs)


def _broken(
    source: Source, said: Mapping[str, Outcome], random: Random, runs: int
) -> Iterator[str]:
    """Claims that are said to hold and do not on a run."""
    checked = load(source)
    interpreter = Interpreter(checked)
    claims = [
        (each, isinstance(each, syntax.Reachable))
        for each in checked.program.declarations
        if isinstance(each, syntax.Question) and each.name.name in said
    ]
    for _ in range(runs):
        try:
            judge = Judge(interpreter, *_a_run(interpreter, random))
            for claim, reachable in claims:
                name = claim.name.name
                denied = Verdict.REFUTED if reachable else Verdict.CONFIRMED
                if said[name].verdict is denied and judge.holds(claim) is reachable:
                    yield f"{name} is {denied}, but not on {[str(e) for e in judge.inputs]}"
        except EvaluationError:
            return


def _a_run(interpreter: Interpreter, random: Random) -> tuple[list[Input], list[Now]]:
    """Random inputs, each done by somebody who may."""
    _, now = interpreter.start()
    given, stands = [], [now]
    for _ in range(random.randint(1, 8)):
        shown = [each for each, _ in interpreter._shown(now.task, now.world, ())]
        possible = [replace(each, person=user) for each in shown for user in able(each, now)] + [
            Input(tasks.WAIT, 1, syntax.INT)
        ]
        entered = random.choice(possible)
        if entered.way != tasks.WAIT and entered.shape is not None:
            boolean = entered.shape == syntax.BOOL
            value = random.choice([True, False]) if boolean else random.randint(-1, 3)
            entered = replace(entered, action=value)
        try:
            now = interpreter.drive(now, entered)
        except NotAcceptedError:
            continue
        given.append(entered)
        stands.append(now)
    return given, stands
