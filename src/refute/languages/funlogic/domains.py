"""Deciding conditions on few small numbers without the solver, by trying their values.

Puzzles compare numbers that are known to lie in small ranges. The possible values of each are the
bits of one integer; constraints remove values until nothing changes, then a value is tried for the
variable with the fewest left. Other conditions, and those that take long, are left to the solver.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TypeAlias

from refute.languages.funlogic.linear import Constraint, Either, Linear, Other, constraints
from refute.solver import SECOND, Answer, Effort, Model, Path
from refute.terms import Term, evaluate

WIDEST = 64
"""Maximum size of a range."""

STEPS, TRIALS = 2_000, 20_000
"""Maximum number of values that are tried, and of conditions that are evaluated meanwhile."""

ROUNDS = 10
"""Maximum number of rounds in which ranges are derived from one another."""

_SOLVE_UNITS = SECOND // 2_000
_CONDITION_UNITS = SECOND // 100_000
_STEP_UNITS = SECOND // 50_000
"""Cost of deciding, of taking a condition into account, and of trying a value."""

Row: TypeAlias = tuple[str, tuple[tuple[int, int], ...], int]
"""A constraint on numbered variables: the sign, the variables with their coefficients, and the
constant term. Values are counted from the beginning of their range."""


def settle_quickly(path: Path, effort: Effort) -> None:
    """Record whether a path is possible, if its numbers are few and small enough to tell."""
    known = path
    while known.answer is None:
        assert known.parent is not None
        known = known.parent
    if known.answer is not Answer.SAT:
        path.answer = known.answer
        return
    model = known.model or {}
    if all(evaluate(each.condition, model) for each in path.nodes(known.depth)):
        path.answer, path.model = Answer.SAT, model
        return
    effort.spend(_CONDITION_UNITS * path.depth)
    problem = Domains.of(path.conditions())
    if problem is None:
        return
    effort.spend(_SOLVE_UNITS)
    path.answer, path.model = problem.solve(model, effort)


class Domains:
    """Variables with their ranges, and the rows that refer to each of them.

    Of the rows that are grouped together, one must hold. A number by which two variables must not
    differ is not a row: it matters only once one of them is known, and then excludes one value of
    the other.
    """

    def __init__(self, lows: dict[Term, int], highs: dict[Term, int]) -> None:
        self.names = list(lows)
        self.numbers = {name: number for number, name in enumerate(self.names)}
        self.lows = [lows[each] for each in self.names]
        self.masks = [(1 << max(0, highs[each] - lows[each] + 1)) - 1 for each in self.names]
        self.rows: list[tuple[Row, ...] | Other] = []
        self.trials = 0
        self.about: list[list[int]] = [[] for _ in self.names]
        self.about_known: list[list[int]] = [[] for _ in self.names]
        self.apart: list[dict[tuple[int, int], None]] = [{} for _ in self.names]

    @classmethod
    def of(cls, conditions: Iterable[Term], widest: int = WIDEST) -> Domains | None:
        """The domains under some conditions, if they are of this kind and no range is too wide."""
        found: list[Constraint] = []
        for each in conditions:
            some = constraints(each)
            if some is None:
                return None
            found.extend(some)
        ranges = _ranges(found, widest)
        if ranges is None:
            return None
        made = cls(*ranges)
        for constraint in found:
            made._add(constraint, made.numbers)
        return made

    def _add(self, constraint: Constraint, numbers: dict[Term, int]) -> None:
        match constraint:
            case Linear():
                options: tuple[Linear, ...] = (constraint,)
            case Either(options):
                pass
            case Other(_, names):
                for name in names:
                    self.about[numbers[name]].append(len(self.rows))
                self.rows.append(constraint)
                return
        rows = tuple(self._row(each, numbers) for each in options)
        differs = len(rows) == 1 and rows[0][0] == "!="
        if differs and self._are_apart(rows[0]):
            return
        about = self.about_known if differs else self.about
        for name in {name for each in options for name, _ in each.parts}:
            about[numbers[name]].append(len(self.rows))
        self.rows.append(rows)

    def _are_apart(self, row: Row) -> bool:
        """Record the number by which two variables must not differ, if that is what a row says."""
        match row:
            case (_, ((one, 1), (other, -1)), number) | (_, ((other, -1), (one, 1)), number):
                self.apart[one][other, number] = None
                self.apart[other][one, -number] = None
                return True
            case _:
                return False

    def _row(self, linear: Linear, numbers: dict[Term, int]) -> Row:
        parts = tuple((numbers[name], count) for name, count in linear.parts)
        begin = sum(self.lows[number] * count for number, count in parts)
        return linear.sign, parts, linear.number + begin

    def solve(self, near: Model, effort: Effort) -> tuple[Answer | None, Model | None]:
        """The answer, and a model near a given one; no answer if it takes too long."""
        wanted = [
            1 << (value - low) if isinstance(value := near.get(name), int) and value >= low else 0
            for name, low in zip(self.names, self.lows, strict=True)
        ]
        masks, trials = self.masks, 0
        if not self._begun(masks):
            return Answer.UNSAT, None
        tried: list[tuple[list[int], int, int]] = []
        for _ in range(STEPS):
            chosen = _narrowest(masks)
            if chosen is None:
                return Answer.SAT, self._model(masks)
            effort.spend(_STEP_UNITS * (1 + self.trials - trials))
            trials = self.trials
            if trials > TRIALS:
                break
            values = masks[chosen]
            value = values & wanted[chosen] or values & -values
            tried.append((masks, chosen, values & ~value))
            masks = masks.copy()
            masks[chosen] = value
            while not self._propagate(masks, [chosen]):
                while tried and not tried[-1][2]:
                    tried.pop()
                if not tried:
                    return Answer.UNSAT, None
                before, chosen, values = tried.pop()
                masks = before.copy()
                masks[chosen] = values
        return None, None

    def solutions(
        self, limits: Mapping[Term, tuple[int, int]], effort: Effort
    ) -> list[Model] | None:
        """A model for each combination of values of some variables within limits.

        The other variables may have any value. The result is `None` if it takes too long.
        """
        masks, chosen = self._between(limits), [self.numbers[name] for name in limits]
        found: list[Model] = []
        pending = [masks] if self._begun(masks) else []
        while pending:
            effort.spend(_STEP_UNITS * (1 + self.trials))
            self.trials = 0
            if effort.exhausted:
                return None
            masks = pending.pop()
            free = next((each for each in chosen if masks[each] & (masks[each] - 1)), None)
            if free is not None:
                pending += self._halved(masks, free)
                continue
            model = self._completed(masks, effort)
            if model is None:
                return None
            found += model
        return found

    def _between(self, limits: Mapping[Term, tuple[int, int]]) -> list[int]:
        masks = self.masks.copy()
        for name, (least, most) in limits.items():
            index = self.numbers[name]
            low = self.lows[index]
            first, behind = max(least - low, 0), max(most - low + 1, 0)
            masks[index] = (masks[index] & ((1 << behind) - 1)) >> first << first
        return masks

    def _halved(self, masks: list[int], free: int) -> Iterator[list[int]]:
        """The values left if a variable has its least value, and if it has another."""
        values = masks[free]
        for value in (values & -values, values & (values - 1)):
            narrowed = masks.copy()
            narrowed[free] = value
            if self._propagate(narrowed, [free]):
                yield narrowed

    def _completed(self, masks: list[int], effort: Effort) -> list[Model] | None:
        """A model for the remaining variables, if there is one; `None` if it takes too long."""
        if _narrowest(masks) is None:
            return [self._model(masks)]
        before, self.masks = self.masks, masks
        answer, model = self.solve({}, effort)
        self.masks = before
        return [] if answer is Answer.UNSAT else None if model is None else [model]

    def _model(self, masks: Sequence[int]) -> Model:
        return {
            name: low + mask.bit_length() - 1
            for name, low, mask in zip(self.names, self.lows, masks, strict=True)
        }

    def _begun(self, masks: list[int]) -> bool:
        """Remove impossible values; false if a variable has none left."""
        return all(masks) and self._propagate(masks, range(len(masks)), range(len(self.rows)))

    def _propagate(
        self, masks: list[int], variables: Iterable[int], rows: Iterable[int] = ()
    ) -> bool:
        """Remove impossible values until nothing changes; false if a variable has none left.

        Starts with variables that have changed, and with rows to look at.
        """
        changed, waiting = list(variables), list(rows)
        queued = set(waiting)
        while True:
            while changed:
                number = changed.pop()
                mask = masks[number]
                woken = self.about[number]
                if not mask & (mask - 1):
                    for other, shift in self.apart[number]:
                        left = masks[other]
                        excluded = left & (mask << shift if shift >= 0 else mask >> -shift)
                        if excluded:
                            if left == excluded:
                                return False
                            masks[other] = left ^ excluded
                            changed.append(other)
                    woken = woken + self.about_known[number]
                for index in woken:
                    if index not in queued:
                        queued.add(index)
                        waiting.append(index)
            if not waiting:
                return True
            index = waiting.pop()
            queued.discard(index)
            narrowed = self._narrowed(self.rows[index], masks)
            if narrowed is None:
                return False
            changed.extend(narrowed)

    def _narrowed(self, rows: tuple[Row, ...] | Other, masks: list[int]) -> Sequence[int] | None:
        if isinstance(rows, Other):
            return self._tried(rows, masks)
        return _narrow(rows[0], masks) if len(rows) == 1 else _narrow_either(rows, masks)

    def _tried(self, other: Other, masks: list[int]) -> Sequence[int] | None:
        """Once all variables of a condition but one are known, try the values of that one."""
        free, model = None, {}
        for name in other.variables:
            index = self.numbers[name]
            mask = masks[index]
            if mask & (mask - 1):
                if free is not None:
                    return ()
                free = index
            model[name] = self.lows[index] + mask.bit_length() - 1
        if free is None:
            self.trials += 1
            return () if evaluate(other.condition, model) else None
        kept, left = 0, masks[free]
        while left:
            bit = left & -left
            left ^= bit
            self.trials += 1
            model[self.names[free]] = self.lows[free] + bit.bit_length() - 1
            kept |= bit if evaluate(other.condition, model) else 0
        if kept == masks[free]:
            return ()
        masks[free] = kept
        return (free,) if kept else None


def _ranges(
    found: Sequence[Constraint], widest: int
) -> tuple[dict[Term, int], dict[Term, int]] | None:
    """The least and the largest value of every variable, if all are known and close together."""
    names: dict[Term, None] = {}
    sums: list[tuple[tuple[tuple[Term, int], ...], int]] = []
    for each in found:
        match each:
            case Linear(sign, parts, number):
                names.update(dict.fromkeys(name for name, _ in parts))
                if sign != "!=":
                    sums.append((parts, number))
                if sign == "==":
                    sums.append((tuple((name, -count) for name, count in parts), -number))
            case Either(options):
                names.update(dict.fromkeys(name for one in options for name, _ in one.parts))
            case Other(_, others):
                names.update(dict.fromkeys(others))
    lows: dict[Term, int] = {}
    highs: dict[Term, int] = {}
    for _ in range(ROUNDS):
        changes = [_bound(*each, lows, highs) for each in sums]
        if not any(changes):
            break
    if any(each not in lows or each not in highs for each in names):
        return None
    if any(highs[each] - lows[each] >= widest for each in names):
        return None
    return {each: lows[each] for each in names}, {each: highs[each] for each in names}


def _bound(
    parts: tuple[tuple[Term, int], ...], number: int, lows: dict[Term, int], highs: dict[Term, int]
) -> bool:
    """Tighten the bounds of variables in a sum that is at most zero; returns whether any
    changed."""
    is_new = False
    least = {name: (lows if count > 0 else highs).get(name) for name, count in parts}
    missing = [name for name, value in least.items() if value is None]
    if len(missing) > 1:
        return False
    total = number + sum(count * (least[name] or 0) for name, count in parts)
    for name, count in parts:
        if missing and name != missing[0]:
            continue
        others = total - count * (least[name] or 0)
        limit = -others // count if count > 0 else -(others // count)
        known, better = (highs, min) if count > 0 else (lows, max)
        if name not in known or better(limit, known[name]) != known[name]:
            known[name] = limit
            is_new = True
    return is_new


def _narrow(row: Row, masks: list[int]) -> Sequence[int] | None:
    """Remove values excluded by a row; returns the changed variables, `None` if it cannot hold."""
    sign, parts, number = row
    if sign == "!=":
        return _differ(parts, number, masks)
    low, high = _extent(row, masks)
    if low > 0 or (sign == "==" and high < 0):
        return None
    changed = []
    for index, count in parts:
        mask = masks[index]
        least, most = (mask & -mask).bit_length() - 1, mask.bit_length() - 1
        size = abs(count)
        from_below = low if count > 0 else -high
        from_above = high if count > 0 else -low
        kept = mask
        if (count > 0 or sign == "==") and most > (limit := least + -from_below // size):
            kept &= (1 << (limit + 1)) - 1
        if (count < 0 or sign == "==") and least < (limit := most - from_above // size):
            kept = kept >> limit << limit
        if kept != mask:
            if not kept:
                return None
            masks[index] = kept
            changed.append(index)
    return changed


def _differ(
    parts: tuple[tuple[int, int], ...], number: int, masks: list[int]
) -> Sequence[int] | None:
    """Remove the value that makes a sum zero, once all but one of its variables are known."""
    free = None
    for part in parts:
        mask = masks[part[0]]
        if mask & (mask - 1):
            if free is not None:
                return ()
            free = part
        else:
            number += part[1] * (mask.bit_length() - 1)
    if free is None:
        return None if number == 0 else ()
    index, count = free
    value, rest = divmod(-number, count)
    if rest or value < 0 or not masks[index] >> value & 1:
        return ()
    masks[index] ^= 1 << value
    return (index,)


def _narrow_either(rows: tuple[Row, ...], masks: list[int]) -> Sequence[int] | None:
    """Apply the only row that can still hold, of several of which one must."""
    possible = []
    for row in rows:
        outcome = _outcome(row, masks)
        if outcome:
            return ()
        if outcome is None:
            possible.append(row)
    if not possible:
        return None
    return _narrow(possible[0], masks) if len(possible) == 1 else ()


def _outcome(row: Row, masks: Sequence[int]) -> bool | None:
    """Whether a row holds, if that can be told from the least and the largest values."""
    low, high = _extent(row, masks)
    if row[0] == "<=":
        return True if high <= 0 else False if low > 0 else None
    is_zero = False if low > 0 or high < 0 else True if low == high else None
    return is_zero if is_zero is None or row[0] == "==" else not is_zero


def _extent(row: Row, masks: Sequence[int]) -> tuple[int, int]:
    """The least and the largest value of the sum of a row."""
    _, parts, low = row
    high = low
    for index, count in parts:
        mask = masks[index]
        least, most = (mask & -mask).bit_length() - 1, mask.bit_length() - 1
        if count > 0:
            low += count * least
            high += count * most
        else:
            low += count * most
            high += count * least
    return low, high


def _narrowest(masks: Sequence[int]) -> int | None:
    """The variable with the fewest values among those that have several."""
    found, fewest = None, 0
    for index, mask in enumerate(masks):
        if mask & (mask - 1) and ((count := mask.bit_count()) < fewest or found is None):
            found, fewest = index, count
            if count == 2:
                break
    return found
