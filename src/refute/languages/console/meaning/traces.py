"""Which traces a specification accepts (Figure 8), and all of them for given inputs (Figure 11)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field
from typing import TypeAlias, assert_never

from refute.diagnostics import InputError
from refute.languages.console import syntax
from refute.languages.console.comparison import DEFAULT, Comparison
from refute.languages.console.meaning import Environment, evaluate, line, rebind, store
from refute.languages.console.meaning.lines import ReadStep
from refute.languages.console.meaning.outputs import Exactly, Line, Word, covers
from refute.languages.console.meaning.playing import Choice, Context, PrintStep, drive, plainly
from refute.languages.console.syntax import Block, Mode, Statement
from refute.languages.console.types import END_OF_INPUT, Mistyped, Value
from refute.record import record


@record
class Input:
    """`?v`: a value is read; it comes after `before`, or begins a line."""

    value: Value
    before: str | None = field(default=None, compare=False)


@record
class Output:
    """`!o`: a line is printed, or a word if all blanks count as the same."""

    text: str


Trace: TypeAlias = tuple[Input | Output, ...]
"""What a program did until it stopped; the end of the tuple stands for `stop`."""


def inputs(trace: Trace) -> list[Value]:
    """The values read in a trace."""
    return [step.value for step in trace if isinstance(step, Input)]


@record
class _State:
    specification: Block
    context: Context | None
    trace: Trace
    environment: Environment


def accept(specification: Block, trace: Trace, comparison: Comparison = DEFAULT) -> bool:
    """Whether a trace is a run of a specification without derived loops (Figure 8)."""
    waiting = [_State(specification, None, trace, ())]
    while waiting:
        state = waiting.pop()
        if not state.specification and state.context is None:
            if not state.trace:
                return True
        else:
            waiting.extend(_accept(state, comparison))
    return False


def _accept(state: _State, comparison: Comparison) -> list[_State]:
    """One step by an equation of Figure 8: the states, one of which must be accepted."""
    trace, environment, context = state.trace, state.environment, state.context
    if not state.specification:  # equation 8.8, inside a loop
        assert context is not None
        return [_State(context.body, context, trace, environment)]
    first, rest = state.specification[0], state.specification[1:]
    match first:
        case syntax.Read():  # equations 8.1 to 8.3
            return _read((first,), state)
        case syntax.Choice(reads):
            return _read(reads, state)
        case syntax.Print():  # equation 8.4
            return _print(first, state, comparison)
        case syntax.If(condition, then, otherwise):  # equation 8.5
            chosen = then if evaluate(condition, environment) else otherwise
            return [_State((*chosen, *rest), context, trace, environment)]
        case syntax.Loop(body):  # equation 8.6
            return [_State(body, Context(body, rest, context), trace, environment)]
        case syntax.Exit():  # equation 8.7
            assert context is not None, "an exit outside a loop"
            return [_State(context.after, context.outer, trace, environment)]
        case syntax.Let(variable, value):
            after = rebind(variable, evaluate(value, environment), environment)
            return [_State(rest, context, trace, after)]
        case syntax.Iterate() | syntax.For() | syntax.Use() | syntax.ReadLine():
            raise AssertionError("a derived statement")
        case _:
            assert_never(first)


def _read(reads: tuple[syntax.Read, ...], state: _State) -> list[_State]:
    match state.trace:
        case (Input(value), *_):
            pass
        case _:
            return []
    rest, trace = state.specification[1:], state.trace[1:]
    ended = any(each == END_OF_INPUT for _, each in state.environment)
    asks = ReadStep(reads, state.environment, rest, ended)
    read = asks.read
    if asks.allows(value):
        environment = store(asks.taker(value).variable, value, state.environment)
        return [_State(rest, state.context, trace, environment)]
    match read.mode:
        case Mode.ASSUME:
            return []
        case Mode.STOP:
            return [_State(read.otherwise or (), None, trace, state.environment)]
        case Mode.RETRY:
            again = (*(read.otherwise or ()), *state.specification)
            return [_State(again, state.context, trace, state.environment)]


def _print(output: syntax.Print, state: _State, comparison: Comparison) -> list[_State]:
    """An output takes one or more printed lines; none if it is optional or may be empty."""
    rest = state.specification[1:]
    allowed = [line(pattern, state.environment) for pattern in output.patterns]
    printed: list[str] = []
    found = []
    for count in range(len(state.trace) + 1):
        if (count == 0 and output.optional) or any(
            covers((each,), printed, comparison) for each in allowed
        ):
            found.append(_State(rest, state.context, state.trace[count:], state.environment))
        match state.trace[count : count + 1]:
            case (Output(more),):
                printed.append(more)
            case _:
                break
    return found


@record
class Outputs:
    """`!O`: one of these words is printed; the empty word, ε, stands for nothing."""

    words: tuple[Word, ...]

    @property
    def optional(self) -> bool:
        """Whether printing nothing is allowed."""
        return () in self.words


GeneralizedTrace: TypeAlias = tuple[Input | Outputs, ...]
"""Inputs with at most one step of outputs between them; the end of the tuple is `stop`."""


@record
class Printed:
    """Consecutive outputs of a normalized trace: the units that were printed.

    The last `prompt` of them are on the line on which the next input was typed.
    """

    lines: tuple[str, ...]
    prompt: int = 0

    def readings(self, comparison: Comparison) -> Sequence[tuple[str, ...]]:
        """The possible readings: all units and, if prompts are free, those before the prompt."""
        if not comparison.free_prompts or not self.prompt:
            return (self.lines,)
        return self.lines, self.lines[: -self.prompt]


NormalizedTrace: TypeAlias = tuple[Input | Printed, ...]


class NotRelevant(Exception):
    """The specification says nothing about these inputs: some are missing, wrong or superfluous."""


def gtrace(specification: Block, values: Sequence[Value]) -> GeneralizedTrace:
    """The generalized trace of a specification for given inputs; raises NotRelevant (Figure 11)."""
    steps: list[Input | Outputs] = []
    position = 0

    def answer(asks: ReadStep) -> Value:
        nonlocal position
        if position == len(values):
            raise NotRelevant("more inputs are needed")
        value = values[position]
        position += 1
        if asks.is_typed:
            steps.append(Input(value, asks.taker(value).before))
        return value

    def is_valid(asks: ReadStep, value: Value) -> bool:  # equations 11.1 to 11.3
        if asks.allows(value):
            return True
        mode = asks.read.mode
        if mode is Mode.ASSUME or (mode is Mode.STOP and position < len(values)):
            name = syntax.written_name(asks.read.variable)
            raise NotRelevant(f"{value!r} cannot be read into {name}")
        return False

    def hear(says: PrintStep) -> None:  # equation 11.4; ε stands for an optional output
        if says.output.file is None:
            append_outputs(steps, says.words)

    drive(specification, answer, hear, is_valid)
    if position < len(values):
        raise NotRelevant("there are more inputs than are read")
    return tuple(steps)


def stops_early(specification: Block, values: Sequence[Value]) -> bool:
    """Whether the last input is a bad one that ends the program."""
    left = iter(values)
    stopped = False

    def is_valid(asks: ReadStep, value: Value) -> bool:
        nonlocal stopped
        valid = asks.allows(value)
        stopped = not valid and asks.read.mode is Mode.STOP
        return valid

    drive(specification, lambda _asks: next(left, None), judge=is_valid)
    return stopped


def mistaken_for_good(specification: Block, values: Sequence[Value]) -> tuple[Word, ...]:
    """What follows the last input if it is mistaken for a good one, word for word.

    Empty if the author says what is printed after a bad input, if more would be read, or if the
    output is not known exactly, since an error message might look the same.
    """
    left = iter(values)
    steps: list[Input | Outputs] = []
    read, free = 0, False

    def answer(asks: ReadStep) -> Value | None:
        nonlocal read, free
        read += 1
        free = all(_is_free(each) for each in asks.read.otherwise or ())
        steps.clear()
        return next(left, None)

    def is_valid(asks: ReadStep, value: Value) -> bool:
        return asks.allows(value) or (read == len(values) and not isinstance(value, Mistyped))

    def hear(says: PrintStep) -> None:
        if says.output.file is None:
            append_outputs(steps, says.words)

    try:
        ended = drive(specification, answer, hear, is_valid)
    except InputError:
        return ()
    match steps:
        case [Outputs(words)] if ended and free:
            return tuple(word for word in words if any(word) and all(map(_is_exact, word)))
        case _:
            return ()


def _is_free(statement: Statement) -> bool:
    """Whether a statement allows arbitrary output."""
    match statement:
        case syntax.Print((syntax.Pattern((syntax.Anything(),)),)):
            return True
        case _:
            return False


def _is_exact(line: Line) -> bool:
    return any(isinstance(each, Exactly) for each in line.parts) and all(
        isinstance(each, Exactly) for each in line.parts
    )


def append_outputs(steps: list[Input | Outputs], more: tuple[Word, ...]) -> None:
    """Append outputs to a trace, joined with those at its end: ⊙ of equation 11.4."""
    match steps[-1:]:
        case [Outputs((one,))] if len(more) == 1:
            steps[-1] = Outputs(((*one, *more[0]),))
        case [Outputs(before)]:
            joined = dict.fromkeys((*one, *two) for one in before for two in more)
            steps[-1] = Outputs(tuple(joined))
        case _:
            steps.append(Outputs(more))


def perform(specification: Block, values: Sequence[Value], choose: Choice = plainly) -> Trace:
    """The trace of a variant on given inputs; it stops early if they run out."""
    steps: list[Input | Output] = []
    left = iter(values)

    def answer(asks: ReadStep) -> Value | None:
        value = next(left, None)
        if value is not None and asks.is_typed:
            steps.append(Input(value, asks.taker(value).before))
        return value

    def hear(says: PrintStep) -> None:
        if says.output.file is not None:
            return
        steps.extend(Output(each) for each in DEFAULT.units(choose(says) or ""))

    drive(specification, answer, hear)
    return tuple(steps)


def normalize(trace: Trace) -> NormalizedTrace:
    """⌈t⌉: consecutive outputs become one step (section 8.3)."""
    steps: list[Input | Printed] = []
    for step in trace:
        match step, steps[-1:]:
            case Output(text), [Printed(lines)]:
                steps[-1] = Printed((*lines, text))
            case Output(text), _:
                steps.append(Printed((text,)))
            case Input(), _:
                steps.append(step)
    return tuple(steps)


@record
class Mismatch:
    """The steps where a trace and a generalized trace diverge; None for the end of one."""

    expected: Input | Outputs | None
    actual: Input | Printed | None
    position: int

    @property
    def is_output(self) -> bool:
        """Whether both print, but different things; otherwise the traces do not line up."""
        return isinstance(self.expected, Outputs) and isinstance(self.actual, Printed)


def mismatch(
    trace: NormalizedTrace, general: GeneralizedTrace, comparison: Comparison = DEFAULT
) -> Mismatch | None:
    """None if the generalized trace covers the trace (t ≺ g), else the first difference."""
    position = 0
    for expected in general:
        actual = trace[position] if position < len(trace) else None
        if isinstance(expected, Input):
            if isinstance(actual, Printed) and () in actual.readings(comparison):
                position += 1
                actual = trace[position] if position < len(trace) else None
            agrees, used = expected == actual, True
        else:
            used = isinstance(actual, Printed)
            printed = actual if isinstance(actual, Printed) else Printed(())
            agrees = _agrees(expected, printed, comparison)
        if not agrees:
            return Mismatch(expected, actual, position)
        position += used
    rest = trace[position] if position < len(trace) else None
    if rest is None or (isinstance(rest, Printed) and () in rest.readings(comparison)):
        return None
    return Mismatch(None, rest, position)


def _agrees(expected: Outputs, printed: Printed, comparison: Comparison) -> bool:
    return any(
        covers(word, units, comparison)
        for units in printed.readings(comparison)
        for word in expected.words
    )
