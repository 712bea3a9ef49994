"""A plain interpreter of checked clauses, with which the compiled engine is compared.

It renames a clause, unifies its head and solves its body from left to right, without indexes,
compiled matching, skipped occurs checks or types without names.
"""

from __future__ import annotations

from collections.abc import Iterator

from refute.languages.nominal import core
from refute.languages.nominal.builtins import CONS, evaluate
from refute.languages.nominal.engine.terms import (
    Abstraction,
    Eigenvariable,
    Name,
    Term,
    Unknown,
    swap,
    unknown_of,
    walk,
)
from refute.languages.nominal.engine.unify import Store
from refute.languages.nominal.program import load
from refute.languages.nominal.run import ask
from refute.languages.nominal.show import answer_lines
from refute.languages.nominal.types import SortsOf
from refute.search import Budget
from refute.source import Source

MOST = 20


class Plain:
    """The interpreter."""

    def __init__(self, sorts: SortsOf) -> None:
        self.store = Store()
        self.sorts = sorts

    def solve(self, goal: core.Goal, made: dict[object, Term], cut: list[bool]) -> Iterator[None]:
        """Once for each solution; `cut` is set when the clause around is committed."""
        mark = len(self.store.trail)
        for _ in self._solve(goal, made, cut):
            yield
            if cut[0]:
                break
        self.store.undo(mark)

    def _solve(self, goal: core.Goal, made: dict[object, Term], cut: list[bool]) -> Iterator[None]:
        match goal:
            case core.Atom(predicate, arguments):
                yield from self._call(predicate, [self.build(each, made) for each in arguments])
            case core.Equals(left, right):
                if self.store.unify(self.build(left, made), self.build(right, made)):
                    yield
            case core.Fresh(left, right):
                if self.store.apart(self.build(left, made), self.build(right, made)):
                    yield
            case core.Evaluates(left, right):
                if self.store.unify(self.build(left, made), evaluate(self.build(right, made))):
                    yield
            case core.Both(parts):
                yield from self._all(list(parts), made, cut)
            case core.Either(one, other):
                yield from self.solve(one, made, cut)
                if not cut[0]:
                    yield from self.solve(other, made, cut)
            case core.IfThenElse(condition, then, otherwise):
                for _ in self.solve(condition, made, [False]):
                    yield from self.solve(then, made, cut)
                    return
                yield from self.solve(otherwise, made, cut)
            case core.Not(inner):
                if not any(True for _ in self.solve(inner, made, [False])):
                    yield
            case core.Exists(_, inner):
                yield from self.solve(inner, made, cut)
            case core.New(name, inner):
                made[name] = Name(name.label)
                free = [each for each in core.goal_leaves(goal) if isinstance(each, core.Variable)]
                if all(self.store.apart(made[name], self.build(each, made)) for each in free):
                    yield from self.solve(inner, made, cut)
            case core.ForAll(variable, inner):
                made[variable] = Eigenvariable(variable.label)
                for _ in self.solve(inner, made, cut):
                    if not any(part is made[variable] for part in walk(*made.values())):
                        yield
            case core.Cut():
                yield
                cut[0] = True
            case core.Fail():
                pass

    def _all(
        self, parts: list[core.Goal], made: dict[object, Term], cut: list[bool]
    ) -> Iterator[None]:
        if not parts:
            yield
            return
        for _ in self.solve(parts[0], made, cut):
            yield from self._all(parts[1:], made, cut)
            if cut[0]:
                return

    def _call(self, predicate: core.Symbol, arguments: list[Term]) -> Iterator[None]:
        cut = [False]
        for clause in predicate.clauses:
            mark = len(self.store.trail)
            made: dict[object, Term] = {}
            heads = [self.build(each, made) for each in clause.arguments]
            if all(map(self.store.unify, heads, arguments)):
                yield from self.solve(clause.body, made, cut)
            self.store.undo(mark)
            if cut[0]:
                return

    def build(self, term: core.Term, made: dict[object, Term]) -> Term:
        match term:
            case core.Variable():
                if term not in made:
                    made[term] = unknown_of(self.sorts(term.type))
                return made[term]
            case core.NameConstant():
                return (
                    made[term]
                    if term in made
                    else made.setdefault(term, Name(term.label, self.sorts(term.type)))
                )
            case core.Literal(value):
                return value
            case core.Construct(symbol, ()):
                return symbol.constant
            case core.Construct(symbol, arguments):
                return (symbol, *(self.build(each, made) for each in arguments))
            case core.Listing(items, tail):
                result = self.build(tail, made)
                for item in reversed(items):
                    result = (CONS, self.build(item, made), result)
                return result
            case core.Abstract(name, body):
                return Abstraction(self.build(name, made), self.build(body, made))
            case core.Swap(left, right, body):
                return swap(self.build(left, made), self.build(right, made), self.build(body, made))


def gives_the_same_answers(text: str) -> None:
    """Assert that the engine answers the query of a program as the interpreter does."""
    loaded, items = load(Source("made.apl", text))
    (query,) = (each for each in items if isinstance(each, core.Query))
    asked = ask(loaded, query, Budget(results=MOST))
    compiled = [constraint_set(asked.shown()) for _ in asked.solutions]
    plain = Plain(loaded.sorts)
    made: dict[object, Term] = {each: Unknown() for each in query.variables}
    made.update({each: Name(each.label, loaded.sorts(each.type)) for each in query.names})
    variables = {each.label: made[each] for each in query.variables}
    names = [made[each] for each in query.names]
    expected: list[tuple[list[str], set[str]]] = []
    for _ in plain.solve(query.goal, made, [False]):
        shown = answer_lines(variables, names, loaded.parser.operators)
        expected.append(constraint_set(shown))
        if len(expected) == MOST:
            break
    assert compiled == expected


def constraint_set(lines: list[str]) -> tuple[list[str], set[str]]:
    """The bindings in order, the constraints in any order."""
    return [line for line in lines if " = " in line], {line for line in lines if " # " in line}
