"""From what lark has read to the nodes of a specification, bottom up."""

# Every public method is the rule of the grammar that it is named after.
# ruff: noqa: D102

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from lark import Token

from refute.frontend.build import Builder, Rule, gathers, makes, nodes, reject
from refute.languages.fmsl import syntax
from refute.languages.fmsl.syntax import Component, Expression, Name, TypeExpression
from refute.record import record
from refute.source import Span


@record
class _Part:
    """An attribute: the fields of the node that it fills, and where it stands."""

    fields: dict[str, Any]
    span: Span


def _gives(position: int) -> Rule:
    """A rule that stands for one of its children."""
    return lambda _, children: children[position]


def _declares(kind: Callable[..., syntax.Node]) -> Rule:
    """A rule whose node has a name and, after `:` and `=`, a type and a value where they are."""

    def rule(self: Builder, children: list[Any]) -> syntax.Node:
        given = dict(zip(map(str, children[2::2]), children[3::2], strict=False))
        return kind(str(children[1]), given.get(":"), given.get("="), span=self.span(children))

    return rule


def _compounds(kind: Callable[..., syntax.Node]) -> Rule:
    """A rule whose node is made of components."""
    return lambda self, children: kind(_components(children), span=self.span(children))


def _fills(field: str) -> Rule:
    """An attribute whose value is a field of the node."""
    return lambda self, children: _Part({field: children[1]}, self.span(children[:1]))


def _lists(field: str) -> Rule:
    """An attribute with the parameters of an operation, which may be missing."""
    return lambda self, children: _Part({field: _given(children)}, self.span(children[:1]))


def _requires(field: str) -> Rule:
    """An attribute with a condition, which may have no formula."""

    def rule(self: Builder, children: list[Any]) -> _Part:
        prose, formula = children[1]
        span = self.span([children[0], formula] if formula else children[:1])
        return _Part({field: syntax.Condition(prose, formula, span=span)}, span)

    return rule


