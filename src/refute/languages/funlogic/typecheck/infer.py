"""Names and types of expressions and patterns (codes FL010 to FL029)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TypeAlias, assert_never

from refute.diagnostics import Label
from refute.frontend.problems import Problems
from refute.frontend.symbols import Symbol, Symbols, word
from refute.frontend.unify import Made, Mismatch, resolve, unify
from refute.languages.funlogic import syntax
from refute.languages.funlogic.link import importing, prelude_names
from refute.languages.funlogic.operators import MISTAKES
from refute.languages.funlogic.show import show_type
from refute.languages.funlogic.syntax import Equation, Expression, Pattern, Signature
from refute.languages.funlogic.typecheck.types import (
    ARROW,
    BOOL,
    CHAR,
    DECIMAL,
    INT,
    Group,
    Inferred,
    Open,
    Scheme,
    close,
    function,
    generalise,
    instantiate,
    list_of,
)
from refute.languages.funlogic.typecheck.written import LOWER_CASE, WrittenTypes, general, rigid
from refute.languages.funlogic.values import LARGEST_TUPLE
from refute.source import NO_SPAN, Source, Span

Scope: TypeAlias = Mapping[str, Scheme]

_COMPARISONS = {"==", "/=", "<", "<=", ">", ">="}
_CONDITIONS = {"and", "or", "==>"}
_CONVERSION = (
    "`fromIntegral n` is the decimal of an integer, and `floor`, `round` and `truncate` give "
    "integers; a function for both kinds of numbers needs a signature, `f :: Num a => a -> a`"
)
_FUNCTION = (
    "one of the two is a function: arguments are written `f x y`, not `f(x, y)`, and an item of a "
    "list `xs !! 0`, not `xs[0]`"
)
_NEGATIVE = "to subtract, both sides are numbers; a negative argument is written `f (-1)`"
_SHOW = "`show` writes an integer; any other value is shown as it is when it is asked for"
_QUOTIENT = "`div` divides integers; `fromIntegral n` is the decimal of an integer"


def _is_variable(name: str) -> bool:
    return name.isidentifier() and name.islower()


def _begins_indented_line(span: Span) -> bool:
    text = span.source.text
    before = text[text.rfind("\n", 0, span.start) + 1 : span.start]
    return bool(before) and not before.strip()


class Inference:
    """Collects what is wrong and what is found out; one for a whole program."""

    def __init__(self, source: Source) -> None:
        self.symbols = Symbols(source, "--")
        self.makers: dict[str, Symbol] = {}
        self.problems = Problems(MISTAKES)
        self.constructors: dict[str, tuple[tuple[Inferred, ...], Scheme]] = {}
        self.undeclared: dict[str, tuple[tuple[Inferred, ...], Open]] = {}
        self.places: dict[str, Span] = {}
        self.unknowns: dict[Span, Inferred] = {}
        self.numbers: dict[Span, Inferred] = {}
        self.level = 0
        self.written = WrittenTypes(self.problems)

    def fresh(self) -> Open:
        """A type not known yet."""
        return Open(self.level)

    def define(
        self, name: str, span: Span, kind: str, scope: Span | None, inferred: Inferred
    ) -> Symbol:
        """A symbol of a type that is being inferred."""
        return self.symbols.define(name, span, kind, scope, lambda: show_type(close(inferred)))

    def expect(self, wanted: Inferred, found: Inferred, span: Span, why: str = "") -> None:
        """Note an error unless the two types can be the same."""
        try:
            unify(wanted, found)
        except Mismatch:
            names = _both(wanted, found)
            if any(
                isinstance(each, Open) and not each.group and not each.is_numeric
                for each in map(resolve, (wanted, found))
            ):
                why = why or "a type cannot contain itself"
                if _begins_indented_line(span):
                    why = "a line that is indented goes on with the one above"
            if set(names) == {"Int", "Decimal"}:
                why = why or _CONVERSION
            if _is_one_a_function(wanted, found):
                why = why if why == _NEGATIVE else _FUNCTION
            elif "Int" in names and (variable := next(filter(_is_variable, names), "")):
                why = f"`{variable}` stands for any type; write `Num {variable} =>` for any number"
            for each in LOWER_CASE.intersection(names):
                why = f"`{each}` stands for any type; write `{each.capitalize()}`"
            message = f"expected {names[0]}, found {names[1]}"
            self.problems.error("FL020", message, span, f"this is {names[1]}", why)

    # Expressions

    def expression(self, expression: Expression, scope: Scope) -> Inferred:
        """The type of an expression."""
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
        """The scope with unknowns added; their types are remembered by place."""
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
            self.problems.error("FL010", f"`{name}` is not defined", span, advice=advice)
        return self.fresh()

    def _number(self, span: Span) -> Inferred:
        """A type of numbers, which is remembered by place."""
        if span == NO_SPAN:
            return INT
        return self.numbers.setdefault(span, Open(self.level, is_numeric=True))

    def _used(self, scheme: Scheme, span: Span) -> Inferred:
        """The type of a name where it is used; for which numbers, is remembered."""
        number = next((each for each in scheme.general if each.is_numeric), None)
        if number is None:
            return instantiate(scheme, self.level)
        both = instantiate(replace(scheme, body=Made(ARROW, (number, scheme.body))), self.level)
        assert isinstance(both, Made)
        self.numbers[span], used = both.arguments
        return used  # type: ignore[no-any-return]

    def _operand(self, operator: str, span: Span) -> Inferred:
        """The type of both sides of an operator, and of what it gives."""
        known = {**dict.fromkeys(_CONDITIONS, BOOL), "div": INT, "mod": INT, "/": DECIMAL}
        return known[operator] if operator in known else self._number(span)

    def _apply(self, head: Expression, arguments: tuple[Expression, ...], scope: Scope) -> Inferred:
        if any(self._is_habit(each, scope) for each in arguments):
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
                    f"`{head.span.text}` is given {_count(len(arguments), 'argument')} "
                    f"but takes {number or 'none'}",
                    argument.span,
                    advice=self._as_operator(head, arguments, scope),
                )
                return self.fresh()
            parameter, result = self.fresh(), self.fresh()
            self.expect(Made(ARROW, (parameter, result)), found, head.span)
            why = _SHOW if head == syntax.Name("show") else ""
            self.expect(parameter, self.expression(argument, scope), argument.span, why)
            found = result
        return found

    def _is_habit(self, argument: Expression, scope: Scope) -> bool:
        """Whether an argument is a word of another language, as in `x equals 3`; then says so."""
        match argument:
            case syntax.Name(name) if name not in scope and (advice := MISTAKES.habit(name)):
                self.problems.error("FL010", f"`{name}` is not defined", argument.span, "", advice)
                return True
            case _:
                return False

    def _as_operator(
        self, head: Expression, arguments: tuple[Expression, ...], scope: Scope
    ) -> str:
        """What to write where a function stands between its arguments, as in `x elem xs`."""
        match arguments:
            case [syntax.Name(name), other] if name in scope:
                used = f"{head.span.text} `{name}` {other.span.text}"
                return f"to use a function as an operator, write `` {used} ``"
            case _:
                return ""

    def _operation(
        self, operator: str, left: Expression, right: Expression, scope: Scope, span: Span
    ) -> Inferred:
        first = self.expression(left, scope)
        second = self.expression(right, scope)
        if operator == ":":
            why = "behind `:` stands a list; to choose, write `if … then … else …`"
            self.expect(list_of(first), second, right.span, why)
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
        why = _QUOTIENT if operator == "/" else ""
        if operator in _CONDITIONS:
            why = f"both sides of `{operator}` are conditions"
        if operator == "+" and any(map(_is_list, (first, second))):
            why = "to join texts or lists, write `++`"
        self.expect(operand, first, left.span, _NEGATIVE if operator == "-" else why)
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
        """The scope below a guard: a pattern in it names what it matches."""
        if isinstance(condition, syntax.Matching):
            matched = self.expression(condition.subject, scope)
            inner, types = self.parameters((condition.pattern,), scope, visible)
            self.expect(matched, types[0], condition.pattern.span)
            return inner
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
        """Note that a signature stands alone."""
        name = signature.name.name
        message = f"`{name}` has a signature and no equation"
        self.problems.error(
            "FL010", message, signature.span, advice=f"write `{name} … = …` below it"
        )

    def function(
        self, equations: Sequence[Equation], inferred: Inferred, visible: Span | None
    ) -> Symbol:
        """The symbol of a function, which stands in each of its equations."""
        name = equations[0].name
        symbol = self.define(name.name, name.span, "function", visible, inferred)
        for each in equations[1:]:
            self.symbols.use(each.name.span, symbol)
        return symbol

    def equations(self, equations: Sequence[Equation], wanted: Inferred, scope: Scope) -> None:
        """Check the equations of one function against its type; all take the same number."""
        first = equations[0]
        if first.name.name == "_":
            self.problems.error("FL010", "`_` cannot be defined", first.name.span)
        for equation in equations:
            if len(equation.parameters) != len(first.parameters):
                there = _count(len(equation.parameters), "parameter")
                self.problems.error(
                    "FL012",
                    f"this equation of `{first.name.name}` has {there}",
                    equation.span,
                    there,
                    "all equations of a function have the same number of parameters",
                    Label(first.span, _count(len(first.parameters), "parameter")),
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

    # Patterns

    def parameters(
        self, patterns: tuple[Pattern, ...], scope: Scope, visible: Span
    ) -> tuple[Scope, tuple[Inferred, ...]]:
        """The scope with the patterns' variables and the types of the patterns."""
        bound: dict[str, Scheme] = {}
        types = tuple(self._pattern(pattern, bound, visible) for pattern in patterns)
        return {**scope, **bound}, types

    def _pattern(self, pattern: Pattern, bound: dict[str, Scheme], visible: Span) -> Inferred:
        match pattern:
            case syntax.AnyPattern("_"):
                return self.fresh()
            case syntax.AnyPattern(name):
                if name in bound:
                    self.problems.error(
                        "FL014",
                        f"`{name}` stands twice in these patterns",
                        pattern.span,
                        advice="use two names and compare them with `==`",
                    )
                inferred = self.fresh()
                span = word(pattern.span, name)
                symbol = self.define(name, span, "variable", visible, inferred)
                bound[name] = Scheme(inferred, symbol=symbol)
                return inferred
            case syntax.IntegerPattern():
                return self._number(pattern.span)
            case syntax.DecimalPattern():
                return DECIMAL
            case syntax.AsPattern(name, inner):
                whole = self._pattern(syntax.AnyPattern(name, span=pattern.span), bound, visible)
                self.expect(whole, self._pattern(inner, bound, visible), inner.span)
                return whole
            case syntax.ConstructorPattern(name, parts):
                if syntax.is_tuple(name):
                    self._tuple_size(len(parts), pattern.span)
                fields = tuple(self._pattern(part, bound, visible) for part in parts)
                found = self._constructor(name, len(parts), pattern.span)
                result = self.fresh()
                if self._saturated(name, len(parts), pattern.span):
                    self.expect(function(fields, result), found, pattern.span)
                return result
            case syntax.RecordPattern():
                raise AssertionError("records are resolved before")
            case _:
                assert_never(pattern)

    # Constructors

    def _constructor(self, name: str, count: int, span: Span) -> Inferred:
        if syntax.is_tuple(name):
            parts = tuple(self.fresh() for _ in range(count))
            return function(parts, Made(name, parts))
        if name in self.makers:
            self.symbols.use(word(span, name), self.makers[name])
        if name in self.constructors:
            fields, scheme = self.constructors[name]
            if count > len(fields):
                self._wrong_count(name, len(fields), count, span)
            return instantiate(scheme, self.level)
        if name not in self.undeclared and (advice := MISTAKES.habit(name)):
            self.problems.error("FL010", f"`{name}` is not defined", span, "", advice)
            return self.fresh()
        if name not in self.undeclared:
            group = Group(name)
            self.undeclared[name] = (tuple(Open(0) for _ in range(count)), Open(0, group))
            self.places[name] = span
            made, result = self.undeclared[name]
            whole = function(made, result)
            self.makers[name] = self.define(name, word(span, name), "constructor", None, whole)
        made, result = self.undeclared[name]
        if count != len(made):
            self._wrong_count(name, len(made), count, span)
        return function(made, result)

    def _saturated(self, name: str, count: int, span: Span) -> bool:
        """Whether a constructor pattern has all its fields; complains when it has too few."""
        if name not in self.constructors:
            return name not in self.undeclared or len(self.undeclared[name][0]) == count
        arity = len(self.constructors[name][0])
        if count < arity:
            self._wrong_count(name, arity, count, span)
        return count == arity

    def _wrong_count(self, name: str, arity: int, count: int, span: Span) -> None:
        where = self.places.get(name)
        message = f"constructor `{name}` has {_count(arity, 'field')}, not {count}"
        also = Label(where, f"{_count(arity, 'field')} here") if where else None
        self.problems.error("FL011", message, span, also=also)

    def _tuple_size(self, size: int, span: Span) -> None:
        if size > LARGEST_TUPLE:
            self.problems.error("FL015", f"a tuple has at most {LARGEST_TUPLE} items", span)


def _count(number: int, noun: str) -> str:
    return f"{number or 'no'} {noun}{'' if number == 1 else 's'}"


def _both(left: Inferred, right: Inferred) -> tuple[str, str]:
    """Two types in words, with the same letters for the same variables."""
    pair = close(Made(ARROW, (left, right)))
    return show_type(pair.arguments[0]), show_type(pair.arguments[1])


def _is_one_a_function(wanted: Inferred, found: Inferred) -> bool:
    """Whether one of two types is that of functions, and the other is known to be none."""
    kinds = [
        each.name == ARROW if isinstance(each, Made) else (False if each.is_numeric else None)
        for each in map(resolve, (wanted, found))
    ]
    return {*kinds} == {True, False}


def _is_list(found: Inferred) -> bool:
    known = resolve(found)
    return isinstance(known, Made) and known.name == syntax.LIST_END
