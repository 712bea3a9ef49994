"""A quick look at what was just edited, while a long text is still being analysed.

The items of a text that an edit touches are analysed together with those that they refer to,
directly or indirectly; the rest of the text is blanked. So the errors in the touched items are
known in a time that depends on those items and not on the length of the text. They are shown until
the analysis of the whole text is done, which corrects what a look at a part cannot know.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator

from refute.editor.snapshot import Problem, Snapshot, Symbol, WalkedNodes

SHORTEST = 4_000
"""Minimum number of characters of a text for which a quick look pays."""

MOST_LOOKED_AT = 12_000
"""Maximum number of characters of a quick look."""

_INSIDE = {"field"}
"""The kinds of symbols that are identified by what contains them."""

_WORD = re.compile(r"[^\W\d][\w']*")
_CODE = re.compile(r"\S")


def touched(snapshot: Snapshot, edit: WalkedNodes) -> list[WalkedNodes]:
    """The items of a text that overlap a range."""
    return [
        each
        for each in _stretches(snapshot)
        if each[0] <= edit[1] and edit[0] <= each[1] and each[1] > each[0]
    ]


def _stretches(snapshot: Snapshot) -> list[WalkedNodes]:
    ends = [*snapshot.items[1:], len(snapshot.text)][: len(snapshot.items)]
    return list(zip(snapshot.items, ends, strict=True))


def excerpt(snapshot: Snapshot, items: Iterable[WalkedNodes]) -> str | None:
    """The text with only these items and all that they refer to; None if that is too much."""
    stretches = _stretches(snapshot)
    if not stretches:
        return None
    defining = _defining(snapshot, stretches)
    kept: set[int] = set()
    waiting = [stretches.index(each) for each in items]
    waiting += _directives(snapshot, stretches, defining)
    length = stretches[0][0]
    while waiting:
        number = waiting.pop()
        if number not in kept:
            kept.add(number)
            start, end = stretches[number]
            length += end - start
            if length > MOST_LOOKED_AT:
                return None
            for word in set(_WORD.findall(snapshot.text, start, end)):
                waiting.extend(defining.get(word, ()))
    return "".join(_blanked(snapshot.text, stretches, kept))


def _defining(snapshot: Snapshot, stretches: list[WalkedNodes]) -> dict[str, set[int]]:
    """For each name, the items that define it or begin with it, like the rules of a function."""
    starts = [start for start, _ in stretches]
    found: dict[str, set[int]] = {}
    for symbol in snapshot.symbols:
        if symbol.location is None or symbol.location.path or symbol.kind in _INSIDE:
            continue
        number = bisect_right(starts, symbol.location.stretch[0]) - 1
        if number >= 0 and _is_known_beyond(symbol, stretches[number]):
            found.setdefault(symbol.name, set()).add(number)
    for number, (start, end) in enumerate(stretches):
        first = _WORD.match(snapshot.text, start, end)
        if first is not None and first.group() in found:
            found[first.group()].add(number)
    return found


def _is_known_beyond(symbol: Symbol, item: WalkedNodes) -> bool:
    """Whether a symbol can be used outside of its item."""
    scope = symbol.scope
    return scope is None or scope[0] < item[0] or scope[1] > item[1]


def _directives(
    snapshot: Snapshot, stretches: list[WalkedNodes], defining: dict[str, set[int]]
) -> Iterator[int]:
    """The items that concern all others, such as imports: they mention no name of the text."""
    asked = {each.stretch[0] for each in snapshot.questions}
    for number, (start, end) in enumerate(stretches):
        words = _WORD.findall(snapshot.text, start, end)
        if start not in asked and not any(each in defining for each in words):
            yield number


def _blanked(text: str, stretches: list[WalkedNodes], kept: set[int]) -> Iterator[str]:
    """The parts of a text, blanked unless kept; all positions stay the same."""
    yield text[: stretches[0][0]]
    for number, (start, end) in enumerate(stretches):
        part = text[start:end]
        yield part if number in kept else _CODE.sub(" ", part)


def combined(
    snapshot: Snapshot, items: list[WalkedNodes], seen: Iterable[Problem]
) -> list[Problem]:
    """The known problems elsewhere, and those seen in these items."""

    def is_inside(problem: Problem) -> bool:
        location = problem.location
        return (
            location is not None
            and not location.path
            and any(start <= location.stretch[0] < end for start, end in items)
        )

    elsewhere = [each for each in snapshot.problems if not is_inside(each)]
    return [*elsewhere, *(each for each in seen if is_inside(each))]
