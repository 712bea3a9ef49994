"""What is compiled to one piece of code, and which of its clauses a call can match."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

from refute.languages.nominal import core
from refute.languages.nominal.builtins import unlisted
from refute.languages.nominal.engine.terms import Abstraction, Suspended, Term, Unknown
from refute.record import record


@record
class CutTo:
    """Drops the choices above a height, which is a Python expression."""

    height: str


@record
class ConstrainNew:
    """Makes a name fresh for variables."""

    name: core.NameConstant
    variables: tuple[core.Variable, ...]


@record
class Eigen:
    """Gives a variable an arbitrary value."""

    variable: core.Variable


@record
class Unescaped:
    """The arbitrary value of a variable occurs in none of these variables."""

    variable: core.Variable
    others: tuple[core.Variable, ...]


Step: TypeAlias = core.Goal | CutTo | ConstrainNew | Eigen | Unescaped
Steps: TypeAlias = list[tuple[Step, str]]
"""Steps, each with the expression for the height of the choices to which a cut in it goes."""


@dataclass(slots=True)
class Procedure:
    """The clauses of a predicate, or of a goal that was lifted out of one.

    Each clause has its arguments and its steps. The height to which a cut goes is `own`, the height
    at the call, or `outer`, that of the clause around.
    The arguments of a lifted goal are `given`: they are variables and names that exist. The goal of
    a `forall*` has before them the variable `every`, for all of whose values it is to hold.
    """

    name: str
    clauses: list[tuple[tuple[core.Term, ...], Steps]]
    given: tuple[core.Leaf, ...] | None = None
    outer_height: bool = False
    own_height: bool = False
    every: core.Variable | None = None


def predicate(symbol: core.Symbol) -> Procedure:
    """The procedure of a predicate."""
    cuts = any(has_cut(clause.body) for clause in symbol.clauses)
    clauses: list[tuple[tuple[core.Term, ...], Steps]]
    clauses = [(clause.arguments, [(clause.body, "own")]) for clause in symbol.clauses]
    return Procedure(symbol.name, clauses, own_height=cuts)


def query(goal: core.Goal, given: tuple[core.Leaf, ...]) -> Procedure:
    """The procedure that solves a goal about given variables and names."""
    return Procedure("query", [(given, [(goal, "own")])], given, own_height=has_cut(goal))


def lifted(goal: core.Goal, shared: tuple[core.Leaf, ...]) -> Procedure:
    """The procedure of a goal with choices or a quantifier in it."""
    bodies: list[Steps]
    own = False
    every: core.Variable | None = None
    match goal:
        case core.Either(left, right):
            bodies = [[(left, "outer")], [(right, "outer")]]
        case core.IfThenElse(condition, then, otherwise):
            bodies = [
                [(condition, "own + 1"), (CutTo("own"), ""), (then, "outer")],
                [(otherwise, "outer")],
            ]
            own = True
        case core.Not(inner):
            bodies = [[(inner, "own + 1"), (CutTo("own"), ""), (core.Fail(), "")], []]
            own = True
        case core.ForAll(variable, inner):
            shared = tuple(each for each in shared if each is not variable)
            others = tuple(each for each in shared if isinstance(each, core.Variable))
            bodies = [[(Eigen(variable), ""), (inner, "outer"), (Unescaped(variable, others), "")]]
        case core.Every(variable, inner):
            every = variable
            shared = (variable, *(each for each in shared if each is not variable))
            bodies = [[(inner, "outer")]]
        case core.New(name, inner):
            shared = tuple(each for each in shared if each is not name)
            others = tuple(each for each in shared if isinstance(each, core.Variable))
            bodies = [[(ConstrainNew(name, others), ""), (inner, "outer")]]
        case _:
            raise AssertionError(goal)
    clauses = [(tuple[core.Term, ...](shared), body) for body in bodies]
    outer = has_cut(goal)
    return Procedure("goal", clauses, shared, outer_height=outer, own_height=own, every=every)


def has_cut(goal: core.Goal) -> bool:
    """Whether there is a cut in a goal."""
    return any(isinstance(each, core.Cut) for each in core.subgoals(goal))


def step_terms(step: Step) -> list[core.Term]:
    """All terms in a step."""
    match step:
        case CutTo():
            return []
        case ConstrainNew(name, variables):
            return [name, *variables]
        case Eigen(variable):
            return [variable]
        case Unescaped(variable, others):
            return [variable, *others]
        case _:
            return core.goal_terms(step)


Code: TypeAlias = Callable[[Any], Any]
Alternatives: TypeAlias = "tuple[Code, Alternatives | None]"


class ArgumentIndex:
    """For one argument: which clauses can match which constructor or literal there."""

    def __init__(self, position: int, patterns: list[core.Term]) -> None:
        self.position = position
        self.everything = (1 << len(patterns)) - 1
        self.default = 0
        self.abstraction = 0
        keyed: dict[object, int] = {}
        for number, pattern in enumerate(patterns):
            bit = 1 << number
            match unlisted(pattern):
                case core.Construct(key) | core.Literal(key):
                    keyed[key] = keyed.get(key, 0) | bit
                case core.Abstract():
                    self.abstraction |= bit
                case core.NameConstant():
                    pass
                case _:
                    self.default |= bit
        self.abstraction |= self.default
        self.table = {key: bits | self.default for key, bits in keyed.items()}

    @property
    def helps(self) -> bool:
        """Whether some call can be told apart from others by this argument."""
        masks = [*self.table.values(), self.default, self.abstraction]
        return any(mask != self.everything for mask in masks)

    @property
    def merit(self) -> float:
        """How few clauses are left on average, negated."""
        masks = list(self.table.values()) or [self.default]
        return -sum(mask.bit_count() for mask in masks) / len(masks)

    def mask(self, term: Term) -> int:
        """The clauses that this argument, exposed, leaves."""
        kind = type(term)
        if kind is tuple:
            return self.table.get(term[0], self.default)
        if kind is Unknown or kind is Suspended:
            return self.everything
        if kind is Abstraction:
            return self.abstraction
        if kind is int or kind is str:
            return self.table.get(term, self.default)
        return self.default


class Alternation(dict[int, "Alternatives | None"]):
    """The clauses of a mask as a linked list, made when first asked for."""

    def __init__(self, clauses: list[Code]) -> None:
        super().__init__()
        self.clauses = clauses

    def __missing__(self, mask: int) -> Alternatives | None:
        result: Alternatives | None = None
        for number in range(len(self.clauses) - 1, -1, -1):
            if mask >> number & 1:
                result = (self.clauses[number], result)
        self[mask] = result
        return result


def indexes(clauses: list[core.Clause]) -> list[ArgumentIndex]:
    """The arguments worth looking at, best first."""
    arity = len(clauses[0].arguments) if clauses else 0
    found = [
        ArgumentIndex(position, [clause.arguments[position] for clause in clauses])
        for position in range(arity)
    ]
    return sorted((each for each in found if each.helps), key=lambda each: -each.merit)


def entrance_source(clauses: int, found: list[ArgumentIndex], *, own_height: bool) -> str:
    """The function that selects the clauses of a call by its indexed arguments."""
    lines = ["def entrance(frame):"]
    if not found:
        lines.append(f"    mask = {(1 << clauses) - 1}")
    for number, each in enumerate(found):
        space = "    " if number == 0 else "        "
        if number:
            lines.append("    if mask & (mask - 1):")
        joined = "=" if number == 0 else "&="
        lines += [
            f"{space}term = frame[{each.position + 1}]",
            f"{space}if type(term) is not tuple:",
            f"{space}    term = expose(term)",
            f"{space}if type(term) is tuple:",
            f"{space}    mask {joined} table_{number}(term[0], {each.default})",
            f"{space}else:",
            f"{space}    mask {joined} mask_{number}(term)",
        ]
    lines += [
        "    alternatives = alternation[mask]",
        "    if alternatives is None:",
        "        return None",
    ]
    if own_height:
        lines.append("    frame = (len(choices), *frame[1:])")
    lines += [
        "    code, rest = alternatives",
        "    if rest is not None:",
        "        choices.append((len(trail), rest, frame))",
        "    return code(frame)",
    ]
    return "\n".join(lines)
