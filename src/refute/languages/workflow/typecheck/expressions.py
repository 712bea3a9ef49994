"""Types of expressions and tasks (Figures 5 and 6)."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import fields, replace
from typing import Any

from refute.frontend.symbols import Symbols, word
from refute.frontend.unify import Made, Mismatch, Unknown, resolve, unify
from refute.languages.workflow import syntax, types
from refute.languages.workflow.declared import MISTAKES
from refute.languages.workflow.names import Names
from refute.languages.workflow.show import show_type
from refute.languages.workflow.syntax import Expression, Type
from refute.languages.workflow.typecheck.data import DataInference
from refute.languages.workflow.typecheck.inference import (
    BOOL,
    DECIMAL,
    INT,
    STRING,
    UNIT,
)
from refute.languages.workflow.typecheck.operators import OperatorInference
from refute.languages.workflow.typecheck.scope import Generic, Local, Scope
from refute.languages.workflow.types import Inferred

MOST_INSTANCES = 2_000
"""Maximum number of uses of polymorphic functions."""


class ExpressionInference(DataInference, OperatorInference):
    """Infers the types of expressions."""

    def infer(self, expression: Expression, names: Scope) -> Inferred:
        """The type of an expression."""
        match expression:
            case syntax.Integer():
                return INT
            case syntax.Boolean():
                return BOOL
            case syntax.Text():
                return STRING
            case syntax.Name(name):
                return self._name(expression, name, names)
            case syntax.Lambda(parameter, body):
                self._check_distinct((parameter,))
                bound = dict(names)
                shape = self.bind(parameter, bound, body.span)
                return Made(syntax.ARROW, (shape, self.infer(body, bound)))
            case syntax.Apply(function, argument):
                return self._apply(function, argument, names)
            case syntax.Let(pattern, bound_expression, body):
                self._check_distinct((pattern,))
                bound = dict(names)
                self.expect(bound_expression, self.bind(pattern, bound, body.span), names)
                return self.infer(body, bound)
            case syntax.If(condition, then, otherwise):
                self.expect(condition, BOOL, names)
                shape = self.infer(then, names)
                self.expect(otherwise, shape, names)
                return shape
            case syntax.TupleOf(items):
                shapes = tuple(self.infer(each, names) for each in items)
                return Made(syntax.TUPLE, shapes) if shapes else UNIT
            case syntax.ListOf(items):
                return self._list(expression, items, names)
            case syntax.Annotated(inner, annotation):
                shape = self.written(annotation)
                self.expect(inner, shape, names)
                return shape
            case syntax.Unary(operator, operand):
                return self._unary(operator, operand, names)
            case syntax.Binary(operator, left, right):
                return self._binary(operator, left, right, names)
            case syntax.Inputs(wanted):
                return self._inputs(expression, wanted)
            case syntax.Decimal():
                return DECIMAL
            case syntax.Today():
                return INT
            case syntax.Construct(name):
                return self._construct(expression, name)
            case syntax.Filled():
                return self._filled(expression, names)
            case syntax.Select():
                return self._select(expression, names)
            case syntax.Case():
                return self._case(expression, names)
            case _:
                return Made(syntax.TASK, (self._task(expression, names),))

    def _name(self, expression: syntax.Name, name: str, names: Scope) -> Inferred:
        if name not in names:
            self._unknown(expression, name, names)
            return Unknown()
        local = names[name]
        if not self._depth:
            module, _, own = name.rpartition(".")
            self.symbols.use(word(expression.span, own), local.symbol)
            if module in self.modules:
                self.symbols.use(word(expression.span, module), self.modules[module])
        if local.instance:
            self.instances[id(expression)] = local.instance
        if local.generic is not None:
            return self._instance(expression, local.generic)
        return local.shape

    def _unknown(self, expression: syntax.Name, name: str, names: Scope) -> None:
        if name in self.doubtful:
            one, other, *_ = self.doubtful[name]
            message = f"`{name}` is defined in `{one}` and in `{other}`"
            advice = f"write `{one}.{name}` or `{other}.{name}`"
            self.problems.error("TH049", message, expression.span, advice=advice)
            return
        advice = self._elsewhere(name) or MISTAKES.advice_for(name, names)
        message = f"`{name}` is not defined here"
        self.problems.error("TH011", message, expression.span, advice=advice)

    def _elsewhere(self, name: str) -> str:
        """Advice for a name that is known in another part of the file."""
        if name in self.own:
            return "a definition is known below it; move it up"
        bound = (each.kind == "variable" and each.name == name for each in self.symbols.symbols)
        advice = f"it is bound inside another declaration; for all of them, write `def {name} = …`"
        return advice if any(bound) else ""

    def _apply(self, function: Expression, argument: Expression, names: Scope) -> Inferred:
        shape = resolve(self.infer(function, names))
        if isinstance(shape, Made) and shape.name == syntax.ARROW:
            self.expect(argument, shape.arguments[0], names)
            result: Inferred = shape.arguments[1]
            return result
        wanted, result = self.infer(argument, names), Unknown()
        try:
            unify(shape, Made(syntax.ARROW, (wanted, result)))
        except Mismatch:
            found = show_type(types.describe(shape))
            message = f"expected a function, found {found}"
            self.problems.error("TH010", message, function.span, f"this is {found}")
        return result

    def _list(
        self, expression: syntax.ListOf, items: tuple[Expression, ...], names: Scope
    ) -> Inferred:
        shape: Inferred = self.infer(items[0], names) if items else Unknown()
        for each in items[1:]:
            self.expect(each, shape, names)
        self.types[id(expression)] = shape
        return Made(syntax.LIST, (shape,))

    def _inputs(self, expression: syntax.Inputs, wanted: Type | None) -> Inferred:
        if not self._in_claim:
            message = "`inputs` has a meaning only in a property"
            self.problems.error("TH016", message, expression.span)
        shape = self.written(wanted) if wanted else STRING
        self.types[id(expression)] = shape
        return Made(syntax.LIST, (shape,))

    def _instance(self, expression: syntax.Name, generic: Generic) -> Inferred:
        """The type of a use of a polymorphic function: that of a copy of its own."""
        made = self.made.setdefault(generic.name, [])
        name = f"{generic.name}#{len(made)}"
        body, shape = copied(generic.definition.body), Unknown()
        made.append(replace(generic.definition, name=syntax.NamePattern(name), body=body))
        self.instances[id(expression)] = name
        if sum(map(len, self.made.values())) > MOST_INSTANCES:
            message = f"definitions are used in more than {MOST_INSTANCES} ways"
            self.problems.error("TH048", message, expression.span)
            return Unknown()
        with self._unseen():
            own = self._symbol(name, expression.span, "definition", expression.span, shape)
            local = Local(shape, own, instance=name)
            self.expect(body, shape, {**generic.names, generic.definition.name.name: local})
        return shape

    @contextmanager
    def _unseen(self) -> Iterator[None]:
        """Note no symbols while checking a library, or a definition that was checked before."""
        symbols, names = self.symbols, self._names
        self.symbols = Symbols(symbols.source, "--")
        self._names = Names(self.symbols)
        self._depth += 1
        yield
        self._depth -= 1
        self.symbols, self._names = symbols, names

    def _check_labels(self, buttons: tuple[syntax.Button, ...]) -> None:
        for number, each in enumerate(buttons):
            self._refuse_empty(each)
            if each.label in {other.label for other in buttons[:number]}:
                message = f'there is another button `"{each.label}"` here'
                self.problems.error("TH014", message, each.span)

    def _refuse_empty(self, node: syntax.Button | syntax.Labelled) -> None:
        if not node.label:
            advice = 'say what it is for: `"Approve" -> …`, `enter Int as "Amount"`'
            self.problems.error("TH051", "a label is empty", node.span, advice=advice)

    def _task(self, expression: Expression, names: Scope) -> Inferred:
        """The type of the values of a task."""
        value: Inferred = Unknown()
        match expression:
            case syntax.Edit(inner) | syntax.View(inner):
                value = self.types[id(expression)] = self.infer(inner, names)
                self.require(value, "observable", inner.span)
            case syntax.Enter(wanted):
                value = self.types[id(expression)] = self.written(wanted)
                self.require(value, "basic", wanted.span)
            case syntax.Shared(reference) | syntax.Watch(reference):
                self.expect(reference, Made(syntax.REFERENCE, (value,)), names)
                self.types[id(expression)] = value
            case syntax.Fail():
                pass
            case syntax.Step(task, follow):
                before = Unknown()
                self.expect(task, Made(syntax.TASK, (before,)), names)
                result = Made(syntax.TASK, (value,))
                self.expect(follow, Made(syntax.ARROW, (before, result)), names)
            case syntax.Both(left, right):
                other = Unknown()
                self.expect(left, Made(syntax.TASK, (value,)), names)
                self.expect(right, Made(syntax.TASK, (other,)), names)
                return Made(syntax.TUPLE, (value, other))
            case syntax.Either(left, right) | syntax.Pick(left, right):
                self.expect(left, Made(syntax.TASK, (value,)), names)
                self.expect(right, Made(syntax.TASK, (value,)), names)
            case syntax.Assert(condition, task):
                self.expect(condition, BOOL, names)
                self.expect(task, Made(syntax.TASK, (value,)), names)
            case syntax.Labelled(task):
                self._refuse_empty(expression)
                self.expect(task, Made(syntax.TASK, (value,)), names)
            case syntax.Assigned(task, role):
                self.expect(task, Made(syntax.TASK, (value,)), names)
                self._names.roles((role,), expression.span, task.span.end)
            case syntax.Apart(task):
                self.expect(task, Made(syntax.TASK, (value,)), names)
            case syntax.Choose(buttons):
                self._check_labels(buttons)
                for each in buttons:
                    self.expect(each.task, Made(syntax.TASK, (value,)), names)
            case syntax.Within(days, task, otherwise):
                self.expect(days, INT, names)
                self.expect(task, Made(syntax.TASK, (value,)), names)
                self.expect(otherwise, Made(syntax.TASK, (value,)), names)
            case _:
                raise AssertionError(f"no task: {expression}")
        return value


def copied(node: Any) -> Any:
    """A tree with new nodes."""
    if isinstance(node, tuple):
        return tuple(map(copied, node))
    if not isinstance(node, syntax.Node) or isinstance(node, Type):
        return node
    parts = {each.name: copied(getattr(node, each.name)) for each in fields(node)}
    return type(node)(**parts)
