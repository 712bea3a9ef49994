"""`refute check`: does a program do what a specification says?"""

from __future__ import annotations

import shlex
import time
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from refute.diagnostics import Diagnostic, InputError, Severity
from refute.execution.program import LineTooLong, Program
from refute.files import read_source
from refute.languages.console.feedback import evidence, typing_command
from refute.languages.console.judging import Failure, judge
from refute.languages.console.playing import interpret
from refute.languages.console.program import load
from refute.languages.console.replay import read_case, save_case
from refute.languages.console.requests import fence_of, parameters, plan_of, program_of
from refute.languages.console.suite import cases_of
from refute.languages.console.testing import (
    Campaign,
    Plan,
    SpecificationProgram,
    Verified,
    try_cases,
    verify,
)
from refute.languages.console.typecheck import Checked
from refute.languages.language import Settings
from refute.report.outcome import Lines, Outcome, Report, Verdict
from refute.source import Source

APPROXIMATE_RUNS = "approximate_runs"


def check(source: Source, settings: Settings) -> Report:
    """Test the program of the settings or, without one, the specification against itself."""
    started = time.monotonic()
    checked = load(source, parameters(settings))
    plan = plan_of(settings)
    for option in ("suite", "save", "replay"):
        if settings.options.get(option) and not settings.program:
            message = f"`--{option}` is for testing a program; none is named"
            raise InputError([Diagnostic("IO041", message)])
    warnings = checked.warnings
    if settings.program:
        fence = fence_of(settings)
        warnings = (*warnings, *fence.warnings)
        program = program_of(settings, fence)
        outcome = _check_program(source, checked, plan, settings, program)
    else:
        outcome = check_itself(source, checked, plan, settings)
    return Report(
        "check",
        "console",
        source.name,
        (outcome,),
        diagnostics=(*warnings, *_doubts(outcome, plan)),
        seed=settings.seed,
        seconds=time.monotonic() - started,
    )


def _check_program(
    source: Source, checked: Checked, plan: Plan, settings: Settings, program: Program
) -> Outcome:
    name = Path(source.name).name
    question = f"{' '.join(settings.program)} does what {name} says"
    started = time.monotonic()
    try:
        verified = _verified(checked, program, plan, settings)
    except LineTooLong as failure:
        help_text = "leave out `--tty always`"
        raise InputError([Diagnostic("IO043", str(failure), help=help_text)]) from None
    finally:
        program.close()
    full = bool(settings.options.get("full"))
    outcome = outcome_of(verified, plan, question, time.monotonic() - started, full=full)
    if verified.failure is None:
        return outcome
    save = settings.options.get("save")
    if isinstance(save, str) and save:
        save_case(Path(save), verified.failure, settings.program, plan.seed)
    again = Lines("to see it again", _again(verified.failure, source, settings))
    return replace(outcome, blocks=(*outcome.blocks, again))


def _verified(checked: Checked, program: Program, plan: Plan, settings: Settings) -> Verified:
    """Test with what the options name: one case, a suite, or cases made for the purpose."""
    suite, replayed = settings.options.get("suite"), settings.options.get("replay")
    if isinstance(replayed, str) and replayed:
        case = read_case(Path(replayed), checked)
        return try_cases(iter([case]), program, Campaign(checked, plan))
    if isinstance(suite, str) and suite:
        return check_suite(checked, program, suite, plan)
    return verify(checked, program, plan, settings.progress)


_REPEATED = ("unfoldings", "samples", "int-bits", "random", "suite")


def _again(failure: Failure, source: Source, settings: Settings) -> tuple[str, str]:
    """How to type the inputs into the program, and how to have them found or tried again."""
    options = settings.options
    case = options.get("save") or options.get("replay")
    how = ["--replay", str(case)] if case else ["--seed", str(settings.seed)]
    kept = [] if case else [name for name in _REPEATED if options.get(name)]
    how += [word for name in kept for word in (f"--{name}", str(options[name]))]
    given = options.get("set")
    for each in given if isinstance(given, tuple) else ():
        how += ["--set", each]
    command = ["refute", "check", source.name, *how, "--", *settings.program]
    return typing_command(failure.case.lines, settings.program), shlex.join(command)


