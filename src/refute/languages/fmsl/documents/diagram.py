"""Class diagrams: their data model, the diagram of a specification, and drawing."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import field, replace
from enum import StrEnum
from html import escape

from refute.languages.fmsl import syntax, types
from refute.languages.fmsl.typecheck import Checked, Signature
from refute.languages.fmsl.types import Named, Part, Type
from refute.record import record
from refute.source import NO_SPAN, Span

_DRAWING_SECONDS = 20.0
"""Time limit of Graphviz."""


Shape = StrEnum("Shape", ["CLASS", "ABSTRACT", "INTERFACE", "ENUMERATION"])
"""The kind of a box."""

Tie = StrEnum("Tie", ["IS_A", "HAS", "USES"])
"""How two boxes are connected."""


@record
class Attribute:
    """A member of a box, a parameter or a result; the name may be empty. `many` means a list."""

    name: str
    type: str
    many: bool = False

    def __str__(self) -> str:
        return self.text("*")

    def text(self, plural: str) -> str:
        """`name: type`, with a mark after the type of a list."""
        of = self.type + plural * self.many
        return f"{self.name}: {of}" if self.name else of


@record
class Method:
    """An operation of a box."""

    name: str
    parameters: tuple[Attribute, ...] = ()
    results: tuple[Attribute, ...] = ()

    def text(self, plural: str, separator: str) -> str:
        """`name(parameters)` and the results, with a mark after the types of lists."""
        parameters = ", ".join(each.text(plural) for each in self.parameters)
        results = ", ".join(each.text(plural) for each in self.results)
        return f"{self.name}({parameters})" + (separator + results if results else "")


@record
class Box:
    """A class, an interface or an enumeration."""

    name: str
    shape: Shape = Shape.CLASS
    attributes: tuple[Attribute, ...] = ()
    methods: tuple[Method, ...] = ()
    literals: tuple[str, ...] = ()
    span: Span = field(default=NO_SPAN, compare=False, repr=False)

    def joined(self, other: Box) -> Box:
        """This box with the members of another box for the same class."""
        return replace(
            self,
            shape=self.shape if other.shape is Shape.CLASS else other.shape,
            attributes=self.attributes + other.attributes,
            methods=self.methods + other.methods,
            literals=self.literals + other.literals,
        )


@record
class Line:
    """A line between two boxes; the source may have many of the target, with a role name."""

    tie: Tie
    source: str
    target: str
    many: bool = False
    role: str = ""


@record
class Diagram:
    """Boxes in order, and lines between them."""

    boxes: tuple[Box, ...] = ()
    lines: tuple[Line, ...] = ()

    def ancestors(self, name: str) -> list[str]:
        """All boxes that a box extends, nearest first."""
        found: list[str] = []
        waiting = [name]
        while waiting:
            lines = self._lines(Tie.IS_A, waiting.pop(0))
            new = dict.fromkeys(each.target for each in lines if each.target not in found)
            found.extend(new)
            waiting.extend(new)
        return found

    def kinds(self, name: str) -> list[str]:
        """The boxes that extend this one."""
        lines = (each for each in self.lines if each.tie is Tie.IS_A)
        return [each.source for each in lines if each.target == name]

    def parts(self, name: str) -> list[Line]:
        """The lines to the parts of a box."""
        return self._lines(Tie.HAS, name)

    def _lines(self, tie: Tie, source: str) -> list[Line]:
        return [each for each in self.lines if (each.tie, each.source) == (tie, source)]


# The diagram of a specification


def diagram_of(checked: Checked) -> Diagram:
    """A box for each object that is not just a primitive type, and lines for its parts.

    An operation belongs to the box of its first input that has one, and so does a function listed
    by an object. That input is left out, and so is an output that is the same object after a
    change.
    """
    return _Drawer(checked).diagram()


class _Drawer:
    def __init__(self, checked: Checked) -> None:
        self._objects = checked.objects
        listed = {
            each.name
            for declaration in checked.declarations
            if isinstance(declaration, syntax.Object)
            for each in declaration.operations
        }
        self._signatures = [
            checked.operations[each.name]
            for each in checked.declarations
            if isinstance(each, syntax.Operation) and (not each.auxiliary or each.name in listed)
        ]
        self._names = [
            name
            for name, definition in checked.objects.definitions.items()
            if definition is None
            or not isinstance(checked.objects.structure(definition), types.Primitive)
        ]

    def diagram(self) -> Diagram:
        boxes = tuple(self._box(name) for name in self._names)
        lines = (line for name in self._names for line in self._lines(name))
        return Diagram(boxes, tuple(dict.fromkeys(lines)))

    def _box(self, name: str) -> Box:
        shape, attributes = Shape.ABSTRACT, []
        if not self._is_union(name):
            shape = Shape.CLASS
            parts = [each for each in self._parts(name) if self._target(each.type) is None]
            attributes = [_attribute(each.name, each.type) for each in parts]
        methods = (each for each in self._signatures if self._owner(each) == name)
        return Box(name, shape, tuple(attributes), tuple(_method(each, name) for each in methods))

    def _lines(self, name: str) -> Iterator[Line]:
        for part in self._parts(name):
            target = self._target(part.type)
            if target is not None and self._is_union(name):
                yield Line(Tie.IS_A, target, name)
            elif target is not None:
                yield Line(Tie.HAS, name, target, isinstance(part.type, types.ListOf), part.name)

    def _parts(self, name: str) -> tuple[Part, ...]:
        match self._objects.definitions[name]:
            case types.TupleOf(parts) | types.Union(parts):
                return parts
            case None:
                return ()
            case other:
                return (Part("", other),)

    def _is_union(self, name: str) -> bool:
        return isinstance(self._objects.definitions[name], types.Union)

    def _owner(self, signature: Signature) -> str | None:
        targets = (self._target(each.type) for each in signature.inputs)
        return next((each for each in targets if each is not None), None)

    def _target(self, of: Type) -> str | None:
        """The box for a type, or for the type of a list's elements."""
        match of:
            case Named(name) | types.ListOf(Named(name)) if name in self._names:
                return name
            case _:
                return None


