"""Names and types of expressions and patterns (codes FL010 to FL029)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from typing import assert_never

from refute.diagnostics import Label
from refute.frontend.symbols import Symbol, word
from refute.frontend.unify import Made, resolve
from refute.languages.funlogic import syntax
from refute.languages.funlogic.link import importing, prelude_names
from refute.languages.funlogic.operators import MISTAKES
from refute.languages.funlogic.syntax import Equation, Expression, Signature
from refute.languages.funlogic.typecheck.advice import (
    JOIN,
    NEGATIVE,
    QUOTIENT,
    about_argument,
    about_extra,
    about_unknown,
    is_list,
)
from refute.languages.funlogic.typecheck.patterns import Patterns, Scope
from refute.languages.funlogic.typecheck.types import (
    ARROW,
    BOOL,
    CHAR,
    DECIMAL,
    INT,
    Inferred,
    Open,
    Scheme,
    counted,
    function,
    generalise,
    instantiate,
    list_of,
)
from refute.languages.funlogic.typecheck.written import WrittenTypes, general, rigid
from refute.source import Source, Span

_COMPARISONS = {"==", "/=", "<", "<=", ">", ">="}
_CONDITIONS = {"and", "or", "==>"}


class Inference(Patterns):
    """Collects errors and inferred types; one instance for a whole program."""

    def __init__(self, source: Source) -> None:
        super().__init__(source)
        self.unknowns: dict[Span, Inferred] = {}
        self.asked: dict[Span, Inferred] = {}
        self.is_asked = False
        self.query: Expression | None = None
        self.properties: Collection[str] = ()
        self.written = WrittenTypes(self.problems)

    # Expressions

    def expression(self, expression: Expression, scope: Scope) -> Inferred:
        """The type of an expression; in queries and properties, it is also recorded."""
        found = self._expression(expression, scope)
        if self.is_asked:
            self.asked[expression.span] = found
        return found

    def _expression(self, expression: Expression, scope: Scope) -> Inferred:
        span = expression.span
        match expression:
            case syntax.Integer():
                return self._number(span)
            case syntax.Decimal():
                return DECIMAL
            case syntax.Name(name):
                return self._name(name, span, scope)
            case syntax.Text():
                return list_of(CHAR)
            case syntax.Character():
                return CHAR
            case syntax.Constructor(name):
                return self._constructor(name, 0, span)
            case syntax.Apply(head, arguments):
                return self._apply(head, arguments, scope)
            case syntax.ListOf(items):
                item = self.fresh()
                for each in items:
                    self.expect(item, self.expression(each, scope), each.span)
                return list_of(item)
            case syntax.TupleOf(items):
                self._tuple_size(len(items), span)
                parts = tuple(self.expression(each, scope) for each in items)
                return Made(syntax.tuple_name(len(items)), parts)
            case syntax.Operation(operator, left, right):
                return self._operation(operator, left, right, scope, span)
            case syntax.Not(operand):
                self.expect(BOOL, self.expression(operand, scope), operand.span)
                return BOOL
            case syntax.Negate(operand):
                kind = self._number(span)
                self.expect(kind, self.expression(operand, scope), operand.span)
                return kind
            case syntax.Lambda(parameters, body):
                inner, types = self.parameters(parameters, scope, span)
                return function(types, self.expression(body, inner))
            case syntax.Let(bindings, body, signatures):
                inner = self._bindings(bindings, signatures, scope, span)
                return self.expression(body, inner)
            case syntax.Guards(branches):
                return self._guards(branches, scope)
            case syntax.Free(names, body):
                return self.expression(body, self.free(names, scope, span))
            case syntax.If(condition, then, otherwise):
                self.expect(BOOL, self.expression(condition, scope), condition.span)
                result = self.expression(then, scope)
                self.expect(
                    result,
                    self.expression(otherwise, scope),
                    otherwise.span,
                    "both branches of `if` have the same type",
                )
                return result
            case syntax.Case(subject, alternatives):
                return self._case(subject, alternatives, scope)
            case syntax.Annotated(inner, written):
                found = self.expression(inner, scope)
                shape = instantiate(general(self.written.read(written)), self.level)
                self.expect(shape, found, inner.span)
                return shape
            case syntax.AsPattern(name):
                message = f"`{name}@…` can only stand in a pattern"
                self.problems.error(
                    "FL002", message, span, advice="to apply a function, leave a blank"
                )
                return self.fresh()
            case syntax.Record():
                raise AssertionError("records are resolved before")
            case _:
                assert_never(expression)

    def free(self, names: Iterable[syntax.Name], scope: Scope, visible: Span) -> Scope:
        """The scope with unknowns added; their types are recorded by span."""
        inner = dict(scope)
        seen: set[str] = set()
        for name in names:
            if name.name in seen:
                self.problems.error("FL014", f"`{name.name}` stands twice here", name.span)
            seen.add(name.name)
            unknown = self.unknowns[name.span] = self.fresh()
            span = word(name.span, name.name)
            symbol = self.define(name.name, span, "unknown", visible, unknown)
            inner[name.name] = Scheme(unknown, symbol=symbol)
        return inner

    def _name(self, name: str, span: Span, scope: Scope) -> Inferred:
        if name in scope:
            if (symbol := scope[name].symbol) is not None:
                self.symbols.use(word(span, name), symbol)
            return self._used(scope[name], span)
        if name == "_":
            advice = "for any value, write `unknown`"
            self.problems.error("FL010", "`_` can only stand in a pattern", span, advice=advice)
        else:
            known = (*scope, *self.constructors, *sorted(prelude_names()))
            advice = MISTAKES.habit(name) or importing(name)
            advice = advice or MISTAKES.advice_for(name, known)
            advice = advice or about_unknown(name, span, self.query, self.properties)
            self.problems.error("FL010", f"`{name}` is not defined", span, advice=advice)
        return self.fresh()

    def _used(self, scheme: Scheme, span: Span) -> Inferred:
        """The type of a name where it is used; the type of its generic numbers is recorded."""
        number = next((each for each in scheme.general if each.is_numeric), None)
        if number is None:
            return instantiate(scheme, self.level)
        both = instantiate(replace(scheme, body=Made(ARROW, (number, scheme.body))), self.level)
        assert isinstance(both, Made)
        self.numbers[span], used = both.arguments
        return used  # type: ignore[no-any-return]

    def _operand(self, operator: str, span: Span) -> Inferred:
        """The type of both sides of an operator, and of its result."""
        known = {**dict.fromkeys(_CONDITIONS, BOOL), "div": INT, "mod": INT, "/": DECIMAL}
        return known[operator] if operator in known else self._number(span)

    def _apply(self, head: Expression, arguments: tuple[Expression, ...], scope: Scope) -> Inferred:
        if any(self._is_habit(each, scope) for each in (head, *arguments)):
            return self.fresh()
        if isinstance(head, syntax.Constructor):
            found = self._constructor(head.name, len(arguments), head.span)
        else:
            found = self.expression(head, scope)
        for number, argument in enumerate(arguments):
            found = resolve(found)
            if found.name != ARROW if isinstance(found, Made) else found.is_numeric:
                self.problems.error(
                    "FL021",
                    f"`{head.span.text}` is given {counted(len(arguments), 'argument')} "
                    f"but takes {number or 'none'}",
                    argument.span,
                    advice=about_extra(head, arguments, number, scope),
                )
                return self.fresh()
            parameter, result = self.fresh(), self.fresh()
            self.expect(Made(ARROW, (parameter, result)), found, head.span)
            given = self.expression(argument, scope)
            instead = about_argument(head, arguments, number, parameter, result, given)
            self.expect(parameter, given, argument.span, instead=instead)
            found = result
        return found

    def _is_habit(self, expression: Expression, scope: Scope) -> bool:
        """Whether a word of another language is used, as in `x equals 3`; if so, that is
        reported."""
        match expression:
            case syntax.Apply(syntax.Name() as head):
                return self._is_habit(head, scope)
            case syntax.Name(name, span=span) if name not in scope:
                if advice := MISTAKES.habit(name):
                    self.problems.error("FL010", f"`{name}` is not defined", span, "", advice)
                return bool(advice)
            case _:
                return False

    def _operation(
        self, operator: str, left: Expression, right: Expression, scope: Scope, span: Span
    ) -> Inferred:
        if self._is_habit(left, scope):
            return self.fresh()
        first = self.expression(left, scope)
        second = self.expression(right, scope)
        if operator == ":":
            why = "behind `:` stands a list; to choose, write `if … then … else …`"
            instead = JOIN if all(map(is_list, (first, second))) else ""
            self.expect(list_of(first), second, right.span, why, instead)
            return second
        if operator in _COMPARISONS or operator == "?":
            why = (
                "both sides of `?` have the same type"
                if operator == "?"
                else ("only values of the same type can be compared")
            )
            self.expect(first, second, right.span, why)
            return first if operator == "?" else BOOL
        operand = self._operand(operator, span)
        why = QUOTIENT if operator == "/" else ""
        if operator in _CONDITIONS:
            why = f"both sides of `{operator}` are conditions"
        if operator == "+" and any(map(is_list, (first, second))):
            why = JOIN
        self.expect(operand, first, left.span, why, NEGATIVE if operator == "-" else "")
        self.expect(operand, second, right.span, why)
        return operand

    def _guards(self, branches: tuple[syntax.Guard, ...], scope: Scope) -> Inferred:
        result: Inferred = self.fresh()
        for guard in branches:
            inner = self._guard(guard.condition, scope, guard.span)
            body = self.expression(guard.body, inner)
            self.expect(result, body, guard.body.span, "all guards give the same type")
        return result

    def _guard(self, condition: Expression | syntax.Matching, scope: Scope, visible: Span) -> Scope:
        """The scope of the body of a guard: a pattern in the guard adds names."""
        if isinstance(condition, syntax.Matching):
            matched = self.expression(condition.subject, scope)
            inner, types = self.parameters((condition.pattern,), scope, visible)
            self.expect(matched, types[0], condition.pattern.span)
            return inner
        if condition == syntax.Name("_"):
            advice = "for the last guard, write `otherwise`"
            self.problems.error("FL010", "`_` is no condition", condition.span, advice=advice)
            return scope
        found = self.expression(condition, scope)
        self.expect(BOOL, found, condition.span, "a guard is true or false")
        return scope

    def _case(
        self, subject: Expression, alternatives: tuple[syntax.Alternative, ...], scope: Scope
    ) -> Inferred:
        matched = self.expression(subject, scope)
        result: Inferred = self.fresh()
        for alternative in alternatives:
            inner, types = self.parameters((alternative.pattern,), scope, alternative.span)
            self.expect(matched, types[0], alternative.pattern.span)
            self.expect(
                result,
                self.expression(alternative.body, inner),
                alternative.body.span,
                "all alternatives of a `case` have the same type",
            )
        return result

    # Definitions

    def _bindings(
        self,
        bindings: tuple[Equation, ...],
        signatures: tuple[Signature, ...],
        scope: Scope,
        visible: Span,
    ) -> Scope:
        named: dict[str, list[Equation]] = {}
        for binding in bindings:
            named.setdefault(binding.name.name, []).append(binding)
        self.level += 1
        inner = dict(scope)
        types: dict[str, Inferred] = {name: self.fresh() for name in named}
        for signature in signatures:
            name = signature.name.name
            if name in named:
                number = Open(self.level, is_numeric=True)
                wanted = rigid(self.written.read(signature.type), number)
                self.expect(types[name], wanted, signature.span)
            else:
                self.undefined(signature)
        symbols = {
            name: self.function(equations, types[name], visible)
            for name, equations in named.items()
        }
        inner.update({name: Scheme(types[name], symbol=symbols[name]) for name in named})
        for name, equations in named.items():
            self.equations(equations, types[name], inner)
        self.level -= 1
        inner.update({name: generalise(types[name], self.level, symbols[name]) for name in named})
        return inner

    def undefined(self, signature: Signature) -> None:
        """Report a signature without equations."""
        name = signature.name.name
        message = f"`{name}` has a signature and no equation"
        self.problems.error(
            "FL010", message, signature.span, advice=f"write `{name} … = …` below it"
        )

    def function(
        self, equations: Sequence[Equation], inferred: Inferred, visible: Span | None
    ) -> Symbol:
        """The symbol of a function, which occurs in each of its equations."""
        name = equations[0].name
        symbol = self.define(name.name, name.span, "function", visible, inferred)
        for each in equations[1:]:
            self.symbols.use(each.name.span, symbol)
        return symbol

    def equations(self, equations: Sequence[Equation], wanted: Inferred, scope: Scope) -> None:
        """Check the equations of one function against its type; all need the same number of
        parameters."""
        first = equations[0]
        if first.name.name == "_":
            self.problems.error("FL010", "`_` cannot be defined", first.name.span)
        for equation in equations:
            if len(equation.parameters) != len(first.parameters):
                there = counted(len(equation.parameters), "parameter")
                self.problems.error(
                    "FL012",
                    f"this equation of `{first.name.name}` has {there}",
                    equation.span,
                    there,
                    "all equations of a function have the same number of parameters",
                    Label(first.span, counted(len(first.parameters), "parameter")),
                )
                continue
            inner, types = self.parameters(equation.parameters, scope, equation.span)
            result = self.fresh()
            self.expect(wanted, function(types, result), equation.name.span)
            self.expect(result, self.expression(equation.body, inner), equation.body.span)
        if len(equations) > 1 and not first.parameters:
            self.problems.error(
                "FL013",
                f"`{first.name.name}` is defined twice",
                equations[1].span,
                advice="write `a ? b` for a choice",
            )
