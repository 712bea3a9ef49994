"""The meaning of expressions whose names stand for partly unknown values."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import TypeAlias, assert_never

from refute import terms
from refute.languages.fmsl import syntax, types
from refute.languages.fmsl.interpret.compile import fixed_value
from refute.languages.fmsl.symbolic import operators, quantifiers
from refute.languages.fmsl.symbolic.forms import Forms
from refute.languages.fmsl.symbolic.reason import Reasoner
from refute.languages.fmsl.symbolic.values import (
    NIL,
    Atom,
    Atomic,
    Either,
    Function,
    Items,
    Nothing,
    Record,
    Symbolic,
    Unsupported,
    is_false,
    is_true,
    items_of,
    known,
    labelled,
    merge,
    nil_where,
    same,
    truth,
)
from refute.languages.fmsl.typecheck import Checked
from refute.languages.fmsl.typecheck.operators import Meaning, meaning
from refute.languages.fmsl.values import Atomic as AtomicValue, Function as FunctionValue
from refute.terms import Term

Names: TypeAlias = Mapping[str, Symbolic]

MOST_CALLS = 300
"""Maximum number of function calls unfolded for one condition."""

DEEPEST_CALL = 24
"""Maximum depth of nested calls."""

LONGEST_RANGE = 200
"""Maximum number of elements of a range with known ends."""


class Evaluator:
    """Evaluates the expressions of a specification; `doubts` lists what was left open.

    Conditions in `supposed`, by identity, have the given value instead of their own.
    """

    def __init__(self, checked: Checked, reasoner: Reasoner, names: Names, size: int) -> None:
        self.checked = checked
        self.reasoner = reasoner
        self.unknowns = reasoner.unknowns
        self.names = names
        self.size = size
        self.doubts: dict[str, None] = {}
        self.supposed: dict[int, Atom] = {}
        self.forms = Forms(checked.objects, self.unknowns)
        self._conversions = checked.typing.conversions
        self._divisions: dict[tuple[Term, Term], tuple[Term, Term]] = {}
        self._calls = 0
        self._depth = 0
        self.opened = 0
        self.tried: dict[tuple[types.Type, int], None] = {}

    def condition(self, expression: syntax.Expression, names: Names) -> Atom:
        """The truth value of a condition; an arbitrary one if it cannot be expressed."""
        if id(expression) in self.supposed:
            return self.supposed[id(expression)]
        if self.reasoner.exhausted:
            return self.open()
        try:
            value = self.evaluate(expression, names)
        except Unsupported as reason:
            self.doubts[str(reason)] = None
            return self.open()
        if isinstance(value, Atom):
            return value
        return Atom(terms.TRUE, terms.FALSE)

    def open(self) -> Atom:
        """An unknown truth value, which may be nil."""
        self.opened += 1
        return Atom(self.unknowns.truth("nil"), self.unknowns.truth("open"))

    def holds(self, expression: syntax.Expression | None, names: Names) -> Term:
        """The condition that an expression is true; a missing one is."""
        return terms.TRUE if expression is None else is_true(self.condition(expression, names))

    def evaluate(self, expression: syntax.Expression, names: Names) -> Symbolic:
        """The value of an expression, converted to the wanted type; raises Unsupported."""
        value = self._evaluate(expression, names)
        how = self._conversions.get(id(expression))
        return value if how is None else self.forms.converted(value, how)

    def _evaluate(self, expression: syntax.Expression, names: Names) -> Symbolic:
        match expression:
            case syntax.Integer(value):
                return known(terms.integer(value))
            case syntax.Real(number):
                return known(terms.real(Fraction(str(number))))
            case syntax.Text(text):
                return self.unknowns.text(text)
            case syntax.Boolean(value):
                return truth(value)
            case syntax.Nil():
                return NIL
            case syntax.Unfinished():
                raise Unsupported("what is not finished")
            case syntax.Name(name):
                return self._name(name, names)
            case syntax.ListOf(items):
                return items_of(*(self.evaluate(each, names) for each in items))
            case syntax.TupleOf(()):
                return NIL
            case syntax.TupleOf(items):
                return Record(terms.FALSE, tuple(self.evaluate(each, names) for each in items))
            case syntax.Labelled(_, content):
                label = self.checked.typing.labels[id(expression)]
                return labelled(label, self.evaluate(content, names))
            case syntax.Range(low, high):
                return self._range(self.evaluate(low, names), self.evaluate(high, names))
            case syntax.Unary():
                return self._unary(expression, names)
            case syntax.Binary():
                return self._binary(expression, names)
            case syntax.If():
                return self._if(expression, names)
            case syntax.Field(_, field) if id(expression) in self.checked.typing.qualified:
                return self._name(str(field), {})
            case syntax.Field(subject, field):
                return self._field(subject, field, names)
            case syntax.Select(subject, index):
                whole = self.evaluate(subject, names)
                return operators.select(whole, self.evaluate(index, names))
            case syntax.Slice(subject, low, high):
                bounds = self.evaluate(low, names), self.evaluate(high, names)
                return operators.cut(self.evaluate(subject, names), *bounds)
            case syntax.Call(_, arguments):
                given = [self.evaluate(each, names) for each in arguments]
                return self._applied(self._called(expression, names), given)
            case syntax.Validate(call, outputs):
                return self._validate(call, outputs, names)
            case syntax.Bounded():
                return quantifiers.bounded(self, expression, names)
            case syntax.Unbounded():
                return quantifiers.unbounded(self, expression, names)
            case syntax.Sequence(statements):
                return self._sequence(statements, names)
            case _:
                assert_never(expression)

    def _name(self, name: str, names: Names) -> Symbolic:
        if name in names:
            return names[name]
        if name in self.names:
            return self.names[name]
        fixed = fixed_value(self.checked, name)
        if isinstance(fixed, FunctionValue):
            return Function(terms.FALSE, name)
        if isinstance(fixed, AtomicValue):
            return Atomic(terms.FALSE, name, terms.integer(0))
        if isinstance(fixed, bool | int | float | str):
            return self.unknowns.known(fixed)
        raise Unsupported(f"the variable `{name}`")

    def _unary(self, expression: syntax.Unary, names: Names) -> Symbolic:
        operator, operand = expression.operator, expression.operand
        if id(expression) in self.supposed:
            return self.supposed[id(expression)]
        if operator == "not":
            return operators.opposite(self.condition(operand, names))
        value = self.evaluate(operand, names)
        if operator == "#":
            more_digits = self.unknowns.number("digits", operators.MOST_DIGITS + 1)
            return operators.size_of(value, more_digits)
        return operators.negative(value) if operator == "-" else value

    def _binary(self, expression: syntax.Binary, names: Names) -> Symbolic:
        operator = expression.operator
        if operator in ("and", "or", "xor", "=>", "iff"):
            return self._connect(expression, names)
        left = self.evaluate(expression.left, names)
        right = self.evaluate(expression.right, names)
        match operator:
            case "=":
                return known(same(left, right))
            case "!=":
                return known(terms.negation(same(left, right)))
            case "in":
                return operators.within(left, right)
            case "<" | "<=" | ">" | ">=":
                return operators.compare(operator, left, right)
            case "+" | "-":
                return self._sum(expression, left, right)
            case "/" | "mod" if _is_open_division(left, right):
                return self._divide(operator, left, right)
            case _:
                return operators.calculate(operator, left, right)

    def _divide(self, operator: str, left: Symbolic, right: Symbolic) -> Symbolic:
        """Division by an unknown integer: quotient and remainder are unknowns with an equation."""
        assert isinstance(left, Atom)
        assert isinstance(right, Atom)
        key = left.term, right.term
        if key not in self._divisions:
            self._divisions[key] = self.unknowns.division(*key)
        quotient, rest = self._divisions[key]
        zero = terms.equal(right.term, terms.integer(0))
        nil = terms.disjunction(left.nil, right.nil, zero)
        return Atom(nil, quotient if operator == "/" else rest)

    def _connect(self, expression: syntax.Binary, names: Names) -> Symbolic:
        left = self.condition(expression.left, names)
        if expression.operator in ("and", "=>") and is_false(left) is terms.TRUE:
            return truth(expression.operator == "=>")
        if expression.operator == "or" and is_true(left) is terms.TRUE:
            return truth(True)
        right = self.condition(expression.right, names)
        return operators.connect(expression.operator, left, right)

    def _sum(self, expression: syntax.Binary, left: Symbolic, right: Symbolic) -> Symbolic:
        one, other = map(self.checked.type_of, (expression.left, expression.right))
        match meaning(self.checked.objects, one, other):
            case Meaning.TEXTS:
                return operators.join_texts(left, right)
            case Meaning.LIST_AND_ELEMENT:
                right = operators.single(right)
            case Meaning.ELEMENT_AND_LIST:
                left = operators.single(left)
            case Meaning.LISTS:
                pass
            case _:
                return operators.calculate(expression.operator, left, right)
        joined = operators.join if expression.operator == "+" else operators.without
        return joined(left, right)

    def _if(self, expression: syntax.If, names: Names) -> Symbolic:
        condition = self.condition(expression.condition, names)
        yes = is_true(condition)
        then = NIL if yes is terms.FALSE else self.evaluate(expression.then, names)
        if expression.otherwise is None:
            is_boolean = self._structure(expression.then) == types.BOOLEAN
            otherwise: Symbolic = truth(True) if is_boolean else NIL
        else:
            otherwise = NIL if yes is terms.TRUE else self.evaluate(expression.otherwise, names)
        return operators.conditional(condition, then, otherwise)

    def _field(self, subject: syntax.Expression, field: str | int, names: Names) -> Symbolic:
        value = self.evaluate(subject, names)
        if isinstance(value, Nothing):
            return NIL
        objects, of = self.checked.objects, self.checked.type_of(subject)
        part = objects.part(of, field)
        if part is None:
            raise Unsupported(f"the component `{field}` of a value of several types")
        if isinstance(self._structure(subject), types.Union):
            return self.forms.alternative(value, objects.label(of, part[0]), part[1])
        return operators.component(value, part[0], objects.places(of, part[0]))

    def _structure(self, expression: syntax.Expression) -> types.Type:
        return self.checked.objects.structure(self.checked.type_of(expression))

    def _range(self, low: Symbolic, high: Symbolic) -> Symbolic:
        if not isinstance(low, Atom) or not isinstance(high, Atom):
            return NIL
        first, last = low.term, high.term
        nil = terms.disjunction(low.nil, high.nil)
        if first.is_value and last.is_value and last.payload - first.payload < LONGEST_RANGE:
            numbers = range(first.payload, last.payload + 1)
            return nil_where(nil, items_of(*(known(terms.integer(each)) for each in numbers)))
        values = [terms.add(first, terms.integer(each)) for each in range(2 * self.size + 3)]
        items = tuple((terms.at_most(each, last), known(each)) for each in values)
        if terms.greater(last, values[-1]) is not terms.FALSE:
            raise Unsupported("a range of any length")
        return nil_where(nil, Items(items))

    # Operations

    def _called(self, call: syntax.Call, names: Names) -> Symbolic:
        """The name of the called operation, directly or through a local name."""
        if call.operation not in names or call.module:
            return Function(terms.FALSE, call.operation)
        return names[call.operation]

    def _applied(self, function: Symbolic, arguments: list[Symbolic]) -> Symbolic:
        """The result of a function, or of each function that it may be."""
        match function:
            case Function(_, name):
                return self._call(name, arguments)
            case Either():
                return operators.either(function, lambda each: self._applied(each, arguments))
            case Nothing():
                return NIL
        raise Unsupported("what is called as a function")

    def _with_defaults(self, operation: syntax.Operation, given: list[Symbolic]) -> list[Symbolic]:
        """The inputs of a call, with defaults for omitted ones."""
        left_out = operation.inputs[len(given) :]
        return [*given, *(self.evaluate(each.default or syntax.Nil(), {}) for each in left_out)]

    def _call(self, name: str, arguments: list[Symbolic]) -> Symbolic:
        if name not in self.checked.operations:  # `print`
            return arguments[-1]
        operation = self.checked.operation(name)
        if operation.body is None:
            return NIL
        arguments = self._with_defaults(operation, arguments)
        self._calls = self._calls + 1 if self._depth else 1
        if self._calls > MOST_CALLS or self._depth >= DEEPEST_CALL:
            raise Unsupported(f"so many calls of `{name}`")
        inputs = [each.name for each in operation.inputs]
        self._depth += 1
        try:
            return self.evaluate(operation.body, dict(zip(inputs, arguments, strict=True)))
        finally:
            self._depth -= 1

    def _validate(
        self, call: syntax.Call, outputs: tuple[syntax.Expression, ...], names: Names
    ) -> Symbolic:
        operation = self.checked.operation(call.operation)
        inputs = [self.evaluate(each, names) for each in call.arguments]
        results = [self.evaluate(each, names) for each in outputs]
        given = [*self._with_defaults(operation, inputs), *results]
        parameters = [each.name for each in (*operation.inputs, *operation.outputs)]
        inner = dict(zip(parameters, given, strict=False))
        before = self._conditions(operation.precondition, inner, truth(True))
        after = self._conditions(operation.postcondition, inner, NIL)
        return Record(terms.FALSE, (before, merge(is_true(before), after, NIL)))

    def _conditions(
        self, given: syntax.Condition | None, names: Names, absent: Symbolic
    ) -> Symbolic:
        if given is None or given.formula is None:
            return absent
        return self.condition(given.formula, names)

    def _sequence(self, statements: tuple[syntax.Statement, ...], names: Names) -> Symbolic:
        inner = dict(names)
        value: Symbolic = NIL
        for each in statements:
            match each:
                case syntax.Let(name, _, expression):
                    value = inner[name] = self.evaluate(expression, inner)
                case syntax.Variable(name, _, expression):
                    value = NIL if expression is None else self.evaluate(expression, inner)
                    inner[name] = value
                case syntax.Set(syntax.Name(name), expression) if name in inner:
                    value = inner[name] = self.evaluate(expression, inner)
                case syntax.Set():
                    raise Unsupported("`set` of a part or of a variable from outside")
                case _:
                    value = self.evaluate(each, inner)
        return value


def _is_open_division(left: Symbolic, right: Symbolic) -> bool:
    """Whether an integer is divided by an unknown one."""
    return (
        isinstance(left, Atom)
        and isinstance(right, Atom)
        and left.term.sort is terms.INT
        and right.term.sort is terms.INT
        and not right.term.is_value
    )
