"""Terms and sorts as those of z3, and its models as plain values.

Frequent operators call z3's C interface for speed: an expression is the address of a z3 term, and a
z3 vector keeps all of them alive.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from fractions import Fraction
from itertools import chain, combinations, count
from typing import Any, TypeAlias

import z3
from z3 import z3core

from refute import terms
from refute.solver.path import Universal
from refute.terms import Operator, Sort, Term, Value

Expression: TypeAlias = int  # the address of a z3 term
HighLevel: TypeAlias = Any  # z3.ExprRef; z3 has no types

_CACHE_SIZE = 200_000
_WRITTEN_OUT = 5
"""Maximum number of items of a list that is compared item by item."""
_LARGEST_CHARACTER = 0x2FFFF  # of z3


class UntranslatableError(Exception):
    """The solver cannot express this term, or its value has no equivalent here."""


class SortTable:
    """The z3 sorts of one context, each made once; tuples and data become z3 datatypes."""

    def __init__(self, context: Any) -> None:
        self._context = context
        self._sorts: dict[Sort, Any] = {
            terms.BOOL: z3.BoolSort(context),
            terms.INT: z3.IntSort(context),
            terms.REAL: z3.RealSort(context),
            terms.STRING: z3.StringSort(context),
        }
        self._names: dict[int, str] = {}
        self._numbers = count()

    def sort(self, sort: Sort) -> Any:
        """The z3 sort."""
        if sort not in self._sorts:
            match sort:
                case terms.ListSort(item):
                    self._sorts[sort] = z3.SeqSort(self.sort(item))
                case terms.TupleSort(items):
                    parts = tuple((str(position), item) for position, item in enumerate(items))
                    self._define(((sort, "", (terms.Constructor("", parts),)),))
                case terms.DataSort(family=family):
                    self._define(
                        tuple((terms.DataSort(name, family), name, made) for name, made in family)
                    )
                case _:
                    raise UntranslatableError(f"the solver has no sort {sort}")
        return self._sorts[sort]

    def constructor(self, sort: Sort, name: str = "") -> tuple[Any, list[Any]]:
        """The z3 constructor and its accessors; a tuple has one constructor, unnamed."""
        made = self.sort(sort)
        index = list(sort.constructors).index(name) if isinstance(sort, terms.DataSort) else 0
        declaration = made.constructor(index)
        accessors = [made.accessor(index, position) for position in range(declaration.arity())]
        return declaration, accessors

    def constructor_name(self, declaration: Any) -> str | None:
        """The name of a z3 constructor, empty for a tuple, None for another function."""
        return self._names.get(z3core.Z3_get_func_decl_id(self._context.ref(), declaration))

    def _define(
        self, definitions: tuple[tuple[Sort, str, tuple[terms.Constructor, ...]], ...]
    ) -> None:
        """Define data sorts; numbered names distinguish those of the same name."""
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
            case terms.SortReference(name):
                return builders[name]
            case terms.ListSort(terms.SortReference(name)):
                return z3.SeqSort(z3.DatatypeSort(builders[name].name, ctx=self._context))
            case _:
                return self.sort(sort)


class Translator:
    """Translates for one z3 context; caches terms, up to a bound."""

    def __init__(self, context: Any) -> None:
        self.context = context
        self.sorts = SortTable(context)
        self.variables: dict[int, Term] = {}
        self.only_numbers = True  # no variable is a text, a list or other data
        self._known: dict[Term, Expression] = {}
        self._address: int = context.ref().value
        self._kept = z3.AstVector(ctx=context)

    @property
    def size(self) -> int:
        """The number of cached terms."""
        return len(self._known)

    def trim(self) -> bool:
        """Drop all cached terms if there are many; whether it did, since models are then lost."""
        full = len(self._known) > _CACHE_SIZE
        if full:
            self._known.clear()
            self.variables.clear()
            self._kept = z3.AstVector(ctx=self.context)
        return full

    def expression(self, term: Term) -> Any:
        """The term as an expression of z3's C interface, or UntranslatableError."""
        return _at(terms.fold(term, self._step, self._known))

    def universal(self, universal: Universal) -> Any:
        """A quantified condition as a z3 expression, or UntranslatableError."""
        made = self.high_level(universal.condition)
        within = [
            (self.high_level(truth), self.universal(each))
            for truth, each in universal.within.items()
        ]
        bound = [self.high_level(each) for each in universal.variables]
        made = z3.substitute(made, *within) if within else made
        return z3.ForAll(bound, made) if bound else made

    def high_level(self, term: Term) -> HighLevel:
        """The term as an expression for z3's Python functions."""
        return z3.z3._to_expr_ref(self.expression(term), self.context)

    def _step(self, term: Term, operands: list[Expression]) -> Expression:
        operator = term.operator
        if operator in _CALLS and not (
            operator in _ORDERS and term.arguments[0].sort is terms.STRING
        ):
            made = _CALLS[operator](self._address, *operands)
        elif operator in _JOINS:
            array = (ctypes.c_void_p * len(operands))(*operands)
            made = _JOINS[operator](self._address, len(operands), array)
        else:
            high = [z3.z3._to_expr_ref(_at(each), self.context) for each in operands]
            made = _STEPS[operator](self, term, *high)
        if made.__class__ is not int:
            if made is None:
                raise UntranslatableError(f"the solver has no {operator} of these")
            made = made.ast.value
        _PUSH(self._address, self._kept.vector.value, made)
        return made  # type: ignore[no-any-return]

    def variable(self, term: Term) -> Any:
        """A z3 constant, recorded for reading models."""
        self.only_numbers &= term.sort in (terms.BOOL, terms.INT, terms.REAL)
        symbol = _SYMBOL(self._address, term.payload.encode())
        made = _CONSTANT(self._address, symbol, self.sorts.sort(term.sort).ast.value)
        self.variables[_DECLARATION_ID(self._address, _DECLARATION(self._address, made))] = term
        return made

    def constant(self, term: Term) -> HighLevel:
        """A z3 truth value, number or string."""
        value = term.payload
        if term.sort is terms.BOOL:
            return z3.BoolVal(value, self.context)
        if term.sort is not terms.STRING:
            return _NUMERAL(
                self._address, str(value).encode(), self.sorts.sort(term.sort).ast.value
            )
        if any(ord(character) > _LARGEST_CHARACTER for character in value):
            raise UntranslatableError(f"the solver has no characters like those of {value!r}")
        codes = (ctypes.c_uint * len(value))(*map(ord, value))
        text = z3core.Z3_mk_u32string(self.context.ref(), len(value), codes)
        return z3.AstRef(text, self.context)

    def item(self, term: Term, whole: HighLevel, index: HighLevel) -> HighLevel:
        """Guarded, since z3 leaves items out of range open."""
        if term.sort is terms.STRING and term.arguments[0].sort is terms.STRING:
            return whole.at(index)
        inside = z3.And(index >= 0, index < z3.Length(whole))
        return z3.If(inside, whole[index], self.high_level(terms.default(term.sort)))

    def unique(self, _term: Term, whole: HighLevel) -> HighLevel:
        """Exact for short lists; of others the solver knows only that equal lists are alike.

        So nothing is wrongly impossible, and models are evaluated before they are believed.
        """
        pairs = combinations(range(_WRITTEN_OUT), 2)
        apart = [
            z3.Or(z3.Length(whole) <= last, whole[first] != whole[last]) for first, last in pairs
        ]
        unknown = z3.Function("unique", whole.sort(), z3.BoolSort(self.context))
        return z3.And(*apart, z3.Or(z3.Length(whole) <= _WRITTEN_OUT, unknown(whole)))

    def list(self, term: Term, *items: HighLevel) -> HighLevel:
        """One unit per item."""
        units = [z3.Unit(each) for each in items]
        if len(units) > 1:
            return z3.Concat(*units)
        return units[0] if units else z3.Empty(self.sorts.sort(term.sort))


