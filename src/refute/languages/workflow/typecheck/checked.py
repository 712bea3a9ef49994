"""Well-typed programs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from refute.languages.workflow import syntax
from refute.languages.workflow.declared import DeclaredTypes
from refute.languages.workflow.people import People
from refute.languages.workflow.syntax import Expression, Type
from refute.record import record


@record
class Checked:
    """A well-typed program: its parts, and the types that running it needs."""

    program: syntax.Program
    definitions: tuple[syntax.Definition, ...]
    task: syntax.TaskDeclaration
    value: Type
    types: Mapping[int, Type]
    declared: DeclaredTypes
    tasks: Mapping[str, Type] = field(default_factory=dict)
    """The types of the values of tasks that claims compare."""
    tells_time: bool = False
    """Whether something depends on the day, so that days can pass at any time."""
    instances: Mapping[int, str] = field(default_factory=dict)
    """For names that refer to a definition under another name, that name."""
    people: People = People({})

    def type_of(self, node: syntax.Node) -> Type:
        """The type of the items of a list, of an editor's value, or of the value of a case."""
        return self.types[id(node)]

    @property
    def bodies(self) -> list[Expression]:
        """The expressions of the definitions and the task, each once."""
        return [
            each.body
            for each in self.program.declarations
            if isinstance(each, syntax.Definition | syntax.TaskDeclaration)
        ]

    @property
    def claims(self) -> list[syntax.Claim]:
        """The properties and reachable claims, in order."""
        return [
            each
            for each in self.program.declarations
            if isinstance(each, syntax.Property | syntax.Reachable)
        ]
