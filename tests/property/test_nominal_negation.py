"""Negated predicates beside the predicates themselves, on every small closed term.

Theorem 1 says that never both hold; for predicates that terminate one of them does.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from hypothesis import assume, given, settings, strategies as st

from refute.languages.nominal import core
from refute.languages.nominal.attack.derive import Derivation
from refute.languages.nominal.attack.fill import Types
from refute.languages.nominal.attack.universal import bounded_engine
from refute.languages.nominal.engine.procedures import query
from refute.languages.nominal.engine.solutions import Solutions, finish
from refute.languages.nominal.engine.terms import Abstraction, Name, Term, alike, free_names
from refute.languages.nominal.negation.complement import Inequality
from refute.languages.nominal.negation.elimination import Elimination
from refute.languages.nominal.program import Program, load
from refute.languages.nominal.rewrite import both, rebuild, replace_in_goal
from refute.languages.nominal.show import Shower
from refute.languages.nominal.signature import Signature, argument_types
from refute.languages.nominal.tokenstream import standard_operators
from refute.languages.nominal.types import UNIT, Type
from refute.search import Budget, Ended
from refute.source import Source

DECLARATIONS = r"""
id : name_type.
e : type.
a : e.  b : e.
t : type.
z : t.  s : t -> t.  n : (t, t) -> t.  v : id -> t.  l : id\t -> t.

func same(t) = t.
same(z)       = z.
same(s(X))    = s(same(X)).
same(n(X, Y)) = n(same(X), same(Y)).
same(v(A))    = v(A).
same(l(x\X))  = l(x\same(X)).

func part(t) = t.
part(s(X))    = X.
part(n(X, X)) = X.

pred p(t, e).
pred q(t, id).
"""

SHAPES: dict[str, tuple[list[str], list[str], list[str]]] = {
    "X": ([], [], ["X"]),
    "z": ([], [], []),
    "s(X)": (["X"], [], []),
    "s(s(X))": (["X"], [], []),
    "n(X, Y)": (["X", "Y"], [], []),
    "n(X, X)": (["X"], [], []),
    "n(s(X), Y)": (["X", "Y"], [], []),
    "v(A)": ([], ["A"], []),
    "l(x\\X)": (["X"], [], []),
    "l(x\\s(X))": (["X"], [], []),
    "l(x\\n(X, v(x)))": (["X"], [], []),
    "l(x\\l(y\\n(X, Y)))": (["X", "Y"], [], []),
    "l(x\\v(A))": ([], ["A"], []),
    "l(F)": ([], [], []),
}
"""The first argument of a head: smaller terms, names and other terms that it has."""


@st.composite
def goals(draw: st.DrawFn, shape: str, names: list[str], flags: list[str], depth: int = 1) -> str:
    """A goal whose calls are about parts of the head's first argument only."""
    smaller, inside, whole = SHAPES[shape]
    terms = [*smaller, *whole, "z", *(f"v({each})" for each in [*inside, *names])]
    bound = [each for each in ("x", "y") if f"{each}\\" in shape]
    choices = [
        st.builds("{} = {}".format, st.sampled_from(terms), st.sampled_from(terms)),
        st.builds("{} = {}".format, st.sampled_from(flags), st.sampled_from(flags)),
        st.just(f"s(M{depth + 1}) = {smaller[0]}, p(M{depth + 1}, a)")
        if smaller
        else st.just("true"),
        st.builds("part({}) = {}".format, st.sampled_from(terms), st.sampled_from(terms)),
        st.builds("same({}) = {}".format, st.sampled_from(terms), st.sampled_from(terms)),
    ]
    everyone = [*inside, *names, *bound]
    if everyone:
        one = st.sampled_from(everyone)
        choices.append(st.builds("{} # {}".format, one, st.sampled_from(terms)))
        choices.append(st.builds("{} # {}".format, one, one))
        choices.append(st.builds("{} = {}".format, one, one))
    if smaller:
        calls = st.builds("p({}, {})".format, st.sampled_from(smaller), st.sampled_from(flags))
        choices += [calls, calls, calls]
        if everyone:
            choices.append(
                st.builds("q({}, {})".format, st.sampled_from(smaller), st.sampled_from(everyone))
            )
        choices.append(st.builds("new w. q({}, w)".format, st.sampled_from(smaller)))
    if depth > 0:
        parts = goals(shape, names, flags, depth - 1)
        choices.append(st.builds("({} ; {})".format, parts, parts))
        known = [each for each in flags if each not in {"K", "L"}]
        tested = goals(shape, names, known, depth - 2)
        choices.append(st.builds("not(({}))".format, tested))
        choices.append(st.builds("({} -> {} | {})".format, tested, parts, parts))
    goal: str = draw(st.one_of(choices))
    return goal


