"""Sorts of terms, and their plain values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import Any, TypeAlias

from refute.record import record


class SortError(TypeError):
    """Terms or values do not fit together: a bug of ours, never an error of the user."""


@dataclass(frozen=True, slots=True, eq=False)
class Constructed:
    """A constructor applied to plain values; compared without recursion."""

    name: str
    arguments: tuple[Value, ...] = ()
    _hash: int = field(init=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_hash", hash((self.name, self.arguments)))

    def __hash__(self) -> int:
        return self._hash

    def __reduce__(self) -> tuple[Any, ...]:
        return Constructed, (self.name, self.arguments)  # hashes differ between processes

    def __eq__(self, other: object) -> bool:
        pairs: list[tuple[object, object]] = [(self, other)]
        while pairs:
            left, right = pairs.pop()
            if not isinstance(left, Constructed) or not isinstance(right, Constructed):
                if isinstance(left, Constructed) or left != right:
                    return False
            elif left is not right:
                if (left._hash, left.name) != (right._hash, right.name):
                    return False
                if len(left.arguments) != len(right.arguments):
                    return False
                pairs.extend(zip(left.arguments, right.arguments, strict=True))
        return True


Value: TypeAlias = bool | int | Fraction | str | tuple["Value", ...] | Constructed


class _Interning(type):
    """Makes equal sorts identical, so that comparing and hashing them is cheap."""

    _known: dict[tuple[Any, ...], Any] = {}  # noqa: RUF012 - one table for all sorts

    def __call__(cls, *parts: Any) -> Any:
        key = (cls, *parts)
        found = cls._known.get(key)
        return found if found is not None else cls._known.setdefault(key, super().__call__(*parts))


class Sort(metaclass=_Interning):
    """The kind of value of a term; equal sorts are the same object."""

    __match_args__: tuple[str, ...] = ()

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), tuple(getattr(self, name) for name in self.__match_args__)


@dataclass(frozen=True, eq=False)
class BoolSort(Sort):
    """Truth values."""


@dataclass(frozen=True, eq=False)
class IntSort(Sort):
    """Unbounded integers."""


@dataclass(frozen=True, eq=False)
class RealSort(Sort):
    """Rational and real numbers."""


@dataclass(frozen=True, eq=False)
class StringSort(Sort):
    """Texts of Unicode characters."""


@dataclass(frozen=True, eq=False)
class TupleSort(Sort):
    """A fixed number of values of given sorts."""

    items: tuple[Sort, ...]


@dataclass(frozen=True, eq=False)
class ListSort(Sort):
    """Any number of values of one sort."""

    item: Sort


@dataclass(frozen=True, eq=False)
class SortReference(Sort):
    """In a data definition: the data sort of this name in the same family."""

    name: str


@record
class Constructor:
    """One way to make a value of a data sort."""

    name: str
    fields: tuple[tuple[str, Sort], ...] = ()


@dataclass(frozen=True, eq=False)
class DataSort(Sort):
    """A data sort in a family of possibly mutually recursive definitions."""

    name: str
    family: tuple[tuple[str, tuple[Constructor, ...]], ...]

    @cached_property
    def constructors(self) -> Mapping[str, Constructor]:
        """The constructors by name, with all references resolved."""
        return {
            each.name: Constructor(
                each.name, tuple((name, _resolve(sort, self.family)) for name, sort in each.fields)
            )
            for each in dict(self.family)[self.name]
        }


BOOL, INT, REAL, STRING = BoolSort(), IntSort(), RealSort(), StringSort()


def data_sort(name: str, *constructors: Constructor) -> DataSort:
    """The data sort with these constructors; a `SortReference(name)` in a field is itself."""
    return data_sorts({name: constructors})[name]


def data_sorts(definitions: Mapping[str, tuple[Constructor, ...]]) -> dict[str, DataSort]:
    """Data sorts that may refer to each other by `SortReference`."""
    family = tuple(definitions.items())
    sorts = {name: DataSort(name, family) for name in definitions}
    for sort in sorts.values():
        default_value(sort)
    return sorts


def _resolve(sort: Sort, family: tuple[tuple[str, tuple[Constructor, ...]], ...]) -> Sort:
    match sort:
        case SortReference(name):
            return DataSort(name, family)
        case TupleSort(items):
            return TupleSort(tuple(_resolve(item, family) for item in items))
        case ListSort(item):
            return ListSort(_resolve(item, family))
        case _:
            return sort


_ZEROS: dict[Sort, Value] = {BOOL: False, INT: 0, REAL: Fraction(0), STRING: ""}


@lru_cache(maxsize=4096)
def default_value(sort: Sort) -> Value:
    """The value that total operators fall back to: false, 0, "", empty list, least construction."""
    family = sort.family if isinstance(sort, DataSort) else ()
    known: dict[str, Value] = {}
    for _ in family:
        for name, constructors in family:
            for constructor in constructors if name not in known else ():
                arguments = _defaults([each for _, each in constructor.fields], known)
                if arguments is not None:
                    known[name] = Constructed(constructor.name, arguments)
                    break
    value = known.get(sort.name) if isinstance(sort, DataSort) else _default(sort, known)
    if value is None:
        raise SortError(f"{sort} has no finite value")
    return value


def _default(sort: Sort, known: Mapping[str, Value]) -> Value | None:
    match sort:
        case SortReference(name):
            return known.get(name)
        case TupleSort(items):
            return _defaults(items, known)
        case ListSort():
            return ()
        case DataSort():
            return default_value(sort)
        case _:
            return _ZEROS[sort]


def _defaults(sorts: Any, known: Mapping[str, Value]) -> tuple[Value, ...] | None:
    values = [_default(sort, known) for sort in sorts]
    return None if None in values else tuple(value for value in values if value is not None)
