"""A checked program to nodes of the machine."""

from __future__ import annotations

import operator
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import TypeAlias, assert_never

from funlogic_machine import conditions, matching, nodes
from funlogic_machine.machine import Node
from funlogic_machine.ordering import ORDERS, Comparison
from funlogic_machine.values import Closure, Code
from refute import terms
from refute.frontend.nesting import nesting
from refute.languages.funlogic import syntax
from refute.languages.funlogic.link import MAIN, Module
from refute.languages.funlogic.show import show
from refute.languages.funlogic.syntax import Equation, Expression, Pattern
from refute.languages.funlogic.typecheck import Checked
from refute.languages.funlogic.values import (
    CELL,
    EMPTY,
    Constructor,
    Data,
    character,
    truth,
    tuple_constructor,
)
from refute.record import record
from refute.source import Span

Scope: TypeAlias = Mapping[str, int]

_NUMBERS: Mapping[str, tuple[nodes.Concrete, nodes.Symbolic]] = {
    "+": (operator.add, terms.add),
    "-": (operator.sub, terms.subtract),
    "*": (operator.mul, terms.multiply),
}
_ORDERS: Mapping[str, nodes.Concrete] = {
    "<": lambda a, b: truth(a < b),
    "<=": lambda a, b: truth(a <= b),
    ">": lambda a, b: truth(a > b),
    ">=": lambda a, b: truth(a >= b),
}
_COMPARISONS = frozenset({"==", "/=", "<", "<=", ">", ">="})
_DIVISIONS: Mapping[str, tuple[nodes.Concrete, nodes.Symbolic]] = {
    "div": (operator.floordiv, terms.divide),
    "mod": (operator.mod, terms.modulo),
}


@record
class Site:
    """An alternative of the program that a run may go through: an equation, a branch, one outcome
    of a condition, or a dead end behind which there is no value."""

    function: str
    text: str
    span: Span
    dead_end: bool = False


@dataclass(slots=True)
class Compiled:
    """The functions of a program by name, which others each of them speaks of, and the
    alternatives by the number of their bit.

    When `watched`, the two outcomes of every condition are alternatives, too.
    """

    checked: Checked
    watched: bool = False
    codes: dict[str, Code] = field(default_factory=dict)
    calls: dict[str, set[str]] = field(default_factory=dict)
    sites: list[Site] = field(default_factory=list)

    def expression(self, expression: Expression, names: Sequence[str] = ()) -> Node:
        """An expression over some names, which it finds in the environment in that order."""
        scope = {name: index for index, name in enumerate(names)}
        main = self.checked.linked.main
        with nesting("FL004", "this", expression.span):
            return _Compiler(self, "", main).expression(expression, scope)


def compile_program(checked: Checked, *, watched: bool = False) -> Compiled:
    """All functions of a program; `watched` to see how each condition comes out."""
    compiled = Compiled(checked, watched)
    for name, equations in checked.functions.items():
        compiled.codes[name] = Code(name, len(equations[0].parameters))
    for name, equations in checked.functions.items():
        compiler = _Compiler(compiled, name, checked.linked.homes[name])
        compiled.codes[name].body = compiler.equations(name, equations, {}, 0)
    return compiled


