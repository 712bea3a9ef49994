"""Records: constructors with labelled fields, rewritten to plain ones before all other passes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import fields, replace
from typing import Any

from refute.frontend.build import reject
from refute.frontend.node import Node, walk
from refute.languages.funlogic import syntax
from refute.languages.funlogic.syntax import (
    AnyPattern,
    ConstructorPattern,
    DataDeclaration,
    Equation,
    Name,
    Program,
)


def accessors(program: Program) -> Iterator[Equation]:
    """For each label, the function that returns its field: an equation for each constructor."""
    for data in program.declarations:
        if isinstance(data, DataDeclaration):
            for each in data.constructors:
                for number, label in enumerate(each.labels):
                    patterns = _patterns(len(each.fields), {number: label})
                    pattern = ConstructorPattern(each.name, patterns, span=each.span)
                    body = Name(label, span=each.span)
                    yield Equation(body, (pattern,), body, span=each.span)


def _patterns(count: int, names: Mapping[int, str]) -> tuple[AnyPattern, ...]:
    return tuple(AnyPattern(names.get(number, "_")) for number in range(count))


def without_records(
    program: Program, data: Sequence[DataDeclaration], labels: Mapping[str, tuple[str, ...]]
) -> Program:
    """A program with records written as constructors and cases."""
    if not any(isinstance(node, syntax.Record | syntax.RecordPattern) for node in walk(program)):
        return program

    def plain(node: Node) -> Node:
        match node:
            case syntax.Record():
                return _plain(node, data, labels)
            case syntax.RecordPattern():
                return _plain_pattern(node, labels.get(node.name, ()))
            case _:
                return node

    rewritten = rewrite(program, plain)
    assert isinstance(rewritten, Program)
    return rewritten


def rewrite(node: Node, change: Callable[[Node], Node]) -> Node:
    """Apply a change to every node of a tree, inner nodes before outer ones."""
    made: dict[str, Any] = {}
    for each in fields(node):
        value = getattr(node, each.name)
        if isinstance(value, Node):
            made[each.name] = rewrite(value, change)
        elif isinstance(value, tuple):
            made[each.name] = tuple(
                rewrite(part, change) if isinstance(part, Node) else part for part in value
            )
    return change(replace(node, **made))


def _plain(
    record: syntax.Record, data: Sequence[DataDeclaration], labels: Mapping[str, tuple[str, ...]]
) -> syntax.Expression:
    settings = {each.label: each.value for each in record.settings}
    if isinstance(record.subject, syntax.Constructor):
        return _made(record, record.subject, settings, labels.get(record.subject.name, ()))
    wanted = set(settings)
    fitting = [
        each
        for one in data
        for each in one.constructors
        if each.labels and wanted <= {*each.labels}
    ]
    if not fitting:
        named = " and ".join(f"`{each}`" for each in settings)
        reject("FL019", f"no constructor has a field {named}", record.span)
    alternatives = tuple(_updated(each, settings, record) for each in fitting)
    return syntax.Case(record.subject, alternatives, span=record.span)


def _plain_pattern(pattern: syntax.RecordPattern, labels: tuple[str, ...]) -> ConstructorPattern:
    """The pattern with all fields in their order; those that are not mentioned may be anything."""
    known = {each.label: each.pattern for each in pattern.fields}
    _must_be_fields(pattern.name, pattern.fields, labels)
    fields = tuple(known.get(label, AnyPattern("_", span=pattern.span)) for label in labels)
    return ConstructorPattern(pattern.name, fields, span=pattern.span)


def _must_be_fields(
    name: str,
    given: Sequence[syntax.Setting | syntax.FieldPattern],
    labels: tuple[str, ...],
) -> None:
    for each in given:
        if each.label not in labels:
            known = f"its fields are {', '.join(labels)}" if labels else "its fields have no labels"
            reject("FL019", f"`{name}` has no field `{each.label}`", each.span, known)


def _made(
    record: syntax.Record,
    constructor: syntax.Constructor,
    settings: Mapping[str, syntax.Expression],
    labels: tuple[str, ...],
) -> syntax.Expression:
    name = constructor.name
    _must_be_fields(name, record.settings, labels)
    for label in labels:
        if label not in settings:
            advice = f"add `{label} = …`"
            reject("FL019", f"the field `{label}` of `{name}` is missing", record.span, advice)
    arguments = tuple(settings[label] for label in labels)
    return syntax.Apply(constructor, arguments, span=record.span)


def _updated(
    constructor: syntax.ConstructorDeclaration,
    settings: Mapping[str, syntax.Expression],
    record: syntax.Record,
) -> syntax.Alternative:
    """The alternative for one constructor: some fields are set, and the others kept."""
    span = record.span
    kept = {
        number: f"{label}'kept"
        for number, label in enumerate(constructor.labels)
        if label not in settings
    }
    pattern = ConstructorPattern(constructor.name, _patterns(len(constructor.fields), kept))
    arguments = tuple(
        settings[label] if number not in kept else Name(kept[number], span=span)
        for number, label in enumerate(constructor.labels)
    )
    made = syntax.Apply(syntax.Constructor(constructor.name, span=span), arguments, span=span)
    return syntax.Alternative(replace(pattern, span=span), made, span=span)
