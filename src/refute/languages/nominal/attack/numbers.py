"""Arithmetic about numbers that are not known yet: it waits, and the solver finds numbers.

`K is I + J` with an unknown I waits for it. When everything else is derived, what still waits goes
to the solver, and the numbers that it finds are put in, which computes everything again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from refute import terms as symbolic
from refute.diagnostics import InputError, error
from refute.languages.nominal.builtins import TRUTH, Unevaluable, evaluate
from refute.languages.nominal.engine.resolution import Engine
from refute.languages.nominal.engine.terms import Condition, Term, Unknown, expose, unknowns
from refute.solver import Answer, Effort, Path, open_session
from refute.source import Span

RANGES = (1, 4, 20, 1_000)
"""How large numbers may be, tried in turn, so that small ones are found."""


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
"""What the solver knows of the functions on numbers and truth values."""


class Untranslatable(Exception):
    """The solver cannot be asked about something."""


@dataclass(eq=False, slots=True)
class Computation(Condition):
    """A term is the value of another, which has unknown numbers in it."""

    left: Term
    right: Term
    span: Span

    def holds(self, store: Engine, _term: Term = None) -> bool:
        """It holds now, or what is not known waits."""
        waiting = unknowns(self.right)
        if not waiting:
            return bool(store.unify(self.left, computed(self.right, self.span)))
        for each in waiting:
            store.await_on(each, (self, each))
        return True

    @property
    def open(self) -> bool:
        """Whether there are still unknowns in it."""
        return bool(unknowns(self.right))

    def condition(self) -> symbolic.Term:
        """It as a condition for the solver."""
        left, right = _translated(self.left), _translated(self.right)
        return symbolic.equal(left, right)


def computed(term: Term, span: Span) -> Term:
    """The value of a term; InputError where it has none."""
    try:
        return evaluate(term)
    except Unevaluable as failure:
        message = f"this cannot be computed: {failure}"
        raise InputError([error("AP030", message, span)]) from None


def postponable(term: Term) -> bool:
    """Whether a term is computed from numbers alone, so that it can wait for them.

    What it is divided by must be known, because there is no value where that is zero.
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


def _translated(term: Term) -> symbolic.Term:
    term = expose(term)
    if isinstance(term, int):
        return symbolic.integer(term)
    if isinstance(term, Unknown):
        return symbolic.variable(f"n{id(term)}", symbolic.INT)
    for value, constant in TRUTH.items():
        if term == constant:
            return symbolic.boolean(value)
    if isinstance(term, tuple) and term[0].name in OPERATIONS and term[0].evaluate:
        return OPERATIONS[term[0].name](*map(_translated, term[1:]))
    raise Untranslatable


def settle(engine: Engine, pending: Iterable[Computation], effort: Effort | None = None) -> Answer:
    """Give unknown numbers values with which all that waits holds, if there are any.

    The values are bound only where the answer is `SAT`.
    """
    waiting = [each for each in pending if each.open]
    if not waiting:
        return Answer.SAT
    numbers = {f"n{id(each)}": each for one in waiting for each in unknowns(one.left, one.right)}
    try:
        path = Path.of(each.condition() for each in waiting)
    except (Untranslatable, symbolic.SortError):
        return Answer.UNKNOWN
    session = open_session(effort=effort)
    answer = session.check(path)
    if answer is not Answer.SAT:
        return answer
    model = session.model(path)
    for most in RANGES:
        limited = path.extend(symbolic.conjunction(*(_within(each, most) for each in numbers)))
        if session.check(limited) is Answer.SAT:
            model = session.model(limited)
            break
    for name, unknown in numbers.items():
        value = (model or {}).get(symbolic.variable(name, symbolic.INT), 0)
        assert isinstance(value, int)
        if expose(unknown) is unknown and not engine.bind(unknown, value):
            return Answer.UNKNOWN
    return Answer.SAT


def possible_values(
    pending: Iterable[Computation], unknown: Unknown, most: int, notable: Sequence[int] = ()
) -> tuple[list[int], bool] | None:
    """Values that an unknown number can have, and whether there are no others.

    Those that are notable come first, then small ones.
    There are none to tell where nothing that waits is about it, or the solver cannot be asked.
    """
    waiting = [each for each in pending if each.open]
    if not any(unknown in unknowns(each.left, each.right) for each in waiting):
        return None
    try:
        path = Path.of(each.condition() for each in waiting)
    except (Untranslatable, symbolic.SortError):
        return None
    session, number = open_session(), _translated(unknown)
    wishes = [
        symbolic.disjunction(*(symbolic.equal(number, symbolic.integer(each)) for each in notable)),
        _within(f"n{id(unknown)}", most),
        symbolic.boolean(True),
    ]
    limit = 2 * most + len(notable)
    found: list[int] = []
    for wish in wishes:
        while len(found) <= limit and (model := session.model(path.extend(wish))) is not None:
            value = model.get(number, 0)
            assert isinstance(value, int)
            found.append(value)
            path = path.extend(symbolic.different(number, symbolic.integer(value)))
    return found, session.check(path) is Answer.UNSAT


def _within(name: str, most: int) -> symbolic.Term:
    number = symbolic.variable(name, symbolic.INT)
    low, high = symbolic.integer(-most), symbolic.integer(most)
    return symbolic.conjunction(symbolic.at_most(low, number), symbolic.at_most(number, high))
