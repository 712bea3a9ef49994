"""A specification as a program: it asks for values and announces what it would print."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from itertools import islice, product
from random import Random
from typing import TypeAlias, assert_never

from refute.diagnostics import InputError, error
from refute.languages.console import syntax
from refute.languages.console.meaning import Environment, evaluate, line, rebind, store
from refute.languages.console.meaning.lines import ReadStep
from refute.languages.console.meaning.outputs import Line, Word
from refute.languages.console.syntax import Block, Expression, Mode, Statement
from refute.languages.console.typecheck.wellformed import statements_of
from refute.languages.console.types import END_OF_INPUT, Value
from refute.record import record


@record
class Context:
    """The continuation k' of equation 8.6: `End` begins the body again, `Exit` goes on after it.

    Outside all loops there is no context, which is the initial continuation.
    """

    body: Block
    after: Block
    outer: Context | None


@record
class PrintStep:
    """The specification prints one of these, or nothing if that is allowed."""

    output: syntax.Print
    lines: tuple[Line, ...]
    file: str | None = None

    @property
    def words(self) -> tuple[Word, ...]:
        """Everything that may be printed; the empty word, ε, stands for nothing."""
        words = tuple((each,) for each in dict.fromkeys(self.lines))
        return ((), *words) if self.output.optional else words


Play: TypeAlias = Generator[ReadStep | PrintStep, tuple[Value, bool] | None, None]


Visit: TypeAlias = Callable[[Statement, Environment], None]
"""Called with the next statement and the values read before it."""


def play(specification: Block, visit: Visit | None = None) -> Play:
    """Execute a specification without derived loops; send it the answers to `ReadStep`."""
    environment: Environment = ()
    context: Context | None = None
    rounds, ended = 0, set[object]()
    while specification or context is not None:
        if not specification:
            assert context is not None
            specification = context.body
            continue
        first, rest = specification[0], specification[1:]
        if visit is not None:
            visit(first, environment)
        match first:
            case syntax.Read() | syntax.Choice():
                reads = first.reads if isinstance(first, syntax.Choice) else (first,)
                asks = ReadStep(reads, environment, rest, reads[0].stream in ended)
                answer = yield asks
                assert answer is not None
                value, valid = answer
                if valid:
                    environment = store(asks.taker(value).variable, value, environment)
                    ended |= {reads[0].stream} if value == END_OF_INPUT else set()
                    specification = rest
                elif asks.read.mode is Mode.RETRY:
                    specification = (*(asks.read.otherwise or ()), *specification)
                else:
                    specification, context = asks.read.otherwise or (), None
            case syntax.Print(patterns):
                lines = tuple(line(each, environment) for each in patterns)
                yield PrintStep(first, lines, file_name(first.file, environment))
                specification = rest
            case syntax.If(condition, then, otherwise):
                specification = (*(then if evaluate(condition, environment) else otherwise), *rest)
            case syntax.Loop(body):
                specification, context = body, Context(body, rest, context)
            case syntax.Exit():
                assert context is not None, "an exit outside a loop"
                specification, context = context.after, context.outer
            case syntax.Let(variable, value):
                rounds += 1
                if rounds > MOST_ROUNDS:
                    raise _endless(first)
                environment = rebind(variable, evaluate(value, environment), environment)
                specification = rest
            case syntax.Iterate() | syntax.For() | syntax.Use() | syntax.ReadLine():
                raise AssertionError("a derived statement")
            case _:
                assert_never(first)


def file_name(name: Expression | None, environment: Environment) -> str | None:
    """The name of a file, if there is one."""
    return None if name is None else str(evaluate(name, environment))


MOST_ROUNDS = 5_000
"""Maximum number of rounds of `for` in one run."""

TOO_MANY_ROUNDS = "IO031"


def _endless(let: syntax.Let) -> InputError:
    message = f"this loop goes through more than {MOST_ROUNDS} rounds in some run"
    advice = "let fewer values be read, as in `read n : 0..100`"
    return InputError([error(TOO_MANY_ROUNDS, message, let.span, advice=advice)])


def drive(
    specification: Block,
    answer: Callable[[ReadStep], Value | None],
    hear: Callable[[PrintStep], None] = lambda _says: None,
    judge: Callable[[ReadStep, Value], bool] = ReadStep.allows,
    visit: Visit | None = None,
) -> bool:
    """Play a specification to its end; return false if a question remains unanswered.

    `judge` decides whether an answer is a valid value.
    """
    game = play(specification, visit)
    try:
        event = next(game)
        while True:
            if isinstance(event, ReadStep):
                value = answer(event)
                if value is None:
                    return False
                event = game.send((value, judge(event, value)))
            else:
                hear(event)
                event = next(game)
    except StopIteration:
        return True


Choice: TypeAlias = Callable[[PrintStep], str | None]
"""Chooses which of the allowed texts a variant prints; None for nothing."""


def plainly(says: PrintStep) -> str | None:
    """The simplest choice: nothing if that is allowed, else the first text."""
    return None if says.output.optional else says.lines[0].example


def interpret(specification: Block, most: int = 64) -> list[Choice]:
    """The ways of resolving what may be printed, each a program of its own (section 7.4)."""
    outputs = {
        id(each): each for each in statements_of(specification) if isinstance(each, syntax.Print)
    }
    options = [
        [*([None] if each.optional else []), *range(len(each.patterns))]
        for each in outputs.values()
    ]
    return [
        _chooser(dict(zip(outputs, chosen, strict=True)))
        for chosen in islice(product(*options), most)
    ]


def _chooser(chosen: dict[int, int | None]) -> Choice:
    def choose(says: PrintStep) -> str | None:
        number = chosen[id(says.output)]
        return None if number is None else says.lines[number].example

    return choose


def weave(
    specification: Block,
    values: Sequence[Value],
    invalid: Callable[[ReadStep], Value | None],
    amount: Callable[[], int],
) -> tuple[Value, ...]:
    """The inputs with invalid values inserted wherever `else retry` allows them."""
    woven: list[Value | None] = []
    left = iter(values)

    def answer(asks: ReadStep) -> Value | None:
        count = amount() if asks.read.mode is Mode.RETRY else 0
        woven.extend(invalid(asks) for _ in range(count))
        woven.append(next(left, None))
        return woven[-1]

    drive(specification, answer)
    return tuple(each for each in woven if each is not None)


def random_inputs(
    specification: Block,
    propose: Callable[[Random, ReadStep], Value],
    random: Random,
    longest: int = 200,
) -> tuple[Value, ...] | None:
    """Inputs made while executing (section 4); None if no end is reached.

    Where invalid values have a meaning, some of the inputs are invalid.
    """
    values: list[Value] = []

    def answer(asks: ReadStep) -> Value | None:
        wants_valid = asks.read.mode is Mode.ASSUME or random.random() < 0.75
        for _ in range(200 if len(values) < longest else 0):
            value = propose(random, asks)
            if not wants_valid or asks.allows(value):
                values.append(value)
                return value
        return None

    return tuple(values) if drive(specification, answer) else None
