"""The resolution engine: one loop over frames, a stack of choices, a trail.

It searches depth first and keeps the outcomes and budgets of `refute.search`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from refute.diagnostics import InputError, error
from refute.frontend.nesting import room_for_nesting
from refute.languages.nominal import core
from refute.languages.nominal.builtins import CONS, Unevaluable, integer, listing
from refute.languages.nominal.conditions import Difference
from refute.languages.nominal.evaluate import evaluate
from refute.languages.nominal.generate import ClauseWriter
from refute.languages.nominal.heads import Constants
from refute.languages.nominal.index import (
    Alternation,
    Alternatives,
    ArgumentIndex,
    entrance_source,
    indexes,
)
from refute.languages.nominal.procedures import Leaf, Procedure, predicate, query
from refute.languages.nominal.solutions import Solutions, finish
from refute.languages.nominal.terms import (
    Abstraction,
    Eigenvariable,
    Name,
    Suspended,
    Term,
    Unknown,
    embed,
    expose,
    swap,
    walk,
)
from refute.languages.nominal.trace import Tracer
from refute.languages.nominal.types import Type
from refute.languages.nominal.unify import Store
from refute.search import Budget
from refute.source import Span

Frame: TypeAlias = tuple[Any, ...]
Code: TypeAlias = Callable[[Any], Any]


class Engine(Store):
    """Solves goals with the clauses of predicates; compiles a predicate when it is first called.

    `nameless` says of which types the terms have no names in them. Without `inlining` every goal
    has a frame of its own, so that it can be watched.
    """

    def __init__(self, nameless: Callable[[Type], bool], *, inlining: bool = True) -> None:
        super().__init__()
        self.inlining = inlining
        self.nameless = nameless
        self.tracer: Tracer | None = None
        self.choices: list[tuple[int, Alternatives, Frame]] = []
        self.symbols: dict[Code, core.Symbol] = {}
        self.clauses: dict[Code, core.Clause] = {}
        self.relations: dict[Code, str] = {
            self._equals: "=",
            self._fresh: "#",
            self._evaluates: "is",
        }
        self._codes: dict[core.Symbol, str] = {}
        self._number = 0
        self.space: dict[str, object] = {
            "Abstraction": Abstraction,
            "Eigenvariable": Eigenvariable,
            "Name": Name,
            "Suspended": Suspended,
            "Unknown": Unknown,
            "apart": self.apart,
            "choices": self.choices,
            "cut_goal": self.cut,
            "embed": embed,
            "equals_goal": self._equals,
            "evaluate": _evaluate,
            "evaluates_goal": self._evaluates,
            "expose": expose,
            "fail_goal": _fail,
            "fresh_goal": self._fresh,
            "listing": listing,
            "number": _number,
            "occurs": self.occurs,
            "open_abstraction": self.open,
            "swap": swap,
            "trail": self.trail,
            "unequal_goal": self._unequal,
            "unescaped_goal": _unescaped,
            "unify": self.unify,
            "wake": self.wake,
        }
        self.constants = Constants(self.space)

    # Compiling

    def code(self, symbol: core.Symbol) -> str:
        """The name of the code of a predicate; the code is made when it is first run."""
        if symbol not in self._codes:
            self._codes[symbol] = self.new_name("p")
            self.forget(symbol)
        return self._codes[symbol]

    def forget(self, symbol: core.Symbol) -> None:
        """Compile a predicate anew at its next call, because its clauses have changed."""
        name = self.code(symbol)

        def compile_first(frame: Frame) -> Frame | None:
            if self.space[name] is compile_first:
                self.symbols[self.compile(predicate(symbol), name, symbol)] = symbol
            result: Frame | None = self.space[name](frame)  # type: ignore[operator]
            return result

        self.symbols[compile_first] = symbol
        self.space[name] = compile_first

    def new_name(self, prefix: str) -> str:
        """A name that generated code does not use yet."""
        self._number += 1
        return f"{prefix}_{self._number}"

    def _lift(self, procedure: Procedure) -> str:
        name = self.new_name("g")
        self.compile(procedure, name)
        return name

    def compile(self, procedure: Procedure, name: str, symbol: core.Symbol | None = None) -> Code:
        """The code of a procedure, which is also put under its name where other code finds it."""
        clauses: list[Code] = []
        for number in range(len(procedure.clauses)):
            own = f"{name}_{number}"
            writer = ClauseWriter(
                self.constants,
                self.nameless,
                call=self.code,
                lift=self._lift,
                inlining=self.inlining,
            )
            with room_for_nesting():
                source = writer.write(own, procedure, number)
            exec(compile(source, f"<{procedure.name}>", "exec"), self.space)
            clauses.append(self.space[own])  # type: ignore[arg-type]
        found: list[ArgumentIndex] = []
        if symbol is not None:
            self.clauses.update(zip(clauses, symbol.clauses, strict=True))
            found = indexes(symbol.clauses, CONS)
        if not self.inlining:
            clauses = [self._announced(code) for code in clauses]
        code = self._entrance(clauses, found, own_height=procedure.own_height)
        self.space[name] = code
        return code

    def _announced(self, code: Code) -> Code:
        """The code of a clause that tells the tracer when it is tried."""
        clause = self.clauses.get(code)
        if clause is None:
            return code

        def tried(frame: Frame) -> Frame | None:
            if self.tracer is not None:
                self.tracer.attempt(clause)
            result: Frame | None = code(frame)
            return result

        self.clauses[tried] = clause
        return tried

    def _entrance(
        self, clauses: list[Code], found: list[ArgumentIndex], *, own_height: bool
    ) -> Code:
        """The code that selects the clauses for a call and keeps the other ones as a choice."""
        if not clauses:
            return _fail
        if len(clauses) == 1 and not own_height:
            return clauses[0]
        space: dict[str, object] = {
            **{f"table_{i}": each.table.get for i, each in enumerate(found)},
            **{f"mask_{i}": each.mask for i, each in enumerate(found)},
            "alternation": Alternation(clauses),
            "expose": expose,
            "choices": self.choices,
            "trail": self.trail,
        }
        exec(entrance_source(len(clauses), found, own_height=own_height), space)
        return space["entrance"]  # type: ignore[return-value]

    # Goals that are not calls

    def cut(self, frame: Frame) -> Frame:
        """Drop the choices above a height."""
        del self.choices[frame[1] :]
        result: Frame = frame[2]
        return result

    def _equals(self, frame: Frame) -> Frame | None:
        _, left, right, after = frame
        return after if self.unify(left, right) else None

    def _fresh(self, frame: Frame) -> Frame | None:
        _, name, term, after = frame
        return after if self.apart(name, term) else None

    def _unequal(self, frame: Frame) -> Frame | None:
        _, left, right, after = frame
        return after if Difference(left, right).holds(self) else None

    def _evaluates(self, frame: Frame) -> Frame | None:
        _, left, right, span, after = frame
        return after if self.unify(left, _evaluate(right, span)) else None

    # Solving

    def solve(
        self,
        goal: core.Goal,
        given: dict[Leaf, Term],
        budget: Budget,
        tracer: Tracer | None = None,
    ) -> Solutions:
        """The solutions of a goal about given unknowns and names; earlier ones are forgotten."""
        self.undo(0)
        self.choices.clear()
        self.tracer = tracer
        code = self.compile(query(goal, tuple(given)), self.new_name("q"))
        return Solutions(self, (code, *given.values(), (finish,)), budget, tracer)


def _fail(_frame: Frame) -> None:
    return None


def _evaluate(term: Term, span: Span) -> Term:
    try:
        return evaluate(term)
    except Unevaluable as failure:
        raise _not_computed(failure, span) from None


def _number(term: Term, span: Span) -> int:
    try:
        return integer(evaluate(term))
    except Unevaluable as failure:
        raise _not_computed(failure, span) from None


def _not_computed(failure: Unevaluable, span: Span) -> InputError:
    return InputError([error("AP030", f"this cannot be computed: {failure}", span)])


def _unescaped(frame: Frame) -> Frame | None:
    """The arbitrary value stays inside its quantifier."""
    _, value, others, after = frame
    for part in walk(*others):
        if part is value or (type(part) is Suspended and part.term is value):
            return None
    result: Frame = after
    return result
