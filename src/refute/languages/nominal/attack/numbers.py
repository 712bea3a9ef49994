"""Arithmetic with unknown numbers: it is postponed, and the solver finds numbers.

`K is I + J` with an unknown I waits for it. When everything else is derived, the arithmetic that
still waits is passed to the solver, and the numbers that it finds are bound, which evaluates the
waiting arithmetic again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from refute import terms as symbolic
from refute.diagnostics import InputError, error
from refute.languages.nominal.builtins import TRUTH, Unevaluable, evaluate
from refute.languages.nominal.engine.conditions import Difference
from refute.languages.nominal.engine.resolution import Engine
from refute.languages.nominal.engine.terms import Condition, Term, Unknown, expose, unknowns
from refute.languages.nominal.types import BOOL
from refute.record import entity
from refute.solver import Answer, Effort, Model, Path, open_session
from refute.source import Span

RANGES = (1, 4, 20, 1_000)
"""Maximum absolute values of numbers, tried in turn to prefer small numbers."""


def _least(left: symbolic.Term, right: symbolic.Term) -> symbolic.Term:
    return symbolic.choose(symbolic.less(left, right), left, right)


def _greatest(left: symbolic.Term, right: symbolic.Term) -> symbolic.Term:
    return symbolic.choose(symbolic.less(left, right), right, left)


def _quotient(left: symbolic.Term, right: symbolic.Term) -> symbolic.Term:
    """Division that rounds towards zero, by a number other than zero."""
    zero = symbolic.integer(0)
    negative = symbolic.divide(symbolic.subtract(zero, left), right)
    return symbolic.choose(
        symbolic.equal(symbolic.less(left, zero), symbolic.less(right, zero)),
        symbolic.divide(left, right),
        symbolic.subtract(zero, negative),
    )


def _remainder(left: symbolic.Term, right: symbolic.Term) -> symbolic.Term:
    return symbolic.subtract(left, symbolic.multiply(right, _quotient(left, right)))


OPERATIONS: dict[str, Callable[..., symbolic.Term]] = {
    "+": symbolic.add,
    "-": symbolic.subtract,
    "*": symbolic.multiply,
    "div": _quotient,
    "mod": _remainder,
    "min": _least,
    "max": _greatest,
    "<": symbolic.less,
    "<=": symbolic.at_most,
    ">": symbolic.greater,
    ">=": symbolic.at_least,
    "&&": symbolic.conjunction,
    "||": symbolic.disjunction,
    "neg": symbolic.negation,
}
"""The solver's counterparts of the functions on numbers and truth values."""


class Untranslatable(Exception):
    """A term cannot be expressed for the solver."""


@entity
class Computation(Condition):
    """A term is the value of another, which contains unknown numbers."""

    left: Term
    right: Term
    span: Span

    def holds(self, store: Engine, _term: Term = None) -> bool:
        """Whether it may hold; if there are unknowns, it waits on them."""
        waiting = unknowns(self.right)
        if not waiting:
            return bool(store.unify(self.left, computed(self.right, self.span)))
        for each in waiting:
            store.await_on(each, (self, each))
        return True

    @property
    def open(self) -> bool:
        """Whether the term to be computed still contains unknowns."""
        return bool(unknowns(self.right))


def computed(term: Term, span: Span) -> Term:
    """The value of a term; InputError if it has none."""
    try:
        return evaluate(term)
    except Unevaluable as failure:
        message = f"this cannot be computed: {failure}"
        raise InputError([error("AP030", message, span)]) from None


def postponable(term: Term) -> bool:
    """Whether a term is computed only from numbers, and can therefore wait for them.

    Divisors must be known, because there is no value if one is zero.
    """
    term = expose(term)
    if isinstance(term, Unknown | int):
        return True
    if not isinstance(term, tuple) or term in TRUTH.values():
        return isinstance(term, tuple)
    symbol, *parts = term
    if symbol.name in {"div", "mod"}:
        divisor = expose(parts[1])
        if not isinstance(divisor, int) or divisor == 0:
            return False
    return bool(symbol.name in OPERATIONS and symbol.evaluate and all(map(postponable, parts)))


TRUTH_FUNCTIONS = frozenset(("&&", "||", "neg"))
"""The functions of truth values; all others are about numbers."""


