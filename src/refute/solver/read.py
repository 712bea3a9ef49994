"""Models of z3 as plain values."""

from __future__ import annotations

import ctypes
from fractions import Fraction
from itertools import chain
from typing import Any

import z3
from z3 import z3core

from refute.solver.sorts import UntranslatableError
from refute.solver.translate import Translator
from refute.terms import Constructed, Term, Value


def read_model(translator: Translator, model: Any) -> dict[Term, Value]:
    """The values a z3 model gives to the variables of a translator, or UntranslatableError."""
    context, reference = translator.context.ref(), model.model
    values = {}
    for index in range(z3core.Z3_model_get_num_consts(context, reference)):
        declaration = z3core.Z3_model_get_const_decl(context, reference, index)
        variable = translator.variables.get(z3core.Z3_get_func_decl_id(context, declaration))
        if variable is not None:
            found = z3core.Z3_model_get_const_interp(context, reference, declaration)
            values[variable] = _value(translator, found)
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
        return Constructed(name, arguments) if name else arguments
    kind = z3core.Z3_get_decl_kind(context, declaration)
    if kind == z3.Z3_OP_SEQ_UNIT:
        return arguments
    if kind == z3.Z3_OP_SEQ_CONCAT and all(isinstance(each, tuple) for each in arguments):
        return tuple(chain.from_iterable(arguments))
    if kind == z3.Z3_OP_SEQ_EMPTY:
        return ()
    raise UntranslatableError(f"no plain value: {z3core.Z3_ast_to_string(context, application)}")
