"""Generation of the beginning of a specification from a class diagram."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain, count
from pathlib import Path

from refute.languages.fmsl.documents.class_text import read_diagram
from refute.languages.fmsl.documents.diagram import Attribute, Box, Diagram, Method, Shape
from refute.languages.language import Request, Stream
from refute.languages.options import Options
from refute.report.outcome import Artifact

_PRIMITIVES = {
    name: primitive
    for primitive, names in {
        "integer": "int integer long short byte nat natural",
        "real": "float double real decimal number",
        "string": "string str char text",
        "boolean": "bool boolean",
    }.items()
    for name in names.split()
}
_RESERVED = frozenset([
    "end", "var", "let", "set", "if", "then", "else", "forall", "exists", "and", "or", "xor", "not",
    "in", "mod", "true", "false", "nil", "iff",
])  # fmt: skip
WORD = re.compile(r"\w+")
_LATER = "To be defined."


def skeleton(request: Request[Options]) -> Stream:
    """`refute skeleton`: the beginning of a specification as a file."""
    path = Path(request.source.name)
    text = to_specification(read_diagram(request.source), path.name)
    yield Artifact(f"{path.stem}.fmsl", text)


def to_specification(diagram: Diagram, name: str) -> str:
    """A specification with an object for each class and an operation for each method."""
    return _Skeleton(diagram).text(name)


@dataclass
class _Skeleton:
    """Writes a specification, keeping track of the names that are taken."""

    diagram: Diagram

    @cached_property
    def boxes(self) -> dict[str, Box]:
        return {box.name: box for box in self.diagram.boxes}

    @cached_property
    def operations(self) -> dict[str, list[str]]:
        """The operations of each class, with longer names if the methods' names are not unique."""
        counts = Counter(each.name for box in self.diagram.boxes for each in box.methods)
        taken = set(self.boxes)
        names: dict[str, list[str]] = {box.name: [] for box in self.diagram.boxes}
        for box in self.diagram.boxes:
            for method in box.methods:
                long = f"{_bare(box.name)}_{method.name}"
                name = method.name if counts[method.name] == 1 else long
                names[box.name].append(_fresh(self._name(name), taken))
        return names

    def text(self, name: str) -> str:
        parts = [f"(* Begun from {name}: say what each operation needs and brings about. *)"]
        for box in self.diagram.boxes:
            parts.append(self._object(box))
            named = zip(self.operations[box.name], box.methods, strict=True)
            parts.extend(self._operation(box, *each) for each in named)
        parts.extend(f"object {each} = string;    -- {_LATER}" for each in self._undefined())
        return "\n\n".join(parts) + "\n"

    def _object(self, box: Box) -> str:
        name = self._name(box.name)
        if box.shape is Shape.ENUMERATION:
            comment = f"    -- one of: {', '.join(box.literals)}" if box.literals else ""
            return f"object {name} = string;{comment}"
        lines = [f"object {name}", f"    components: {self._components(box)};"]
        if box.methods:
            lines.append(f"    operations: {', '.join(self.operations[box.name])};")
        lines.extend([f"    description: (* {_LATER} *);", f"end {name};"])
        return "\n".join(lines)

    def _components(self, box: Box) -> str:
        kinds = self.diagram.kinds(box.name)
        if kinds and box.shape is not Shape.CLASS:
            return " or ".join(map(self._name, kinds))
        return " and ".join(map(self._declared, self._parts(box))) or "string"

    def _parts(self, box: Box) -> Iterator[Attribute]:
        """The parts of a class; a single part that leads back to the class becomes a list."""
        for part in self._all_parts(box.name):
            many = part.many or self._leads_back(part.type, box.name)
            yield Attribute(part.name, part.type, many)

    def _all_parts(self, name: str) -> Iterator[Attribute]:
        """The parts of a class, inherited ones first; the first part with a name counts."""
        seen: set[str] = set()
        for owner in (*reversed(self.diagram.ancestors(name)), name):
            for part in (*self.boxes[owner].attributes, *self._tied(owner)):
                if part.name not in seen:
                    seen.add(part.name)
                    yield part

    def _tied(self, owner: str) -> Iterator[Attribute]:
        for line in self.diagram.parts(owner):
            role = "_".join(WORD.findall(line.role))
            called = role or _as_part(_bare(line.target)) + "s" * line.many
            yield Attribute(called, line.target, line.many)

    def _leads_back(self, start: str, owner: str) -> bool:
        """Whether a chain of single parts and alternatives leads from one class to another."""
        waiting, seen = [start], {start}
        while waiting:
            name = waiting.pop()
            if name == owner:
                return True
            fresh = [each for each in self._made_of(name) if each not in seen]
            seen.update(fresh)
            waiting.extend(fresh)
        return False

    def _made_of(self, name: str) -> Iterator[str]:
        if name in self.boxes:
            yield from self.diagram.kinds(name)
            yield from (each.type for each in self._all_parts(name) if not each.many)

    def _operation(self, box: Box, name: str, method: Method) -> str:
        owner = Attribute(_as_part(box.name), box.name)
        inputs = self._distinct([owner, *_named(method.parameters, "argument")])
        changed = Attribute(f"{inputs[0].name}'", box.name)
        outputs = _named(method.results, "result") or [changed]
        outputs = self._distinct(outputs, {each.name for each in inputs})
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

    def _distinct(
        self, attributes: Iterable[Attribute], taken: Iterable[str] = ()
    ) -> list[Attribute]:
        names = set(taken)
        return [replace(each, name=_fresh(self._name(each.name), names)) for each in attributes]

    def _declared(self, attribute: Attribute) -> str:
        type_ = f"{self._type(attribute.type)}{'*' * attribute.many}"
        return f"{self._name(attribute.name)}: {type_}" if attribute.name else type_

    def _type(self, name: str) -> str:
        if name not in self.boxes and name.lower() in _PRIMITIVES:
            return _PRIMITIVES[name.lower()]
        return self._name(name) if name else "string"

    def _name(self, name: str) -> str:
        return f"{name}_" if name in _RESERVED else name

    def _undefined(self) -> list[str]:
        """The types that are mentioned but have no box, in order."""
        used = [
            part.type
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
    """The attributes; those without a name get a word and a number."""
    listed = list(attributes)
    numbers = [""] if len(listed) == 1 else [str(each + 1) for each in range(len(listed))]
    return [
        each if each.name else replace(each, name=f"{word}{number}")
        for each, number in zip(listed, numbers, strict=True)
    ]


def _as_part(name: str) -> str:
    return name[:1].lower() + name[1:]


def _bare(name: str) -> str:
    return name.rstrip("'")


def _fresh(name: str, taken: set[str]) -> str:
    """The name or, if it is taken, one with a number, which is then taken."""
    bare, primes = _bare(name), name[len(_bare(name)) :]
    numbered = (f"{bare}{number}{primes}" for number in count(2))
    chosen = next(each for each in chain([name], numbered) if each not in taken)
    taken.add(chosen)
    return chosen
