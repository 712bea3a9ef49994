"""A theorem under attack: unknowns for its variables, names for its names."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from refute.languages.nominal import core
from refute.languages.nominal.attack.fill import Types, find_places
from refute.languages.nominal.evaluate import evaluate
from refute.languages.nominal.procedures import Leaf
from refute.languages.nominal.terms import Name, Term, Unknown, naked_unknown
from refute.languages.nominal.types import Type
from refute.languages.nominal.unify import Store


@dataclass(slots=True)
class Subject:
    """The values of a theorem's variables and names; the search binds the unknowns."""

    check: core.Check
    variables: dict[core.Variable, Unknown]
    names: dict[core.NameConstant, Name]

    @classmethod
    def of(cls, check: core.Check) -> Subject:
        """A theorem about which nothing is known yet."""
        variables = dict.fromkeys([*check.variables, *_unnamed(check)])
        return cls(
            check,
            {each: naked_unknown() for each in variables},
            {each: Name(each.label) for each in check.names},
        )

    @property
    def given(self) -> dict[Leaf, Term]:
        """Every variable and name with its value."""
        return dict([*self.variables.items(), *self.names.items()])

    @property
    def shown(self) -> dict[str, Unknown]:
        """The variables that the user has given a name, with their values."""
        return {each.label: value for each, value in self.variables.items() if each.label != "_"}

    def typed(self) -> list[tuple[Term, Type]]:
        """The values with their types."""
        return [(value, leaf.type) for leaf, value in self.given.items()]

    def close(self, store: Store, types: Types) -> dict[Leaf, Term] | None:
        """The smallest closed instance of the values; nothing where a type has no terms."""
        while True:
            places = find_places(types, self.typed())
            if not places.types:
                return {leaf: evaluate(value) for leaf, value in self.given.items()}
            unknown, type_ = next(iter(places.types.items()))
            if not any(store.bind(unknown, each.make()) for each in types.smallest(type_)):
                return None


def _unnamed(check: core.Check) -> list[core.Variable]:
    """The `_` of the conclusion: it is to hold for all values of them.

    What stands for the value of a function occurs more than once.
    """
    terms = [term for goal in core.subgoals(check.conclusion) for term in core.goal_parts(goal)[0]]
    count = Counter(each for each in core.subterms(*terms) if isinstance(each, core.Variable))
    bound = {
        goal.variable
        for goal in core.subgoals(check.conclusion)
        if isinstance(goal, core.Exists | core.ForAll)
    }
    return [
        each
        for each, number in count.items()
        if each.label == "_" and number == 1 and each not in bound
    ]
