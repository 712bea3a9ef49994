"""Generalized traces: all that a program may do on given inputs (sections 8.3 and 3.4)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias, assert_never

from refute.languages.console import syntax
from refute.languages.console.accept import Context, Input, Output, Trace
from refute.languages.console.comparison import DEFAULT, Comparison
from refute.languages.console.interpret import Environment, contains, evaluate, line, store
from refute.languages.console.matching import covers
from refute.languages.console.patterns import Word
from refute.languages.console.syntax import Block, Mode
from refute.languages.console.types import Value


@dataclass(frozen=True, slots=True)
class Outputs:
    """`!O`: one of these words is printed; the empty word, ε, stands for nothing."""

    words: tuple[Word, ...]

    @property
    def optional(self) -> bool:
        """Whether nothing need be printed."""
        return () in self.words


GeneralizedTrace: TypeAlias = tuple[Input | Outputs, ...]
"""Inputs with at most one step of outputs between them; the end of the tuple is `stop`."""


@dataclass(frozen=True, slots=True)
class Printed:
    """Consecutive outputs of a normalized trace: the lines that were printed."""

    lines: tuple[str, ...]


NormalizedTrace: TypeAlias = tuple[Input | Printed, ...]


class NotRelevant(Exception):
    """The specification says nothing about these inputs: some are missing, wrong or left over."""


def gtrace(specification: Block, values: Sequence[Value]) -> GeneralizedTrace:
    """The generalized trace of a specification for given inputs, or NotRelevant (Figure 11)."""
    steps: list[Input | Outputs] = []
    environment: Environment = ()
    context: Context | None = None
    position = 0
    while specification or context is not None:
        if not specification:  # equation 11.8, inside a loop
            assert context is not None
            specification = context.body
            continue
        first, rest = specification[0], specification[1:]
        match first:
            case syntax.Read(variable, allowed, mode):  # equations 11.1 to 11.3
                if position == len(values):
                    raise NotRelevant("more inputs are needed")
                value = values[position]
                position += 1
                steps.append(Input(value))
                if contains(allowed, value, variable, environment):
                    environment = store(variable, value, environment)
                    specification = rest
                elif mode is Mode.STOP and position == len(values):
                    return tuple(steps)
                elif mode is not Mode.RETRY:
                    raise NotRelevant(f"{value!r} cannot be read into {variable}")
            case syntax.Print():  # equation 11.4
                append_outputs(steps, words(first, environment))
                specification = rest
            case syntax.If(condition, then, otherwise):  # equation 11.5
                specification = (*(then if evaluate(condition, environment) else otherwise), *rest)
            case syntax.Loop(body):  # equation 11.6
                specification, context = body, Context(body, rest, context)
            case syntax.Exit():  # equation 11.7
                assert context is not None, "an exit outside a loop"
                specification, context = context.after, context.outer
            case syntax.Iterate():
                raise AssertionError("a derived loop")
            case _:
                assert_never(first)
    if position < len(values):
        raise NotRelevant("there are more inputs than are read")
    return tuple(steps)


def words(output: syntax.Print, environment: Environment) -> tuple[Word, ...]:
    """The words of one output action: eval(Θ, Δ), with ε for an optional one."""
    lines = dict.fromkeys(line(pattern, environment) for pattern in output.patterns)
    return (*([()] if output.optional else []), *((each,) for each in lines))


def append_outputs(steps: list[Input | Outputs], more: tuple[Word, ...]) -> None:
    """Put outputs behind a trace, joined with those before them: ⊙ of equation 11.4."""
    match steps[-1:]:
        case [Outputs(before)]:
            joined = dict.fromkeys((*one, *two) for one in before for two in more)
            steps[-1] = Outputs(tuple(joined))
        case _:
            steps.append(Outputs(more))


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


@dataclass(frozen=True, slots=True)
class Mismatch:
    """Where the steps of a trace and of a generalized trace part, None for the end of one."""

    expected: Input | Outputs | None
    actual: Input | Printed | None
    position: int

    @property
    def is_output(self) -> bool:
        """Whether both print, but not the same; otherwise the traces do not line up."""
        return isinstance(self.expected, Outputs) and isinstance(self.actual, Printed)


def mismatch(
    trace: NormalizedTrace, general: GeneralizedTrace, comparison: Comparison = DEFAULT
) -> Mismatch | None:
    """None if the generalized trace covers the trace (t ≺ g), else the first difference."""
    place = position = 0
    while place < len(general):
        expected = general[place]
        actual = trace[position] if position < len(trace) else None
        if isinstance(expected, Input):
            if expected != actual:
                return Mismatch(expected, actual, position)
            position += 1
        elif isinstance(actual, Printed):
            if not any(covers(word, actual.lines, comparison) for word in expected.words):
                return Mismatch(expected, actual, position)
            position += 1
        elif not any(covers(word, (), comparison) for word in expected.words):
            return Mismatch(expected, actual, position)
        place += 1
    if position < len(trace):
        return Mismatch(None, trace[position], position)
    return None
