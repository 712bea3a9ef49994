"""Builds the nodes of a specification from the parse, bottom up."""

# Every public method is named after a rule of the grammar.
# ruff: noqa: D102

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from refute.frontend.build import Builder, Rule, gathers, makes, nodes, reject
from refute.frontend.lalr import Token
from refute.languages.fmsl import syntax
from refute.languages.fmsl.syntax import Component, Expression, Name, TypeExpression
from refute.record import record
from refute.source import Span


@record
class _Prose:
    """Comments, and the `...` that stands for unfinished text."""

    text: str
    unfinished: syntax.Unfinished | None


@record
class _Part:
    """An attribute: the fields of the node that it fills, and its span."""

    fields: dict[str, Any]
    span: Span


@record
class _Bound:
    """A variable of a quantifier, `in` a list or `:` of a type."""

    name: str
    way: str
    domain: Any

    def quantified(
        self, quantifier: Any, condition: Expression | None, body: Expression, span: Span
    ) -> Expression:
        if self.way == ":":
            return syntax.Unbounded(quantifier, self.name, self.domain, condition, body, span=span)
        if condition is not None and quantifier == "forall":
            body = syntax.If(condition, body, None, span=body.span)
        elif condition is not None:
            body = syntax.Binary("and", condition, body, span=body.span)
        return syntax.Bounded(quantifier, self.name, self.domain, body, span=span)


def _gives(position: int) -> Rule:
    """A rule that stands for one of its children."""
    return lambda _, children: children[position]


def _declares(kind: Callable[..., syntax.Node], at: int = 1) -> Rule:
    """A rule whose node has a name and optionally a type after `:` and a value after `=`."""

    def rule(self: Builder, children: list[Any]) -> syntax.Node:
        given = dict(zip(map(str, children[at + 1 :: 2]), children[at + 2 :: 2], strict=False))
        return kind(str(children[at]), given.get(":"), given.get("="), span=self.span(children))

    return rule


def _compounds(kind: Callable[..., syntax.Node]) -> Rule:
    """A rule whose node is made of components."""
    return lambda self, children: kind(_components(children), span=self.span(children))


def _lists(field: str) -> Rule:
    """An attribute with the parameters of an operation, possibly none."""
    return lambda self, children: _Part({field: _given(children)}, self.span(children[:1]))


def _requires(field: str) -> Rule:
    """An attribute with a condition, possibly without a formula."""

    def rule(self: Builder, children: list[Any]) -> _Part:
        prose, formula = children[1]
        span = self.span([children[0], formula] if formula else children[:1])
        return _Part({field: syntax.Condition(prose, formula, span=span)}, span)

    return rule


