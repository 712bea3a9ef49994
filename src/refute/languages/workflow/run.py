"""`refute run` and `refute tree`: work on a task, or draw what can become of it."""

from __future__ import annotations

from dataclasses import replace

from refute.diagnostics import Diagnostic, InputError, error
from refute.frontend.nesting import nesting as nesting_of
from refute.languages.language import DrawOptions, Request, Stream
from refute.languages.workflow import interpret, replay
from refute.languages.workflow.options import RunOptions
from refute.languages.workflow.parser import parse_expression
from refute.languages.workflow.program import load, nesting
from refute.languages.workflow.simulate import Broken, Crashed, Finding, Paths
from refute.languages.workflow.symbolic import Symbolic
from refute.languages.workflow.syntax import Type
from refute.languages.workflow.tasks import MOVES, Input
from refute.languages.workflow.typecheck import check_input
from refute.report.outcome import Bindings, Block, Lines, Outcome, Table, Verdict
from refute.report.outline import outline
from refute.solver import open_session
from refute.source import Source
from refute.terms import Term, show


def run(request: Request[RunOptions]) -> Stream:
    """Play the inputs that were given, and show where the task stands after them."""
    with nesting(request.source):
        interpreter = interpret.Interpreter(load(request.source))
        now = begin(interpreter)
        played: list[Input] = []
        for text in split_inputs(request.options.inputs or ""):
            given = read_input(text, interpreter, now)
            now = advance(interpreter, now, given)
            played.append(given)
        blocks: list[Block] = []
        if played:
            blocks.append(
                Lines(
                    "played", tuple(replay.describe(interpreter, replay.play(interpreter, played)))
                )
            )
        yield stand(interpreter, now, blocks)


def begin(interpreter: interpret.Interpreter) -> interpret.Now:
    """The task before its first input, or InputError when an operation has no result."""
    try:
        return interpreter.start()[1]
    except interpret.EvaluationError as failure:
        raise no_result(failure) from None


def stand(interpreter: interpret.Interpreter, now: interpret.Now, before: list[Block]) -> Outcome:
    """Where a task stands: its forms, its value, and the inputs that it takes, numbered."""
    task = interpreter.checked.task.name
    possible = interpreter.inputs(now)
    blocks = [*before, Lines("task", tuple(replay.draw_forms(now.task, now.world)))]
    value = interpreter.value(now.task, now.world)
    if value is not None:
        shown = replay.draw_value(value, interpreter.checked.value)
        blocks.append(Bindings("value", ((task.name, shown),)))
    rows = [(str(number), *replay.draw_possible(each)) for number, each in enumerate(possible, 1)]
    if rows:
        blocks.append(Table("inputs", ("", "input", "what it does"), tuple(rows)))
    broken = tuple(str(span) for span in now.world.broken)
    if broken:
        blocks.append(Lines("assertions that did not hold", broken))
    summary = "it has a value" if value is not None else "it waits for input"
    if value is None and not possible:
        summary = "it takes no input and has no value"
    verdict = Verdict.REFUTED if broken else Verdict.PASSED
    word = "" if broken else "waiting" if value is None else "done"
    return Outcome(
        task.name, "task", verdict, summary, blocks=tuple(blocks), place=str(task.span), word=word
    )


def tree(request: Request[DrawOptions]) -> Stream:
    """Draw the tree of the simulation as in Figure 18."""
    options = request.options
    with nesting(request.source):
        checked = load(request.source)
        paths = Paths(Symbolic(checked, open_session(seed=options.seed)))
        name = checked.task.name
        drawn = outline(paths.tree(), name.name, _describe, options.nodes, options.depth)
    yield drawn.outcome(name.name, str(name.span))


def _describe(finding: Finding) -> str:
    match finding:
        case Crashed(crash):
            return crash.message
        case Broken(span):
            return f"the assertion at {span} may not hold"
        case _:
            value = finding.state.value
            return f"value {show(value)}" if isinstance(value, Term) else "a value"


def split_inputs(text: str) -> list[str]:
    """The inputs in a text with `;` between them; a `;` inside a text does not count."""
    parts, start, quoted, escaped = [], 0, False, False
    for index, character in enumerate(text):
        if character == '"' and not escaped:
            quoted = not quoted
        escaped = character == "\\" and not escaped
        if character == ";" and not quoted:
            parts.append(text[start:index])
            start = index + 1
    parts.append(text[start:])
    return [part.strip() for part in parts if part.strip()]


def read_input(text: str, interpreter: interpret.Interpreter, now: interpret.Now) -> Input:
    """An input as it is written, for a task that takes it now; InputError when it does not."""
    words = text.split(maxsplit=1)
    way: list[str] = []
    rest = text.strip()
    while len(words) == 2 and words[0] in {"F", "S"}:
        way.append(words[0])
        rest = words[1]
        words = rest.split(maxsplit=1)
    possible = interpreter.inputs(now)
    for each in possible:
        if each.way == tuple(way) and (each.shape is not None) == (rest not in MOVES):
            if each.shape is not None:
                return Input(each.way, read_value(rest, each.shape), each.shape)
            if each.action == rest:
                return Input(each.way, rest)
    raise _refused(text, possible)


def read_value(text: str, shape: Type) -> object:
    """The value of a type that a text says, or InputError TH021."""
    try:
        with nesting_of("TH021", "the value"):
            expression = parse_expression(Source("<input>", text))
            checked = check_input(expression, shape)
            value: object = interpret.Interpreter(checked).evaluate(
                expression, {}, interpret.World({})
            )[0]
    except InputError as failure:
        raise InputError(replace(each, code="TH021") for each in failure.diagnostics) from None
    except interpret.EvaluationError as failure:
        raise InputError([error("TH021", failure.message, failure.span)]) from None
    return value


def advance(interpreter: interpret.Interpreter, now: interpret.Now, given: Input) -> interpret.Now:
    """Where a task stands after an input; InputError when it is refused or has no result."""
    try:
        return interpreter.drive(now, given)
    except interpret.NotAcceptedError:
        raise _refused(str(given.action), interpreter.inputs(now)) from None
    except interpret.EvaluationError as failure:
        raise no_result(failure) from None


def no_result(failure: interpret.EvaluationError) -> InputError:
    """The error that an operation of the program has no result (TH022)."""
    return InputError([error("TH022", failure.message, failure.span)])


def _refused(text: str, possible: list[Input]) -> InputError:
    known = ", ".join(f"`{replay.draw_possible(each)[0]}`" for each in possible)
    advice = f"it takes {known}" if known else "it takes no input at all"
    message = f"the task does not take the input `{text}` now"
    return InputError([Diagnostic("TH020", message, help=advice)])
