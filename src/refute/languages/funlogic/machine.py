"""What generated code runs on: lazy values with a trail, frames for what is interrupted, choices.

Values are Python's own where that is possible: numbers are `int` or `Fraction`, truth values
`bool`, data are tuples of the constructor and its fields. An open number is a term of the solver. A
thunk is a list of its value (`None` until it is known), its code, the segment that it was made in,
and the variables that its code uses. An unknown is such a list, too, with its kind in the place of
the code.

Generated code evaluates by calling, as any Python code does. Where it cannot go on, it gives
`None`, and `stop` says why: there is a choice to be made, it has no value, or its turn is over.
Whoever is given `None` adds a frame, a tuple of the function that goes on from there and of the
variables that this function needs, and gives `None` in turn. So the frames of an interrupted
evaluation become data, which every branch that follows from a choice can start from.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence, Set
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol, TypeAlias

from refute.languages.funlogic.unknowns import (
    Kind,
    Option,
    Unknown,
    Value,
    name_of,
)
from refute.languages.funlogic.values import (
    Closure,
    Code,
    Data,
    DataType,
    Instances,
    Type,
)
from refute.search import Segment, Trail
from refute.solver import Effort, Ended
from refute.source import NO_SPAN, Span
from refute.terms import (
    Sort,
    Term,
    variable,
)

Frame: TypeAlias = tuple[Any, ...]
"""A function that takes the machine, a value and the frame; then what the function needs."""

Pairs: TypeAlias = "tuple[Value, Value, Pairs] | None"
"""Pairs of values still to be compared, as a linked list."""

Postponed: TypeAlias = "tuple[Pairs, Postponed] | None"
"""Equations that must turn out false, as a linked list."""

Stack: TypeAlias = "tuple[Frame, Stack] | None"
"""The frames that wait for a value, as a linked list that branches share."""

OpenOption: TypeAlias = tuple[Any, ...]
"""An option that a walk comes back to: the frames, the segment, what the branch has covered and
postponed, its goals, the unknown that is bound, the value, the condition, the number of the first
unknown in the value, the depth, and the cost with this option."""

VALUE, TRUE, FALSE, EITHER, DELAYED, AHEAD, NORMAL, LAST = range(8)
"""What an expression is evaluated for: any value; a truth value that must come out so; or, in the
left side of an `or` that must hold, any truth value. The next two are entries of a function: for
thunks, and for making data before it is asked for. Then comes a value through and through. The last
is a truth value that must hold, where nothing but frames waits for it."""


class Choice:
    """The program goes on with each of the machine's options."""


class Fail:
    """This branch has no value, as the program wants it: a condition does not hold."""


class Pause:
    """The evaluation has run for so long that its frames should become data."""


@dataclass(slots=True, eq=False)
class DeadEnd:
    """A place in the program behind which there is no value; `bit` says that it was reached, and
    `shapes` has the types of what was looked at, as far as they are known."""

    message: str
    span: Span
    bit: int = 0
    shapes: Sequence[Type] = ()


@dataclass(slots=True, eq=False)
class Stuck:
    """This branch has no value because a definition does not say what to do with some values."""

    end: DeadEnd
    values: tuple[Value, ...] = ()


@dataclass(slots=True, eq=False)
class Floundered:
    """It cannot be decided how to go on, because too little is known of an unknown."""

    message: str


@dataclass(slots=True, eq=False)
class Goal:
    """The right side of an `and` that must hold, while the left side has choices to make.

    It is evaluated as far as it goes without a choice. Where one comes up, it `waits`: `options`
    are what the choice is about, and `unknown` what decides it, if there is such; new unknowns are
    numbered from `first` on. Once it holds it has no frames.

    A goal that was interrupted while it evaluated a thunk has no options. It begins that thunk
    anew: whatever is evaluated beside it may come to the thunk as well, and choose for it.
    """

    number: int
    stack: Stack
    value: Value = True
    waits: bool = False
    options: Sequence[Option] | None = None
    unknown: Unknown | None = None
    first: int = 0

    @property
    def is_ready(self) -> bool:
        """Whether it can go on."""
        if not self.waits:
            return self.stack is not None
        return self.unknown is not None and self.unknown[0] is not None

    @property
    def given(self) -> Value:
        """The value that it goes on with."""
        is_chosen = self.options is not None and self.unknown is not None
        return shorten(self.unknown) if is_chosen else self.value


Stop: TypeAlias = Choice | Fail | Pause | Stuck | Floundered

GATHERED = 128
"""Maximum number of conditions that are put to the solver at once."""

CHOICE, FAIL, PAUSE = Choice(), Fail(), Pause()
ITSELF = DeadEnd("a value is defined by itself", NO_SPAN)
FUNCTIONS = DeadEnd("functions cannot be compared", NO_SPAN)


