"""The ways in which a postcondition can hold."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from refute.frontend.node import walk
from refute.languages.fmsl import syntax
from refute.languages.fmsl.symbolic.evaluate import Evaluator
from refute.languages.fmsl.symbolic.operators import listed
from refute.languages.fmsl.symbolic.quantifiers import Names, type_of
from refute.languages.fmsl.symbolic.unknowns import Extent
from refute.languages.fmsl.symbolic.values import Nothing, is_true
from refute.languages.fmsl.traverse import bare
from refute.terms import TRUE, Term, conjunction, disjunction, negation


@dataclass(frozen=True, slots=True)
class Branch:
    """A way in which a condition can hold, in words and as a condition."""

    label: str
    condition: Term


@dataclass(frozen=True, slots=True)
class Branches:
    """Finds the branches of expressions."""

    evaluator: Evaluator

    def of(self, expression: syntax.Expression, names: Names) -> list[Branch]:
        """The branches of a condition; one that does not branch has none."""
        match expression:
            case syntax.Binary("and", left, right):
                return [*self.of(left, names), *self.of(right, names)]
            case syntax.Binary("or" | "xor", left, right):
                return [*self._only(left, right, names), *self._only(right, left, names)]
            case syntax.Binary("=>", left, right):
                return self._decided(left, right, None, names)
            case syntax.Binary("iff", left, right):
                both = [self._true(each, names) for each in (left, right)]
                label = f"{bare(left)} iff {bare(right)}"
                return [
                    Branch(f"both sides of {label}", conjunction(*both)),
                    Branch(f"neither side of {label}", conjunction(*map(negation, both))),
                ]
            case syntax.If(condition, then, otherwise):
                return self._decided(condition, then, otherwise, names)
            case syntax.Bounded():
                return list(self._bounded(expression, names))
            case syntax.Unbounded("forall"):
                return list(self._unbounded(expression, names))
            case syntax.Call(operation, arguments):
                return self._called(operation, arguments, names)
            case _:
                return []

    def _true(self, expression: syntax.Expression, names: Names) -> Term:
        return is_true(self.evaluator.condition(expression, names))

    def _only(
        self, chosen: syntax.Expression, other: syntax.Expression, names: Names
    ) -> Iterator[Branch]:
        """One of two, and not the other."""
        here = conjunction(self._true(chosen, names), negation(self._true(other, names)))
        yield Branch(f"only {bare(chosen)}", here)
        for inner in self.of(chosen, names):
            yield Branch(inner.label, conjunction(here, inner.condition))

    def _decided(
        self,
        condition: syntax.Expression,
        then: syntax.Expression,
        otherwise: syntax.Expression | None,
        names: Names,
    ) -> list[Branch]:
        held = self._true(condition, names)
        branches = [
            Branch(bare(condition), held),
            Branch(f"not ({bare(condition)})", negation(held)),
        ]
        branches += [
            Branch(each.label, conjunction(held, each.condition)) for each in self.of(then, names)
        ]
        for each in self.of(otherwise, names) if otherwise is not None else ():
            branches.append(Branch(each.label, conjunction(negation(held), each.condition)))
        return branches

    def _bounded(self, expression: syntax.Bounded, names: Names) -> Iterator[Branch]:
        """Nothing to quantify over; each branch of the body for some item."""
        if isinstance(expression.collection, syntax.Range):
            return
        whole = self.evaluator.evaluate(expression.collection, names)
        items = () if isinstance(whole, Nothing) else listed(whole).items
        label = f"{expression.variable} in {bare(expression.collection)}"
        yield Branch(f"some {label}", disjunction(*(there for there, _ in items)))
        yield Branch(f"no {label}", conjunction(*(negation(there) for there, _ in items)))
        found: dict[str, list[Term]] = {}
        for there, item in items:
            for inner in self.of(expression.body, {**names, expression.variable: item}):
                found.setdefault(inner.label, []).append(conjunction(there, inner.condition))
        for text, conditions in found.items():
            yield Branch(text, disjunction(*conditions))

    def _unbounded(self, expression: syntax.Unbounded, names: Names) -> Iterator[Branch]:
        """Each branch of the body for some value."""
        extent = Extent(self.evaluator.size)
        of = type_of(expression.type)
        value = self.evaluator.unknowns.fresh(expression.variable, of, extent)
        inner = {**names, expression.variable: value}
        inside = TRUE
        if expression.condition is not None:
            inside = self._true(expression.condition, inner)
        for branch in self.of(expression.body, inner):
            yield Branch(branch.label, conjunction(inside, branch.condition))

    def _called(
        self, name: str, arguments: tuple[syntax.Expression, ...], names: Names
    ) -> list[Branch]:
        """The branches of a function that is not recursive."""
        operation = self.evaluator.checked.operation(name)
        if operation.body is None or _calls(operation.body, name):
            return []
        given = [self.evaluator.evaluate(each, names) for each in arguments]
        inner = dict(zip((each.name for each in operation.inputs), given, strict=True))
        return self.of(operation.body, inner)


def _calls(body: syntax.Expression, name: str) -> bool:
    return any(isinstance(each, syntax.Call) and each.operation == name for each in walk(body))
