"""Running programs in tests."""

from typing import Any

from asking import report_on
from refute.report.outcome import Lines, Outcome, Report, Table, Verdict
from refute.source import Source

LISTS = """
append [] ys = ys
append (a : as) ys = a : append as ys

rev [] = []
rev (x : xs) = append (rev xs) [x]

take 0 _ = []
take n (x : xs) = x : take (n - 1) xs

len [] = 0
len (_ : xs) = 1 + len xs

map f [] = []
map f (x : xs) = f x : map f xs

coin = 0 ? 1
"""


def report(text: str, **settings: Any) -> Report:
    """What `refute run` says of a program."""
    return report_on("run", Source("test.fl", text), **settings)


def asked(text: str, **settings: Any) -> Outcome:
    """What `refute run` says of the only query of a program that knows the list functions."""
    (outcome,) = report(LISTS + text, **settings).outcomes
    return outcome


def shown(outcome: Outcome) -> list[str]:
    """The values or answers of an outcome, in order; an answer of several names as a tuple."""
    found: list[str] = []
    for block in outcome.blocks:
        match block:
            case Lines("values", lines):
                found.extend(lines)
            case Table("answers", _, rows):
                found.extend(", ".join(row) for row in rows)
    return found


def answers(text: str, **settings: Any) -> list[str]:
    """All answers to the only query of a program, whose search must be complete; sorted."""
    outcome = asked(text, **settings)
    assert outcome.verdict is Verdict.CONFIRMED, outcome
    return sorted(shown(outcome))


def first(count: int, text: str, **settings: Any) -> list[str]:
    """The first answers, in order, to a query that has more."""
    outcome = asked(text, limit=count, **settings)
    assert outcome.verdict is Verdict.PASSED, outcome
    return shown(outcome)
