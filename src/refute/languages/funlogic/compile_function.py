"""The equations of a function to the expressions that code is generated from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache
from typing import TYPE_CHECKING, assert_never

from refute.frontend.node import Node
from refute.languages.funlogic import core, syntax
from refute.languages.funlogic.link import MAIN, PRELUDE, Module
from refute.languages.funlogic.machine import DeadEnd
from refute.languages.funlogic.matching import Alternative, Decisions, pattern_variables
from refute.languages.funlogic.ordering import ORDERS
from refute.languages.funlogic.primitives import (
    COMPARISONS,
    CONVERSIONS,
    DIVISIONS,
    NUMBERS,
    character,
    constructed,
    make_list,
)
from refute.languages.funlogic.show import show
from refute.languages.funlogic.syntax import Equation, Expression, Pattern
from refute.languages.funlogic.values import (
    CELL,
    DECIMAL,
    INTEGER,
    NUMBER,
    Code,
    Type,
    substitute,
    tuple_constructor,
)
from refute.record import record
from refute.source import NO_SPAN, Span

if TYPE_CHECKING:
    from refute.languages.funlogic.compile import Compiled


@record
class Scope:
    """What names stand for, variables or local functions; and where to go on if no guard holds."""

    names: Mapping[str, int | Code]
    fallback: Node | None = None

    def extended(self, names: Mapping[str, int | Code]) -> Scope:
        """With some more names."""
        return Scope({**self.names, **names}, self.fallback)


@record
class Site:
    """An alternative of the program that a run may go through: an equation, a branch, one outcome
    of a condition, or a dead end behind which there is no value."""

    function: str
    text: str
    span: Span
    dead_end: bool = False


class FunctionCompiler:
    """Compiles the expressions of one function; a scope says what names stand for.

    `number` is the type that a number of either type has here.
    """

    def __init__(
        self, compiled: Compiled, function: str, module: Module, number: Type = INTEGER
    ) -> None:
        self._compiled = compiled
        self._number = number
        self._module = module
        self._constructors = compiled.checked.constructors
        self._function = function
        self._numbered = 0

    def fresh(self, count: int) -> int:
        """The first of some new variables, which have consecutive numbers."""
        first = self._numbered
        self._numbered += count
        return first

    def _site(self, text: str, span: Span, *, dead_end: bool = False) -> int:
        is_foreign = self._module.name != MAIN and not (dead_end and span is not NO_SPAN)
        if not self._compiled.watched or is_foreign:
            return 0
        sites = self._compiled.sites
        return 1 << sites.setdefault(Site(self._function, text, span, dead_end), len(sites))

    def _local(self, name: str, arity: int) -> Code:
        """A function inside this one, whose parameters are new variables."""
        return self._compiled.generated.code(name, arity, self.fresh(0))

    def function(self, code: Code, equations: Sequence[Equation], scope: Scope) -> None:
        """Compile the equations of a function."""
        name = equations[0].name.name
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
        code.first = self.fresh(code.arity)
        parameters = range(code.first, code.first + code.arity)
        shapes = () if scope.names else self._shapes(code.arity)
        span = equations[0].name.span
        code.body = self._match(described, scope, parameters, message, span, shapes=shapes)

    def _shapes(self, arity: int) -> tuple[Type, ...]:
        """The types of the parameters of the function."""
        rest, found = self._compiled.checked.types[self._function], []
        for _ in range(arity):
            found.append(rest.arguments[0])
            rest = rest.arguments[1]
        return tuple(found)

    def _match(
        self,
        rows: Sequence[tuple[Sequence[Pattern], Expression, str, Span]],
        scope: Scope,
        variables: Sequence[int],
        message: str,
        span: Span,
        elsewhere: Node | None = None,
        shapes: Sequence[Type] = (),
    ) -> Node:
        """Match some variables, perhaps of known types; where nothing matches, go on elsewhere."""
        bits = [self._site(text, place) for _, _, text, place in rows]
        alternatives = [
            Alternative(index, tuple(map(self._pattern, patterns)), may_fail(body))
            for index, (patterns, body, _, _) in enumerate(rows)
        ]

        @cache
        def otherwise() -> Node:
            if elsewhere is not None:
                return elsewhere
            bit = self._site(message, span, dead_end=True)
            return core.NoMatch(DeadEnd(message, span, bit, shapes), tuple(variables))

        decisions = Decisions(alternatives, variables, self._constructors, otherwise, self.fresh)
        counts = decisions.reached()
        shared = {
            each.index: self._shared(each, rows[each.index][1], scope)
            for each in alternatives
            if counts[each.index] > 1 and not each.may_fail
        }

        def reach(
            alternative: Alternative, names: Mapping[str, int], fallback: Node | None
        ) -> Node:
            code = shared.get(alternative.index)
            if code is None:
                inner = Scope({**scope.names, **names}, fallback)
                body = self.expression(rows[alternative.index][1], inner)
            else:
                found = pattern_variables(alternative.patterns)
                body = core.Call(code, tuple(core.Local(names[name]) for name in found))
            return core.Reach(bits[alternative.index], body)

        return decisions.node(reach)

    def _kind(self, span: Span) -> Type:
        """The type of the number at a place."""
        kind = self._compiled.checked.numbers.get(span, INTEGER)
        return self._number if kind == NUMBER else kind

    def _pattern(self, pattern: Pattern) -> Pattern:
        """A pattern whose numbers are of the types that they have."""
        match pattern:
            case syntax.IntegerPattern(value) if self._kind(pattern.span) == DECIMAL:
                return syntax.DecimalPattern(Fraction(value), span=pattern.span)
            case syntax.ConstructorPattern(_, fields) if fields:
                return replace(pattern, fields=tuple(map(self._pattern, fields)))
            case syntax.AsPattern(_, inner):
                return replace(pattern, pattern=self._pattern(inner))
            case _:
                return pattern

    def _shared(self, alternative: Alternative, body: Expression, scope: Scope) -> Code:
        """The body of an alternative that stands in several places, as a function."""
        names = pattern_variables(alternative.patterns)
        code = self._local("", len(names))
        code.first = self.fresh(len(names))
        found = {name: code.first + index for index, name in enumerate(names)}
        code.body = self.expression(body, Scope({**scope.names, **found}))
        return code

    def expression(self, expression: Expression, scope: Scope) -> Node:
        """An expression whose names stand for what the scope says."""
        match expression:
            case syntax.Integer(value):
                is_decimal = self._kind(expression.span) == DECIMAL
                return core.Constant(Fraction(value) if is_decimal else value)
            case syntax.Decimal(value):
                return core.Constant(value)
            case syntax.Name():
                return self._name(expression, scope)
            case syntax.Text(value):
                return make_list([character(each) for each in value])
            case syntax.Character(value):
                return character(value)
            case syntax.Constructor(name):
                return self._construct(name, ())
            case syntax.Apply(function, arguments):
                return self._apply(function, [self.expression(a, scope) for a in arguments], scope)
            case syntax.ListOf(items):
                return make_list([self.expression(item, scope) for item in items])
            case syntax.TupleOf(items):
                parts = tuple(self.expression(item, scope) for item in items)
                return constructed(tuple_constructor(len(items)), parts)
            case syntax.Not() | syntax.Operation("and" | "or" | "==>"):
                return self._condition(expression, scope)
            case syntax.Operation(sign) if sign in COMPARISONS:
                return self._watch(self._operation(expression, scope), expression)
            case syntax.Operation():
                return self._operation(expression, scope)
            case syntax.Negate(operand):
                inner, kind = self.expression(operand, scope), self._kind(expression.span)
                zero = core.Constant(Fraction(0) if kind == DECIMAL else 0)
                return core.Arithmetic("-", NUMBERS["-", kind], zero, inner)
            case syntax.Lambda(parameters, body):
                return self._lambda(parameters, body, scope, expression.span)
            case syntax.Let(bindings, body):
                return self._let(bindings, body, scope)
            case syntax.Guards(branches):
                return self._guards(branches, scope)
            case syntax.Free(names, body):
                types = tuple(map(self._unknown_type, names))
                first = self.fresh(len(names))
                found = {name.name: first + index for index, name in enumerate(names)}
                return core.Free(first, types, self.expression(body, scope.extended(found)))
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
            case syntax.Record() | syntax.AsPattern():
                raise AssertionError("records are resolved and patterns refused before")
            case _:
                assert_never(expression)

    def _condition(self, condition: Expression, scope: Scope) -> Node:
        """A condition made of others, whose parts are watched."""
        match condition:
            case syntax.Not(operand):
                return core.Negation(self._condition(operand, scope))
            case syntax.Operation("and" | "or", left, right):
                sides = self._condition(left, scope), self._condition(right, scope)
                return core.Junction(condition.operator == "or", *sides)
            case syntax.Operation("==>", left, right):
                premise = core.Negation(self._condition(left, scope))
                return core.Junction(True, premise, self._condition(right, scope))
            case _:
                return self._watch(self.expression(condition, scope), condition)

    def _watch(self, node: Node, condition: Expression) -> Node:
        is_watched = self._compiled.watched and self._module.name == MAIN
        if not is_watched or isinstance(node, core.Watch | core.Constant):
            return node
        text = show(condition)
        yes = self._site(f"{text} is True", condition.span)
        return core.Watch(node, yes, self._site(f"{text} is False", condition.span))

    def _decisive(self, condition: Expression, scope: Scope) -> Node:
        """A condition whose outcomes are alternatives already: only its parts are watched."""
        if isinstance(condition, syntax.Operation) and condition.operator in COMPARISONS:
            return self._operation(condition, scope)
        return self.expression(condition, scope)

    def _case(
        self,
        subject: Expression,
        rows: Sequence[tuple[Sequence[Pattern], Expression, str, Span]],
        scope: Scope,
    ) -> Node:
        match rows:
            case [((syntax.ConstructorPattern("True"),), body, text, span)] if not may_fail(body):
                condition = self._decisive(subject, scope)
                reached = core.Reach(self._site(text, span), self.expression(body, scope))
                return core.Condition(condition, reached)
        message = "no alternative of this `case` matches"
        known = scope.names.get(subject.name) if isinstance(subject, syntax.Name) else None
        if isinstance(known, int):
            return self._match(rows, scope, (known,), message, subject.span)
        node = self.expression(subject, scope)
        variable = self.fresh(1)
        matching = self._match(rows, scope, (variable,), message, subject.span)
        return core.Subject(variable, node, matching)

    def _unknown_type(self, name: syntax.Name) -> Type | None:
        shape = self._compiled.checked.unknowns.get(name.span)
        return None if shape is None else substitute(shape, {NUMBER.name: self._number})

    def _code(self, written: syntax.Name) -> Code:
        name = self._module.visible[written.name]
        self._compiled.calls.setdefault(self._function, set()).add(name)
        if self._kind(written.span) == DECIMAL:
            return self._compiled.decimal_code(name)
        return self._compiled.codes[name]

    def _known(self, written: syntax.Name, scope: Scope) -> int | Code:
        """The variable or the function that a name stands for."""
        return scope.names[written.name] if written.name in scope.names else self._code(written)

    def _name(self, written: syntax.Name, scope: Scope) -> Node:
        known = self._known(written, scope)
        if isinstance(known, int):
            return core.Local(known)
        return core.Lambda(known) if known.arity else core.Call(known, ())

    def _apply(self, function: Expression, arguments: Sequence[Node], scope: Scope) -> Node:
        if isinstance(function, syntax.Constructor):
            return self._construct(function.name, tuple(arguments))
        if isinstance(function, syntax.Name):
            if self._means(function.name, "allValues", scope):
                return core.AllValues(arguments[0])
            for name, (sign, operation, one) in CONVERSIONS.items():
                if self._means(function.name, name, scope):
                    end = DeadEnd("division by zero", function.span)
                    return core.Division(sign, operation, arguments[0], core.Constant(one), end)
            code = self._known(function, scope)
            if isinstance(code, Code) and 0 < code.arity <= len(arguments):
                call = core.Call(code, tuple(arguments[: code.arity]))
                rest = tuple(arguments[code.arity :])
                return core.Apply(call, rest) if rest else call
        return core.Apply(self.expression(function, scope), tuple(arguments))

    def _means(self, name: str, wanted: str, scope: Scope) -> bool:
        """Whether a name stands for some function of the prelude."""
        if name in scope.names or name.rpartition(".")[2] != wanted:
            return False
        home = self._compiled.checked.linked.homes[self._module.visible[name]]
        return home.name == PRELUDE

    def _construct(self, name: str, arguments: tuple[Node, ...]) -> Node:
        constructor = self._constructors[name]
        if constructor.arity == len(arguments):
            return constructed(constructor, arguments)
        code = self._compiled.generated.code(name, constructor.arity)
        code.is_global = True
        code.body = core.Construct(constructor, tuple(map(core.Local, range(constructor.arity))))
        maker = core.Lambda(code)
        return core.Apply(maker, arguments) if arguments else maker

    def _operation(self, whole: syntax.Operation, scope: Scope) -> Node:
        left, right = self.expression(whole.left, scope), self.expression(whole.right, scope)
        match whole.operator:
            case ":":
                return constructed(CELL, (left, right))
            case "?":
                options = (*self._options(left, whole.left), *self._options(right, whole.right))
                return core.Choose(
                    tuple(node for node, _ in options), tuple(text for _, text in options)
                )
            case "==":
                return core.Equal(left, right)
            case "/=":
                return core.Negation(core.Equal(left, right))
            case "div" | "mod" | "/":
                return self._division(left, right, whole)
            case "+" | "-" | "*" as sign:
                return core.Arithmetic(sign, NUMBERS[sign, self._kind(whole.span)], left, right)
            case sign:
                return core.Comparison(sign, ORDERS[sign], left, right)

    def _division(self, left: Node, right: Node, whole: syntax.Operation) -> Node:
        message = "division by zero"
        known = isinstance(right, core.Constant) and right.value != 0
        text = f"{show(whole)}: {message}"
        bit = 0 if known else self._site(text, whole.span, dead_end=True)
        sign, operation = DIVISIONS[whole.operator]
        return core.Division(sign, operation, left, right, DeadEnd(message, whole.span, bit))

    def _options(self, node: Node, expression: Expression) -> Sequence[tuple[Node, str]]:
        """What one side of a choice offers: itself, or the sides of the choice that it is."""
        if isinstance(node, core.Choose):
            return list(zip(node.options, node.texts, strict=True))
        text = show(expression)
        return [(core.Reach(self._site(f"… ? {text}", expression.span), node), text)]

    def _lambda(
        self, parameters: Sequence[Pattern], body: Expression, scope: Scope, span: Span
    ) -> Node:
        code = self._local("\\", len(parameters))
        code.first = self.fresh(len(parameters))
        variables = range(code.first, code.first + len(parameters))
        if all(isinstance(each, syntax.AnyPattern) for each in parameters):
            names = [each.name for each in parameters if isinstance(each, syntax.AnyPattern)]
            found = dict(zip(names, variables, strict=True))
            code.body = self.expression(body, Scope({**scope.names, **found}))
        else:
            rows = [(parameters, body, "\\" + " ".join(show(p, True) for p in parameters), span)]
            message = "the pattern of this function does not match"
            code.body = self._match(rows, scope, variables, message, span)
        return core.Lambda(code)

    def _let(self, bindings: Sequence[Equation], body: Expression, scope: Scope) -> Node:
        named: dict[str, list[Equation]] = {}
        for binding in bindings:
            named.setdefault(binding.name.name, []).append(binding)
        found: dict[str, int | Code] = {
            name: self.fresh(1) for name, each in named.items() if not each[0].parameters
        }
        for name, equations in named.items():
            if equations[0].parameters:
                found[name] = self._local(name, len(equations[0].parameters))
        inner = scope.extended(found)
        made: list[core.Binding] = []
        for name, equations in named.items():
            known = found[name]
            if isinstance(known, Code):
                self.function(known, equations, inner)
            else:
                made.append(core.Binding(known, self._constant(equations[0], inner)))
        whole = self.expression(body, inner)
        return core.Let(tuple(made), whole) if made else whole

    def _constant(self, equation: Equation, scope: Scope) -> Node:
        """The value of a local name; it has none if all its guards fail."""
        if not may_fail(equation.body):
            return self.expression(equation.body, scope)
        name = equation.name
        rows = [((), equation.body, name.name, equation.span)]
        return self._match(rows, scope, (), f"no equation of `{name.name}` matches", name.span)

    def _guards(self, branches: Sequence[syntax.Guard], scope: Scope) -> Node:
        """The first guard that holds; where none does, the next alternative."""
        first, *others = branches
        bit = self._site(text := f"| {show(first.condition)}", first.span)

        @cache
        def rest() -> Node | None:
            return self._guards(others, scope) if others else scope.fallback

        if isinstance(first.condition, syntax.Matching):
            return self._matching(first.condition, first, text, Scope(scope.names, rest()))
        inner = Scope(scope.names, rest()) if may_fail(first.body) else scope
        reached = core.Reach(bit, self.expression(first.body, inner))
        if _is_otherwise(first.condition):
            return reached
        condition = self._decisive(first.condition, scope)
        otherwise = rest()
        assert otherwise is not None, "guards that may all fail have somewhere to go on"
        return core.If(condition, reached, otherwise)

    def _matching(
        self, condition: syntax.Matching, guard: syntax.Guard, text: str, scope: Scope
    ) -> Node:
        """`| pattern <- subject`: the body if it matches, else the fallback."""
        subject, variable = self.expression(condition.subject, scope), self.fresh(1)
        rows = [((condition.pattern,), guard.body, text, guard.span)]
        where = condition.subject.span
        message = "this pattern does not match"
        matching = self._match(rows, scope, (variable,), message, where, scope.fallback)
        return core.Subject(variable, subject, matching)

    def _if(self, expression: syntax.If, scope: Scope) -> Node:
        condition = show(expression.condition)
        decisive = self._decisive(expression.condition, scope)
        then, otherwise = (
            core.Reach(self._site(text, body.span), self.expression(body, scope))
            for body, text in (
                (expression.then, f"if {condition} then …"),
                (expression.otherwise, f"if {condition} … else …"),
            )
        )
        return core.If(decisive, then, otherwise)


def may_fail(body: Expression) -> bool:
    """Whether a body has guards of which none may hold."""
    while isinstance(body, syntax.Let | syntax.Free):
        body = body.body
    if not isinstance(body, syntax.Guards):
        return False
    last = body.branches[-1]
    return not _is_otherwise(last.condition) or may_fail(last.body)


def _is_otherwise(condition: Expression | syntax.Matching) -> bool:
    match condition:
        case syntax.Name("otherwise") | syntax.Constructor("True"):
            return True
        case _:
            return False
