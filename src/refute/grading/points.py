"""The points of each test: points belong to behaviours, and are shared by their tests."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from refute.diagnostics import Diagnostic, InputError, did_you_mean
from refute.grading.configuration import PER_TEST, BehaviourSettings, Configuration
from refute.grading.grades import written
from refute.languages.gradable import Behaviour, Exercise
from refute.record import record
from refute.report.outcome import Outcome, Table, Verdict
from refute.report.texts import using_language

_USUAL = BehaviourSettings()


@record
class Weight:
    """The weight of a test, who may see it, and the behaviour that it belongs to."""

    points: float
    visibility: str
    behaviour: str


def worths(exercise: Exercise, configuration: Configuration) -> list[Weight]:
    """The worth of each test of an exercise, in the order of the tests."""
    behaviours = [exercise.behaviour(each) for each in exercise.tests]
    counts = Counter(each.key for each in behaviours)
    weights = {key: configuration.behaviours.get(key, _USUAL).weight for key in counts}
    if configuration.scoring == PER_TEST:
        weights = {key: weights[key] * counts[key] for key in counts}
    whole = sum(weights.values()) or 1.0
    return [
        Weight(
            configuration.points * weights[each.key] / whole / counts[each.key],
            _visibility(number, each, configuration),
            configuration.behaviours.get(each.key, _USUAL).name or each.name,
        )
        for number, each in enumerate(behaviours)
    ]


def _visibility(number: int, behaviour: Behaviour, configuration: Configuration) -> str:
    if number < configuration.shown_tests:
        return "visible"
    own = configuration.behaviours.get(behaviour.key, _USUAL).visibility
    return own or configuration.test_visibility


def require_known(exercise: Exercise, configuration: Configuration) -> None:
    """InputError if a behaviour is configured that no test exercises (IO064)."""
    keys = list(dict.fromkeys(exercise.behaviour(each).key for each in exercise.tests))
    unknown = [each for each in configuration.behaviours if each not in keys]
    if unknown:
        listed = ", ".join(f"`{each}`" for each in keys)
        raise InputError(
            [
                Diagnostic(
                    "IO064",
                    f"no test exercises the behaviour `{each}` that is set",
                    help=did_you_mean(each, keys) or f"the behaviours are {listed}",
                )
                for each in unknown
            ]
        )


def overview(task: str, exercise: Exercise, configuration: Configuration) -> Outcome:
    """The behaviours of an exercise and their points, for the teacher who sets the weights."""
    with using_language(configuration.language):
        rows = tuple(_rows(exercise, configuration))
    header = ("in grade.toml", "name", "points", "tests", "visibility", "shortest test")
    table = Table("behaviours", header, rows)
    summary = f"{_counted(len(rows), 'behaviour')}, {_counted(len(exercise.tests), 'test')}"
    return Outcome(task, "behaviours", Verdict.PASSED, summary, blocks=(table,), word="listed")


def _rows(exercise: Exercise, configuration: Configuration) -> Iterator[tuple[str, ...]]:
    worth = worths(exercise, configuration)
    keys = [exercise.behaviour(each).key for each in exercise.tests]
    for key in dict.fromkeys(keys):
        own = [number for number, each in enumerate(keys) if each == key]
        points = sum(worth[each].points for each in own)
        seen = sorted({worth[each].visibility for each in own})
        shortest = " ".join(exercise.tests[own[0]].lines)
        shortest = shortest if len(shortest) <= 30 else f"{shortest[:29]}…"
        name = worth[own[0]].behaviour
        yield key, name, written(points), str(len(own)), _joined(seen), shortest


def _counted(count: int, noun: str) -> str:
    return f"{count} {noun}{'s' * (count != 1)}"


def _joined(words: Sequence[str]) -> str:
    return ", ".join(words)
