"""From what lark has read to the nodes of declarations."""

# Every public method is the rule of the grammar that it is named after.
# ruff: noqa: D102

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from lark import Token

from refute.frontend.build import reject
from refute.languages.fmsl import syntax
from refute.languages.fmsl.build import Expressions, whole
from refute.languages.fmsl.syntax import Component, Name
from refute.source import Span


@dataclass(frozen=True, slots=True)
class _Part:
    """An attribute: the fields of the node that it fills, and where it stands."""

    fields: dict[str, Any]
    span: Span


class Build(Expressions):
    """Makes the nodes, bottom up; each method is a rule of the grammar."""

    def start(self, children: list[Any]) -> syntax.Specification:
        return syntax.Specification(_flat(children))

    def evaluate(self, children: list[Any]) -> syntax.Declaration:
        return syntax.Evaluate(children[1], span=self.span(children))

    def value(self, children: list[Any]) -> syntax.Declaration:
        of, value = self._declared(children[2:-1])
        return syntax.Value(str(children[1]), of, value, span=self.span(children))

    def global_variable(self, children: list[Any]) -> syntax.Declaration:
        declaration: syntax.Variable = children[0]
        return declaration

    def theorem(self, children: list[Any]) -> syntax.Declaration:
        kind = syntax.Axiom if children[0].type == "AXIOM" else syntax.Theorem
        given = next((each for each in children if isinstance(each, tuple)), ())
        return kind(_own_name(children), given, children[-2], span=self.span(children))

    def define(self, children: list[Any]) -> syntax.Declaration:
        of: Any = "object" if children[1].type == "OBJECT" else "operation"
        return syntax.Define(of, children[3], span=self.span(children))

    # Modules

    def import_all(self, children: list[Any]) -> syntax.Import:
        return syntax.Import(str(children[1]), span=self.span(children))

    def import_all_but(self, children: list[Any]) -> syntax.Import:
        span = self.span(children)
        return syntax.Import(str(children[1]), excluded=children[5], span=span)

    def qualified(self, children: list[Any]) -> tuple[str, Name]:
        return str(children[0]), self.named(children[2])

    def import_some(self, children: list[Any]) -> list[syntax.Import]:
        asked: dict[str, list[Name]] = {}
        for module, name in (each for each in children if isinstance(each, tuple)):
            asked.setdefault(module, []).append(name)
        span = self.span(children)
        return [syntax.Import(module, tuple(names), span=span) for module, names in asked.items()]

    def export(self, children: list[Any]) -> tuple[Name, ...]:
        names: tuple[Name, ...] = children[1]
        return names

    def module(self, children: list[Any]) -> syntax.Declaration:
        name = self._ended(children)
        exports = [each for each in children if isinstance(each, tuple)]
        return syntax.Module(
            name,
            tuple(each for names in exports for each in names) if exports else None,
            _flat([each for each in children if not isinstance(each, Token | tuple)]),
            span=self.span(children),
        )

    # Objects

    def object_(self, children: list[Any]) -> syntax.Declaration:
        name = self._ended(children)
        fields = {**_gathered(children), **_equations(children)}
        if isinstance(children[2], Token) and children[2].type == "EQUALS":
            if "components" in fields:
                reject("FM003", f"`{name}` has components twice", children[3].span)
            fields["components"] = whole(children[3])
        return syntax.Object(name, **fields, span=self.span(children))

    def components(self, children: list[Any]) -> _Part:
        return _Part({"components": whole(children[1])}, self.span(children))

    def operations(self, children: list[Any]) -> _Part:
        return _Part({"operations": children[1]}, self.span(children[:1]))

    def equations(self, children: list[Any]) -> _Part:
        return _Part({}, self.span(children))

    def variables(self, children: list[Any]) -> tuple[Component, ...]:
        declared: tuple[Component, ...] = children[1]
        return declared

    def equation(self, children: list[Any]) -> syntax.Equation:
        return syntax.Equation(children[0], children[2], span=self.span(children[:3]))

    def description(self, children: list[Any]) -> _Part:
        return _Part({"description": children[1]}, self.span(children[:1]))

    def attribute(self, children: list[Any]) -> syntax.Attribute:
        name, _, prose, *rest = children
        names = next((each for each in rest if isinstance(each, tuple)), ())
        return syntax.Attribute(str(name), prose, names, span=self.span(children[:1]))

    # Operations

    def operation(self, children: list[Any]) -> syntax.Declaration:
        head, *rest = children
        self._check_end(head.fields["name"], rest)
        fields = _gathered([head, *rest])
        if isinstance(rest[0], Token) and rest[0].type == "EQUALS":
            fields["body"] = rest[1]
        span = Span(self.source, head.span.start, rest[-1].end_pos or 0)
        return syntax.Operation(**fields, span=span)

    def head(self, children: list[Any]) -> _Part:
        types = {each.type: each for each in children if isinstance(each, Token)}
        fields: dict[str, Any] = {"name": str(types["NAME"])}
        if "FUNCTION" in types:
            fields["auxiliary"] = True
        if "NONDETERMINISTIC" in types:
            fields["nondeterministic"] = True
        for each in children:
            if isinstance(each, tuple):
                fields["inputs"] = each
            elif isinstance(each, _Part):
                fields |= each.fields
        return _Part(fields, self.span([types["NAME"]]))

    def results_of(self, children: list[Any]) -> _Part:
        given = next((each for each in children if isinstance(each, tuple)), None)
        if given is None:
            given = () if isinstance(children[0], Token) else _one(children[0])
        return _Part({"outputs": given}, self.span(children[:1]))

    def inputs(self, children: list[Any]) -> _Part:
        return self._parameters("inputs", children)

    def outputs(self, children: list[Any]) -> _Part:
        return self._parameters("outputs", children)

    def _parameters(self, field: str, children: list[Any]) -> _Part:
        given = next((each for each in children if isinstance(each, tuple)), ())
        return _Part({field: given}, self.span(children[:1]))

    def precondition(self, children: list[Any]) -> _Part:
        return self._condition("precondition", children)

    def postcondition(self, children: list[Any]) -> _Part:
        return self._condition("postcondition", children)

    def condition(self, children: list[Any]) -> tuple[str, syntax.Expression | None]:
        prose, *formula = children
        return prose, formula[0] if formula else None

    def _condition(self, field: str, children: list[Any]) -> _Part:
        prose, formula = children[1]
        span = self.span([children[0], formula] if formula else children[:1])
        return _Part({field: syntax.Condition(prose, formula, span=span)}, span)

    def chooses(self, children: list[Any]) -> _Part:
        return _Part({"nondeterministic": True}, self.span(children))

    def _ended(self, children: list[Any]) -> str:
        """The name of what is declared, which must be that after `end`."""
        name = str(children[1])
        self._check_end(name, children[2:])
        return name

    def _check_end(self, name: str, children: Sequence[Any]) -> None:
        last = children[-2] if len(children) > 2 else None
        if isinstance(last, Token) and last.type == "NAME" and str(last) != name:
            message = f"`end {last}` ends `{name}`"
            reject("FM003", message, self.span([last]), f"write `end {name}` or `end`")