class _Compiler:
    """Compiles the expressions of one function; a scope says where variables are found."""

    def __init__(self, compiled: Compiled, function: str, module: Module) -> None:
        self._compiled = compiled
        self._module = module
        self._constructors = compiled.checked.constructors
        self._function = function

    def _site(self, text: str, span: Span, *, dead_end: bool = False) -> int:
        if self._module.name != MAIN and not dead_end:
            return 0
        sites = self._compiled.sites
        sites.append(Site(self._function, text, span, dead_end))
        return 1 << (len(sites) - 1)

    def equations(self, name: str, equations: Sequence[Equation], scope: Scope, size: int) -> Node:
        """A function's body: its parameters stand behind the `size` slots of the scope."""
        described = [
            (
                each.parameters,
                each.body,
                " ".join([name, *(show(p, True) for p in each.parameters)]),
                each.span,
            )
            for each in equations
        ]
        message = f"no equation of `{name}` matches"
        slots = range(size, size + len(equations[0].parameters))
        return self._match(described, scope, slots, message, equations[0].name.span)

    def _match(
        self,
        rows: Sequence[tuple[Sequence[Pattern], Expression, str, Span]],
        scope: Scope,
        slots: Sequence[int],
        message: str,
        span: Span,
    ) -> Node:
        """Match what stands at some slots of the environment, which may lie behind the scope."""
        size = _size(scope)
        alternatives = []
        for patterns, body, text, slot in rows:
            bit = self._site(text, slot)
            variables = matching.pattern_variables(patterns)
            may_fail = _may_fail(body)
            names = (*variables, _NEXT) if may_fail else variables
            inner = {**scope, **{name: size + i for i, name in enumerate(names)}}
            node = self.expression(body, inner)
            alternative = matching.Alternative(bit, variables, node, size, may_fail)
            alternatives.append((patterns, alternative))

        @cache
        def otherwise() -> nodes.NoMatch:
            bit = self._site(message, span, dead_end=True)
            return nodes.NoMatch(message, span, tuple(slots), bit)

        return matching.decisions(
            alternatives, slots, self._constructors, otherwise, max([size, *(p + 1 for p in slots)])
        )

    def expression(self, expression: Expression, scope: Scope) -> Node:
        """An expression whose variables are found as the scope says."""
        match expression:
            case syntax.Integer(value):
                return nodes.Constant(value)
            case syntax.Name(name):
                return self._name(name, scope)
            case syntax.Text(value):
                return self._list([nodes.Constant(character(each)) for each in value])
            case syntax.Character(value):
                return nodes.Constant(character(value))
            case syntax.Constructor(name):
                return self._construct(name, ())
            case syntax.Apply(function, arguments):
                return self._apply(function, [self.expression(a, scope) for a in arguments], scope)
            case syntax.ListOf(items):
                return self._list([self.expression(item, scope) for item in items])
            case syntax.TupleOf(items):
                parts = tuple(self.expression(item, scope) for item in items)
                return _constructed(tuple_constructor(len(items)), parts)
            case syntax.Not() | syntax.Operation("and" | "or" | "==>"):
                return self._condition(expression, scope)
            case syntax.Operation(sign) if sign in _COMPARISONS:
                return self._watch(self._operation(expression, scope), expression)
            case syntax.Operation():
                return self._operation(expression, scope)
            case syntax.Negate(operand):
                inner = self.expression(operand, scope)
                return nodes.Arithmetic(*_NUMBERS["-"], nodes.Constant(0), inner)
            case syntax.Lambda(parameters, body):
                return self._lambda(parameters, body, scope, expression.span)
            case syntax.Let(bindings, body):
                return self._let(bindings, body, scope)
            case syntax.Guards(branches):
                return self._guards(branches, scope)
            case syntax.Free(names, body):
                types = tuple(self._compiled.checked.unknowns.get(name.span) for name in names)
                inner_scope = _extended(scope, [name.name for name in names])
                return nodes.Free(types, self.expression(body, inner_scope))
            case syntax.If():
                return self._if(expression, scope)
            case syntax.Case(subject, alternatives):
                rows = [
                    ((each.pattern,), each.body, f"{show(each.pattern)} -> …", each.span)
                    for each in alternatives
                ]
                return self._case(subject, rows, scope)
            case syntax.Annotated(inner):
                return self.expression(inner, scope)
            case syntax.Decimal() | syntax.Record() | syntax.AsPattern():
                raise AssertionError("records are resolved, patterns refused, decimals unknown")
            case _:
                assert_never(expression)

    def _condition(self, condition: Expression, scope: Scope) -> Node:
        """A condition made of others, whose parts are watched."""
        match condition:
            case syntax.Not(operand):
                return conditions.Negation(self._condition(operand, scope))
            case syntax.Operation("and" | "or", left, right):
                sides = self._condition(left, scope), self._condition(right, scope)
                return conditions.Junction(condition.operator == "or", *sides)
            case syntax.Operation("==>", left, right):
                premise = conditions.Negation(self._condition(left, scope))
                return conditions.Junction(True, premise, self._condition(right, scope))
            case _:
                return self._watch(self.expression(condition, scope), condition)

    def _watch(self, node: Node, condition: Expression) -> Node:
        is_watched = self._compiled.watched and self._module.name == MAIN
        if not is_watched or isinstance(node, conditions.Watch | nodes.Constant):
            return node
        text = show(condition)
        yes = self._site(f"{text} is True", condition.span)
        return conditions.Watch(node, yes, self._site(f"{text} is False", condition.span))

    def _decisive(self, condition: Expression, scope: Scope) -> Node:
        """A condition whose outcomes are alternatives already: only its parts are watched."""
        if isinstance(condition, syntax.Operation) and condition.operator in _COMPARISONS:
            return self._operation(condition, scope)
        return self.expression(condition, scope)

    def _case(
        self,
        subject: Expression,
        rows: Sequence[tuple[Sequence[Pattern], Expression, str, Span]],
        scope: Scope,
    ) -> Node:
        match rows:
            case [((syntax.ConstructorPattern("True"),), body, text, span)]:
                condition = self._decisive(subject, scope)
                reached = nodes.Reach(self._site(text, span), self.expression(body, scope), None)
                return conditions.Condition(condition, reached)
        message = "no alternative of this `case` matches"
        if isinstance(subject, syntax.Name) and subject.name in scope:
            return self._match(rows, scope, (scope[subject.name],), message, subject.span)
        node = self._match(rows, scope, (_size(scope),), message, subject.span)
        return nodes.Subject(self.expression(subject, scope), node)

    def _code(self, name: str) -> Code:
        name = self._module.visible[name]
        self._compiled.calls.setdefault(self._function, set()).add(name)
        return self._compiled.codes[name]

    def _name(self, name: str, scope: Scope) -> Node:
        if name in scope:
            return nodes.Local(scope[name])
        code = self._code(name)
        if code.arity:
            return nodes.Constant(Closure(code))
        return nodes.Call(code, ())

    def _apply(self, function: Expression, arguments: Sequence[Node], scope: Scope) -> Node:
        if isinstance(function, syntax.Constructor):
            return self._construct(function.name, tuple(arguments))
        if isinstance(function, syntax.Name) and function.name not in scope:
            code = self._code(function.name)
            if 0 < code.arity <= len(arguments):
                call = nodes.Call(code, tuple(arguments[: code.arity]))
                rest = tuple(arguments[code.arity :])
                return nodes.Apply(call, rest) if rest else call
        return nodes.Apply(self.expression(function, scope), tuple(arguments))

    def _construct(self, name: str, arguments: tuple[Node, ...]) -> Node:
        constructor = self._constructors[name]
        missing = constructor.arity - len(arguments)
        if missing == 0:
            return _constructed(constructor, arguments)
        code = Code(name, constructor.arity)
        slots = tuple(nodes.Local(index) for index in range(constructor.arity))
        code.body = nodes.Construct(constructor, slots)
        maker = nodes.Constant(Closure(code))
        return nodes.Apply(maker, arguments) if arguments else maker

    def _list(self, items: Sequence[Node]) -> Node:
        made: Node = nodes.Constant(EMPTY)
        for item in reversed(items):
            made = _constructed(CELL, (item, made))
        return made

    def _operation(self, whole: syntax.Operation, scope: Scope) -> Node:
        left, right = self.expression(whole.left, scope), self.expression(whole.right, scope)
        match whole.operator:
            case ":":
                return _constructed(CELL, (left, right))
            case "?":
                options = self._options(left, whole.left) + self._options(right, whole.right)
                return nodes.Choose(options)
            case "==":
                return conditions.Equal(left, right)
            case "/=":
                return conditions.Negation(conditions.Equal(left, right))
            case "div" | "mod":
                return self._division(left, right, whole)
            case "+" | "-" | "*":
                return nodes.Arithmetic(*_NUMBERS[whole.operator], left, right)
            case sign:
                order = ORDERS[sign]
                return Comparison(_ORDERS[sign], order.symbolic, left, right, order)

    def _division(self, left: Node, right: Node, whole: syntax.Operation) -> Node:
        message = "division by zero"
        known = isinstance(right, nodes.Constant) and right.value != 0
        text = f"{show(whole)}: {message}"
        bit = 0 if known else self._site(text, whole.span, dead_end=True)
        impossible = nodes.NoMatch(message, whole.span, (), bit)
        return nodes.Division(*_DIVISIONS[whole.operator], left, right, impossible)

    def _options(self, node: Node, expression: Expression) -> tuple[tuple[Node, str], ...]:
        """What one side of a choice offers: itself, or the sides of the choice that it is."""
        if isinstance(node, nodes.Choose):
            return node.options
        text = show(expression)
        return ((nodes.Reach(self._site(f"… ? {text}", expression.span), node, None), text),)

    def _lambda(
        self, parameters: Sequence[Pattern], body: Expression, scope: Scope, span: Span
    ) -> Node:
        size = _size(scope)
        code = Code("\\", len(parameters))
        if all(isinstance(each, syntax.AnyPattern) for each in parameters):
            names = [each.name for each in parameters if isinstance(each, syntax.AnyPattern)]
            code.body = self.expression(body, _extended(scope, names))
        else:
            rows = [(parameters, body, "\\" + " ".join(show(p, True) for p in parameters), span)]
            slots = range(size, size + len(parameters))
            message = "the pattern of this function does not match"
            code.body = self._match(rows, scope, slots, message, span)
        return nodes.Lambda(code)

    def _let(self, bindings: Sequence[Equation], body: Expression, scope: Scope) -> Node:
        named: dict[str, list[Equation]] = {}
        for binding in bindings:
            named.setdefault(binding.name.name, []).append(binding)
        inner = _extended(scope, list(named))
        made: list[Node] = []
        for name, equations in named.items():
            if equations[0].parameters:
                code = Code(name, len(equations[0].parameters))
                code.body = self.equations(name, equations, inner, _size(inner))
                made.append(nodes.Lambda(code))
            else:
                made.append(self.expression(equations[0].body, inner))
        return nodes.Let(tuple(made), self.expression(body, inner))

    def _guards(self, branches: Sequence[syntax.Guard], scope: Scope) -> Node:
        """The first guard that holds; where none does, the next alternative."""
        first, *others = branches
        assert not isinstance(first.condition, syntax.Matching), "not in the random programs"
        reached = nodes.Reach(
            self._site(f"| {show(first.condition)}", first.span),
            self.expression(first.body, scope),
            None,
        )
        if _is_otherwise(first.condition):
            return reached
        condition = self._decisive(first.condition, scope)
        rest = self._guards(others, scope) if others else nodes.FallThrough(scope[_NEXT])
        return conditions.If(condition, reached, rest)

    def _if(self, expression: syntax.If, scope: Scope) -> Node:
        condition = show(expression.condition)
        decisive = self._decisive(expression.condition, scope)
        then, otherwise = (
            nodes.Reach(self._site(text, body.span), self.expression(body, scope), None)
            for body, text in (
                (expression.then, f"if {condition} then …"),
                (expression.otherwise, f"if {condition} … else …"),
            )
        )
        return conditions.If(decisive, then, otherwise)


_NEXT = "|"
"""The slot that says how to go on where no guard holds; no variable has this name."""


def _may_fail(body: Expression) -> bool:
    """Whether a body has guards of which none may hold."""
    while isinstance(body, syntax.Let | syntax.Free):
        body = body.body
    return isinstance(body, syntax.Guards) and not _is_otherwise(body.branches[-1].condition)


def _is_otherwise(condition: Expression | syntax.Matching) -> bool:
    match condition:
        case syntax.Name("otherwise") | syntax.Constructor("True"):
            return True
        case _:
            return False


def _constructed(constructor: Constructor, fields: tuple[Node, ...]) -> Node:
    """A constructor with its fields; known values make a known value."""
    values = [each.value for each in fields if isinstance(each, nodes.Constant)]
    if len(values) == len(fields) and all(
        type(each) is int or (isinstance(each, Data) and each.ground) for each in values
    ):
        return nodes.Constant(Data(constructor, tuple(values), ground=True))
    return nodes.Construct(constructor, fields)


def _size(scope: Scope) -> int:
    return max(scope.values(), default=-1) + 1


def _extended(scope: Scope, names: Sequence[str]) -> Scope:
    size = _size(scope)
    return {**scope, **{name: size + index for index, name in enumerate(names)}}
