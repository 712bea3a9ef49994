"""The tests of a class: the same inputs for everybody, short and long ones."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from refute.languages.console.comparison import Comparison
from refute.languages.console.judging import Case
from refute.languages.console.testing import Campaign
from refute.languages.console.typecheck import Checked


@dataclass(frozen=True, slots=True)
class TestInputs:
    """The cases that every submission is run on, and more that a failing one may be run on."""

    common: tuple[Case, ...]
    more: tuple[Case, ...]


def inputs_for(campaign: Campaign, most: int) -> TestInputs:
    """Cases for a class: so many of a campaign, of which shorter paths get more.

    The first case is taken of half of the paths, the second of a quarter, and so on; what is then
    missing is filled up in turn. Of very many paths one is taken every so often.
    """
    found: dict[Case, int] = {}
    for case in campaign.cases():
        found.setdefault(case, campaign.paths)
    paths = [list(group) for _, group in groupby(found, key=found.__getitem__)]
    if len(paths) > most:
        paths = [paths[place * len(paths) // most] for place in range(most)]
        wanted = [*_in_turn(paths)]
    else:
        wanted = [*_halving(paths), *_in_turn(paths)]
    chosen = sorted(list(dict.fromkeys(wanted))[:most], key=lambda case: len(case.values))
    return TestInputs(tuple(chosen), tuple(case for case in found if case not in chosen))


def _halving(paths: Sequence[Sequence[Case]]) -> Iterator[Case]:
    for number in range(max(map(len, paths), default=0)):
        for path in paths[: max(1, (len(paths) + 1) >> (number + 1))]:
            yield from path[number : number + 1]


def _in_turn(paths: Sequence[Sequence[Case]]) -> Iterator[Case]:
    for number in range(max(map(len, paths), default=0)):
        for path in paths:
            yield from path[number : number + 1]


def compared_by(checked: Checked, comparison: Comparison | None) -> Checked:
    """The specification with another comparison, if one is given."""
    return checked if comparison is None else replace(checked, comparison=comparison)
