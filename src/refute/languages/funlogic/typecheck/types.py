"""Types while they are being inferred, and their unification."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

from refute.frontend.symbols import Symbol
from refute.languages.funlogic.syntax import LIST_END, is_tuple
from refute.languages.funlogic.values import Type

ARROW = "->"


class Group:
    """Constructors that nobody declared and that were found to belong to one type."""

    def __init__(self, constructor: str) -> None:
        self.constructors = [constructor]


class Open:
    """A type not known yet. `level` is the depth of the binding it belongs to (0: never general).

    With a group it is the type of undeclared constructors and stays so.
    """

    __slots__ = ("group", "level", "link")

    def __init__(self, level: int, group: Group | None = None) -> None:
        self.level = level
        self.group = group
        self.link: Inferred | None = None


@dataclass(frozen=True, slots=True)
class Made:
    """A type constructor with its arguments."""

    name: str
    arguments: tuple[Inferred, ...] = ()


Inferred: TypeAlias = Open | Made

INT = Made("Int")
BOOL = Made("Bool")


def function(arguments: tuple[Inferred, ...], result: Inferred) -> Inferred:
    """The type of a curried function."""
    for argument in reversed(arguments):
        result = Made(ARROW, (argument, result))
    return result


def list_of(item: Inferred) -> Inferred:
    """The type of lists."""
    return Made(LIST_END, (item,))


def prune(inferred: Inferred) -> Inferred:
    """What a type is known to be by now."""
    while isinstance(inferred, Open) and inferred.link is not None:
        inferred = inferred.link
    return inferred


class Mismatch(Exception):
    """Two types cannot be the same."""


def unify(left: Inferred, right: Inferred) -> None:
    """Make two types the same, or raise Mismatch."""
    pending = [(left, right)]
    while pending:
        one, other = (prune(each) for each in pending.pop())
        if one is other:
            continue
        if isinstance(one, Open) and (one.group is None or not isinstance(other, Open)):
            _link(one, other)
        elif isinstance(other, Open):
            if isinstance(one, Open) and one.group is not None and other.group is not None:
                one.group.constructors.extend(other.group.constructors)
            _link(other, one, merged=True)
        else:
            assert isinstance(one, Made)
            if one.name != other.name or len(one.arguments) != len(other.arguments):
                raise Mismatch
            pending.extend(reversed(list(zip(one.arguments, other.arguments, strict=True))))


def _link(variable: Open, target: Inferred, merged: bool = False) -> None:
    if variable.group is not None and not (merged and isinstance(target, Open)):
        raise Mismatch
    pending = [target]
    while pending:
        part = prune(pending.pop())
        if part is variable:
            raise Mismatch
        if isinstance(part, Made):
            pending.extend(part.arguments)
        else:
            part.level = min(part.level, variable.level)
    variable.link = target


@dataclass(frozen=True, slots=True)
class Scheme:
    """A type, general in the variables above a level, and the symbol that has it."""

    body: Inferred
    general: frozenset[Open] = frozenset()
    symbol: Symbol | None = None


def generalise(inferred: Inferred, level: int, symbol: Symbol | None = None) -> Scheme:
    """The scheme of a binding made at a level."""
    general = frozenset(each for each in variables(inferred) if each.level > level)
    return Scheme(inferred, general, symbol)


def instantiate(scheme: Scheme, level: int) -> Inferred:
    """The type of one use."""
    fresh = {each: Open(level) for each in scheme.general}
    return _rename(scheme.body, fresh) if fresh else scheme.body


def _rename(inferred: Inferred, fresh: Mapping[Open, Open]) -> Inferred:
    inferred = prune(inferred)
    if isinstance(inferred, Open):
        return fresh.get(inferred, inferred)
    if not inferred.arguments:
        return inferred
    return Made(inferred.name, tuple(_rename(each, fresh) for each in inferred.arguments))


def variables(inferred: Inferred) -> list[Open]:
    """The open parts of a type, in order, each once."""
    found: dict[Open, None] = {}
    pending = [inferred]
    while pending:
        part = prune(pending.pop())
        if isinstance(part, Open):
            found[part] = None
        else:
            pending.extend(reversed(part.arguments))
    return list(found)


def group_name(group: Group) -> str:
    """How the type of undeclared constructors is called."""
    return "{" + ", ".join(dict.fromkeys(group.constructors)) + "}"


def close(inferred: Inferred, default: Type | None = None) -> Type:
    """A type that inference is done with; what is still open becomes the default or a variable."""
    letters: dict[Open, Type] = {}
    return _close(inferred, default, letters)


def _close(inferred: Inferred, default: Type | None, letters: dict[Open, Type]) -> Type:
    inferred = prune(inferred)
    if isinstance(inferred, Made):
        parts = tuple(_close(each, default, letters) for each in inferred.arguments)
        return Type(inferred.name, parts)
    if inferred.group is not None:
        return Type(group_name(inferred.group))
    if default is not None:
        return default
    number = len(letters)
    letter = chr(ord("a") + number % 26) + str(number // 26 or "")
    return letters.setdefault(inferred, Type(letter))


def show_type(shape: Type, tight: bool = False) -> str:
    """A type as one would write it."""
    if shape.name == ARROW:
        left, right = shape.arguments
        text = f"{show_type(left, tight=left.name == ARROW)} -> {show_type(right)}"
        return f"({text})" if tight else text
    if shape.name == LIST_END:
        return f"[{show_type(shape.arguments[0])}]"
    if is_tuple(shape.name):
        return f"({', '.join(show_type(each) for each in shape.arguments)})"
    if not shape.arguments:
        return shape.name
    text = " ".join([shape.name, *(show_type(each, tight=True) for each in shape.arguments)])
    return f"({text})" if tight else text