def check_suite(checked: Checked, program: Program, suite: str, plan: Plan) -> Verified:
    """Test a program on the cases of a file that `refute tests` wrote."""
    cases = cases_of(read_source(Path(suite)))
    return try_cases(iter(cases), program, Campaign(checked, plan))


def check_itself(source: Source, checked: Checked, plan: Plan, settings: Settings) -> Outcome:
    """Every variant of the specification, run as a program, must fulfil it (section 7.4)."""
    started = time.monotonic()
    question = f"{Path(source.name).name} agrees with itself"
    variants = [SpecificationProgram(checked, each) for each in interpret(checked.body, most=8)]
    campaign = Campaign(checked, plan, settings.progress)
    tests, failure = 0, None
    for case in campaign.cases():
        for variant in variants:
            tests += 1
            failure = judge(case, variant.run(case.lines))
            if failure is not None:
                break
        if failure is not None:
            break
    verified = Verified(tests, failure, campaign)
    return outcome_of(verified, plan, question, time.monotonic() - started, kind="specification")


def outcome_of(
    verified: Verified,
    plan: Plan,
    question: str,
    seconds: float,
    *,
    kind: str = "program",
    full: bool = False,
) -> Outcome:
    """What testing came to, as a record."""
    failure, campaign = verified.failure, verified.campaign
    statistics: dict[str, int | float] = {"tests": verified.tests}
    if campaign.exploration is not None:
        statistics |= {"satisfiable_paths": campaign.paths, "pruned": campaign.exploration.pruned}
        statistics["solver_queries"] = campaign.exploration.queries
    if campaign.overflows:
        statistics["overflowing_paths"] = campaign.overflows
    if campaign.approximate:
        statistics[APPROXIMATE_RUNS] = campaign.approximate
    statistics["seed"] = plan.seed
    bound = reason = ""
    if failure is not None:
        verdict, summary = Verdict.REFUTED, f"{failure.reason} ({failure.kind})"
    else:
        verdict, reason = _undecided(verified, plan)
        summary = f"all {verified.tests} tests passed" if verified.tests else "nothing was tested"
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
        seconds=seconds,
    )


def _undecided(verified: Verified, plan: Plan) -> tuple[Verdict, str]:
    """Passed, unless something stood in the way of testing all that was planned."""
    campaign, exploration = verified.campaign, verified.campaign.exploration
    if exploration is not None and exploration.effort.ended is not None:
        done = f"; all paths with fewer than {campaign.reached} inputs were tested"
        return Verdict.UNDECIDED, exploration.effort.ended + (done if campaign.reached else "")
    if exploration is not None and exploration.unknown:
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
    rounds = f"at most {plan.unfoldings} rounds of loops" if campaign.exploration.cut else "all"
    return f"{campaign.paths} paths ({rounds}), {plan.samples} inputs each"


def _doubts(outcome: Outcome, plan: Plan) -> Iterable[Diagnostic]:
    """What the reader of an outcome must know before blaming the program."""
    if outcome.statistics.get("overflowing_paths"):
        message = f"on some inputs a result does not fit into {plan.bits} bits"
        help_text = "a program with machine integers may fail for that alone; see `--int-bits`"
        yield Diagnostic("IO050", message, help=help_text, severity=Severity.WARNING)
    if outcome.statistics.get(APPROXIMATE_RUNS):
        yield approximate()


def approximate() -> Diagnostic:
    """The warning that the order of what was read and printed is a guess."""
    message = "this system does not show exactly when a program waits for input"
    help_text = "what was printed before which input is approximate"
    return Diagnostic("IO051", message, help=help_text, severity=Severity.WARNING)