class Build(Builder):
    """Builds the nodes; its methods and the rules made by functions are rules of the grammar."""

    literal_code = "FM002"

    # Types

    list_type = makes(syntax.ListType, 0)
    literal_type = makes(syntax.LiteralType, 0)
    unfinished_type = makes(syntax.UnfinishedType)
    component = makes(Component, 0, 2)

    def type_name(self, children: list[Any]) -> TypeExpression:
        module = str(children[0]) if len(children) > 1 else ""
        return syntax.TypeName(str(children[-1]), module, span=self.span(children))

    def function_type(self, children: list[Any]) -> TypeExpression:
        *inputs, result = nodes(children)
        parts = inputs[0] if inputs else ()
        given = parts.components if isinstance(parts, syntax.TupleType) else _components(inputs)
        return syntax.FunctionType(given, result, span=self.span(children))

    def default(self, children: list[Any]) -> Component:
        (component,) = _components(children[:1])
        return replace(component, default=children[2], span=self.span(children))

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
    select = makes(syntax.Select, 0, 2)
    slice_of = makes(syntax.Slice, 0, 2, 4)
    range_of = makes(syntax.Range, 1, 3)
    nil = makes(syntax.Nil)
    unfinished = makes(syntax.Unfinished)
    sequence = gathers(syntax.Sequence)
    list_of = gathers(syntax.ListOf)
    tuple_of = gathers(syntax.TupleOf)
    labelled = makes(syntax.Labelled, 1, 3)

    def binary(self, children: list[Any]) -> Expression:
        left, token, right = children
        operator: Any = "iff" if token == "<=>" else str(token)
        return syntax.Binary(operator, left, right, span=self.span(children))

    def if_(self, children: list[Any]) -> Expression:
        condition, then, *otherwise = nodes(children)
        last = otherwise[0] if otherwise else None
        return syntax.If(condition, then, last, span=self.span(children))

    def bound(self, children: list[Any]) -> list[_Bound]:
        *names, way, domain = children
        return [_Bound(str(each), way, domain) for each in names if each.type == "NAME"]

    def quantified(self, children: list[Any]) -> Expression:
        """Several variables become nested quantifiers; a condition belongs to the last."""
        quantifier: Any = str(children[0])
        groups = [each for each in children if isinstance(each, list)]
        *conditions, last = nodes([each for each in children if not isinstance(each, list)])
        body: Expression = last
        condition = conditions[0] if conditions else None
        for bound in reversed([bound for each in groups for bound in each]):
            body = bound.quantified(quantifier, condition, body, self.span(children))
            condition = None
        return body

    def field(self, children: list[Any]) -> Expression:
        subject, _, token = children
        name = self.number(token) if token.type == "INTEGER" else str(token)
        return syntax.Field(subject, name, span=self.span(children))

    def call(self, children: list[Any]) -> Expression:
        return syntax.Call(str(children[0]), nodes(children), span=self.span(children))

    def method(self, children: list[Any]) -> Expression:
        subject, _, name, _, *arguments = children
        if not isinstance(subject, Name):
            message = f"`{name}` cannot be called after a `.`"
            reject("FM001", message, self.span([name]), f"write `{name}(…)` with all its inputs")
        given = nodes(arguments)
        return syntax.Call(str(name), given, subject.name, span=self.span(children))

    def unary_number(self, children: list[Any]) -> Expression:
        number = syntax.Integer(self.number(children[1]), span=self.span(children[1:]))
        return syntax.Unary("-", number, span=self.span(children))

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

    def prose(self, children: list[Any]) -> _Prose:
        """The comments, and the `...` after them if there is one."""
        open_ = [each for each in children if each.type == "ELLIPSIS"]
        comments = (words(each) for each in children if each.type == "TEXT")
        end = syntax.Unfinished(span=self.span(open_)) if open_ else None
        return _Prose("\n\n".join(filter(None, comments)), end)

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
        return syntax.Define(of, nodes(children), span=self.span(children))

    kind = _declares(syntax.AttributeKind, at=0)

    # Modules

    import_all = makes(syntax.Import, 1)
    export = _gives(1)

    def export_all(self, children: list[Any]) -> tuple[Name, ...]:
        return (Name("*", span=self.span(children)),)

    def import_from(self, children: list[Any]) -> syntax.Import:
        (names,) = nodes(children)
        module = children[1] if isinstance(children[1], Token) else children[3]
        return syntax.Import(str(module), names, span=self.span(children))

    def include(self, children: list[Any]) -> syntax.Include:
        file = self.text(children[1:2])
        assert isinstance(file, syntax.Text)
        return syntax.Include(file.value, span=self.span(children))

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
        exports = [each for names in children if isinstance(names, tuple) for each in names]
        return syntax.Module(
            str(children[1]),
            tuple(exports) if exports and all(each.name != "*" for each in exports) else None,
            _flat([each for each in children if not isinstance(each, Token | tuple)]),
            self._ended(children),
            span=self.span(children),
        )

    # Objects

    def object_(self, children: list[Any]) -> syntax.Declaration:
        fields = _gathered(children)
        return syntax.Object(
            str(children[1]), **fields, ended=self._ended(children), span=self.span(children)
        )

    def components(self, children: list[Any]) -> _Part:
        return _Part({"components": whole(children[1])}, self.span(children))

    defined = components

    def parents(self, children: list[Any]) -> _Part:
        names = tuple(self.named(each) for each in children if each.type == "NAME")
        return _Part({"parents": names}, self.span(children))

    def empty(self, children: list[Any]) -> _Part:
        return _Part({}, self.span(children))

    def operations(self, children: list[Any]) -> _Part:
        listed = children[1]
        names = tuple(self.named(each) for each in listed if each.type == "NAME")
        open_ = [each for each in listed if each.type == "ELLIPSIS"]
        left = syntax.Unfinished(span=self.span(open_)) if open_ else None
        return _Part({"operations": names, "more_operations": left}, self.span(children))

    def still_names(self, children: list[Any]) -> list[Any]:
        return children

    variables = _gives(1)

    def description(self, children: list[Any]) -> _Part:
        return _Part({"description": children[1].text}, self.span(children[:1]))

    def equations(self, children: list[Any]) -> _Part:
        variables = [each for names in children if isinstance(names, tuple) for each in names]
        equations = [each for each in children if isinstance(each, syntax.Equation)]
        fields = {"variables": tuple(variables), "equations": tuple(equations)}
        return _Part(fields, self.span(children[:1]))

    def equation(self, children: list[Any]) -> syntax.Equation:
        return syntax.Equation(children[0], children[2], span=self.span(children[:3]))

    def attribute(self, children: list[Any]) -> syntax.Attribute:
        name, _, prose, *rest = children
        return syntax.Attribute(str(name), prose.text, nodes(rest), span=self.span(children[:1]))

    # Operations

    def operation(self, children: list[Any]) -> syntax.Declaration:
        head, *rest = children
        fields = _gathered([head, *rest])
        if isinstance(rest[0], Token) and rest[0].type == "EQUALS":
            fields["body"] = rest[1]
        span = Span(self.source, head.span.start, self.span(rest[-1:]).end)
        return syntax.Operation(**fields, ended=self._end(fields["name"], rest), span=span)

    def head(self, children: list[Any]) -> _Part:
        words = [each for each in children if isinstance(each, Token)]
        types = {each.type: each for each in reversed(words)}
        fields: dict[str, Any] = {"name": str(types["NAME"])}
        if "REFINES" in types:
            earlier = words[[each.type for each in words].index("REFINES") + 1]
            fields["refines"] = self.named(earlier)
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
            given = _components(children)
        return _Part({"outputs": given}, self.span(children[:1]))

    inputs = _lists("inputs")
    outputs = _lists("outputs")
    precondition = _requires("precondition")
    postcondition = _requires("postcondition")

    invariant = _requires("invariants")
    initial = _requires("initial")
    goal = _requires("goals")

    def condition(self, children: list[Any]) -> tuple[str, syntax.Expression | None]:
        prose, *formula = children
        return prose.text, formula[0] if formula else None

    def chooses(self, children: list[Any]) -> _Part:
        return _Part({"nondeterministic": True}, self.span(children))

    def _ended(self, children: list[Any]) -> Name | None:
        return self._end(str(children[1]), children[2:])

    def _end(self, name: str, children: Sequence[Any]) -> Name | None:
        """The name after `end`, if it differs from the declared name."""
        words = [each for each in children if isinstance(each, Token)]
        types = [each.type for each in words]
        if "END" not in types or types[types.index("END") + 1 :][:1] != ["NAME"]:
            return None
        last = words[types.index("END") + 1]
        return self.named(last) if str(last) != name else None


