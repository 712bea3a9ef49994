"""Every program of the examples gets the verdict that its name says."""

from __future__ import annotations

import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

from refute.execution import CommandProgram
from refute.execution.sandbox import SandboxMode, make_sandbox
from refute.files import read_source
from refute.languages.console.program import load
from refute.languages.console.testing import Campaign, Plan, try_cases
from refute.languages.console.testing.cases import Case

EXAMPLES = Path(__file__).parents[4] / "examples" / "console"
PROGRAMS = sorted(EXAMPLES.glob("programs/*/*.py"))
GAMES = {"hangman_words", "tic_tac_toe", "tic_tac_toe_chance"}
"""Examples with so many paths that random tests have to do here."""

KINDS = {
    "sum_positive/wrong_one_less": "wrong output",
    "sum_positive/wrong_skips_first": "wrong output",
    "sum/wrong_crash": "crashed",
    "sum/wrong_forever": "waits for input that will not come",
}


@cache
def campaign_of(name: str) -> tuple[Campaign, list[Case]]:
    """The cases of an example, made once for all its programs."""
    plan = Plan(random=25) if name in GAMES else Plan(unfoldings=6)
    campaign = Campaign(load(read_source(EXAMPLES / f"{name}.ios")), plan)
    cases = list(campaign.cases())
    return campaign, cases[:12] if campaign.checked.has_chance else cases


@pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_a_program_gets_its_verdict(path: Path) -> None:
    campaign, cases = campaign_of(path.parent.name)
    if path.parent.name not in GAMES:
        assert campaign.exploration is not None
        assert campaign.exploration.unknown == 0
        assert campaign.effort.ended is None
        assert campaign.choosing is not None
        assert not campaign.choosing.untried
    sandbox = make_sandbox(SandboxMode.OFF).within(None)
    program = CommandProgram([sys.executable, str(path)], sandbox=sandbox)
    try:
        right = path.stem.startswith("right")
        verified = try_cases(iter(cases), program, campaign, again=not right)
    finally:
        program.close()
    if right:
        assert verified.failure is None
        assert verified.tests == len(cases) > 0
    else:
        if campaign.coverage is not None and campaign.coverage.never:
            return  # what shows the mistake never came up by chance, and that is said
        assert verified.failure is not None
        name = f"{path.parent.name}/{path.stem}"
        assert verified.failure.kind == KINDS.get(name, verified.failure.kind)


@pytest.mark.skipif(shutil.which("gcc") is None, reason="there is no compiler for C")
@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("programs/*/right.c")), ids=str)
def test_a_right_program_in_c_passes(path: Path, tmp_path: Path) -> None:
    campaign, cases = campaign_of(path.parent.name)
    made = tmp_path / "program"
    subprocess.run(["gcc", "-o", str(made), str(path)], check=True)
    program = CommandProgram([str(made)], sandbox=make_sandbox(SandboxMode.OFF).within(None))
    try:
        verified = try_cases(iter(cases[::6]), program, campaign, again=False)
    finally:
        program.close()
    assert verified.failure is None
    assert verified.tests


def test_every_example_has_a_right_program_and_two_wrong_ones() -> None:
    for specification in EXAMPLES.glob("*.ios"):
        names = [each.stem for each in PROGRAMS if each.parent.name == specification.stem]
        assert any(name.startswith("right") for name in names)
        assert sum(name.startswith("wrong") for name in names) >= 2
