"""Short ways from a text to what a test looks at."""

from pathlib import Path
from typing import Any

from asking import report_on
from refute.files import read_source
from refute.languages.workflow.interpret import Interpreter, Now
from refute.languages.workflow.program import load
from refute.languages.workflow.simulate import Ended, Finding, Graph, Paths
from refute.languages.workflow.states import State
from refute.languages.workflow.symbolic import Symbolic
from refute.report.outcome import Outcome
from refute.search import Search
from refute.solver import open_session
from refute.source import Source

ROOT = Path(__file__).parents[4]


def example(name: str) -> Source:
    return read_source(ROOT / "examples" / "workflow" / f"{name}.top")


def source(text: str) -> Source:
    return Source("test.top", text)


def symbolic(text: Source | str) -> Symbolic:
    given = text if isinstance(text, Source) else source(text)
    return Symbolic(load(given), open_session())


def interpreter(text: str) -> tuple[Interpreter, Now]:
    made = Interpreter(load(source(text)))
    return made, made.start()[1]


def explore(simulation: Graph | Paths, strategy: str = "breadth-first") -> list[Finding]:
    session = simulation.symbolic.session
    return [each.value for each in Search(simulation.tree(), strategy=strategy, session=session)]


def ends(findings: list[Finding]) -> list[State]:
    return [each.state for each in findings if isinstance(each, Ended)]


def outcomes(text: Source | str, **options: Any) -> dict[str, Outcome]:
    given = text if isinstance(text, Source) else source(text)
    report = report_on("check", given, **options)
    return {each.question: each for each in report.outcomes}
