"""Types as written in data declarations, synonyms and signatures."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from refute.frontend.problems import Problems
from refute.frontend.unify import Made
from refute.languages.funlogic.syntax import Synonym, TypeName
from refute.languages.funlogic.typecheck.types import ARROW, Inferred, Open, Scheme, counted
from refute.languages.funlogic.values import NUMBER, Type, substitute

LOWER_CASE = frozenset({"bool", "char", "double", "float", "int", "integer", "string"})
"""Types of other languages that begin with a capital letter here."""


@dataclass(slots=True)
class WrittenTypes:
    """Reads written types, with the arity of each type and the meaning of synonyms."""

    problems: Problems
    arities: dict[str, int] = field(default_factory=dict)
    _synonyms: dict[str, Synonym] = field(default_factory=dict)

    def declare(self, synonym: Synonym) -> None:
        """Add a synonym."""
        if synonym.name in self.arities:
            self.problems.error("FL016", f"type `{synonym.name}` is declared twice", synonym.span)
        self.arities[synonym.name] = len(synonym.parameters)
        self._synonyms[synonym.name] = synonym

    def read(
        self,
        written: TypeName,
        parameters: tuple[str, ...] | None = None,
        inside: tuple[str, ...] = (),
    ) -> Type:
        """The meaning of a written type; `parameters` are the only variables that it may contain.

        `inside` are the synonyms that are being read.
        """
        name, given = written.name, len(written.arguments)
        if Type(name).is_variable:
            if parameters is not None and name not in parameters:
                message = f"type variable `{name}` is not a parameter"
                advice = f"a variable stands behind the name of the type: `data T {name} = …`"
                if name in LOWER_CASE:
                    advice = f"write `{name.capitalize()}`"
                self.problems.error("FL017", message, written.span, advice=advice)
        elif name != ARROW and name not in self.arities:
            advice = self.problems.mistakes.advice_for(name, self.arities)
            self.problems.error(
                "FL017", f"type `{name}` is not declared", written.span, advice=advice
            )
        elif name != ARROW and self.arities[name] != given:
            wanted = self.arities[name]
            message = f"type `{name}` takes {counted(wanted, 'argument')}, not {given}"
            variables = "".join(f" {chr(ord('a') + each % 26)}" for each in range(wanted))
            advice = f"write `{name}{variables}`"
            advice += ", with a type in place of each variable" if wanted else ""
            self.problems.error("FL017", message, written.span, advice=advice)
            return Type(name)
        arguments = tuple(self.read(each, parameters, inside) for each in written.arguments)
        if name not in self._synonyms:
            return Type(name, arguments)
        if name in inside:
            self.problems.error("FL017", f"type `{name}` means itself", written.span)
            return Type(name)
        synonym = self._synonyms[name]
        meaning = self.read(synonym.meaning, synonym.parameters, (*inside, name))
        return substitute(meaning, dict(zip(synonym.parameters, arguments, strict=True)))


def rigid(shape: Type, number: Open | None = None) -> Inferred:
    """A signature as its equations must fit it: its variables are like no other type.

    `number` stands for numbers of either type if a function has only one version.
    """
    return _made(shape, {} if number is None else {NUMBER.name: number})


def general(shape: Type) -> Scheme:
    """A signature as others use it: its variables may be any type."""
    variables = {
        name: Open(1, is_numeric=name == NUMBER.name) for name in sorted(_variables(shape))
    }
    return Scheme(_made(shape, variables), frozenset(variables.values()))


def _variables(shape: Type) -> set[str]:
    if shape.is_variable:
        return {shape.name}
    return set().union(*map(_variables, shape.arguments))


def _made(shape: Type, variables: Mapping[str, Open]) -> Inferred:
    if shape.name in variables:
        return variables[shape.name]
    return Made(shape.name, tuple(_made(each, variables) for each in shape.arguments))
