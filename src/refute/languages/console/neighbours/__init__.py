"""The nearest wrong neighbours of a specification: each differs from it in one small thing.

An input on which a neighbour behaves differently from the specification is worth a test. The
changes are typical mistakes: a comparison that is off by one, half of a condition forgotten, a
missing output. A neighbour is a whole specification, so it can be played like any other.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property

from refute.diagnostics import Severity
from refute.languages.console import syntax
from refute.languages.console.meaning.playing import Choice, PrintStep, plainly
from refute.languages.console.neighbours.statements import Change, changes_of
from refute.languages.console.neighbours.words import likeness
from refute.languages.console.syntax import Block, Statement
from refute.languages.console.typecheck import Checked
from refute.languages.console.typecheck.wellformed import statements_of, wellformed

__all__ = ["Neighbour", "neighbours_of"]


@dataclass(frozen=True)
class Neighbour:
    """A specification in which one statement is replaced by others.

    `words` describe the change as a teacher would. If the statement is an output, the neighbour
    prints the changed text even if printing nothing is allowed.
    """

    checked: Checked
    statement: Statement
    change: Change

    @property
    def words(self) -> str:
        """The difference in words."""
        return self.change.words

    @property
    def likeness(self) -> str:
        """What a program with this behaviour does, told to its author; completes “as if …”."""
        read = self.statement.variable if isinstance(self.statement, syntax.Read) else ""
        return likeness(self.statement, self.change, self.checked.types.get(read))

    @property
    def line(self) -> int:
        """The number of the changed line; 0 if there is no text."""
        span = self.change.span if self.change.span.text else self.statement.span
        return span.source.position(span.start)[0] if span.text else 0

    def __str__(self) -> str:
        return f"line {self.line}: {self.words}" if self.line else self.words

    @cached_property
    def specification(self) -> Checked:
        """The neighbour as a specification of its own."""
        body = _replaced(self.checked.body, self.statement, self.change.replacement)
        return replace(self.checked, body=body)

    @property
    def choose(self) -> Choice:
        """What the neighbour prints if there is a choice."""
        changed, number = self.change.replacement[:1], self.change.pattern

        def choose(says: PrintStep) -> str | None:
            if changed and says.output is changed[0]:
                return says.lines[number].example
            return plainly(says)

        return choose


def neighbours_of(checked: Checked) -> list[Neighbour]:
    """All distinct neighbours of a specification, in the order of its lines."""
    found = []
    for statement in statements_of(checked.body):
        seen: set[Block] = {(statement,)}
        for change in changes_of(statement, checked):
            if change.replacement not in seen:
                seen.add(change.replacement)
                neighbour = Neighbour(checked, statement, change)
                if not change.doubtful or _makes_sense(neighbour.specification.body, checked):
                    found.append(neighbour)
    return found


def _replaced(block: Block, old: Statement, new: Block) -> Block:
    """The block with one statement replaced, found by identity."""
    return tuple(_statements(block, old, new))


def _statements(block: Block, old: Statement, new: Block) -> Iterator[Statement]:
    for statement in block:
        if statement is old:
            yield from new
            continue
        match statement:
            case syntax.If(_, then, otherwise):
                one, two = _replaced(then, old, new), _replaced(otherwise, old, new)
                changed = _is_other(one, then) or _is_other(two, otherwise)
                yield replace(statement, then=one, otherwise=two) if changed else statement
            case syntax.Read(_, _, _, answer) if answer is not None:
                inner = _replaced(answer, old, new)
                yield replace(statement, otherwise=inner) if _is_other(inner, answer) else statement
            case syntax.Choice(reads):
                inner = _replaced(reads, old, new)
                if _is_other(inner, reads):
                    changed_reads = tuple(each for each in inner if isinstance(each, syntax.Read))
                    yield replace(statement, reads=changed_reads)
                else:
                    yield statement
            case syntax.Loop(body):
                inner = _replaced(body, old, new)
                yield replace(statement, body=inner) if _is_other(inner, body) else statement
            case _:
                yield statement


def _is_other(one: Block, two: Block) -> bool:
    return len(one) != len(two) or any(a is not b for a, b in zip(one, two, strict=True))


def _makes_sense(body: Block, checked: Checked) -> bool:
    """Whether loops can end and nothing is used that may be unread."""
    return all(each.severity is not Severity.ERROR for each in wellformed(body, checked.types))
