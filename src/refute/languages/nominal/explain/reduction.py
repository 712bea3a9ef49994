"""The reductions of a term by a predicate such as `step`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field
from typing import TypeAlias

from refute.diagnostics import InputError, did_you_mean, error
from refute.languages.language import Events, Request
from refute.languages.nominal import core
from refute.languages.nominal.builtins import simplified
from refute.languages.nominal.engine.terms import Name, Term, alike, is_ground, naked_unknown
from refute.languages.nominal.explain.derivation import Recorder
from refute.languages.nominal.explain.query import read_query, values_of
from refute.languages.nominal.options import TreeOptions
from refute.languages.nominal.program import Program
from refute.languages.nominal.show import ITEM, Shower
from refute.languages.nominal.signature import argument_types, type_of
from refute.record import entity
from refute.report.graphs import to_svg
from refute.report.outcome import Artifact, Graph, Mark, Outcome, Table, Verdict
from refute.search import Budget
from refute.solver import Effort

NODES = 60
"""Default for the maximum number of terms in a graph."""

WIDEST = 100
"""Maximum number of derivations considered for the steps from one term."""

State: TypeAlias = tuple[Term, ...]
"""A term, or several if the predicate relates more, such as a term with a store."""


@entity
class Reduction:
    """A predicate that relates a state to its successors, and the initial state."""

    program: Program
    predicate: core.Symbol
    start: State
    names: list[Name]
    _before: tuple[core.Variable, ...] = field(init=False)
    _after: tuple[core.Variable, ...] = field(init=False)
    _recorder: Recorder = field(default_factory=Recorder)

    def __post_init__(self) -> None:
        types = argument_types(self.predicate)
        half = len(types) // 2
        self._before = tuple(core.Variable("X", each) for each in types[:half])
        self._after = tuple(core.Variable("Y", each) for each in types[half:])

    def after(self, state: State, effort: Effort) -> Iterator[tuple[State, str]]:
        """The successors of a state, each once, with the innermost rule that was used."""
        atom = core.Atom(self.predicate, (*self._before, *self._after))
        goal, proof = self._recorder.recorded(atom)
        given: dict[core.Leaf, Term] = dict(zip(self._before, state, strict=True))
        given.update((each, naked_unknown()) for each in (*self._after, proof))
        made: list[State] = []
        for _ in self.program.engine.solve(goal, given, Budget(results=WIDEST, effort=effort)):
            found = tuple(simplified(given[each]) for each in self._after)
            if not any(_same(found, each) for each in made):
                made.append(found)
                yield found, self._recorder.innermost(given[proof], self.predicate)

    def show(self, state: State) -> str:
        """The text of a state."""
        shower = Shower(self.program.parser.operators)
        for name in self.names:
            shower.spell(name, name.label)
        return ", ".join(shower.show(each, ITEM) for each in state)

    def graph(self, most: int, effort: Effort) -> Graph:
        """All reachable states up to a maximum number, the nearest first."""
        states, edges = [self.start], list[tuple[int, int, str]]()
        marks: list[Mark] = []
        while len(marks) < len(states):
            here, followers = len(marks), 0
            cut = effort.exhausted
            for state, rule in () if cut else self.after(states[here], effort):
                followers += 1
                there = next((n for n, each in enumerate(states) if _same(state, each)), None)
                if there is None and len(states) < most:
                    there = len(states)
                    states.append(state)
                cut = cut or there is None
                if there is not None:
                    edges.append((here, there, rule))
            cut = cut or effort.exhausted
            marks.append(Mark.CUT if cut else Mark.OPEN if followers else Mark.ANSWER)
        nodes = tuple((self.show(each), mark) for each, mark in zip(states, marks, strict=True))
        return Graph("reductions", nodes, tuple(edges))


def _same(one: State, other: State) -> bool:
    return all(map(alike, one, other))


def begin(program: Program, predicate: str, text: str) -> Reduction:
    """The reduction of a term, given as a text; InputError if it cannot be reduced."""
    symbol = _relation(program, predicate)
    half = len(argument_types(symbol)) // 2
    written = text.strip().removesuffix(".")
    gaps = ", ".join("_" * half)
    if symbol.role == "function":
        query = read_query(program, f"_ = {predicate}({written})")
    else:
        query = read_query(program, f"{predicate}({written}, {gaps})")
    *before, last = core.conjuncts(query.goal)
    if symbol.role == "function":
        last = before.pop()
    assert isinstance(last, core.Atom)
    values = values_of(query)
    parts = {core.Variable("X", type_of(each)): each for each in last.arguments[:half]}
    goals = [*before, *(core.Equals(leaf, term) for leaf, term in parts.items())]
    values.update((each, naked_unknown()) for each in parts)
    found = program.engine.solve(core.conjunction(goals), values, Budget(nodes=100_000)).advance()
    state = tuple(simplified(values[each]) for each in parts)
    if not found or not is_ground(*state):
        message = f"`{written}` is not a term that can be reduced: it has variables or no value"
        raise InputError([error("AP050", message, advice="write a term without variables")])
    return Reduction(program, symbol, state, [values[each] for each in query.names])


def _relation(program: Program, wanted: str) -> core.Symbol:
    """The predicate or function with a name, which must relate states to states."""
    known = [each.name for each in program.checker.predicates]
    symbol = program.checker.scope.symbol(tuple(wanted.split(".")))
    if symbol is None or symbol.role not in {"predicate", "function"}:
        message = f"the predicate `{wanted}` is not declared"
        raise InputError([error("AP010", message, advice=did_you_mean(wanted, known))])
    types = argument_types(symbol)
    half = len(types) // 2
    if not types or types[:half] != types[half:]:
        message = f"`{wanted}` does not relate what is before a step to what is after it"
        advice = "name a predicate whose arguments are a term and a term of the same type"
        raise InputError([error("AP050", message, advice=advice)])
    return symbol


@entity
class Stepper:
    """A reduction performed interactively, one step at a time."""

    reduction: Reduction
    state: State = field(init=False)
    followers: list[tuple[State, str]] = field(default_factory=list)
    before: list[State] = field(default_factory=list)
    ended: str = ""

    def __post_init__(self) -> None:
        self.state = self.reduction.start

    def go(self, number: int) -> bool:
        """Continue with a successor, counted from 1; whether it exists."""
        if not 1 <= number <= len(self.followers):
            return False
        self.before.append(self.state)
        self.state, _ = self.followers[number - 1]
        return True

    def go_back(self) -> bool:
        """Undo the last step; whether there was one."""
        if not self.before:
            return False
        self.state = self.before.pop()
        return True

    def offers(self) -> list[tuple[str, str]]:
        """The possible steps, each with the entry that performs it."""
        back = [("Back", ":step back")] if self.before else []
        return back + [
            (
                f"{rule} → {self.reduction.show(state)}" if rule else self.reduction.show(state),
                f":step {number}",
            )
            for number, (state, rule) in enumerate(self.followers, 1)
        ]

    def look(self, effort: Effort) -> None:
        """Find the successors of the current state."""
        self.followers = list(self.reduction.after(self.state, effort))
        self.ended = (effort.ended or "") if effort.exhausted else ""

    def outcome(self) -> Outcome:
        """The current state and its successors."""
        rows = tuple(
            (str(number), self.reduction.show(state), rule)
            for number, (state, rule) in enumerate(self.followers, 1)
        )
        steps = len(self.before)
        counted = f"after {steps} step{'s' * (steps != 1)}"
        if rows:
            verdict, summary, word = Verdict.PASSED, "it can be reduced to", "reducible"
        elif self.ended:
            verdict, summary, word = Verdict.UNDECIDED, "whether it can be reduced is not known", ""
        else:
            verdict, summary, word = Verdict.CONFIRMED, "it cannot be reduced", "normal"
        return Outcome(
            self.reduction.show(self.state),
            counted,
            verdict,
            summary,
            reason=self.ended,
            blocks=(Table("", ("", "term", "rule"), rows),) if rows else (),
            word=word,
        )


def reductions(
    program: Program, predicate: str, term: str, request: Request[TreeOptions]
) -> Events:
    """The terms to which a term can be reduced, as a graph and as a drawing."""
    effort = request.new_effort()
    graph = begin(program, predicate, term).graph(request.options.nodes or NODES, effort)
    normal = sum(mark is Mark.ANSWER for _, mark in graph.nodes)
    cut = any(mark is Mark.CUT for _, mark in graph.nodes)
    counted = f"{len(graph.nodes)} term{'s' * (len(graph.nodes) != 1)}"
    ended = (effort.ended or "") if effort.exhausted else ""
    which = "which" if len(graph.nodes) == 1 else f"{normal or 'all'} of which"
    ends = f", {which} {'cannot' if normal else 'can'} be reduced" if normal or not ended else ""
    more = "; there may be more" if ended else "; there are more" if cut else ""
    yield Outcome(
        " ".join(term.split()),
        f"{predicate} from",
        Verdict.UNDECIDED if ended else Verdict.PASSED if cut else Verdict.CONFIRMED,
        f"{counted}{ends}{more}",
        bound=f"the first {counted}" if cut and not ended else "",
        reason=ended,
        blocks=(graph,),
        statistics={"terms": len(graph.nodes), "steps": len(graph.edges)},
        word="" if ended else "cut" if cut else "complete",
    )
    yield Artifact("reductions.svg", to_svg(graph))
