"""`refute run` and `refute tree`: work on a task, or draw what it can become."""

from __future__ import annotations

from refute.diagnostics import InputError, error
from refute.languages.language import Request, Stream
from refute.languages.options import DrawOptions
from refute.languages.workflow import interpret, replay
from refute.languages.workflow.drawing import draw_forms, draw_value
from refute.languages.workflow.findings import Broken, Crashed, Ended, Finding
from refute.languages.workflow.forms import sees
from refute.languages.workflow.inputs import (
    Reading,
    keys,
    means,
    possible_for,
    refused,
    saved_inputs,
    split_inputs,
    unknown_user,
    written,
)
from refute.languages.workflow.options import RunOptions
from refute.languages.workflow.program import load, nesting
from refute.languages.workflow.simulate import Paths
from refute.languages.workflow.symbolic import Symbolic
from refute.languages.workflow.tasks import Input
from refute.report.outcome import Bindings, Block, Lines, Outcome, Table, Verdict
from refute.report.outline import outline
from refute.solver import open_session
from refute.terms import Term, show


def run(request: Request[RunOptions]) -> Stream:
    """Play the given inputs, and show the state of the task after them."""
    with nesting(request.source):
        interpreter = interpret.Interpreter(load(request.source))
        now = begin(interpreter)
        played: list[Input] = []
        options = request.options
        user = known_user(interpreter, options.user or "")
        written = [(each, "") for each in saved_inputs(options.resume or "")]
        written += [(each, user) for each in split_inputs(options.inputs or "")]
        for text, who in written:
            given = Reading(interpreter, now, who).read(text)
            now = advance(interpreter, now, given)
            played.append(given)
        blocks: list[Block] = []
        if played:
            blocks.append(
                Lines(
                    "played", tuple(replay.describe(interpreter, replay.play(interpreter, played)))
                )
            )
        yield stand(interpreter, now, blocks, user)


def begin(interpreter: interpret.Interpreter) -> interpret.RunState:
    """The task before its first input; raises InputError if an operation has no result."""
    try:
        return interpreter.start()[1]
    except interpret.EvaluationError as failure:
        raise no_result(failure) from None


def known_user(interpreter: interpret.Interpreter, name: str) -> str:
    """The name of a user, or an empty one for anybody; raises InputError TH042."""
    if name and name not in interpreter.checked.people.names:
        raise unknown_user(name, interpreter.checked.people)
    return name


def stand(
    interpreter: interpret.Interpreter, now: interpret.RunState, before: list[Block], user: str = ""
) -> Outcome:
    """The state of a task: its forms, its value, and the inputs that it takes, numbered.

    A user sees and does only what the user's roles allow.
    """
    task = interpreter.checked.task.name
    possible = keys(possible_for(interpreter, now, user))
    blocks = [*before, Lines("task", tuple(draw_forms(now, possible, sees(interpreter, user))))]
    value = interpreter.value(now.task, now.world)
    if value is not None:
        shown = draw_value(value, interpreter.checked.value)
        blocks.append(Bindings("value", ((task.name, shown),)))
    rows = tuple((each.key, each.text, means(each.given)) for each in possible)
    if rows:
        blocks.append(Table("inputs", ("", "input", "what it does"), rows))
    broken = tuple(str(span) for span in now.world.broken)
    if broken:
        blocks.append(Lines("assertions that did not hold", broken))
    summary = "it has a value" if value is not None else "it waits for input"
    if value is None and not possible and interpreter.inputs(now):
        summary = f"it waits for others, not for {user}"
    elif value is None and not possible:
        summary = "it takes no input and has no value"
    elif value is not None and possible:
        summary = "it has a value, which the next input can change"
    verdict = Verdict.REFUTED if broken else Verdict.PASSED
    word = "" if broken else "waiting" if value is None or possible else "done"
    return Outcome(
        task.name, "task", verdict, summary, blocks=tuple(blocks), place=str(task.span), word=word
    )


def tree(request: Request[DrawOptions]) -> Stream:
    """Draw the tree of the simulation as in Figure 18."""
    options = request.options
    with nesting(request.source):
        checked, effort = load(request.source), request.new_effort()
        paths = Paths(Symbolic(checked, open_session(effort=effort, seed=options.seed)))
        name = checked.task.name
        drawn = outline(
            paths.tree(), name.name, _describe, options.nodes, options.depth, effort=effort
        )
    yield drawn.outcome(name.name, str(name.span))


def _describe(finding: Finding) -> str:
    match finding:
        case Crashed(crash):
            return crash.message
        case Broken(span):
            return f"the assertion at {span} may not hold"
        case Ended(state):
            value = state.value
            return f"value {show(value)}" if isinstance(value, Term) else "a value"
        case _:
            raise AssertionError(f"not in a tree: {finding}")


def advance(
    interpreter: interpret.Interpreter, now: interpret.RunState, given: Input
) -> interpret.RunState:
    """The state of a task after an input; raises InputError if it is refused or has no result."""
    try:
        return interpreter.drive(now, given)
    except interpret.NotAcceptedError:
        possible = interpreter.inputs(now)
        raise refused(written(given, possible), possible) from None
    except interpret.EvaluationError as failure:
        raise no_result(failure) from None


def no_result(failure: interpret.EvaluationError) -> InputError:
    """The error that an operation of the program has no result (TH022)."""
    return InputError([error("TH022", failure.message, failure.span)])
