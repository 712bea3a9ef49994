"""`refute check`: attack the theorems (`#check`) of a file."""

from __future__ import annotations

from functools import partial

from refute.diagnostics import Diagnostic, InputError, NothingToCheck, Severity, error
from refute.languages.language import Events, Part, Request, Stream
from refute.languages.nominal import core
from refute.languages.nominal.attack.attack import Attack
from refute.languages.nominal.attack.campaign import Campaign, deepen, example, wander
from refute.languages.nominal.attack.derived import define_derived, without_negation
from refute.languages.nominal.attack.outcome import mutation_table, outcome
from refute.languages.nominal.attack.theorems import Mutant, Subject, is_atomic, mutants
from refute.languages.nominal.engine.procedures import has_cut
from refute.languages.nominal.negation.elimination import Unsupported, complaint, negate
from refute.languages.nominal.options import CheckOptions
from refute.languages.nominal.program import Program, load, suspicions
from refute.record import entity
from refute.report.outcome import Table
from refute.search import Ended
from refute.source import Source


def check(request: Request[CheckOptions]) -> Stream:
    """Try to refute every theorem of a file."""
    program, items = load(request.source, request.options.seed, request.options.before)
    define_derived(program)
    theorems = [each for each in items if isinstance(each, core.Check)]
    if not theorems and request.options.followed:
        return
    _refuse(request.source, theorems)
    yield from suspicions(items)
    attacks = Attacks(program, request)
    for each in theorems:
        yield Part(f"theorem {each.name}", partial(attacks.answer, each), each.span)


def _refuse(source: Source, theorems: list[core.Check]) -> None:
    """Complain about what cannot be checked at all."""
    if not theorems:
        message = f"`{source.name}` has no theorem to check"
        advice = 'add one, such as `#check "name" 7 : p(X) => q(X).`'
        raise NothingToCheck([Diagnostic("AP031", message, help=advice)])
    wrong = []
    for each in theorems:
        if each.bound < 1:
            message = f"a theorem is attacked up to a bound of at least 1, and this is {each.bound}"
            wrong.append(error("AP041", message, each.span))
        if not is_atomic(each.conclusion):
            message = "the conclusion of a theorem must be one predicate, equation or freshness"
            advice = "name what is to follow as a predicate of its own, and conclude that"
            match each.conclusion:
                case core.Not(core.Atom(predicate)):
                    advice = f"write `not_{predicate.name}(…)` for `not({predicate.name}(…))`"
            wrong.append(error("AP040", message, each.span, advice=advice))
        if has_cut(each.hypotheses):
            message = "the hypotheses of a theorem cannot cut: it is about all their solutions"
            advice = "leave the `!` out, or define a predicate that cuts and assume that"
            wrong.append(error("AP042", message, each.span, advice=advice))
    if wrong:
        raise InputError(wrong)


@entity
class Attacks:
    """Attacks the theorems of a program with the user's options."""

    program: Program
    request: Request[CheckOptions]

    def answer(self, theorem: core.Check) -> Events:
        """What came of the attack on one theorem."""
        attacked = without_negation(theorem, self.program)
        negation, warnings = self._negation(attacked)
        yield from warnings
        attack = Attack(self.program, attacked, negation)
        campaign = self._campaign(attack, theorem.name)
        if campaign.counterexample is not None:
            bound = campaign.found_at or campaign.bound
            campaign.explained = attack.explained(campaign.counterexample, bound)
        elif campaign.ended is not Ended.INTERRUPTED:
            asked = attack if attacked is theorem else Attack(self.program, theorem)
            campaign.example = example(asked, campaign.bound) if asked.claims else None
            campaign.unused = attack.unused()
        yield from campaign.wrong
        blocks: tuple[Table, ...] = ()
        if self.request.options.mutate:
            tried = [(each, self._mutated(each)) for each in mutants(theorem)]
            blocks = (mutation_table(tried),)
        yield outcome(theorem, campaign, blocks)

    def _negation(self, theorem: core.Check) -> tuple[core.Goal | None, list[Diagnostic]]:
        """What is to be derived instead of the conclusion; nothing for negation as failure."""
        mode = self.request.options.negation
        if mode == "nf":
            return None, []
        given = Subject.of(theorem, self.program.sorts).given
        try:
            simplify = mode == "nes"
            return negate(self.program, theorem.conclusion, given, simplify=simplify), []
        except Unsupported as failure:
            return None, [complaint(each, Severity.WARNING) for each in failure.reasons]

    def _mutated(self, mutant: Mutant) -> Campaign | None:
        if self.request.cancellation.requested:
            return None
        theorem = without_negation(mutant.theorem, self.program)
        label = f"{theorem.name}, {mutant.change}"
        attack = Attack(self.program, theorem, self._negation(theorem)[0])
        return self._campaign(attack, label)

    def _campaign(self, attack: Attack, label: str) -> Campaign:
        options = self.request.options
        bound = attack.subject.check.bound if options.bound is None else options.bound

        def progress(text: str) -> None:
            self.request.progress(f"{label}: {text}")

        effort = self.request.new_effort()
        if options.strategy == "random":
            return wander(attack, bound, effort, options.seed, progress)
        return deepen(attack, bound, effort, progress, options.seed)
