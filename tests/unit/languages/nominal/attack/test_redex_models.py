"""The bugs of Redex's benchmark that are quick to find are found, and no others."""

from __future__ import annotations

import pytest
from benchmarks.redex import MODELS, REDEX, attacked, variant, variants

from refute.languages.nominal import core
from refute.languages.nominal.attack.attack import Attack
from refute.languages.nominal.attack.campaign import deepen
from refute.languages.nominal.program import load
from refute.solver import Effort
from refute.source import Source

QUICK = {
    "stlc_lists": "1 2 3 5 6 7 8 9",
    "stlc_subst": "1 2 4 5",
    "poly_stlc": "1 3 8",
    "let_poly": "1 3",
    "list_machine": "1 2 3",
    "rbtrees": "1 2",
}


def text(model: str) -> str:
    return (MODELS / f"{model}.apl").read_text("utf-8")


@pytest.mark.parametrize(
    ("model", "bug"), [(model, bug) for model, bugs in QUICK.items() for bug in bugs.split()]
)
def test_a_bug_is_found(model: str, bug: str) -> None:
    assert attacked(variant(text(model), bug), limit=60).lines is not None


@pytest.mark.parametrize("model", REDEX)
def test_a_model_without_bugs_has_no_counterexample(model: str) -> None:
    program, items = load(Source(f"{model}.apl", text(model)))
    for theorem in (each for each in items if isinstance(each, core.Check)):
        campaign = deepen(Attack(program, theorem), 3, Effort(), lambda _text: None)
        assert campaign.counterexample is None


def test_the_models_have_all_forty_bugs() -> None:
    assert sum(len(variants(text(model))) for model in REDEX) == 40
    for model in REDEX:
        programs = {variant(text(model), bug) for bug in ("0", *variants(text(model)))}
        assert len(programs) == 1 + len(variants(text(model)))
