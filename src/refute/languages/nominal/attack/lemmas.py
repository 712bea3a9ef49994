"""The theorem as a lemma, which may be assumed in the search for a smallest counterexample.

If there is a counterexample, there is one for which all smaller instances of the theorem hold.
Instances are smaller if their hypotheses are derived inside derivations of the hypotheses. If no
hypothesis has a derivation, the theorem may be assumed for values with fewer constructors.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations

from refute.languages.nominal import core
from refute.languages.nominal.builtins import EMPTY_TUPLE, PAIR, rebuilt
from refute.languages.nominal.engine import terms
from refute.languages.nominal.engine.terms import Term
from refute.languages.nominal.engine.visits import PATIENCE
from refute.languages.nominal.rewrite import replace_in_goal
from refute.record import record

WEIGHTLESS = frozenset((PAIR, EMPTY_TUPLE[0]))
"""Constructors that cost nothing when open places are filled."""


@record
class Lemma:
    """A conclusion that holds whenever the goals do: an atom, or the two sides of an equation.

    Without a predicate among the goals, the lemma is about all `values` that are smaller.
    """

    conclusion: core.Atom | tuple[core.Term, core.Term]
    goals: tuple[core.Goal, ...]
    values: tuple[core.Variable, ...]

    @property
    def about_derivations(self) -> bool:
        """Whether smaller instances are those with smaller derivations of the hypotheses."""
        return any(isinstance(each, core.Atom) for each in self.goals)


def lemma(theorem: core.Check, values: Sequence[core.Variable]) -> Lemma | None:
    """A theorem as a lemma; None if it does not have a suitable form.

    Its names may stand for any names that differ from each other.
    """
    hypotheses = core.conjuncts(theorem.hypotheses)
    if not all(isinstance(each, core.Atom | core.Equals | core.Fresh) for each in hypotheses):
        return None
    terms_of_all = core.goal_terms(core.conjunction([theorem.hypotheses, theorem.conclusion]))
    fixed = {name for each in core.subterms(*terms_of_all) for name in core.names_required(each)}
    renamed: dict[core.Leaf, core.Term] = {
        each: core.Variable(each.label, each.type) for each in theorem.names if each not in fixed
    }
    apart = tuple(core.Fresh(one, other) for one, other in combinations(renamed.values(), 2))
    goals = (*(replace_in_goal(each, renamed) for each in hypotheses), *apart)
    conclusion = _concluded(replace_in_goal(theorem.conclusion, renamed))
    if conclusion is None:
        return None
    found = Lemma(conclusion, goals, tuple(values))
    if found.about_derivations:
        return found
    known = core.variables(*conclusion.arguments) if isinstance(conclusion, core.Atom) else {}
    return found if known.keys() >= {*theorem.variables, *values} else None


def _concluded(goal: core.Goal) -> core.Atom | tuple[core.Term, core.Term] | None:
    """The conclusion of a lemma: `f(M) = N` becomes the atom of the function with that result."""
    match core.conjuncts(goal):
        case (core.Atom() as atom,):
            return atom
        case (core.Equals(left, right),):
            return left, right
        case (core.Atom(predicate, arguments), core.Equals(left, right)):
            *given, result = arguments
            if predicate.role != "function" or result not in (left, right):
                return None
            value = right if result is left else left
            if result in core.variables(value, *given):
                return None
            return core.Atom(predicate, (*given, value))
        case _:
            return None


Weight = tuple[int, Counter[Term]]
"""The number of constructors in some terms, and the occurrences of each arbitrary value."""


def weight(values: Sequence[Term]) -> Weight | None:
    """The weight of some terms; None if they contain unknowns or are too large."""
    constructors = 0
    leaves: Counter[Term] = Counter()
    for count, term in enumerate(terms.walk(*values)):
        inner = terms.unsuspended(term)
        kind = type(inner)
        if kind is terms.Unknown or count > PATIENCE:
            return None
        if kind is tuple:
            constructors += inner[0] not in WEIGHTLESS
        elif kind is not terms.Name and kind is not terms.Abstraction:
            leaves[inner] += 1
    return constructors, leaves


def lighter(one: Weight | None, other: Weight | None) -> bool:
    """Whether terms of one weight are smaller than others, whatever the arbitrary values are."""
    return one is not None and other is not None and one[0] < other[0] and one[1] <= other[1]


def reopened(term: Term, opened: Mapping[terms.Eigenvariable, terms.Unknown]) -> Term:
    """A term with unknowns in place of the arbitrary values that they have temporarily."""

    def enter(part: Term) -> tuple[Term, bool]:
        if type(part) is terms.Suspended:
            inner = opened.get(part.term, part.term)
            return terms.suspend(part.permutation, inner), True
        return opened.get(part, part) if type(part) is terms.Eigenvariable else part, False

    return rebuilt(term, enter, lambda symbol, parts: (symbol, *parts))
