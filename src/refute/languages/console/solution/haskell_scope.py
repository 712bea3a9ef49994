"""What is known at a point of a solution in Haskell, and what later statements use."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from refute.languages.console import syntax
from refute.languages.console.solution.haskell_expressions import variable
from refute.languages.console.solution.needs import membership
from refute.languages.console.syntax import Block, Expression, Statement
from refute.languages.console.typecheck.wellformed import expressions_of, parts, statements_of

Continuation: TypeAlias = "Callable[[Scope], list[str]]"
"""Writes what happens next, given what is known there."""

Parameters: TypeAlias = list[tuple[str, str]]
"""The names that a function is given, with their types."""


@dataclass(frozen=True)
class Scope:
    """The variables with a value, the current names of the lists of all values, and open files."""

    variables: tuple[str, ...] = ()
    lists: Mapping[tuple[str, ...], str] = field(default_factory=dict)
    handles: tuple[str, ...] = ()

    def with_variables(self, *names: str) -> Scope:
        """The scope after values were read."""
        return replace(self, variables=tuple(dict.fromkeys((*self.variables, *names))))


@dataclass(frozen=True)
class Way:
    """What follows a block: after its end and after an `exit`, and the names used there."""

    end: Continuation
    exit: Continuation | None
    used: frozenset[str]


def kept(name: str, values: str, scope: Scope, asked: str = "") -> tuple[list[str], Scope]:
    """The lines that append values to the lists of a variable, and the scope after them.

    With a condition, they do so only if it holds.
    """
    lines: list[str] = []
    lists = dict(scope.lists)
    for each, known in scope.lists.items():
        if name in each:
            fresh = history(each) if known == "[]" else f"{known}'"
            longer = values if known == "[]" else f"{known} ++ {values}"
            made = f"if {asked} then {longer} else {known}" if asked else longer
            lines.append(f"let {fresh} = {made}")
            lists[each] = fresh
    return lines, replace(scope.with_variables(name), lists=lists)


def kept_all(reads: Iterable[syntax.Read], scope: Scope) -> tuple[list[str], Scope]:
    """The lines that append the values of several variables to their lists."""
    lines: list[str] = []
    for each in reads:
        more, scope = kept(each.variable, f"[{variable(each.variable)}]", scope)
        lines += more
    return lines, scope


def merged(name: str, values: str, lines: list[str]) -> list[str]:
    """The lines that read a list; if it is kept under one name only, it is read into that."""
    match lines:
        case [only] if only.startswith("let ") and only.endswith(f" = {name}"):
            return [f"{only.split()[1]} <- {values}"]
    return [f"{name} <- {values}", *lines]


def used(block: Block) -> frozenset[str]:
    """The variables whose values some statements use, and the lists of all values."""
    found: set[str] = set()
    for statement in statements_of(block):
        for expression in expressions_of(statement):
            found.update(names_of(expression))
        if isinstance(statement, syntax.Read):
            found.update(names_of(membership(statement.values, statement.variable)))
    return frozenset(found)


def names_of(expression: Expression) -> Iterator[str]:
    """The names that an expression uses."""
    for part in parts(expression):
        match part:
            case syntax.Name(name) | syntax.Current((name,), 0):
                yield name
            case syntax.Current(variables) | syntax.All(variables):
                yield list_name(variables)
            case syntax.Is(name):
                yield from (f"{name} line", f"{name} end")


def list_name(variables: tuple[str, ...]) -> str:
    """The name, in sets of names, of the list of all values of some variables."""
    return f"{' '.join(variables)} list"


def history(variables: tuple[str, ...]) -> str:
    """The Haskell name of the list of all values of some variables."""
    first, *others = variables
    name = first[0].lower() + first[1:] + "".join(each[0].upper() + each[1:] for each in others)
    name = variable(name).rstrip("'") if " " in name else name
    return f"{name}List" if name.endswith("s") else f"{name}s"


# Statements


def with_condition(loop: syntax.Iterate) -> Block:
    """One round of a loop with a condition."""
    leave = (syntax.Exit(),)
    match loop.form:
        case syntax.Form.WHILE:
            return (syntax.If(loop.condition, loop.body, leave),)
        case syntax.Form.UNTIL:
            return (syntax.If(loop.condition, leave, loop.body),)
        case syntax.Form.REPEAT_UNTIL:
            return (*loop.body, syntax.If(loop.condition, leave, ()))
        case syntax.Form.DO_WHILE:
            return (*loop.body, syntax.If(loop.condition, (), leave))


def only_prints(statement: Statement) -> bool:
    """Whether a statement neither reads nor leaves a loop."""
    kinds = syntax.Print | syntax.If | syntax.For
    return all(isinstance(each, kinds) for each in statements_of((statement,)))


def leaves(block: Block) -> bool:
    """Whether a block never reaches its end."""
    match block[-1:]:
        case (syntax.Exit(),):
            return True
        case (syntax.If(_, then, otherwise),):
            return leaves(then) and leaves(otherwise)
    return False


def exits(loop: syntax.Loop | syntax.Iterate | syntax.For) -> int:
    """The number of places from which a loop is left."""
    own = 0 if isinstance(loop, syntax.Loop) else 1
    return own + exits_in(loop.body)


def exits_in(block: Block) -> int:
    """The number of places from which a loop is left inside a block."""
    found = 0
    for statement in block:
        match statement:
            case syntax.Exit():
                found += 1
            case syntax.If(_, then, otherwise):
                found += exits_in(then) + exits_in(otherwise)
    return found


def camel(name: str) -> str:
    """A name in camel case, as is usual in Haskell."""
    first, *others = name.split("_")
    return "".join((first, *(each.capitalize() for each in others)))


def shortened(lines: list[str]) -> list[str]:
    """The lines without a final empty action, if there are others."""
    return lines[:-1] if len(lines) > 1 and lines[-1] == "return ()" else lines
