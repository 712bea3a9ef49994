"""Types of programs: the simply typed host language with references and tasks (Figures 5, 6)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TypeAlias

from refute.diagnostics import Diagnostic, InputError, Label, error
from refute.frontend.mistakes import Mistakes
from refute.frontend.problems import Problems
from refute.frontend.symbols import Symbol, Symbols, word
from refute.frontend.unify import Made, Mismatch, Unknown, resolve, unify
from refute.languages.workflow import syntax, types
from refute.languages.workflow.show import show_type
from refute.languages.workflow.syntax import Expression, Pattern, Type
from refute.languages.workflow.types import Inferred
from refute.record import record
from refute.source import Source, Span


@record
class _Local:
    """A name in scope: its type and its symbol."""

    shape: Inferred
    symbol: Symbol


_Scope: TypeAlias = Mapping[str, _Local]

_MISTAKES = Mistakes(Path(__file__).parent)
_INT, _BOOL, _STRING, _UNIT = (Made(name) for name in ("Int", "Bool", "String", "Unit"))


@record
class Checked:
    """A program whose types fit: its parts, and the types that running it needs."""

    program: syntax.Program
    definitions: tuple[syntax.Definition, ...]
    task: syntax.TaskDeclaration
    value: Type
    types: Mapping[int, Type]

    def type_of(self, node: syntax.ListOf | syntax.Edit | syntax.Shared) -> Type:
        """The type of the items of a list, or of the value of an editor."""
        return self.types[id(node)]

    @property
    def claims(self) -> list[syntax.Claim]:
        """The properties and reachable claims, in order."""
        return [
            each
            for each in self.program.declarations
            if isinstance(each, syntax.Property | syntax.Reachable)
        ]


def typecheck(program: syntax.Program, source: Source) -> Checked:
    """The checked program, or an InputError with everything that is wrong (TH010 to TH017)."""
    task = _only_task(program, source)
    checker = _Checker(source)
    value = checker.program(program)
    checker.problems.refuse()
    closed = {key: types.close(shape) for key, shape in checker.types.items()}
    definitions = [each for each in program.declarations if isinstance(each, syntax.Definition)]
    return Checked(program, tuple(definitions), task, types.close(value), closed)


def examine(program: syntax.Program, source: Source) -> tuple[Symbols, list[Diagnostic]]:
    """The symbols of a program, whether it is right or not, and what is wrong with it."""
    checker = _Checker(source)
    checker.program(program)
    try:
        _only_task(program, source)
    except InputError as failure:
        checker.problems.found.extend(failure.diagnostics)
    return checker.symbols, checker.problems.found


def check_input(expression: Expression, wanted: Type) -> Checked:
    """A value that a user wrote, checked against the type of its editor, or an InputError."""
    checker = _Checker(expression.span.source)
    checker.expect(expression, types.inferred(wanted), {})
    checker.settle()
    checker.problems.refuse()
    task = syntax.TaskDeclaration(syntax.NamePattern("input"), expression)
    closed = {key: types.close(shape) for key, shape in checker.types.items()}
    return Checked(syntax.Program((task,)), (), task, wanted, closed)


def _only_task(program: syntax.Program, source: Source) -> syntax.TaskDeclaration:
    tasks = [each for each in program.declarations if isinstance(each, syntax.TaskDeclaration)]
    if not tasks:
        message = f"`{source.name}` has no task"
        raise InputError([error("TH015", message, advice="add one: `task main = …`")])
    if len(tasks) > 1:
        first, second = (each.name.span for each in tasks[:2])
        labels = Label(second, "this is another"), (Label(first, "this is the first"),)
        advice = "make a definition of it: `def …`"
        raise InputError([Diagnostic("TH015", "a file has one task", *labels, advice)])
    return tasks[0]


_KINDS: dict[str, tuple[Callable[[Type], bool], str]] = {
    "basic": (types.is_basic, "only values without functions, tasks and references"),
    "observable": (types.is_observable, "only values without functions and tasks"),
    "ordered": (lambda shape: shape in (syntax.INT, syntax.STRING), "only Int and String"),
    "sequence": (
        lambda shape: shape == syntax.STRING or shape.name == syntax.LIST,
        "only lists and String",
    ),
}
"""What may be required of a type, and how to say it."""

_DEFAULTS = {"ordered": _INT, "sequence": Made(syntax.LIST, (_UNIT,))}


class _Checker:
    """Collects types and diagnostics; goes on after an error."""

    def __init__(self, source: Source) -> None:
        self.symbols = Symbols(source, "--")
        self.types: dict[int, Inferred] = {}
        self.problems = Problems(_MISTAKES)
        self._required: list[tuple[Inferred, str, Span]] = []
        self._in_claim = False

    def program(self, program: syntax.Program) -> Inferred:
        """Check every declaration; the type of the task's value."""
        value: Inferred = Unknown()
        globals_: dict[str, _Local] = {}
        declared: dict[str, syntax.NamePattern] = {}
        for each in program.declarations:
            self.declare(declared, each.name)
        for each in program.declarations:
            if isinstance(each, syntax.Definition):
                shape = self.infer(each.body, globals_)
                globals_ = {**globals_, each.name.name: self._local(each, shape, "definition")}
            elif isinstance(each, syntax.TaskDeclaration):
                self.expect(each.body, Made(syntax.TASK, (value,)), globals_)
                self.require(value, "observable", each.name.span)
                self._local(each, Made(syntax.TASK, (value,)), "task")
        for each in program.declarations:
            match each:
                case syntax.Property() | syntax.Reachable():
                    self.claim(each, value, globals_)
                    self._local(each, _BOOL, "property")
                case syntax.Finishes():
                    self._local(each, _BOOL, "property")
        self.settle()
        return value

    def _local(self, declaration: syntax.Declaration, shape: Inferred, kind: str) -> _Local:
        """What is declared, known from the end of its declaration on."""
        source = self.symbols.source
        scope = source.span(declaration.span.end, len(source.text))
        name = declaration.name
        symbol = self._symbol(name.name, name.span, kind, scope, shape)
        symbol.documentation = self.symbols.comment_above(name.span)
        return _Local(shape, symbol)

    def _symbol(self, name: str, span: Span, kind: str, scope: Span, shape: Inferred) -> Symbol:
        return self.symbols.define(
            name, span, kind, scope, lambda: show_type(types.describe(shape))
        )

    def declare(self, declared: dict[str, syntax.NamePattern], name: syntax.NamePattern) -> None:
        """Note a name at the top of the file; a second use of it is TH014."""
        before = declared.setdefault(name.name, name)
        if before is not name:
            message, first = f"`{name.name}` is declared twice", Label(before.span, "here first")
            self.problems.error("TH014", message, name.span, also=first)

    def claim(self, claim: syntax.Claim, value: Inferred, names: _Scope) -> None:
        """A property or reachable claim: a truth about the value of the task."""
        self._in_claim = True
        bound: dict[str, _Local] = {}
        if claim.parameters:
            shapes = [self.bind(each, bound, claim.body.span) for each in claim.parameters]
            shape = shapes[0] if len(shapes) == 1 else Made(syntax.TUPLE, tuple(shapes))
            self._fit(claim, shape, value)
        self._check_distinct(claim.parameters)
        self.expect(claim.body, _BOOL, {**names, **bound})
        self._in_claim = False

    def _fit(self, claim: syntax.Claim, shape: Inferred, value: Inferred) -> None:
        try:
            unify(shape, value)
        except Mismatch:
            actual = show_type(types.describe(value))
            self.problems.error(
                "TH017",
                f"`{claim.name.name}` does not fit the value of the task, which is {actual}",
                claim.parameters[0].span.to(claim.parameters[-1].span),
                f"this fits {show_type(types.describe(shape))}",
            )

    def settle(self) -> None:
        """Check what was required of types, now that they are known (TH012, TH013)."""
        for shape, kind, _ in self._required:
            if isinstance(prune := resolve(shape), Unknown) and kind in _DEFAULTS:
                unify(prune, _DEFAULTS[kind])
        for shape, kind, span in self._required:
            fits, allowed = _KINDS[kind]
            closed = types.close(shape)
            if not fits(closed):
                code = "TH013" if kind in _DEFAULTS else "TH012"
                label = f"this is {show_type(closed)}"
                self.problems.error(code, f"{allowed} can stand here", span, label)

    def require(self, shape: Inferred, kind: str, span: Span) -> None:
        """Demand later that a type is of a kind."""
        self._required.append((shape, kind, span))

    def expect(self, expression: Expression, wanted: Inferred, names: _Scope) -> None:
        """Check that an expression has a type (TH010)."""
        found = self.infer(expression, names)
        try:
            unify(wanted, found)
        except Mismatch:
            expected, actual = (show_type(types.describe(each)) for each in (wanted, found))
            message = f"expected {expected}, found {actual}"
            self.problems.error("TH010", message, expression.span, f"this is {actual}")

    def bind(self, pattern: Pattern, names: dict[str, _Local], scope: Span) -> Inferred:
        """The type of a pattern; adds its names, which are known in a scope."""
        if isinstance(pattern, syntax.TuplePattern):
            parts = tuple(self.bind(each, names, scope) for each in pattern.items)
            return Made(syntax.TUPLE, parts)
        shape = types.inferred(pattern.annotation) if pattern.annotation else Unknown()
        span = word(pattern.span, pattern.name)
        symbol = self._symbol(pattern.name, span, "variable", scope, shape)
        names[pattern.name] = _Local(shape, symbol)
        return shape

    def _check_distinct(self, patterns: tuple[Pattern, ...]) -> None:
        seen: dict[str, syntax.NamePattern] = {}
        for pattern in patterns:
            for name in syntax.pattern_names(pattern):
                self.declare(seen, name)

    def infer(self, expression: Expression, names: _Scope) -> Inferred:
        """The type of an expression."""
        match expression:
            case syntax.Integer():
                return _INT
            case syntax.Boolean():
                return _BOOL
            case syntax.Text():
                return _STRING
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
                self.expect(condition, _BOOL, names)
                shape = self.infer(then, names)
                self.expect(otherwise, shape, names)
                return shape
            case syntax.TupleOf(items):
                shapes = tuple(self.infer(each, names) for each in items)
                return Made(syntax.TUPLE, shapes) if shapes else _UNIT
            case syntax.ListOf(items):
                return self._list(expression, items, names)
            case syntax.Annotated(inner, annotation):
                self.expect(inner, types.inferred(annotation), names)
                return types.inferred(annotation)
            case syntax.Unary(operator, operand):
                return self._unary(operator, operand, names)
            case syntax.Binary(operator, left, right):
                return self._binary(operator, left, right, names)
            case syntax.Inputs(wanted):
                return self._inputs(expression, wanted)
            case _:
                return Made(syntax.TASK, (self._task(expression, names),))

    def _name(self, expression: syntax.Name, name: str, names: _Scope) -> Inferred:
        if name in names:
            self.symbols.use(word(expression.span, name), names[name].symbol)
            return names[name].shape
        message, advice = f"nothing is called `{name}` here", _MISTAKES.advice_for(name, names)
        self.problems.error("TH011", message, expression.span, advice=advice)
        return Unknown()

    def _apply(self, function: Expression, argument: Expression, names: _Scope) -> Inferred:
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
        self, expression: syntax.ListOf, items: tuple[Expression, ...], names: _Scope
    ) -> Inferred:
        shape: Inferred = self.infer(items[0], names) if items else Unknown()
        for each in items[1:]:
            self.expect(each, shape, names)
        self.types[id(expression)] = shape
        self.require(shape, "basic", expression.span)
        return Made(syntax.LIST, (shape,))

    def _inputs(self, expression: syntax.Inputs, wanted: Type | None) -> Inferred:
        if not self._in_claim:
            message = "`inputs` has a meaning only in a property"
            self.problems.error("TH016", message, expression.span)
        return Made(syntax.LIST, (types.inferred(wanted) if wanted else _STRING,))

    def _unary(self, operator: str, operand: Expression, names: _Scope) -> Inferred:
        part: Inferred = Unknown()
        match operator:
            case "not":
                self.expect(operand, _BOOL, names)
                return _BOOL
            case "-":
                self.expect(operand, _INT, names)
                return _INT
            case "len":
                part = self.infer(operand, names)
                self.require(part, "sequence", operand.span)
                return _INT
            case "uniq":
                self.expect(operand, Made(syntax.LIST, (part,)), names)
                return _BOOL
            case "head" | "tail":
                self.expect(operand, Made(syntax.LIST, (part,)), names)
                return part if operator == "head" else Made(syntax.LIST, (part,))
            case "fst" | "snd":
                other = Unknown()
                parts = (part, other) if operator == "fst" else (other, part)
                self.expect(operand, Made(syntax.TUPLE, parts), names)
                return part
            case "ref":
                self.expect(operand, part, names)
                self.require(part, "basic", operand.span)
                return Made(syntax.REFERENCE, (part,))
            case _:
                self.expect(operand, Made(syntax.REFERENCE, (part,)), names)
                return part

    def _binary(
        self, operator: str, left: Expression, right: Expression, names: _Scope
    ) -> Inferred:
        match operator:
            case "and" | "or" | "==>":
                wanted: Inferred = _BOOL
                result: Inferred = _BOOL
            case "+" | "-" | "*" | "/" | "min" | "max":
                wanted = result = _INT
            case "in":
                wanted, result = self.infer(left, names), _BOOL
                self.expect(right, Made(syntax.LIST, (wanted,)), names)
                return result
            case "::":
                wanted = self.infer(left, names)
                self.require(wanted, "basic", left.span)
                result = Made(syntax.LIST, (wanted,))
                self.expect(right, result, names)
                return result
            case ":=":
                wanted = Unknown()
                self.expect(left, Made(syntax.REFERENCE, (wanted,)), names)
                self.expect(right, wanted, names)
                return _UNIT
            case _:
                wanted = self.infer(left, names)
                kind = "sequence" if operator == "++" else "ordered"
                self.require(wanted, "basic" if operator in {"==", "!="} else kind, left.span)
                self.expect(right, wanted, names)
                return wanted if operator == "++" else _BOOL
        self.expect(left, wanted, names)
        self.expect(right, wanted, names)
        return result

    def _task(self, expression: Expression, names: _Scope) -> Inferred:
        """The type of the values of a task."""
        value: Inferred = Unknown()
        match expression:
            case syntax.Edit(inner):
                value = self.types[id(expression)] = self.infer(inner, names)
                self.require(value, "observable", inner.span)
            case syntax.Enter(wanted):
                value = types.inferred(wanted)
                self.require(value, "basic", wanted.span)
            case syntax.Shared(reference):
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
                self.expect(condition, _BOOL, names)
                self.expect(task, Made(syntax.TASK, (value,)), names)
            case _:
                raise AssertionError(f"no task: {expression}")
        return value