def _method(signature: Signature, owner: str) -> Method:
    itself = next((each for each in signature.inputs if each.type == Named(owner)), None)
    inputs = [_attribute(each.name, each.type) for each in signature.inputs if each is not itself]
    outputs = [_attribute("", each.type) for each in signature.outputs]
    changed = itself is not None and outputs == [Attribute("", owner)]
    return Method(signature.name, tuple(inputs), () if changed else tuple(outputs))


def _attribute(name: str, of: Type) -> Attribute:
    match of:
        case types.ListOf(types.Primitive(element) | Named(element)):
            return Attribute(name, element, many=True)
        case _:
            return Attribute(name, types.show_type(of))


# Drawing

_ARROWS = {Tie.IS_A: "--|>", Tie.HAS: "-->", Tie.USES: "..>"}
_EDGES = {
    Tie.IS_A: 'arrowhead="empty"',
    Tie.HAS: 'dir="both" arrowtail="odiamond" arrowhead="none"',
    Tie.USES: 'style="dashed" arrowhead="vee"',
}


def to_mermaid(diagram: Diagram) -> str:
    """The diagram in the notation of Mermaid."""
    lines = ["classDiagram"]
    for box in diagram.boxes:
        lines.extend(f"  {line}" for line in _mermaid_box(box))
    for line in diagram.lines:
        count = ' "*"' if line.many else ""
        role = f" : {line.role}" if line.role else ""
        lines.append(f"  {line.source} {_ARROWS[line.tie]}{count} {line.target}{role}")
    return "\n".join(lines) + "\n"


def _mermaid_box(box: Box) -> Iterator[str]:
    members = [] if box.shape is Shape.CLASS else [f"<<{box.shape}>>"]
    # A star at the end would mean "abstract" to Mermaid.
    members += [*(each.text("[]") for each in box.attributes), *box.literals]
    members += [each.text("[]", " ") for each in box.methods]
    if not members:
        yield f"class {box.name}"
        return
    yield f"class {box.name} {{"
    yield from (f"  {each}" for each in members)
    yield "}"


def to_graphviz(diagram: Diagram) -> str:
    """The diagram in the language of Graphviz."""
    lines = [
        "digraph classes {",
        '  graph [rankdir="TB" nodesep="0.4" fontname="Helvetica"];',
        '  node [shape="plain" fontname="Helvetica" fontsize="11"];',
        '  edge [fontname="Helvetica" fontsize="10"];',
    ]
    lines.extend(f'  "{box.name}" [label=<{_table(box)}>];' for box in diagram.boxes)
    for line in diagram.lines:
        label = " ".join(filter(None, (line.role, "*" * line.many)))
        attribute = f' label="{label}"' if label else ""
        lines.append(f'  "{line.source}" -> "{line.target}" [{_EDGES[line.tie]}{attribute}];')
    return "\n".join([*lines, "}"]) + "\n"


def _table(box: Box) -> str:
    title = f"<b>{escape(box.name)}</b>"
    if box.shape is not Shape.CLASS:
        title = f"«{box.shape}»<br/>{title}"
    rows = [title]
    members = [*map(str, box.attributes), *box.literals]
    for group in (members, [each.text("*", ": ") for each in box.methods]):
        if group:
            rows.append("".join(f'{escape(each)}<br align="left"/>' for each in group))
    cells = "".join(f'<tr><td balign="left">{row}</td></tr>' for row in rows)
    return f'<table border="0" cellborder="1" cellspacing="0" cellpadding="5">{cells}</table>'


def to_svg(diagram: Diagram) -> str | None:
    """The diagram as SVG, or None if Graphviz is not installed or fails."""
    program = shutil.which("dot")
    if program is None:
        return None
    try:
        done = subprocess.run(
            [program, "-Tsvg"],
            input=to_graphviz(diagram).encode(),
            capture_output=True,
            timeout=_DRAWING_SECONDS,
            check=True,
        )
    except (OSError, subprocess.SubprocessError):
        return None
    text = done.stdout.decode()
    return text[text.index("<svg") :]