class Translation:
    """Translates arithmetic to conditions for the solver, whose variables stand for unknowns."""

    def __init__(self) -> None:
        self.variables: dict[Unknown, symbolic.Term] = {}

    def path(self, waiting: Iterable[Computation]) -> Path:
        """Waiting computations as conditions, with the differences required of their numbers.

        Raises Untranslatable or SortError if they cannot be expressed.
        """
        found = list(map(self._condition, waiting))
        asked: set[Difference] = set()
        numbers = list(self.variables)
        while numbers:
            attached = numbers.pop().attached
            for each, _ in () if attached is None else attached.waiting:
                if isinstance(each, Difference) and each not in asked:
                    asked.add(each)
                    known = len(self.variables)
                    found.append(self._differ(each))
                    numbers += list(self.variables)[known:]
        return Path.of(found)

    def _differ(self, each: Difference) -> symbolic.Term:
        return symbolic.different(
            *(self._term(side, symbolic.INT) for side in (each.left, each.right))
        )

    def _condition(self, each: Computation) -> symbolic.Term:
        sides = [expose(each.left), expose(each.right)]
        sort = symbolic.BOOL if any(map(_is_truth, sides)) else symbolic.INT
        return symbolic.equal(*(self._term(side, sort) for side in sides))

    def _term(self, unexposed: Term, sort: symbolic.Sort) -> symbolic.Term:
        term = expose(unexposed)
        if isinstance(term, int):
            return symbolic.integer(term)
        if isinstance(term, Unknown):
            return self.variables.setdefault(term, symbolic.variable(f"n{id(term)}", sort))
        for value, constant in TRUTH.items():
            if term == constant:
                return symbolic.boolean(value)
        if isinstance(term, tuple) and term[0].name in OPERATIONS and term[0].evaluate:
            name = term[0].name
            inner = symbolic.BOOL if name in TRUTH_FUNCTIONS else symbolic.INT
            return OPERATIONS[name](*(self._term(each, inner) for each in term[1:]))
        raise Untranslatable


def _is_truth(term: Term) -> bool:
    """Whether an exposed term is of the type of truth values."""
    return isinstance(term, tuple) and term[0].result == BOOL


def settle(engine: Engine, pending: Iterable[Computation], effort: Effort | None = None) -> Answer:
    """Bind unknown numbers to values that satisfy the waiting computations, if there are any.

    All of them are bound only if the answer is `SAT`.
    """
    waiting = [each for each in pending if each.open]
    if not waiting:
        return Answer.SAT
    translation = Translation()
    try:
        path = translation.path(waiting)
    except (Untranslatable, symbolic.SortError):
        return Answer.UNKNOWN
    session = open_session(effort=effort)
    answer = session.check(path)
    if answer is not Answer.SAT:
        return answer
    model = session.model(path)
    for most in RANGES:
        small = (_within(each, most) for each in translation.variables.values())
        limited = path.extend(symbolic.conjunction(*small))
        if session.check(limited) is Answer.SAT:
            model = session.model(limited)
            break
    for unknown, variable in translation.variables.items():
        value = _value(model or {}, variable)
        if expose(unknown) is unknown and not engine.bind(unknown, value):
            return Answer.UNKNOWN
    return Answer.SAT


def possible_values(
    pending: Iterable[Computation], unknown: Unknown, most: int, notable: Sequence[int] = ()
) -> tuple[list[Term], bool] | None:
    """Possible values of an unknown number or truth value, and whether there are no others.

    Notable values come first, then small ones.
    None if no waiting computation is about it, or the solver cannot be asked.
    """
    waiting = [each for each in pending if each.open]
    if not any(unknown in unknowns(each.left, each.right) for each in waiting):
        return None
    translation = Translation()
    try:
        path = translation.path(waiting)
    except (Untranslatable, symbolic.SortError):
        return None
    session, number = open_session(), translation.variables[unknown]
    wishes = [_within(number, most), symbolic.boolean(True)]
    if number.sort is symbolic.INT:
        wanted = [symbolic.equal(number, symbolic.integer(each)) for each in notable]
        wishes.insert(0, symbolic.disjunction(*wanted))
    limit = 2 * most + len(notable)
    found: list[Term] = []
    for wish in wishes:
        while len(found) <= limit and (model := session.model(path.extend(wish))) is not None:
            found.append(_value(model, number))
            path = path.extend(symbolic.different(number, _constant(model, number)))
    return found, session.check(path) is Answer.UNSAT


def _constant(model: Model, variable: symbolic.Term) -> symbolic.Term:
    """The value of a variable in a model as a term for the solver."""
    if variable.sort is symbolic.BOOL:
        return symbolic.boolean(bool(model.get(variable, False)))
    value = model.get(variable, 0)
    assert isinstance(value, int)
    return symbolic.integer(value)


def _value(model: Model, variable: symbolic.Term) -> Term:
    """The value of a variable in a model as a term."""
    value = _constant(model, variable).payload
    return TRUTH[value] if variable.sort is symbolic.BOOL else value


def _within(number: symbolic.Term, most: int) -> symbolic.Term:
    if number.sort is symbolic.BOOL:
        return symbolic.boolean(True)
    low, high = symbolic.integer(-most), symbolic.integer(most)
    return symbolic.conjunction(symbolic.at_most(low, number), symbolic.at_most(number, high))