@st.composite
def clauses(draw: st.DrawFn) -> str:
    shape = draw(st.sampled_from(list(SHAPES)))
    if draw(st.booleans()):
        flag = draw(st.sampled_from(["E", "a", "b", "_"]))
        head, names = f"p({shape}, {flag})", []
    else:
        name = draw(st.sampled_from(["B", "A", "_"]))
        flag = "_"
        head, names = f"q({shape}, {name})", [name] if name != "_" else []
    flags = ["a", "b", "K", "L", *(["E"] if flag == "E" else [])]
    body = draw(st.lists(goals(shape, names, flags), max_size=3))
    return f"{head} :- {', '.join(body)}." if body else f"{head}."


programs = st.lists(clauses(), min_size=1, max_size=4).map(
    lambda made: DECLARATIONS + "\n".join(made)
)


def loaded(text: str) -> Program:
    return load(Source("test.apl", text))[0]


NAMES = (Name("n1"), Name("n2"))
BOUND = (Name("b1"), Name("b2"))


def terms(signature: Signature, type_: Type, depth: int, bound: int = 0) -> Iterator[Term]:
    """The closed terms of a type up to a depth."""
    constructors = signature.constructors(type_)
    if constructors is None:
        arguments = type_.arguments  # type: ignore[union-attr]
        if not arguments:
            yield from (*NAMES, *BOUND[:bound])
        elif depth:
            for body in terms(signature, arguments[1], depth - 1, bound + 1):
                yield Abstraction(BOUND[bound], body)
        return
    for symbol, types in constructors:
        if depth or not types:
            inner = [list(terms(signature, each, depth - 1, bound)) for each in types]
            yield from ((symbol, *chosen) for chosen in product(*inner))


class Asking:
    """Asks whether a goal about some variables holds of closed terms."""

    def __init__(
        self, program: Program, goal: core.Goal, arguments: tuple[core.Variable, ...]
    ) -> None:
        self.engine = program.engine
        self.code = self.engine.compile(query(goal, arguments), f"asking_{id(goal)}")

    def __call__(self, arguments: tuple[Term, ...]) -> bool:
        self.engine.undo(0)
        self.engine.choices.clear()
        budget = Budget(results=1, nodes=100_000)
        solutions = Solutions(self.engine, (self.code, *arguments, (finish,)), budget)
        found = solutions.advance()
        assert found or solutions.ended is Ended.EXHAUSTED
        return found


def enumerated(goal: core.Goal, signature: Signature) -> core.Goal:
    """A goal with `forall*` over a finite type spelled out."""

    def again(inner: core.Goal) -> core.Goal:
        if isinstance(inner, core.Every):
            body = again(inner.goal)
            constructors = signature.constructors(inner.variable.type) or ()
            assume(all(not types for _, types in constructors))
            values = [core.Construct(symbol) for symbol, _ in constructors]
            return both(replace_in_goal(body, {inner.variable: each}) for each in values)
        return rebuild(inner, lambda term: term, again)

    return again(goal)


def eliminated(program: Program, *, simplify: bool) -> Elimination:
    """The negations of all predicates, without `forall*`."""
    elimination = Elimination(program.checker.datatypes, simplify=simplify)
    for symbol in program.checker.predicates:
        elimination.negated(symbol)
    for made in elimination.made:
        made.clauses[:] = [
            core.Clause(made, each.arguments, enumerated(each.body, elimination.signature))
            for each in made.clauses
        ]
    return elimination


def show(term: Term) -> str:
    return Shower(standard_operators()).show(term)


def disagreements(text: str, *, simplify: bool, depth: int = 2) -> list[str]:
    """The calls of `p` and `q` on small terms that both or neither hold."""
    program = loaded(text)
    elimination = eliminated(program, simplify=simplify)
    assume(not any("is not determined" in each.text for each in elimination.reasons))
    assert elimination.reasons == []
    wrong: list[str] = []
    for (symbol, types, kept), negative in list(elimination.predicates.items()):
        if len(kept) < len(types) or symbol.name not in {"p", "q"}:
            continue
        inner = [list(terms(elimination.signature, each, depth)) for each in types]
        variables = tuple(core.Variable("X", each) for each in types)
        positive = Asking(program, core.Atom(symbol, variables), variables)
        negated = Asking(program, core.Atom(negative, variables), variables)
        wrong += [
            f"{symbol.name}: {' '.join(map(show, arguments))}: {positive(arguments)}"
            for arguments in product(*inner)
            if positive(arguments) == negated(arguments)
        ]
    return wrong


