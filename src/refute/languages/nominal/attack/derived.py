"""Predicates that only theorems use: generators of terms, and negations.

`gen_t(X)` has a clause for each constructor of the type `t`: X is a term of that type, completely
generated. `not_p(X)` says that `p(X)` does not hold, as defined by negation elimination. A
predicate of the program with such a name is used as it is.
"""

from __future__ import annotations

from dataclasses import field, replace

from refute.diagnostics import InputError
from refute.frontend.unify import resolve
from refute.languages.nominal import core
from refute.languages.nominal.negation.elimination import Elimination, complaint
from refute.languages.nominal.program import Program
from refute.languages.nominal.signature import (
    Signature,
    argument_types,
    predicate_symbol,
    type_word,
)
from refute.languages.nominal.types import ABSTRACTION, Applied, Type, TypeVariable, substitute
from refute.record import entity
from refute.source import NO_SPAN


def define_derived(program: Program) -> None:
    """Define the predicates that theorems use; InputError if one cannot be negated."""
    generators = Generators(Signature(program.checker.datatypes))
    elimination = Elimination(program.checker.datatypes)
    for each in program.checker.derived.values():
        symbol = each.symbol
        variables = tuple(core.Variable("X", type_) for type_ in argument_types(symbol))
        if each.negated is None:
            body = generators.goal(variables[0])
            symbol.abbreviation = isinstance(body, core.Atom)
        else:
            body = core.Atom(elimination.negated(each.negated), variables)
        symbol.clauses[:] = [core.Clause(symbol, variables, body)]
    if elimination.reasons:
        raise InputError([complaint(each) for each in elimination.reasons])


def without_negation(theorem: core.Check, program: Program) -> core.Check:
    """A theorem that concludes `not_p(X)` as one that concludes `fail` from `p(X)`."""
    negations = {each.symbol: each.negated for each in program.checker.derived.values()}
    match theorem.conclusion:
        case core.Atom(symbol, arguments, span):
            negated = negations.get(symbol)
            if negated is not None:
                holds = core.Atom(negated, arguments, span)
                both = core.conjunction([theorem.hypotheses, holds])
                return replace(theorem, hypotheses=both, conclusion=core.Fail())
    return theorem


@entity
class Generators:
    """Predicates that hold for all terms of a type, made on demand; numbers are left open."""

    signature: Signature
    _made: dict[Type, core.Symbol] = field(default_factory=dict)

    def goal(self, variable: core.Variable) -> core.Goal:
        """A goal that generates the value of a variable."""
        type_ = substitute(variable.type, {})
        if isinstance(type_, TypeVariable):
            return core.TRUE
        if type_.constructor is ABSTRACTION:
            sort, inner = map(resolve, type_.arguments)
            name, body = core.NameConstant("x", sort), core.Variable("X", inner)
            opened = core.Equals(variable, core.Abstract(name, body))
            within = core.conjunction([opened, self.goal(body)])
            return core.New(name, core.Exists(body, within))
        closed = self.signature.constructors(type_) is not None
        return core.Atom(self._symbol(type_), (variable,)) if closed else core.TRUE

    def _symbol(self, type_: Applied) -> core.Symbol:
        if type_ not in self._made:
            symbol = predicate_symbol(f"gen_{type_word(type_)}", (type_,), NO_SPAN)
            self._made[type_] = symbol
            for constructor, types in self.signature.constructors(type_) or ():
                parts = tuple(core.Variable("X", each) for each in types)
                body = core.conjunction(map(self.goal, parts))
                head = (core.Construct(constructor, parts),)
                symbol.clauses.append(core.Clause(symbol, head, body))
        return self._made[type_]
