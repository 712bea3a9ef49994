"""The attack on theorems agrees with trying every small closed instance (section 4)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from unittest.mock import patch

from hypothesis import HealthCheck, assume, given, settings, strategies as st
from naive_derivations import Values, derivable

from refute.languages.nominal import core
from refute.languages.nominal.attack.attack import Attack
from refute.languages.nominal.attack.campaign import Campaign, deepen
from refute.languages.nominal.attack.theorems import Subject
from refute.languages.nominal.engine.terms import Abstraction, Name, Term, free_names
from refute.languages.nominal.negation.elimination import negate
from refute.languages.nominal.program import Program, load
from refute.languages.nominal.types import TypeVariable
from refute.solver import Effort
from refute.source import Source

BOUND = 4
ENOUGH = 40
"""The programs below recur on ever smaller arguments, so no derivation needs more steps."""

SIGNATURE = r"""
nat : type.  z : nat.  s : nat -> nat.
id : name_type.
exp : type.  var : id -> exp.  lam : id\exp -> exp.  app : (exp, exp) -> exp.
pred p(nat, nat).
pred q(nat).
pred r(exp, nat).
pred f(exp, exp).
"""

NATS = ["z", "s(z)", "N", "K", "s(N)", "s(K)"]
CLAUSES = {
    "p": {"z": [], "N": [], "s(M)": ["p(M, N)", "q(M)", "p(M, M)", "M = N", "q(N)"]},
    "q": {"z": [], "s(z)": [], "s(s(M))": ["q(M)"], "s(M)": ["q(M)"]},
    "r": {
        "var(_)": [],
        "lam(x\\E)": ["r(E, N)", "q(N)", "x # E"],
        "app(E, F)": ["r(E, N)", "r(F, N)", "E = F", "r(F, z)"],
    },
    "f": {
        "var(_)": [],
        "var(X)": ["G = var(X)"],
        "lam(x\\E)": ["f(E, G)", "x # G", "G = lam(x\\E)"],
        "app(E, F)": ["f(E, G)", "f(F, G)", "f(E, F)", "r(F, z)"],
    },
}
SECOND = {"p": NATS, "r": NATS, "f": ["G", "var(_)", "lam(_)", "app(G, _)"]}
HYPOTHESES = ["p(A, B)", "p(B, A)", "q(A)", "q(B)", "r(S, A)", "r(T, A)", "f(S, T)", "f(T, S)"]
BINDING = ["r(lam(x\\S), A)", "f(lam(x\\S), T)", "x # lam(y\\S)", "x # app(T, T)", "f(S, var(x))"]
SEVERAL = ["p(A, B)", "p(B, A)", "q(A)", "q(B)", "r(S, A)", "r(T, B)", "f(S, T)", "f(T, S)"]
SEVERAL += ["p(A, s(B))", "A = B", "S = T", "new x. (x # S, r(S, A))", "exists C. (p(A, C), q(C))"]
CONDITIONAL = [
    "not(q(A))",
    "not(A = B)",
    "not(r(S, A))",
    "not(f(S, T))",
    "not(x # app(T, T))",
    "(q(A) -> p(A, B) | q(B))",
    "(S = var(x) -> q(A) | r(S, A))",
]


@st.composite
def rules(draw: st.DrawFn) -> list[str]:
    lines = [SIGNATURE]
    for name in ("q", "p", "r", "f"):
        for _ in range(draw(st.integers(1, 4))):
            first = draw(st.sampled_from(sorted(CLAUSES[name])))
            body = draw(st.lists(st.sampled_from(CLAUSES[name][first] or ["true"]), max_size=2))
            second = [draw(st.sampled_from(SECOND[name]))] if name in SECOND else []
            lines.append(f"{name}({', '.join([first, *second])}) :- {', '.join(body or ['true'])}.")
    return lines


@st.composite
def with_several_conclusions(draw: st.DrawFn) -> str:
    """A program whose theorem concludes what has several parts."""
    bodies = st.lists(st.sampled_from(SEVERAL), min_size=1, max_size=4, unique=True)
    clauses = [
        f"all(A, B, S, T) :- {', '.join(draw(bodies))}." for _ in range(draw(st.integers(1, 3)))
    ]
    hypotheses = draw(st.lists(st.sampled_from(HYPOTHESES), max_size=2, unique=True))
    theorem = f"{', '.join(hypotheses)} => " if hypotheses else ""
    lines = [*draw(rules()), "pred all(nat, nat, exp, exp).", *clauses]
    return "\n".join([*lines, f'#check "theorem" {BOUND} : {theorem}all(A, B, S, T).'])


@st.composite
def programs(draw: st.DrawFn) -> str:
    lines = draw(rules())
    possible = [*HYPOTHESES, *BINDING, *CONDITIONAL]
    hypotheses = draw(st.lists(st.sampled_from(possible), max_size=2, unique=True))
    conclusion = draw(
        st.sampled_from(
            [*HYPOTHESES, *BINDING, "s(A) = s(B)", "app(S, T) = app(T, S)", "p(A, s(A))", "r(S, z)"]
        )
    )
    premise = f"{', '.join(hypotheses)} => " if hypotheses else ""
    lines.append(f'#check "theorem" {BOUND} : {premise}{conclusion}.')
    return "\n".join(lines)


def campaign(text: str, mode: str) -> tuple[Program, core.Check, Campaign]:
    program, items = load(Source("generated.apl", text))
    (theorem,) = (each for each in items if isinstance(each, core.Check))
    negation = None
    if mode != "nf":
        given_leaves = Subject.of(theorem, program.sorts).given
        negation = negate(program, theorem.conclusion, given_leaves, simplify=mode == "nes")
    attack = Attack(program, theorem, negation)
    return program, theorem, deepen(attack, BOUND, Effort(2), lambda _text: None)


def numerals(program: Program, size: int) -> Iterator[tuple[Term, int]]:
    zero, successor = (program.checker.scope.symbol((name,)) for name in ("z", "s"))
    assert zero is not None
    term: Term = zero.constant
    for number in range(1, size + 1):
        yield term, number
        term = (successor, term)


def expressions(program: Program, size: int, names: tuple[Name, ...]) -> Iterator[tuple[Term, int]]:
    variable, binder, application = (
        program.checker.scope.symbol((name,)) for name in ("var", "lam", "app")
    )
    if size < 1:
        return
    for name in names:
        yield (variable, name), 1
    bound = Name("x")
    for body, used in expressions(program, size - 1, (*names, bound)):
        yield (binder, Abstraction(bound, body)), used + 1
    for left, first in expressions(program, size - 2, names):
        for right, second in expressions(program, size - 1 - first, names):
            yield (application, left, right), first + second + 1


def instances(program: Program, theorem: core.Check, most: int) -> Iterator[Values]:
    """The closed instances with at most so many constructors in all, over two free names."""
    written: Values = {each: Name(each.label) for each in theorem.names}
    names = (Name("a"), *(written.values() or [Name("b")]))
    choices = []
    for variable in theorem.variables:
        numeral = variable.label in {"A", "B"}
        terms = numerals(program, most) if numeral else expressions(program, most, names)
        choices.append(list(terms))
    for chosen in product(*choices):
        if sum(size for _, size in chosen) <= most:
            values = zip(theorem.variables, (term for term, _ in chosen), strict=True)
            yield {**written, **dict(values)}


def refutes(theorem: core.Check, values: Values, bound: int) -> bool:
    """Whether rules derive the hypotheses, and not the conclusion, whatever names they take."""
    written = {values[each]: each.type for each in theorem.names}
    hypotheses = core.conjuncts(theorem.hypotheses)
    if not all(derivable(each, values, bound, written) for each in hypotheses):
        return False
    free = dict.fromkeys(free_names(*values.values()), TypeVariable())
    return not derivable(theorem.conclusion, values, ENOUGH, free)


@settings(max_examples=90, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(text=programs())
def test_small_counterexamples_are_found_where_they_exist(text: str) -> None:
    program, theorem, attacked = campaign(text, "nf")
    assume(attacked.doubted is None)  # a clause may call `q` with something that is not known
    assert attacked.counterexample or attacked.passed == BOUND or attacked.proved
    clean = attacked.found_at - 1 if attacked.counterexample else BOUND
    for values in instances(program, theorem, clean):
        assert not refutes(theorem, values, clean)


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.filter_too_much])
@given(text=programs())
def test_a_proved_theorem_has_no_counterexample_beyond_the_bound(text: str) -> None:
    program, theorem, attacked = campaign(text, "nf")
    assume(attacked.proved)
    for values in instances(program, theorem, BOUND):
        assert not refutes(theorem, values, ENOUGH)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(text=with_several_conclusions())
def test_nothing_is_lost_where_the_same_is_left_of_the_conclusion(text: str) -> None:
    conclusion = "refute.languages.nominal.attack.conclusion"
    with patch("refute.languages.nominal.attack.campaign.WORTHWHILE_DIVE", 1_000_000):
        with patch(f"{conclusion}.REPEATING", 1_000_000):
            _, _, once = campaign(text, "nf")
        with patch(f"{conclusion}.Residues.find", return_value=None):
            _, _, always = campaign(text, "nf")
    assume(always.passed == BOUND or always.counterexample or always.proved)
    assert (once.counterexample is None) == (always.counterexample is None)
    assert once.found_at == always.found_at