class Series(NamedTuple):
    """Results of choices that came one after the other, by the segments in which they end.

    Each is one choice deeper than the one before and costs more by a `price`. At the first one the
    walk had come to so many `nodes` and `failures`, and before it to so deep a branch.
    """

    segments: Sequence[Segment]
    covered: int
    value: Value
    depth: int
    cost: int
    price: int
    nodes: int
    failures: int
    deepest: int


class Walking(Protocol):
    """A walk of branches, depth first: how far it went of how far it may go, the options that are
    open, the next one last, and the results of series that are still to be given.

    When it has gone as far as it may and one option is open, it may go on for another `turn`, up to
    `most` nodes. If it `goes_past_failures`, nobody asks for branches without
    a value.
    """

    nodes: int
    limit: int
    turn: int
    most: int
    results: int
    enough: int | None
    failures: int
    deepest: int
    goes_past_failures: bool
    open: list[OpenOption]
    found: list[Series]


class TooLong(Exception):
    """An operation on long numbers would take more effort than there is, or give too long a one."""


class Machine(Trail):
    """The state of the current branch.

    `covered` is a set of bits: the alternatives that the branch has been through. `postponed` has
    the equations that must turn out false before it may end. `fuel` is the number of calls until
    the next pause. `ground` has the identities of constant data, in which there is nothing to
    evaluate or to bind. `goals` are the conditions that must hold beside what is evaluated.
    `bounded` is the segment in which the bounds of an open number were last looked at.
    If it `gathers`, conditions that must hold are `assumed` until the branch comes to a choice or
    to its end, and only then put to the solver, all at once.
    `functions` gives the functions that an unknown one of some type may be, and `guessed` says that
    it was asked. `kinds` are those of all unknowns. `told` has, by the code of a thunk, the
    function that is told its value, and `steady` are those of calls that neither choose nor make
    unknowns.
    `spent` is what the branch has cost since its last choice.
    `effort` pays for operations on long numbers, and `turn` is the number of calls between two
    pauses of a long run: fewer once there are such numbers, as each call may keep one. `degrees`
    has those of terms, as far as they were asked for.

    At a choice, `options` are the ways to go on. If they are ways to make an unknown, that is
    `chosen`, and the unknowns inside it are numbered from `first` on.

    While branches are walked depth first by a `walk`, `below` are the frames below the one that
    runs. The branch is at `depth`, and had cost `cost` at its last choice.
    """

    __slots__ = (
        "assumed",
        "below",
        "bounded",
        "chosen",
        "cost",
        "covered",
        "datatypes",
        "degrees",
        "depth",
        "effort",
        "first",
        "frames",
        "fuel",
        "functions",
        "gathers",
        "goals",
        "ground",
        "guessed",
        "instances",
        "kinds",
        "named",
        "options",
        "postponed",
        "spent",
        "steady",
        "stop",
        "told",
        "turn",
        "walk",
    )

    def __init__(
        self,
        datatypes: Mapping[str, DataType],
        ground: Mapping[int, Data] | None = None,
        functions: Callable[[Type], Sequence[Closure]] | None = None,
        told: Mapping[Callable[..., Value], Code] | None = None,
        steady: Set[Callable[..., Value]] | None = None,
    ) -> None:
        super().__init__()
        self.steady: Set[Callable[..., Value]] = set() if steady is None else steady
        self.told: Mapping[Callable[..., Value], Code] = {} if told is None else told
        self.datatypes = datatypes
        self.ground: Mapping[int, Data] = {} if ground is None else ground
        self.instances = Instances(datatypes)
        self.functions = functions or (lambda _: ())
        self.guessed = False
        self.assumed: tuple[Term, ...] = ()
        self.gathers = False
        self.covered = 0
        self.bounded = -1
        self.postponed: Postponed = None
        self.named = 0
        self.fuel = 0
        self.goals: tuple[Goal, ...] = ()
        self.frames: list[Frame] = []
        self.stop: Stop = FAIL
        self.options: Sequence[Option] = ()
        self.chosen: Unknown | None = None
        self.first = 0
        self.kinds: dict[tuple[Type | None, int], Kind] = {}
        self.spent = 0
        self.walk: Walking | None = None
        self.below: Stack = None
        self.depth = self.cost = 0
        self.effort = Effort()
        self.turn = LONG
        self.degrees: dict[Term, int] = {}

    def unknown(self, shape: Type | None = None, name: str = "") -> Unknown:
        """A new unknown, of a type if that is known."""
        self.named += 1
        return [None, self.kind(shape), self.now, name or self.named]

    def kind(self, shape: Type | None, paid: int = 0) -> Kind:
        """The kind of the unknowns of a type, some of whose constructors are counted already."""
        known = None if shape is None or shape.is_variable else shape
        if (known, paid) not in self.kinds:
            self.kinds[known, paid] = Kind(known, paid)
        return self.kinds[known, paid]

    def set(self, unknown: Unknown, value: Value) -> None:
        """Say what an unknown is in this branch."""
        self.bind(unknown, value, unknown[2])

    def number(self, unknown: Unknown, sort: Sort) -> Term:
        """Make an unknown a number of the solver."""
        term = variable(name_of(unknown), sort)
        self.set(unknown, term)
        return term

    def assume(self, condition: Term) -> bool:
        """Go on as if a condition held, and see to it later; whether that is possible."""
        if not self.gathers or len(self.assumed) >= GATHERED:
            return False
        if condition not in self.assumed:
            self.assumed = (*self.assumed, condition)
        return True

    def pay(self, left: int, right: int) -> None:
        """Pay for a product or quotient of two numbers of so many bits, before it is computed."""
        if left + right > LONGEST_NUMBER:
            raise TooLong(f"a number has more than {LONGEST_NUMBER:,} bits")
        self.effort.spend(left * right // BITS_SQUARED)
        if self.effort.spent >= self.effort.allowance:
            raise TooLong(Ended.EFFORT)
        self.shorten_turns(left + right)

    def shorten_turns(self, bits: int) -> None:
        """Let turns be shorter from now on, since there is a number of so many bits."""
        self.turn = min(self.turn, max(SHORTEST, LONG * LONG_NUMBER // max(bits, 1)))

    # Each of these interrupts the evaluation, and gives what generated code returns then.

    def fail(self) -> Value:
        """There is no value, as the program wants it."""
        self.stop = FAIL

    def stuck(self, end: DeadEnd, *values: Value) -> Value:
        """There is no value here."""
        self.covered |= end.bit
        self.stop = Stuck(end, values)

    def flounder(self, message: str) -> Value:
        """It cannot be decided how to go on."""
        self.stop = Floundered(message)

    def choose(
        self, frame: Frame, options: Sequence[Option], unknown: Unknown | None = None
    ) -> Value:
        """Go on with each of the options, which may be what an unknown is."""
        self.frames.append(frame)
        self.stop = CHOICE
        self.options, self.chosen = options, unknown

    def beside(self, frame: Frame) -> Frame:
        """The frame for the right side of an `and` whose left side was interrupted.

        If that was by a choice, the right side becomes a goal, so that it can fail early.
        """
        if self.stop is not CHOICE:
            return frame
        self.named += 1
        self.goals = (*self.goals, Goal(self.named, (frame, None)))
        return (join, self.named, frame)

    def pause(self, frame: Frame) -> Value:
        """Let the frames become data, and then go on."""
        self.frames.append(frame)
        self.stop = PAUSE


SHORT, LONG = 100, 1_500
"""Calls up to the first pause of a run, and from then on: most runs are short, and only long ones
need more room on Python's stack."""

SHORTEST = 10
"""Minimum number of calls in a turn."""

LONG_NUMBER = 1 << 17
"""Number of bits from which on a number shortens turns."""

LONGEST_NUMBER = 1 << 22
"""Maximum number of bits of a product."""

BITS_SQUARED = 180_000
"""Number of pairs of bits that are multiplied, divided or reduced for a unit of effort."""

AT_ONCE = 1_000
"""How much of data is gone through before others have their turn: it may be endless, as in
`ones = 1 : ones`."""


def again(machine: Machine, value: Value, frame: Frame) -> Value:
    """Call a function, as it was to be called before the pause."""
    return frame[1](machine, *frame[2:])


def join(machine: Machine, value: Value, frame: Frame) -> Value:
    """The left side of an `and` holds: go on with the right side, from where it is by now."""
    _, number, start = frame
    goal = next((each for each in machine.goals if each.number == number), None)
    if goal is None:
        return start[0](machine, value, start)
    machine.goals = tuple(each for each in machine.goals if each is not goal)
    if goal.stack is None:
        return value
    waiting = []
    stack: Stack = goal.stack
    while stack is not None:
        first, stack = stack
        waiting.append(first)
    if goal.is_ready or goal.options is None:
        machine.frames.append((deliver, goal.given))
        machine.stop = PAUSE
    else:
        machine.stop, machine.options = CHOICE, goal.options
        machine.chosen, machine.first = goal.unknown, goal.first
    machine.frames.extend(waiting)
    return None


def deliver(machine: Machine, value: Value, frame: Frame) -> Value:
    """Give the value that a frame has."""
    return frame[1]


def shorten(value: Value) -> Value:
    """What a value stands for by now: a plain value, an open unknown or unevaluated thunk."""
    while value.__class__ is list:
        known = value[0]
        if known is None:
            return value
        value = known
    return value


def is_ready(value: Value) -> bool:
    """Whether a value needs no evaluation; an unknown does not."""
    value = shorten(value)
    return value.__class__ is not list or value[1].__class__ is Kind
