"""`refute sheet`: the exercise that a specification describes, as a page for students."""

from __future__ import annotations

import shlex
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from refute.languages.console import syntax
from refute.languages.console.meaning import evaluate
from refute.languages.console.meaning.surroundings import Surroundings
from refute.languages.console.meaning.traces import Input
from refute.languages.console.options import SheetOptions
from refute.languages.console.program import load, parameters
from refute.languages.console.sheet.page import FORMATS, Page
from refute.languages.console.sheet.steps import Steps
from refute.languages.console.testing import Campaign, Plan
from refute.languages.console.testing.candidates import replayed
from refute.languages.console.testing.cases import Case
from refute.languages.console.typecheck import Checked
from refute.languages.console.typecheck.wellformed import statements_of
from refute.languages.console.types import END_OF_INPUT
from refute.languages.console.words import Words
from refute.languages.language import Request, Stream
from refute.report.outcome import Artifact, Outcome, Verdict
from refute.source import Source, stem_of

MOST_DIALOGUES = 5


def sheet(request: Request[SheetOptions]) -> Stream:
    """Write the page."""
    options = request.options
    checked = load(request.source, parameters(options))
    yield from checked.warnings
    words = Words.of(options.locale, checked.types)
    campaign = Campaign(checked, Plan.of(options), request.new_effort(), request.progress)
    cases = _telling(checked, list(campaign.cases()))
    stem = stem_of(request.source.name)
    steps = Steps(words).of(checked.written)
    page = Page(
        _title(stem),
        tuple(_introduction(request.source, checked, words)),
        steps,
        tuple(tuple(_dialogue(each, words)) for each in cases),
    )
    ending, render = FORMATS[options.format]
    ended = campaign.effort.ended
    yield Outcome(
        Path(request.source.name).name,
        "sheet",
        Verdict.PASSED if cases else Verdict.UNDECIDED,
        f"a sheet with {len(cases)} dialogues",
        reason="" if cases else ended or "no inputs reach the end of the specification",
    )
    yield Artifact(f"{stem}.{ending}", render(page, words))


def _title(stem: str) -> str:
    return stem.replace("_", " ").replace("-", " ").capitalize()


def _introduction(source: Source, checked: Checked, words: Words) -> Iterator[str]:
    """The comment at the top of the specification, and a note if some of the text is free."""
    lines = []
    for line in source.text.splitlines():
        if not line.startswith("#"):
            break
        lines.append(line.lstrip("# ").rstrip())
    if lines:
        yield " ".join(filter(None, lines))
    pieces = (
        piece
        for each in statements_of(checked.written)
        if isinstance(each, syntax.Print)
        for pattern in each.patterns
        for piece in pattern.pieces
    )
    if any(isinstance(each, syntax.Anything) for each in pieces):
        yield words.page("free")


def _telling(checked: Checked, cases: Sequence[Case]) -> list[Case]:
    """A few cases, the simplest first, that show everything that can happen."""
    found: list[Case] = []
    seen: set[object] = set()
    for case in sorted(cases, key=_effort):
        happens = set(_happens(checked, case))
        if len(found) < MOST_DIALOGUES and not happens <= seen:
            found.append(case)
            seen |= happens
    return found


def _effort(case: Case) -> tuple[int, int, int]:
    """How much there is to read; inputs with blank lines come last."""
    blank = sum(not each.strip() for each in case.lines)
    return len(case.values), blank, sum(map(len, case.lines))


def _happens(checked: Checked, case: Case) -> Iterator[object]:
    """The branches taken, the validity of values, and what happens more than once."""
    candidate = replayed(checked, case.values)
    visits = candidate.visits if candidate else ()
    often = Counter(id(each.statement) for each in visits)
    yield from ((statement, "again") for statement, count in often.items() if count > 1)
    for visit in visits:
        match visit.statement:
            case syntax.If(condition):
                yield id(visit.statement), bool(evaluate(condition, visit.environment))
            case syntax.Read():
                yield id(visit.statement), visit.valid
            case statement:
                yield id(statement)


def _dialogue(case: Case, words: Words) -> Iterator[str]:
    """What is typed and printed, line by line."""
    lines, around = iter(case.lines), case.surroundings or Surroundings()
    if around.arguments:
        yield f"({words.page('arguments').format(shlex.join(around.arguments))})"
    for name, text in around.files:
        yield from (f"({words.page('before').format(name)})", *_contents(text))
    for step in case.expected:
        if isinstance(step, Input):
            if step.value == END_OF_INPUT:
                yield f"({words.page('end')})"
            elif step.before is None:
                yield f"> {next(lines)}"
        else:
            word = () if step.optional else step.words[0]
            for line in word:
                yield from line.example.splitlines()
    for name, written in around.written:
        example = "\n".join(line.example for line in written[0])
        yield from (f"({words.page('after').format(name)})", *_contents(example))


def _contents(text: str) -> Iterator[str]:
    """The lines of a file, distinguished from printed ones."""
    yield from (f"| {line}" for line in text.splitlines())
