"""The symbols for declarations other than definitions: types, fields, users and roles."""

from __future__ import annotations

from collections.abc import Iterable

from refute.frontend.symbols import Symbol, Symbols, word
from refute.languages.workflow import syntax
from refute.languages.workflow.show import show_type
from refute.languages.workflow.syntax import Type
from refute.source import Span


class Names:
    """The symbols by what they denote; what denotes nothing has none.

    A role is declared where a user has it, otherwise where a task first uses it.
    """

    def __init__(self, symbols: Symbols, declarations: Iterable[syntax.Declaration] = ()) -> None:
        self._symbols = symbols
        self._known: dict[tuple[str, ...], Symbol] = {}
        written = list(declarations)
        for each in written:
            if isinstance(each, syntax.TypeDeclaration | syntax.Alias):
                self._define(("type", each.name.name), each.name.span)
            elif isinstance(each, syntax.User):
                self._define(("user", each.name.name), each.name.span)
                self.roles(each.roles, each.span, each.name.span.end)
        for each in written:
            if isinstance(each, syntax.TypeDeclaration):
                for constructor in each.constructors:
                    self._constructor(constructor, each)
            elif isinstance(each, syntax.Alias):
                self.types(each.stands_for)

    def _define(self, key: tuple[str, ...], span: Span, scope: Span | None = None) -> Symbol:
        found = self._symbols.define(key[-1], span, key[0], scope)
        return self._known.setdefault(key, found)

    def _constructor(self, made: syntax.Constructor, owner: syntax.TypeDeclaration) -> None:
        key = "constructor", made.name
        if made.span.text.startswith("{"):
            self._known.setdefault(key, self._known["type", owner.name.name])
        else:
            symbol = self._define(key, word(made.span, made.name))
            shapes = [*(each.wanted for each in made.fields), Type(owner.name.name)]
            while len(shapes) > 1:
                shapes[-2:] = [Type(syntax.ARROW, tuple(shapes[-2:]))]
            symbol.describe = lambda: show_type(shapes[0])
        for each in made.fields:
            self._field(each, made.name)
            self.types(each.wanted)

    def _field(self, field: syntax.Field, owner: str) -> None:
        if field.name:
            key = "field", owner, field.name
            symbol = self._define(key, word(field.span, field.name), field.span)
            symbol.describe = lambda: show_type(field.wanted)

    def types(self, shape: Type) -> None:
        """Note the types that a written type consists of."""
        self._use(("type", shape.name), shape.span)
        for each in shape.arguments:
            self.types(each)

    def constructor(self, name: str, span: Span) -> None:
        """Note that a constructor is the first word with its name in a span."""
        self._use(("constructor", name), span)

    def field(self, owner: str, name: str, span: Span, start: int = 0) -> None:
        """Note that a field of a constructor occurs in a span, not before an offset."""
        self._use(("field", owner, name), span, start)

    def roles(self, roles: Iterable[str], span: Span, start: int = 0) -> None:
        """Note that roles occur in a span in this order, not before an offset."""
        for each in roles:
            found = word(span, each, max(0, start - span.start))
            kind = "user" if ("user", each) in self._known else "role"
            if (kind, each) in self._known:
                self._symbols.use(found, self._known[kind, each])
            else:
                self._define(("role", each), found)
            start = max(start, found.end)

    def allowed(self, claim: syntax.Only) -> None:
        """Note the roles and users in a claim about them."""
        start = claim.name.span.end
        for each in claim.allowed:
            kind = "role" if ("role", each) in self._known else "user"
            start = max(start, self._use((kind, each), claim.span, start).end)

    def _use(self, key: tuple[str, ...], span: Span, start: int = 0) -> Span:
        found = word(span, key[-1], max(0, start - span.start))
        if key in self._known:
            self._symbols.use(found, self._known[key])
        return found
