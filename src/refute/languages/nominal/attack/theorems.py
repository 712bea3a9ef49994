"""Theorems: what may be concluded, the values of their variables, and stronger theorems."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from refute.languages.nominal import core
from refute.languages.nominal.attack.fill import Types, find_holes
from refute.languages.nominal.builtins import PAIR, snapshot
from refute.languages.nominal.engine.escape import lets_names_out
from refute.languages.nominal.engine.terms import Name, Term, Unknown, naked_unknown
from refute.languages.nominal.engine.unify import Store
from refute.languages.nominal.negation.elimination import overlaps
from refute.languages.nominal.types import SortsOf, Type
from refute.record import entity, record


@entity
class Subject:
    """The values of a theorem's variables and names; the search binds the unknowns."""

    check: core.Check
    variables: dict[core.Variable, Unknown]
    names: dict[core.NameConstant, Name]

    @classmethod
    def of(cls, check: core.Check, sorts: SortsOf) -> Subject:
        """A theorem about which nothing is known yet but which names are of which sorts."""
        variables = dict.fromkeys([*check.variables, *_unnamed(check)])
        values = {each: naked_unknown() for each in variables}
        for each, value in values.items():
            value.sorts = sorts(each.type)
        return cls(
            check,
            values,
            {each: Name(each.label, sorts(each.type)) for each in check.names},
        )

    @property
    def given(self) -> dict[core.Leaf, Term]:
        """Every variable and name with its value."""
        return dict([*self.variables.items(), *self.names.items()])

    @property
    def shown(self) -> dict[str, Unknown]:
        """The variables that the user has given a name, with their values."""
        return {each.label: value for each, value in self.variables.items() if each.label != "_"}

    def typed(self) -> list[tuple[Term, Type]]:
        """The values with their types."""
        return [(value, leaf.type) for leaf, value in self.given.items()]

    def typed_names(self) -> dict[Name, Type]:
        """The names that the theorem writes, with their types."""
        return {name: leaf.type for leaf, name in self.names.items()}

    def close(self, store: Store, types: Types) -> dict[core.Leaf, Term] | None:
        """The smallest closed instance of the values; nothing where a type has no terms."""
        while True:
            holes = find_holes(types, self.typed())
            if not holes.types:
                return {leaf: snapshot(value) for leaf, value in self.given.items()}
            unknown = next(iter(holes.types))
            mark = len(store.trail)
            for way in holes.smallest(types, unknown):
                if store.bind(unknown, way.make()):
                    break
                store.undo(mark)
            else:
                return None


def _unnamed(check: core.Check) -> list[core.Variable]:
    """The `_` of the conclusion: it is to hold for all values of them.

    What stands for the value of a function occurs more than once.
    """
    count = core.variables(*core.goal_terms(check.conclusion))
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


def is_atomic(conclusion: core.Goal) -> bool:
    """Whether a conclusion is one predicate, equation or freshness, functions in it computed."""
    *before, last = core.conjuncts(conclusion) or (core.TRUE,)
    flattened = all(map(_computes, before))
    atomic = (core.Atom, core.Equals, core.Fresh, core.Evaluates, core.Fail)
    return flattened and isinstance(last, atomic)


def _computes(goal: core.Goal) -> bool:
    """Whether a goal gives the value of a part of another: of a function, `t@a`, or a tuple."""
    match goal:
        case core.Atom(predicate):
            return predicate.role == "function"
        case core.Equals(_, core.Abstract(_, core.Variable() as result)):
            return result.label == "_"
        case core.Equals(_, core.Construct(symbol, parts)) if symbol is PAIR:
            return all(each.label == "_" for each in core.variables(*parts))
        case _:
            return isinstance(goal, core.Evaluates)


