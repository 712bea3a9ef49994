"""Checks the declarations; types of bodies and values are inferred on demand."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial

from refute.frontend.node import walk
from refute.frontend.problems import Problems
from refute.frontend.symbols import Symbols
from refute.languages.fmsl import syntax
from refute.languages.fmsl.syntax import Component, Condition, Operation, Value, Variable
from refute.languages.fmsl.typecheck import wanted
from refute.languages.fmsl.typecheck.context import MISTAKES, Kind, Local, Signature, Typing
from refute.languages.fmsl.typecheck.expressions import Expressions
from refute.languages.fmsl.typecheck.names import Names, Placed
from refute.languages.fmsl.typecheck.objects import (
    check_attributes,
    define,
    finished,
    resolve_parts,
)
from refute.languages.fmsl.typecheck.resolved import Resolved
from refute.languages.fmsl.types import (
    ANY,
    BOOLEAN,
    Named,
    Part,
    TupleOf,
    Type,
    show_tight,
    show_type,
)
from refute.source import Span

SELF = "self"
"""The name of an object's value in the conditions of the object."""


class Checker:
    """Checks one specification; the errors are in `problems` afterwards."""

    def __init__(self, specification: syntax.Specification) -> None:
        self.problems = Problems(MISTAKES)
        self.typing = Typing()
        first = next(iter(specification.declarations[-1:]), specification)
        self.symbols = Symbols(first.span.source, "--")
        self.names = Names(self.problems, Resolved(self.symbols))
        self.placed = self.names.declare(specification)
        self.objects = define(self.names, set(_values(self.placed)))
        self.signatures: dict[str, Signature] = {}
        self.globals: dict[str, Local] = {}
        self._session: dict[str, Local] = {}
        self._open: set[str] = set()

    def run(self) -> None:
        """Check every declaration."""
        for each in self.placed:
            self._check(each)
        for name, local in self.globals.items():
            self.names.found.describe("value", name, partial(show_type, local.type))
        for name, made_of in self.objects.definitions.items():
            if made_of is not None:
                self.names.found.describe("object", name, partial(show_type, made_of))
        for name, signature in self.signatures.items():
            self.names.found.describe("value", name, partial(_shown, signature))

    def _check(self, placed: Placed) -> None:
        declaration = placed.declaration
        now = self._expressions(placed.module, in_order=True)
        always = self._expressions(placed.module)
        match declaration:
            case syntax.Object():
                check_attributes(placed, self.names, self.objects)
                self._equations(declaration, always)
                self._states(declaration, always)
            case Operation():
                check_attributes(placed, self.names, self.objects)
                self._operation(declaration, always)
            case Value() | Variable():
                self.globals[declaration.name] = _declared(declaration, now)
            case syntax.Theorem() | syntax.Axiom():
                span = declaration.span
                scope = self._scope(declaration.parameters, Kind.INPUT, placed.module, span)
                always.expect(declaration.formula, BOOLEAN, scope, "what is claimed")
            case syntax.Evaluate(statement):
                now.statement(statement, self._session)

    def _expressions(
        self, module: str, *, in_order: bool = False, silent: bool = False
    ) -> Expressions:
        """Check expressions: in order, they see only earlier declarations."""
        return Expressions(
            self.objects,
            self.names,
            Problems(MISTAKES) if silent else self.problems,
            Typing() if silent else self.typing,
            module,
            self._declared_before if in_order else self._declared_anywhere,
            self._called,
        )

    def _scope(
        self, parameters: tuple[Component, ...], kind: Kind, module: str, visible: Span
    ) -> dict[str, Local]:
        parts = resolve_parts(parameters, self.names, module)
        return {
            part.name: Local(part.type, kind, self.names.found.parameter(each, kind, visible))
            for part, each in zip(parts, finished(parameters), strict=True)
            if part.name
        }

    def _equations(self, declaration: syntax.Object, expressions: Expressions) -> None:
        span = declaration.span
        scope = self._scope(declaration.variables, Kind.QUANTIFIED, expressions.module, span)
        for each in declaration.equations:
            left, right = expressions.infer(each.left, scope), expressions.infer(each.right, scope)
            wanted.meet(expressions, each.left, left, each.right, right)
            if not self.objects.comparable(left, right):
                message = f"{show_type(left)} and {show_type(right)} are never equal"
                self.problems.error("FM020", message, each.span)

    def _states(self, declaration: syntax.Object, expressions: Expressions) -> None:
        """Check the conditions on values of an object, whose components are known by name."""
        scope = self._components(declaration, expressions)
        for each in (*declaration.invariants, *declaration.goals):
            what = "an invariant" if each in declaration.invariants else "a goal"
            self._condition(each, scope, expressions, what)
        initial = declaration.initial
        if initial is not None and initial.formula is not None:
            of: Type = Named(declaration.name)
            if wanted.adopts(expressions, initial.formula, of):
                expressions.expect(initial.formula, of, scope, "what holds initially")
                return
            found = expressions.infer(initial.formula, scope)
            if found != BOOLEAN and not self.objects.fits(found, of):
                needed = f"must be a condition or a value of {declaration.name}"
                message = f"what holds initially {needed}, and this is {show_type(found)}"
                self.problems.error("FM020", message, initial.formula.span)
            elif found != BOOLEAN:
                wanted.convert(expressions, initial.formula, found, of)

    def _components(self, declaration: syntax.Object, expressions: Expressions) -> dict[str, Local]:
        of = Named(declaration.name)
        structure = self.objects.structure(of)
        parts = structure.parts if isinstance(structure, TupleOf) else ()
        return {
            SELF: Local(of, Kind.INPUT),
            **{
                each.name: Local(each.type, Kind.INPUT, expressions.component(of, each.name))
                for each in parts
                if each.name
            },
        }

    # Operations

    def _operation(self, operation: Operation, expressions: Expressions) -> None:
        signature = self._signature(operation, expressions.module)
        resolve_parts((*operation.inputs, *operation.outputs), self.names, expressions.module)
        span = operation.span
        scope = self._scope(operation.inputs, Kind.INPUT, expressions.module, span)
        self._condition(operation.precondition, scope, expressions, "a precondition")
        if operation.body is not None:
            why = f"the body of `{operation.name}`"
            expressions.expect(operation.body, signature.result, scope, why)
        results = self._scope(operation.outputs, Kind.OUTPUT, expressions.module, span)
        both = {**scope, **results}
        self._condition(operation.postcondition, both, expressions, "a postcondition")
        self._unused(operation, scope)
        self._defaults(operation, expressions)
        if operation.refines is not None:
            self._refined(operation, operation.refines, signature, expressions.module)

    def _defaults(self, operation: Operation, expressions: Expressions) -> None:
        """Check that defaults fit the types of inputs, and that none is missing after one."""
        for part, each in zip(
            self.signatures[operation.name].inputs, finished(operation.inputs), strict=True
        ):
            if each.default is not None:
                why = f"the default of `{each.name}`"
                expressions.expect(each.default, part.type, {}, why)
        given = [each.default is not None for each in operation.inputs]
        for each, has, before in zip(operation.inputs[1:], given[1:], given, strict=False):
            if before and not has:
                message = f"input `{each.name}` needs a default, too, since one before it has one"
                self.problems.error("FM027", message, each.span)

    def _refined(
        self, operation: Operation, earlier: syntax.Name, signature: Signature, module: str
    ) -> None:
        """Check that an operation has the signature of the one that it refines."""
        placed = self.names.find(self.names.others, earlier.name, module, earlier.span)
        if placed is None or not isinstance(placed.declaration, Operation):
            known = [name for name, each in self.names.others.items() if _is_operation(each)]
            self.problems.unknown("FM010", "operation", earlier.name, earlier.span, known)
            return
        first = self._signature(placed.declaration, placed.module)
        pairs = [(first.inputs, signature.inputs), (first.outputs, signature.outputs)]
        if any(
            len(one) != len(other) or any(a.type != b.type for a, b in zip(one, other, strict=True))
            for one, other in pairs
        ):
            message = f"`{operation.name}` and `{earlier.name}` have different inputs or outputs"
            advice = f"`{earlier.name}` is {_shown(first)}"
            self.problems.error("FM028", message, earlier.span, advice=advice)

    def _condition(
        self,
        condition: Condition | None,
        scope: dict[str, Local],
        expressions: Expressions,
        what: str,
    ) -> None:
        if condition is None or condition.formula is None:
            return
        expressions.expect(condition.formula, BOOLEAN, scope, what)

    def _unused(self, operation: Operation, scope: dict[str, Local]) -> None:
        """Warn about unused inputs of an operation with a postcondition or a body."""
        stated = operation.postcondition is not None and operation.postcondition.formula is not None
        if not (stated or operation.body is not None):
            return
        for each in operation.inputs:
            if each.name and not scope[each.name].used:
                message = f"input `{each.name}` of `{operation.name}` is not used"
                self.problems.warning("FM032", message, each.span)

    def _called(self, call: syntax.Call, module: str) -> Signature | None:
        placed = self.names.find(self.names.others, call.operation, module, call.span, call.module)
        if placed is not None and isinstance(placed.declaration, Operation):
            return self._signature(placed.declaration, placed.module)
        if placed is not None:
            message = f"`{call.operation}` is no operation"
            self.problems.error("FM010", message, call.span)
            return None
        if call.operation in self.names.objects:
            message = f"`{call.operation}` is an object, not an operation"
            advice = "a value is written without its object: `{1, 2}`"
            self.problems.error("FM010", message, call.span, advice=advice)
            return None
        known = [name for name, each in self.names.others.items() if _is_operation(each)]
        self.problems.unknown("FM010", "operation", call.operation, call.span, known)
        return None

    def _signature(self, operation: Operation, module: str) -> Signature:
        """The inputs and outputs of an operation; without outputs, the type of its body."""
        if operation.name in self.signatures:
            return self.signatures[operation.name]
        inputs = resolve_parts(operation.inputs, self.names, module)
        outputs = resolve_parts(operation.outputs, self.names, module)
        result = _result(outputs) if outputs else self._body_type(operation, module)
        defaults = sum(each.default is not None for each in operation.inputs)
        signature = Signature(operation.name, inputs, outputs, result, defaults)
        if operation.name not in self._open:
            self.signatures[operation.name] = signature
        return signature

    def _body_type(self, operation: Operation, module: str) -> Type:
        """The type of a body; inside the body, its own type is still unknown."""
        if operation.body is None or operation.name in self._open:
            return ANY
        self._open.add(operation.name)
        scope = self._scope(operation.inputs, Kind.INPUT, module, operation.span)
        found = self._expressions(module, silent=True).infer(operation.body, scope)
        self._open.remove(operation.name)
        return found

    # Names of the whole specification

    def _declared_before(self, name: syntax.Name, module: str) -> Local | None:
        if name.name in self._session:
            return self._session[name.name]
        placed = self._global(name, module)
        if placed is None:
            return None
        if _is_operation(placed):
            return self._function(placed)
        if name.name not in self.globals:
            message = f"`{name.name}` is used before it is declared"
            self.problems.error("FM026", message, name.span)
            return Local(ANY, Kind.VARIABLE)
        return self.globals[name.name]

    def _declared_anywhere(self, name: syntax.Name, module: str) -> Local | None:
        placed = self._global(name, module)
        if placed is None or name.name in self.globals:
            return self.globals.get(name.name) if placed else None
        declaration = placed.declaration
        if _is_operation(placed):
            return self._function(placed)
        if name.name in self._open or not isinstance(declaration, Value | Variable):
            return Local(ANY, Kind.VARIABLE)
        self._open.add(name.name)
        local = _declared(declaration, self._expressions(placed.module, silent=True))
        self._open.remove(name.name)
        return local

    def _global(self, name: syntax.Name, module: str) -> Placed | None:
        """The declaration of a value or variable, or of an operation as a value."""
        return self.names.find(self.names.others, name.name, module, name.span)

    def _function(self, placed: Placed) -> Local | None:
        """An operation as a value."""
        if not isinstance(placed.declaration, Operation):
            return None
        return Local(self._signature(placed.declaration, placed.module).type, Kind.VALUE)


