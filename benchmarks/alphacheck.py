"""Attacks on theorems: the bugs of tables 1 to 3 found, table 4 searched to bound 25.

Each theorem is attacked with each negation, in processor time; `t.o.` is no counterexample within
the limit, with the highest bound that was complete. The theorems without bugs are attacked too.

    python -m benchmarks.alphacheck [SECONDS [MODE…]]
"""

from __future__ import annotations

import sys
import time

from benchmarks.machine import collect_seldom
from benchmarks.theorem_cases import CASES, FILES
from refute.languages.nominal import core
from refute.languages.nominal.attack.attack import Attack
from refute.languages.nominal.attack.campaign import Campaign, deepen
from refute.languages.nominal.attack.theorems import Subject
from refute.languages.nominal.negation.elimination import negate
from refute.languages.nominal.program import load
from refute.solver import Effort
from refute.source import Source

MODES = ("nf", "ne", "nes")
LIMIT = 20.0
HIGHEST = 20
LIST_BOUND = 25


def attacked(text: str, name: str, mode: str, bound: int, limit: float) -> tuple[Campaign, float]:
    """What comes of an attack on the theorem of a program, and the processor time it took."""
    program, items = load(Source("benchmark.apl", text))
    theorem = next(each for each in items if isinstance(each, core.Check) and each.name == name)
    started = time.process_time()
    negation = None
    if mode != "nf":
        given = Subject.of(theorem, program.sorts).given
        negation = negate(program, theorem.conclusion, given, simplify=mode == "nes")
    campaign = deepen(
        Attack(program, theorem, negation), bound, Effort(limit / 10), lambda _text: None
    )
    return campaign, time.process_time() - started


def shown(campaign: Campaign, seconds: float) -> str:
    """A cell of a table."""
    if campaign.counterexample is not None:
        return f"{seconds:.2f} ({campaign.found_at})"
    if campaign.proved:
        return f"{seconds:.2f} proved"
    reached = campaign.passed
    return f"{seconds:.2f} none ({reached})" if reached == campaign.bound else f"t.o. ({reached})"


def bugs(limit: float, modes: tuple[str, ...]) -> None:
    """Tables 1 to 3."""
    for case in CASES:
        cells = []
        for mode in modes:
            bound = HIGHEST if case.breaks else 9
            campaign, seconds = attacked(case.text(), case.theorem, mode, bound, limit)
            assert case.breaks or campaign.counterexample is None, (case, campaign)
            cells.append(f"{mode} {shown(campaign, seconds):<16}")
        truth = "" if case.breaks else "  (true)"
        print(f"table {case.table} bug {case.bug} {case.theorem:<9}", *cells, truth, flush=True)


def without_bugs(limit: float, modes: tuple[str, ...]) -> None:
    """How far the theorems of the unchanged programs are searched within the limit."""
    theorems = {
        "stlc": ("pres", "prog"),
        "pcf": ("pres", "prog"),
        "secrets": ("conf", "ni", "st-std", "std-st", "stT-stTd", "stTd-stT"),
    }
    for file, names in theorems.items():
        text = (FILES / f"{file}.apl").read_text("utf-8")
        for name in names:
            cells = []
            for mode in modes:
                campaign, seconds = attacked(text, name, mode, HIGHEST, limit)
                assert campaign.counterexample is None, (file, name, campaign)
                cells.append(f"{mode} {shown(campaign, seconds):<16}")
            print(f"{file} without bugs, {name:<9}", *cells, flush=True)


def lists(limit: float, modes: tuple[str, ...]) -> None:
    """Table 4."""
    text = (FILES / "lists.apl").read_text("utf-8")
    for name in ("D1", "D2", "D3", "S1", "S2", "S3"):
        cells = []
        for mode in modes:
            campaign, seconds = attacked(text, name, mode, LIST_BOUND, limit)
            assert campaign.counterexample is None, (name, campaign)
            cells.append(f"{mode} {shown(campaign, seconds):<16}")
        print(f"table 4 {name}", *cells, flush=True)


def main(limit: float = LIMIT, modes: tuple[str, ...] = MODES) -> None:
    """All tables."""
    collect_seldom()
    bugs(limit, modes)
    lists(limit, modes)
    without_bugs(limit, modes)


if __name__ == "__main__":
    main(
        float(sys.argv[1]) if len(sys.argv) > 1 else LIMIT,
        tuple(sys.argv[2:]) or MODES,
    )
