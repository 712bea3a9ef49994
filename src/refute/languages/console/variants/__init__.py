"""`refute variants`: other exercises of the same difficulty, each with its sheet and a solution."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random
from typing import Any

from refute.diagnostics import InputError
from refute.languages.console.meaning.traces import NotRelevant
from refute.languages.console.options import SheetOptions, SolutionOptions, VariantOptions
from refute.languages.console.program import load, parameters
from refute.languages.console.sheet import sheet
from refute.languages.console.show import show
from refute.languages.console.solution import solution
from refute.languages.console.testing import Campaign, Plan
from refute.languages.console.testing.cases import Case
from refute.languages.console.testing.judging import judge
from refute.languages.console.testing.playing import SpecificationProgram
from refute.languages.console.typecheck import Checked
from refute.languages.console.variants.changes import Changed, changed
from refute.languages.console.variants.difficulty import difficulty
from refute.languages.language import Event, Request, Stream
from refute.record import record
from refute.report.outcome import Artifact, Lines, Outcome, Verdict
from refute.source import Source, stem_of

MOST_CHANGES = 3
TRIES = 30
"""Maximum number of attempts for each wanted variant."""

_SLACK = 0.15
"""Maximum relative difference in difficulty of a variant."""


@record
class Variant:
    """An exercise with its tests, and its differences."""

    text: str
    checked: Checked
    cases: list[Case]
    words: tuple[str, ...] = ()


@dataclass(slots=True)
class _Making:
    """Makes variants that behave differently from the original and from each other."""

    request: Request[VariantOptions]
    known: list[Variant] = field(default_factory=list)

    def variant(self, made: Changed) -> Variant | None:
        """A specification as a variant, if it makes sense and is new."""
        try:
            text = show(made.specification)
            checked = load(Source("variant.ios", text), parameters(self.request.options))
            found = self.tested(text, checked, made.words)
        except (InputError, NotRelevant):
            return None
        if checked.warnings or found is None or not self._is_alike(checked):
            return None
        return found if all(_differ(found, each) for each in self.known) else None

    def tested(self, text: str, checked: Checked, words: tuple[str, ...] = ()) -> Variant | None:
        """A specification with its tests; None if part of it can never happen."""
        plan = Plan.of(self.request.options)
        campaign = Campaign(checked, plan, self.request.new_effort())
        cases = list(campaign.cases())
        dead = campaign.choosing is not None and campaign.choosing.unreached
        return None if dead or not cases else Variant(text, checked, cases, words)

    def _is_alike(self, checked: Checked) -> bool:
        """Whether it is about as difficult as the original."""
        wanted = difficulty(self.known[0].checked).total
        return abs(difficulty(checked).total - wanted) <= _SLACK * wanted


def _differ(one: Variant, two: Variant) -> bool:
    """Whether a program for one of two exercises is wrong for the other."""
    return _is_wrong(one, two.cases) or _is_wrong(two, one.cases)


def _is_wrong(variant: Variant, cases: Iterable[Case]) -> bool:
    program = SpecificationProgram(variant.checked)
    try:
        return any(judge(case, program.run(case.lines), explain=False) for case in cases)
    except InputError:
        return True


def variants(request: Request[VariantOptions]) -> Stream:
    """Make variants, and the files of each."""
    options, random = request.options, Random(request.options.seed)
    checked = load(request.source, parameters(options))
    yield from checked.warnings
    making = _Making(request)
    stem = stem_of(request.source.name)
    original = making.tested(show(checked.specification), checked)
    making.known += [original] if original else []
    count = 0
    for attempt in range(TRIES * options.count if original else 0):
        if count == options.count:
            break
        request.progress(f"attempt {attempt + 1}, {count} variants")
        made = changed(checked.specification, random, MOST_CHANGES)
        variant = None if made is None else making.variant(made)
        if variant is None:
            continue
        files = list(_files(f"{stem}_{count + 1}", variant, request))
        if files:
            count += 1
            making.known.append(variant)
            yield _outcome(f"{stem}_{count}", variant, checked)
            yield from files
    if count < options.count:
        reason = f"no more were found that make sense; {options.count} were wanted"
        summary = f"{count} variants"
        yield Outcome(stem, "variants", Verdict.UNDECIDED, summary, reason=reason)


def _outcome(name: str, variant: Variant, original: Checked) -> Outcome:
    blocks = (
        Lines("changed", variant.words),
        Lines("specification", tuple(variant.text.splitlines())),
    )
    summary = f"difficulty {difficulty(variant.checked)}; of the original {difficulty(original)}"
    return Outcome(name, "variant", Verdict.PASSED, summary, blocks=blocks)


def _files(name: str, variant: Variant, request: Request[VariantOptions]) -> Iterator[Artifact]:
    """The specification, the sheet and the solution; nothing if there is no solution."""
    options = request.options
    source = Source(f"exercise_{name.rpartition('_')[2]}.ios", variant.text)
    common: dict[str, Any] = {"set": options.set, "seed": options.seed}
    wanted = SolutionOptions(language=options.language, **common)
    solved = _artifacts(solution(replace(request, source=source, options=wanted)))  # type: ignore[arg-type]
    if not solved:
        return
    page = SheetOptions(format=options.format, locale=options.locale, **common)
    yield Artifact(f"{name}.ios", variant.text)
    pages = _artifacts(sheet(replace(request, source=source, options=page)))  # type: ignore[arg-type]
    yield from (replace(each, name=_own(name, each.name)) for each in (*pages, *solved))


def _own(name: str, file: str) -> str:
    """A file name that no other variant has; the name of a Java class must stay."""
    path = Path(file)
    return f"{name}{path.suffix}" if path.stem.startswith("exercise") else f"{name}/{file}"


def _artifacts(events: Iterable[Event]) -> list[Artifact]:
    return [each for each in events if isinstance(each, Artifact)]
