"""The class diagram of a specification."""

from __future__ import annotations

from collections.abc import Iterator

from refute.languages.fmsl import syntax, types
from refute.languages.fmsl.documents.diagram import (
    Attribute,
    Box,
    Diagram,
    Line,
    Method,
    Shape,
    Tie,
    TypeUse,
)
from refute.languages.fmsl.typecheck import Checked, Signature
from refute.languages.fmsl.types import Named, Part, Type


def diagram_of(checked: Checked) -> Diagram:
    """A box for each object but other names of primitive types; lines for what is made of what.

    An operation stands in the box of its first input that has one, and so does a function that
    an object lists. That input is left out, and so is an output that is this object changed.
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
        parts = self._parts(name)
        shape = Shape.ABSTRACT if self._is_union(name) else Shape.CLASS
        attributes = () if self._is_union(name) else tuple(self._attributes(parts))
        methods = (each for each in self._signatures if self._owner(each) == name)
        return Box(name, shape, attributes, tuple(_method(each, name) for each in methods))

    def _attributes(self, parts: tuple[Part, ...]) -> Iterator[Attribute]:
        """The parts that no line shows."""
        for part in parts:
            target = _target(part.type)
            if target is None or target.name not in self._names:
                yield Attribute(part.name, _use(part.type))

    def _lines(self, name: str) -> Iterator[Line]:
        for part in self._parts(name):
            target = _target(part.type)
            if target is not None and target.name in self._names:
                if self._is_union(name):
                    yield Line(Tie.IS_A, target.name, name)
                else:
                    yield Line(Tie.HAS, name, target.name, target.many, part.name)

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
        targets = (_target(each.type) for each in signature.inputs)
        return next((each.name for each in targets if each and each.name in self._names), None)


def _method(signature: Signature, owner: str) -> Method:
    parameters = [Attribute(each.name, _use(each.type)) for each in signature.inputs]
    itself = next((each for each in parameters if each.type == TypeUse(owner)), None)
    inputs = tuple(each for each in parameters if each is not itself)
    outputs = tuple(Attribute("", _use(each.type)) for each in signature.outputs)
    changed = itself is not None and outputs == (Attribute("", TypeUse(owner)),)
    return Method(signature.name, inputs, () if changed else outputs)


def _target(of: Type) -> TypeUse | None:
    """The object that a type names, or whose list it is."""
    match of:
        case Named(name):
            return TypeUse(name)
        case types.ListOf(Named(name)):
            return TypeUse(name, many=True)
        case _:
            return None


def _use(of: Type) -> TypeUse:
    match of:
        case types.ListOf(types.Primitive(name) | Named(name)):
            return TypeUse(name, many=True)
        case _:
            return TypeUse(types.show_type(of))
