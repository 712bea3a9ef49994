"""Programs that make random choices: what they may have chosen.

What a program chose is not known; what it printed is. A world is a way through the specification,
with values for all choices so far, that fits everything printed so far. A run is right if some
world reaches the end with it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from heapq import heappop, heappush
from typing import TypeAlias

from refute.diagnostics import InputError
from refute.execution.program import Event, TextWritten
from refute.languages.console import syntax
from refute.languages.console.comparison import Comparison
from refute.languages.console.meaning import Environment, evaluate, line, rebind, store
from refute.languages.console.meaning.lines import ReadStep
from refute.languages.console.meaning.outputs import Positions, Tape
from refute.languages.console.meaning.playing import Context, file_name
from refute.languages.console.meaning.surroundings import Surroundings
from refute.languages.console.meaning.tokens import boundaries
from refute.languages.console.syntax import Block, Mode, Origin
from refute.languages.console.typecheck import Checked
from refute.languages.console.types import (
    BOOL,
    END_OF_INPUT,
    INT,
    TEXT,
    Value,
    read_value,
    show_value,
)
from refute.record import record
from refute.solver import Effort

MOST_VALUES = 10_000
"""Maximum size of a set from which a program chooses without showing the value."""

_STEP_UNITS = 60
"""Cost of a step of a world with few values."""

_VALUES_FOR_UNIT = 8
"""Number of values that add one unit to the cost of a step, as each step copies them."""

_MOST_STEPS = 400_000
_MOST_WORLDS = 20_000
_MOST_MARKS = 100
_NUMBER = re.compile(r"\d+(?:\.\d+)?")


class TooManyWorlds(Exception):
    """There are too many possibilities to find out what a program chose."""


@record
class Turn:
    """The text printed before a line was read; the last turn has no line."""

    tape: Tape
    before_prompt: int
    text: str
    line: str | None

    def is_complete(self, positions: Positions, comparison: Comparison) -> bool:
        """Whether outputs that end at these positions are everything that was printed."""
        free = comparison.free_prompts and self.before_prompt in positions
        return self.tape.size in positions or free


def turns(events: Iterable[Event], comparison: Comparison, asking: bool) -> list[Turn]:
    """The turns of a run; if the program is `asking`, the last line may be a prompt."""
    found: list[Turn] = []
    text = ""
    for event in (*events, None):
        if isinstance(event, TextWritten):
            text += event.text
            continue
        units = comparison.units(text)
        asked = asking or event is not None
        prompt = comparison.units(text.rpartition("\n")[2]) if asked else ()
        before = units[: len(units) - len(prompt)]
        size = Tape(before, comparison).size
        shown = event.line if event is not None else None
        found.append(Turn(Tape(units, comparison), size, text, shown))
        text = ""
    return found


Used: TypeAlias = tuple[tuple[object, int], ...]
"""The number of lines read from each source."""


@record
class World:
    """How far a specification has come in a run, and with which values.

    `vain` counts how often a loop has begun again without any sign of it in the run.
    """

    specification: Block
    context: Context | None = None
    environment: Environment = ()
    values: tuple[Value, ...] = ()
    turn: int = 0
    positions: Positions = (0,)
    rest: tuple[Value, ...] = ()
    used: Used = ()
    ended: frozenset[object] = frozenset()
    vain: int = 0

    @property
    def progress(self) -> tuple[int, int]:
        """How much of the run fits."""
        return self.turn, max(self.positions, default=-1)

    @property
    def loops(self) -> int:
        """The number of enclosing loops."""
        count, context = 0, self.context
        while context is not None:
            count, context = count + 1, context.outer
        return count


@dataclass(slots=True)
class _Waiting:
    """The worlds still to be explored."""

    _worlds: list[tuple[int, int, World]] = field(default_factory=list)
    _added: int = 0

    def add(self, worlds: Sequence[World]) -> None:
        """Add worlds; the first of them comes next among those with as many vain rounds."""
        for world in reversed(worlds):
            self._added += 1
            heappush(self._worlds, (world.vain, -self._added, world))

    def next(self) -> World | None:
        """Remove and return a world with the fewest vain rounds; None if there is none."""
        return heappop(self._worlds)[-1] if self._worlds else None


@dataclass(slots=True)
class Search:
    """The search for all worlds that fit a run.

    If the program is `asking` for a line, the worlds that want one are `open`. Otherwise, one that
    comes to the end and `fits` everything that is not printed is `accepted`; if there is none,
    `best` is the one that fits longest. The cost is counted in the `effort`.
    """

    checked: Checked
    around: Surroundings
    turns: Sequence[Turn]
    asking: bool
    fits: Callable[[tuple[Value, ...]], bool] | None = None
    open: list[World] = field(default_factory=list)
    accepted: World | None = None
    best: World | None = None
    effort: Effort = field(default_factory=Effort)

    def go(self, begun: Sequence[World] = ()) -> None:
        """Explore the worlds, first values first, starting with those that were open before.

        Worlds in which a loop goes round without a sign come later, the fewest rounds first: there
        is no end to what a program may have chosen in such a loop.
        """
        waiting = _Waiting()
        waiting.add(list(begun) or [World(self.checked.body)])
        for _ in range(_MOST_STEPS):
            world = waiting.next()
            if world is None or self.accepted is not None:
                return
            if len(self.open) > _MOST_WORLDS or self.effort.exhausted:
                break
            self.effort.spend(_STEP_UNITS + len(world.values) // _VALUES_FOR_UNIT)
            try:
                waiting.add(list(self._step(world)))
            except InputError:
                self._note(world)
        raise TooManyWorlds

    def _note(self, world: World) -> None:
        """Note a world that fits no further."""
        if self.best is None or self._fit(world) > self._fit(self.best):
            self.best = world

    def _fit(self, world: World) -> tuple[int, int, int]:
        """How much fits; of equals, more loops are better if the program is asking, else fewer."""
        return *world.progress, world.loops if self.asking else -world.loops

    def _step(self, world: World) -> Iterator[World]:
        block, context = world.specification, world.context
        if not block:
            if context is not None:
                yield replace(world, specification=context.body, vain=world.vain + 1)
            elif self._is_over(world) and (self.fits is None or self.fits(world.values)):
                self.accepted = world
            else:
                self._note(world)
            return
        first, rest = block[0], block[1:]
        match first:
            case syntax.Read():
                yield from self._read((first,), world)
            case syntax.Choice(reads):
                yield from self._read(reads, world)
            case syntax.Print():
                yield from self._print(first, replace(world, specification=rest))
            case syntax.If(condition, then, otherwise):
                chosen = then if evaluate(condition, world.environment) else otherwise
                yield replace(world, specification=(*chosen, *rest))
            case syntax.Loop(body):
                yield replace(world, specification=body, context=Context(body, rest, context))
            case syntax.Exit():
                assert context is not None
                yield replace(world, specification=context.after, context=context.outer)
            case syntax.Let(variable, value):
                after = rebind(variable, evaluate(value, world.environment), world.environment)
                yield replace(world, specification=rest, environment=after)
            case _:
                raise AssertionError("a derived statement")

    def _is_over(self, world: World) -> bool:
        last = world.turn == len(self.turns) - 1
        return last and not self.asking and self._is_complete(world)

    def _is_complete(self, world: World) -> bool:
        turn = self.turns[world.turn]
        return turn.is_complete(world.positions, self.checked.comparison)

    def _print(self, output: syntax.Print, world: World) -> Iterator[World]:
        if output.file is not None:
            yield world
            return
        tape = self.turns[world.turn].tape
        ends = set(world.positions) if output.optional else set()
        for pattern in output.patterns:
            ends.update(tape.after((line(pattern, world.environment),), world.positions))
        if ends:
            found = sorted(ends)
            vain = 0 if found[-1] > world.positions[-1] else world.vain
            yield replace(world, positions=found, vain=vain)
        else:
            self._note(world)

    def _read(self, reads: tuple[syntax.Read, ...], world: World) -> Iterator[World]:
        rest, read = world.specification[1:], reads[0]
        asks = ReadStep(reads, world.environment, rest, read.stream in world.ended)
        if read.origin is Origin.CHOSEN:
            for value in self._choices(asks, world):
                yield from self._taken(asks, value, world)
        elif read.before is not None:
            if world.rest:
                yield from self._taken(asks, world.rest[0], replace(world, rest=world.rest[1:]))
        elif read.origin is not Origin.TYPED:
            yield from self._given(asks, world)
        elif not self._is_complete(world):
            self._note(world)
        elif (typed := self.turns[world.turn].line) is not None:
            after = replace(world, turn=world.turn + 1, positions=(0,), vain=0)
            yield from self._line(asks, typed, after)
        elif self.asking:
            self.open.append(world)
        else:
            self._note(world)

    def _given(self, asks: ReadStep, world: World) -> Iterator[World]:
        """Read a line that existed before the program began."""
        name: object = file_name(asks.read.file, world.environment) or asks.read.origin
        texts: dict[object, str] = {**dict(self.around.files)}
        texts[Origin.ARGUMENT] = " ".join(self.around.arguments)
        lines = texts.get(name, "").splitlines() or ([""] if name is Origin.ARGUMENT else [])
        count = dict(world.used).get(name, 0)
        used = (*(each for each in world.used if each[0] != name), (name, count + 1))
        text = lines[count] if count < len(lines) else END_OF_INPUT
        yield from self._line(asks, text, replace(world, used=used))

    def _line(self, asks: ReadStep, text: str, world: World) -> Iterator[World]:
        values: tuple[Value, ...] = (END_OF_INPUT,)
        if text != END_OF_INPUT:
            values = asks.taken(text, self.checked.types)
        yield from self._taken(asks, values[0], replace(world, rest=values[1:]))

    def _taken(self, asks: ReadStep, value: Value, world: World) -> Iterator[World]:
        world = replace(world, values=(*world.values, value))
        read, block = asks.taker(value), world.specification
        if asks.allows(value):
            ended = world.ended | ({read.stream} if value == END_OF_INPUT else set())
            environment = store(read.variable, value, world.environment)
            yield replace(world, specification=block[1:], environment=environment, ended=ended)
        elif asks.read.mode is Mode.RETRY:
            yield replace(world, specification=(*(asks.read.otherwise or ()), *block))
        elif asks.read.mode is Mode.STOP:
            yield replace(world, specification=asks.read.otherwise or (), context=None)
        else:
            self._note(world)

    def _choices(self, asks: ReadStep, world: World) -> Iterator[Value]:
        """The values that the program may have chosen; of a large set, those that it printed."""
        values = listed(asks.read.values, asks, self.checked)
        text = self.turns[world.turn].text
        if _is_shown_next(asks.read.variable, world.specification[1:]):
            values = (
                _printed_values(text, asks, self.checked)
                if values is None
                else [each for each in values if _may_be_seen(each, text, self.checked.comparison)]
            )
        elif values is None:
            raise TooManyWorlds(asks.read.variable)
        return (value for value in values if asks.allows(value))


def listed(values: syntax.ValueSet, asks: ReadStep, checked: Checked) -> Sequence[Value] | None:
    """The values of a set, perhaps with others; None if there are too many."""
    type_ = checked.types[asks.read.variable]
    match values:
        case syntax.Members(items):
            return [evaluate(each, asks.environment) for each in items]
        case syntax.Range(low, high) if type_ == INT:
            ends = evaluate(low, asks.environment), evaluate(high, asks.environment)
            assert isinstance(ends[0], int)
            assert isinstance(ends[1], int)
            numbers = range(ends[0], ends[1] + 1)
            return numbers if len(numbers) <= MOST_VALUES else None
        case syntax.Among():
            return [value for _, value in asks.environment]
        case syntax.Union(left, right):
            one, two = (listed(each, asks, checked) for each in (left, right))
            return None if one is None or two is None else [*dict.fromkeys((*one, *two))]
        case syntax.Intersection(left, right):
            one = listed(left, asks, checked)
            return listed(right, asks, checked) if one is None else one
        case syntax.Difference(inner, _) | syntax.Unique(inner) | syntax.Without(inner, _):
            return listed(inner, asks, checked)
    if type_.members:
        return type_.members
    return [True, False] if type_ == BOOL else None


def _printed_values(text: str, asks: ReadStep, checked: Checked) -> list[Value]:
    """All values of the right type that appear in a printed text."""
    type_ = checked.types[asks.read.variable]
    if type_ == TEXT:
        return [*dict.fromkeys(part for each in text.splitlines() for part in _parts(each))]
    numbers = [sign + each for each in _NUMBER.findall(text) for sign in ("", "-")]
    found = (read_value(each, type_) for each in dict.fromkeys(numbers))
    return [each for each in dict.fromkeys(found) if each is not None]


def _may_be_seen(value: Value, text: str, comparison: Comparison) -> bool:
    """Whether a value may be printed in a text; false only if its characters are not in it."""
    shown = show_value(value)
    if comparison.tolerance is not None or isinstance(value, Fraction) or shown.split() != [shown]:
        return True
    return shown.casefold() in text.casefold()


def _parts(text: str) -> Iterator[str]:
    """The parts of a line that cut no word."""
    marks = boundaries(text)
    if len(marks) > _MOST_MARKS:
        raise TooManyWorlds(text)
    for number, start in enumerate(marks):
        for end in marks[number + 1 :]:
            yield text[start:end]


def _is_shown_next(variable: str, following: Block) -> bool:
    """Whether a chosen value is printed before anything else happens."""
    for statement in following:
        match statement:
            case syntax.Read(origin=Origin.CHOSEN):
                continue
            case syntax.Print(patterns, False, None):
                return all(
                    any(
                        isinstance(each, syntax.Result)
                        and each.expression == syntax.Name(variable)
                        and (each.format is None or not (each.format.width or each.format.places))
                        for each in pattern.pieces
                    )
                    for pattern in patterns
                )
            case _:
                return False
    return False