class Build(Builder):
    """Makes the nodes; each method and each rule made by a function is a rule of the grammar."""

    literal_code = "FM002"

    # Types

    type_name = makes(syntax.TypeName, 0)
    list_type = makes(syntax.ListType, 0)
    component = makes(Component, 0, 2)

    def grouped_type(self, children: list[Any]) -> TypeExpression:
        return replace(whole(children[1]), span=self.span(children))

    tuple_type = _compounds(syntax.TupleType)
    union_type = _compounds(syntax.UnionType)

    def parameters(self, children: list[Any]) -> tuple[Component, ...]:
        return _components(children)

    # Statements

    set_ = makes(syntax.Set, 1, 3)

    let = _declares(syntax.Let)
    variable = _declares(syntax.Variable)

    # Expressions

    unary = makes(syntax.Unary, 0, 1)
    bounded = makes(syntax.Bounded, 0, 2, 4, 6)
    select = makes(syntax.Select, 0, 2)
    slice_of = makes(syntax.Slice, 0, 2, 4)
    range_of = makes(syntax.Range, 1, 3)
    nil = makes(syntax.Nil)
    sequence = gathers(syntax.Sequence)
    list_of = gathers(syntax.ListOf)
    tuple_of = gathers(syntax.TupleOf)

    def binary(self, children: list[Any]) -> Expression:
        left, token, right = children
        operator: Any = "iff" if token == "<=>" else str(token)
        return syntax.Binary(operator, left, right, span=self.span(children))

    def if_(self, children: list[Any]) -> Expression:
        condition, then, *otherwise = nodes(children)
        last = otherwise[0] if otherwise else None
        return syntax.If(condition, then, last, span=self.span(children))

    def unbounded(self, children: list[Any]) -> Expression:
        quantifier: Any = str(children[0])
        of, *conditions, body = nodes(children)
        condition = conditions[0] if conditions else None
        name = str(children[2])
        return syntax.Unbounded(quantifier, name, of, condition, body, span=self.span(children))

    def field(self, children: list[Any]) -> Expression:
        subject, _, token = children
        name = self.number(token) if token.type == "INTEGER" else str(token)
        return syntax.Field(subject, name, span=self.span(children))

    def call(self, children: list[Any]) -> Expression:
        return syntax.Call(str(children[0]), nodes(children), span=self.span(children))

    def results(self, children: list[Any]) -> tuple[tuple[Expression, ...], Span]:
        return nodes(children), self.span(children)

    def validate(self, children: list[Any]) -> Expression:
        call, _, (outputs, end) = children
        return syntax.Validate(call, outputs, span=call.span.to(end))

    def real(self, children: list[Any]) -> Expression:
        value = float(children[0])
        if value in {float("inf")}:
            reject("FM002", "this number is too large for a real", self.span(children))
        return syntax.Real(value, span=self.span(children))

    def prose(self, children: list[Any]) -> str:
        return "\n\n".join(filter(None, map(words, children)))

    def names(self, children: list[Any]) -> tuple[Name, ...]:
        return tuple(self.named(each) for each in children if each.type == "NAME")

    # Declarations

    def start(self, children: list[Any]) -> syntax.Specification:
        return syntax.Specification(_flat(children))

    evaluate = makes(syntax.Evaluate, 1)
    value = _declares(syntax.Value)
    global_variable = _gives(0)

    def theorem(self, children: list[Any]) -> syntax.Declaration:
        kind = syntax.Axiom if children[0].type == "AXIOM" else syntax.Theorem
        return kind(_own_name(children), _given(children), children[-2], span=self.span(children))

    def define(self, children: list[Any]) -> syntax.Declaration:
        of: Any = "object" if children[1].type == "OBJECT" else "operation"
        return syntax.Define(of, children[3], span=self.span(children))

    # Modules

    import_all = makes(syntax.Import, 1)
    export = _gives(1)

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

    operations = _fills("operations")
    description = _fills("description")
    variables = _gives(1)

    def equations(self, children: list[Any]) -> _Part:
        return _Part({}, self.span(children))

    def equation(self, children: list[Any]) -> syntax.Equation:
        return syntax.Equation(children[0], children[2], span=self.span(children[:3]))

    def attribute(self, children: list[Any]) -> syntax.Attribute:
        name, _, prose, *rest = children
        return syntax.Attribute(str(name), prose, _given(rest), span=self.span(children[:1]))

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
        given = _given(children)
        if not given and not isinstance(children[0], Token | tuple):
            given = _components(children[:1])
        return _Part({"outputs": given}, self.span(children[:1]))

    inputs = _lists("inputs")
    outputs = _lists("outputs")
    precondition = _requires("precondition")
    postcondition = _requires("postcondition")

    def condition(self, children: list[Any]) -> tuple[str, syntax.Expression | None]:
        prose, *formula = children
        return prose, formula[0] if formula else None

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


def words(comment: str) -> str:
    """What a comment says, without its marks and the stars that line it up."""
    lines = [re.sub(r"^\s*(\*( |$))?", "", line).rstrip() for line in comment[2:-2].split("\n")]
    return "\n".join(lines).strip()


def whole(of: TypeExpression | Component) -> TypeExpression:
    """A component that stands alone is a tuple of one."""
    return syntax.TupleType((of,), span=of.span) if isinstance(of, Component) else of


def _components(children: Sequence[Any]) -> tuple[Component, ...]:
    return tuple(
        each if isinstance(each, Component) else Component("", each, span=each.span)
        for each in nodes(children)
    )


def _own_name(children: list[Any]) -> str:
    token = children[1]
    return str(token) if isinstance(token, Token) and token.type == "NAME" else ""


def _given(children: Sequence[Any]) -> tuple[Any, ...]:
    """The list among the children; the empty one where there is none."""
    return next((each for each in children if isinstance(each, tuple)), ())


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