def _values(placed: Iterable[Placed]) -> Iterator[str]:
    """The names of values in declarations."""
    for each in placed:
        for node in _expressions(each.declaration):
            yield from (name.name for name in walk(node) if isinstance(name, syntax.Name))


def _expressions(declaration: syntax.Declaration) -> Iterator[syntax.Node]:
    """The outermost expressions of a declaration."""
    match declaration:
        case syntax.Object(
            equations=equations, invariants=invariants, initial=initial, goals=goals
        ):
            yield from (*equations, *invariants, *goals)
            yield from [initial] if initial is not None else []
        case Operation(inputs=inputs, precondition=before, postcondition=after, body=body):
            defaults = (each.default for each in inputs)
            yield from (each for each in (before, after, body, *defaults) if each is not None)
        case Value(value=value) | Variable(value=value):
            yield from [value] if value is not None else []
        case syntax.Theorem(formula=formula) | syntax.Axiom(formula=formula):
            yield formula
        case syntax.Evaluate(statement):
            yield statement


def _is_operation(placed: Placed) -> bool:
    return isinstance(placed.declaration, Operation)


def _declared(declaration: Value | Variable, expressions: Expressions) -> Local:
    kind = Kind.VALUE if isinstance(declaration, Value) else Kind.VARIABLE
    return Local(expressions.declared(declaration, {}), kind)


def _result(outputs: tuple[Part, ...]) -> Type:
    return outputs[0].type if len(outputs) == 1 else TupleOf(outputs)


def _shown(signature: Signature) -> str:
    """The signature of an operation, as one would write it."""
    inputs, outputs = (
        ", ".join(
            f"{each.name}:{show_tight(each.type)}" if each.name else show_type(each.type)
            for each in parts
        )
        for parts in (signature.inputs, signature.outputs)
    )
    return f"({inputs}) -> {outputs or show_type(signature.result)}"
