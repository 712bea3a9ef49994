"""Declarations of a file, and claims about its task."""

from __future__ import annotations

from typing import TypeAlias

from refute.languages.workflow.syntax.expressions import (
    Constructor,
    Expression,
    Name,
    NamePattern,
    Node,
    Pattern,
    Type,
)
from refute.record import record


@record
class Definition(Node):
    """`def f x = e`; the parameters are lambdas of the body."""

    name: NamePattern
    body: Expression


@record
class TaskDeclaration(Node):
    """`task main = e`."""

    name: NamePattern
    body: Expression


@record
class Property(Node):
    """`property p(v) = e`: e holds for every final value v of the task."""

    name: NamePattern
    parameters: tuple[Pattern, ...]
    body: Expression


@record
class Reachable(Node):
    """`reachable p(v) = e`: the task can end with a value v for which e holds."""

    name: NamePattern
    parameters: tuple[Pattern, ...]
    body: Expression


@record
class Finishes(Node):
    """`finishes p`: whatever has been done, some further inputs give the task a value."""

    name: NamePattern


@record
class Invariant(Node):
    """`invariant p = e`: e holds before the first input and after every one."""

    name: NamePattern
    body: Expression


@record
class Event(Node):
    """`officer: "Pay" x when e`: an input by its label, with a condition on its value."""

    label: str
    role: str = ""
    parameter: Pattern | None = None
    condition: Expression | None = None


@record
class Order(Node):
    """`never p = e before e`, and likewise `always` and `eventually`, with `before` or `after`."""

    quantifier: str
    name: NamePattern
    event: Event
    relation: str = ""
    other: Event | None = None


@record
class Only(Node):
    """`only p = officer, head can "Approve"`: by roles or users."""

    name: NamePattern
    allowed: tuple[str, ...]
    label: str


@record
class Nobody(Node):
    """`nobody p = can "Request" and "Approve"`: no single person does both."""

    name: NamePattern
    label: str
    other: str


@record
class Compare(Node):
    """`same a b`, `refines a b`: a comparison of two tasks with definitions."""

    relation: str
    left: Name
    right: Name

    @property
    def name(self) -> NamePattern:
        """The name of the question."""
        return NamePattern(f"{self.left.name} {self.right.name}", span=self.span)


@record
class TypeDeclaration(Node):
    """`type T = A | B Int`; a record has one constructor with the name of its type."""

    name: NamePattern
    constructors: tuple[Constructor, ...]


@record
class Alias(Node):
    """`type Amount = Int`."""

    name: NamePattern
    stands_for: Type


@record
class User(Node):
    """`user anna : officer, clerk`."""

    name: NamePattern
    roles: tuple[str, ...]


@record
class Import(Node):
    """`import Forms`, or a file with any name: `import "permit-forms.top"`."""

    module: str
    file: str = ""

    @property
    def name(self) -> NamePattern:
        """The imported module or file, as it is written."""
        return NamePattern(self.file or self.module, span=self.span)


Claim: TypeAlias = Property | Reachable
Question: TypeAlias = Claim | Finishes | Invariant | Order | Only | Nobody | Compare
Declaration: TypeAlias = (
    Import | Definition | TaskDeclaration | Question | TypeDeclaration | Alias | User
)


@record
class Program(Node):
    """The declarations of a file, in order."""

    declarations: tuple[Declaration, ...]
