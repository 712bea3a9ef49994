"""Types of programs: the simply typed host language with references and tasks (Figures 5, 6)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import field, fields, replace
from pathlib import Path
from typing import Any, TypeAlias

from refute.diagnostics import Diagnostic, InputError, Label, did_you_mean, error
from refute.frontend.mistakes import Mistakes
from refute.frontend.node import children, walk
from refute.frontend.problems import Problems
from refute.frontend.symbols import Symbol, Symbols, word
from refute.frontend.unify import Made, Mismatch, Unknown, resolve, unify, unknowns
from refute.languages.workflow import syntax, types
from refute.languages.workflow.declared import DeclaredTypes, field_of
from refute.languages.workflow.library import needed
from refute.languages.workflow.names import Names
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
    generic: _Generic | None = None
    instance: str = ""
    seen: bool = True


@record
class _Generic:
    """A function with types that are still open, which are found anew wherever it is used."""

    definition: syntax.Definition
    names: Mapping[str, _Local]


_Scope: TypeAlias = Mapping[str, _Local]

_MISTAKES = Mistakes(Path(__file__).parent)
_INT, _BOOL, _STRING, _UNIT = (Made(name) for name in ("Int", "Bool", "String", "Unit"))
_DECIMAL = Made("Decimal")


@record
class Checked:
    """A program whose types fit: its parts, and the types that running it needs."""

    program: syntax.Program
    definitions: tuple[syntax.Definition, ...]
    task: syntax.TaskDeclaration
    value: Type
    types: Mapping[int, Type]
    declared: DeclaredTypes
    tasks: Mapping[str, Type] = field(default_factory=dict)
    """The types of the values of the tasks that claims compare."""
    tells_time: bool = False
    instances: Mapping[int, str] = field(default_factory=dict)
    """For a name that stands for an instance of a definition, the name of that."""
    """Whether something depends on the day, so that days can pass at any time."""

    def type_of(self, node: syntax.Node) -> Type:
        """The type of the items of a list, of the value of an editor, of what a case is about."""
        return self.types[id(node)]

    @property
    def bodies(self) -> list[Expression]:
        """What is written in the definitions and the task, each once."""
        return [
            each.body
            for each in self.program.declarations
            if isinstance(each, syntax.Definition | syntax.TaskDeclaration)
        ]

    @property
    def users(self) -> dict[str, tuple[str, ...]]:
        """The roles of each user."""
        declarations = self.program.declarations
        return {
            each.name.name: each.roles for each in declarations if isinstance(each, syntax.User)
        }

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
    closed = {key: checker.close(shape) for key, shape in checker.types.items()}
    definitions = [
        each
        for one in (*needed(program.declarations), *program.declarations)
        if isinstance(one, syntax.Definition)
        for each in (one, *checker.made.get(one.name.name, ()))
    ]
    compared = {name: checker.close(shape) for name, shape in checker.compared.items()}
    return Checked(
        program,
        tuple(definitions),
        task,
        checker.close(value),
        closed,
        checker.declared,
        compared,
        any(isinstance(node, syntax.Today) for node in walk(program)),
        checker.instances,
    )


def examine(program: syntax.Program, source: Source) -> tuple[Symbols, list[Diagnostic]]:
    """The symbols of a program, whether it is right or not, and what is wrong with it."""
    checker = _Checker(source)
    checker.program(program)
    try:
        _only_task(program, source)
    except InputError as failure:
        checker.problems.found.extend(failure.diagnostics)
    return checker.symbols, checker.problems.found


def check_input(expression: Expression, wanted: Type, declared: DeclaredTypes) -> Checked:
    """A value that a user wrote, checked against the type of its editor, or an InputError."""
    checker = _Checker(expression.span.source)
    checker.declared = declared
    checker.expect(expression, types.inferred(wanted), {})
    checker.settle()
    checker.problems.refuse()
    task = syntax.TaskDeclaration(syntax.NamePattern("input"), expression)
    closed = {key: checker.close(shape) for key, shape in checker.types.items()}
    return Checked(syntax.Program((task,)), (), task, wanted, closed, declared)


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


def _task_advice(expression: Expression, wanted: Inferred, found: Inferred) -> str:
    """What to write where a value stands in the place of a task."""
    needed, given = resolve(wanted), resolve(found)
    if not isinstance(needed, Made) or needed.name != syntax.TASK:
        return ""
    if not isinstance(given, Made) or given.name in {syntax.TASK, syntax.ARROW}:
        return ""
    text = " ".join(expression.span.text.split())
    shown = text if len(text) <= 40 else "…"
    return f"a task that has this value: `edit ({shown})`, or `view ({shown})` to show it only"


MOST_INSTANCES = 2_000
"""Maximum number of uses of functions with open types."""


def _at_once(expression: syntax.Node) -> Iterator[syntax.Node]:
    """The parts of an expression that are surely evaluated with it."""
    yield expression
    match expression:
        case syntax.Step(task):
            inner: Iterable[syntax.Node] = (task,)
        case syntax.Within(days, task):
            inner = (days, task)
        case syntax.If(condition):
            inner = (condition,)
        case syntax.Case(subject):
            inner = (subject,)
        case syntax.Pick() | syntax.Choose():
            inner = ()
        case _:
            inner = children(expression)
    for each in inner:
        yield from _at_once(each)


def copied(node: Any) -> Any:
    """A tree with nodes of its own."""
    if isinstance(node, tuple):
        return tuple(map(copied, node))
    if not isinstance(node, syntax.Node) or isinstance(node, Type):
        return node
    parts = {each.name: copied(getattr(node, each.name)) for each in fields(node)}
    return type(node)(**parts)


def labels_of(program: syntax.Program) -> list[str]:
    """All labels of tasks and buttons, in order."""
    found: dict[str, None] = {}
    for node in walk(program):
        if isinstance(node, syntax.Labelled | syntax.Button):
            found[node.label] = None
    return list(found)


def roles_of(program: syntax.Program) -> set[str]:
    """All roles that tasks or users have."""
    assigned = {node.role for node in walk(program) if isinstance(node, syntax.Assigned)}
    users = (each for each in program.declarations if isinstance(each, syntax.User))
    return assigned.union(*(each.roles for each in users))


_KINDS: dict[str, tuple[Callable[[Type], bool], str]] = {
    "basic": (types.is_basic, "only values without functions, tasks and references"),
    "observable": (types.is_observable, "only values without functions and tasks"),
    "ordered": (
        lambda shape: shape in (syntax.INT, syntax.DECIMAL, syntax.STRING),
        "only Int, Decimal and String",
    ),
    "number": (lambda shape: shape in (syntax.INT, syntax.DECIMAL), "only Int and Decimal"),
    "sequence": (
        lambda shape: shape == syntax.STRING or shape.name == syntax.LIST,
        "only lists and String",
    ),
}
"""What may be required of a type, and how to say it."""

_DEFAULTS = {"ordered": _INT, "number": _INT, "sequence": Made(syntax.LIST, (_UNIT,))}


class _Checker:
    """Collects types and diagnostics; goes on after an error."""

    def __init__(self, source: Source) -> None:
        self.symbols = Symbols(source, "--")
        self._names = Names(self.symbols)
        self.types: dict[int, Inferred] = {}
        self.problems = Problems(_MISTAKES)
        self._required: list[tuple[Inferred, str, Span]] = []
        self._in_claim = False
        self.declared = DeclaredTypes((), self.problems)
        self.compared: dict[str, Inferred] = {}
        self.made: dict[str, list[syntax.Definition]] = {}
        self.instances: dict[int, str] = {}
        self._depth = 0

    def program(self, program: syntax.Program) -> Inferred:
        """Check every declaration; the type of the task's value."""
        value: Inferred = Unknown()
        globals_: dict[str, _Local] = {}
        declared: dict[str, syntax.NamePattern] = {}
        self.declared = DeclaredTypes(program.declarations, self.problems)
        self.declared.check()
        self._names = Names(self.symbols, program.declarations)
        for each in program.declarations:
            if not isinstance(each, syntax.TypeDeclaration | syntax.Alias | syntax.Compare):
                self.declare(declared, each.name)
        with self._unseen():
            for library in needed(program.declarations):
                local = replace(self.define(library, globals_), seen=False)
                globals_ = {**globals_, library.name.name: local}
        for each in program.declarations:
            if isinstance(each, syntax.Definition):
                globals_ = {**globals_, each.name.name: self.define(each, globals_)}
            elif isinstance(each, syntax.TaskDeclaration):
                self.expect(each.body, Made(syntax.TASK, (value,)), globals_)
                self.require(value, "observable", each.name.span)
                self._local(each, Made(syntax.TASK, (value,)), "task")
        for each in program.declarations:
            match each:
                case syntax.Property() | syntax.Reachable():
                    self.claim(each, value, globals_)
                    self._local(each, _BOOL, "property")
                case syntax.Invariant(_, body):
                    self.expect(body, _BOOL, globals_)
                    self._local(each, _BOOL, "property")
                case syntax.Order(_, _, event, _, other):
                    self.order(each)
                    self.event(event, program, globals_)
                    if other is not None:
                        self.event(other, program, globals_)
                    self._local(each, _BOOL, "property")
                case syntax.Only():
                    self.only(each, program)
                    self._local(each, _BOOL, "property")
                case syntax.Compare():
                    self.compare(each, globals_)
                case syntax.Finishes():
                    self._local(each, _BOOL, "property")
        self.settle()
        return value

    def define(self, definition: syntax.Definition, names: _Scope) -> _Local:
        """A definition, which may mention itself behind a step."""
        name, shape = definition.name, Unknown()
        local = self._local(definition, shape, "definition")
        self._check_guarded(definition)
        self.expect(definition.body, shape, {**names, name.name: local})
        if isinstance(definition.body, syntax.Lambda) and any(True for _ in unknowns(shape)):
            return replace(local, generic=_Generic(definition, names))
        return local

    def _check_guarded(self, definition: syntax.Definition) -> None:
        for node in _at_once(definition.body):
            if isinstance(node, syntax.Name) and node.name == definition.name.name:
                advice = "it may stand behind a step, `… >>= \\x. again x`, a button, or an `if`"
                message = f"`{node.name}` would have to be known before it is defined"
                self.problems.error("TH047", message, node.span, advice=advice)

    def _instance(self, expression: syntax.Name, generic: _Generic) -> Inferred:
        """The type of a use of a function with open types: of a copy that is its own."""
        made = self.made.setdefault(expression.name, [])
        name = f"{expression.name}#{len(made)}"
        body, shape = copied(generic.definition.body), Unknown()
        made.append(replace(generic.definition, name=syntax.NamePattern(name), body=body))
        self.instances[id(expression)] = name
        if sum(map(len, self.made.values())) > MOST_INSTANCES:
            message = f"definitions are used in more than {MOST_INSTANCES} ways"
            self.problems.error("TH048", message, expression.span)
            return Unknown()
        with self._unseen():
            own = self._symbol(name, expression.span, "definition", expression.span, shape)
            local = _Local(shape, own, instance=name)
            self.expect(body, shape, {**generic.names, expression.name: local})
        return shape

    @contextmanager
    def _unseen(self) -> Iterator[None]:
        """Note no symbols: of a library, or of a definition that was looked at before."""
        symbols, names = self.symbols, self._names
        self.symbols = Symbols(symbols.source, "--")
        self._names = Names(self.symbols)
        self._depth += 1
        yield
        self._depth -= 1
        self.symbols, self._names = symbols, names

    def order(self, claim: syntax.Order) -> None:
        """A claim about an order that has a meaning (TH046)."""
        advice = {
            ("always", ""): "an input that is always possible is no order; write `… before …`",
            ("eventually", "before"): "write `always … before …`",
        }.get((claim.quantifier, claim.relation))
        if advice:
            message = f"`{claim.quantifier}` has no meaning here"
            self.problems.error("TH046", message, claim.name.span, advice=advice)

    def event(self, event: syntax.Event, program: syntax.Program, names: _Scope) -> None:
        """An event: its label is somewhere in the tasks, and its condition fits the value."""
        labels = labels_of(program)
        if event.label not in labels:
            self._no_label(event.label, event.span, labels)
        roles = roles_of(program)
        if event.role and event.role not in roles:
            self.problems.unknown("TH042", "role", event.role, event.span, roles)
        elif event.role:
            self._names.roles((event.role,), event.span)
        if event.parameter is not None and event.condition is not None:
            bound: dict[str, _Local] = {}
            shape = self.bind(event.parameter, bound, event.condition.span)
            self.types[id(event)] = shape
            self.require(shape, "basic", event.span)
            self.expect(event.condition, _BOOL, {**names, **bound})

    def _no_label(self, label: str, span: Span, known: Collection[str]) -> None:
        advice = did_you_mean(label, known)
        if not advice:
            listed = ", ".join(f'`"{each}"`' for each in known)
            advice = (
                f"the labels are {listed}" if listed else 'label a task: `enter Int as "Amount"`'
            )
        self.problems.error("TH041", f'nothing has the label `"{label}"`', span, advice=advice)

    def only(self, claim: syntax.Only, program: syntax.Program) -> None:
        """Who may do something: roles or users that there are."""
        labels = labels_of(program)
        if claim.label not in labels:
            self._no_label(claim.label, claim.span, labels)
        known = roles_of(program) | {
            each.name.name for each in program.declarations if isinstance(each, syntax.User)
        }
        for each in claim.allowed:
            if each not in known:
                self.problems.unknown("TH042", "role or user", each, claim.span, known)
        self._names.allowed(claim)

    def compare(self, claim: syntax.Compare, names: _Scope) -> None:
        """Two tasks with values of one type."""
        value: Inferred = Unknown()
        for each in (claim.left, claim.right):
            self.expect(each, Made(syntax.TASK, (value,)), names)
            self.compared[each.name] = value
        self.require(value, "basic", claim.span)

    def close(self, shape: Inferred) -> Type:
        """A type that inference is done with."""
        return self.declared.resolve(types.close(shape))

    def written(self, shape: Type) -> Inferred:
        """A type that was written, for inference."""
        self._names.types(shape)
        return types.inferred(self.declared.resolve(shape))

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
            closed = self.close(shape)
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
            self.problems.error(
                "TH010",
                message,
                expression.span,
                f"this is {actual}",
                _task_advice(expression, wanted, found),
            )

    def bind(self, pattern: Pattern, names: dict[str, _Local], scope: Span) -> Inferred:
        """The type of a pattern; adds its names, which are known in a scope."""
        if isinstance(pattern, syntax.TuplePattern):
            parts = tuple(self.bind(each, names, scope) for each in pattern.items)
            return Made(syntax.TUPLE, parts)
        shape = self.written(pattern.annotation) if pattern.annotation else Unknown()
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
                return _DECIMAL
            case syntax.Today():
                return _INT
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

    def _name(self, expression: syntax.Name, name: str, names: _Scope) -> Inferred:
        if name in names:
            local = names[name]
            if local.seen and not self._depth:
                self.symbols.use(word(expression.span, name), local.symbol)
            if local.instance:
                self.instances[id(expression)] = local.instance
            if local.generic is not None:
                return self._instance(expression, local.generic)
            return local.shape
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
        return Made(syntax.LIST, (shape,))

    def _inputs(self, expression: syntax.Inputs, wanted: Type | None) -> Inferred:
        if not self._in_claim:
            message = "`inputs` has a meaning only in a property"
            self.problems.error("TH016", message, expression.span)
        shape = self.written(wanted) if wanted else _STRING
        self.types[id(expression)] = shape
        return Made(syntax.LIST, (shape,))

    # Declared types

    def _constructor(self, name: str, span: Span) -> tuple[Type, syntax.Constructor] | None:
        """The type of a constructor, and the constructor itself; TH043 when there is none."""
        found = self.declared.constructors.get(name)
        if found is None:
            known = self.declared.constructors
            advice = _MISTAKES.advice_for(name, known) or did_you_mean(name, known)
            message = f"there is no constructor `{name}`"
            advice = advice or "declare it: `type Answer = Yes | No`"
            self.problems.error("TH043", message, span, advice=advice)
            return None
        self._names.constructor(name, span)
        shape = self.declared.resolve(Type(found[0].name.name))
        made = [each for each in shape.constructors if each.name == name]
        return (shape, made[0]) if made else None

    def _construct(self, expression: syntax.Construct, name: str) -> Inferred:
        found = self._constructor(name, expression.span)
        if found is None:
            return Unknown()
        whole, constructor = found
        self.types[id(expression)] = result = types.inferred(whole)
        for each in reversed(constructor.fields):
            result = Made(syntax.ARROW, (types.inferred(each.wanted), result))
        return result

    def _filled(self, expression: syntax.Filled, names: _Scope) -> Inferred:
        found = self._constructor(expression.name, expression.span)
        if found is None:
            return Unknown()
        whole, constructor = found
        given = {each.name: each for each in expression.settings}
        for each in expression.settings:
            index = field_of(constructor, each.name)
            if index is None:
                known = [field.name for field in constructor.fields]
                self.problems.unknown("TH044", "field", each.name, each.span, known)
            else:
                self._names.field(constructor.name, each.name, each.span)
                self.expect(each.value, types.inferred(constructor.fields[index].wanted), names)
        missing = [each.name for each in constructor.fields if each.name not in given]
        if missing or len(given) < len(expression.settings):
            listed = ", ".join(f"`{each}`" for each in missing)
            message = f"`{expression.name}` also needs {listed}" if missing else "a field is twice"
            self.problems.error("TH044", message, expression.span)
        self.types[id(expression)] = types.inferred(whole)
        return types.inferred(whole)

    def _select(self, expression: syntax.Select, names: _Scope) -> Inferred:
        operand = self.infer(expression.operand, names)
        records = self.declared.with_field(expression.field)
        known = resolve(operand)
        if isinstance(known, Made):
            records = [each for each in records if each.name == known.name]
        if len(records) != 1:
            self._no_field(expression, known, records)
            return Unknown()
        unify(operand, types.inferred(records[0]))
        self.types[id(expression)] = operand
        (made,) = records[0].constructors
        field, span = expression.field, expression.span
        self._names.field(made.name, field, span, expression.operand.span.end)
        return next(types.inferred(each.wanted) for each in made.fields if each.name == field)

    def _no_field(
        self, expression: syntax.Select, operand: Inferred, records: Sequence[Type]
    ) -> None:
        field = expression.field
        if records:
            listed = " and ".join(each.name for each in records)
            message = f"{listed} have a field `{field}`"
            advice = f"say which is meant: `(e : {records[0].name}).{field}`"
        elif isinstance(operand, Made):
            shown = show_type(types.describe(operand))
            message = f"{shown} has no field `{field}`"
            whole = self.close(operand)
            fields = [each.name for made in whole.constructors for each in made.fields]
            advice = did_you_mean(field, fields) or (
                f"its fields are {', '.join(fields)}" if types.is_record(whole) and fields else ""
            )
        else:
            message, advice = f"no record has a field `{field}`", ""
        self.problems.error("TH044", message, expression.span, advice=advice)

    def _case(self, expression: syntax.Case, names: _Scope) -> Inferred:
        subject, result = self.infer(expression.subject, names), Unknown()
        self.types[id(expression)] = subject
        covered: list[str] = []
        for branch in expression.branches:
            bound = self._branch(branch, subject, covered)
            self.expect(branch.body, result, {**names, **bound})
        self._check_covered(expression, subject, covered)
        return result

    def _branch(
        self, branch: syntax.Branch, subject: Inferred, covered: list[str]
    ) -> dict[str, _Local]:
        bound: dict[str, _Local] = {}
        self._check_distinct(branch.parameters)
        shapes = [self.bind(each, bound, branch.body.span) for each in branch.parameters]
        if branch.constructor in covered or "" in covered:
            self.problems.error("TH045", "this branch is never taken", branch.span)
        covered.append(branch.constructor)
        if not branch.constructor:
            unify(shapes[0], subject)
            return bound
        found = self._constructor(branch.constructor, branch.span)
        if found is None:
            return bound
        whole, constructor = found
        self._unify(subject, types.inferred(whole), branch.span)
        if len(shapes) != len(constructor.fields):
            count = len(constructor.fields)
            message = f"`{constructor.name}` has {count or 'no'} field{'s' * (count != 1)}"
            self.problems.error("TH045", message, branch.span, advice="name each, or write `_`")
        else:
            for shape, each in zip(shapes, constructor.fields, strict=True):
                self._unify(types.inferred(each.wanted), shape, branch.span)
        return bound

    def _unify(self, wanted: Inferred, found: Inferred, span: Span) -> None:
        try:
            unify(wanted, found)
        except Mismatch:
            expected, actual = (show_type(types.describe(each)) for each in (wanted, found))
            self.problems.error("TH010", f"expected {expected}, found {actual}", span)

    def _check_covered(
        self, expression: syntax.Case, subject: Inferred, covered: list[str]
    ) -> None:
        known = resolve(subject)
        if "" in covered or not isinstance(known, Made):
            return
        whole = self.close(known)
        missing = [each.name for each in whole.constructors if each.name not in covered]
        if missing:
            listed = ", ".join(f"`{each}`" for each in missing)
            advice = "add a branch for each, or `_ -> …` for all that is left"
            self.problems.error(
                "TH045", f"nothing is said of {listed}", expression.span, advice=advice
            )

    def _unary(self, operator: str, operand: Expression, names: _Scope) -> Inferred:
        part: Inferred = Unknown()
        match operator:
            case "not":
                self.expect(operand, _BOOL, names)
                return _BOOL
            case "-":
                part = self.infer(operand, names)
                self.require(part, "number", operand.span)
                return part
            case "decimal":
                self.expect(operand, _INT, names)
                return _DECIMAL
            case "len":
                part = self.infer(operand, names)
                self.require(part, "sequence", operand.span)
                return _INT
            case "uniq":
                self.expect(operand, Made(syntax.LIST, (part,)), names)
                self.require(part, "basic", operand.span)
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
                wanted = result = self.infer(left, names)
                self.require(wanted, "number", left.span)
                self.expect(right, wanted, names)
                return result
            case "in":
                wanted, result = self.infer(left, names), _BOOL
                self.require(wanted, "basic", left.span)
                self.expect(right, Made(syntax.LIST, (wanted,)), names)
                return result
            case "::":
                wanted = self.infer(left, names)
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

    def _check_labels(self, buttons: tuple[syntax.Button, ...]) -> None:
        for number, each in enumerate(buttons):
            if each.label in {other.label for other in buttons[:number]}:
                message = f'there is another button `"{each.label}"` here'
                self.problems.error("TH014", message, each.span)

    def _task(self, expression: Expression, names: _Scope) -> Inferred:
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
                self.expect(condition, _BOOL, names)
                self.expect(task, Made(syntax.TASK, (value,)), names)
            case syntax.Labelled(task):
                self.expect(task, Made(syntax.TASK, (value,)), names)
            case syntax.Assigned(task, role):
                self.expect(task, Made(syntax.TASK, (value,)), names)
                self._names.roles((role,), expression.span, task.span.end)
            case syntax.Choose(buttons):
                self._check_labels(buttons)
                for each in buttons:
                    self.expect(each.task, Made(syntax.TASK, (value,)), names)
            case syntax.Within(days, task, otherwise):
                self.expect(days, _INT, names)
                self.expect(task, Made(syntax.TASK, (value,)), names)
                self.expect(otherwise, Made(syntax.TASK, (value,)), names)
            case _:
                raise AssertionError(f"no task: {expression}")
        return value
