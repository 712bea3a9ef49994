"""One question to the solver: a specification, its values, and what is made for the question."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from refute.frontend.node import walk
from refute.languages.fmsl import syntax
from refute.languages.fmsl.symbolic.evaluate import Evaluator
from refute.languages.fmsl.symbolic.quantifiers import Names
from refute.languages.fmsl.symbolic.reason import Reasoner
from refute.languages.fmsl.symbolic.unknowns import Extent, Unknowns, type_key
from refute.languages.fmsl.symbolic.values import (
    Either,
    Items,
    Record,
    Symbolic,
    Unsupported,
    known,
)
from refute.languages.fmsl.traverse import names
from refute.languages.fmsl.typecheck import Checked
from refute.languages.fmsl.types import ListOf, Part, TupleOf, Type, Union
from refute.solver.session import Session
from refute.terms import FALSE, TRUE, Term, conjunction, integer, negation


class Problem:
    """Makes unknown values for parameters and evaluates conditions about them."""

    def __init__(
        self, checked: Checked, session: Session, *, size: int, ranks: bool = True
    ) -> None:
        self.checked = checked
        self.size = size
        self.unknowns = Unknowns(checked.objects, ranks=ranks)
        self.reasoner = Reasoner(self.unknowns, session)
        self.values: dict[str, Symbolic] = {}
        self.evaluator = Evaluator(checked, self.reasoner, self.values, size)
        self._declare()
        for number in range(2 * size + 3):
            self.reasoner.seed("integer", known(integer(number)), FALSE)

    def _declare(self) -> None:
        """The values of the file; those that cannot be expressed are missed where they are used."""
        written = {name for each in self.checked.declarations for name in _set(each)}
        for each in self.checked.declarations:
            constant = isinstance(each, syntax.Value | syntax.Variable) and each.name not in written
            if isinstance(each, syntax.Value | syntax.Variable) and constant and each.value:
                try:
                    self.values[each.name] = self.evaluator.evaluate(each.value, {})
                except Unsupported:
                    continue

    def fresh(self, parts: Iterable[Part], extent: Extent, mark: str = "") -> dict[str, Symbolic]:
        """Unknown values for parameters; quantifiers try them and what is in them."""
        made = {}
        for part in parts:
            made[part.name] = self.unknowns.fresh(f"{part.name}{mark}", part.type, extent)
            self.play(made[part.name], part.type)
        return made

    def play(self, value: Symbolic, of: Type, there: Term = TRUE) -> None:
        """Let quantifiers try a value that is there under a condition, and what is in it."""
        self.reasoner.seed(type_key(self.checked.objects, of), value, there)
        there = conjunction(there, negation(value.nil))
        match value, self.checked.objects.structure(of):
            case Record(_, parts), TupleOf(others):
                for each, other in zip(parts, others, strict=True):
                    self.play(each, other.type, there)
            case Items(_, items), ListOf(element):
                for present, each in items:
                    self.play(each, element, conjunction(there, present))
            case Either(_, options), Union(alternatives) if len(options) == len(alternatives):
                for (chosen, each), alternative in zip(options, alternatives, strict=True):
                    self.play(each, alternative.type, conjunction(there, chosen))

    def holds(self, condition: syntax.Condition | None, names: Names) -> Term:
        """The condition that a pre- or postcondition is true; one that is absent is."""
        formula = None if condition is None else condition.formula
        return self.evaluator.holds(formula, names)


def _set(node: syntax.Node) -> Iterator[str]:
    """The variables that are set somewhere in a declaration."""
    for each in walk(node):
        if isinstance(each, syntax.Set):
            yield from names(each.target)
