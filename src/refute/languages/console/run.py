"""`refute run`, `refute tests` and `refute tree`: play, make a suite, draw the paths."""

from __future__ import annotations

import time
from dataclasses import replace
from pathlib import Path

from refute.languages.console.outline import outline
from refute.languages.console.playing import Asks, plainly, play
from refute.languages.console.program import load
from refute.languages.console.requests import parameters, plan_of
from refute.languages.console.show import show, show_formal, show_set
from refute.languages.console.suite import suite_to_json
from refute.languages.console.syntax import Mode
from refute.languages.console.testing import Campaign
from refute.languages.console.typecheck import Checked
from refute.languages.console.types import Value, read_value
from refute.languages.language import Settings
from refute.report.outcome import Artifact, Lines, Outcome, Report, Verdict
from refute.source import Source

DRAWN_ROUNDS = 4
"""So many rounds of loops are drawn unless the user says otherwise."""


def run(source: Source, settings: Settings) -> Report:
    """Play the specification as a program: the user types what it reads."""
    started = time.monotonic()
    checked = load(source, parameters(settings))
    ending, lines = _played(checked, settings)
    name = Path(source.name).name
    outcome = Outcome(name, "run", Verdict.PASSED, ending, blocks=(Lines("what happened", lines),))
    seconds = time.monotonic() - started
    return Report("run", "console", source.name, (outcome,), checked.warnings, seconds=seconds)


def _played(checked: Checked, settings: Settings) -> tuple[str, tuple[str, ...]]:
    lines: list[str] = []
    game = play(checked.body)
    try:
        event = next(game)
        while True:
            if isinstance(event, Asks):
                value = _answer(event, checked, settings, lines)
                if value is None:
                    return "the input ended before the specification did", tuple(lines)
                event = game.send(value)
            else:
                text = plainly(event)
                if text is not None:
                    settings.tell(text)
                    lines.append(f"prints {text}")
                event = next(game)
    except StopIteration:
        return "the specification came to its end", (*lines, "stops")


def _answer(asks: Asks, checked: Checked, settings: Settings, lines: list[str]) -> Value | None:
    """What the user types, until it is a value that the specification says something about."""
    while (line := settings.ask()) is not None:
        value = read_value(line, checked.types[asks.read.variable])
        if value is not None and (asks.allows(value) or asks.read.mode is not Mode.ASSUME):
            lines.append(f"reads  {line}")
            return value
        settings.tell(f"({asks.read.variable} : {show_set(asks.read.values)}; try again)")
    return None


def tests(source: Source, settings: Settings) -> Report:
    """Make a static suite: inputs with the generalized traces that are expected."""
    started = time.monotonic()
    checked = load(source, parameters(settings))
    campaign = Campaign(checked, plan_of(settings), settings.progress)
    cases = list(campaign.cases())
    name = Path(source.name)
    artifact = Artifact(f"{name.stem}.suite.json", suite_to_json(cases, name.name))
    ended = None if campaign.exploration is None else campaign.exploration.effort.ended
    outcome = Outcome(
        name.name,
        "suite",
        Verdict.UNDECIDED if ended or not cases else Verdict.PASSED,
        f"{len(cases)} tests for {campaign.paths} paths",
        reason=f"{ended}; not all paths were found" if ended else "",
        statistics={"tests": len(cases), "satisfiable_paths": campaign.paths},
    )
    return Report(
        "tests",
        "console",
        source.name,
        (outcome,),
        diagnostics=checked.warnings,
        artifacts=(artifact,),
        seed=settings.seed,
        seconds=time.monotonic() - started,
    )


def tree(source: Source, settings: Settings) -> Report:
    """Draw the tree of paths, those that no inputs can take marked."""
    started = time.monotonic()
    checked = load(source, parameters(settings))
    plan = plan_of(settings)
    rounds = plan.unfoldings if settings.options.get("unfoldings") else DRAWN_ROUNDS
    plan = replace(plan, unfoldings=rounds)
    drawn = outline(checked, plan, nodes=settings.nodes, depth=settings.depth)
    whole = "the whole tree" if not drawn.cut else f"the first {rounds} rounds of loops"
    blocks = (
        drawn.outline,
        Lines("in the notation of the paper", (show_formal(checked.specification.body),)),
        Lines("as it was understood", tuple(show(checked.specification).splitlines())),
    )
    outcome = Outcome(
        Path(source.name).name,
        "paths",
        Verdict.PASSED if drawn.cut else Verdict.CONFIRMED,
        f"{drawn.paths} satisfiable paths; {whole}",
        blocks=blocks,
        bound=whole if drawn.cut else "",
    )
    return Report(
        "tree",
        "console",
        source.name,
        (outcome,),
        diagnostics=checked.warnings,
        seed=settings.seed,
        seconds=time.monotonic() - started,
    )
