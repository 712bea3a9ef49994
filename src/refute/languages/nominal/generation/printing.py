"""Terms in the notation of the user, and the answers expected for them."""

from __future__ import annotations

from refute.diagnostics import InputError, error
from refute.languages.nominal import core
from refute.languages.nominal.builtins import CONS, simplified
from refute.languages.nominal.engine.terms import Term, expose, is_ground, naked_unknown
from refute.languages.nominal.explain.query import read_query, values_of
from refute.languages.nominal.program import Program
from refute.languages.nominal.show import Shower
from refute.languages.nominal.signature import argument_types
from refute.languages.nominal.types import STRING, Type, substitute
from refute.record import entity, record
from refute.search import Budget

GOALS = 200_000
"""Maximum number of goals solved to print or to evaluate one term."""


@record
class Printer:
    """Prints terms with a predicate of the program, if there is one for their type."""

    program: Program
    predicate: core.Symbol | None

    def text(self, term: Term, type_: Type) -> str:
        """The text of a term; InputError if the predicate does not print it."""
        if self.predicate is not None and argument_types(self.predicate)[0] == substitute(
            type_, {}
        ):
            term_variable, text = (
                core.Variable("X", each) for each in argument_types(self.predicate)
            )
            atom = core.Atom(self.predicate, (term_variable, text))
            values: dict[core.Leaf, Term] = {term_variable: term, text: naked_unknown()}
            self.program.spelled.clear()
            if self.program.engine.solve(atom, values, Budget(nodes=GOALS)).advance():
                return _string(values[text])
            message = f"`{self.predicate.name}` does not print `{self._shown(term)}`"
            raise InputError([error("AP061", message, self.predicate.span)])
        return self._shown(term)

    def _shown(self, term: Term) -> str:
        return Shower(self.program.parser.operators).show(term)


def find_printer(program: Program, wanted: str | None) -> Printer:
    """The printer with the wanted predicate; by default `pretty`, if the program has one."""
    symbol = program.checker.scope.symbol(tuple((wanted or "pretty").split(".")))
    fits = (
        symbol is not None
        and symbol.role in {"predicate", "function"}
        and len(argument_types(symbol)) == 2
        and argument_types(symbol)[1] == STRING
    )
    if not fits and wanted is not None:
        message = f"`{wanted}` is no predicate about a term and the string that it is printed as"
        advice = f"declare it as `pred {wanted}(exp, string).`"
        raise InputError([error("AP061", message, advice=advice)])
    return Printer(program, symbol if fits else None)


def _string(term: Term) -> str:
    chars: list[str] = []
    term = expose(term)
    while isinstance(term, tuple) and term[0] is CONS:
        chars.append(str(expose(term[1])))
        term = expose(term[2])
    return "".join(chars)


@entity
class Oracle:
    """Finds the expected answer for a term: the value of another variable of a goal."""

    program: Program
    query: core.Query
    input: core.Variable
    output: core.Variable

    def expected(self, term: Term) -> Term | None:
        """The first answer; None if there is none, or it is not found within the limit."""
        values = values_of(self.query)
        values[self.input] = term
        solutions = self.program.engine.solve(self.query.goal, values, Budget(nodes=GOALS))
        try:
            if not solutions.advance():
                return None
        except InputError:
            return None
        value: Term = simplified(values[self.output])
        return value if is_ground(value) else None


def find_oracle(program: Program, wanted: str | None, terms: core.Query) -> Oracle | None:
    """The oracle with the wanted goal; by default `eval`, if the program has it; else None."""
    (subject, *_) = terms.variables
    if wanted is None:
        symbol = program.checker.scope.symbol(("eval",))
        types = argument_types(symbol) if symbol is not None and symbol.role == "predicate" else ()
        if len(types) != 2 or types[0] != substitute(subject.type, {}):
            return None
        wanted = f"eval({subject.label}, Value)"
    query = read_query(program, wanted)
    own = [each for each in query.variables if each.label == subject.label]
    others = [each for each in query.variables if each.label != subject.label]
    if not own or not others:
        message = f"`{wanted}` does not relate `{subject.label}` to what is expected of it"
        advice = f"write a goal such as `eval({subject.label}, V)`"
        raise InputError([error("AP062", message, advice=advice)])
    return Oracle(program, query, own[0], others[0])
