"""A checked program to the expressions that code is generated from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from refute.frontend.nesting import nesting
from refute.languages.funlogic.compile_function import FunctionCompiler, Scope, Site
from refute.languages.funlogic.functions import Functions
from refute.languages.funlogic.generate import Generated
from refute.languages.funlogic.syntax import Expression
from refute.languages.funlogic.typecheck import Checked
from refute.languages.funlogic.values import DECIMAL, Code


@dataclass(slots=True)
class Compiled:
    """The functions of a program by name, which others each of them speaks of, and, when
    `watched`, the alternatives by the number of their bit.

    A function of numbers of either type has a second version for decimals, made when it is used.
    """

    checked: Checked
    watched: bool = False
    codes: dict[str, Code] = field(default_factory=dict)
    decimal_codes: dict[str, Code] = field(default_factory=dict)
    calls: dict[str, set[str]] = field(default_factory=dict)
    sites: dict[Site, int] = field(default_factory=dict)
    generated: Generated = field(init=False)
    functions: Functions = field(init=False)

    def __post_init__(self) -> None:
        # what is watched must be reached in the order that the language says
        self.generated = Generated(parallel=not self.watched)
        self.functions = Functions(self.checked, self.codes, self.decimal_code, self.generated)

    def decimal_code(self, name: str) -> Code:
        """The version for decimals of a function of numbers of either type."""
        if name not in self.decimal_codes:
            equations = self.checked.functions[name]
            code = self.generated.code(name, len(equations[0].parameters))
            code.is_global = True
            self.decimal_codes[name] = code
            compiler = FunctionCompiler(self, name, self.checked.linked.homes[name], DECIMAL)
            compiler.function(code, equations, Scope({}))
        return self.decimal_codes[name]

    def expression(self, expression: Expression, names: Sequence[str] = ()) -> Code:
        """An expression as a function of some names."""
        main = self.checked.linked.main
        code = self.generated.code("", len(names))
        with nesting("FL004", "this", expression.span):
            compiler = FunctionCompiler(self, "", main)
            first = compiler.fresh(len(names))
            scope = Scope({name: first + index for index, name in enumerate(names)})
            code.body = compiler.expression(expression, scope)
        return code


def compile_program(checked: Checked, *, watched: bool = False) -> Compiled:
    """All functions of a program; `watched` to see which alternatives a run goes through."""
    compiled = Compiled(checked, watched)
    for name, equations in checked.functions.items():
        code = compiled.codes[name] = compiled.generated.code(name, len(equations[0].parameters))
        code.is_global = True
    for name, equations in checked.functions.items():
        compiler = FunctionCompiler(compiled, name, checked.linked.homes[name])
        compiler.function(compiled.codes[name], equations, Scope({}))
    return compiled
