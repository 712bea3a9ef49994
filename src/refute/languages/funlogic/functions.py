"""The functions of a file by their types: the candidates for an unknown function."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from refute.frontend.unify import Made, Mismatch, unify
from refute.languages.funlogic import core
from refute.languages.funlogic.generate import Generated
from refute.languages.funlogic.link import MAIN
from refute.languages.funlogic.typecheck import Checked
from refute.languages.funlogic.typecheck.types import ARROW, close, instantiate
from refute.languages.funlogic.typecheck.written import general
from refute.languages.funlogic.values import DECIMAL, NUMBER, Closure, Code, Type


class Functions:
    """Finds the functions of a file that have some type, in the order of their definition."""

    def __init__(
        self,
        checked: Checked,
        codes: Mapping[str, Code],
        decimal_code: Callable[[str], Code],
        generated: Generated,
    ) -> None:
        self._checked = checked
        self._codes = codes
        self._decimal_code = decimal_code
        self._generated = generated
        self._known: dict[Type, Sequence[Closure]] = {}

    def of(self, shape: Type) -> Sequence[Closure]:
        """The functions that can be used where one of some type is expected."""
        if shape not in self._known:
            homes = self._checked.linked.homes
            fitting = (
                (name, _number(self._checked.types[name], shape))
                for name in self._codes
                if homes[name].name == MAIN
            )
            self._known[shape] = [
                Closure(self._function(name, number))
                for name, number in fitting
                if number is not None
            ]
        return self._known[shape]

    def _function(self, name: str, number: Type) -> Code:
        """A function with at least one parameter; `inc = add 1` has none of its own."""
        code = self._decimal_code(name) if number == DECIMAL else self._codes[name]
        if code.arity:
            return code
        whole = self._generated.code(name, 1)
        whole.is_global = True
        whole.body = core.Apply(core.Call(code, ()), (core.Local(0),))
        return whole


def _number(found: Type, wanted: Type) -> Type | None:
    """The type of a function's generic numbers when it has some type; `None` if it cannot."""
    both = instantiate(general(Type(ARROW, (NUMBER, found))), 1)
    assert isinstance(both, Made)
    number, body = both.arguments
    try:
        unify(body, instantiate(general(wanted), 1))
    except Mismatch:
        return None
    return close(number)
