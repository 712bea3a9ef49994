"""From a source to a specification that can be executed."""

from __future__ import annotations

from collections.abc import Mapping

from refute.frontend.symbols import Symbols
from refute.languages.console.parser import parse
from refute.languages.console.symbolic import Evaluator
from refute.languages.console.typecheck import Checked, check_specification, find_symbols
from refute.languages.console.types import Type
from refute.source import Source


def load(source: Source, values: Mapping[str, str] | None = None) -> Checked:
    """Parse and check a source; `values` are those of its parameters."""
    return check_specification(parse(source), values)


def symbols(source: Source) -> Symbols:
    """The symbols of a source, as far as it can be read."""
    return find_symbols(parse(source, tolerant=True))


def evaluator_of(checked: Checked) -> Evaluator:
    """The symbolic meaning of the expressions of a specification."""
    enumerations = {
        each.name: Type(each.name, members=each.members)
        for each in checked.specification.enumerations
    }
    return Evaluator(checked.types, enumerations)
