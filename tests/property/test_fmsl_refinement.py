"""What the solver says of a refinement agrees with trying all small inputs and results."""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import product

import pytest

import refute
from refute.report.outcome import Verdict

Condition = Callable[[int, int], bool]

BEFORE: dict[str, Condition] = {
    "n >= 0": lambda n, _: n >= 0,
    "n > 0": lambda n, _: n > 0,
    "n != 2": lambda n, _: n != 2,
    "n >= 0 and n < 4": lambda n, _: 0 <= n < 4,
}
AFTER: dict[str, Condition] = {
    "r = n + 1": lambda n, r: r == n + 1,
    "r > n": lambda n, r: r > n,
    "r > n and r < n + 3": lambda n, r: n < r < n + 3,
    "if n > 1 then r = n else r >= n": lambda n, r: r == n if n > 1 else r >= n,
}
VERSIONS = list(product(BEFORE, AFTER))
NUMBERS = range(-6, 9)


def refines(later: tuple[str, str], earlier: tuple[str, str]) -> bool:
    """By trying all small numbers."""
    accepts, gives = BEFORE[later[0]], AFTER[later[1]]
    accepted, allowed = BEFORE[earlier[0]], AFTER[earlier[1]]
    return all(
        accepts(n, 0) and (not gives(n, r) or allowed(n, r))
        for n, r in product(NUMBERS, NUMBERS)
        if accepted(n, 0)
    )


def cases(*, expected: bool) -> list[tuple[tuple[str, str], tuple[str, str]]]:
    """Some pairs of versions, of which the later one refines the earlier one or does not."""
    pairs = [each for each in product(VERSIONS, VERSIONS) if refines(*each) is expected]
    return random.Random(0).sample(pairs, 8)


@pytest.mark.parametrize(("later", "earlier"), cases(expected=True) + cases(expected=False))
def test_refinement_is_that_of_trying_everything(
    later: tuple[str, str], earlier: tuple[str, str]
) -> None:
    texts = [
        f"operation {name} inputs: n:integer; outputs: r:integer; pre: {pre}; post: {post}; end;"
        for name, (pre, post) in (("A", earlier), ("B refines A", later))
    ]
    document = refute.open("\n".join(texts), language="fmsl")
    (answer,) = (each for each in document.check() if each.question == "B refines A")
    expected = Verdict.CONFIRMED if refines(later, earlier) else Verdict.REFUTED
    assert answer.verdict is expected
