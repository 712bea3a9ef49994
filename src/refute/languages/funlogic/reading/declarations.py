"""Declarations, and whole programs."""

from __future__ import annotations

from typing import Any

from refute.frontend.build import reject
from refute.frontend.lalr import Token
from refute.languages.funlogic import syntax
from refute.languages.funlogic.operators import TIGHTEST, sign_of
from refute.languages.funlogic.reading.blocks import items_of, parts_of
from refute.languages.funlogic.reading.expressions import Expressions
from refute.languages.funlogic.reading.patterns import flatten, name_of, names_of, pattern_of
from refute.languages.funlogic.syntax import Expression, Name
from refute.record import record

_COUNTERPARTS = {
    "Data.List": "Lists",
    "Data.Map": "Maps",
    "Data.Map.Strict": "Maps",
    "Data.Set": "Sets",
    "Data.Char": "Strings",
    "Data.Maybe": "Prelude",
    "Data.Either": "Prelude",
    "Data.Function": "Prelude",
}
"""Modules of Haskell, and those of the library that serve the same purpose."""


class Declarations(Expressions):
    """Makes the nodes of a functional logic program."""

    def start(self, children: list[Any]) -> syntax.Program:
        return syntax.Program(tuple(items_of(children)))

    def equation(self, children: list[Any]) -> syntax.Equation | list[syntax.Equation]:
        left, _, body, *where = children
        return self._equation(left, self._where(body, where), children)

    def guarded_equation(self, children: list[Any]) -> syntax.Equation | list[syntax.Equation]:
        left, *guards = children
        return self._equation(left, self._guards(guards), children)

    def _equation(
        self, left: Expression, body: Expression, children: list[Any]
    ) -> syntax.Equation | list[syntax.Equation]:
        head, arguments = flatten(left)
        if not isinstance(head, Name):
            return parts_of(left, body, self.span(children))
        parameters = tuple(pattern_of(argument) for argument in arguments)
        return syntax.Equation(head, parameters, body, span=self.span(children))

    def module(self, children: list[Any]) -> list[Any]:
        """A module is called after its file, whatever its header says."""
        return []

    def fixity(self, children: list[Any]) -> syntax.Fixity:
        kind, *rest = children
        level = next((str(each) for each in rest if each.type == "INTEGER"), "9")
        if int(level) > TIGHTEST:
            reject("FL001", "operators bind from 0, loosest, to 9", self.span([rest[0]]))
        names = tuple(sign_of(each) for each in rest if each.type not in {"INTEGER", "COMMA"})
        return syntax.Fixity(str(kind), int(level), names, span=self.span(children))

    def signature(self, children: list[Any]) -> syntax.Signature:
        name, _, shape = children
        return syntax.Signature(name_of(name), shape, span=self.span(children))

    def import_(self, children: list[Any]) -> syntax.Import:
        tokens = [each for each in children if isinstance(each, Token)]
        kinds = [each.type for each in tokens]
        end = kinds.index("AS") if "AS" in kinds else len(tokens)
        path = ".".join(str(each) for each in tokens[:end] if each.type == "UPPER")
        listed = next((each for each in children if isinstance(each, _Listed)), None)
        return syntax.Import(
            _COUNTERPARTS.get(path, path),
            "QUALIFIED_IMPORT" in kinds,
            str(tokens[-1]) if "AS" in kinds else "",
            None if listed is None or listed.is_hiding else listed.names,
            listed.names if listed is not None and listed.is_hiding else (),
            span=self.span(tokens),
        )

    def import_list(self, children: list[Any]) -> _Listed:
        return _Listed(isinstance(children[0], Token), children[-1].names)

    def exports(self, children: list[Any]) -> _Listed:
        kinds = {"LOWER", "OPERATOR", "APPEND", "DOT"}
        return _Listed(False, tuple(sign_of(each) for each in children if each.type in kinds))

    def synonym(self, children: list[Any]) -> syntax.Synonym:
        _, name, *parameters, _, meaning = children
        return syntax.Synonym(
            str(name), tuple(map(str, parameters)), meaning, span=self.span(children)
        )

    def evaluate(self, children: list[Any]) -> syntax.Evaluate:
        return syntax.Evaluate(children[0], span=children[0].span)

    def solve(self, children: list[Any]) -> syntax.Solve:
        _, names, _, condition = children
        return syntax.Solve(names_of(names), condition, span=self.span(children))

    def property(self, children: list[Any]) -> syntax.Property:
        _, left, _, body = children
        head, arguments = flatten(left)
        if not isinstance(head, Name):
            advice = "a property is written `property name(x, y) = …`"
            reject("FL002", "a property begins with its name", head.span, advice)
        if len(arguments) == 1 and isinstance(arguments[0], syntax.TupleOf):
            arguments = arguments[0].items
        typed = tuple(each for each in arguments if isinstance(each, syntax.Annotated))
        plain = [each.expression if each in typed else each for each in arguments]
        parameters = tuple(map(name_of, plain))
        return syntax.Property(head, parameters, body, typed, span=self.span(children))

    def data(self, children: list[Any]) -> syntax.DataDeclaration:
        constructors = [x for x in children if isinstance(x, syntax.ConstructorDeclaration)]
        parameters = [x for x in children if isinstance(x, Token) and x.type == "LOWER"]
        children = children if isinstance(children[-1], syntax.Node) else children[:-1]
        return syntax.DataDeclaration(
            str(children[1]),
            tuple(str(parameter) for parameter in parameters),
            tuple(constructors),
            span=self.span(children),
        )

    def constructor(self, children: list[Any]) -> syntax.ConstructorDeclaration:
        name, *fields = children
        return syntax.ConstructorDeclaration(str(name), tuple(fields), span=self.span(children))

    def record(self, children: list[Any]) -> syntax.ConstructorDeclaration:
        fields = [each for listed in children if isinstance(listed, list) for each in listed]
        return syntax.ConstructorDeclaration(
            str(children[0]),
            tuple(shape for _, shape in fields),
            tuple(label for label, _ in fields),
            span=self.span(children),
        )

    def field(self, children: list[Any]) -> list[tuple[str, syntax.TypeName]]:
        """One label or several of the same type."""
        *labels, _, shape = children
        return [(str(each), shape) for each in labels[::2]]

    def deriving(self, children: list[Any]) -> None:
        """Everything can be compared and shown, so there is nothing to derive."""


@record
class _Listed:
    """The names of an import."""

    is_hiding: bool
    names: tuple[str, ...]
