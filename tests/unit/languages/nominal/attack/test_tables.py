"""The bugs of the αCheck paper are found, with its counterexamples where they are printed."""

from __future__ import annotations

import pytest
from benchmarks.alphacheck import attacked
from benchmarks.theorem_cases import CASES, FILES, Case

from refute.languages.nominal import core
from refute.languages.nominal.attack.attack import Attack
from refute.languages.nominal.attack.campaign import deepen
from refute.languages.nominal.program import load
from refute.solver import Effort
from refute.source import Source

FOUND = {
    (1, "1", "pres"): (7, r"E = app (lam (x\app (var x,err),funTy (_1,intTy)),c (num _2))"),
    (1, "1", "prog"): (5, "E = app (c hd,c (num _1))"),
    (1, "2", "prog"): (8, "E = app (app (c cons_,c (num _1)),c nil_)"),
    (1, "3", "pres"): (6, r"E = app (lam (x\c (num _1),listTy),c (num _2))"),
    (1, "3", "prog"): (5, "E = app (c hd,c (num _1))"),
    (1, "4", "prog"): (
        14,
        "E = app (app (c plus,c (num _1)),app (app (c cons_,c (num _2)),c nil_))",
    ),
    (1, "6", "prog"): (11, "E = app (c hd,app (app (c cons_,c (num _1)),c nil_))"),
    (1, "7", "prog"): (8, r"E = app (c hd,app (lam (x\err,intTy),c (num _1)))"),
    (1, "8", "pres"): (5, r"E = app (lam (x\var x,listTy),c nil_)"),
    (1, "9", "pres"): (5, r"E = app (lam (x\var _1,intTy),c (num _2))"),
    (2, "1", "pres"): (5, r"E = app (lam (x\hd (var x),listTy),num _1)"),
    (2, "2", "prog"): (3, "E = pair (num _1,empty)"),
    (2, "4", "prog"): (5, "E = plus (num _1,pair (num _2,empty))"),
    (2, "5", "pres"): (4, "E = tl (pair (num _1,empty))"),
    (2, "8", "pres"): (4, r"E = app (lam (x\var x,listTy),empty)"),
    (2, "9", "pres"): (4, r"E = app (lam (x\var _1,intTy),num _2)"),
    (3, "1", "conf"): (5, "C = seq (skip,assign (a,num z))"),
    (3, "2", "ni"): (7, "C = assign (a,var a1)"),
    (3, "3", "std-st"): (6, "C = assign (a,num _2)"),
    (3, "5", "st-std"): (5, "C = assign (a,num _1)"),
    (3, "5", "std-st"): (7, "C = assign (a,var a1)"),
    (3, "6", "stT-stTd"): (5, "C = assign (a,num _1)"),
    (3, "6", "stTd-stT"): (7, "C = assign (a,var a1)"),
}
QUICK = [each for each in CASES if (each.table, each.bug, each.theorem) in FOUND]


@pytest.mark.parametrize("case", QUICK, ids=lambda case: f"{case.table}-{case.bug}-{case.theorem}")
def test_a_bug_is_found_at_its_smallest_bound(case: Case) -> None:
    bound, line = FOUND[case.table, case.bug, case.theorem]
    campaign, _ = attacked(case.text(), case.theorem, "nf", 14, 60.0)
    assert campaign.counterexample is not None
    assert campaign.found_at == bound
    assert line in campaign.counterexample.found


@pytest.mark.parametrize(("bug", "seed"), [("4", 0), ("4", 1), *(("6", seed) for seed in range(4))])
def test_what_is_found_does_not_depend_on_luck_far_beyond_the_bound(bug: str, seed: int) -> None:
    (case,) = (each for each in QUICK if (each.table, each.bug, each.theorem) == (1, bug, "prog"))
    program, items = load(Source("benchmark.apl", case.text()))
    theorem = next(
        each for each in items if isinstance(each, core.Check) and each.name == case.theorem
    )
    campaign = deepen(Attack(program, theorem), 20, Effort(6.0), lambda _text: None, seed)
    bound, line = FOUND[1, bug, "prog"]
    assert campaign.counterexample is not None
    assert (campaign.found_at, campaign.passed) == (bound, bound - 1)
    assert line in campaign.counterexample.found


@pytest.mark.parametrize("bug", ["1", "3", "8", "9"])
def test_negation_elimination_finds_them_too(bug: str) -> None:
    (case,) = (each for each in QUICK if (each.table, each.bug, each.theorem) == (1, bug, "pres"))
    campaign, _ = attacked(case.text(), "pres", "nes", 7, 60.0)
    assert campaign.counterexample is not None
    assert campaign.found_at == FOUND[1, bug, "pres"][0]


@pytest.mark.parametrize(
    ("table", "bug", "theorem", "bound"), [(3, "1", "ni", 7), (2, "4", "prog", 12)]
)
@pytest.mark.parametrize("mode", ["ne", "nes"])
def test_a_negated_conclusion_neither_hurries_nor_waits_too_long(
    table: int, bug: str, theorem: str, bound: int, mode: str
) -> None:
    (case,) = (
        each for each in CASES if (each.table, each.bug, each.theorem) == (table, bug, theorem)
    )
    campaign, _ = attacked(case.text(), theorem, mode, bound, 6.0)
    assert campaign.counterexample is not None
    assert campaign.found_at == bound


@pytest.mark.parametrize("name", ["D1", "D2", "D3"])
def test_branches_where_the_conclusion_holds_are_left_out_with_its_negation_too(name: str) -> None:
    text = (FILES / "lists.apl").read_text("utf-8")
    campaign, _ = attacked(text, name, "nes", 25, 1.0)
    assert campaign.passed == 25


@pytest.mark.parametrize("name", ["S1", "S2", "S3"])
def test_the_theorem_is_used_on_goals_that_were_resolved(name: str) -> None:
    text = (FILES / "lists.apl").read_text("utf-8")
    campaign, _ = attacked(text, name, "nf", 25, 1.0)
    assert campaign.passed == 25
    assert campaign.explored[-1].goals < 500


def test_a_counterexample_found_at_random_is_made_smaller_at_all_bounds_in_turn() -> None:
    (case,) = (each for each in CASES if (each.bug, each.theorem) == ("4", "std-st"))
    campaign, _ = attacked(case.text(), "std-st", "nf", 20, 6.0)
    assert campaign.passed < campaign.found_at - 1
    assert campaign.found_at < 19


def test_what_is_true_stays_true() -> None:
    for case in CASES:
        if not case.breaks:
            campaign, _ = attacked(case.text(), case.theorem, "nf", 8, 60.0)
            assert campaign.counterexample is None
            assert campaign.passed == 8


@pytest.mark.parametrize("name", ["S1", "S2", "D2"])
def test_the_negated_conclusion_waits_until_it_is_known_what_it_is_about(name: str) -> None:
    text = (FILES / "lists.apl").read_text("utf-8")
    campaign, _ = attacked(text, name, "nes", 12, 10.0)
    assert campaign.passed == 12
    assert campaign.explored[-1].goals < 10_000


def test_the_levels_of_independent_variables_are_not_filled_in_all_combinations() -> None:
    text = (FILES / "secrets.apl").read_text("utf-8")
    campaign, _ = attacked(text, "conf", "nf", 8, 6.0)
    assert campaign.passed == 8
    assert campaign.explored[-1].goals < 15_000
