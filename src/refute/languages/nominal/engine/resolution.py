"""The resolution engine: compiles predicates when they are first called, and solves goals."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache, lru_cache
from types import CodeType

from refute.diagnostics import InputError, error
from refute.frontend.nesting import room_for_nesting
from refute.frontend.unify import resolve
from refute.languages.nominal import core
from refute.languages.nominal.builtins import Unevaluable, evaluate, integer, listing
from refute.languages.nominal.engine import procedures
from refute.languages.nominal.engine.closed import ClosedTerms
from refute.languages.nominal.engine.compile import ClauseWriter
from refute.languages.nominal.engine.conditions import Difference
from refute.languages.nominal.engine.direct import direct, entrance
from refute.languages.nominal.engine.entrance import (
    Alternation,
    Alternatives,
    ArgumentIndex,
    Code,
    Entrance,
    indexes,
)
from refute.languages.nominal.engine.escape import with_given_names
from refute.languages.nominal.engine.recursion import Growing, Recursion
from refute.languages.nominal.engine.solutions import Frame, Solutions, finish
from refute.languages.nominal.engine.terms import (
    ATOMIC,
    Abstraction,
    Eigenvariable,
    Name,
    Term,
    Unknown,
    embed,
    expose,
    spares,
    swap,
    unknown_of,
    unsuspended,
    walk,
)
from refute.languages.nominal.engine.trace import Tracer
from refute.languages.nominal.engine.unify import Store
from refute.languages.nominal.types import SortsOf, Type
from refute.search import Budget
from refute.source import Span

FEW_USES = 20
"""Number of uses for which an engine that is sparing writes no code."""


@lru_cache(maxsize=1_000)
def _compiled(source: str, title: str) -> CodeType:
    """Generated code, which is often the same for several engines."""
    return compile(source, title, "exec")


class Engine(Store):
    """Solves goals with the clauses of predicates; compiles a predicate when it is first called.

    `sorts` says which names the terms of a type may have in them. Without `inlining` every goal
    has a frame of its own, so that it can be watched. An engine that is `patient` lets arithmetic
    wait for numbers that are not known yet. Where it is `looping`, a predicate that calls itself at
    once does so without a frame: `turns` limits how often, and `spent` counts those calls. Code of
    one that is `terse` is compiled sooner and runs more slowly; so does code in which no clause
    stands `in_place`, where it is known to be the only one. One that is `sparing` writes code only
    for what is used often.
    """

    patient = False
    looping = True
    terse = False
    sparing = False
    in_place = True

    def __init__(self, sorts: SortsOf, *, inlining: bool = True) -> None:
        super().__init__()
        self.inlining = inlining
        self.sorts = sorts
        self.tracer: Tracer | None = None
        self.choices: list[tuple[int, Alternatives, Frame]] = []
        self.turns = [0]
        self.spent = [0]
        self.symbols: dict[Code, core.Symbol] = {}
        self.clauses: dict[Code, core.Clause] = {}
        self.relations: dict[Code, str] = {
            self._equals: "=",
            self._fresh: "#",
            self._evaluates: "is",
        }
        self.given: dict[core.GivenName, str] = {}
        self.closed = ClosedTerms(self)
        self._codes: dict[core.Symbol, str] = {}
        self._rules: dict[core.Symbol, list[core.Clause]] = {}
        self._number = 0
        self._evaluate = _reporting(self._value)
        kinds = (Abstraction, Eigenvariable, Name, Unknown)
        made = (embed, expose, listing, unknown_of, spares, swap)
        methods = (self.apart, self.grown, self.occurs, self.unify, self.wake)
        self.space: dict[str, object] = {
            **{each.__name__: each for each in (*kinds, *made, *methods)},
            "atomic": ATOMIC,
            "choices": self.choices,
            "compute": self.compute,
            "cut_goal": self.cut,
            "equals_goal": self._equals,
            "evaluate": self._evaluate,
            "evaluates_goal": self._evaluates,
            "fail_goal": _fail,
            "fresh_goal": self._fresh,
            "number": _reporting(lambda term: integer(self._value(term))),
            "once": (None,),
            "open_abstraction": self.open,
            "spent": self.spent,
            "trail": self.trail,
            "turns": self.turns,
            "undo": self.undo,
            "unequal_goal": self._unequal,
            "unescaped_goal": _unescaped,
        }

    # Compiling

    @property
    def opens(self) -> bool:
        """Whether binders may be opened with their own names: where all names mean the same."""
        return self.looping and self.inlining and not (self.patient or self.given)

    def code(self, symbol: core.Symbol) -> str:
        """The name of the code of a predicate; the code is made when it is first run."""
        if symbol not in self._codes:
            self._codes[symbol] = f"p{id(symbol)}"
            self.forget(symbol)
        return self._codes[symbol]

    def forget(self, symbol: core.Symbol) -> None:
        """Compile a predicate anew at its next call, because its clauses have changed."""
        name = self.code(symbol)
        self._rules.pop(symbol, None)

        def compile_first(frame: Frame) -> Frame | None:
            if self.space[name] is compile_first:
                procedure = procedures.predicate(symbol.name, self.rules(symbol))
                self.symbols[self.compile(procedure, name, symbol)] = symbol
            result: Frame | None = self.space[name](frame)  # type: ignore[operator]
            return result

        self.symbols[compile_first] = symbol
        self.space[name] = compile_first

    def rules(self, symbol: core.Symbol) -> list[core.Clause]:
        """The clauses of a predicate, those that let names out also for the names given."""
        if not self.given:
            return symbol.clauses
        if symbol not in self._rules:
            self._rules[symbol] = [
                each
                for clause in symbol.clauses
                for each in with_given_names(clause, self.given, self.sorts)
            ]
        return self._rules[symbol]

    def give(self, names: Mapping[Name, Type]) -> None:
        """Let clauses take these names for those that they let out, and no others.

        Code has room for as many names of each type as were ever given at once.
        """
        waiting: dict[Type, list[Name]] = {}
        for name, type_ in names.items():
            waiting.setdefault(resolve(type_), []).append(name)
        for each, place in self.given.items():
            left = waiting.get(resolve(each.type))
            self.space[place] = left.pop() if left else Name(each.label, self.sorts(each.type))
        more = [(name, type_) for type_, left in waiting.items() for name in left]
        for name, type_ in more:
            place = self.given[core.GivenName(name.label, type_)] = self.new_name("given")
            self.space[place] = name
        for symbol in self._codes if more else ():
            self.forget(symbol)

    def new_name(self, prefix: str) -> str:
        """A name that generated code does not use yet."""
        self._number += 1
        return f"{prefix}_{self._number}"

    def constant(self, value: object, prefix: str) -> str:
        """The name under which generated code finds an object, the same in every engine."""
        name = f"{prefix}{id(value)}"
        self.space[name] = value
        return name

    def closed_term(self, term: core.Term) -> str:
        """The name under which generated code finds a closed term."""
        name = f"t{id(term)}"
        self.space[name] = self.closed.value(term)
        return name

    def lift(self, procedure: procedures.Procedure) -> str:
        """The name of the code of a goal that is compiled as a procedure of its own."""
        name = self.new_name("g")
        self.compile(procedure, name)
        return name

    def written(self, procedure: procedures.Procedure, name: str) -> list[Code]:
        """The code of each clause of a procedure."""
        return [self._clause(procedure, name, each) for each in range(len(procedure.clauses))]

    def _clause(
        self, procedure: procedures.Procedure, name: str, number: int, last: int | None = None
    ) -> Code:
        own = f"{name}_{number}"

        def write() -> Code:
            with room_for_nesting():
                self._execute(ClauseWriter(self).write(own, procedure, number, last), procedure)
            return self.space[own]  # type: ignore[return-value]

        return self._late(direct(self, procedure, number), write) if self.sparing else write()

    def _late(self, used: Code | None, write: Callable[[], Code]) -> Code:
        """Code that is written when it is needed; if there is another way, when that pays."""
        left = FEW_USES if used is not None else 0
        code = used

        def late(frame: Frame) -> Frame | None:
            nonlocal code, left
            if left >= 0:
                left -= 1
                if left < 0:
                    code = write()
            result: Frame | None = code(frame)  # type: ignore[misc]
            return result

        return late

    def _execute(self, source: str, procedure: procedures.Procedure) -> None:
        exec(_compiled(source, f"<{procedure.name}>"), self.space)

    def compile(
        self, procedure: procedures.Procedure, name: str, symbol: core.Symbol | None = None
    ) -> Code:
        """The code of a procedure, which is also put under its name where other code finds it.

        The argument that is looked at first is mostly unknown where a clause has code of its own.
        """
        rules = self.rules(symbol) if symbol is not None else []
        found = indexes(rules)
        last = found[0].position if found and self.looping else None

        @cache
        def clause(number: int) -> Code:
            code = self._clause(procedure, name, number, last)
            if symbol is None:
                return code
            self.clauses[code] = rules[number]
            return code if self.inlining else self._announced(code)

        if not procedure.clauses:
            self.space[name] = _fail
        elif len(procedure.clauses) == 1 and not procedure.own_height:
            self.space[name] = clause(0)
        else:
            self._enter(procedure, name, found, clause, symbol)
        return self.space[name]  # type: ignore[return-value]

    def _enter(
        self,
        procedure: procedures.Procedure,
        name: str,
        found: list[ArgumentIndex],
        clause: Callable[[int], Code],
        symbol: core.Symbol | None,
    ) -> None:
        """Make the code that selects the clauses for a call and keeps the others as a choice."""
        recursion = None
        if symbol is not None and found and self.looping and self.inlining:
            recursion = Recursion(symbol, procedure, found[0].position)

        def in_place(number: int, selected: int) -> list[str]:
            return ClauseWriter(self).in_place(procedure, number, selected)

        def last_in_place(number: int, selected: int, growing: Growing | None) -> list[str]:
            again = name if self.looping else ""
            writer = ClauseWriter(self, again=again, growing=growing)
            return writer.in_place(procedure, number, selected)

        for number, index in enumerate(found):
            self.space[f"{name}_table_{number}"] = index.table.get
            self.space[f"{name}_mask_{number}"] = self._mask(index)
        clauses = self.space[f"{name}_clauses"] = Alternation(clause)

        def write() -> Code:
            written = Entrance(
                name,
                procedure,
                found,
                last_in_place if self.inlining and self.in_place else None,
                in_place if self.inlining and self.looping else None,
                lambda symbol: self.constant(symbol, "s"),
                recursion,
            )
            there = self.space.get(name)
            with room_for_nesting():
                self._execute(written.source(), procedure)
            code: Code = self.space[name]  # type: ignore[assignment]
            self.space[name] = there  # which may do something else, too
            return code

        if not self.sparing:
            self.space[name] = write()
        else:
            looks = [(index, self._mask(index)) for index in found]
            self.space[name] = self._late(entrance(self, procedure, looks, clauses), write)

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

    def _mask(self, index: ArgumentIndex) -> Callable[[Term], int]:
        """How an index is asked which clauses a term leaves."""
        return index.mask

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
        return after if self.compute(left, right, span) else None

    def compute(self, left: Term, right: Term, span: Span) -> bool:
        """Make a term equal to the value of another, which must be known."""
        return self.unify(left, self._evaluate(right, span))

    def _value(self, term: Term) -> Term:
        """The value of a term, whose parts count as walked several times, which takes as long."""
        return evaluate(term, lambda parts: self.walk(5 * parts))

    # Solving

    def solve(
        self,
        goal: core.Goal,
        given: dict[core.Leaf, Term],
        budget: Budget,
        tracer: Tracer | None = None,
    ) -> Solutions:
        """The solutions of a goal about given unknowns and names; earlier ones are forgotten."""
        self.undo(0)
        self.choices.clear()
        self.tracer = tracer
        code = self.compile(procedures.query(goal, tuple(given)), "query")
        return Solutions(self, (code, *given.values(), (finish,)), budget, tracer)

    def solve_further(
        self, goal: core.Goal, given: dict[core.Leaf, Term], budget: Budget
    ) -> Solutions:
        """The solutions of a goal with the bindings there are, which are left when there are no
        more.

        Other solutions that were being looked for are given up.
        """
        self.choices[:] = [(len(self.trail), (_fail, None), ())]
        self.tracer = None
        code = self.compile(procedures.query(goal, tuple(given)), "query")
        return Solutions(self, (code, *given.values(), (finish,)), budget)


def _fail(_frame: Frame) -> None:
    return None


def _reporting(function: Callable[[Term], Term]) -> Callable[[Term, Span], Term]:
    """A function of a term that reports at a span why its value cannot be computed."""

    def computed(term: Term, span: Span) -> Term:
        try:
            return function(term)
        except Unevaluable as failure:
            message = f"this cannot be computed: {failure}"
            raise InputError([error("AP030", message, span)]) from None

    return computed


def _unescaped(frame: Frame) -> Frame | None:
    """The arbitrary value stays inside its quantifier."""
    _, value, others, after = frame
    if any(unsuspended(part) is value for part in walk(*others)):
        return None
    result: Frame = after
    return result
