from __future__ import annotations

import pytest

from refute.languages.nominal import core, types as core_types
from refute.languages.nominal.attack.attack import Attack
from refute.languages.nominal.attack.campaign import deepen
from refute.languages.nominal.attack.conclusion import Conclusion, Truth
from refute.languages.nominal.attack.fill import Types
from refute.languages.nominal.attack.likeness import canonical
from refute.languages.nominal.attack.recording import RecordingEngine
from refute.languages.nominal.attack.theorems import Subject
from refute.languages.nominal.engine.terms import Name, Term, Unknown
from refute.languages.nominal.engine.unify import Store
from refute.languages.nominal.program import Program, load
from refute.solver import Effort
from refute.source import Source

TEXT = r"""
nat : type.  z : nat.  s : nat -> nat.
id : name_type.
exp : type.  var : id -> exp.  lam : id\exp -> exp.
pred le(nat, nat).
le(z, _).
le(s(M), s(N)) :- le(M, N).
pred value(exp).
value(lam(_)).
pred loop(nat).
loop(N) :- loop(s(N)).
pred other(nat, nat).
other(M, N) :- not(le(M, N)).
pred closed(exp).
closed(lam(x\E)) :- x # E.
pred below(nat, [(nat, nat)]).
below(_, []).
below(L, [(K, V)|R]) :- le(L, K), le(V, L), below(L, R).
pred member(A, [A]).
member(X, [X|_]).
member(X, [_|L]) :- member(X, L).
"""


def concluded(goal: str) -> tuple[Program, Conclusion, Subject]:
    """A goal as a conclusion, and its values."""
    program, items = load(Source("look.apl", f'{TEXT}\n#check "c" 1 : {goal}.'))
    theorem = next(each for each in items if isinstance(each, core.Check))
    subject = Subject.of(theorem, program.sorts)
    engine = RecordingEngine(program.sorts)
    return program, Conclusion(engine, theorem.conclusion, subject.given), subject


def look(goal: str) -> tuple[Truth, list[str]]:
    """What is known of a goal, and the labels of the variables that it depends on."""
    _, conclusion, subject = concluded(goal)
    found = conclusion.look(200)
    labels = {id(value): each.label for each, value in subject.variables.items()}
    assert all(value.value is None for value in subject.variables.values())
    return found.truth, [labels[id(each)] for each in found.wanted]


@pytest.mark.parametrize(
    ("goal", "truth", "wanted"),
    [
        ("le(z, X)", Truth.ALWAYS, []),
        ("le(s(X), z)", Truth.NEVER, []),
        ("le(X, z)", Truth.DEPENDS, ["X"]),
        ("le(s(X), s(Y))", Truth.DEPENDS, ["X"]),
        ("value(lam(E))", Truth.ALWAYS, []),
        ("value(var(A))", Truth.NEVER, []),
        ("value(E)", Truth.DEPENDS, ["E"]),
        ("lam(x\\var(A)) = lam(y\\var(A))", Truth.DEPENDS, ["A"]),
        ("s(X) = s(Y)", Truth.DEPENDS, ["X", "Y"]),
        ("s(X) = z", Truth.NEVER, []),
        ("a # X", Truth.DEPENDS, ["X"]),
        ("a # s(X)", Truth.ALWAYS, []),
        ("loop(X)", Truth.UNKNOWN, []),
        ("other(s(X), z)", Truth.ALWAYS, []),
        ("other(z, X)", Truth.NEVER, []),
        ("other(X, z)", Truth.DEPENDS, ["X"]),
    ],
)
def test_what_holds_for_all_values_for_none_or_for_some(
    goal: str, truth: Truth, wanted: list[str]
) -> None:
    found, labels = look(goal)
    assert found is truth
    if truth is Truth.DEPENDS:
        assert labels[0] == wanted[0]
        assert set(labels) <= set(wanted)


def residues(goal: str, *numerals: dict[str, int]) -> list[tuple[object, ...] | None]:
    """What a goal depends on, for several values of its variables."""
    program, conclusion, subject = concluded(goal)
    zero, successor = (program.checker.scope.symbol((name,)) for name in ("z", "s"))
    assert zero is not None
    unknown = {each.label: value for each, value in subject.variables.items()}
    store, found = Store(), []
    types = Types(program.checker.datatypes, program.sorts)
    for values in numerals:
        for label, number in values.items():
            term: Term = zero.constant
            for _ in range(number):
                term = (successor, term)
            assert store.bind(unknown[label], term)
        residue = conclusion.residues.find(types, 9) if conclusion.comparable else None
        found.append(None if residue is None else residue.key)
        store.undo(0)
    return found


def test_what_is_settled_does_not_matter_for_what_a_conclusion_still_depends_on() -> None:
    one, other, open_, settled = residues(
        "below(s(z), [(A, z), (K, V)])", {"A": 1}, {"A": 3}, {}, {"A": 1, "V": 0}
    )
    assert one is not None
    assert one == other
    assert one not in (open_, settled)


