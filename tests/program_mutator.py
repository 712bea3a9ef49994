"""Python programs that differ from a given one by a single small mistake.

The mistakes are those that beginners make: a comparison or an operator for its neighbour, a number
off by one, `and` for `or`, a condition negated, a branch or a statement forgotten, a `break` left
out, `if` for `while`, one round of a loop too many or too few, a statement moved into or out of a
loop, a variable for another one, a text that was never converted to a number. Texts are left alone:
exercises rarely say what a prompt must be.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from dataclasses import dataclass

COMPARISONS: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Lt: (ast.LtE, ast.Gt),
    ast.LtE: (ast.Lt, ast.GtE),
    ast.Gt: (ast.GtE, ast.Lt),
    ast.GtE: (ast.Gt, ast.LtE),
    ast.Eq: (ast.NotEq, ast.GtE),
    ast.NotEq: (ast.Eq, ast.Gt),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
}
OPERATORS: dict[type[ast.operator], tuple[type[ast.operator], ...]] = {
    ast.Add: (ast.Sub,),
    ast.Sub: (ast.Add,),
    ast.Mult: (ast.Add,),
    ast.FloorDiv: (ast.Div, ast.Mod),
    ast.Mod: (ast.FloorDiv,),
    ast.Div: (ast.FloorDiv,),
    ast.Pow: (ast.Mult,),
}
FUNCTIONS = {"max": "min", "min": "max", "sum": "max", "int": "str", "any": "all", "all": "any"}

Change = tuple[str, Callable[[], None]]
"""The description of each change, and the function that makes it."""


@dataclass(frozen=True, slots=True)
class Mutant:
    """A changed program, with the line and a description of the change."""

    line: int
    change: str
    text: str


def mutants(text: str) -> Iterator[Mutant]:
    """Every program with one mistake, from top to bottom, all of them different."""
    seen = {ast.unparse(ast.parse(text))}
    number = 0
    while True:
        tree = ast.parse(text)
        changes = list(_changes(tree))
        if number == len(changes):
            return
        line, change, apply = changes[number]
        number += 1
        apply()
        changed = ast.unparse(ast.fix_missing_locations(tree))
        if changed not in seen and _compiles(changed):
            seen.add(changed)
            yield Mutant(line, change, changed + "\n")


def _compiles(text: str) -> bool:
    """Whether the program is valid: a `break` may have lost its loop."""
    try:
        compile(text, "mutant", "exec")
    except SyntaxError:
        return False
    return True


def _changes(tree: ast.Module) -> Iterator[tuple[int, str, Callable[[], None]]]:
    names = sorted(set(_assigned(tree)))
    for node in ast.walk(tree):
        line = getattr(node, "lineno", 1)
        for change, apply in _of_node(node, names):
            yield line, change, apply


def _assigned(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        match node:
            case ast.Name(id=name, ctx=ast.Store()):
                yield name


def _of_node(node: ast.AST, names: list[str]) -> Iterator[Change]:
    match node:
        case ast.Compare(ops=operators):
            yield from _comparisons(operators)
        case ast.BinOp(op=operator) | ast.AugAssign(op=operator):
            yield from _operators(node, operator)
        case ast.BoolOp():
            yield from _connectives(node)
        case ast.Constant(value=int(value)) if not isinstance(value, bool):
            yield f"{value} plus 1", lambda: setattr(node, "value", value + 1)
            yield f"{value} minus 1", lambda: setattr(node, "value", value - 1)
        case ast.Call(func=ast.Name(id=name) as function):
            yield from _calls(node, function, name)
        case ast.Name(id=name, ctx=ast.Load()) if name in names:
            yield from _other_names(node, names)
        case ast.UnaryOp(op=ast.Not()):
            yield "`not` left out", lambda: setattr(node, "op", ast.UAdd())
        case _:
            pass
    yield from _of_statement(node)


def _comparisons(operators: list[ast.cmpop]) -> Iterator[Change]:
    for place, operator in enumerate(operators):
        for other in COMPARISONS.get(type(operator), ()):
            change = f"{other.__name__} for {type(operator).__name__}"
            yield change, lambda place=place, other=other: operators.__setitem__(place, other())  # type: ignore[misc]


def _operators(node: ast.AST, operator: ast.operator) -> Iterator[Change]:
    for other in OPERATORS.get(type(operator), ()):
        change = f"{other.__name__} for {type(operator).__name__}"
        yield change, lambda other=other: setattr(node, "op", other())  # type: ignore[misc]


def _connectives(node: ast.BoolOp) -> Iterator[Change]:
    other = ast.Or() if isinstance(node.op, ast.And) else ast.And()
    yield "`and` for `or`, or the other way round", lambda: setattr(node, "op", other)
    for place in range(len(node.values)):
        change = f"part {place + 1} of a condition left out"
        yield change, lambda place=place: node.values.__delitem__(place)  # type: ignore[misc]


def _calls(node: ast.Call, function: ast.Name, name: str) -> Iterator[Change]:
    if other := FUNCTIONS.get(name):
        yield f"{other} for {name}", lambda: setattr(function, "id", other)
    if name == "range":
        yield "one round too few", lambda: _shift_end(node, -1)
        yield "one round too many", lambda: _shift_end(node, 1)


def _shift_end(node: ast.Call, by: int) -> None:
    place = 0 if len(node.args) == 1 else 1
    node.args[place] = ast.BinOp(node.args[place], ast.Add(), ast.Constant(by))


def _other_names(node: ast.Name, names: list[str]) -> Iterator[Change]:
    for other in names:
        if other != node.id:
            change = f"{other} for {node.id}"
            yield change, lambda other=other: setattr(node, "id", other)  # type: ignore[misc]


def _of_statement(node: ast.AST) -> Iterator[Change]:
    if isinstance(node, ast.If | ast.While):
        yield "a condition turned round", lambda: _negate(node)
    if isinstance(node, ast.If) and node.orelse:
        yield "the other branch forgotten", lambda: setattr(node, "orelse", [])
    for name in ("body", "orelse"):
        block = getattr(node, name, None)
        if isinstance(block, list) and block and isinstance(block[0], ast.stmt):
            yield from _of_block(block)


def _negate(node: ast.If | ast.While) -> None:
    node.test = ast.UnaryOp(ast.Not(), node.test)


def _of_block(block: list[ast.stmt]) -> Iterator[Change]:
    for place, statement in enumerate(block):
        left_out = f"`{ast.unparse(statement).splitlines()[0]}` left out"
        yield left_out, lambda place=place: block.__setitem__(place, ast.Pass())  # type: ignore[misc]
        if isinstance(statement, ast.While):
            yield (
                "`if` for `while`",
                lambda place=place, loop=statement: block.__setitem__(  # type: ignore[misc]
                    place, ast.If(loop.test, loop.body, [])
                ),
            )
        if isinstance(statement, ast.While | ast.For):
            yield from _around_loop(block, place, statement)


def _around_loop(block: list[ast.stmt], place: int, loop: ast.While | ast.For) -> Iterator[Change]:
    if place + 1 < len(block):
        yield (
            "the statement after a loop moved into it",
            lambda: loop.body.append(block.pop(place + 1)),
        )
    if len(loop.body) > 1:
        yield (
            "the last statement of a loop moved behind it",
            lambda: block.insert(place + 1, loop.body.pop()),
        )
    if place > 0:
        yield (
            "the statement before a loop moved into it",
            lambda: loop.body.insert(0, block.pop(place - 1)),
        )
