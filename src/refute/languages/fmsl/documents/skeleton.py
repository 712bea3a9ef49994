"""From a class diagram to the beginning of a specification."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from refute.languages.fmsl.documents.diagram import Attribute, Box, Diagram, Method, Shape, TypeUse

_PRIMITIVES = {
    "int": "integer",
    "integer": "integer",
    "long": "integer",
    "short": "integer",
    "byte": "integer",
    "nat": "integer",
    "natural": "integer",
    "float": "real",
    "double": "real",
    "real": "real",
    "decimal": "real",
    "number": "real",
    "string": "string",
    "str": "string",
    "char": "string",
    "text": "string",
    "bool": "boolean",
    "boolean": "boolean",
}
_LATER = "To be defined."


def to_specification(diagram: Diagram, name: str, reserved: Iterable[str] = ()) -> str:
    """A specification with an object for each class and an operation for each method."""
    return _Skeleton(diagram, frozenset(reserved)).text(name)


@dataclass
class _Skeleton:
    """Knows which names are taken while a specification is written."""

    diagram: Diagram
    reserved: frozenset[str]

    @cached_property
    def boxes(self) -> dict[str, Box]:
        return {box.name: box for box in self.diagram.boxes}

    @cached_property
    def method_counts(self) -> Counter[str]:
        return Counter(each.name for box in self.diagram.boxes for each in box.methods)

    def text(self, name: str) -> str:
        parts = [f"(* Begun from {name}: say what each operation needs and brings about. *)"]
        for box in self.diagram.boxes:
            parts.append(self._object(box))
            parts.extend(self._operation(box, method) for method in box.methods)
        parts.extend(f"object {each} = string;    -- {_LATER}" for each in self._undefined())
        return "\n\n".join(parts) + "\n"

    def _object(self, box: Box) -> str:
        name = self._name(box.name)
        if box.shape is Shape.ENUMERATION:
            comment = f"    -- one of: {', '.join(box.literals)}" if box.literals else ""
            return f"object {name} = string;{comment}"
        lines = [f"object {name}", f"    components: {self._components(box)};"]
        if box.methods:
            names = ", ".join(self._operation_name(box, each) for each in box.methods)
            lines.append(f"    operations: {names};")
        lines.extend([f"    description: (* {_LATER} *);", f"end {name};"])
        return "\n".join(lines)

    def _components(self, box: Box) -> str:
        kinds = self.diagram.kinds(box.name)
        if kinds and box.shape is not Shape.CLASS:
            return " or ".join(map(self._name, kinds))
        return " and ".join(map(self._declared, self._parts(box))) or "string"

    def _parts(self, box: Box) -> Iterator[Attribute]:
        """What a class has, first what it inherits; of two parts with one name the first counts."""
        seen: set[str] = set()
        for owner in self._ancestry(box.name):
            for part in (*self.boxes[owner].attributes, *self._tied(owner)):
                if part.name not in seen:
                    seen.add(part.name)
                    yield part

    def _tied(self, owner: str) -> Iterator[Attribute]:
        for line in self.diagram.parts(owner):
            many = line.many or self._leads_back(line.target, owner)
            role = "_".join(line.role.split()) or _as_part(line.target) + "s" * line.many
            yield Attribute(role, TypeUse(line.target, many))

    def _leads_back(self, start: str, owner: str) -> bool:
        """Whether single parts lead from one class to another: a list ends such a circle."""
        waiting, seen = [start], {start}
        while waiting:
            name = waiting.pop()
            if name == owner:
                return True
            onwards = [line.target for line in self.diagram.parts(name) if not line.many]
            onwards += [
                each.type.name for each in self.boxes[name].attributes if not each.type.many
            ]
            fresh = [each for each in onwards if each in self.boxes and each not in seen]
            seen.update(fresh)
            waiting.extend(fresh)
        return False

    def _ancestry(self, name: str) -> list[str]:
        """The class after all that it is a kind of."""
        order: list[str] = []
        waiting = [name]
        while waiting:
            each = waiting.pop()
            if each not in order:
                order.append(each)
                waiting.extend(self.diagram.parents(each))
        return order[::-1]

    def _operation(self, box: Box, method: Method) -> str:
        name, self_name = self._operation_name(box, method), self._name(_as_part(box.name))
        owner = Attribute(self_name, TypeUse(box.name))
        inputs = [owner, *_named(method.parameters, "argument")]
        changed = Attribute(f"{self_name}'", TypeUse(box.name))
        outputs = _named(method.results, "result") or [changed]
        return "\n".join(
            [
                f"operation {name}",
                f"    inputs: {', '.join(map(self._declared, inputs))};",
                f"    outputs: {', '.join(map(self._declared, outputs))};",
                "    precondition: ;",
                "    postcondition: ;",
                f"    description: (* {_LATER} *);",
                f"end {name};",
            ]
        )

    def _operation_name(self, box: Box, method: Method) -> str:
        """The name of a method; with that of its class in front where it alone would not do."""
        alone = self.method_counts[method.name] == 1 and method.name not in self.boxes
        name = method.name if alone else f"{box.name}_{method.name}"
        return self._name(name)

    def _declared(self, attribute: Attribute) -> str:
        type_ = f"{self._type(attribute.type.name)}{'*' * attribute.type.many}"
        return f"{self._name(attribute.name)}: {type_}" if attribute.name else type_

    def _type(self, name: str) -> str:
        if name not in self.boxes and name.lower() in _PRIMITIVES:
            return _PRIMITIVES[name.lower()]
        return self._name(name) if name else "string"

    def _name(self, name: str) -> str:
        return f"{name}_" if name in self.reserved else name

    def _undefined(self) -> list[str]:
        """The types that are spoken of but have no box, in order."""
        used = [
            part.type.name
            for box in self.diagram.boxes
            for part in (*box.attributes, *_parts_of(box.methods))
        ]
        open_ = [each for each in used if each and each not in self.boxes]
        names = dict.fromkeys(each for each in open_ if each.lower() not in _PRIMITIVES)
        return [self._name(each) for each in names]


def _parts_of(methods: Iterable[Method]) -> Iterator[Attribute]:
    for method in methods:
        yield from (*method.parameters, *method.results)


def _named(attributes: Iterable[Attribute], word: str) -> list[Attribute]:
    """The attributes; one without a name is called by a word and its number."""
    listed = list(attributes)
    numbers = [""] if len(listed) == 1 else [str(each + 1) for each in range(len(listed))]
    return [
        each if each.name else Attribute(f"{word}{number}", each.type)
        for each, number in zip(listed, numbers, strict=True)
    ]


def _as_part(name: str) -> str:
    return name[:1].lower() + name[1:]
