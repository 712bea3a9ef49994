"""The examples of the two published implementations, and what comes of each.

`tests/corpus/workflow/published/README.md` has a table of them: what is run, how many states it
has, all values with which it ends, and whether it can always be finished.
"""

import re
from contextlib import closing
from functools import cache
from pathlib import Path

import pytest

from refute.files import read_source
from refute.frontend.node import Name, walk
from refute.languages.workflow.findings import Crashed, Ended
from refute.languages.workflow.finishing import Finishing, find_stuck
from refute.languages.workflow.graph import Graph
from refute.languages.workflow.parser import parse
from refute.languages.workflow.symbolic import Symbolic
from refute.languages.workflow.syntax import Declaration, Definition, Program
from refute.languages.workflow.typecheck import typecheck
from refute.search import Budget, Ended as Stopped, Search
from refute.solver import Effort, open_session
from refute.solver.session import Session
from refute.source import Source
from refute.terms import Term, show

from .examples import ROOT

FOLDER = ROOT / "tests" / "corpus" / "workflow" / "published"
MOST_STATES = 60


def rows() -> list[tuple[str, str, str]]:
    """The collection, what is run, and what comes of it, for each line of the table."""
    found, collection = [], ""
    for line in (FOLDER / "README.md").read_text("utf-8").splitlines():
        if heading := re.match(r"## `(\w+)\.top`", line):
            collection = heading[1]
        elif line.startswith("| `"):
            run, *outcome = (each.strip() for each in line.strip("|").split(" | "))
            found.append((collection, run.strip("`"), " | ".join(outcome)))
    return found


@cache
def parsed(collection: str) -> Program:
    return parse(read_source(FOLDER / f"{collection}.top"))


def with_needed(program: Program, collection: Program) -> Program:
    """A program with what it uses of a collection."""
    declared = {each.name.name: each for each in collection.declarations}
    used: dict[str, Declaration] = {}
    waiting: list[Declaration] = list(program.declarations)
    while waiting:
        for node in walk(waiting.pop()):
            if isinstance(node, Name) and node.name in declared and node.name not in used:
                used[node.name] = declared[node.name]
                waiting.append(declared[node.name])
    kept = [each for each in declared.values() if each.name.name in used or not is_definition(each)]
    return Program((*kept, *program.declarations))


def is_definition(declaration: Declaration) -> bool:
    return isinstance(declaration, Definition)


def outcome_of(collection: str, run: str) -> str:
    """What comes of a task, as the table has it."""
    source = Source("main.top", f"task main = {run}\n")
    checked = typecheck(with_needed(parse(source), parsed(collection)), source)
    with closing(open_session(effort=Effort(3))) as session:
        return explored(Graph(Symbolic(checked, session)), session)


def explored(graph: Graph, session: Session) -> str:
    budget = Budget(nodes=MOST_STATES, effort=session.effort)
    search = Search(graph.tree(), strategy="breadth-first", budget=budget, session=session)
    findings = [each.value for each in search]
    values = [each.state.value for each in findings if isinstance(each, Ended)]
    shown = {show(each) if isinstance(each, Term) else "…" for each in values}
    ends = [f"`{each}`" for each in sorted(shown)]
    if any(isinstance(each, Crashed) for each in findings):
        ends.append("goes on for ever without an input")
    if search.ended is not Stopped.EXHAUSTED:
        return f"more than {MOST_STATES} | … | unknown"
    if not graph.nodes:
        finished = "-"
    elif not values:
        finished = "never"
    else:
        stuck = find_stuck(graph) or Finishing(graph, session).unfinished()
        finished = "always" if stuck is None else "not always"
    return f"{len(graph.nodes)} | {', '.join(ends) or '-'} | {finished}"


@pytest.mark.parametrize("collection", ["symbolic", "newer"])
def test_the_published_examples_come_to_what_the_table_says(collection: str) -> None:
    expected = {run: outcome for each, run, outcome in rows() if each == collection}
    assert len(expected) >= 30
    assert {run: outcome_of(collection, run) for run in expected} == expected


def test_every_definition_of_a_collection_is_in_the_table() -> None:
    for path in FOLDER.glob("*.top"):
        defined = set(re.findall(r"^def (\w+'?)", path.read_text("utf-8"), re.MULTILINE))
        text = Path(path).read_text("utf-8")
        used = {name for name in defined if len(re.findall(rf"\b{name}\b", text)) > 1}
        run = " ".join(run for each, run, _ in rows() if each == path.stem)
        missing = [each for each in defined - used if not re.search(rf"\b{each}(?![\w'])", run)]
        assert missing == []
