"""The types declared in a file: records, variants, and aliases."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from refute.frontend.mistakes import Mistakes
from refute.frontend.problems import Problems
from refute.languages.workflow import syntax
from refute.languages.workflow.syntax import Constructor, Type, TypeDeclaration

MISTAKES = Mistakes(Path(__file__).parent)


class DeclaredTypes:
    """The declared types by name, with diagnostics about them (TH003, TH014, TH040)."""

    def __init__(self, declarations: Iterable[syntax.Node], problems: Problems) -> None:
        self._problems = problems
        self._written: dict[str, TypeDeclaration | syntax.Alias] = {}
        self._resolved: dict[str, Type] = {}
        self._open: list[str] = []
        self.constructors: dict[str, tuple[TypeDeclaration, Constructor]] = {}
        for each in declarations:
            if isinstance(each, TypeDeclaration | syntax.Alias):
                self._declare(each)

    def _declare(self, declaration: TypeDeclaration | syntax.Alias) -> None:
        name = declaration.name.name
        if name in self._written or name in syntax.ARITY:
            self._twice("type", name, declaration.name)
        self._written[name] = declaration
        if isinstance(declaration, TypeDeclaration):
            for each in declaration.constructors:
                if each.name in self.constructors:
                    self._twice("constructor", each.name, each)
                self.constructors[each.name] = (declaration, each)
                self._check_fields(each)

    def _check_fields(self, constructor: Constructor) -> None:
        known = set()
        for each in constructor.fields:
            if each.name and each.name in known:
                self._twice("field", each.name, each)
            known.add(each.name)

    def _twice(self, what: str, name: str, node: syntax.Node) -> None:
        self._problems.error("TH014", f"there is another {what} `{name}`", node.span)

    def check(self) -> None:
        """Check every declaration, even if nothing uses it."""
        for name, each in self._written.items():
            self.resolve(Type(name, span=each.name.span))

    @property
    def types(self) -> list[Type]:
        """All declared types that are valid."""
        return [self.resolve(Type(name)) for name in self._written]

    def resolve(self, shape: Type) -> Type:
        """A written type with aliases replaced, and with its constructors."""
        if shape.name in syntax.ARITY or shape.name in {syntax.ARROW, syntax.TUPLE, "_"}:
            return replace(shape, arguments=tuple(map(self.resolve, shape.arguments)))
        if shape.name not in self._written:
            return self._refuse(shape)
        if shape.arguments:
            message = f"`{shape.name}` takes no type after it"
            self._problems.error("TH003", message, shape.span)
        if shape.name in self._open:
            message = f"the type `{shape.name}` would have to contain itself"
            self._problems.error("TH040", message, shape.span)
            return syntax.UNIT
        if shape.name not in self._resolved:
            self._open.append(shape.name)
            self._resolved[shape.name] = self._made(self._written[shape.name])
            self._open.pop()
        return self._resolved[shape.name]

    def _refuse(self, shape: Type) -> Type:
        known = [*syntax.ARITY, *self._written]
        advice = MISTAKES.advice_for(shape.name, known) or f"the types are {', '.join(known)}"
        message = f"there is no type `{shape.name}`"
        self._problems.error("TH003", message, shape.span, advice=advice)
        return Type("_")

    def _made(self, declaration: TypeDeclaration | syntax.Alias) -> Type:
        if isinstance(declaration, syntax.Alias):
            return self.resolve(declaration.stands_for)
        return Type(declaration.name.name, (), tuple(map(self._filled, declaration.constructors)))

    def _filled(self, constructor: Constructor) -> Constructor:
        fields = (
            replace(each, wanted=self.resolve(each.wanted), name=each.name or str(number))
            for number, each in enumerate(constructor.fields)
        )
        return replace(constructor, fields=tuple(fields))

    def with_field(self, field: str) -> list[Type]:
        """The records that have a field with this name."""
        return [
            each
            for each in self.types
            if len(each.constructors) == 1 and field_of(each.constructors[0], field) is not None
        ]


def field_of(constructor: Constructor, field: str) -> int | None:
    """The index of a field by its name."""
    names = [each.name for each in constructor.fields]
    return names.index(field) if field in names else None
