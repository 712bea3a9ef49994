"""`refute tests`: terms of a judgement as files, or given to a program that should agree."""

from __future__ import annotations

import shlex
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice

from refute.diagnostics import Diagnostic, InputError, error
from refute.execution.command import CommandProgram, Tty, resolve
from refute.execution.program import Ending, Limits, Run, Wrote
from refute.languages.language import Request, Stream
from refute.languages.nominal.attack.derived import define_derived
from refute.languages.nominal.engine.terms import Term
from refute.languages.nominal.explain.query import read_query
from refute.languages.nominal.generation.printing import find_oracle, find_printer
from refute.languages.nominal.generation.terms import TermMaker, binders, constructors, size_of
from refute.languages.nominal.options import TestOptions
from refute.languages.nominal.program import load
from refute.record import record
from refute.report.outcome import Artifact, Bindings, Block, Lines, Outcome, Table, Verdict

LIMIT = 100
"""Number of terms that are made unless the user says otherwise."""

SHOWN = 10
"""Number of terms that are shown."""

SECONDS = 10.0
"""Processor time that the program under test may use for one term."""


@record
class Test:
    """A term as it is given to a program, and what is expected of it, if that is known."""

    term: Term
    text: str
    expected: str | None

    @property
    def size(self) -> int:
        """The number of constructors of the term."""
        return size_of(self.term)


def tests(request: Request[TestOptions]) -> Stream:
    """Make terms, say how they are distributed, and try them on a program if there is one."""
    options = request.options
    if options.terms is None:
        message = "it is not said which terms are wanted"
        advice = "write a goal about them, such as `--terms 'of([], E, T)'`"
        raise InputError([Diagnostic("AP060", message, help=advice)])
    program, _ = load(request.source, options.seed, options.before)
    define_derived(program)
    query = read_query(program, options.terms)
    maker = TermMaker(program, query, request.new_effort())
    printer = find_printer(program, options.printer)
    oracle = find_oracle(program, options.answer, query)
    if options.against is not None and oracle is None:
        message = "it is not known what is expected of a term"
        advice = "say it by `--answer GOAL`, such as `--answer 'eval(E, V)'`"
        raise InputError([error("AP062", message, advice=advice)])
    command = None if options.against is None else _resolved(options.against)

    limit = options.limit or LIMIT
    random = options.strategy == "random"
    found = maker.random(options.size, limit, options.seed) if random else maker.all(options.size)
    made: list[Test] = []
    for term in islice(found, limit):
        value = None if oracle is None else oracle.expected(term)
        expected = None
        if oracle is not None and value is not None:
            expected = printer.text(value, oracle.output.type)
        made.append(Test(term, printer.text(term, query.variables[0].type), expected))
        request.progress(f"{len(made)} terms")
    whole = maker.complete and len(made) < limit
    made.sort(key=lambda each: each.size)
    yield _outcome(request, made, whole=whole)
    yield from _artifacts(made)
    if command is not None:
        yield _compared(request, command, made, whole=whole)


def _resolved(text: str) -> tuple[str, ...]:
    try:
        return resolve(shlex.split(text))
    except (OSError, ValueError, IndexError) as failure:
        reason = getattr(failure, "strerror", None) or str(failure)
        message = f"`{text}` cannot be started: {reason}"
        raise InputError([Diagnostic("AP063", message)]) from None


def _artifacts(made: Sequence[Test]) -> Iterator[Artifact]:
    width = len(str(len(made)))
    for number, each in enumerate(made, 1):
        yield Artifact(f"{number:0{width}}.txt", f"{each.text}\n")
        if each.expected is not None:
            yield Artifact(f"{number:0{width}}.expected.txt", f"{each.expected}\n")


def _outcome(request: Request[TestOptions], made: Sequence[Test], *, whole: bool) -> Outcome:
    options = request.options
    how = "at random, " if options.strategy == "random" else ""
    counted = f"{len(made)} term{'s' * (len(made) != 1)}"
    return Outcome(
        " ".join((options.terms or "").split()),
        "terms of",
        Verdict.PASSED if made else Verdict.UNDECIDED,
        f"{counted}, {how}of at most {options.size} constructors"
        + ("; there are no others" if whole else ""),
        bound="" if whole or not made else f"the first {counted} that were found",
        reason="" if made else f"no term of at most {options.size} constructors was found",
        blocks=tuple(_distribution(made)),
        statistics={"tests": len(made)},
        word="made" if made else "",
    )


def _distribution(made: Sequence[Test]) -> Iterator[Block]:
    """The first terms, and how many there are of each sort."""
    if not made:
        return
    yield Lines("smallest", tuple(each.text for each in made[:SHOWN]))
    sizes = Counter(each.size for each in made)
    bound = Counter(binders(each.term) for each in made)
    yield Table("sizes", ("constructors", "terms"), _rows(sizes))
    yield Table("binders", ("names bound", "terms"), _rows(bound))
    used: Counter[str] = Counter()
    within: Counter[str] = Counter()
    for each in made:
        found = constructors(each.term)
        used.update(found)
        within.update(found.keys())
    rows = tuple((name, str(count), str(within[name])) for name, count in used.most_common())
    yield Table("constructors", ("constructor", "uses", "terms with it"), rows)


def _rows(count: Counter[int]) -> tuple[tuple[str, ...], ...]:
    return tuple((str(key), str(number)) for key, number in sorted(count.items()))


def _compared(
    request: Request[TestOptions], command: Sequence[str], made: Sequence[Test], *, whole: bool
) -> Outcome:
    """The first, and so the smallest, term on which the program disagrees."""
    program = CommandProgram(command, Limits(SECONDS), Tty.NEVER)
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
    """What a program printed, and whether it came to its end, perhaps after reading everything."""
    events = (*run.events, *(run.after_end or ()))
    ended = run.ending is Ending.FINISHED or (
        run.ending is Ending.WANTED_MORE and run.after_end is not None
    )
    return "".join(each.text for each in events if isinstance(each, Wrote)).strip(), ended


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
