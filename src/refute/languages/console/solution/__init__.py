"""`refute solution`: a program with the behaviour of a specification, checked before use.

The program is run on the inputs that `refute check` would try. A program that fails is not shown,
so a solution can be handed out as it is.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

from refute.diagnostics import Diagnostic, InputError
from refute.files import temporary_root
from refute.languages.console.check import outcome_of
from refute.languages.console.options import SolutionOptions
from refute.languages.console.program import load, parameters
from refute.languages.console.solution.c import CWriter
from refute.languages.console.solution.haskell import HaskellWriter
from refute.languages.console.solution.java import JavaWriter
from refute.languages.console.solution.needs import Needs, unsupported
from refute.languages.console.solution.python import PythonWriter
from refute.languages.console.solution.writing import Writer
from refute.languages.console.syntax import Opaque
from refute.languages.console.testing import Campaign, Plan, verify
from refute.languages.console.typecheck import Checked
from refute.languages.console.typecheck.wellformed import expressions_of, parts, statements_of
from refute.languages.console.types import REAL
from refute.languages.language import Request, Stream
from refute.record import record
from refute.report.outcome import Artifact, Outcome, Verdict
from refute.source import stem_of

_BUILD_SECONDS = 120


@record
class Target:
    """A language for solutions: how to write, name, build and run programs in it."""

    writer: Callable[[Needs], Writer | HaskellWriter]
    file: str
    build: tuple[str, ...]
    run: tuple[str, ...]


_JAVA = ("java", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-cp", "{folder}", "Solution")
TARGETS: Mapping[str, Target] = {
    "python": Target(PythonWriter, "{name}.py", (), (sys.executable, "-I", "{file}")),
    "c": Target(
        CWriter,
        "{name}.c",
        ("gcc", "-O1", "-o", "{folder}/solution", "{file}", "-lm"),
        ("{folder}/solution",),
    ),
    "haskell": Target(
        HaskellWriter,
        "{name}.hs",
        ("ghc", "-v0", "-outputdir", "{folder}/objects", "-o", "{folder}/solution", "{file}"),
        ("{folder}/solution",),
    ),
    "java": Target(
        JavaWriter,
        "Solution.java",
        ("javac", "-encoding", "UTF-8", "-d", "{folder}", "{file}"),
        _JAVA,
    ),
}


def written(checked: Checked, language: str, *, careful: bool = False) -> str:
    """The text of a program in a language, unchecked; raises InputError if there is none."""
    writer = TARGETS[language].writer(Needs(checked, careful))
    for statement in statements_of(checked.body):
        for expression in expressions_of(statement):
            for part in parts(expression):
                if isinstance(part, Opaque):
                    what = "it calls a Python function, whose source is not known"
                    advice = "use the functions listed in docs/console.md"
                    raise unsupported(what, writer.name, part, advice)
    return writer.program()


def solution(request: Request[SolutionOptions]) -> Stream:
    """Write a program, check it, and hand it out if it passes."""
    options = request.options
    checked = load(request.source, parameters(options))
    yield from checked.warnings
    name = stem_of(request.source.name)
    for careful in (False, True):
        text = written(checked, options.language, careful=careful)
        outcome = _verified(request, checked, text, name)
        decimals = REAL in checked.types.values() and options.language != "python"
        if outcome.verdict is not Verdict.REFUTED or not decimals:
            break
    yield outcome
    if outcome.verdict is Verdict.PASSED:
        yield Artifact(TARGETS[options.language].file.format(name=name), text)
    else:
        why = outcome.reason if outcome.verdict is Verdict.UNDECIDED else outcome.summary
        message = f"no solution is shown: the program that was written did not pass. {why}"
        yield Diagnostic("IO080", message, help="ask for one in another language")


def _verified(request: Request[SolutionOptions], checked: Checked, text: str, name: str) -> Outcome:
    """The result of checking a program that was written."""
    from refute.execution import CommandProgram  # noqa: PLC0415 - only where one is run
    from refute.execution.sandbox import SandboxMode, make_sandbox  # noqa: PLC0415 - likewise

    target = TARGETS[request.options.language]
    plan = Plan.of(request.options, programs=True)
    campaign = Campaign(checked, plan, request.new_effort(), request.progress)
    with TemporaryDirectory(prefix="refute-solution-", dir=temporary_root()) as folder:
        command = _built(target, text, folder, name)
        sandbox = make_sandbox(SandboxMode.OFF).within(None)
        program = CommandProgram(command, sandbox=sandbox)
        try:
            verified = verify(campaign, program)
        finally:
            program.close()
    question = f"a solution in {target.writer(Needs(checked)).name} does what {name} says"
    return outcome_of(verified, plan, question)


def _built(target: Target, text: str, folder: str, name: str) -> tuple[str, ...]:
    """Build a program, and return the command that runs it."""
    file = Path(folder) / target.file.format(name=name)
    file.write_text(text, "utf-8")
    words = [each.format(folder=folder, file=file) for each in target.build]
    if words:
        try:
            made = subprocess.run(
                words, capture_output=True, text=True, timeout=_BUILD_SECONDS, check=False
            )
        except OSError as failure:
            message = f"the solution cannot be built: {failure.filename}: {failure.strerror}"
            help_text = f"install `{words[0]}`, or ask for a solution in another language"
            raise InputError([Diagnostic("IO081", message, help=help_text)]) from None
        if made.returncode:
            message = "no solution can be written: the program cannot be built"
            shown = "\n".join(made.stderr.replace(f"{folder}/", "").splitlines()[:6])
            raise InputError([Diagnostic("IO080", message, help=shown)])
    return tuple(each.format(folder=folder, file=file) for each in target.run)
