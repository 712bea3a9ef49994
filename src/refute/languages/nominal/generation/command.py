"""`refute tests`: terms of a judgement, written to files or given to a program under test."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice

from refute.diagnostics import Diagnostic, InputError, error
from refute.languages.language import Request, Stream
from refute.languages.nominal.attack.derived import define_derived
from refute.languages.nominal.explain.query import read_query
from refute.languages.nominal.generation.against import Opponent, Test, compared
from refute.languages.nominal.generation.printing import find_oracle, find_printer
from refute.languages.nominal.generation.terms import TermMaker, binders, constructors
from refute.languages.nominal.options import TestOptions
from refute.languages.nominal.program import load
from refute.report.outcome import Artifact, Block, Lines, Outcome, Table, Verdict

LIMIT = 100
"""Default for the maximum number of terms that are made."""

SHOWN = 10
"""Maximum number of terms that are shown."""


def tests(request: Request[TestOptions]) -> Stream:
    """Make terms, report their distribution, and try them on a program if one is given."""
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
    opponent = None if options.against is None else Opponent.of(options)
    yield from () if opponent is None else opponent.warnings

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
    if opponent is not None:
        yield compared(request, opponent, made)


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
    """The smallest terms, and tables of sizes, binders and constructors."""
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
