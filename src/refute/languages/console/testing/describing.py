"""What the chosen tests cover, in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from refute.languages.console.neighbours import Neighbour
from refute.languages.console.show import show_expression
from refute.languages.console.syntax import Origin, Read
from refute.languages.console.testing.candidates import Candidate, replayed
from refute.languages.console.testing.choosing import Choosing
from refute.languages.console.testing.coverage import Coverage
from refute.languages.console.testing.trials import Trial
from refute.languages.console.types import END_OF_INPUT, END_OF_LINE, Value, show_value
from refute.report.outcome import Block, Lines, Table

_ENDS = (END_OF_INPUT, END_OF_LINE)


def bound_of(choosing: Choosing) -> str:
    """How far a program was tested, for the outcome."""
    parts = [_paths(choosing), _orders(choosing)]
    if choosing.longer:
        parts.append(f"{choosing.longer} {'longer' if choosing.tested else 'chosen'} ones")
    if choosing.unreached:
        parts.append(never_reached(choosing))
    counts = neighbour_counts(choosing)
    told, every = counts["told_apart"], counts["nearby_specifications"]
    told_apart = f"told apart from {told} of {every} nearby specifications"
    return "; ".join([", ".join(filter(None, parts)), *([told_apart] if every else [])])


def bound_by_chance(
    choosing: Choosing, happened: Sequence[tuple[Value, ...]], coverage: Coverage | None = None
) -> str:
    """How far a program that makes random choices was tested: by what it did choose."""
    checked = choosing.checked
    trial = Trial(checked, choosing.trial.neighbours)
    chosen: dict[str, set[Value]] = {}
    for values in dict.fromkeys(happened):
        candidate = replayed(checked, values)
        if candidate is not None:
            trial.told_apart_by(candidate)
            for visit in candidate.visits:
                if isinstance(visit.statement, Read) and visit.statement.origin is Origin.CHOSEN:
                    assert visit.value is not None
                    chosen.setdefault(visit.statement.variable, set()).add(visit.value)
    same = {id(each) for each in choosing.trial.same}
    alive = [each for each in trial.alive if id(each) not in same]
    every = len(trial.neighbours) - len(same)
    seen = [
        f"{_counted(len(values), coverage.possible(name) if coverage else 0)} of `{name}`"
        for name, values in chosen.items()
    ]
    told = f"told apart from {every - len(alive)} of {every} nearby specifications"
    never = coverage.never_met if coverage else ""
    runs = f"{len(happened)} runs with {', '.join(seen)}"
    return "; ".join([runs, *([never] if never else []), *([told] if every else [])])


def _counted(number: int, possible: int) -> str:
    if number < possible:
        return f"{number} of {possible} values"
    return "the same value" if number == 1 else f"{number} values"


def neighbour_counts(choosing: Choosing) -> dict[str, int]:
    """The number of neighbours, and of those that the tests distinguish."""
    trial = choosing.trial
    every = len(trial.neighbours) - len(trial.same)
    return {"nearby_specifications": every, "told_apart": every - len(trial.alive)}


def neighbour_blocks(
    choosing: Choosing, told: Sequence[Sequence[Neighbour]] | None = None
) -> Iterator[Block]:
    """The neighbours that the tests miss and, if known, which input distinguishes which."""
    if choosing.trial.alive:
        yield Lines("not told apart", tuple(map(str, choosing.trial.alive)))
    if choosing.trial.same:
        yield Lines("meaning the same", tuple(map(str, choosing.trial.same)))
    if told is not None:
        rows = tuple(
            (_inputs(candidate), str(neighbour))
            for candidate, neighbours in zip(choosing.chosen, _first(told), strict=True)
            for neighbour in neighbours
        )
        yield Table("first told apart by", ("inputs", "nearby specification"), rows)


def _first(told: Sequence[Sequence[Neighbour]]) -> Iterator[list[Neighbour]]:
    """For each input, the neighbours that no input before it distinguishes."""
    known: set[int] = set()
    for neighbours in told:
        yield [each for each in neighbours if id(each) not in known]
        known.update(map(id, neighbours))


def _inputs(candidate: Candidate) -> str:
    shown = (show_value(each) or '""' for each in candidate.values if each not in _ENDS)
    return " ".join(shown)


def never_reached(choosing: Choosing) -> str:
    """The outcomes of conditions that no test has."""
    shown = [
        f"`{show_expression(each.condition)}` "
        f"{'cannot be' if (id(each), truth) in choosing.impossible else 'was never'} "
        f"{str(truth).lower()}"
        for each, truth in choosing.unreached
    ]
    more = f" and {len(shown) - 2} more like that" if len(shown) > 2 else ""
    return ", ".join(shown[:2]) + more


def _paths(choosing: Choosing) -> str:
    if choosing.tested == 0:
        return "no path completely"
    if choosing.tested is not None:
        return f"all paths of up to {choosing.tested} inputs"
    every = "the only path" if choosing.paths == 1 else f"all {choosing.paths} paths"
    if choosing.exploration.tree.hidden:
        every = f"{choosing.paths} paths"
    if choosing.exploration.unknown:
        every = f"{choosing.paths} paths ({choosing.exploration.unknown} were not decided)"
    rounds = choosing.unfoldings
    return f"{every} with at most {rounds} rounds of loops" if choosing.exploration.cut else every


def _orders(choosing: Choosing) -> str:
    """Which kinds of rounds followed each other, if there are several kinds."""
    reached = [choosing.goals.orders_of(each) for each in choosing.chosen]
    pairs = {pair for each in reached for pair in each}
    first, second = {one for one, _ in pairs}, {two for _, two in pairs}
    if len(first) < 2 or len(second) < 2:
        return ""
    every = len(first) * len(second)
    if len(pairs) == every:
        return "every pair of branches"
    return f"{len(pairs)} of {every} pairs of branches"
