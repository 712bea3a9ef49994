"""What a set of tests should cover: kinds of values, both sides of conditions, orders of steps."""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from itertools import chain, groupby, pairwise
from math import ceil
from typing import Any, TypeAlias

from refute.languages.console import syntax
from refute.languages.console.meaning import evaluate, evaluate_if_possible
from refute.languages.console.paths.bounds import bounds
from refute.languages.console.paths.values import few, looks_at_characters, reads_once
from refute.languages.console.syntax import Statement
from refute.languages.console.testing.candidates import Candidate, Visit
from refute.languages.console.testing.traits import (
    LARGE,
    kinds_of_text,
    near_misses,
    places_in_text,
    shapes_of_list,
)
from refute.languages.console.typecheck import Checked
from refute.languages.console.typecheck.wellformed import expressions_of, parts, statements_of
from refute.languages.console.types import Value

Goal: TypeAlias = Hashable
"""Something that inputs reach or not; goals of the same kind begin with the same item."""

_COMPARISONS = frozenset({"==", "!=", "<", "<=", ">", ">="})
_ATOMS = _COMPARISONS | {
    "in", "not in", "subset", "contains", "starts with", "ends with", "is_letter", "is_digit",
    "all", "any",
}  # fmt: skip
_LOGIC = frozenset({"and", "or", "not", "either"})
_MOST_COMBINED = 4
_MOST_ENTRIES = 20
_THREE = 3
_MANY = 6
_IN_A_ROW = frozenset({1, 2, 12})
MANY_ROUNDS = 10
"""Number of rounds of the same kind that are many, as a program may have room for fewer."""

_ZERO_FIRST = re.compile(r"(?<!\d)0\d")
_LONGEST_RESULT = 40