def _own_name(children: list[Any]) -> str:
    token = children[1]
    return str(token) if isinstance(token, Token) and token.type == "NAME" else ""


def _one(of: Any) -> tuple[Component, ...]:
    return (of if isinstance(of, Component) else Component("", of, span=of.span),)


def _gathered(children: list[Any]) -> dict[str, Any]:
    """The fields that the attributes fill; each may be filled once."""
    fields: dict[str, Any] = {}
    attributes = tuple(each for each in children if isinstance(each, syntax.Attribute))
    for part in (each for each in children if isinstance(each, _Part)):
        for field, value in part.fields.items():
            if field in fields:
                reject("FM003", f"the {field} are given twice", part.span)
            fields[field] = value
    return {**fields, "attributes": attributes}


def _equations(children: list[Any]) -> dict[str, Any]:
    """The equations with their variables; they stand after the word that announces them."""
    announced = False
    variables: list[Component] = []
    equations: list[syntax.Equation] = []
    for each in children:
        announced = announced or (isinstance(each, _Part) and not each.fields)
        match each:
            case tuple():
                variables.extend(each)
            case syntax.Equation() if announced:
                equations.append(each)
            case syntax.Equation():
                reject("FM001", "an equation cannot stand here", each.span, "write `equations:`")
    return {"variables": tuple(variables), "equations": tuple(equations)}


def _flat(children: list[Any]) -> tuple[syntax.Declaration, ...]:
    """The declarations; one import may stand for several."""
    return tuple(each for part in children for each in (part if isinstance(part, list) else [part]))
