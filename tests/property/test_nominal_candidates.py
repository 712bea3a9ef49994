"""Nothing is lost: what `run` finds for the hypotheses is a candidate of the attack.

Where hypotheses have negations, closed values that solve them are candidates as well.

Every run tries the same random programs. With `REFUTE_FUZZ=3600` each test tries others, for an
hour; a failure names the seed of its program.
"""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from itertools import islice
from unittest.mock import patch

import pytest
from closed_values import closed_values
from hypothesis import HealthCheck, given, settings, strategies as st
from naive_derivations import Values, derivations, namings
from nominal_programs import program

from refute.languages.nominal import core
from refute.languages.nominal.attack.attack import Attack
from refute.languages.nominal.attack.campaign import deepen
from refute.languages.nominal.attack.derive import Derivation, OutOfEffort
from refute.languages.nominal.attack.fill import find_holes
from refute.languages.nominal.attack.instances import Instances
from refute.languages.nominal.attack.relations import Alternative
from refute.languages.nominal.attack.replay import Replay, pool
from refute.languages.nominal.engine.terms import Term, embed
from refute.languages.nominal.engine.unify import Store
from refute.languages.nominal.program import load
from refute.search import Ended
from refute.solver import Effort
from refute.source import Source

BOUND = 3
MOST = 60
"""Maximum number of solutions of each program that are looked at."""

SECONDS = float(os.environ.get("REFUTE_FUZZ", "0"))
PROGRAMS = range(20, 60)
"""The seeds of the random programs that are tried in every run."""

PATIENCE = 1_500
"""Maximum number of unifications with which a textbook looks for solutions of a random program."""

LONGEST = 20.0
"""Maximum number of seconds of processor time for a random program in a long run."""

STEPS = 3_000
"""Maximum number of goals that an attack resolves to meet what a textbook finds."""

INSTANCE_SIZE, INSTANCES = 3, 300
"""Maximum number of constructors in closed values, and of such values that are looked at."""

SIGNATURE = r"""
nat : type.  z : nat.  s : nat -> nat.
id : name_type.
exp : type.  var : id -> exp.  lam : id\exp -> exp.  app : (exp, exp) -> exp.
func sub(exp, id, exp) = exp.
func size(exp) = nat.
pred open(exp, exp).
pred plain(exp).
"""

CLAUSES = {
    "sub": [
        "sub(var(X), X, M) = M.",
        "sub(var(Y), X, _) = var(Y) :- X # Y.",
        r"sub(lam(y\E), X, M) = lam(y\sub(E, X, M)) :- y # X.",
        r"sub(lam(y\E), X, M) = lam(y\sub(E, X, M)) :- y # (X, M).",
        "sub(app(E, F), X, M) = app(sub(E, X, M), sub(F, X, M)).",
        "sub(app(E, _), X, M) = sub(E, X, M).",
    ],
    "size": [
        "size(var(_)) = s(z).",
        r"size(lam(x\E)) = s(size(E)).",
        "size(app(E, F)) = s(size(F)) :- plain(E).",
    ],
    "open": [
        r"open(lam(x\E), E).",
        r"open(lam(x\E), sub(E, x, var(x))).",
        r"open(app(lam(x\E), F), sub(E, x, F)).",
        "open(app(E, F), app(G, F)) :- open(E, G).",
        r"open(lam(x\app(E, var(x))), E) :- x # E.",
    ],
    "plain": [
        "plain(var(_)).",
        "plain(app(E, F)) :- plain(E), plain(F).",
        r"plain(lam(x\E)) :- new y. plain(E).",
        r"plain(app(E, var(X))) :- X # E.",
        "plain(E) :- E = app(F, F) ; E = var(_).",
    ],
}
HYPOTHESES = [
    "T = sub(S, x, var(y))",
    "T = sub(var(x), x, S)",
    r"T = sub(lam(y\S), x, var(y))",
    "size(S) = N",
    "N = s(size(app(S, T)))",
    "open(S, T)",
    "open(lam(x\\S), T)",
    "plain(S)",
    "plain(T)",
    "x # T",
    r"S = lam(x\T)",
    "plain(T), not(T = var(x))",
    "open(S, T), not(S = app(T, T))",
    "plain(S), not(x # S)",
]


