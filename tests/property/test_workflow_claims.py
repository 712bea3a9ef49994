"""Claims about orders, people and the store, against random runs, and the same in two files."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import HealthCheck, given, settings, strategies as st
from hypothesis.strategies import DataObject, DrawFn
from workflow_judge import Judge, able

from asking import report_on
from refute.files import read_source
from refute.languages.workflow import syntax, tasks
from refute.languages.workflow.interpret import (
    EvaluationError,
    Interpreter,
    NotAcceptedError,
    RunState,
)
from refute.languages.workflow.program import load
from refute.languages.workflow.tasks import Input
from refute.report.outcome import Verdict
from refute.source import Source

ROLES = st.sampled_from(["clerk", "officer", "anna"])
LABELS = st.sampled_from(["A", "B", "R"])
DECLARED = "user anna : clerk, officer\nuser bert : officer\ndef r = ref 0\n"
LABELLED = 'def labels = choose { "A" -> view 1, "B" -> view 2, "R" -> view 3 }\n'
ORDERS = ["never", "never before", "never after", "always before", "always after", "eventually"]


@st.composite
def conditions(draw: DrawFn, names: Sequence[str]) -> str:
    left, right = (draw(st.sampled_from([*names, *names, "!r", "0", "1"])) for _ in range(2))
    return f"{left} {draw(st.sampled_from(['<', '==', '!=', '<=']))} {right}"


@st.composite
def buttons(draw: DrawFn, names: Sequence[str], depth: int) -> str:
    labels = draw(st.lists(LABELS, min_size=1, max_size=2, unique=True))
    guards = [f" when {draw(conditions(names))}" if draw(st.booleans()) else "" for _ in labels]
    behind = [draw(bodies(names, depth - 1)) for _ in labels]
    written = (f'"{a}"{b} -> {c}' for a, b, c in zip(labels, guards, behind, strict=True))
    return f"{{ {', '.join(written)} }}"


@st.composite
def bodies(draw: DrawFn, names: Sequence[str], depth: int) -> str:
    """Tasks of numbers by people, with deadlines and a store."""
    fresh = f"x{len(names)}"
    kinds = ["enter", "view", "shared"] if depth == 0 else ["step", "buttons", "both", "either"]
    kinds += [] if depth == 0 else ["choose", "within", "write", "buttons"]

    def part() -> str:
        return draw(bodies(names, depth - 1))

    def then() -> str:
        return draw(bodies([*names, fresh], depth - 1))

    match draw(st.sampled_from(kinds)):
        case "enter":
            task = "enter Int"
        case "view":
            task = f"view {draw(st.sampled_from([*names, '1']))}"
        case "shared":
            task = "shared r"
        case "step":
            guard = draw(conditions([*names, fresh]))
            task = f"({part()} >>= \\{fresh}. if {guard} then {then()} else fail)"
        case "buttons":
            task = f"({part()} >>* \\{fresh}. {draw(buttons([*names, fresh], depth))})"
        case "both":
            task = f"({part()} <&> {part()} >>= \\({fresh}, _). {then()})"
        case "either":
            task = f"({part()} <|> {part()})"
        case "choose":
            task = f"(choose {draw(buttons(names, depth))})"
        case "within":
            task = f"(within {draw(st.integers(0, 2))} {part()} otherwise {part()})"
        case _:
            task = f"(let _ = r := {draw(st.sampled_from([*names, '1']))} in {part()})"
    marks = [f' as "{draw(LABELS)}"', f" @ {draw(ROLES)}", f' except "{draw(LABELS)}"', "", ""]
    return f"({task}{draw(st.sampled_from(marks))})"


@st.composite
def claims(draw: DrawFn) -> str:
    order = draw(st.sampled_from(ORDERS)).split()
    events = [f'"{draw(LABELS)}"' for _ in order]
    if draw(st.booleans()):
        events[0] = f"{draw(ROLES)}: {events[0]}"
    if draw(st.booleans()):
        events[-1] += f" (n : Int) when {draw(conditions(['n']))}"
    return "\n".join(
        [
            f"{order[0]} order = {f' {order[-1]} '.join(events)}",
            f"invariant store = {draw(conditions(['now']))}",
            f"property value(v) = {draw(conditions(['v']))}",
            f'only those = {draw(ROLES)} can "{draw(LABELS)}"',
            f'nobody both = can "{draw(LABELS)}" and "{draw(LABELS)}"',
        ]
    )


PROGRAMS = st.tuples(bodies([], 2), claims())
EXAMPLES = settings(max_examples=8, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def a_run(interpreter: Interpreter, data: DataObject) -> tuple[list[Input], list[RunState]]:
    """Random inputs, each done by somebody who may."""
    _, now = interpreter.start()
    given_, stands = [], [now]
    for _ in range(data.draw(st.integers(0, 7))):
        shown = [each for each, _ in interpreter._shown(now.task, now.world, ())]
        chosen = [
            replace(each, person=user, action=value)
            for each in shown
            for user in able(each, now)
            for value in (range(-1, 3) if each.shape else (each.action,))
        ]
        chosen += [Input(tasks.WAIT, days, syntax.INT) for days in (1, 2)]
        entered = data.draw(st.sampled_from(chosen))
        try:
            now = interpreter.drive(now, entered)
        except NotAcceptedError:
            continue
        given_.append(entered)
        stands.append(now)
    return given_, stands


@given(PROGRAMS, st.data())
@EXAMPLES
def test_no_run_breaks_a_claim_that_is_confirmed(
    program: tuple[str, str], data: DataObject
) -> None:
    source = Source("random.top", f"{DECLARED}{LABELLED}task main = {program[0]}\n{program[1]}\n")
    found = {each.question: each for each in report_on("check", source, effort=0.05).outcomes}
    checked = load(source)
    interpreter = Interpreter(checked)
    for _ in range(5):
        try:
            judge = Judge(interpreter, *a_run(interpreter, data))
        except EvaluationError:
            return
        for claim in checked.program.declarations:
            outcome = found.get(claim.name.name)
            if outcome is not None and outcome.verdict is Verdict.CONFIRMED:
                assert judge.holds(claim), claim.name.name


@given(PROGRAMS)
@settings(EXAMPLES, max_examples=3)
def test_a_program_in_two_files_gets_the_same_answers(program: tuple[str, str]) -> None:
    body, claimed = program
    with TemporaryDirectory() as folder:
        whole, parts, rest = (Path(folder) / f"{each}.top" for each in ("whole", "Parts", "rest"))
        whole.write_text(f"{DECLARED}{LABELLED}task main = {body}\n{claimed}\n", encoding="utf-8")
        parts.write_text(
            f"{DECLARED}{LABELLED}def body = {body}\ntask main = body\n", encoding="utf-8"
        )
        rest.write_text(f"import Parts\n{LABELLED}task top = body\n{claimed}\n", encoding="utf-8")
        reports = [report_on("check", read_source(each), effort=0.05) for each in (whole, rest)]
    one, other = ([each.verdict for each in report.outcomes] for report in reports)
    if Verdict.UNDECIDED not in {*one, *other}:
        assert one == other
