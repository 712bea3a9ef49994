"""Is a condition defined for all inputs? Division by zero, missing elements."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Literal

from refute.frontend.node import children, walk
from refute.languages.fmsl import syntax
from refute.languages.fmsl.checking import wishes as wished
from refute.languages.fmsl.checking.query import Example, Query, names
from refute.languages.fmsl.checking.question import (
    EXPRESSIONS,
    NOT_REPLAYED,
    OperationQuestion,
    bare,
    bindings,
)
from refute.languages.fmsl.interpret import OutOfEffort
from refute.languages.fmsl.symbolic.evaluate import Names
from refute.languages.fmsl.symbolic.unknowns import Extent
from refute.languages.fmsl.symbolic.values import (
    Atom,
    Items,
    Nothing,
    Symbolic,
    Text as TextValue,
    Unsupported,
    count,
    is_false,
    is_true,
)
from refute.languages.fmsl.symbolic.written import type_of
from refute.languages.fmsl.typecheck import Checked, Signature
from refute.languages.fmsl.types import INTEGER, Union
from refute.languages.fmsl.values import Value
from refute.record import record
from refute.report.outcome import Bindings, Outcome
from refute.terms import (
    FALSE,
    TRUE,
    Term,
    at_least,
    at_most,
    conjunction,
    disjunction,
    equal,
    integer,
    negation,
    subtract,
)

Kind = Literal["precondition", "postcondition", "body"]

DEEPEST_CALL = 4
"""Maximum depth of nested calls that are examined."""

MOST_SHOWN = 3
"""Maximum number of faults shown in one outcome."""


def can_fail(formula: syntax.Expression, checked: Checked, outputs: Iterable[str]) -> bool:
    """Whether a part of a formula that does not mention outputs can be undefined."""
    foreign = set(outputs)
    return any(
        not names(node) & foreign
        and (
            _is_partial(node)
            or (isinstance(node, syntax.Call) and any(map(_is_partial, checked.reached(node))))
        )
        for node in walk(formula)
    )


def _is_partial(node: syntax.Node) -> bool:
    match node:
        case syntax.Binary("/" | "mod", _, syntax.Integer(value) | syntax.Real(value)):
            return value == 0
        case syntax.Binary("/" | "mod") | syntax.Select() | syntax.Slice():
            return True
        case syntax.Field(subject):
            return not isinstance(subject, syntax.Name)
    return False


def is_defined(query: Query, signature: Signature, kind: Kind) -> Outcome:
    """Is a condition or a body defined for all inputs that the precondition allows?"""
    asked = Definedness(query, signature, kind)
    outcomes = asked.outcomes("is defined", kind)
    shown = list(asked.shown())
    if shown:
        return outcomes.refuted("for some input it has no meaning", *shown)
    doubt = asked.doubt or query.left_open or query.doubt
    if doubt:
        return outcomes.undecided("no input was found for which it has no meaning", doubt)
    return outcomes.passed(signature.inputs, "it has a meaning for every input")


@record
class Fault:
    """A part of a formula, and the condition under which it is undefined."""

    node: syntax.Expression
    condition: Term


class Definedness(OperationQuestion):
    """Examines one condition of an operation, or its body."""

    def __init__(self, query: Query, signature: Signature, kind: Kind) -> None:
        super().__init__(query, signature, " after")
        given = getattr(self.operation, kind)
        self.formula: syntax.Expression = given if kind == "body" else given.formula
        self.kind = kind
        self.names = self.inputs if kind != "postcondition" else {**self.inputs, **self.results[0]}
        self.doubt = ""

    def shown(self) -> Iterator[Bindings]:
        """The faults that some inputs cause, each with simple inputs."""
        faults = list(
            _Walk(self.query, self.results[0].keys()).faults(self.formula, self.names, TRUE)
        )
        allowed = self._allowed()
        if self.query.is_impossible(*allowed, disjunction(*(each.condition for each in faults))):
            return
        found = 0
        for each in faults:
            block = self._block(each, allowed)
            if block is not None:
                found += 1
                yield block
            if found == MOST_SHOWN:
                return

    def _allowed(self) -> list[Term]:
        """The conditions on inputs and results under which a fault matters."""
        match self.kind:
            case "precondition":
                return [self.restrictions]
            case "postcondition":
                met = self.query.evaluator.condition(self.formula, self.names)
                return [self.before, negation(is_false(met))]
            case _:
                return [self.before]

    def _block(self, fault: Fault, allowed: list[Term]) -> Bindings | None:
        query, values = self.query, self.names.values()
        attempt = query.attempt(*allowed, fault.condition)
        example = query.best(attempt, values, wishes=wished.plain(values))
        if example is None:
            return None
        message = self._replayed(fault.node, example)
        if message is None:
            self.doubt = NOT_REPLAYED
            return None
        return bindings(f"{message}: `{bare(fault.node)}`", self.named(example))

    def _replayed(self, node: syntax.Expression, example: Example) -> str | None:
        """The interpreter's message about the part of the formula."""
        interpreter = self.query.interpreter(example)
        known: Mapping[str, Value] = {
            name: example.value(value) for name, value in self.names.items()
        }
        try:
            interpreter.evaluate(self.formula, dict(known))
        except OutOfEffort:
            return None
        for each in interpreter.machine.faults:
            if each.primary is not None and each.primary.span == node.span:
                return each.message
        return None


