"""Declarations by name, and the names that each module may use."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from refute.frontend.problems import Problems
from refute.frontend.symbols import word
from refute.languages.fmsl import syntax
from refute.languages.fmsl.syntax import Define, Import, Module, Object, Operation, Value, Variable
from refute.languages.fmsl.typecheck.resolved import Resolved
from refute.languages.fmsl.types import PRIMITIVES
from refute.record import record
from refute.source import Span

OUTSIDE = ""
"""The module of declarations outside of all modules."""


@record
class Placed:
    """A declaration and its module."""

    declaration: syntax.Declaration
    module: str


def flatten(declarations: Iterable[syntax.Declaration], module: str = OUTSIDE) -> Iterator[Placed]:
    """All declarations except the modules themselves, in order."""
    for each in declarations:
        if isinstance(each, Module):
            yield from flatten(each.declarations, each.name)
        else:
            yield Placed(each, module)


@dataclass(slots=True)
class Names:
    """The declarations by name. Objects have a separate namespace; all others share one."""

    problems: Problems
    found: Resolved
    objects: dict[str, Placed] = field(default_factory=dict)
    others: dict[str, Placed] = field(default_factory=dict)
    modules: dict[str, Module] = field(default_factory=dict)
    imports: dict[str, list[Import]] = field(default_factory=dict)
    attributes: dict[str, dict[str, syntax.AttributeKind]] = field(default_factory=dict)

    def declare(self, specification: syntax.Specification) -> tuple[Placed, ...]:
        """Add a specification; return its declarations without the modules around them."""
        for each in specification.declarations:
            if isinstance(each, Module):
                self._add_module(each)
        placed = tuple(flatten(specification.declarations))
        for declared in placed:
            self._add(declared)
        for declared in placed:
            self._describe(declared.declaration)
        for each in self.modules.values():
            for name in each.exports or ():
                self.listed(name)
        for module, imports in self.imports.items():
            for asked in imports:
                self._check_import(asked, module)
        return placed

    def _add_module(self, module: Module) -> None:
        if module.name in self.modules:
            self._twice(module.name, module.span, self.modules[module.name].span)
        self.modules[module.name] = module
        self.found.declare(module, "module")

    def _describe(self, declaration: syntax.Declaration) -> None:
        """Define the symbols of a declaration."""
        match declaration:
            case Object():
                self.found.declare(declaration, "object", description=declaration.description)
                if declaration.components is not None:
                    stated = declaration.invariants or declaration.initial or declaration.goals
                    scope = declaration.span if stated else None
                    self.found.components(declaration.components, declaration.name, scope)
            case Operation():
                self.found.declare(declaration, "operation", description=declaration.description)
            case Value() | Variable():
                self.found.declare(declaration, "value")
            case syntax.Theorem() | syntax.Axiom() if declaration.name:
                self.found.declare(declaration, "theorem")
            case Define(_, kinds):
                for each in kinds:
                    self.found.attribute(syntax.Name(each.name, span=word(each.span, each.name)))

    def _add(self, placed: Placed) -> None:
        match placed.declaration:
            case Object(name):
                if name in PRIMITIVES:
                    message = f"`{name}` is built in and cannot be defined"
                    self.problems.error("FM011", message, placed.declaration.span)
                self._enter(self.objects, name, placed)
            case Operation(name) | Value(name) | Variable(name):
                self._enter(self.others, name, placed)
            case Import():
                self.imports.setdefault(placed.module, []).append(placed.declaration)
            case Define(of, kinds):
                self.attributes.setdefault(of, {}).update({each.name: each for each in kinds})

    def _enter(self, table: dict[str, Placed], name: str, placed: Placed) -> None:
        if name in table:
            self._twice(name, placed.declaration.span, table[name].declaration.span)
        else:
            table[name] = placed

    def _twice(self, name: str, span: Span, first: Span) -> None:
        line, _ = first.source.position(first.start)
        message = f"`{name}` is declared twice"
        self.problems.error("FM011", message, _first_line(span), f"first in line {line}")

    def _check_import(self, asked: Import, module: str) -> None:
        target = self.modules.get(asked.module)
        if target is None:
            known = set(self.modules) - {module}
            if self.problems.mistakes.advice_for(asked.module, known):
                self.problems.unknown("FM012", "module", asked.module, asked.span, known)
            else:
                message = (
                    f"there is no module `{asked.module}` here, and no file `{asked.module}.fmsl`"
                )
                self.problems.warning("FM012", message, asked.span)
            return
        offered = self._offered(target)
        self.found.use(asked.module, asked.span, "module")
        for each in (*asked.names, *asked.excluded):
            self.listed(each)
            if each.name not in offered:
                what = f"export of module `{asked.module}` with the name"
                self.problems.unknown("FM012", what, each.name, each.span, offered)

    def _offered(self, module: Module) -> set[str]:
        """The names that a module exports."""
        own = {
            name
            for table in (self.objects, self.others)
            for name, placed in table.items()
            if placed.module == module.name
        }
        return own if module.exports is None else own & {each.name for each in module.exports}

    def listed(self, name: syntax.Name) -> None:
        """Note that an object or a value is listed."""
        self.found.use(name.name, name.span, "object" if name.name in self.objects else "value")

    def family(self, name: str, heirs: tuple[str, ...] = ()) -> Iterator[str]:
        """An object and those that it extends, directly or indirectly."""
        yield name
        placed = self.objects.get(name)
        if placed is not None and isinstance(placed.declaration, Object) and name not in heirs:
            for each in placed.declaration.parents:
                yield from self.family(each.name, (*heirs, name))

    def sees(self, module: str, name: str, owner: str) -> bool:
        """Whether a module may use a name that another one declares."""
        if owner in {module, OUTSIDE}:
            return True
        return any(
            each.module == owner
            and name in self._offered(self.modules[owner])
            and (not each.names or name in {one.name for one in each.names})
            and name not in {one.name for one in each.excluded}
            for each in self.imports.get(module, ())
        )

    def find(
        self, table: dict[str, Placed], name: str, module: str, span: Span, owner: str = ""
    ) -> Placed | None:
        """The declaration of a name; reports one in a module that was not imported.

        If `owner` is given, it must be in that module, which then need not be imported.
        """
        placed = table.get(name)
        if owner:
            return self._qualified(placed, name, owner, span)
        if placed is not None:
            self.found.use(name, span, "object" if table is self.objects else "value")
        if placed is not None and not self.sees(module, name, placed.module):
            message = f"`{name}` belongs to module `{placed.module}`"
            advice = f"write `import {placed.module}.{name};`"
            self.problems.error("FM012", message, span, advice=advice)
        return placed

    def _qualified(self, placed: Placed | None, name: str, owner: str, span: Span) -> Placed | None:
        """A declaration that is qualified by its module."""
        if owner not in self.modules:
            self.problems.unknown("FM012", "module", owner, span, self.modules)
            return placed
        self.found.use(owner, span, "module")
        if (
            placed is None
            or placed.module != owner
            or name not in self._offered(self.modules[owner])
        ):
            what = f"export of module `{owner}` with the name"
            self.problems.unknown("FM012", what, name, span, self._offered(self.modules[owner]))
        else:
            space = "object" if placed is self.objects.get(name) else "value"
            self.found.use(name, span, space, len(owner))
        return placed


def _first_line(span: Span) -> Span:
    end = span.source.text.find("\n", span.start, span.end)
    return Span(span.source, span.start, span.end if end < 0 else end)
