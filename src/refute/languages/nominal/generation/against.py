"""Compares the output of a sandboxed program for terms with the derived answers."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from pathlib import Path

from refute.diagnostics import Diagnostic, InputError
from refute.execution.command import CommandProgram, Tty, resolve
from refute.execution.program import Ending, Limits, Run, TextWritten
from refute.execution.sandbox import SandboxMode, make_sandbox
from refute.languages.language import Request
from refute.languages.nominal.engine.terms import Term
from refute.languages.nominal.generation.terms import size_of
from refute.languages.nominal.options import TestOptions
from refute.record import record
from refute.report.outcome import Bindings, Block, Lines, Outcome, Verdict

SECONDS = 10.0
"""Processor time that the program under test may use for one term."""


@record
class Test:
    """A term, the text given to the program, and the expected answer, if known."""

    term: Term
    text: str
    expected: str | None

    @property
    def size(self) -> int:
        """The number of constructors of the term."""
        return size_of(self.term)


@record
class Opponent:
    """A program under test, with the warnings about its sandbox."""

    program: CommandProgram
    warnings: tuple[Diagnostic, ...]

    @classmethod
    def of(cls, options: TestOptions) -> Opponent:
        """The program named by the options; InputError if it cannot be started."""
        shown = tuple(map(Path, options.show))
        for path in shown:
            if not path.exists():
                message = f"`--show {path}` names nothing that exists"
                raise InputError([Diagnostic("AP064", message)])
        sandbox = make_sandbox(SandboxMode(options.sandbox)).within(None, show=shown)
        command = _resolved(options.against or "")
        program = CommandProgram(command, Limits(SECONDS), Tty.NEVER, sandbox=sandbox)
        return cls(program, sandbox.warnings)


def _resolved(text: str) -> tuple[str, ...]:
    try:
        return resolve(shlex.split(text))
    except (OSError, ValueError, IndexError) as failure:
        reason = getattr(failure, "strerror", None) or str(failure)
        message = f"`{text}` cannot be started: {reason}"
        raise InputError([Diagnostic("AP063", message)]) from None


def compared(request: Request[TestOptions], opponent: Opponent, made: Sequence[Test]) -> Outcome:
    """The comparison, up to the first and thus smallest term on which the program disagrees."""
    program = opponent.program
    known = [each for each in made if each.expected is not None]
    question = f"{request.options.against} agrees with {request.options.answer or 'eval'}"
    tried = 0
    try:
        for tried, each in enumerate(known, 1):
            request.progress(f"{tried} of {len(known)} tried")
            run = program.run(each.text.split("\n"))
            printed, whole_run = _printed(run)
            if not whole_run or printed != (each.expected or "").strip():
                shown = printed if whole_run else f"{printed} (it did not finish)".strip()
                return _disagreement(question, each, shown, run.detail or run.errors, tried)
            if request.cancellation.requested:
                break
    finally:
        program.close()
    everything = tried == len(known) and bool(known)
    left = len(made) - len(known)
    return Outcome(
        question,
        "program",
        Verdict.PASSED if everything else Verdict.UNDECIDED,
        f"no disagreement on {tried} terms",
        bound=f"{tried} terms of at most {request.options.size} constructors" if everything else "",
        reason="" if everything else "nothing to compare" if not known else "it was interrupted",
        blocks=(Lines("not compared", (f"{left} terms of which no answer is derived",)),)
        if left
        else (),
        statistics={"tests": tried},
    )


def _printed(run: Run) -> tuple[str, bool]:
    """The output of a program, and whether it finished, possibly after reading all input."""
    events = (*run.events, *(run.after_end or ()))
    ended = run.ending is Ending.FINISHED or (
        run.ending is Ending.WANTED_MORE and run.after_end is not None
    )
    return "".join(each.text for each in events if isinstance(each, TextWritten)).strip(), ended


def _disagreement(
    question: str, test: Test, printed: str, detail: Sequence[str], tried: int
) -> Outcome:
    rows = (("given", test.text), ("expected", test.expected or ""), ("printed", printed))
    blocks: list[Block] = [Bindings("smallest disagreement", rows)]
    if detail:
        blocks.append(Lines("last words", tuple(detail)))
    return Outcome(
        question,
        "program",
        Verdict.REFUTED,
        f"term {tried}, of {test.size} constructors, gives another answer",
        blocks=tuple(blocks),
        statistics={"tests": tried},
    )