def words(comment: str) -> str:
    """The text of a comment, without its delimiters and the stars that align it."""
    lines = [re.sub(r"^\s*(\*( |$))?", "", line).rstrip() for line in comment[2:-2].split("\n")]
    return "\n".join(lines).strip()


def whole(of: TypeExpression | Component) -> TypeExpression:
    """The tuple of one component for a component that stands alone."""
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
    """The list among the children; an empty one if there is none."""
    return next((each for each in children if isinstance(each, tuple)), ())


_REPEATED = ("invariants", "goals")
"""The attributes that may occur several times."""


def _gathered(children: list[Any]) -> dict[str, Any]:
    """The fields that the attributes fill; each may be filled only once."""
    fields: dict[str, Any] = {}
    attributes = tuple(each for each in children if isinstance(each, syntax.Attribute))
    for part in (each for each in children if isinstance(each, _Part)):
        for field, value in part.fields.items():
            if field in _REPEATED:
                value = (*fields.get(field, ()), value)  # noqa: PLW2901 - one more of them
            elif field in fields:
                reject("FM003", f"the {field} are given twice", part.span)
            fields[field] = value
    return {**fields, "attributes": attributes}


def _flat(children: list[Any]) -> tuple[syntax.Declaration, ...]:
    """The declarations, flattened, since one import may stand for several."""
    return tuple(each for part in children for each in (part if isinstance(part, list) else [part]))
