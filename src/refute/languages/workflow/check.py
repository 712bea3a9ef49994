"""`refute check`: test the claims of a file on every end state of its task."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from functools import partial

from refute.diagnostics import Diagnostic, Label, NothingToCheck, Severity
from refute.frontend.node import Node, walk
from refute.languages.language import Events, Part, Request, Stream
from refute.languages.workflow import compare, finishing, orders, questions, syntax, tasks
from refute.languages.workflow.findings import Crashed, Ended, Finding
from refute.languages.workflow.graph import Graph
from refute.languages.workflow.interpret import EvaluationError, Interpreter
from refute.languages.workflow.monitor import Monitor
from refute.languages.workflow.options import CheckOptions
from refute.languages.workflow.program import load, nesting
from refute.languages.workflow.questions import Question
from refute.languages.workflow.simulate import Paths
from refute.languages.workflow.symbolic import Symbolic
from refute.languages.workflow.typecheck import Checked
from refute.report.outcome import Outcome
from refute.search import Budget, Ended as Stopped, Search
from refute.solver import Effort, open_session


def check(request: Request[CheckOptions]) -> Stream:
    """Try to refute every claim of a file."""
    source = request.source
    with nesting(source):
        checked = load(source)
        asked = questions_of(checked)
        if not asked:
            message = f"`{source.name}` has nothing to check"
            help_text = "add a claim about the value of the task: `property name(v) = …`"
            raise NothingToCheck([Diagnostic("TH018", message, help=help_text)])
    covers = tuple((each.question, each.span) for each in asked)
    answer = partial(_answers, checked, asked, request)
    yield Part(f"task {checked.task.name.name}", answer, covers=covers)


def _answers(checked: Checked, asked: Sequence[Question], request: Request[CheckOptions]) -> Events:
    """Answer all questions in order, with as many explorations as they need."""
    answered: dict[Question, Outcome] = {}
    waiting, never_ends = deque(asked), False
    with nesting(request.source):
        for group in _groups(asked):
            with closing(Exploration(checked, request, group)) as exploration:
                for question, outcome in exploration.answer(group):
                    answered[question] = outcome
                    if isinstance(question, orders.CompareQuestion) and question.turn():
                        with closing(Exploration(checked, request, group)) as turned:
                            answered.update(turned.answer(group))
                    while waiting and waiting[0] in answered:
                        yield answered[waiting.popleft()]
                never_ends = never_ends or exploration.never_ends
        if never_ends and any(_is_about_values(each) for each in asked):
            yield _never_ends(checked)
        yield from _done_at_once(checked)


def _is_about_values(question: Question) -> bool:
    """Whether a question is about the final values of a task."""
    return isinstance(question, questions.ClaimQuestion)


def _groups(asked: Sequence[Question]) -> list[list[Question]]:
    """The questions grouped by exploration; one about an order or a comparison is alone."""
    alone = [[each] for each in asked if each.monitor is not None or each.compares is not None]
    others = [each for each in asked if [each] not in alone]
    together = [each for each in others if not each.about_inputs]
    about_inputs = [each for each in others if each.about_inputs]
    return [each for each in (together, about_inputs, *alone) if each]


def _done_at_once(checked: Checked) -> Iterator[Diagnostic]:
    """A warning if the task has a value before anybody does anything."""
    interpreter = Interpreter(checked)
    try:
        now = interpreter.start()[1]
    except EvaluationError:
        return
    if interpreter.value(now.task, now.world) is not None and interpreter.inputs(now):
        yield Diagnostic(
            "TH031",
            f"`{checked.task.name.name}` has a value before any input, so that the first ends it",
            Label(checked.task.name.span),
            help="to let people change values until they say so, write `… >>? \\v. view v`",
            severity=Severity.WARNING,
        )


def questions_of(checked: Checked) -> list[Question]:
    """The claims of a file in order, then its assertions, then its possible errors."""
    asked: list[Question] = []
    for each in checked.program.declarations:
        if isinstance(each, syntax.Property | syntax.Reachable):
            asked.append(questions.ClaimQuestion(each))
        elif isinstance(each, syntax.Finishes):
            asked.append(finishing.FinishQuestion(each))
        elif isinstance(each, syntax.Invariant):
            asked.append(orders.InvariantQuestion(each))
        elif isinstance(each, syntax.Order | syntax.Only | syntax.Nobody):
            asked.append(orders.OrderQuestion(each, Monitor.of(each, checked.people)))
        elif isinstance(each, syntax.Compare):
            asked.append(orders.CompareQuestion(each))
    nodes = [node for body in checked.bodies for node in walk(body)]
    for node in nodes:
        if isinstance(node, syntax.Assert):
            asked.append(questions.AssertionQuestion(node))
    if asked and (any(map(_is_partial, nodes)) or any(map(_is_recursive, checked.definitions))):
        asked.append(questions.ErrorQuestion(checked.task))
    return asked


def _is_recursive(definition: syntax.Definition) -> bool:
    named = (node.name for node in walk(definition.body) if isinstance(node, syntax.Name))
    return definition.name.name.partition("#")[0].rpartition(".")[2] in named


def _is_partial(node: Node) -> bool:
    match node:
        case syntax.Unary("head" | "tail"):
            return True
        case syntax.Binary("/", _, divisor):
            return not isinstance(divisor, syntax.Integer) or divisor.value == 0
        case _:
            return False


def _never_ends(checked: Checked) -> Diagnostic:
    return Diagnostic(
        "TH030",
        f"no inputs ever give `{checked.task.name.name}` a value",
        Label(checked.task.name.span, "its properties say nothing"),
        severity=Severity.WARNING,
    )


MOST_INPUTS = 6
"""Maximum number of inputs for claims about inputs, by default."""

STRATEGY = "breadth-first"
"""Finds counterexamples with the fewest inputs first."""


class Exploration:
    """Walks the states (or with `--all-paths` the paths) of a task until everything is answered."""

    def __init__(
        self, checked: Checked, request: Request[CheckOptions], asked: Sequence[Question]
    ) -> None:
        options = request.options
        with_inputs = any(each.about_inputs for each in asked)
        every_state = any(each.every_state for each in asked)
        monitor = asked[0].monitor
        self.checked = checked
        self._request = request
        self._efforts: dict[Question, Effort] = {}
        effort = self._effort()
        self.session = open_session(effort=effort, seed=options.seed)
        self.symbolic = Symbolic(checked, self.session)
        if monitor is not None:
            self.symbolic.people = monitor.people
        elif asked[0].compares is not None:
            self.symbolic.people = checked.people.compared()
        self.interpreter = Interpreter(checked)
        self.with_inputs = with_inputs
        self.all_paths = options.all_paths
        self.graph: Graph | None = None
        if isinstance(asked[0], orders.CompareQuestion):
            self.graph = compare.Pairs(self.symbolic, *asked[0].pair, progress=request.progress)
        elif not self.all_paths:
            self.graph = Graph(
                self.symbolic,
                with_inputs=with_inputs,
                progress=request.progress,
                monitor=monitor,
                every_state=every_state,
                bounded=options.depth is not None,
            )
        self.simulation = self.graph or Paths(
            self.symbolic, monitor=monitor, every_state=every_state
        )
        self.strategy = options.strategy or STRATEGY
        self.most_inputs = options.depth or (MOST_INPUTS if with_inputs else None)
        self.ends = 0
        self.takes_nothing = True
        self.cut = ""
        self.unsure = False
        """Whether some of the states may be impossible, as the solver could not tell."""
        self.search: Search[Finding] = Search(
            self.simulation.tree(),
            strategy=self.strategy,
            budget=Budget(
                depth=None if self.most_inputs is None else self.most_inputs + 1,
                nodes=options.nodes,
                results=options.limit,
                effort=effort,
            ),
            seed=options.seed,
            session=self.session,
        )

    def _effort(self) -> Effort:
        return self._request.new_effort()

    @contextmanager
    def _working_on(self, question: Question) -> Iterator[None]:
        """Charge a question's own effort, so that a hard question leaves the others theirs."""
        effort = self._efforts.get(question) or self._efforts.setdefault(question, self._effort())
        unknowns, self.symbolic.unknowns = self.symbolic.unknowns, 0
        self.unsure = unknowns > 0
        left_out = self.symbolic.left_out
        with self.session.spending(effort):
            yield
        if self.symbolic.unknowns:
            question.doubt = question.doubt or "the solver could not decide the claim everywhere"
        self.symbolic.unknowns, self.symbolic.left_out = unknowns, left_out
        if effort.ended is not None and question.doubt:
            question.doubt = effort.ended

    def close(self) -> None:
        """Free the memory of the solver at once; nothing can be answered afterwards."""
        self.session.close()

    def answer(self, asked: Sequence[Question]) -> Iterator[tuple[Question, Outcome]]:
        """Explore until all questions are answered or the budget ends; yield the outcomes."""
        for result in self.search:
            if isinstance(result.value, Crashed) and result.value.crash.message in tasks.LIMITS:
                self.cut = result.value.crash.message
            if isinstance(result.value, Ended):
                self.ends += 1
                self.takes_nothing = self.takes_nothing and not result.value.state.inputs
            for each in asked:
                if each.outcome is None:
                    with self._working_on(each):
                        each.consider(result.value, self)
                    if each.outcome is not None:
                        yield each, each.answered(self)
            if all(each.outcome is not None for each in asked):
                break
        for each in asked:
            if each.outcome is None:
                with self._working_on(each):
                    each.conclude(self)
                yield each, each.answered(self)

    @property
    def never_ends(self) -> bool:
        """Whether it is certain that no inputs lead to a value of the task."""
        paired = isinstance(self.graph, compare.Pairs)
        return self.complete and not self.ends and not paired

    @property
    def complete(self) -> bool:
        """Whether everything that can happen was seen."""
        return not self.reason and not self.bound

    @property
    def bound(self) -> str:
        """The bound up to which everything was seen; empty if there is no such bound."""
        if self.reason:
            return ""
        if self.search.ended is Stopped.DEPTH:
            return f"at most {self.most_inputs} inputs"
        return (
            "the paths that the look-ahead of --all-paths does not cut off"
            if self.all_paths
            else ""
        )

    @property
    def reason(self) -> str:
        """Why it is not certain that everything up to the bound, if any, was seen."""
        if self.symbolic.unknowns:
            return self.search.budget.effort.doubt
        if self.cut:
            return f"it was given up where {self.cut}"
        ended = self.search.ended
        if ended is Stopped.EXHAUSTED or (ended is Stopped.DEPTH and self._level_by_level):
            return ""
        return str(ended or "not everything was explored")

    @property
    def _level_by_level(self) -> bool:
        """Whether a cut at a depth omits only states that need more inputs."""
        return self.with_inputs or self.all_paths or self.strategy == STRATEGY

    @property
    def statistics(self) -> dict[str, int | float]:
        """The statistics of an outcome."""
        return {
            "nodes": self.search.statistics.nodes,
            "merged": self.graph.merged if self.graph else 0,
            "end_states": self.ends,
            "queries": self.session.statistics.queries,
        }
