"""Which clauses a call can match, by the constructors of its arguments.

Sets of clauses are bit masks: bit i stands for the i-th clause.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from refute.languages.nominal import core
from refute.languages.nominal.terms import Abstraction, Suspended, Term, Unknown

Code: TypeAlias = Callable[[Any], Any]
Alternatives: TypeAlias = "tuple[Code, Alternatives | None]"


class ArgumentIndex:
    """For one argument: which clauses can match which constructor or literal there."""

    def __init__(self, position: int, patterns: list[core.Term], cons: object) -> None:
        self.position = position
        self.everything = (1 << len(patterns)) - 1
        self.default = 0
        self.abstraction = 0
        keyed: dict[object, int] = {}
        for number, pattern in enumerate(patterns):
            bit = 1 << number
            match pattern:
                case core.Construct(symbol):
                    keyed[symbol] = keyed.get(symbol, 0) | bit
                case core.Listing():
                    keyed[cons] = keyed.get(cons, 0) | bit
                case core.Literal(value):
                    keyed[value] = keyed.get(value, 0) | bit
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
        """The clauses that this argumentd, leaves."""
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


def indexes(clauses: list[core.Clause], cons: object) -> list[ArgumentIndex]:
    """The arguments worth looking at, best first."""
    arity = len(clauses[0].arguments) if clauses else 0
    found = [
        ArgumentIndex(position, [clause.arguments[position] for clause in clauses], cons)
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
