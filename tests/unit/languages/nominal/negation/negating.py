"""Programs in one string, and the negations of their predicates."""

from __future__ import annotations

from refute.languages.nominal import core
from refute.languages.nominal.attack.derive import Derivation
from refute.languages.nominal.attack.fill import Types
from refute.languages.nominal.attack.relations import END
from refute.languages.nominal.attack.universal import bounded_engine
from refute.languages.nominal.engine.procedures import query
from refute.languages.nominal.engine.terms import Term
from refute.languages.nominal.negation.elimination import Elimination
from refute.languages.nominal.negation.show import clause_lines
from refute.languages.nominal.program import Program, load
from refute.source import Source

CALCULUS = r"""
ty : type.
intTy : ty.  funTy : (ty, ty) -> ty.  listTy : ty.
cst : type.
toInt : int -> cst.  nil : cst.  cons : cst.  hd : cst.  tl : cst.
id : name_type.
exp : type.
var : id -> exp.  lam : (id\exp, ty) -> exp.  app : (exp, exp) -> exp.  c : cst -> exp.  err : exp.
type ctx = [(id, ty)].

func tcf(cst) = ty.
tcf(toInt(_)) = intTy.
tcf(nil)      = listTy.
tcf(hd)       = funTy(listTy, intTy).
tcf(tl)       = funTy(listTy, listTy).
tcf(cons)     = funTy(intTy, funTy(listTy, listTy)).

pred tc(ctx, exp, ty).
tc(_, err, T).
tc(_, c(C), T)                      :- tcf(C) = T.
tc([(X, T)|G], var(X), T).
tc([(Y, _)|G], var(X), T)           :- X # Y, tc(G, var(X), T).
tc(G, app(M, N), U)                 :- tc(G, M, funTy(T, U)), tc(G, N, T).
tc(G, lam(x\M, T), funTy(T, U))     :- x # G, tc([(x, T)|G], M, U).

pred value(exp).
value(c(_)).
value(lam(_, _)).
value(app(c(cons), V))              :- value(V).
value(app(app(c(cons), V1), V2))    :- value(V1), value(V2).

func subst(exp, id, exp) = exp.
subst(var(X), X, E)      = E.
subst(var(Y), X, E)      = var(Y)                                  :- X # Y.
subst(c(C), X, E)        = c(C).
subst(err, X, E)         = err.
subst(app(E1, E2), X, E) = app(subst(E1, X, E), subst(E2, X, E)).
subst(lam(y\E1, T), X, E) = lam(y\subst(E1, X, E), T)              :- y # (X, E).

pred step(exp, exp).
step(app(c(hd), app(app(c(cons), V), VS)), V)  :- value(V), value(VS).
step(app(c(tl), app(app(c(cons), V), VS)), VS) :- value(V), value(VS).
step(app(lam(x\M, T), V), subst(M, x, V))      :- value(V).
step(app(M1, M2), app(M1', M2))                :- step(M1, M1').
step(app(V1, M2), app(V1, M2'))                :- value(V1), step(M2, M2').

pred is_err(exp).
is_err(err).
is_err(app(c(hd), c(nil))).
is_err(app(c(tl), c(nil))).
is_err(app(E1, E2)) :- is_err(E1).
is_err(app(V1, E2)) :- value(V1), is_err(E2).

pred progress(exp).
progress(E) :- value(E).
progress(E) :- is_err(E).
progress(E) :- step(E, _).
"""
"""The calculus of Figure 1 of the paper, with what it leaves out."""


def loaded(text: str) -> Program:
    return load(Source("test.apl", text))[0]


def symbol(program: Program, name: str) -> core.Symbol:
    return next(each for each in program.checker.predicates if each.name == name)


def definition(text: str, name: str, made: str = "", *, simplify: bool = True) -> list[str]:
    """The clauses of a negated predicate, or of another one that was made with it, a line each."""
    program = loaded(text)
    elimination = Elimination(program.checker.datatypes, simplify=simplify)
    negative = elimination.negated(symbol(program, name))
    assert elimination.reasons == []
    if made:
        negative = next(each for each in elimination.generated if each.name == made)
    operators = program.parser.operators
    lines = [clause_lines(each, operators) for each in negative.clauses]
    return [" ".join(line.strip() for line in each) for each in lines]


def reasons(text: str, name: str) -> list[str]:
    """Why a predicate cannot be negated."""
    program = loaded(text)
    elimination = Elimination(program.checker.datatypes)
    elimination.negated(symbol(program, name))
    return [str(each) for each in elimination.reasons]


class Deriving:
    """Asks the bounded search whether goals about given values have derivations."""

    def __init__(self, program: Program) -> None:
        types = Types(program.checker.datatypes, program.sorts)
        self.engine = bounded_engine(program.sorts, types)

    def derivable(
        self, goal: core.Goal, given: dict[core.Leaf, Term], bound: int, limit: int = 20_000
    ) -> bool:
        """Whether there is a derivation of so many steps."""
        relation = self.engine.relation(query(goal, tuple(given)), self.engine.new_name("q"))
        pool = (((relation, *given.values(), END), 0),)
        left = bound - self.engine.costs.goal(goal)
        if left < 0:
            return False
        derivation = Derivation(self.engine, pool, (int(left), bound), limit=limit)
        found = derivation.advance()
        self.engine.undo(0)
        return found
