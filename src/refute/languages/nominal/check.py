"""`refute check`: attack the theorems (`#check`) of a file."""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import dataclass

from refute.diagnostics import Diagnostic, InputError, Severity, error
from refute.languages.language import Settings
from refute.languages.nominal import core
from refute.languages.nominal.attack.attack import Attack
from refute.languages.nominal.attack.campaign import Campaign, deepen, wander
from refute.languages.nominal.attack.outcomes import interrupted, mutation_table, outcome
from refute.languages.nominal.attack.subject import Subject
from refute.languages.nominal.attack.theorems import Mutant, is_atomic, mutants
from refute.languages.nominal.negation import Unsupported, complaint, negate
from refute.languages.nominal.program import Program, load, without_clauses
from refute.report.outcome import Outcome, Report, Table
from refute.search import Ended
from refute.solver import Effort
from refute.source import Source

STRATEGIES = ("iterative-deepening", "random")
NEGATION = "nf"
"""The negation that is used unless the user says otherwise."""


def check(source: Source, settings: Settings) -> Report:
    """Try to refute every theorem of a file."""
    started = time.monotonic()
    program, items = load(source, settings.seed)
    theorems = [each for each in items if isinstance(each, core.Check)]
    _refuse(source, theorems, settings)
    session = Session(program, settings)
    outcomes = [session.outcome(each) for each in theorems]
    return Report(
        "check",
        "nominal",
        source.name,
        tuple(outcomes),
        diagnostics=(*without_clauses(items), *session.diagnostics),
        seed=settings.seed,
        seconds=time.monotonic() - started,
    )


def _refuse(source: Source, theorems: list[core.Check], settings: Settings) -> None:
    """Complain about what cannot be checked at all."""
    if not theorems:
        message = f"`{source.name}` has no theorem to check"
        advice = 'add one, such as `#check "name" 7 : p(X) => q(X).`'
        raise InputError([Diagnostic("AP031", message, help=advice)])
    wrong = list(_wrong_settings(settings))
    for each in theorems:
        if each.bound < 1:
            message = f"a theorem is attacked up to a bound of at least 1, and this is {each.bound}"
            wrong.append(error("AP041", message, each.span))
        if not is_atomic(each.conclusion):
            message = "the conclusion of a theorem must be one predicate, equation or freshness"
            advice = "name what is to follow as a predicate of its own, and conclude that"
            wrong.append(error("AP040", message, each.span, advice=advice))
    if wrong:
        raise InputError(wrong)


def _wrong_settings(settings: Settings) -> Iterable[Diagnostic]:
    bound = settings.options.get("bound")
    if isinstance(bound, int) and bound < 1:
        yield error("AP041", f"`--bound` must be at least 1, and it is {bound}")
    if settings.strategy not in {None, *STRATEGIES}:
        known = " and ".join(f"`{each}`" for each in STRATEGIES)
        message = f"theorems are not attacked by `{settings.strategy}`"
        yield error("AP042", message, advice=f"there are {known}")


@dataclass(slots=True)
class Session:
    """Attacks the theorems of a program with the user's settings; after an interrupt none."""

    program: Program
    settings: Settings
    diagnostics: list[Diagnostic]
    stopped: bool

    def __init__(self, program: Program, settings: Settings) -> None:
        self.program = program
        self.settings = settings
        self.diagnostics = []
        self.stopped = False

    def outcome(self, theorem: core.Check) -> Outcome:
        """What came of the attack on one theorem."""
        if self.stopped:
            return interrupted(theorem)
        campaign = self._campaign(theorem, theorem.name)
        self.diagnostics.extend(campaign.wrong)
        blocks: tuple[Table, ...] = ()
        if self.settings.options.get("mutate") and not self.stopped:
            tried = [(each, self._mutated(each)) for each in mutants(theorem)]
            blocks = (mutation_table(tried),)
        return outcome(theorem, campaign, blocks)

    def _negation(self, theorem: core.Check) -> core.Goal | None:
        """What is to be derived instead of the conclusion; nothing for negation as failure."""
        mode = self.settings.options.get("negation") or NEGATION
        if mode == "nf":
            return None
        given = Subject.of(theorem).given
        try:
            return negate(self.program, theorem.conclusion, given, simplify=mode == "nes")
        except Unsupported as failure:
            for reason in failure.reasons:
                warning = complaint(reason, Severity.WARNING)
                if warning not in self.diagnostics:
                    self.diagnostics.append(warning)
            return None

    def _mutated(self, mutant: Mutant) -> Campaign | None:
        if self.stopped:
            return None
        return self._campaign(mutant.theorem, f"{mutant.theorem.name}, {mutant.change}")

    def _campaign(self, theorem: core.Check, label: str) -> Campaign:
        settings = self.settings
        given = settings.options.get("bound")
        bound = given if isinstance(given, int) else theorem.bound

        def progress(text: str) -> None:
            settings.progress(f"{label}: {text}")

        attack = Attack(self.program, theorem, self._negation(theorem))
        effort = Effort(settings.effort, settings.time_limit)
        if settings.strategy == "random":
            campaign = wander(attack, bound, effort, settings.seed, progress)
        else:
            campaign = deepen(attack, bound, effort, progress)
        self.stopped = campaign.ended is Ended.INTERRUPTED
        return campaign
