"""Terms as expressions of z3; frequent operators call z3's C interface for speed."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from typing import Any, TypeAlias

import z3
from z3 import z3core

from refute.solver.sorts import SortTable, UntranslatableError
from refute.terms import BOOL, STRING, Operator, Term, default, fold

Expression: TypeAlias = Any  # z3.AstRef; z3 has no types

_CACHE_SIZE = 200_000
_LARGEST_CHARACTER = 0x2FFFF  # of z3


class Translator:
    """Translates for one z3 context; remembers terms it has seen, up to a bound."""

    def __init__(self, context: Any) -> None:
        self.context = context
        self.sorts = SortTable(context)
        self.variables: dict[int, Term] = {}
        self._known: dict[Term, Expression] = {}

    @property
    def size(self) -> int:
        """The number of terms that are remembered."""
        return len(self._known)

    def trim(self) -> bool:
        """Forget all terms if they are many; whether it did, so that models are read no more."""
        full = len(self._known) > _CACHE_SIZE
        if full:
            self._known.clear()
            self.variables.clear()
        return full

    def expression(self, term: Term) -> Expression:
        """The term as a z3 expression, or UntranslatableError."""
        return fold(term, self._step, self._known)

    def _step(self, term: Term, operands: list[Expression]) -> Expression:
        operator = term.operator
        if operator in _CALLS and not (operator in _ORDERS and term.arguments[0].sort is STRING):
            made = _CALLS[operator](self.context.ref(), *[each.ast for each in operands])
        elif operator in _JOINS:
            array = (z3.Ast * len(operands))(*[each.ast for each in operands])
            made = _JOINS[operator](self.context.ref(), len(operands), array)
        else:
            high = [z3.z3._to_expr_ref(each.ast, self.context) for each in operands]
            return _STEPS[operator](self, term, *high)
        return z3.AstRef(made, self.context)

    def variable(self, term: Term) -> Expression:
        """A z3 constant, remembered for models."""
        made = z3.Const(term.payload, self.sorts.sort(term.sort))
        self.variables[z3core.Z3_get_func_decl_id(self.context.ref(), made.decl().ast)] = term
        return made

    def constant(self, term: Term) -> Expression:
        """A z3 truth value, number or string."""
        value = term.payload
        if term.sort is BOOL:
            return z3.BoolVal(value, self.context)
        if term.sort is not STRING:
            numeral = z3core.Z3_mk_numeral(
                self.context.ref(), str(value), self.sorts.sort(term.sort).ast
            )
            return z3.AstRef(numeral, self.context)
        if any(ord(character) > _LARGEST_CHARACTER for character in value):
            raise UntranslatableError(f"the solver has no characters like those of {value!r}")
        codes = (ctypes.c_uint * len(value))(*map(ord, value))
        text = z3core.Z3_mk_u32string(self.context.ref(), len(value), codes)
        return z3.AstRef(text, self.context)

    def item(self, term: Term, whole: Expression, index: Expression) -> Expression:
        """Guarded, since z3 leaves items out of range open."""
        if term.sort is STRING and term.arguments[0].sort is STRING:
            return whole.at(index)
        inside = z3.And(index >= 0, index < z3.Length(whole))
        return z3.If(inside, whole[index], self._high(default(term.sort)))

    def list(self, term: Term, *items: Expression) -> Expression:
        """One unit per item."""
        units = [z3.Unit(each) for each in items]
        if len(units) > 1:
            return z3.Concat(*units)
        return units[0] if units else z3.Empty(self.sorts.sort(term.sort))

    def _high(self, term: Term) -> Expression:
        return z3.z3._to_expr_ref(self.expression(term).ast, self.context)


_CALLS: dict[Operator, Callable[..., Any]] = {
    Operator.NOT: z3core.Z3_mk_not,
    Operator.EQUAL: z3core.Z3_mk_eq,
    Operator.LESS: z3core.Z3_mk_lt,
    Operator.AT_MOST: z3core.Z3_mk_le,
    Operator.CHOOSE: z3core.Z3_mk_ite,
    Operator.TO_REAL: z3core.Z3_mk_int2real,
    Operator.LENGTH: z3core.Z3_mk_seq_length,
    Operator.CONTAINS: z3core.Z3_mk_seq_contains,
    Operator.PART: z3core.Z3_mk_seq_extract,
}
_ORDERS = frozenset({Operator.LESS, Operator.AT_MOST})
_JOINS: dict[Operator, Callable[..., Any]] = {
    Operator.AND: z3core.Z3_mk_and,
    Operator.OR: z3core.Z3_mk_or,
    Operator.ADD: z3core.Z3_mk_add,
    Operator.MULTIPLY: z3core.Z3_mk_mul,
    Operator.CONCATENATE: z3core.Z3_mk_seq_concat,
}
_STEPS: dict[Operator, Callable[..., Expression]] = {
    Operator.VARIABLE: Translator.variable,
    Operator.CONSTANT: Translator.constant,
    Operator.LESS: lambda _to, _term, left, right: left < right,
    Operator.AT_MOST: lambda _to, _term, left, right: left <= right,
    Operator.DIVIDE: lambda _to, _term, left, right: z3.If(
        right > 0, left / right, z3.If(right < 0, -left / -right, 0)
    ),
    Operator.MODULO: lambda _to, _term, left, right: z3.If(
        right > 0, left % right, z3.If(right < 0, -(-left % -right), left)
    ),
    Operator.QUOTIENT: lambda _to, _term, left, right: z3.If(right == 0, right, left / right),
    Operator.ABSOLUTE: lambda _to, _term, number: z3.If(number < 0, -number, number),
    Operator.ITEM: Translator.item,
    Operator.MEMBER: lambda _to, _term, item, whole: z3.Contains(whole, z3.Unit(item)),
    Operator.TUPLE: lambda to, term, *items: to.sorts.constructor(term.sort)[0](*items),
    Operator.PROJECT: lambda to, term, whole: to.sorts.constructor(term.arguments[0].sort)[1][
        term.payload
    ](whole),
    Operator.LIST: Translator.list,
    Operator.CONSTRUCT: lambda to, term, *arguments: to.sorts.constructor(term.sort, term.payload)[
        0
    ](*arguments),
}
