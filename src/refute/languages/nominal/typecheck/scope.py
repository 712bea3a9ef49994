"""What identifiers mean: namespaces with types and symbols in them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import field
from typing import TypeVar

from refute.diagnostics import InputError, error
from refute.frontend.symbols import Symbol as NamedSymbol, Symbols, word
from refute.frontend.unify import resolve
from refute.languages.nominal import syntax
from refute.languages.nominal.core import Symbol
from refute.languages.nominal.lexer import MISTAKES
from refute.languages.nominal.types import (
    Applied,
    Type,
    TypeConstructor,
    TypeVariable,
    abstraction,
    list_of,
    pair,
    substitute,
)
from refute.record import entity
from refute.source import Span

Found = TypeVar("Found")

UNFINISHED = "end the clause or declaration before with `.`"
DECLARED_BELOW = "it is declared further below; put its declaration before its first use"


@entity
class TypeMeaning:
    """A type constructor, or an abbreviation with its parameters."""

    constructor: TypeConstructor | None = None
    parameters: tuple[TypeVariable, ...] = ()
    meaning: Type | None = None

    @property
    def whole(self) -> Type | None:
        """The type, unless it has parameters."""
        if self.constructor is None:
            return self.meaning if not self.parameters else None
        return Applied(self.constructor) if not self.constructor.parameters else None


@entity
class Names:
    """A namespace."""

    types: dict[str, TypeMeaning] = field(default_factory=dict)
    symbols: dict[str, Symbol] = field(default_factory=dict)
    inner: dict[str, Names] = field(default_factory=dict)

    def open(self, other: Names) -> None:
        """Make all that another namespace has known here."""
        self.types.update(other.types)
        self.symbols.update(other.symbols)
        self.inner.update(other.inner)


class Scope:
    """The namespaces around the current place, the innermost last."""

    def __init__(self, root: Names) -> None:
        self.around = [root]
        self.prefix: list[str] = []
        self.symbols_below: set[str] = set()
        self.types_below: set[str] = set()
        self.misdeclared: set[str] = set()
        self.symbols: Symbols | None = None
        self._noted: dict[int, tuple[object, NamedSymbol]] = {}

    def note(
        self,
        meaning: object,
        name: str,
        span: Span,
        kind: str,
        describe: Callable[[], str],
        within: Span | None = None,
    ) -> None:
        """Define the symbol of a meaning, if somebody wants to know of symbols."""
        if self.symbols is not None and span.end > span.start:
            symbol = self.symbols.define(name, span, kind, within, describe)
            self._noted[id(meaning)] = (meaning, symbol)

    def use(self, meaning: object, name: str, span: Span, skip: int = 0) -> None:
        """Note that the name of a meaning stands in a span, after so many characters."""
        if self.symbols is not None and id(meaning) in self._noted:
            self.symbols.use(word(span, name, skip), self._noted[id(meaning)][1])

    def is_noted(self, meaning: object) -> bool:
        """Whether a meaning has a symbol."""
        return id(meaning) in self._noted

    def use_path(self, path: syntax.Path, span: Span) -> None:
        """Note the namespaces before the last part of a path."""
        skip = 0
        for length in range(1, len(path)):
            found = self.namespace(path[:length])
            self.use(found, path[length - 1], span, skip)
            skip += len(path[length - 1]) + 1

    @property
    def current(self) -> Names:
        """The innermost namespace."""
        return self.around[-1]

    def enter(self, name: str) -> None:
        """Go into a namespace, made when it is new."""
        self.around.append(self.current.inner.setdefault(name, Names()))
        self.prefix.append(name)

    def leave(self) -> None:
        """Go out of the innermost namespace."""
        self.around.pop()
        self.prefix.pop()

    def qualified(self, name: str) -> str:
        """A name with the namespaces around it."""
        return ".".join([*self.prefix, name])

    def symbol(self, path: syntax.Path) -> Symbol | None:
        """The symbol that an identifier means here."""
        for names in self._holding(path):
            if path[-1] in names.symbols:
                return names.symbols[path[-1]]
        return None

    def type_meaning(self, path: syntax.Path) -> TypeMeaning | None:
        """The type that an identifier means here."""
        for names in self._holding(path):
            if path[-1] in names.types:
                return names.types[path[-1]]
        return None

    def namespace(self, path: syntax.Path) -> Names | None:
        """The namespace that an identifier means here."""
        return next(
            (each.inner[path[-1]] for each in self._holding(path) if path[-1] in each.inner), None
        )

    def known_symbols(self) -> list[str]:
        """The identifiers that mean a symbol here."""
        return [name for names in self.around for name in names.symbols]

    def _holding(self, path: syntax.Path) -> Iterator[Names]:
        """The namespaces in which the last part of a path is to be looked up, best first."""
        for names in reversed(self.around):
            place: Names | None = names
            for part in path[:-1]:
                place = place.inner.get(part) if place else None
            if place is not None:
                yield place

    def type(
        self, written: syntax.Type, variables: dict[str, TypeVariable], *, rigid: bool = False
    ) -> Type:
        """The type that is written here; `rigid` when it may use no other variables."""
        match written:
            case syntax.AnyType():
                return TypeVariable()
            case syntax.TupleType(items):
                return pair(*(self.type(each, variables, rigid=rigid) for each in items))
            case syntax.ListType(item):
                return list_of(self.type(item, variables, rigid=rigid))
            case syntax.AbstractionType(name, body):
                bound = self.type(name, variables, rigid=rigid)
                self._require_names(bound, name)
                return abstraction(bound, self.type(body, variables, rigid=rigid))
            case syntax.ArrowType():
                message = "a type with `->` cannot be the type of an argument"
                advice = "what binds a name is declared with the type of the name: `id\\exp`"
                raise InputError([error("AP012", message, written.span, advice=advice)])
            case syntax.TypeName(head, arguments):
                if len(head) == 1 and head[0][0].isupper():
                    return self._variable(written, variables, rigid)
                given = [self.type(each, variables, rigid=rigid) for each in arguments]
                return self._named(written, given)

    def _variable(
        self, written: syntax.TypeName, variables: dict[str, TypeVariable], rigid: bool
    ) -> Type:
        label = written.head[0]
        if written.arguments:
            message = f"the type variable `{label}` takes no arguments"
            raise InputError([error("AP012", message, written.span)])
        if rigid and label not in variables:
            message = f"the type variable `{label}` is no parameter of this type"
            raise InputError([error("AP011", message, written.span)])
        found = variables.setdefault(label, TypeVariable(label))
        if self.is_noted(found):
            self.use(found, label, written.span)
        else:
            span = word(written.span, label)
            self.note(found, label, span, "type variable", lambda: "type", written.span)
        return found

    def _named(self, written: syntax.TypeName, given: list[Type]) -> Type:
        meaning = self.type_meaning(written.head)
        self.use_path(written.head, written.span)
        self.use(meaning, written.head[-1], written.span, len(".".join(written.head[:-1])))
        shown = ".".join(written.head)
        if meaning is None:
            known = [name for names in self.around for name in names.types]
            advice = MISTAKES.advice_for(shown, known) or f"declare it: `{shown} : type.`"
            advice = DECLARED_BELOW if shown in self.types_below else advice
            advice = UNFINISHED if begins_line(written.span) else advice
            message = f"the type `{shown}` is not declared"
            raise InputError([error("AP011", message, written.span, advice=advice)])
        wanted = meaning.constructor.parameters if meaning.constructor else len(meaning.parameters)
        if wanted != len(given):
            message = f"the type `{shown}` takes {_count(wanted)}, here it has {len(given)}"
            advice = f"its arguments follow it: `{shown}{' t' * wanted}`" if wanted else ""
            raise InputError([error("AP012", message, written.span, advice=advice)])
        if meaning.constructor is not None:
            return Applied(meaning.constructor, tuple(given))
        assert meaning.meaning is not None
        return substitute(meaning.meaning, dict(zip(meaning.parameters, given, strict=True)))

    def _require_names(self, type_: Type, written: syntax.Type) -> None:
        type_ = resolve(type_)
        if isinstance(type_, TypeVariable):
            type_.names = True
        elif not type_.constructor.names:
            message = f"only a name can be bound, and `{type_.constructor.name}` is no name type"
            advice = f"declare it as one: `{type_.constructor.name} : name_type.`"
            raise InputError([error("AP017", message, written.span, advice=advice)])


def _count(number: int) -> str:
    return f"{number or 'no'} argument{'' if number == 1 else 's'}"


def begins_line(span: Span) -> bool:
    """Whether a span begins a line, and what is before could be the end of a declaration."""
    before = span.source.text[: span.start]
    end = before.rstrip()
    return "\n" in before[len(end) :] and (end[-1:].isalnum() or end[-1:] in {")", "]"})