@st.composite
def theorems(draw: st.DrawFn) -> str:
    lines = [SIGNATURE]
    for clauses in CLAUSES.values():
        lines += draw(st.lists(st.sampled_from(clauses), min_size=1, max_size=3, unique=True))
    hypotheses = draw(st.lists(st.sampled_from(HYPOTHESES), min_size=1, max_size=2, unique=True))
    hypotheses.sort(key=lambda each: "not" in each)
    return "\n".join([*lines, f'#check "law" {BOUND} : {", ".join(hypotheses)} => fail.'])


class Impatient(Exception):
    """A search took too many unifications."""


class ImpatientStore(Store):
    """Bindings that are given up after a number of unifications."""

    left = PATIENCE

    def unify(self, left: Term, right: Term) -> bool:
        self.left -= 1
        if self.left < 0:
            raise Impatient
        return super().unify(left, right)


def solutions(attack: Attack, store: Store | None = None) -> list[dict[core.Leaf, Term]]:
    """What a textbook finds, closed: each hypothesis derived within the bound, left to right."""
    found: list[dict[core.Leaf, Term]] = []
    subject, store = attack.subject, store or Store()
    for value in subject.given.values():
        embed(value)

    def derive(goals: list[core.Goal]) -> None:
        if len(found) == MOST:
            return
        if goals:
            for _ in derivations(store, [(goals[0], subject.given)], BOUND):
                derive(goals[1:])
            return
        mark = len(store.trail)
        closed = subject.close(store, attack.types)
        if closed is not None:
            found.append(closed)
        store.undo(mark)

    with suppress(Impatient, RecursionError):  # a negation may ask itself
        derive(attack.premises)
    store.undo(0)
    return found


def candidates_meet(
    attack: Attack, wanted: list[dict[core.Leaf, Term]], *, filled: bool = False
) -> list[bool]:
    """Of each of some closed values, whether a candidate of the attack has them as an instance.

    What negations depend on may be `filled`. Values that are not met when the attack has taken too
    many steps count as met.
    """
    engine, given_values = attack.engine, attack.subject.given
    left = tuple(int(BOUND - engine.costs.goal(each)) for each in attack.premises)
    goals = pool(engine, attack.premises, given_values)
    instances = Instances(attack.subject, attack.types, engine, BOUND) if filled else None
    derivation = Derivation(engine, goals, (*left, BOUND), instances=instances, limit=STEPS)
    met = [False] * len(wanted)
    try:
        while derivation.advance() and not all(met):
            for number, values in enumerate(wanted):
                met[number] = met[number] or any(
                    matches(engine, given_values, each) for each in namings(values)
                )
    except OutOfEffort:
        return [True]
    return met


def matches(store: Store, one: Values, other: Mapping[core.Leaf, Term]) -> bool:
    mark = len(store.trail)
    result = all(store.unify(one[leaf], value) for leaf, value in other.items())
    store.undo(mark)
    return result


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(text=theorems())
def test_what_solves_the_hypotheses_is_a_candidate(text: str) -> None:
    program, items = load(Source("law.apl", text))
    (theorem,) = (each for each in items if isinstance(each, core.Check))
    attack = Attack(program, theorem)
    found = solutions(attack)
    assert not found or all(candidates_meet(attack, found))
    attacked = deepen(attack, BOUND, Effort(2), lambda _text: None)
    assert attacked.counterexample is not None or not found
    if "not(" not in text:  # where a negation depends on what is not known, more is tried
        assert attacked.counterexample is None or found


def seeds() -> Iterator[int]:
    """The same in every run, or others until the time is up."""
    yield from PROGRAMS
    until, seed = time.monotonic() + SECONDS, time.time_ns()
    while time.monotonic() < until:
        seed += 1
        yield seed


@contextmanager
def in_time() -> Iterator[None]:
    """Let a program go whose terms grow without end, in a long run."""

    def stop(*_: object) -> None:
        raise Impatient

    before = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, LONGEST if SECONDS else 0)
    try:
        with suppress(Impatient):
            yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def test_what_solves_the_hypotheses_of_a_random_program_is_a_candidate() -> None:
    tried = 0
    for seed in seeds():
        with in_time():
            tried += is_held(seed)
    assert tried > len(PROGRAMS) // 3