class _Walk:
    """Finds the parts of a formula that may be undefined; `foreign` names are left alone."""

    def __init__(self, query: Query, outputs: Iterable[str]) -> None:
        self.query = query
        self.evaluator = query.evaluator
        self.objects = query.checked.objects
        self.foreign = frozenset(outputs)
        self.depth = 0

    def faults(self, node: syntax.Expression, known: Names, guard: Term) -> Iterator[Fault]:
        """The faults of an expression that is evaluated if a condition holds."""
        if guard is FALSE:
            return
        match node:
            case syntax.Binary("and" | "=>", left, right):
                yield from self._then(left, right, known, guard, holds=True)
            case syntax.Binary("or", left, right):
                yield from self._then(left, right, known, guard, holds=False)
            case syntax.If(condition, then, otherwise):
                yield from self._then(condition, then, known, guard, holds=True)
                if otherwise is not None:
                    held = self.evaluator.condition(condition, known)
                    yield from self.faults(otherwise, known, conjunction(guard, is_false(held)))
            case syntax.Bounded():
                yield from self._bounded(node, known, guard)
            case syntax.Unbounded(_, variable, of, condition, body):
                fresh = self.query.unknowns.fresh(
                    variable, type_of(of), Extent(self.evaluator.size)
                )
                inner = {**known, variable: fresh}
                if condition is None:
                    yield from self.faults(body, inner, guard)
                else:
                    yield from self._then(condition, body, inner, guard, holds=True)
            case syntax.Sequence(statements):
                yield from self._sequence(statements, known, guard)
            case syntax.Binary("=" | "!=", syntax.Field(subject), syntax.Nil()):
                yield from self.faults(subject, known, guard)  # a test for nil is no use of it
            case syntax.Call():
                yield from self._call(node, known, guard)
            case _:
                for each in children(node):
                    if isinstance(each, EXPRESSIONS):
                        yield from self.faults(each, known, guard)
                yield from self._own(node, known, guard)

    def _then(
        self,
        first: syntax.Expression,
        second: syntax.Expression,
        known: Names,
        guard: Term,
        *,
        holds: bool,
    ) -> Iterator[Fault]:
        """The faults of two expressions, the second evaluated only if the first requires it."""
        yield from self.faults(first, known, guard)
        value = self.evaluator.condition(first, known)
        decided = is_true(value) if holds else is_false(value)
        yield from self.faults(second, known, conjunction(guard, decided))

    def _bounded(self, node: syntax.Bounded, known: Names, guard: Term) -> Iterator[Fault]:
        yield from self.faults(node.collection, known, guard)
        before = self.foreign
        if names(node.collection) & self.foreign:
            self.foreign |= {node.variable}
        for there, item in self._items(node.collection, known):
            inner = {**known, node.variable: item}
            yield from self.faults(node.body, inner, conjunction(guard, there))
        self.foreign = before

    def _items(
        self, collection: syntax.Expression, known: Names
    ) -> Iterator[tuple[Term, Symbolic]]:
        try:
            if isinstance(collection, syntax.Range):
                low, high = (
                    self.evaluator.evaluate(each, known)
                    for each in (collection.low, collection.high)
                )
                if isinstance(low, Atom) and isinstance(high, Atom):
                    number = self.query.unknowns.fresh("index", INTEGER, Extent(1))
                    assert isinstance(number, Atom)
                    inside = at_least(number.term, low.term), at_most(number.term, high.term)
                    yield conjunction(negation(low.nil), negation(high.nil), *inside), number
                return
            whole = self.evaluator.evaluate(collection, known)
        except Unsupported as reason:
            self.evaluator.doubts[str(reason)] = None
            return
        yield from whole.items if isinstance(whole, Items) else ()

    def _sequence(
        self, statements: tuple[syntax.Statement, ...], known: Names, guard: Term
    ) -> Iterator[Fault]:
        inner = dict(known)
        for each in statements:
            match each:
                case syntax.Let(name, _, value) | syntax.Variable(name, _, syntax.Node() as value):
                    yield from self.faults(value, inner, guard)
                    inner[name] = self._value(value, inner)
                case syntax.Set() | syntax.Variable():
                    return
                case _:
                    yield from self.faults(each, inner, guard)

    def _call(self, call: syntax.Call, known: Names, guard: Term) -> Iterator[Fault]:
        """The faults of the inputs, and of the body for these inputs."""
        for each in call.arguments:
            yield from self.faults(each, known, guard)
        checked = self.query.checked
        if call.operation not in checked.operations or self.depth >= DEEPEST_CALL:
            return
        operation = checked.operation(call.operation)
        if operation.body is None:
            return
        given = dict(zip((each.name for each in operation.inputs), call.arguments, strict=False))
        inner = {name: self._value(each, known) for name, each in given.items()}
        before = self.foreign
        self.foreign = frozenset(name for name, each in given.items() if names(each) & before)
        self.depth += 1
        yield from self.faults(operation.body, inner, guard)
        self.depth -= 1
        self.foreign = before

    def _own(self, node: syntax.Expression, known: Names, guard: Term) -> Iterator[Fault]:
        """The fault of the outermost operator."""
        if names(node) & self.foreign:
            return
        try:
            wrong = self._wrong(node, known)
        except Unsupported as reason:
            self.evaluator.doubts[str(reason)] = None
            return
        condition = conjunction(guard, wrong)
        if condition is not FALSE:
            yield Fault(node, condition)

    def _wrong(self, node: syntax.Expression, known: Names) -> Term:
        evaluate = self.evaluator.evaluate
        match node:
            case syntax.Binary("/" | "mod", _, divisor):
                value = evaluate(divisor, known)
                if not isinstance(value, Atom):
                    return FALSE
                zero = equal(value.term, subtract(value.term, value.term))
                return conjunction(negation(value.nil), zero)
            case syntax.Select(subject, index):
                return self._outside(evaluate(subject, known), evaluate(index, known))
            case syntax.Slice(subject, low, high):
                first, last = evaluate(low, known), evaluate(high, known)
                whole = evaluate(subject, known)
                if not isinstance(first, Atom) or not isinstance(last, Atom):
                    return FALSE
                some = at_most(first.term, last.term)
                ends = self._outside(whole, first), self._outside(whole, last)
                return conjunction(some, disjunction(*ends))
            case syntax.Field(subject) if not isinstance(self._structure(subject), Union):
                if id(node) in self.query.checked.typing.qualified:
                    return FALSE
                return evaluate(subject, known).nil
        return FALSE

    def _structure(self, node: syntax.Expression) -> object:
        return self.objects.structure(self.query.checked.type_of(node))

    def _outside(self, whole: Symbolic, index: Symbolic) -> Term:
        if not isinstance(index, Atom):
            return FALSE
        match whole:
            case Items():
                length = count(whole)
            case TextValue(_, _, size):
                length = size
            case Nothing():
                length = integer(0)
            case _:
                return FALSE
        inside = at_least(index.term, integer(1)), at_most(index.term, length)
        return conjunction(negation(index.nil), negation(conjunction(*inside)))

    def _value(self, node: syntax.Expression, known: Names) -> Symbolic:
        try:
            return self.evaluator.evaluate(node, known)
        except Unsupported as reason:
            self.evaluator.doubts[str(reason)] = None
            return Nothing()