def about_values(check: core.Check, sorts: SortsOf) -> core.Check | None:
    """A theorem that claims the conclusion of another for every value of the functions in it.

    The conclusion itself claims only that there are values with which it holds. That is less where
    equations overlap, and where a rule may let its names out, as a substitution that captures does:
    the value then depends on the name that is taken. Nothing where no function in the conclusion is
    like that.
    """
    *before, last = core.conjuncts(check.conclusion) or (core.TRUE,)
    if not before or not all(map(_computes, before)):
        return None
    calls = [each for each in before if isinstance(each, core.Atom)]
    if not any(lets_names_out(each, sorts) or overlaps(each.predicate) for each in calls):
        return None
    terms = [each for goal in before for each in core.goal_terms(goal)]
    return replace(
        check,
        hypotheses=core.conjunction([check.hypotheses, *before]),
        conclusion=last,
        variables=tuple(dict.fromkeys([*check.variables, *core.variables(*terms)])),
    )


def premises(check: core.Check) -> list[core.Goal]:
    """The hypotheses one by one; the calls of functions stand with what needs their values.

    A value has a variable of its own, so what lies between its first and its last use belongs
    together.
    """
    goals = core.conjuncts(check.hypotheses)
    leaves = [set(core.goal_leaves(each)) for each in goals]
    groups: list[list[core.Goal]] = []
    reach = -1
    for number, goal in enumerate(goals):
        if number > reach:
            groups.append([])
        groups[-1].append(goal)
        hidden = leaves[number].difference(check.variables, check.names)
        later = (other for other in range(number, len(goals)) if leaves[other] & hidden)
        reach = max(reach, number, *later)
    return [core.conjunction(each) for each in groups]


@record
class Mutant:
    """A theorem that claims more than another, and in which way."""

    change: str
    theorem: core.Check


def mutants(theorem: core.Check) -> Iterator[Mutant]:
    """Theorems that claim more: a hypothesis dropped, or a link between two goals cut.

    A counterexample to one shows that the theorem needs what was taken away.
    """
    hypotheses = premises(theorem)
    others = [
        [*hypotheses[:number], *hypotheses[number + 1 :]] for number in range(len(hypotheses))
    ]
    for number, (hypothesis, rest) in enumerate(zip(hypotheses, others, strict=True), 1):
        change = f"without hypothesis {number}: {shown(hypothesis)}"
        yield Mutant(change, replace(theorem, hypotheses=core.conjunction(rest)))
    for number, (hypothesis, rest) in enumerate(zip(hypotheses, others, strict=True), 1):
        for variable, loose in _loosened(hypothesis):
            if _occurs(variable, [*rest, theorem.conclusion]):
                change = f"any `{variable.label}` in hypothesis {number}: {shown(hypothesis)}"
                changed = [*hypotheses[: number - 1], loose, *hypotheses[number:]]
                yield Mutant(change, replace(theorem, hypotheses=core.conjunction(changed)))
    for variable, loose in _loosened(theorem.conclusion):
        if _occurs(variable, hypotheses):
            change = f"any `{variable.label}` in the conclusion: {shown(theorem.conclusion)}"
            yield Mutant(change, replace(theorem, conclusion=loose))


def _occurs(variable: core.Variable, goals: Iterable[core.Goal]) -> bool:
    return any(variable in core.goal_leaves(each) for each in goals)


def _loosened(goal: core.Goal) -> Iterator[tuple[core.Variable, core.Goal]]:
    """An atom with each of its variables in turn replaced by one of its own."""
    if not isinstance(goal, core.Atom):
        return
    for variable in core.variables(*goal.arguments):
        if variable.label != "_":
            own = core.Variable("_", variable.type)
            arguments = tuple(core.replace(each, {variable: own}) for each in goal.arguments)
            yield variable, replace(goal, arguments=arguments)


def shown(goal: core.Goal) -> str:
    """A goal as the user wrote it, where that is known."""
    if isinstance(goal, core.Atom):
        return " ".join(goal.span.text.split()) or goal.predicate.name
    match goal:
        case core.Equals():
            return "the equation"
        case core.Fresh():
            return "the freshness"
        case _:
            return "the goal"