def is_solution(
    attack: Attack, values: Mapping[core.Leaf, Term], *, letting_out: bool = True
) -> bool | None:
    """Whether closed values solve the hypotheses; None if that takes too long to find out.

    What fails for unknowns need not fail for values. Where rules may let names out, they may take
    those of the values.
    """
    typed = ((value, leaf.type) for leaf, value in values.items())
    names = find_holes(attack.types, typed).names if letting_out else {}
    goals: list[tuple[core.Goal, Values]] = [(each, dict(values)) for each in attack.premises]
    with suppress(Impatient, RecursionError):
        return all(
            next(derivations(ImpatientStore(), [each], BOUND, names), None) is not None
            for each in goals
        )
    return None


def is_held(seed: int) -> bool:
    """Hold a random program to the law; whether its hypotheses have solutions."""
    text = program(seed, BOUND)
    loaded, items = load(Source("law.apl", text))
    (theorem,) = (each for each in items if isinstance(each, core.Check))
    attack = Attack(loaded, theorem)
    found = solutions(attack, ImpatientStore())
    negates = "not(" in text
    if negates:
        found = [each for each in found if is_solution(attack, each)]
    if not found:
        return False
    replay = Replay(loaded, attack.types)
    for values in found:
        fails = (each for each in attack.premises if not replay.holds(each, values, BOUND))
        # where something must not hold, the search for it need not end
        lost = [each for each in fails if not negates or replay.fails(each, values)]
        assert not lost, f"seed {seed}: {lost} with {values}\n{text}"
    assert all(candidates_meet(attack, found)), f"seed {seed}\n{text}"
    attacked = deepen(attack, BOUND, Effort(2), lambda _text: None)
    decided = attacked.ended is not Ended.EFFORT and attacked.doubted is None
    assert not decided or attacked.counterexample, f"seed {seed}: {found}\n{text}"
    return True


def has_its_instances(seed: int) -> bool:
    """Hold a random program with negations to the law for closed values; whether there are any.

    `run` need not find these: what fails for unknowns may hold for some of their values.
    """
    text = program(seed, BOUND)
    if "not(" not in text:
        return False
    loaded, items = load(Source("law.apl", text))
    (theorem,) = (each for each in items if isinstance(each, core.Check))
    attack = Attack(loaded, theorem)
    subject, replay = attack.subject, Replay(loaded, attack.types)
    listed = closed_values(
        attack.types.signature, list(subject.variables), INSTANCE_SIZE, subject.names
    )
    found = [
        each
        for each in islice(listed, INSTANCES)
        if is_solution(attack, each, letting_out=False)
        and all(replay.holds(goal, each, BOUND) for goal in attack.premises)
    ]
    if not found:
        return False
    assert all(candidates_meet(attack, found, filled=True)), f"seed {seed}: {found}\n{text}"
    attacked = deepen(attack, BOUND, Effort(2), lambda _text: None)
    decided = attacked.ended is not Ended.EFFORT and attacked.doubted is None
    assert not decided or attacked.counterexample, f"seed {seed}: {found}\n{text}"
    return True


def test_closed_values_that_solve_hypotheses_with_negations_are_instances_of_candidates() -> None:
    tried = 0
    for seed in seeds():
        with in_time():
            tried += has_its_instances(seed)
    assert tried > len(PROGRAMS) // 8


def claims_what_holds(seed: int) -> bool:
    """Look whether a counterexample solves the hypotheses of a random program, if one is found."""
    text = program(seed, BOUND)
    loaded, items = load(Source("law.apl", text))
    (theorem,) = (each for each in items if isinstance(each, core.Check))
    attack = Attack(loaded, theorem)
    refuted = deepen(attack, BOUND, Effort(2), lambda _text: None).counterexample
    if refuted is not None:
        solved = is_solution(attack, refuted.values)
        assert solved is not False, f"seed {seed}: {refuted.instance}\n{text}"
    return refuted is not None


def test_a_counterexample_solves_the_hypotheses() -> None:
    refuted = 0
    for seed in seeds():
        with in_time():
            refuted += claims_what_holds(seed)
    assert refuted > len(PROGRAMS) // 3


def test_a_deliberate_fault_is_found() -> None:
    """So the tests above can fail: here the last of several alternatives is never tried."""
    affordable = Derivation._affordable

    def careless(
        self: Derivation, priced: list[tuple[Alternative, int]], allowed: int
    ) -> list[Alternative]:
        found = affordable(self, priced, allowed)
        return found[:-1] if len(found) > 1 else found

    for held in (is_held, has_its_instances):
        with patch.object(Derivation, "_affordable", careless), pytest.raises(AssertionError):
            list(map(held, PROGRAMS))
