"""Names in scope while types are inferred."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from refute.frontend.symbols import Symbol
from refute.languages.workflow import syntax
from refute.languages.workflow.types import Inferred
from refute.record import record


@record
class Local:
    """A name in scope: its type and its symbol.

    `instance` is the definition that it refers to, if that has another name.
    """

    shape: Inferred
    symbol: Symbol
    generic: Generic | None = None
    instance: str = ""


@record
class Generic:
    """A polymorphic function, whose open types are inferred anew for each use.

    `name` is the full name of its definition.
    """

    name: str
    definition: syntax.Definition
    names: Mapping[str, Local]


Scope: TypeAlias = Mapping[str, Local]
