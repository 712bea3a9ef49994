"""`refute run` and `refute tree`: work on a task, or draw what can become of it."""

from __future__ import annotations

from refute.languages.language import DrawOptions, Request, Stream
from refute.languages.workflow.draw import draw_forms, draw_possible, draw_value
from refute.languages.workflow.inputs import advance, no_result, read_input, split_inputs
from refute.languages.workflow.interpret import EvaluationError, Interpreter, Now
from refute.languages.workflow.options import RunOptions
from refute.languages.workflow.program import load, nesting
from refute.languages.workflow.replay import describe, play
from refute.languages.workflow.simulate import Broken, Crashed, Finding, Paths
from refute.languages.workflow.symbolic import Symbolic
from refute.languages.workflow.tasks import Input
from refute.report.outcome import Bindings, Block, Lines, Outcome, Table, Verdict
from refute.report.outline import outline
from refute.solver import open_session
from refute.terms import Term, show

TREE_NODES = 200
"""Maximum number of nodes of the tree that are drawn by default."""


def run(request: Request[RunOptions]) -> Stream:
    """Play the inputs that were given, and show where the task stands after them."""
    with nesting(request.source):
        interpreter = Interpreter(load(request.source))
        now = begin(interpreter)
        played: list[Input] = []
        for text in split_inputs(request.options.inputs or ""):
            given = read_input(text, interpreter, now)
            now = advance(interpreter, now, given)
            played.append(given)
        blocks: list[Block] = []
        if played:
            blocks.append(Lines("played", tuple(describe(interpreter, play(interpreter, played)))))
        yield stand(interpreter, now, blocks)


def begin(interpreter: Interpreter) -> Now:
    """The task before its first input, or InputError when an operation has no result."""
    try:
        return interpreter.start()[1]
    except EvaluationError as failure:
        raise no_result(failure) from None


def stand(interpreter: Interpreter, now: Now, before: list[Block]) -> Outcome:
    """Where a task stands: its forms, its value, and the inputs that it takes, numbered."""
    task = interpreter.checked.task.name
    possible = interpreter.inputs(now)
    blocks = [*before, Lines("task", tuple(draw_forms(now.task, now.world)))]
    value = interpreter.value(now.task, now.world)
    if value is not None:
        shown = draw_value(value, interpreter.checked.value)
        blocks.append(Bindings("value", ((task.name, shown),)))
    rows = [(str(number), *draw_possible(each)) for number, each in enumerate(possible, 1)]
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
        nodes = options.nodes or TREE_NODES
        drawn = outline(paths.tree(), name.name, _describe, nodes, options.depth)
    yield Outcome(
        name.name,
        "tree",
        Verdict.PASSED if drawn.cut else Verdict.CONFIRMED,
        "the tree goes on beyond what is drawn" if drawn.cut else "the whole tree",
        blocks=(drawn.outline,),
        bound=f"{drawn.nodes} nodes" if drawn.cut else "",
        place=str(name.span),
        word="cut" if drawn.cut else "complete",
    )


def _describe(finding: Finding) -> str:
    match finding:
        case Crashed(crash):
            return crash.message
        case Broken(span):
            return f"the assertion at {span} may not hold"
        case _:
            value = finding.state.value
            return f"value {show(value)}" if isinstance(value, Term) else "a value"
