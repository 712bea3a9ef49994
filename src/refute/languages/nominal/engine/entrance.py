"""The function of a predicate, which selects the clauses that a call can match and tries them.

Clauses are selected by the constructors of the arguments, the most selective argument first. If
that one leaves a single clause, or only the last of several is left to try, the clause is inlined:
its match need not be repeated, and no choice is made. A clause that begins with a call of its own
predicate then jumps back to the beginning of the function, which saves the frame. A clause that
fails immediately leaves no choice behind either.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator
from dataclasses import field
from typing import Any, TypeAlias

from refute.languages.nominal import core
from refute.languages.nominal.builtins import unlisted
from refute.languages.nominal.engine.procedures import Procedure
from refute.languages.nominal.engine.recursion import Growing, Recursion
from refute.languages.nominal.engine.terms import Abstraction, Suspended, Term, Unknown
from refute.record import entity

Code: TypeAlias = Callable[[Any], Any]
Alternatives: TypeAlias = "tuple[Code, Alternatives | None]"

FEW = 3
"""Maximum number of constructors that are distinguished by comparing them one by one."""

Block: TypeAlias = list[str]
"""Lines of code that leave the function or jump back to its beginning."""


class ArgumentIndex:
    """For one argument, the clauses that can match each constructor or literal."""

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
                case _:
                    self.default |= bit
        self.abstraction |= self.default
        self.table = {key: bits | self.default for key, bits in keyed.items()}

    @property
    def helps(self) -> bool:
        """Whether this argument excludes a clause for some calls."""
        masks = [*self.table.values(), self.default, self.abstraction]
        return any(mask != self.everything for mask in masks)

    def narrows(self, mask: int) -> bool:
        """Whether this argument excludes one of the clauses in a mask for some calls."""
        masks = [*self.table.values(), self.default, self.abstraction]
        return any(mask & ~each for each in masks)

    @property
    def merit(self) -> float:
        """The average number of clauses that are left, negated."""
        masks = list(self.table.values()) or [self.default]
        return -sum(mask.bit_count() for mask in masks) / len(masks)

    def beginning(self, top: object) -> int:
        """The clauses that are left if only the top of this argument is known.

        The top is a constructor, a literal, or the type of the exposed term; None if unknown.
        """
        if top is None:
            return self.everything
        return self.abstraction if top is Abstraction else self.table.get(top, self.default)

    def mask(self, term: Term) -> int:
        """The clauses that are left for this argument, exposed."""
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
    """The clauses of each mask as a linked list, created on first use.

    `code` returns the code of the clause with a number.
    """

    def __init__(self, code: Callable[[int], Code]) -> None:
        super().__init__()
        self.code = code

    def __missing__(self, mask: int) -> Alternatives | None:
        result: Alternatives | None = None
        for number in reversed(list(_bits(mask))):
            result = (self.code(number), result)
        self[mask] = result
        return result


def _bits(mask: int) -> Iterator[int]:
    """The numbers of the bits that are set."""
    return (number for number in range(mask.bit_length()) if mask >> number & 1)


def indexes(clauses: list[core.Clause]) -> list[ArgumentIndex]:
    """The indexes of the arguments that help to select clauses, best first."""
    arity = len(clauses[0].arguments) if clauses else 0
    found = [
        ArgumentIndex(position, [clause.arguments[position] for clause in clauses])
        for position in range(arity)
    ]
    return sorted((each for each in found if each.helps), key=lambda each: -each.merit)


@entity
class Entrance:
    """Writes the function of a procedure; the objects that it uses have names derived from its own.

    `in_place` returns the code of a clause that is known to match at the indexed argument; it is
    None if no clause may be inlined. `first_in_place` does the same for a clause after which
    another is tried; it is None if such a clause may not be inlined. `symbol_name` returns the name
    of a symbol in the code. What is made of a `growing` argument is collected in the loop.
    """

    name: str
    procedure: Procedure
    found: list[ArgumentIndex]
    in_place: Callable[[int, int, Growing | None], Block] | None
    first_in_place: Callable[[int, int], Block] | None
    symbol_name: Callable[[core.Symbol], str]
    recursion: Recursion | None
    growing: Growing | None = field(init=False)
    lines: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        grows = None if self.recursion is None else self.recursion.growing()
        alone = grows is not None and 1 << grows.clause in self.found[0].table.values()
        self.growing = grows if alone and self.in_place is not None else None

    def source(self) -> str:
        """The text of the function."""
        blocks = dict(self._blocks())
        loops = any(line.strip() == "continue" for block in blocks.values() for line in block)
        self.lines = [f"def {self.name}(frame):"]
        if blocks:
            self._put(1, f"own, {self._arguments}after = frame")
        if not loops:
            self._choose(1, blocks, again=[])
            return "\n".join(self.lines)
        self._put(1, *(["made = []"] if self.growing else []), "for turn in turns:")
        before = len(self.lines)
        self._choose(2, blocks, again=["if turn:", f"    frame = (own, {self._arguments}after)"])
        self._put(1, *self._grown(), f"return ({self.name}, {self._arguments}after)")
        self.lines[before:] = [each for line in self.lines[before:] for each in _counted(line)]
        return "\n".join(self.lines)

    @property
    def _arguments(self) -> str:
        patterns, _ = self.procedure.clauses[0]
        return "".join(f"a{position}, " for position in range(len(patterns)))

    def _put(self, depth: int, *lines: str) -> None:
        self.lines.extend(f"{'    ' * depth}{line}" for line in lines)

    def _blocks(self) -> Iterator[tuple[core.Symbol, Block]]:
        """The code for the clauses left by each constructor of the first indexed argument."""
        if self.in_place is None or not self.found:
            return
        first, *others = self.found
        for key, mask in first.table.items():
            *before, last = _bits(mask)
            alone = not before
            if isinstance(key, core.Symbol) and (
                alone or not (self._cuts or any(each.narrows(mask) for each in others))
            ):
                grows = alone and self.growing is not None and self.growing.clause == last
                yield (
                    key,
                    [
                        *([] if grows else self._grown()),
                        *(self._start() if alone else self._before_last(before, mask)),
                        *self.in_place(last, first.position, self.growing if grows else None),
                    ],
                )

    def _grown(self) -> Block:
        """Make the term of what was collected, before anything else is done."""
        if self.growing is None:
            return []
        argument = f"a{self.growing.position}"
        return ["if made:", f"    {argument} = grown({argument}, made)"]

    @property
    def _cuts(self) -> bool:
        return self.procedure.own_height or self.procedure.outer_height

    def _start(self) -> Block:
        return ["own = len(choices)"] if self.procedure.own_height else []

    def _before_last(self, before: list[int], mask: int) -> Block:
        """Try all clauses of a mask but the last; if it is only one, it is inlined too."""
        if len(before) > 1 or self.first_in_place is None:
            return self._shallow(f"{self.name}_clauses[{mask}]")
        (number,) = before
        choice = f"(mark, {self.name}_clauses[{mask ^ 1 << number}], (own, {self._arguments}after))"
        keep = self._kept(mask.bit_length() - 1, f"choices.append({choice})")
        block = self.first_in_place(number, self.found[0].position)
        tried = [each for line in block for each in _tried(line, keep)]
        return [
            "mark = len(trail)",
            "for _ in once:",
            *(f"    {line}" for line in tried),
            "if len(trail) > mark:",
            "    undo(mark)",
        ]

    def _kept(self, last: int, push: str) -> Block:
        """Keep the last clause as a choice, if some clause can match what it will call."""
        part = None if self.recursion is None else self.recursion.ahead(last)
        if part is None:
            return [push]
        return [
            f"part = term[{part}]",
            "if type(part) is not tuple:",
            "    part = expose(part)",
            f"if type(part) is not tuple or {self.name}_table_0(part[0], {self.found[0].default}):",
            f"    {push}",
        ]

    def _shallow(self, alternatives: str) -> Block:
        """Try all clauses but the last; when one succeeds, keep the others as a choice."""
        return [
            f"frame = (own, {self._arguments}after)",
            f"code, rest = {alternatives}",
            *SHALLOW,
        ]

    def _choose(self, depth: int, blocks: dict[core.Symbol, Block], *, again: Block) -> None:
        """Write the code that selects clauses by the arguments and tries them.

        The frame of a call that was made without one is made `again`.
        """
        if not self.found:
            self._put(depth, f"mask = {(1 << len(self.procedure.clauses)) - 1}")
        for number, index in enumerate(self.found):
            if number:
                self._put(depth, "if mask & (mask - 1):")
            value = f"a{index.position}" if blocks else f"frame[{index.position + 1}]"
            self._look(depth + (number > 0), number, value, {} if number else blocks)
        self._put(depth, f"alternatives = {self.name}_clauses[mask]")
        self._put(depth, "if alternatives is None:", "    return None")
        if self.procedure.own_height:
            self._put(depth, f"frame = (len(choices), {self._arguments}after)" if blocks else OWN)
        else:
            self._put(depth, *again)
        self._put(depth, "code, rest = alternatives")
        self._put(depth, *(PUSHED if self._cuts else SHALLOW), "return code(frame)")

    def _narrow(self, number: int, joined: str, seen: Container[core.Symbol]) -> Block:
        """The code for the clauses left by a constructor; few constructors are compared in turn."""
        index = self.found[number]
        table = {
            key: mask
            for key, mask in index.table.items()
            if isinstance(key, core.Symbol) and key not in seen
        }
        if len(table) > FEW:
            return [f"mask {joined} {self.name}_table_{number}(symbol, {index.default})"]
        left = str(index.default)
        for symbol, mask in table.items():
            left = f"{mask} if symbol is {self.symbol_name(symbol)} else {left}"
        return [f"mask {joined} {left}"]

    def _look(self, depth: int, number: int, value: str, blocks: dict[core.Symbol, Block]) -> None:
        """Write the selection of clauses by one argument."""
        index, joined = self.found[number], "&=" if number else "="
        grown = [] if number else self._grown()
        self._put(depth, f"term = {value}", *exposed("term", often=bool(blocks)))
        if grown:
            self._put(depth + 1, "if made and type(term) is not tuple:")
            self._put(depth + 2, grown[1].lstrip(), "term = expose(term)")
        self._put(depth, "if type(term) is tuple:", "    symbol = term[0]")
        for symbol, block in blocks.items():
            self._put(depth + 1, f"if symbol is {self.symbol_name(symbol)}:")
            self._put(depth + 2, *block)
        self._put(depth + 1, *grown)
        self._put(depth + 1, *self._narrow(number, joined, blocks))
        self._put(depth, "elif type(term) is not Unknown:")
        self._put(depth + 1, f"mask {joined} {self.name}_mask_{number}(term)")
        if not number:
            self._put(depth, "else:", f"    mask = {index.everything}")


def exposed(term: str, *, often: bool = False) -> Block:
    """Code that exposes a local variable, without a call in the most frequent cases.

    If it is run `often`, more code avoids more calls.
    """
    test = f"if type({term}) is not tuple"
    if not often:
        unbound = f"type({term}) is Unknown and {term}.value is None"
        return [f"{test} and not ({unbound}):", f"    {term} = expose({term})"]
    return [
        f"{test}:",
        f"    if type({term}) is not Unknown:",
        f"        {term} = expose({term})",
        f"    elif {term}.value is not None:",
        f"        {term} = {term}.value",
        f"        {test}:",
        f"            {term} = expose({term})",
    ]


def _tried(line: str, keep: Block) -> Block:
    """A line of a clause with others after it: tried next if it fails, else kept as a choice."""
    code = line.lstrip()
    indent = line[: -len(code)]
    if code == "return None":
        return [f"{indent}break"]
    return [*(f"{indent}{each}" for each in keep), line] if code.startswith("return ") else [line]


def _counted(line: str) -> Block:
    """A line of a loop; before a line that leaves the loop, the turns are counted."""
    code = line.lstrip()
    if not code.startswith("return "):
        return [line]
    indent = line[: -len(code)]
    return [f"{indent}if turn:", f"{indent}    spent[0] += turn", line]


OWN = "frame = (len(choices), *frame[1:])"

PUSHED = ("if rest is not None:", "    choices.append((len(trail), rest, frame))")
"""Keeps the other clauses as a choice that a cut can drop."""

SHALLOW = (
    "if rest is not None:",
    "    mark = len(trail)",
    "    while rest is not None:",
    "        result = code(frame)",
    "        if result is not None:",
    "            choices.append((mark, rest, frame))",
    "            return result",
    "        if len(trail) > mark:",
    "            undo(mark)",
    "        code, rest = rest",
)
"""Tries clause after clause; the others are kept as a choice only once a clause matches."""
