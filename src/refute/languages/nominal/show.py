"""Terms and answers as text, with readable names and unknowns."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress

from refute.frontend.layout import Form, Piece, lay_out, separated
from refute.languages.nominal.builtins import CONS, EMPTY_LIST, PAIR, SUBSTITUTION
from refute.languages.nominal.core import Goal, Leaf, Symbol, goal_terms, unbound_names
from refute.languages.nominal.engine.conditions import Difference
from refute.languages.nominal.engine.terms import (
    Abstraction,
    Condition,
    Eigenvariable,
    Name,
    Permutation,
    Suspended,
    Term,
    Unknown,
    expose,
    free_names,
    unknowns,
    walk,
)
from refute.languages.nominal.engine.visits import TermsTooLarge
from refute.languages.nominal.tokenstream import Fixity

ITEM, SIDE, BODY, ABSTRACTION, APPLICATION, ATOM = 32, 42, 100, 105, 110, 1000
"""Precedences; where a higher one is required, parentheses are written. An equation has SIDEs."""

MOST_SHOWN, MOST_IN_CALLS = 100_000, 2_000
"""Maximum numbers of parts shown of a term in answers, and of an argument of a call."""

_ESCAPED = {"\n": "\\n", "\t": "\\t", "\\": "\\\\"}


class Shower:
    """Shows the terms of one answer, choosing the spellings of names and unknowns."""

    def __init__(self, operators: Mapping[str, Fixity]) -> None:
        self.operators = operators
        self.spellings: dict[Name | Unknown | Eigenvariable, str] = {}
        self.taken: set[str] = set()
        self._left = 0

    def copy(self) -> Shower:
        """A copy with the same spellings, which changes independently."""
        other = Shower(self.operators)
        other.spellings, other.taken = dict(self.spellings), set(self.taken)
        return other

    def spell(self, thing: Name | Unknown | Eigenvariable, label: str) -> str:
        """The spelling of a name or unknown: if new, the label, with a number if that is taken."""
        if thing not in self.spellings:
            spelling, number = label, 0
            while spelling in self.taken or spelling == "_":
                number += 1
                spelling = f"{label}{number}"
            self.taken.add(spelling)
            self.spellings[thing] = spelling
        return self.spellings[thing]

    def keep(self, goal: Goal, values: Mapping[Leaf, Term]) -> None:
        """Keep the spelling of the names that a goal mentions outside of binders."""
        free = {each for term in goal_terms(goal) for each in unbound_names(term)}
        for leaf, value in values.items():
            if leaf in free and isinstance(value, Name):
                self.spell(value, value.label)

    def show(self, term: Term, context: int = 0, most: int = MOST_SHOWN) -> str:
        """The text of a term; parts beyond the maximum number are shown as dots."""
        self._left = most
        return lay_out(term, self._form, context)

    def _form(self, term: Term) -> Form:
        self._left -= 1
        if self._left < 0:
            return ATOM, ["…"]
        term = expose(term)
        while type(term) is Suspended and _spared(term):
            term = expose(term.term)
        kind = type(term)
        if kind is tuple:
            return self._construct(term)
        if kind is int:
            return BODY if term < 0 else ATOM, [str(term)]
        if kind is str:
            return ATOM, [f"'{escaped(term, quote=chr(39))}'"]
        if kind is Unknown:
            return ATOM, [self.spell(term, "_")]
        if kind is Suspended:
            return ATOM, [self.swaps(term.permutation), (term.term, ATOM)]
        if kind is Abstraction:
            name = self.spell(term.name, term.name.label)
            return ABSTRACTION, [f"{name}\\", (term.body, BODY)]
        return ATOM, [self.spell(term, term.label)]

    def swaps(self, permutation: Permutation) -> str:
        """A permutation as transpositions, the last one applied first."""
        result = ""
        left = dict(permutation)
        while left:
            start, image = next(iter(left.items()))
            del left[start]
            while image is not start:
                result += f"({self.spell(start, start.label)}~{self.spell(image, image.label)})"
                following = left.pop(image)
                image = following
        return result

    def _construct(self, term: Term) -> Form:
        symbol: Symbol = term[0]
        if symbol is PAIR:
            return ATOM, ["(", *separated(_spine(term, PAIR), ",", ITEM), ")"]
        if symbol is CONS:
            return ATOM, _list(term)
        if symbol is SUBSTITUTION:
            return ATOM, [(term[1], ATOM), "{", (term[2], 0), "/", (term[3], 0), "}"]
        base = symbol.name.rpartition(".")[2] or symbol.name
        fixity = self.operators.get(base)
        if len(term) == 3 and fixity is not None:
            left = fixity.precedence + (fixity.associativity != "l")
            right = fixity.precedence + (fixity.associativity != "r")
            shown = f" {base} " if not base[0].isalpha() else f" `{base}` "
            return fixity.precedence, [(term[1], left), shown, (term[2], right)]
        name = symbol.name if base[0].isalpha() or base[0] in "_[(" else f"({symbol.name})"
        return ATOM if len(term) == 1 else APPLICATION, [name, *_arguments(symbol, term)]


def _spared(suspended: Suspended) -> bool:
    """Whether all names that a permutation moves are fresh for the unknown under it."""
    constraints = getattr(suspended.term, "attached", None)
    return constraints is not None and set(suspended.permutation) <= set(constraints.fresh)


def _arguments(symbol: Symbol, term: Term) -> list[Piece]:
    """The arguments as they are declared: one by one, or as a tuple."""
    pieces: list[Piece] = []
    start = 1
    for width in symbol.shape:
        if width == 1:
            pieces += [" ", (term[start], ATOM)]
        else:
            pieces += [" (", *separated(term[start : start + width], ",", ITEM), ")"]
        start += width
    return pieces


def _spine(term: Term, symbol: Symbol) -> list[Term]:
    """The items of a term that nests to the right, followed by its last tail."""
    items: list[Term] = []
    while type(term) is tuple and term[0] is symbol:
        items.append(term[1])
        term = expose(term[2])
    return [*items, term]


def _list(term: Term) -> list[Piece]:
    *items, tail = _spine(term, CONS)
    exposed = [expose(each) for each in items]
    closed = type(tail) is tuple and tail == EMPTY_LIST
    if closed and all(type(each) is str for each in exposed):
        text = escaped("".join(exposed), quote='"')
        return [f'"{text}"']
    ending: list[Piece] = ["]"] if closed else ["|", (tail, ITEM), "]"]
    return ["[", *separated(items, ",", ITEM), *ending]


def escaped(text: str, quote: str = "") -> str:
    """A text with quotes and invisible characters as they are written."""
    return "".join(f"\\{each}" if each == quote else _ESCAPED.get(each, each) for each in text)


def call_text(
    shower: Shower, symbol: Symbol, arguments: Sequence[Term], most: int = MOST_IN_CALLS
) -> str:
    """A call as written in a program; a call of a function with its value."""
    value = ""
    if symbol.role == "function":
        *arguments, result = arguments
        value = f" = {shower.show(result, SIDE, most)}"
    shown = [shower.show(each, ITEM, most) for each in arguments]
    inside = f"({', '.join(shown)})" if shown else ""
    return f"{symbol.name}{inside}{value}"


def answer_lines(
    variables: Mapping[str, Unknown], names: Iterable[Name], operators: Mapping[str, Fixity]
) -> list[str]:
    """An answer: a line for each variable with a value, then the remaining constraints."""
    return lines_with(Shower(operators), variables, names)


def lines_with(
    shower: Shower, variables: Mapping[str, Unknown], names: Iterable[Name]
) -> list[str]:
    """An answer as shown by `answer_lines`; the shower remembers the spellings of its names."""
    asked = list(names)
    _spell_names(shower, asked, list(variables.values()))
    unbound: set[Unknown] = set()
    for label, unknown in variables.items():
        term = expose(unknown)
        if type(term) is Unknown and term not in shower.spellings:
            shower.spell(term, label)
            unbound.add(unknown)
    lines = [
        f"{label} = {shower.show(unknown, SIDE)}"
        for label, unknown in variables.items()
        if unknown not in unbound
    ]
    return [*lines, *_constraints(list(variables.values()), shower)]


def _spell_names(shower: Shower, asked: list[Name], roots: list[Unknown]) -> None:
    """Names of the query keep their spelling; other free names get one not used in the query.

    A bound name may be spelled like a name of the query that the answer does not mention.
    """
    with suppress(TermsTooLarge):
        _spell_all(shower, asked, roots)


def _spell_all(shower: Shower, asked: list[Name], roots: list[Unknown]) -> None:
    """Choose the spellings of the names in an answer, those of the query first."""
    mentioned = {term for term in walk(*roots) if type(term) is Name}
    for unknown in unknowns(*roots):
        constraints = unknown.attached
        mentioned.update(constraints.fresh if constraints is not None else ())
        for name, term in constraints.waiting if constraints is not None else ():
            mentioned.update(free_names(name, term))
    for name in asked:
        if name in mentioned:
            shower.spell(name, name.label)
    reserved = {name.label for name in asked} - shower.taken
    shower.taken |= reserved
    for name in sorted(free_names(*roots), key=lambda each: each.serial):
        shower.spell(name, name.label)
    shower.taken -= reserved


def _constraints(roots: list[Unknown], shower: Shower) -> list[str]:
    """The constraints on the unknowns in an answer, about names that the answer mentions."""
    lines: dict[str, None] = {}
    for unknown in unknowns(*roots):
        constraints = unknown.attached
        if constraints is None:
            continue
        for name in constraints.fresh:
            if name in shower.spellings:
                lines[f"{shower.show(name)} # {shower.show(unknown)}"] = None
        for name, term in constraints.waiting:
            if isinstance(name, Difference):
                shown = f"{shower.show(name.left, SIDE)} /= {shower.show(name.right, SIDE)}"
                lines[shown] = None
            if isinstance(name, Condition):
                continue
            if type(expose(name)) is Name or type(expose(term)) in {Name, tuple, int, str}:
                continue  # solved since, or taken apart into other constraints
            lines[f"{shower.show(name, SIDE)} # {shower.show(term, SIDE)}"] = None
    return list(lines)
