"""The class of symbolic expressions, and the traversal of them, without recursion."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import Any, Final, TypeAlias, TypeVar, final
from weakref import WeakValueDictionary

from refute.terms.sorts import Sort


class Operator(StrEnum):
    """What a term does with its arguments; every operator is total."""

    VARIABLE = "variable"  # payload: the name
    CONSTANT = "constant"  # payload: a bool, int, Fraction or str
    NOT = "not"
    AND = "and"
    OR = "or"
    EQUAL = "=="
    LESS = "<"
    AT_MOST = "<="
    ADD = "+"
    MULTIPLY = "*"
    DIVIDE = "div"  # rounds down; by zero it is 0
    MODULO = "mod"  # has the sign of the divisor; by zero it is the dividend
    QUOTIENT = "/"  # exact; by zero it is 0
    ABSOLUTE = "abs"
    TO_REAL = "real"
    FLOOR = "floor"  # of a real, an integer
    CHOOSE = "if"
    CONCATENATE = "++"
    LENGTH = "len"
    CONTAINS = "contains"
    ITEM = "item"  # out of range it is the default value of the item
    PART = "part"  # clipped; from a start out of range it is empty
    MEMBER = "in"
    UNIQUE = "uniq"
    TUPLE = "tuple"
    PROJECT = "project"  # payload: the index
    LIST = "list"
    CONSTRUCT = "construct"  # payload: the name of the constructor


_STRUCTURES = frozenset({Operator.TUPLE, Operator.LIST, Operator.CONSTRUCT})


@final
class Term:
    """An immutable sorted expression, made only by `make`: equal terms are the same object.

    `formula` belongs to `formula_of`: first how often it was requested, then the compiled function.
    """

    __slots__ = ("__weakref__", "arguments", "formula", "is_value", "operator", "payload", "sort")

    def __init__(
        self, operator: Operator, sort: Sort, arguments: tuple[Term, ...], payload: Any
    ) -> None:
        self.operator: Final = operator
        self.sort: Final = sort
        self.arguments: Final = arguments
        self.payload: Final = payload
        self.is_value: Final[bool] = operator is Operator.CONSTANT or (
            operator in _STRUCTURES and all(each.is_value for each in arguments)
        )
        self.formula: Any = 0

    def __repr__(self) -> str:
        from refute.terms.show import show  # noqa: PLC0415 - only for debugging

        return f"<{show(self, limit=200)}>"

    def __reduce__(self) -> tuple[Any, ...]:
        return _revive, (_flatten(self),)


Key: TypeAlias = tuple[Operator, Sort, tuple[Term, ...], Any]
Record: TypeAlias = tuple[Operator, Sort, tuple[int, ...], Any]

_interned: WeakValueDictionary[Key, Term] = WeakValueDictionary()
_references: Mapping[Key, Callable[[], Term | None]] = vars(_interned)["data"]
"""The internal table of the dictionary; terms are made so often that saving a call counts."""


def make(
    operator: Operator, sort: Sort, arguments: tuple[Term, ...] = (), payload: Any = None
) -> Term:
    """The unique term with this operator, sort, arguments and payload; checks nothing."""
    key = (operator, sort, arguments, payload)
    reference = _references.get(key)
    term = None if reference is None else reference()
    if term is None:
        term = _interned[key] = Term(operator, sort, arguments, payload)
    return term


def _flatten(root: Term) -> list[Record]:
    """The term and everything below it, each once, arguments before their users."""
    records: list[Record] = []

    def record(term: Term, arguments: list[int]) -> int:
        records.append((term.operator, term.sort, tuple(arguments), term.payload))
        return len(records) - 1

    fold(root, record)
    return records


def _revive(records: list[Record]) -> Term:
    made: list[Term] = []
    for operator, sort, arguments, payload in records:
        made.append(make(operator, sort, tuple(made[index] for index in arguments), payload))
    return made[-1]


Result = TypeVar("Result")


def fold(
    term: Term,
    step: Callable[[Term, list[Result]], Result],
    known: dict[Term, Result] | None = None,
) -> Result:
    """The result of `step` over results of arguments, left first, each shared term once.

    Results are looked up and stored in `known`, if given.
    """
    results = {} if known is None else known
    stack = [term]
    while stack:
        top = stack[-1]
        if top in results:
            stack.pop()
            continue
        missing: list[Term] = []
        for each in top.arguments:
            if each not in results:
                if each.arguments or missing:
                    missing.append(each)
                else:
                    results[each] = step(each, [])
        if missing:
            missing.reverse()
            stack += missing
        else:
            stack.pop()
            results[top] = step(top, [results[each] for each in top.arguments])
    return results[term]


def variables(*terms: Term) -> list[Term]:
    """The variables in order of first occurrence."""
    found: dict[Term, None] = {}
    seen: set[Term] = set()
    stack = [*terms[::-1]]
    variable = Operator.VARIABLE
    while stack:
        term = stack.pop()
        if term not in seen:
            seen.add(term)
            if term.arguments:
                stack += term.arguments[::-1]
            elif term.operator is variable:
                found[term] = None
    return list(found)