def _at(address: int) -> Any:
    """The z3 term at an address, for z3's Python functions."""
    term = z3.Ast(address)
    term.value = address
    return term


def _function(name: str, *kinds: Any, gives: Any = ctypes.c_void_p) -> Callable[..., Any]:
    """A function of z3's C interface on addresses, without the checks of z3's Python interface."""
    (checked,) = getattr(z3core, f"Z3_{name}").__defaults__
    address = ctypes.cast(checked.f, ctypes.c_void_p).value
    return ctypes.PYFUNCTYPE(gives, *kinds)(address or 0)


def _on_addresses(name: str, count: int) -> Callable[..., Any]:
    """A function of a context and `count` terms."""
    return _function(name, *[ctypes.c_void_p] * (count + 1))


def _on_several(name: str) -> Callable[..., Any]:
    """A function of a context and an array of terms."""
    return _function(name, ctypes.c_void_p, ctypes.c_uint, ctypes.c_void_p)


_PUSH = _function("ast_vector_push", *[ctypes.c_void_p] * 3, gives=None)
_SYMBOL = _function("mk_string_symbol", ctypes.c_void_p, ctypes.c_char_p)
_CONSTANT = _on_addresses("mk_const", 2)
_NUMERAL = _function("mk_numeral", ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p)
_DECLARATION = _on_addresses("get_app_decl", 1)
_DECLARATION_ID = _function(
    "get_func_decl_id", ctypes.c_void_p, ctypes.c_void_p, gives=ctypes.c_uint
)
_MODEL_DECLARATION = _function(
    "model_get_const_decl", ctypes.c_void_p, ctypes.c_void_p, ctypes.c_uint
)
_MODEL_VALUE = _on_addresses("model_get_const_interp", 2)

