"""A class diagram: boxes with attributes and methods, and the lines between them."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import StrEnum

from refute.source import NO_SPAN, Span


class Shape(StrEnum):
    """What a box stands for."""

    CLASS = "class"
    ABSTRACT = "abstract"
    INTERFACE = "interface"
    ENUMERATION = "enumeration"


@dataclass(frozen=True, slots=True)
class TypeUse:
    """A type by its name, or a list of it."""

    name: str
    many: bool = False

    def __str__(self) -> str:
        return self.name + "*" * self.many


@dataclass(frozen=True, slots=True)
class Attribute:
    """A part of a box, or a parameter; without a name it is known by its type."""

    name: str
    type: TypeUse

    def __str__(self) -> str:
        return f"{self.name}: {self.type}" if self.name else str(self.type)


@dataclass(frozen=True, slots=True)
class Method:
    """Something that can be done with a box."""

    name: str
    parameters: tuple[Attribute, ...] = ()
    results: tuple[Attribute, ...] = ()


@dataclass(frozen=True, slots=True)
class Box:
    """A class, an interface or an enumeration."""

    name: str
    shape: Shape = Shape.CLASS
    attributes: tuple[Attribute, ...] = ()
    methods: tuple[Method, ...] = ()
    literals: tuple[str, ...] = ()
    span: Span = field(default=NO_SPAN, compare=False, repr=False)

    def joined(self, other: Box) -> Box:
        """This box with what is said of it elsewhere."""
        return replace(
            self,
            shape=self.shape if other.shape is Shape.CLASS else other.shape,
            attributes=self.attributes + other.attributes,
            methods=self.methods + other.methods,
            literals=self.literals + other.literals,
        )


class Tie(StrEnum):
    """How one box is tied to another."""

    IS_A = "is a"
    HAS = "has"
    USES = "uses"


@dataclass(frozen=True, slots=True)
class Line:
    """A line between two boxes; what is had may be had many times, in a role."""

    tie: Tie
    source: str
    target: str
    many: bool = False
    role: str = ""


@dataclass(frozen=True, slots=True)
class Diagram:
    """Boxes in their order, and lines between them."""

    boxes: tuple[Box, ...] = ()
    lines: tuple[Line, ...] = ()

    def parents(self, name: str) -> tuple[str, ...]:
        """What a box is a kind of."""
        return tuple(
            each.target for each in self.lines if (each.tie, each.source) == (Tie.IS_A, name)
        )

    def ancestors(self, name: str) -> list[str]:
        """All that a box is a kind of, the nearest first."""
        found: list[str] = []
        waiting = list(self.parents(name))
        while waiting:
            each = waiting.pop(0)
            if each not in found:
                found.append(each)
                waiting.extend(self.parents(each))
        return found

    def kinds(self, name: str) -> tuple[str, ...]:
        """The boxes that are a kind of this one."""
        return tuple(
            each.source for each in self.lines if (each.tie, each.target) == (Tie.IS_A, name)
        )

    def parts(self, name: str) -> tuple[Line, ...]:
        """What a box has by a line."""
        return tuple(each for each in self.lines if (each.tie, each.source) == (Tie.HAS, name))
