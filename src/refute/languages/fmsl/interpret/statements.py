"""Statements made into functions of the local names, to which they may add."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, TypeAlias

from refute.languages.fmsl import syntax
from refute.languages.fmsl.interpret.machine import Code, Environment, Machine
from refute.languages.fmsl.syntax import Expression, Statement
from refute.languages.fmsl.values import Record, Value

if TYPE_CHECKING:
    from refute.languages.fmsl.interpret.compile import Compiler

Assign: TypeAlias = Callable[[Environment, Value], None]
"""Gives a place a new value."""


def sequence(
    compiler: Compiler, statements: tuple[Statement, ...], bound: Mapping[str, bool]
) -> Code:
    """Statements in turn; what they bind is gone afterwards."""
    inner = dict(bound)
    codes = [statement(compiler, each, inner) for each in statements]

    def code(env: Environment) -> Value:
        local, value = dict(env), None
        for each in codes:
            value = each(local)
        return value

    return code


def statement(compiler: Compiler, node: Statement, bound: dict[str, bool]) -> Code:
    """The code of a statement; adds the name that it binds to those in sight."""
    match node:
        case syntax.Let(name, _, value):
            code = compiler.expression(value, bound)
            bound[name] = False
            return _let(compiler.machine, node, code)
        case syntax.Variable(name, _, value):
            initial = None if value is None else compiler.expression(value, bound)
            bound[name] = True
            return _variable(name, initial)
        case syntax.Set(target, value):
            return _set(place(compiler, target, bound), compiler.expression(value, bound))
        case _:
            return compiler.expression(node, bound)


def _let(machine: Machine, node: syntax.Let, code: Code) -> Code:
    record = machine.recorders.of(machine.checked.type_of(node))

    def run(env: Environment) -> Value:
        value = env[node.name] = code(env)
        record(value)
        return value

    return run


def _variable(name: str, initial: Code | None) -> Code:
    def run(env: Any) -> Value:
        value = None if initial is None else initial(env)
        env[name] = [value]
        return value

    return run


def _set(assign: Assign, code: Code) -> Code:
    def run(env: Environment) -> Value:
        value = code(env)
        assign(env, value)
        return value

    return run


def place(compiler: Compiler, target: Expression, bound: Mapping[str, bool]) -> Assign:
    """What gives a variable, or a part of one, a new value.

    Values never change: a part is replaced by giving the variable a new whole, so that the
    universe and other names keep what they had.
    """
    match target:
        case syntax.Name(name) if name in bound:
            return lambda env, value: _put_in_box(env, name, value)
        case syntax.Name(name):
            return lambda _, value: compiler.machine.globals.__setitem__(name, value)
        case syntax.Field(subject, field):
            objects, of = (
                compiler.machine.checked.objects,
                compiler.machine.checked.type_of(subject),
            )
            part = objects.part(of, field)
            position = part[0] if part else 0
            return _replacing(compiler, subject, lambda _: position + 1, bound, target)
        case syntax.Select(subject, index):
            found = compiler.expression(index, bound)
            return _replacing(compiler, subject, found, bound, target)
        case _:
            raise AssertionError(target)


def _put_in_box(env: Any, name: str, value: Value) -> None:
    env[name][0] = value


def _replacing(
    compiler: Compiler,
    subject: Expression,
    index: Code,
    bound: Mapping[str, bool],
    target: Expression,
) -> Assign:
    read, write = compiler.expression(subject, bound), place(compiler, subject, bound)

    def assign(env: Environment, value: Value) -> None:
        whole: Any = read(env)
        position: Any = index(env)
        if whole is None or position is None or not 1 <= position <= len(whole):
            compiler.machine.fault("FM041", "there is no such part to be set", target.span)
            return
        write(env, _with(whole, position - 1, value))

    return assign


def _with(whole: Any, position: int, value: Value) -> Value:
    """A copy with another value at a position."""
    if isinstance(whole, str):
        return whole[:position] + str(value) + whole[position + 1 :]
    parts = [*whole[:position], value, *whole[position + 1 :]]
    return Record(parts) if isinstance(whole, Record) else tuple(parts)
