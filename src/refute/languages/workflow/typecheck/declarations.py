"""Types of whole programs: definitions, the task, and claims about it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import nullcontext
from dataclasses import replace

from refute.frontend.node import children
from refute.frontend.unify import Made, Unknown, unknowns
from refute.languages.workflow import syntax
from refute.languages.workflow.declared import DeclaredTypes
from refute.languages.workflow.modules import Linked, Module
from refute.languages.workflow.names import Names
from refute.languages.workflow.typecheck.claims import ClaimInference, labels_of
from refute.languages.workflow.typecheck.inference import BOOL
from refute.languages.workflow.typecheck.scope import Generic, Local, Scope
from refute.languages.workflow.types import Inferred


class Checker(ClaimInference):
    """Checks a program with everything that it imports."""

    def program(self, linked: Linked) -> Inferred:
        """Check every declaration; return the type of the task's value."""
        program = linked.program
        self.declared = DeclaredTypes(program.declarations, self.problems)
        self.declared.check()
        self.labels = labels_of(linked)
        self._names = Names(self.symbols, program.declarations)
        self._declare_names(program)
        self._tasks: Scope = {}
        known: dict[str, Local] = {}
        for module in linked.modules[:-1]:
            self._import(module, known)
        value, names = self._own(program, linked.modules[-1], known)
        self.check_apart(program)
        for each in program.declarations:
            if isinstance(each, syntax.Compare):
                self.compare(each, {**names, **self._tasks})
            else:
                self._claimed(each, program, value, names)
        self.settle()
        return value

    def _declare_names(self, program: syntax.Program) -> None:
        """Check that top-level names are declared once, and users once in all files."""
        declared: dict[str, syntax.NamePattern] = {}
        for each in program.declarations:
            own = each.span.source is self.symbols.source or isinstance(each, syntax.User)
            if own and not isinstance(
                each, syntax.TypeDeclaration | syntax.Alias | syntax.Compare | syntax.Import
            ):
                self.declare(declared, each.name)

    def _seen(self, module: Module, known: Scope) -> dict[str, Local]:
        """What a module can use of earlier ones."""
        self.doubtful = module.doubtful
        return {
            name: known[full]
            for name, full in module.visible.items()
            if full in known and name not in module.doubtful
        }

    def _import(self, module: Module, known: dict[str, Local]) -> None:
        """Define what another file contains, and the file itself as a module."""
        names = self._seen(module, known)
        for each in list(module.definitions.values())[:1]:
            start = each.span.source.span(0, 0)
            self.modules[module.name] = self.symbols.define(module.name, start, "module")
        for name, each in module.definitions.items():
            full = module.full[name]
            names[name] = known[full] = self.define(each, names, full)

    def _own(self, program: syntax.Program, module: Module, known: Scope) -> tuple[Inferred, Scope]:
        """Define what the file contains; return the type of the task's value, and all names."""
        value: Inferred = Unknown()
        names = self._seen(module, known)
        self.own = frozenset(module.definitions)
        for each in program.declarations:
            if isinstance(each, syntax.TaskDeclaration):
                self.expect(each.body, Made(syntax.TASK, (value,)), names)
                self.require(value, "observable", each.name.span)
                shape = Made(syntax.TASK, (value,))
                self._tasks = {each.name.name: self._local(each, shape, "task")}
            elif module.definitions.get(each.name.name) is each:
                names = {**names, each.name.name: self.define(each, names)}
        return value, names

    def _claimed(
        self, claim: syntax.Declaration, program: syntax.Program, value: Inferred, names: Scope
    ) -> None:
        match claim:
            case syntax.Property() | syntax.Reachable():
                self.claim(claim, value, names)
            case syntax.Invariant(_, body):
                self.expect(body, BOOL, names)
            case syntax.Order():
                self.order(claim, program, names)
            case syntax.Only():
                self.only(claim, program)
            case syntax.Nobody():
                self.nobody(claim, program)
            case syntax.Finishes():
                pass
            case _:
                return
        self._local(claim, BOOL, "property")

    def define(self, definition: syntax.Definition, names: Scope, full: str = "") -> Local:
        """Check a definition, which may mention itself behind a step.

        A definition of another file has its full name, and only the symbol of the definition itself
        is noted.
        """
        name, shape = definition.name.name, Unknown()
        local = replace(self._local(definition, shape, "definition"), instance=full)
        self._check_guarded(definition)
        with self._unseen() if full else nullcontext():
            self.expect(definition.body, shape, {**names, name: local})
        if isinstance(definition.body, syntax.Lambda) and any(True for _ in unknowns(shape)):
            return replace(local, generic=Generic(full or name, definition, names))
        return local

    def _check_guarded(self, definition: syntax.Definition) -> None:
        for node in _at_once(definition.body):
            if isinstance(node, syntax.Name) and node.name == definition.name.name:
                advice = "it may be used after a step, `… >>= \\x. again x`, a button, or an `if`"
                message = f"`{node.name}` is used before it is defined"
                self.problems.error("TH047", message, node.span, advice=advice)

    def _local(self, declaration: syntax.Declaration, shape: Inferred, kind: str) -> Local:
        """A definition of the file, known after its declaration, or in the whole file."""
        source, name = self.symbols.source, declaration.name
        own = name.span.source is source
        scope = source.span(declaration.span.end, len(source.text)) if own else source.whole
        symbol = self._symbol(name.name, name.span, kind, scope, shape)
        symbol.documentation = self.symbols.comment_above(name.span)
        return Local(shape, symbol)


def _at_once(expression: syntax.Node) -> Iterator[syntax.Node]:
    """The parts of an expression that are certainly evaluated with it."""
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
