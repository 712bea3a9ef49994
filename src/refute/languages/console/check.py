"""`refute check`: does a program do what a specification says?"""

from __future__ import annotations

import shlex
from collections.abc import Iterable
from dataclasses import replace
from functools import partial
from itertools import chain, product
from pathlib import Path
from typing import TYPE_CHECKING

from refute.diagnostics import Diagnostic, InputError, Severity
from refute.execution.program import (
    APPROXIMATE_RUNS,
    LineTooLong,
    Program,
    approximate,
    typing_command,
)
from refute.files import read_source
from refute.languages.console.feedback import evidence
from refute.languages.console.meaning.playing import interpret
from refute.languages.console.options import CheckOptions, ProgramUnderTest
from refute.languages.console.program import Setting, parameters, settings
from refute.languages.console.testing import (
    Campaign,
    Plan,
    Verified,
    interruptible,
    try_cases,
    verify,
)
from refute.languages.console.testing.describing import (
    bound_by_chance,
    bound_of,
    neighbour_counts,
    never_reached,
)
from refute.languages.console.testing.judging import Failure, Kind, judge
from refute.languages.console.testing.likeness import like
from refute.languages.console.testing.playing import SpecificationProgram
from refute.languages.console.testing.suite import cases_of, read_case, recorded_run, save_case
from refute.languages.gradable import BEHAVES
from refute.languages.language import Events, Part, Request, Stream
from refute.report.outcome import Lines, Outcome, Verdict
from refute.solver import Effort
from refute.solver.effort import ALLOWANCE

if TYPE_CHECKING:
    from refute.execution.sandbox import SystemSandbox


def check(request: Request[CheckOptions]) -> Stream:
    """Test the program of the options or, without one, the specification against itself."""
    options = request.options
    chosen = settings(request.source, parameters(options))
    yield from chosen[0].checked.warnings
    if options.program:
        yield from () if callable(options.program) else _sandbox(options).warnings
        for each in chosen:
            yield Part("program", partial(_check_program, each, request, options.program))
        return
    if options.replay and chosen[0].checked.has_chance:
        for each in chosen:
            yield Part("program", partial(_judge_again, each, request, Path(options.replay)))
        return
    for name in ("suite", "save", "replay"):
        if getattr(options, name):
            message = f"`--{name}` is for testing a program; none is named"
            raise InputError([Diagnostic("IO041", message)])
    for each in chosen:
        yield Part("specification", partial(_check_itself, each, request))


def _check_program(
    setting: Setting, request: Request[CheckOptions], program: ProgramUnderTest
) -> Events:
    checked = setting.checked
    options, plan = request.options, Plan.of(request.options, programs=True)
    campaign = Campaign(checked, plan, request.new_effort(), request.progress)
    started: Program
    words: tuple[str, ...]
    if callable(program):
        words = (getattr(program, "__name__", "the program"),)
        from refute.execution import FunctionProgram  # noqa: PLC0415 - only where one is run

        started = FunctionProgram(program, is_unneeded=lambda: campaign.effort.cut_short)
    else:
        words = tuple(program)
        started = _program(words, options, campaign.effort)
    try:
        verified = _verified(campaign, started, options)
        likeness = _likeness(verified, started)
    except LineTooLong as failure:
        help_text = "leave out `--tty always`"
        raise InputError([Diagnostic("IO043", str(failure), help=help_text)]) from None
    finally:
        started.close()
    question = f"{' '.join(words)} does what {_named(request, setting)} says"
    outcome = outcome_of(verified, plan, question, full=options.full)
    if likeness:
        outcome = replace(outcome, blocks=(*outcome.blocks, Lines(BEHAVES, (likeness,))))
    if verified.failure is not None:
        if options.save:
            save_case(Path(options.save), verified.failure, words, plan.seed)
        if not callable(program):
            again = Lines("to see it again", _again(verified.failure, request, words, setting))
            outcome = replace(outcome, blocks=(*outcome.blocks, again))
    yield outcome
    yield from _doubts(outcome, plan)


def _judge_again(setting: Setting, request: Request[CheckOptions], path: Path) -> Events:
    """Judge a saved run again, since the program might choose differently in a new one."""
    case, run = read_case(path, setting.checked), recorded_run(path)
    plan = Plan.of(request.options)
    campaign = Campaign(setting.checked, plan, request.new_effort(), request.progress)
    failure = judge(case, run)
    question = f"the run in {path.name} is one that {_named(request, setting)} allows"
    yield outcome_of(Verified(1, failure, campaign), plan, question)