@pytest.mark.parametrize("goal", ["member(A, [B])", "other(A, B)", "A = B"])
def test_there_is_no_residue_where_more_could_matter(goal: str) -> None:
    assert residues(goal, {}) == [None]


def left_of(goal: str, most: int) -> tuple[bool, bool, list[str]] | None:
    """Whether a goal holds, whether that is about all values, and what else it depends on."""
    program, conclusion, subject = concluded(goal)
    types = Types(program.checker.datatypes, program.sorts)
    for variable, unknown in subject.variables.items():
        unknown.sorts = 0
        types.known[unknown] = variable.type
    found = conclusion.residues.find(types, most)
    assert found is not None
    labels = {id(value): each.label for each, value in subject.variables.items()}
    return found.holds, found.whole, [labels[id(each)] for each in found.wanted]


@pytest.mark.parametrize(
    ("goal", "most", "expected"),
    [
        ("le(A, A)", 9, (True, True, ["A"])),
        ("le(s(A), A)", 9, (False, True, ["A"])),
        ("below(A, [(A, A), (s(A), A)])", 2, (True, True, ["A"])),
        ("below(s(z), [(s(A), s(z)), (B, z)])", 9, (False, True, ["B"])),
        ("le(A, s(s(s(z))))", 3, (True, False, ["A"])),
        ("le(A, s(s(s(z))))", 9, (False, True, ["A"])),
        ("below(s(s(z)), [(s(s(B)), A), (s(s(A)), B)])", 2, (True, False, ["A"])),
        ("below(s(s(z)), [(s(s(B)), A), (A, z)])", 2, (False, False, ["A"])),
    ],
)
def test_what_holds_for_all_values_that_can_be_paid_for_need_not_be_filled_in(
    goal: str, most: int, expected: tuple[bool, bool, list[str]]
) -> None:
    assert left_of(goal, most) == expected


F = core.Symbol("f", "constructor", (), core_types.PROP, (), (1, 1))


def key(*apart: tuple[int, int]) -> tuple[object, ...] | None:
    """What stands for three unknowns, of which some must be fresh for others, beside a name."""
    store, name = Store(), Name("a")
    parts: list[Term] = [Unknown(), Unknown(), Unknown(), name, Name("b")]
    assert all(store.apart(parts[one], parts[other]) for one, other in apart)
    return canonical([(F, parts[0], parts[1]), parts[2], name])


def test_values_under_different_constraints_are_told_apart() -> None:
    assert key() == key()
    assert key((0, 1)) == key((0, 1)) != key()
    assert key((0, 1)) != key((0, 2))
    assert key((3, 1)) == key((3, 1)) != key((3, 0))


def test_a_name_elsewhere_does_not_matter() -> None:
    assert key((4, 0)) == key()


def test_a_constraint_on_what_has_a_value_since_is_one_on_its_parts() -> None:
    store = Store()
    name, whole, one, other = Unknown(), Unknown(), Unknown(), Unknown()
    assert store.apart(name, whole)
    assert store.bind(whole, (F, one, other))
    later = canonical([name, one, other])
    name, one, other = Unknown(), Unknown(), Unknown()
    assert store.apart(name, (F, one, other))
    assert later == canonical([name, one, other]) is not None


STATES = r"""
nat : type.  z : nat.  s : nat -> nat.
id : name_type.
command : type.  skip : command.  seq : (command, command) -> command.
type state = [(id, nat)].
pred le(nat, nat).
le(z, _).
le(s(M), s(N)) :- le(M, N).
pred less(nat, nat).
less(z, s(_)).
less(s(M), s(N)) :- less(M, N).
pred run(state, command, state).
run(S, skip, S).
run(S, seq(C, D), U) :- run(S, C, T), run(T, D, U).
pred distinct(state).
distinct([]).
distinct([(X, _)|S]) :- X # S, distinct(S).
pred at(state, id, nat).
at([(X, N)|_], X, N).
at([(Y, _)|S], X, N) :- X # Y, at(S, X, N).
pred split(state, nat, state).
split([], _, _).
split([(X, _)|S], N, All) :- at(All, X, M), le(N, M), split(S, N, All).
split([(X, _)|S], N, All) :- at(All, X, M), less(M, N), split(S, N, All).
"""


def test_names_that_all_differ_are_filled_once_and_what_is_the_same_is_filled_once() -> None:
    theorem = '#check "split" 6 : run(S, C, T), distinct(S) => split(T, N, T).'
    program, items = load(Source("states.apl", STATES + theorem))
    check = next(each for each in items if isinstance(each, core.Check))
    campaign = deepen(Attack(program, check), 6, Effort(20), lambda _text: None)
    assert campaign.passed == 6
    assert campaign.explored[-1].goals < 1_000, "7,000 when names are filled one by one"
