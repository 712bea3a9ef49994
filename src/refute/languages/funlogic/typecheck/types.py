"""Types while they are being inferred, and their unification."""

from __future__ import annotations

from typing import Any, TypeAlias

from refute.frontend.symbols import Symbol
from refute.frontend.unify import Made, Mismatch, Unknown, convert, unknowns
from refute.languages.funlogic.syntax import LIST_END
from refute.languages.funlogic.values import INTEGER, NUMBER, Type
from refute.record import record

ARROW = "->"


class Group:
    """Undeclared constructors that were found to belong to one type."""

    def __init__(self, constructor: str) -> None:
        self.constructors = [constructor]


class Open(Unknown):
    """A type not known yet. `level` is the depth of the binding it belongs to (0: never general).

    With a group it is the type of undeclared constructors, and stays so. A numeric one is a type of
    numbers: the integers, unless something determines it.
    """

    __slots__ = ("group", "is_numeric", "level")

    def __init__(self, level: int, group: Group | None = None, *, is_numeric: bool = False) -> None:
        super().__init__()
        self.level = level
        self.group = group
        self.is_numeric = is_numeric

    def gives_way_to(self, other: Unknown) -> bool:
        """Types of undeclared constructors are kept."""
        return self.group is None

    def admit(self, shape: Any) -> None:
        """Types of undeclared constructors can only be unified with each other, and types of
        numbers only with types of numbers."""
        if self.is_numeric and not _may_be_numeric(shape):
            raise Mismatch
        if self.group is not None:
            if not isinstance(shape, Open) or shape.group is None:
                raise Mismatch
            shape.group.constructors.extend(self.group.constructors)

    def meet(self, other: Any) -> None:
        """The other type belongs to no deeper binding than this one."""
        other.level = min(other.level, self.level)
        other.is_numeric = other.is_numeric or self.is_numeric


Inferred: TypeAlias = Open | Made

INT = Made("Int")
DECIMAL = Made("Decimal")
BOOL = Made("Bool")
CHAR = Made("Char")


def _may_be_numeric(shape: Any) -> bool:
    if isinstance(shape, Open):
        return shape.group is None
    return shape.name in {INT.name, DECIMAL.name, NUMBER.name}


def settle_numbers(*types: Inferred) -> None:
    """Resolve open types of numbers to integers."""
    for each in unknowns(*types):
        if each.is_numeric:
            each.value = INT


def function(arguments: tuple[Inferred, ...], result: Inferred) -> Inferred:
    """The type of a curried function."""
    for argument in reversed(arguments):
        result = Made(ARROW, (argument, result))
    return result


def list_of(item: Inferred) -> Inferred:
    """The type of lists."""
    return Made(LIST_END, (item,))


@record
class Scheme:
    """A type, general in the variables above a level, and the symbol that has it."""

    body: Inferred
    general: frozenset[Open] = frozenset()
    symbol: Symbol | None = None


def generalise(inferred: Inferred, level: int, symbol: Symbol | None = None) -> Scheme:
    """The scheme of a binding made at a level."""
    general = set()
    for each in unknowns(inferred):
        if each.is_numeric:
            each.level = min(each.level, level)
        elif each.level > level:
            general.add(each)
    return Scheme(inferred, frozenset(general), symbol)


def instantiate(scheme: Scheme, level: int) -> Inferred:
    """The type of one use of a scheme."""
    fresh = {each: Open(level, is_numeric=each.is_numeric) for each in scheme.general}
    if not fresh:
        return scheme.body
    made: Inferred = convert(scheme.body, lambda each: fresh.get(each, each), Made)
    return made


def group_name(group: Group) -> str:
    """The name of the type of undeclared constructors."""
    return "{" + ", ".join(dict.fromkeys(group.constructors)) + "}"


def close(
    inferred: Inferred, default: Type | None = None, general: frozenset[Open] = frozenset()
) -> Type:
    """A type after inference; its open parts become the default or variables.

    Open types of numbers become integers, unless the type is general in them.
    """
    letters: dict[Open, Type] = {}

    def name(unknown: Open) -> Type:
        if unknown.group is not None:
            return Type(group_name(unknown.group))
        if unknown.is_numeric:
            return NUMBER if unknown in general else INTEGER
        number = len(letters)
        letter = chr(ord("a") + number % 26) + str(number // 26 or "")
        return default or letters.setdefault(unknown, Type(letter))

    return convert(inferred, name, Type)


def counted(number: int, noun: str) -> str:
    """A number of things in words."""
    return f"{number or 'no'} {noun}{'' if number == 1 else 's'}"