@dataclass(frozen=True)
class Goals:
    """The goals that inputs for a specification can reach."""

    checked: Checked
    _known: dict[int, tuple[Candidate, frozenset[Goal]]] = field(default_factory=dict)

    def reached_by(self, candidate: Candidate) -> frozenset[Goal]:
        """All goals that some inputs reach."""
        known = self._known.get(id(candidate))
        if known is None:
            known = self._known[id(candidate)] = candidate, frozenset(self._reached(candidate))
        return known[1]

    def _reached(self, candidate: Candidate) -> Iterator[Goal]:
        yield "inputs", min(len(candidate.values), _MANY)
        wrong, rounds = 0, list[list[Goal]]()
        for visit in candidate.visits:
            if visit.value is not None:
                yield from self._reading(visit)
                wrong = 0 if visit.valid else wrong + 1
                yield id(visit.statement), "invalid in a row", wrong if wrong in _IN_A_ROW else 0
            elif id(visit.statement) in self._deciding:
                yield from self._conditions(visit)
            self._go_round(rounds, visit)
        kinds = list(map(tuple, rounds))
        yield from (("round after", *pair) for pair in pairwise(kinds))
        yield from (("rounds in a row", *each) for each in _triples(kinds))
        yield from (("many rounds", each) for each in _in_many_rounds(kinds))
        yield from self._lists(candidate)
        yield from _order_of_three(candidate)

    # Values

    def _reading(self, visit: Visit) -> Iterator[Goal]:
        read, value = visit.statement, visit.value
        assert isinstance(read, syntax.Read)
        earlier = [each for _, each in visit.environment]
        if visit.valid:
            yield from ((id(read), each) for each in self._kinds(read, value, earlier))
        else:
            shown = "number" if isinstance(value, int) else value
            yield id(read), "invalid", shown
        if isinstance(value, int | Fraction):
            low, high = bounds(read.values, visit.environment)
            if self._reads_once and few(low, high):
                yield id(read), "value", value
            for bound, name in ((low, "lowest"), (high, "highest")):
                if bound is not None:
                    yield id(read), name, visit.valid, max(-2, min(2, ceil(value - bound)))

    def _kinds(
        self, read: syntax.Read, value: Value | None, earlier: Sequence[Value]
    ) -> Iterator[str]:
        if earlier and value == earlier[-1]:
            yield "the same as before"
            if value:
                yield "the same as before, not zero"
        if value in earlier:
            yield "read before"
        if isinstance(value, str) and self.checked.types[read.variable].members:
            yield value
        elif isinstance(value, str):
            yield from kinds_of_text(value, earlier)
            yield from places_in_text(value) if self._looks_at_characters else ()
            yield from (each for word in self._words for each in near_misses(value, word))
        elif isinstance(value, bool):
            yield str(value)
        elif isinstance(value, int):
            yield from self._number_kinds(value, earlier)
        elif isinstance(value, Fraction):
            yield "negative" if value < 0 else "zero" if value == 0 else "positive"
            yield "whole" if value.denominator == 1 else "with places"

    def _number_kinds(self, value: int, earlier: Sequence[Value]) -> Iterator[str]:
        if -1 <= value <= 1:
            yield str(value)
        yield "negative" if value < 0 else "not negative"
        yield f"{min(len(str(abs(value))), 5)} digits"
        if abs(value) >= LARGE:
            yield "large" if value > 0 else "far below zero"
        if self._divides and value:
            yield f"{'negative' if value < 0 else 'positive'} {'odd' if value % 2 else 'even'}"
        last = earlier[-1] if earlier else None
        if type(last) is int and value != last and value % 10 == last % 10:
            yield "the same last digit"
        if _is_part(value, earlier):
            yield "part of the digits of one before"
        if type(last) is int and abs(value - last) == 1:
            yield "one more than before" if value > last else "one less than before"
        elif type(last) is int:
            yield "more than before" if value > last else "less than before"

    @cached_property
    def _reads_once(self) -> bool:
        return reads_once(self.checked)

    @cached_property
    def _words(self) -> frozenset[str]:
        """The texts that the specification mentions."""
        return frozenset(
            part.value
            for statement in statements_of(self.checked.body)
            for expression in expressions_of(statement)
            for part in parts(expression)
            if isinstance(part, syntax.Text)
        )

    @cached_property
    def _looks_at_characters(self) -> bool:
        return looks_at_characters(self.checked)

    @cached_property
    def _divides(self) -> bool:
        return any(
            isinstance(part, syntax.Apply) and part.function in {"mod", "div"}
            for statement in statements_of(self.checked.body)
            for expression in expressions_of(statement)
            for part in parts(expression)
        )

    # Conditions

    @cached_property
    def _atoms(self) -> dict[int, list[syntax.Apply]]:
        """The comparisons that each statement makes, including those inside its output."""
        return {id(each): _applied(each, _ATOMS) for each in statements_of(self.checked.body)}

    @cached_property
    def _deciding(self) -> frozenset[int]:
        """The statements with goals for conditions, tables, divisions or results."""
        found = (self._atoms, self._tables, self._divided, self._called)
        return frozenset(
            id(each)
            for each in statements_of(self.checked.body)
            if isinstance(each, syntax.If) or any(every[id(each)] for every in found)
        )

    def _conditions(self, visit: Visit) -> Iterator[Goal]:
        truths = []
        for atom in self._atoms[id(visit.statement)]:
            found = evaluate_if_possible(atom, visit.environment)
            if found is None:
                continue
            given: list[Any] = [evaluate(each, visit.environment) for each in atom.arguments]
            truth = bool(found)
            truths.append(truth)
            yield id(atom), truth
            numbers = all(isinstance(each, int | Fraction) for each in given)
            if atom.function in _COMPARISONS and numbers:
                yield id(atom), "distance", max(-2, min(2, ceil(given[0] - given[1])))
        if 1 < len(truths) <= _MOST_COMBINED:
            yield id(visit.statement), tuple(truths)
        if isinstance(visit.statement, syntax.If):
            holds = bool(evaluate(visit.statement.condition, visit.environment))
            yield id(visit.statement), holds
            yield from ((id(visit.statement), holds, each) for each in self._shapes(visit))
        for items, place in self._tables[id(visit.statement)]:
            number = evaluate_if_possible(place.arguments[0], visit.environment)
            if type(number) is int and number < len(items.items):
                yield id(place), "entry", number
        yield from self._divisions(visit)
        yield from self._results(visit)

    def _shapes(self, visit: Visit) -> Iterator[Goal]:
        """The form of the text that was read last, if conditions ask for it.

        Digits that begin with zero are another text than the number, and a program may have no room
        for three parts.
        """
        value = visit.environment[-1][1] if visit.environment else None
        if isinstance(value, str):
            if self._looks_at_characters and _ZERO_FIRST.search(value):
                yield "digits that begin with zero"
            for separator in self._separators:
                yield separator, min(value.count(separator), _THREE)

    @cached_property
    def _separators(self) -> list[str]:
        """The separators at which texts are split."""
        found: dict[str, None] = {}
        for statement in statements_of(self.checked.body):
            for part in chain.from_iterable(map(parts, expressions_of(statement))):
                match part:
                    case syntax.Apply("split", (_, syntax.Text(separator))) if separator:
                        found[separator] = None
        return list(found)

    @cached_property
    def comparisons(self) -> dict[int, list[syntax.Apply]]:
        """The comparisons of each statement, by its identity; positions in tables with 0, too."""
        return {
            statement: [
                *(each for each in atoms if each.function in _COMPARISONS),
                *(place for _, place in self._tables[statement]),
            ]
            for statement, atoms in self._atoms.items()
        }

    def boundaries(self) -> Iterator[tuple[syntax.Apply, int, Goal]]:
        """Comparisons, the differences of their sides that are worth a test, and their goals."""
        tables = [each for found in self._tables.values() for each in found]
        places = {id(place) for _, place in tables}
        every = {id(each): each for found in self.comparisons.values() for each in found}
        for comparison in every.values():
            if id(comparison) not in places:
                for distance in (0,) if comparison.function in ("==", "!=") else (0, 1, -1):
                    yield comparison, distance, (id(comparison), "distance", distance)
        for items, place in tables:
            for number in range(min(len(items.items), _MOST_ENTRIES)):
                yield place, number, (id(place), "entry", number)

    @cached_property
    def _tables(self) -> dict[int, list[tuple[syntax.ListOf, syntax.Apply]]]:
        """The lists that each statement looks something up in; positions are compared with 0."""
        return {
            id(statement): [
                (each.arguments[0], syntax.Apply("==", (each.arguments[1], syntax.Integer(0))))
                for each in _applied(statement, frozenset({"index"}))
                if isinstance(each.arguments[0], syntax.ListOf)
            ]
            for statement in statements_of(self.checked.body)
        }

    def _divisions(self, visit: Visit) -> Iterator[Goal]:
        """How a dividend relates to its divisor: multiple or next to one, size, and quotient."""
        for division in self._divided[id(visit.statement)]:
            whole, by = (
                evaluate_if_possible(each, visit.environment) for each in division.arguments
            )
            if type(whole) is int and type(by) is int and abs(by) > 1:
                rest = {0: "multiple", 1: "one above", abs(by) - 1: "one below"}.get(whole % by)
                yield id(division), rest, max(-2, min(2, whole // by))

    @cached_property
    def _divided(self) -> dict[int, list[syntax.Apply]]:
        return {
            id(each): _applied(each, frozenset({"mod", "div"}))
            for each in statements_of(self.checked.body)
        }

    # Orders

    @cached_property
    def _beginnings(self) -> frozenset[int]:
        """The statements that rounds of loops begin with."""
        loops = (each for each in statements_of(self.checked.body) if isinstance(each, syntax.Loop))
        return frozenset(id(each.body[0]) for each in loops if each.body)

    def orders_of(self, candidate: Candidate) -> set[tuple[Goal, Goal]]:
        """Which kinds of rounds of loops followed each other.

        The kind is which branches were taken, and which of finitely many values was read.
        """
        rounds: list[list[Goal]] = []
        for visit in candidate.visits:
            self._go_round(rounds, visit)
        return set(pairwise(map(tuple, rounds)))

    def _go_round(self, rounds: list[list[Goal]], visit: Visit) -> None:
        """Add what comes next to the kinds of rounds of loops."""
        statement = visit.statement
        if id(statement) in self._beginnings:
            rounds.append([id(statement)])
        if not rounds:
            return
        if isinstance(statement, syntax.Read):
            if self.is_one_of_few(statement):
                rounds[-1].append(visit.value)
        elif isinstance(statement, syntax.If):
            rounds[-1].append(bool(evaluate(statement.condition, visit.environment)))

    def commands_of(self, candidate: Candidate) -> tuple[Value | None, ...]:
        """The values that were read from small sets."""
        return tuple(
            visit.value
            for visit in candidate.visits
            if isinstance(visit.statement, syntax.Read) and self.is_one_of_few(visit.statement)
        )

    def is_one_of_few(self, read: syntax.Read) -> bool:
        """Whether one of a few values is read, as a command is."""
        match read.values:
            case syntax.Members(items):
                return len(items) <= _MANY
            case syntax.Range(syntax.Integer(low), syntax.Integer(high)):
                return high - low < _MANY
            case _:
                return bool(self.checked.types[read.variable].members)

    # Results of Python

    @property
    def calls_python(self) -> bool:
        """Whether something is printed that depends on a Python function."""
        return any(self._called.values())

    def _results(self, visit: Visit) -> Iterator[Goal]:
        """The results of Python functions: numbers if small, else a text and its zeros."""
        for each in self._called[id(visit.statement)]:
            result = evaluate_if_possible(each, visit.environment)
            if type(result) is not int:
                yield id(each), re.sub(r"\d*[1-9]\d*", "1", str(result))[:_LONGEST_RESULT]
            elif abs(result) <= _MANY:
                yield id(each), result
            else:
                yield id(each), result > 0

    @cached_property
    def _called(self) -> dict[int, list[syntax.Opaque]]:
        return {
            id(statement): [
                part
                for expression in expressions_of(statement)
                for part in parts(expression)
                if isinstance(part, syntax.Opaque)
            ]
            for statement in statements_of(self.checked.body)
        }

    # Lists

    def _lists(self, candidate: Candidate) -> Iterator[Goal]:
        """The order of the values of a variable that is read more than once."""
        histories: dict[str, list[Value]] = {}
        for visit in candidate.visits:
            if visit.value is not None and visit.valid and isinstance(visit.statement, syntax.Read):
                histories.setdefault(visit.statement.variable, []).append(visit.value)
        for name, values in histories.items():
            if len(values) > 1 and type(values[0]) is int:
                yield from (("list", name, each) for each in shapes_of_list(values))


def _order_of_three(candidate: Candidate) -> Iterator[Goal]:
    """How the first values of three variables compare."""
    first: dict[str, Value] = {}
    for visit in candidate.visits:
        if visit.valid and isinstance(visit.statement, syntax.Read) and visit.value is not None:
            first.setdefault(visit.statement.variable, visit.value)
    numbers = [each for each in first.values() if type(each) is int][:_THREE]
    if len(numbers) == _THREE:
        ranks = sorted(set(numbers))
        yield "order", tuple(map(ranks.index, numbers))


def _is_part(number: int, earlier: Sequence[Value]) -> bool:
    """Whether the digits of a number are part of an earlier number."""
    least, digits = abs(number), str(abs(number))
    return any(digits in str(each) for each in earlier if type(each) is int and abs(each) > least)


def _triples(rounds: Sequence[Goal]) -> Iterator[tuple[Goal, Goal, Goal]]:
    return zip(rounds, rounds[1:], rounds[2:], strict=False)


def _in_many_rounds(rounds: Sequence[Goal]) -> Iterator[Goal]:
    """The kinds of rounds that occurred many times in a row before another one."""
    runs = [(kind, len(list(run))) for kind, run in groupby(rounds)]
    return (kind for kind, length in runs[:-1] if length >= MANY_ROUNDS)


def _applied(statement: Statement, functions: frozenset[str]) -> list[syntax.Apply]:
    """The applications of some functions in a statement."""
    return [
        part
        for expression in expressions_of(statement)
        for part in parts(expression)
        if isinstance(part, syntax.Apply) and part.function in functions
    ]