def _verified(campaign: Campaign, program: Program, options: CheckOptions) -> Verified:
    """Test with the cases of the options: a single one, a suite, or generated cases."""
    checked = campaign.checked
    if options.replay:
        case = read_case(Path(options.replay), checked)
        return try_cases(iter([case]), program, campaign, again=False)
    if options.suite:
        cases = cases_of(read_source(Path(options.suite)), checked)
        return try_cases(iter(cases), program, campaign)
    return verify(campaign, program)


_LIKENESS = 0.2
"""Fraction of the effort for finding the nearly right task that a wrong program solves."""


def _likeness(verified: Verified, program: Program) -> str:
    """What the program does in all runs if it behaves like a neighbour, otherwise an empty text."""
    failure, choosing = verified.failure, verified.campaign.choosing
    if failure is None or choosing is None or failure.kind is Kind.UNSTEADY:
        return ""
    others = ((case, program.run(case.lines)) for case in map(choosing.trial.case, choosing.chosen))
    whole = verified.campaign.effort
    effort = Effort(_LIKENESS * whole.allowance / ALLOWANCE, None, lambda: whole.stopped)
    seen = chain([(failure.case, failure.run)], others)
    found = None
    with interruptible(whole):
        found = like(choosing.trial.neighbours, seen, effort)
    return found.likeness if found else ""


_REPEATED = ("unfoldings", "samples", "int_bits", "random", "suite")


def _again(
    failure: Failure, request: Request[CheckOptions], program: tuple[str, ...], setting: Setting
) -> tuple[str, ...]:
    """Commands that type the inputs into the program, and that reproduce the failure."""
    options = request.options
    case = options.save or options.replay
    how = ["--replay", case] if case else ["--seed", str(options.seed)]
    for name in () if case else _REPEATED:
        value = getattr(options, name)
        if value != getattr(CheckOptions, name):
            how += [f"--{name.replace('_', '-')}", str(value)]
    for name in ("sandbox", "tty"):
        if getattr(options, name) != getattr(CheckOptions, name):
            how += [f"--{name}", getattr(options, name)]
    for name in ("set", "show"):
        how += [word for each in getattr(options, name) for word in (f"--{name}", each)]
    how += [word for each in setting.chosen for word in ("--set", "=".join(each))]
    command = ["refute", "check", request.source.name, *how, "--", *program]
    return (*_typing(failure, program), shlex.join(command))


def _typing(failure: Failure, program: tuple[str, ...]) -> Iterable[str]:
    """Shell commands that create the files and type the inputs; none if chance decides."""
    case, around = failure.case, failure.case.surroundings
    if case.chance is not None:
        return
    for name, text in around.files if around else ():
        yield f"printf %s {shlex.quote(text)} > {shlex.quote(name)}"
    words = (*program, *(around.arguments if around else ()))
    yield typing_command(case.lines, words, failure.run.ending)


def _named(request: Request[CheckOptions], setting: Setting) -> str:
    """The name of the specification, with the chosen values of parameters that have several."""
    name = Path(request.source.name).name
    return f"{name} with {setting.words}" if setting.words else name


def _check_itself(setting: Setting, request: Request[CheckOptions]) -> Events:
    """Check every variant of the specification, run as a program, against it (section 7.4)."""
    checked = setting.checked
    plan = Plan.of(request.options)
    campaign = Campaign(checked, plan, request.new_effort(), request.progress)
    variants = [SpecificationProgram(checked, each) for each in interpret(checked.body, most=8)]
    tests, failure, effort = 0, None, request.new_effort()
    for case, variant in product(campaign.cases(), variants):
        tests += 1
        failure = judge(case, variant.run(case.lines), effort)
        unknown = failure is None or failure.kind is Kind.UNSTEADY
        if unknown and effort.exhausted:
            failure, campaign.effort.ended = None, campaign.effort.ended or effort.ended
            break
        if failure is not None:
            break
    question = f"{_named(request, setting)} agrees with itself"
    outcome = outcome_of(Verified(tests, failure, campaign), plan, question, kind="specification")
    yield outcome
    yield from _doubts(outcome, plan)


