"""The types of expressions and statements."""

from __future__ import annotations

from collections.abc import Callable
from typing import assert_never

from refute.frontend.problems import Problems
from refute.frontend.symbols import Symbol, word
from refute.languages.fmsl import syntax
from refute.languages.fmsl.syntax import Expression, Statement
from refute.languages.fmsl.typecheck import calls, wanted
from refute.languages.fmsl.typecheck.context import Kind, Local, Scope, Signature, Typing
from refute.languages.fmsl.typecheck.names import Names
from refute.languages.fmsl.typecheck.objects import confused, resolve, unfinished
from refute.languages.fmsl.typecheck.operators import binary, unary
from refute.languages.fmsl.types import (
    ANY,
    BOOLEAN,
    INTEGER,
    REAL,
    STRING,
    AnyType,
    ListOf,
    Named,
    Objects,
    Part,
    TupleOf,
    Type,
    Union,
    show_tight,
    show_type,
)
from refute.record import record
from refute.source import Span

Globals = Callable[[syntax.Name, str], Local | None]
"""Finds the meaning of a name that is not local, seen from a module; None if there is none."""

Operations = Callable[[syntax.Call, str], Signature | None]
"""Finds the operation of a call, seen from a module; reports an error if there is none."""


@record
class Expressions:
    """Infers the types of the expressions of one module, and reports ill-typed ones."""

    objects: Objects
    names: Names
    problems: Problems
    typing: Typing
    module: str
    global_name: Globals
    operation: Operations

    def infer(self, expression: Expression, scope: Scope) -> Type:
        """The recorded type of an expression; an ill-typed one gets a type that fits everything."""
        return self.typing.note(expression, self._infer(expression, scope))

    def expect(self, expression: Expression, of: Type, scope: Scope, why: str) -> Type:
        """The type of an expression, which must fit another."""
        if wanted.adopts(self, expression, of):
            adopted = wanted.adopt(self, expression, of, scope, why)
            if adopted is not None:
                return adopted
        found = self.infer(expression, scope)
        if not self.objects.fits(found, of):
            message = f"{why} must be {show_type(of)}, and this is {show_type(found)}"
            self.problems.error("FM020", message, expression.span)
        else:
            wanted.convert(self, expression, found, of)
        return found

    def expect_condition(self, expression: Expression, scope: Scope) -> None:
        """Check that an expression is a condition."""
        self.expect(expression, BOOLEAN, scope, "a condition")

    def _infer(self, expression: Expression, scope: Scope) -> Type:
        match expression:
            case syntax.Integer():
                return INTEGER
            case syntax.Real():
                return REAL
            case syntax.Text():
                return STRING
            case syntax.Boolean():
                return BOOLEAN
            case syntax.Nil():
                return ANY
            case syntax.Unfinished():
                unfinished(expression, self.problems)
                return ANY
            case syntax.Name():
                return self.name(expression, scope)
            case syntax.ListOf(items):
                return ListOf(self._common(items, scope))
            case syntax.TupleOf(()):
                return ANY
            case syntax.TupleOf(items):
                return TupleOf(tuple(Part("", self.infer(each, scope)) for each in items))
            case syntax.Labelled():
                return wanted.misplaced(self, expression, scope)
            case syntax.Range(low, high):
                self.expect(low, INTEGER, scope, "the start of a range")
                self.expect(high, INTEGER, scope, "the end of a range")
                return ListOf(INTEGER)
            case syntax.Unary(operator, operand):
                found = self.infer(operand, scope)
                of = unary(self.objects, operator, found)
                return self._operated(of, f"{operator} {show_tight(found)}", expression.span)
            case syntax.Binary():
                return self._binary(expression, scope)
            case syntax.If():
                return self._if(expression, scope)
            case syntax.Field(subject, field):
                qualified = self._in_module(expression, scope)
                if qualified is not None:
                    return qualified
                found = self.infer(subject, scope)
                self._component(found, field, expression.span, subject.span)
                return self._field(found, field, expression.span)
            case syntax.Select(subject, index):
                self.expect(index, INTEGER, scope, "an index")
                return self._element(self.infer(subject, scope), subject.span)
            case syntax.Slice(subject, low, high):
                self.expect(low, INTEGER, scope, "the start of a selection")
                self.expect(high, INTEGER, scope, "the end of a selection")
                found = self.infer(subject, scope)
                self._element(found, subject.span)
                return found
            case syntax.Call():
                return calls.call_type(self, expression, scope)
            case syntax.Validate():
                return calls.validation(self, expression, scope)
            case syntax.Bounded() | syntax.Unbounded():
                return self._quantified(expression, scope)
            case syntax.Sequence(statements):
                return self.statements(statements, scope)
            case _:
                assert_never(expression)

    def name(self, name: syntax.Name, scope: Scope) -> Type:
        """The type of the meaning of a name."""
        local = scope.get(name.name)
        if local is not None:
            local.used = True
            if local.symbol is not None:
                self.names.found.symbols.use(word(name.span, name.name), local.symbol)
            return local.type
        found = self.global_name(name, self.module)
        if found is not None:
            return found.type
        if self.objects.is_value(name.name):
            self.names.find(self.names.objects, name.name, self.module, name.span)
            return Named(name.name)
        if name.name in self.names.objects:
            message = f"`{name.name}` is an object, not a value"
            advice = "name a value of it, such as an input, or write `forall (x:…)`"
            self.problems.error("FM010", message, name.span, advice=advice)
            return ANY
        known = {*scope, *self.names.others}
        if name.name.rstrip("'") in scope:
            advice = f"name an output so: `outputs: {name.name}:…;`"
            message = f"there is no value `{name.name}`"
            self.problems.error("FM010", message, name.span, advice=advice)
        else:
            self.problems.unknown("FM010", "value", name.name, name.span, known)
        return ANY

    def _common(self, items: tuple[Expression, ...], scope: Scope) -> Type:
        """The type that all items of a list fit."""
        common: Type = ANY
        types = [self.infer(item, scope) for item in items]
        for item, found in zip(items, types, strict=True):
            joined = self.objects.join(common, found)
            if joined is None:
                message = f"a list of {show_type(common)} cannot hold {show_type(found)}"
                advice = wanted.apart(self, common, found, "give it a type: `let l:{}* = […]`")
                self.problems.error("FM020", message, item.span, advice=advice)
            else:
                common = joined
        for item, found in zip(items, types, strict=True):
            wanted.convert(self, item, found, common)
        return common

    def _operated(self, of: Type | None, shown: str, span: Span, advice: str = "") -> Type:
        if of is None:
            self.problems.error("FM021", f"`{shown}` has no meaning", span, advice=advice)
            return ANY
        return of

    def _binary(self, expression: syntax.Binary, scope: Scope) -> Type:
        left, right = wanted.operands(self, expression, scope)
        of = binary(self.objects, expression.operator, left, right)
        shown = f"{show_tight(left)} {expression.operator} {show_tight(right)}"
        if of is not None:
            wanted.agree(self, expression, left, right)
        braces = expression.operator == "in" and isinstance(expression.right, syntax.TupleOf)
        advice = "a list is written in brackets: `[1, 2, 3]`" if braces else ""
        if expression.operator in {"=", "!="}:
            advice = "compare values of one object, or components of them: `a.name = b.name`"
        return self._operated(of, shown, expression.span, advice)

    def _if(self, expression: syntax.If, scope: Scope) -> Type:
        self.expect_condition(expression.condition, scope)
        then = self.infer(expression.then, scope)
        if expression.otherwise is None:
            return then
        otherwise = self.infer(expression.otherwise, scope)
        joined = self.objects.join(then, otherwise)
        if joined is None:
            message = f"one branch is {show_type(then)}, the other {show_type(otherwise)}"
            advice = wanted.apart(self, then, otherwise, "give it a type: `let x:{} = if …`")
            self.problems.error("FM020", message, expression.span, advice=advice)
            return ANY
        wanted.convert(self, expression.then, then, joined)
        wanted.convert(self, expression.otherwise, otherwise, joined)
        return joined

    def _in_module(self, expression: syntax.Field, scope: Scope) -> Type | None:
        """The type of a value that is qualified by its module; None for a component."""
        match expression:
            case syntax.Field(syntax.Name(owner), str(name)) if owner in self.names.modules:
                if owner in scope or owner in self.names.others:
                    return None
                span = expression.span
                table = self.names.others if name in self.names.others else self.names.objects
                if self.names.find(table, name, self.module, span, owner) is None:
                    return ANY
                self.typing.qualified.add(id(expression))
                return self.name(syntax.Name(name, span=span), {})
        return None

    def _component(self, of: Type, field: str | int, span: Span, subject: Span) -> None:
        """Record a selected component; one without a name is called like its object."""
        if not isinstance(field, int):
            self.component_used(of, field, span, subject.end - span.start)

    def component_used(self, of: Type, field: str, span: Span, skip: int) -> None:
        """Note that a component name occurs in a span, after the first characters of it."""
        symbol = self.component(of, field)
        if symbol is not None:
            self.names.found.symbols.use(word(span, field, skip), symbol)
        elif self.objects.part(of, field) is not None:
            self.names.found.use(field, span, "object", skip)

    def component(self, of: Type, name: str) -> Symbol | None:
        """The component of a type with a name: that of an object, or of one that it extends."""
        owner = ""
        while isinstance(of, Named):
            owner, of = of.name, self.objects.definitions.get(of.name) or ANY
        return self.names.found.component(self.names.family(owner), name)

    def _field(self, subject: Type, field: str | int, span: Span) -> Type:
        if subject == ANY:
            return ANY
        part = self.objects.part(subject, field)
        if part is not None:
            self._told_apart(subject, field, part[0], span)
            return part[1]
        match self.objects.structure(subject):
            case Union() as union if not self.problems.mistakes.advice_for(str(field), ()):
                message = f"there is no alternative of {show_type(subject)} with the name `{field}`"
                advice = wanted.alternatives_of(union)
                self.problems.error("FM022", message, span, advice=advice)
            case TupleOf(parts) | Union(parts):
                known = [each.name for each in parts if each.name]
                what = f"component of {show_type(subject)} with the name"
                self.problems.unknown("FM022", what, str(field), span, known)
            case _:
                message = f"{show_type(subject)} has no components"
                advice = self.problems.mistakes.advice_for(str(field), ())
                self.problems.error("FM022", message, span, advice=advice)
        return ANY

    def _told_apart(self, of: Type, field: str | int, position: int, span: Span) -> None:
        other = confused(self.objects, of, position)
        if other is not None:
            known = f"`{other.name}`" if other.name else show_type(other.type)
            message = f"a value of {known} is also taken for one of `{field}`"
            advice = 'give both a component of its own text, such as `kind:"circle"`'
            self.problems.warning("FM035", message, span, advice)

    def _element(self, subject: Type, span: Span) -> Type:
        """The type of items selected from a type."""
        match self.objects.structure(subject):
            case ListOf(element):
                return element
            case AnyType():
                return ANY
            case other if other == STRING:
                return STRING
            case _:
                message = f"nothing can be selected from {show_type(subject)}"
                self.problems.error("FM021", message, span)
                return ANY

    # Quantifiers and statements

    def _quantified(self, expression: syntax.Bounded | syntax.Unbounded, scope: Scope) -> Type:
        of = self._range(expression, scope)
        bound = self._bound(expression.variable, expression, of, Kind.QUANTIFIED, expression.span)
        inner = {**scope, expression.variable: bound}
        if isinstance(expression, syntax.Unbounded) and expression.condition is not None:
            self.expect(expression.condition, BOOLEAN, inner, "a condition")
        self.expect(expression.body, BOOLEAN, inner, "what is quantified")
        if not bound.used:
            message = f"`{expression.variable}` does not occur in what is quantified"
            self.problems.error("FM024", message, expression.span)
        return BOOLEAN

    def _range(self, expression: syntax.Bounded | syntax.Unbounded, scope: Scope) -> Type:
        """The type of the variable that a quantifier binds."""
        if isinstance(expression, syntax.Unbounded):
            return resolve(expression.type, self.names, self.module)
        found = self.infer(expression.collection, scope)
        match self.objects.structure(found):
            case ListOf(element):
                return element
            case AnyType():
                return ANY
            case _:
                message = f"a list is wanted here, and this is {show_type(found)}"
                self.problems.error("FM020", message, expression.collection.span)
                return ANY

    def statements(self, statements: tuple[Statement, ...], scope: Scope) -> Type:
        """The type of the last of some statements; their bindings are in scope after them."""
        inner = dict(scope)
        found: Type = ANY
        for each in statements:
            found = self.statement(each, inner)
        return found

    def statement(self, statement: Statement, scope: dict[str, Local]) -> Type:
        """The type of a statement; adds its binding."""
        match statement:
            case syntax.Let(name, _, _):
                of = self.declared(statement, scope)
                scope[name] = self._bound(name, statement, of, Kind.LET)
            case syntax.Variable(name, _, _):
                of = self.declared(statement, scope)
                scope[name] = self._bound(name, statement, of, Kind.VARIABLE)
            case syntax.Set(target, value):
                of = self._set(target, value, scope)
            case _:
                return self.infer(statement, scope)
        return self.typing.note(statement, of)

    def _bound(
        self, name: str, node: syntax.Node, of: Type, kind: Kind, scope: Span | None = None
    ) -> Local:
        """A name bound by a quantifier or a statement; that of a statement is known after it."""
        source = node.span.source
        span = word(node.span, name, 3)
        visible = scope or source.span(node.span.end, len(source.text))
        symbol = self.names.found.local(name, span, kind, visible, lambda: show_type(of))
        return Local(of, kind, symbol)

    def declared(
        self, declaration: syntax.Let | syntax.Variable | syntax.Value, scope: Scope
    ) -> Type:
        """The type of a name with a value: the written one, else that of the value."""
        if declaration.type is None:
            return self.infer(declaration.value, scope)
        written = resolve(declaration.type, self.names, self.module)
        if declaration.value is None:
            return written
        self.expect(declaration.value, written, scope, f"`{declaration.name}`")
        return written

    def _set(self, target: Expression, value: Expression, scope: Scope) -> Type:
        of = self.infer(target, scope)
        root = target
        while isinstance(root, syntax.Field | syntax.Select):
            root = root.subject
        assert isinstance(root, syntax.Name)
        local = scope.get(root.name) or self.global_name(root, self.module)
        if local is not None and local.kind is not Kind.VARIABLE:
            message = f"`{root.name}` cannot be set: it is no variable"
            self.problems.error("FM025", message, root.span, advice="declare it with `var`")
        self.expect(value, of, scope, "the new value")
        return of
