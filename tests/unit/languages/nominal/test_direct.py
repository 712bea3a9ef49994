"""Clauses are used directly at first, and by written code when they are used often."""

import pytest
from benchmarks.calculi import CALCULI
from benchmarks.redex import variant

from refute.languages.nominal import core
from refute.languages.nominal.attack.attack import Attack
from refute.languages.nominal.attack.campaign import Campaign, deepen
from refute.languages.nominal.engine import resolution
from refute.languages.nominal.program import load
from refute.solver import Effort
from refute.source import Source


def attacked(text: str, bound: int) -> list[tuple[object, ...]]:
    program, items = load(Source("program.apl", text))
    theorems = [each for each in items if isinstance(each, core.Check)]
    return [
        told(deepen(Attack(program, each), bound, Effort(0.2), lambda _text: None))
        for each in theorems
    ]


def told(campaign: Campaign) -> tuple[object, ...]:
    return campaign.explored, campaign.counterexample, campaign.ended


NUMBERS = """
pred sum([int], int).
sum([], 0).
sum([X|L], N) :- sum(L, M), N is X + M.
pred small(int).
small(N) :- N < 3, not(N < 0).
#check "small" 5 : sum([A, B], N), small(A), B = 2 => small(N).
pred top([int], int).
top([X], X).
top([X|L], Y) :- top(L, Z), (X < Z -> Y = Z | Y = X).
#check "top" 5 : top([1, A, 3], X) => X < 4.
"""

PROGRAMS = {
    "numbers": NUMBERS,
    **{
        f"{name} {number}": variant((CALCULI / f"{name}.apl").read_text("utf-8"), number)
        for name, number in (("closures", "1"), ("indices", "1"), ("records", "1"), ("pi", "1"))
    },
}


@pytest.mark.parametrize("text", PROGRAMS.values(), ids=PROGRAMS)
def test_what_is_used_directly_does_the_same_as_code(
    text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = []
    for uses in (0, 3, 1_000_000):
        monkeypatch.setattr(resolution, "FEW_USES", uses)
        found.append(attacked(text, 5))
    assert found[0] == found[1] == found[2]