def outcome_of(
    verified: Verified,
    plan: Plan,
    question: str,
    *,
    kind: str = "program",
    full: bool = False,
) -> Outcome:
    """The outcome of testing."""
    failure, campaign = verified.failure, verified.campaign
    statistics: dict[str, int | float] = {"tests": verified.tests}
    if campaign.exploration is not None:
        statistics |= {"satisfiable_paths": campaign.paths, "pruned": campaign.exploration.pruned}
        statistics["solver_queries"] = campaign.exploration.queries
    if campaign.choosing is not None:
        statistics |= neighbour_counts(campaign.choosing)
    if campaign.overflows:
        statistics["overflowing_paths"] = campaign.overflows
    if campaign.approximate:
        statistics[APPROXIMATE_RUNS] = campaign.approximate
    statistics["seed"] = plan.seed
    bound = reason = ""
    if failure is not None:
        verdict, summary = Verdict.REFUTED, f"{failure.reason} ({failure.kind})"
        if failure.run.differs:
            verdict, reason = Verdict.UNDECIDED, "what it does depends on time"
            reason = reason if failure.case.chance is None else failure.reason
    else:
        verdict, reason = _undecided(verified, plan)
        one_or_none = {0: "nothing was tested", 1: "the only test passed"}
        summary = one_or_none.get(verified.tests, f"all {verified.tests} tests passed")
        bound = _bound(campaign, plan) if verdict is Verdict.PASSED else ""
    return Outcome(
        question=question,
        kind=kind,
        verdict=verdict,
        summary=summary,
        bound=bound,
        reason=reason,
        blocks=tuple(evidence(failure, full=full)) if failure else (),
        statistics=statistics,
    )


def _undecided(verified: Verified, plan: Plan) -> tuple[Verdict, str]:
    """Passed, unless something prevented part of the planned tests."""
    campaign, exploration = verified.campaign, verified.campaign.exploration
    if campaign.effort.ended is not None:
        done = f"; all paths with fewer than {campaign.reached} inputs were tested"
        return Verdict.UNDECIDED, campaign.effort.ended + (done if campaign.reached else "")
    if campaign.coverage is not None and campaign.coverage.never:
        return Verdict.UNDECIDED, campaign.coverage.never
    if campaign.choosing is not None and campaign.choosing.untried:
        return Verdict.UNDECIDED, never_reached(campaign.choosing)
    if campaign.choosing is None and exploration is not None and exploration.unknown:
        return Verdict.UNDECIDED, f"the solver could not decide {exploration.unknown} paths"
    if campaign.abandoned and not verified.tests:
        return Verdict.UNDECIDED, "no random inputs reached the end of the specification"
    if not verified.tests:
        return (
            Verdict.UNDECIDED,
            f"no inputs reach the end of the specification within {plan.unfoldings} loop rounds",
        )
    return Verdict.PASSED, ""


def _bound(campaign: Campaign, plan: Plan) -> str:
    if plan.random is not None:
        return "random inputs"
    if campaign.exploration is None:
        return "the inputs of the suite"
    if campaign.choosing is not None and campaign.happened:
        return bound_by_chance(campaign.choosing, campaign.happened, campaign.coverage)
    if campaign.choosing is not None:
        return bound_of(campaign.choosing)
    rounds = f"at most {plan.unfoldings} rounds of loops" if campaign.exploration.cut else "all"
    return f"{campaign.paths} paths ({rounds}), {plan.samples} inputs each"


def _doubts(outcome: Outcome, plan: Plan) -> Iterable[Diagnostic]:
    """Warnings that the reader of an outcome needs before blaming the program."""
    if outcome.statistics.get("overflowing_paths"):
        message = f"on some inputs a result does not fit into {plan.bits} bits"
        help_text = "a program with machine integers may fail for that alone; see `--int-bits`"
        yield Diagnostic("IO050", message, help=help_text, severity=Severity.WARNING)
    if outcome.statistics.get(APPROXIMATE_RUNS):
        yield approximate()


def _sandbox(options: CheckOptions) -> SystemSandbox:
    """The sandbox for the program; raises InputError if it is required but missing."""
    from refute.execution.sandbox import SandboxMode, make_sandbox  # noqa: PLC0415 - only where one is run

    paths = tuple(map(Path, options.show))
    for path in paths:
        if not path.exists():
            raise InputError([Diagnostic("IO044", f"`--show {path}` names nothing that exists")])
    return make_sandbox(SandboxMode(options.sandbox)).within(None, show=paths)


def _program(words: tuple[str, ...], options: CheckOptions, effort: Effort) -> Program:
    """The program named on the command line, inside a sandbox, run within the effort."""
    from refute.execution import CommandProgram, Tty, not_started, resolve  # noqa: PLC0415 - only where one is run

    try:
        command = resolve(words)
    except OSError as failure:
        message, help_text = not_started(words, failure)
        raise InputError([Diagnostic("IO041", message, help=help_text)]) from None
    tty, sandbox = Tty(options.tty), _sandbox(options)
    return CommandProgram(command, tty=tty, sandbox=sandbox, is_unneeded=lambda: effort.cut_short)
