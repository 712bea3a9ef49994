"""A specification as a program: it asks for values and says what it would print."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, product
from random import Random
from typing import TypeAlias, assert_never

from refute.languages.console import syntax
from refute.languages.console.accept import Context, Input, Output, Trace
from refute.languages.console.comparison import DEFAULT
from refute.languages.console.interpret import Environment, contains, evaluate, line, store
from refute.languages.console.patterns import Line
from refute.languages.console.syntax import Block, Mode
from refute.languages.console.types import Value


@dataclass(frozen=True, slots=True)
class Asks:
    """The specification reads; it is to be sent a value."""

    read: syntax.Read
    environment: Environment

    def allows(self, value: Value) -> bool:
        """Whether a value is a valid one here."""
        return contains(self.read.values, value, self.read.variable, self.environment)


@dataclass(frozen=True, slots=True)
class Says:
    """The specification prints one of these, or nothing where that is allowed."""

    output: syntax.Print
    lines: tuple[Line, ...]


Play: TypeAlias = Generator[Asks | Says, Value | None, None]


def play(specification: Block) -> Play:
    """Execute a specification without derived loops; answers to `Asks` are sent to it."""
    environment: Environment = ()
    context: Context | None = None
    while specification or context is not None:
        if not specification:
            assert context is not None
            specification = context.body
            continue
        first, rest = specification[0], specification[1:]
        match first:
            case syntax.Read(variable, allowed, mode):
                value = yield Asks(first, environment)
                assert value is not None
                if contains(allowed, value, variable, environment):
                    environment = store(variable, value, environment)
                    specification = rest
                elif mode is not Mode.RETRY:
                    return
            case syntax.Print(patterns):
                yield Says(first, tuple(line(each, environment) for each in patterns))
                specification = rest
            case syntax.If(condition, then, otherwise):
                specification = (*(then if evaluate(condition, environment) else otherwise), *rest)
            case syntax.Loop(body):
                specification, context = body, Context(body, rest, context)
            case syntax.Exit():
                assert context is not None
                specification, context = context.after, context.outer
            case syntax.Iterate():
                raise AssertionError("a derived loop")
            case _:
                assert_never(first)


Choice: TypeAlias = Callable[[Says], str | None]
"""Which of the allowed texts a variant prints; None for nothing."""


def plainly(says: Says) -> str | None:
    """The simplest choice: nothing where that is allowed, else the first text."""
    return None if says.output.optional else says.lines[0].example


def interpret(specification: Block, most: int = 64) -> list[Choice]:
    """All variants of resolving what may be printed, each a program of its own (section 7.4)."""
    outputs = list(dict.fromkeys(map(id, outputs_of(specification))))
    by_identity = {id(each): each for each in outputs_of(specification)}
    options = [
        [*([None] if by_identity[each].optional else []), *range(len(by_identity[each].patterns))]
        for each in outputs
    ]
    return [
        _chooser(dict(zip(outputs, chosen, strict=True)))
        for chosen in islice(product(*options), most)
    ]


def _chooser(chosen: dict[int, int | None]) -> Choice:
    def choose(says: Says) -> str | None:
        number = chosen[id(says.output)]
        return None if number is None else says.lines[number].example

    return choose


def outputs_of(block: Block) -> Iterator[syntax.Print]:
    """Every output of a block, in order."""
    for statement in block:
        match statement:
            case syntax.Print():
                yield statement
            case syntax.If(_, then, otherwise):
                yield from outputs_of(then)
                yield from outputs_of(otherwise)
            case syntax.Loop(body):
                yield from outputs_of(body)


def perform(specification: Block, values: Sequence[Value], choose: Choice = plainly) -> Trace:
    """The trace of a variant on given inputs; it stops early where they run out."""
    steps: list[Input | Output] = []
    game, left = play(specification), iter(values)
    try:
        event = next(game)
        while True:
            if isinstance(event, Asks):
                value = next(left, None)
                if value is None:
                    break
                steps.append(Input(value))
                event = game.send(value)
            else:
                steps.extend(Output(each) for each in DEFAULT.units(choose(event) or ""))
                event = next(game)
    except StopIteration:
        pass
    return tuple(steps)


def weave(
    specification: Block,
    values: Sequence[Value],
    invalid: Callable[[Asks], Value | None],
    amount: Callable[[], int],
) -> tuple[Value, ...]:
    """The inputs with invalid values before valid ones wherever `else retry` lets them be."""
    woven: list[Value] = []
    game, left = play(specification), iter(values)
    try:
        event = next(game)
        while True:
            if not isinstance(event, Asks):
                event = next(game)
                continue
            for _ in range(amount() if event.read.mode is Mode.RETRY else 0):
                wrong = invalid(event)
                if wrong is not None:
                    woven.append(wrong)
            value = next(left, None)
            if value is None:
                break
            woven.append(value)
            event = game.send(value)
    except StopIteration:
        pass
    return tuple(woven)


def random_inputs(
    specification: Block,
    propose: Callable[[Random, Asks], Value],
    random: Random,
    longest: int = 200,
) -> tuple[Value, ...] | None:
    """Inputs made while executing (section 4); None where no end is found."""
    values: list[Value] = []
    game = play(specification)
    try:
        event = next(game)
        while len(values) < longest:
            if isinstance(event, Asks):
                value = _proposed(event, propose, random)
                if value is None:
                    return None
                values.append(value)
                event = game.send(value)
            else:
                event = next(game)
    except StopIteration:
        return tuple(values)
    return None


def _proposed(asks: Asks, propose: Callable[[Random, Asks], Value], random: Random) -> Value | None:
    """A random value; where invalid ones have a meaning, sometimes such a one."""
    wants_valid = asks.read.mode is Mode.ASSUME or random.random() < 0.75
    for _ in range(200):
        value = propose(random, asks)
        if asks.allows(value) or not wants_valid:
            return value
    return None
