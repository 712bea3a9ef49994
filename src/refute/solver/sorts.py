"""Sorts of terms as sorts of z3."""

from __future__ import annotations

from itertools import count
from typing import Any

import z3
from z3 import z3core

from refute.terms import (
    BOOL,
    INT,
    REAL,
    STRING,
    Constructor,
    DataSort,
    ListSort,
    Sort,
    SortReference,
    TupleSort,
)


class UntranslatableError(Exception):
    """The solver cannot express this term, or its value is none of ours."""


class SortTable:
    """The z3 sorts of one context, each made once; tuples and data become z3 datatypes."""

    def __init__(self, context: Any) -> None:
        self._context = context
        self._sorts: dict[Sort, Any] = {
            BOOL: z3.BoolSort(context),
            INT: z3.IntSort(context),
            REAL: z3.RealSort(context),
            STRING: z3.StringSort(context),
        }
        self._names: dict[int, str] = {}
        self._numbers = count()

    def sort(self, sort: Sort) -> Any:
        """The z3 sort."""
        if sort not in self._sorts:
            match sort:
                case ListSort(item):
                    self._sorts[sort] = z3.SeqSort(self.sort(item))
                case TupleSort(items):
                    parts = tuple((str(position), item) for position, item in enumerate(items))
                    self._define(((sort, "", (Constructor("", parts),)),))
                case DataSort(family=family):
                    self._define(
                        tuple((DataSort(name, family), name, made) for name, made in family)
                    )
                case _:
                    raise UntranslatableError(f"the solver has no sort {sort}")
        return self._sorts[sort]

    def constructor(self, sort: Sort, name: str = "") -> tuple[Any, list[Any]]:
        """The z3 constructor and its accessors; a tuple has one constructor, unnamed."""
        made = self.sort(sort)
        index = list(sort.constructors).index(name) if isinstance(sort, DataSort) else 0
        declaration = made.constructor(index)
        accessors = [made.accessor(index, position) for position in range(declaration.arity())]
        return declaration, accessors

    def constructor_name(self, declaration: Any) -> str | None:
        """The name of a z3 constructor, empty for a tuple, None for another function."""
        return self._names.get(z3core.Z3_get_func_decl_id(self._context.ref(), declaration))

    def _define(self, definitions: tuple[tuple[Sort, str, tuple[Constructor, ...]], ...]) -> None:
        """Numbered names keep data sorts of the same name apart."""
        number = next(self._numbers)
        builders = {
            name: z3.Datatype(f"{name}!{number}", ctx=self._context) for _, name, _ in definitions
        }
        for _, name, constructors in definitions:
            for each in constructors:
                fields = [
                    (f"{each.name}.{label}!{number}", self._part(part, builders))
                    for label, part in each.fields
                ]
                builders[name].declare(f"{each.name}!{number}", *fields)
        made = z3.CreateDatatypes(*builders.values())
        for (sort, _, constructors), datatype in zip(definitions, made, strict=True):
            self._sorts[sort] = datatype
            for index, each in enumerate(constructors):
                declaration = datatype.constructor(index)
                identity = z3core.Z3_get_func_decl_id(self._context.ref(), declaration.ast)
                self._names[identity] = each.name

    def _part(self, sort: Sort, builders: dict[str, Any]) -> Any:
        """A sort inside a family that is being defined."""
        match sort:
            case SortReference(name):
                return builders[name]
            case ListSort(SortReference(name)):
                return z3.SeqSort(z3.DatatypeSort(builders[name].name, ctx=self._context))
            case _:
                return self.sort(sort)
