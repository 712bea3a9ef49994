"""`refute doc`: the definitions of a specification as browsable pages."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files
from pathlib import Path
from textwrap import dedent

from jinja2 import Environment, StrictUndefined, Template

from refute.frontend.node import walk
from refute.languages.fmsl import syntax
from refute.languages.fmsl.documents.diagram import diagram_of, to_graphviz, to_mermaid, to_svg
from refute.languages.fmsl.program import load
from refute.languages.fmsl.typecheck import Checked
from refute.languages.language import Request, Stream
from refute.languages.options import Options
from refute.record import record
from refute.report.outcome import Artifact
from refute.source import Span

WORD = re.compile(r"[^\W\d_]\w*'*")
Documented = syntax.Object | syntax.Operation | syntax.Theorem | syntax.Axiom


@record
class Section:
    """One fact about an entry: text, a piece of the specification, or both."""

    title: str
    prose: str = ""
    code: str = ""


@record
class Entry:
    """An object, operation or theorem with everything said about it."""

    kind: str
    name: str
    description: str
    sections: tuple[Section, ...]
    used_by: Sequence[str]


def doc(request: Request[Options]) -> Stream:
    """The documentation of a specification as files."""
    checked = load(request.source)
    yield from checked.warnings
    yield from _files(checked, Path(request.source.name).stem)


def _files(checked: Checked, name: str) -> Iterator[Artifact]:
    diagram = diagram_of(checked)
    picture = to_svg(diagram)
    parts = {
        "name": name,
        "groups": _groups(checked),
        "mermaid": to_mermaid(diagram),
        "picture": picture,
    }
    yield Artifact(f"{name}.html", _template("page.html").render(parts))
    yield Artifact(f"{name}.md", _template("page.md").render(parts))
    yield Artifact(f"{name}.mmd", to_mermaid(diagram))
    yield Artifact(f"{name}.dot", to_graphviz(diagram))
    if picture is not None:
        yield Artifact(f"{name}.svg", picture)


def _groups(checked: Checked) -> Mapping[str, list[Entry]]:
    """The entries by category, each in the order of the specification."""
    users = references(checked.declarations)
    titles = ("Objects", "Operations", "Functions", "Theorems", "Axioms")
    groups: dict[str, list[Entry]] = {title: [] for title in titles}
    for each in checked.declarations:
        if isinstance(each, Documented):
            auxiliary = isinstance(each, syntax.Operation) and each.auxiliary
            kind = "function" if auxiliary else type(each).__name__.lower()
            description = getattr(each, "description", "")
            sections = tuple(_sections(each))
            entry = Entry(kind, each.name, description, sections, users[each.name])
            groups[f"{kind.capitalize()}s"].append(entry)
    return {title: entries for title, entries in groups.items() if entries}


def references(declarations: tuple[syntax.Declaration, ...]) -> Mapping[str, list[str]]:
    """For each object, operation and theorem, the others that mention it, in order."""
    named = [each for each in declarations if isinstance(each, Documented)]
    found: dict[str, list[str]] = {each.name: [] for each in named}
    for each in named:
        for name in set(_mentioned(each)) - {each.name}:
            if name in found and each.name not in found[name]:
                found[name].append(each.name)
    return found


def _mentioned(declaration: Documented) -> Iterator[str]:
    """The types, called operations and listed names that occur in a declaration."""
    for node in walk(declaration):
        match node:
            case syntax.TypeName(name) | syntax.Call(name, _):
                yield name
            case syntax.Object():
                yield from (each.name for each in node.operations)


def _sections(declaration: Documented) -> Iterator[Section]:
    match declaration:
        case syntax.Object():
            if declaration.components is not None:
                yield Section("Components", code=excerpt(declaration.components.span))
            if declaration.operations:
                names = ", ".join(each.name for each in declaration.operations)
                yield Section("Operations", code=names)
            if declaration.parents:
                names = ", ".join(each.name for each in declaration.parents)
                yield Section("Extends", code=names)
            for title, conditions in (
                ("Invariant", declaration.invariants),
                ("Initially", filter(None, [declaration.initial])),
                ("Goal", declaration.goals),
            ):
                yield from (_condition(title, each) for each in conditions)
            if declaration.equations:
                lines = (excerpt(each.span) for each in declaration.equations)
                yield Section("Equations", code="\n".join(lines))
            yield from _attributes(declaration.attributes)
        case syntax.Operation():
            yield from _of_operation(declaration)
        case syntax.Theorem() | syntax.Axiom():
            if declaration.parameters:
                yield Section("For all", code=_components(declaration.parameters))
            yield Section("Statement", code=excerpt(declaration.formula.span))


def _of_operation(operation: syntax.Operation) -> Iterator[Section]:
    if operation.inputs:
        yield Section("Inputs", code=_components(operation.inputs))
    if operation.outputs:
        yield Section("Outputs", code=_components(operation.outputs))
    conditions = {"Precondition": operation.precondition, "Postcondition": operation.postcondition}
    for title, condition in conditions.items():
        if condition is not None and (condition.prose or condition.formula is not None):
            yield _condition(title, condition)
    if operation.refines is not None:
        yield Section("Refines", code=operation.refines.name)
    if operation.body is not None:
        yield Section("Definition", code=excerpt(operation.body.span))
    if operation.nondeterministic:
        yield Section("Choice", prose="It is meant to leave a choice between several results.")
    yield from _attributes(operation.attributes)


def _condition(title: str, condition: syntax.Condition) -> Section:
    code = excerpt(condition.formula.span) if condition.formula is not None else ""
    return Section(title, condition.prose, code)


def _attributes(attributes: tuple[syntax.Attribute, ...]) -> Iterator[Section]:
    for each in attributes:
        values = ", ".join(excerpt(value.span) for value in each.values)
        yield Section(each.name.replace("_", " ").capitalize(), each.prose, values)


def _components(components: tuple[syntax.Component, ...]) -> str:
    return ",\n".join(excerpt(each.span) for each in components)


def excerpt(span: Span) -> str:
    """A span of the source as written, without its indentation."""
    _, column = span.source.position(span.start)
    return dedent(" " * (column - 1) + span.text).strip("\n")


def linked(code: str, groups: Mapping[str, list[Entry]]) -> list[tuple[str, str]]:
    """The code in pieces, each with the entry that it names, or an empty text."""
    names = {entry.name for entries in groups.values() for entry in entries}
    pieces: list[tuple[str, str]] = []
    end = 0
    for word in WORD.finditer(code):
        if word[0] in names:
            pieces += [(code[end : word.start()], ""), (word[0], word[0])]
            end = word.end()
    return [*pieces, (code[end:], "")]


@cache
def _template(name: str) -> Template:
    text = files("refute.languages.fmsl.documents").joinpath(name).read_text("utf-8")
    environment = Environment(
        autoescape=name.endswith(".html"),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters["linked"] = linked
    return environment.from_string(text)