@given(programs)
@settings(max_examples=40, deadline=None)
def test_a_predicate_and_its_negation_exclude_and_exhaust_each_other(text: str) -> None:
    assert disagreements(text, simplify=True) == []


@given(programs)
@settings(max_examples=20, deadline=None)
def test_so_they_do_without_simplification(text: str) -> None:
    assert disagreements(text, simplify=False) == []


def test_inequality_and_occurrence_agree_with_equality_and_freshness() -> None:
    program = loaded(DECLARATIONS)
    inequality = Inequality(Signature(program.checker.datatypes))
    sort = program.checker.predicates[-1].parameters[0].arguments[1]  # type: ignore[union-attr]
    tree = program.checker.predicates[-1].parameters[0].arguments[0]  # type: ignore[union-attr]
    one, other, name = core.Variable("X", tree), core.Variable("Y", tree), core.Variable("A", sort)
    differ = Asking(program, inequality.differ(one, other), (one, other))
    occurs = Asking(program, inequality.occurs(name, one), (name, one))
    values = list(terms(inequality.signature, tree, 2))
    for left, right in product(values, values):
        assert differ((left, right)) != alike(left, right)
    for left in values:
        for each in NAMES:
            assert occurs((each, left)) == (each in free_names(left))


TYPING = r"""
id : name_type.
ty : type.
base : ty.  fun : (ty, ty) -> ty.
t : type.
var : id -> t.  app : (t, t) -> t.  lam : (id\t, ty) -> t.

pred of([(id, ty)], t, ty).
of([(X, T)|G], var(X), T).
of([(Y, _)|G], var(X), T)       :- X # Y, of(G, var(X), T).
of(G, app(M, N), U)             :- of(G, M, fun(T, U)), of(G, N, T).
of(G, lam(x\M, T), fun(T, U))   :- of([(x, T)|G], M, U).

pred closed(t).
closed(M) :- of([], M, _).

pred uses(t, t).
uses(app(M, N), N) :- closed(M).
uses(lam(x\M, _), N) :- uses(M, N).
"""


class Typed:
    """A program whose negation needs `forall*` over infinite types."""

    def __init__(self, *, simplify: bool) -> None:
        self.program = loaded(TYPING)
        self.elimination = Elimination(self.program.checker.datatypes, simplify=simplify)
        self.signature = self.elimination.signature
        self.predicates = {each.name: each for each in self.program.checker.predicates}
        self.negated = {
            name: self.elimination.negated(each) for name, each in self.predicates.items()
        }
        types = Types(self.program.checker.datatypes, self.program.sorts)
        self.engine = bounded_engine(self.program.sorts, types)

    def derivable(self, symbol: core.Symbol, arguments: tuple[Term, ...], bound: int) -> bool:
        variables = tuple(core.Variable("X", UNIT) for _ in arguments)
        goal = core.Atom(symbol, variables)
        relation = self.engine.relation(query(goal, variables), self.engine.new_name("q"))
        left = int(bound - self.engine.costs.goal(goal))
        pool = (((relation, *arguments, ()), 0),)
        found = left >= 0 and Derivation(self.engine, pool, (left, bound)).advance()
        self.engine.undo(0)
        return found


TYPED = {simplify: Typed(simplify=simplify) for simplify in (False, True)}


@given(st.data(), st.booleans())
@settings(max_examples=60, deadline=None)
def test_typing_and_its_negation_exclude_and_exhaust_each_other(
    data: st.DataObject, simplify: bool
) -> None:
    typed = TYPED[simplify]
    name = data.draw(st.sampled_from(["of", "closed"]))
    types = argument_types(typed.predicates[name])
    values = [list(terms(typed.signature, each, 2 if name == "of" else 3)) for each in types]
    arguments = tuple(data.draw(st.sampled_from(each)) for each in values)
    positive = typed.derivable(typed.predicates[name], arguments, 12)
    assert positive != typed.derivable(typed.negated[name], arguments, 40)
