"""Short ways from a text to what a test looks at."""

from pathlib import Path
from typing import Any

from asking import report_on
from refute.files import read_source
from refute.languages.workflow.findings import Ended, Finding
from refute.languages.workflow.graph import Graph
from refute.languages.workflow.interpret import Interpreter, RunState
from refute.languages.workflow.program import load
from refute.languages.workflow.simulate import Paths
from refute.languages.workflow.states import State
from refute.languages.workflow.symbolic import Symbolic
from refute.report.outcome import Outcome
from refute.search import Search
from refute.solver import Answer, open_session
from refute.solver.session import Session
from refute.source import Source
from refute.terms import Value, constant, equal, evaluate

ROOT = Path(__file__).parents[4]


def example(name: str) -> Source:
    return read_source(ROOT / "examples" / "workflow" / f"{name}.top")


def source(text: str) -> Source:
    return Source("test.top", text)


def symbolic(text: Source | str) -> Symbolic:
    given = text if isinstance(text, Source) else source(text)
    return Symbolic(load(given), open_session())


def interpreter(text: str) -> tuple[Interpreter, RunState]:
    made = Interpreter(load(source(text)))
    return made, made.start()[1]


def explore(simulation: Graph | Paths, strategy: str = "breadth-first") -> list[Finding]:
    session = simulation.symbolic.session
    return [each.value for each in Search(simulation.tree(), strategy=strategy, session=session)]


def ends(findings: list[Finding]) -> list[State]:
    return [each.state for each in findings if isinstance(each, Ended)]


def covers(session: Session, state: State, value: Value) -> bool:
    """Whether a value may be that of an end state."""
    same = equal(state.value, constant(value, state.value.sort))
    return session.check(state.world.path.extend(same)) is Answer.SAT


def has_all(session: Session, states: list[State], others: list[State]) -> bool:
    """Whether states have an example of the value of each of some others."""
    for other in others:
        model = session.model(other.world.path)
        assert model is not None
        value = evaluate(other.value, model)
        if not any(covers(session, each, value) for each in states):
            return False
    return True


def outcomes(text: Source | str, **options: Any) -> dict[str, Outcome]:
    given = text if isinstance(text, Source) else source(text)
    report = report_on("check", given, **options)
    return {each.question: each for each in report.outcomes}