_CALLS: dict[Operator, Callable[..., Any]] = {
    Operator.NOT: _on_addresses("mk_not", 1),
    Operator.EQUAL: _on_addresses("mk_eq", 2),
    Operator.LESS: _on_addresses("mk_lt", 2),
    Operator.AT_MOST: _on_addresses("mk_le", 2),
    Operator.CHOOSE: _on_addresses("mk_ite", 3),
    Operator.TO_REAL: _on_addresses("mk_int2real", 1),
    Operator.FLOOR: _on_addresses("mk_real2int", 1),
    Operator.LENGTH: _on_addresses("mk_seq_length", 1),
    Operator.CONTAINS: _on_addresses("mk_seq_contains", 2),
    Operator.PART: _on_addresses("mk_seq_extract", 3),
}
_ORDERS = frozenset({Operator.LESS, Operator.AT_MOST})
_JOINS: dict[Operator, Callable[..., Any]] = {
    Operator.AND: _on_several("mk_and"),
    Operator.OR: _on_several("mk_or"),
    Operator.ADD: _on_several("mk_add"),
    Operator.MULTIPLY: _on_several("mk_mul"),
    Operator.CONCATENATE: _on_several("mk_seq_concat"),
}
_STEPS: dict[Operator, Callable[..., HighLevel]] = {
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
    Operator.UNIQUE: Translator.unique,
    Operator.TUPLE: lambda to, term, *items: to.sorts.constructor(term.sort)[0](*items),
    Operator.PROJECT: lambda to, term, whole: to.sorts.constructor(term.arguments[0].sort)[1][
        term.payload
    ](whole),
    Operator.LIST: Translator.list,
    Operator.CONSTRUCT: lambda to, term, *arguments: to.sorts.constructor(term.sort, term.payload)[
        0
    ](*arguments),
}


# Reading models


def read_model(translator: Translator, model: Any) -> dict[Term, Value]:
    """The values of a translator's variables in a z3 model, or UntranslatableError."""
    context, reference = translator.context.ref(), model.model
    addresses = context.value, reference.value
    values: dict[Term, Value] = {}
    known: dict[int, Value] = {}  # by the address of the z3 term, which equal values share
    for index in range(z3core.Z3_model_get_num_consts(context, reference)):
        declaration = _MODEL_DECLARATION(*addresses, index)
        variable = translator.variables.get(_DECLARATION_ID(context.value, declaration))
        if variable is not None:
            found = _MODEL_VALUE(*addresses, declaration)
            if found not in known:
                known[found] = _value(translator, _at(found))
            values[variable] = known[found]
    return values


def _value(translator: Translator, root: Any) -> Value:
    """The plain value of a z3 value; without recursion, as data may be deep."""
    context = translator.context.ref()
    values: list[Any] = []
    stack = [(root, False)]
    while stack:
        node, entered = stack.pop()
        atom = None if entered else _atom(context, node)
        if atom is not None:
            values.append(atom)
            continue
        application = z3core.Z3_to_app(context, node)
        count = z3core.Z3_get_app_num_args(context, application)
        if entered:
            arguments = tuple(values[len(values) - count :])
            del values[len(values) - count :]
            values.append(_structure(translator, application, arguments))
        else:
            stack.append((node, True))
            for index in reversed(range(count)):
                stack.append((z3core.Z3_get_app_arg(context, application, index), False))
    value: Value = values[0]
    return value


def _atom(context: Any, node: Any) -> Value | None:
    """A number, truth value or text; None for a structure."""
    kind = z3core.Z3_get_ast_kind(context, node)
    if kind == z3.Z3_NUMERAL_AST:
        text = z3core.Z3_get_numeral_string(context, node)
        sort = z3core.Z3_get_sort_kind(context, z3core.Z3_get_sort(context, node))
        return int(text) if sort == z3.Z3_INT_SORT else Fraction(text)
    if kind != z3.Z3_APP_AST or z3core.Z3_is_algebraic_number(context, node):
        raise UntranslatableError(f"no plain value: {z3core.Z3_ast_to_string(context, node)}")
    truth = z3core.Z3_get_bool_value(context, node)
    if truth != z3.Z3_L_UNDEF:
        return bool(truth == z3.Z3_L_TRUE)
    if z3core.Z3_is_string(context, node):
        size = z3core.Z3_get_string_length(context, node)
        codes = (ctypes.c_uint * size)()
        z3core.Z3_get_string_contents(context, node, size, codes)
        return "".join(map(chr, codes))
    return None


def _structure(translator: Translator, application: Any, arguments: tuple[Any, ...]) -> Value:
    context = translator.context.ref()
    declaration = z3core.Z3_get_app_decl(context, application)
    name = translator.sorts.constructor_name(declaration)
    if name is not None:
        return terms.Constructed(name, arguments) if name else arguments
    kind = z3core.Z3_get_decl_kind(context, declaration)
    if kind == z3.Z3_OP_SEQ_UNIT:
        return arguments
    if kind == z3.Z3_OP_SEQ_CONCAT and all(isinstance(each, tuple) for each in arguments):
        return tuple(chain.from_iterable(arguments))
    if kind == z3.Z3_OP_SEQ_EMPTY:
        return ()
    raise UntranslatableError(f"no plain value: {z3core.Z3_ast_to_string(context, application)}")
