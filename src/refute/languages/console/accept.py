"""Which traces a specification accepts (Figure 8); the definition that all else agrees with."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias, assert_never

from refute.languages.console import syntax
from refute.languages.console.comparison import DEFAULT, Comparison
from refute.languages.console.interpret import Environment, contains, evaluate, line, store
from refute.languages.console.matching import covers
from refute.languages.console.syntax import Block, Mode
from refute.languages.console.types import Value


@dataclass(frozen=True, slots=True)
class Input:
    """`?v`: a value is read."""

    value: Value


@dataclass(frozen=True, slots=True)
class Output:
    """`!o`: a line is printed, or a word where all blanks are the same."""

    text: str


Trace: TypeAlias = tuple[Input | Output, ...]
"""What a program did until it stopped; the end of the tuple is `stop`."""


def inputs(trace: Trace) -> list[Value]:
    """The values read in a trace."""
    return [step.value for step in trace if isinstance(step, Input)]


@dataclass(frozen=True, slots=True)
class Context:
    """The continuation k' of equation 8.6: `End` begins the body again, `Exit` goes on after it.

    Outside all loops there is no context, which is the initial continuation.
    """

    body: Block
    after: Block
    outer: Context | None


@dataclass(frozen=True, slots=True)
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
            following = _accept(state, comparison)
            if isinstance(following, bool):
                if following:
                    return True
            else:
                waiting.extend(following)
    return False


def _accept(state: _State, comparison: Comparison) -> list[_State] | bool:
    """One equation of Figure 8: the states whose acceptance would do, or acceptance itself."""
    trace, environment, context = state.trace, state.environment, state.context
    if not state.specification:  # equation 8.8, inside a loop
        assert context is not None
        return [_State(context.body, context, trace, environment)]
    first, rest = state.specification[0], state.specification[1:]
    match first:
        case syntax.Read():  # equations 8.1 to 8.3
            return _read(first, state)
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
        case syntax.Iterate():
            raise AssertionError("a derived loop")
        case _:
            assert_never(first)


def _read(read: syntax.Read, state: _State) -> list[_State] | bool:
    match state.trace:
        case (Input(value), *_):
            pass
        case _:
            return []
    rest, trace = state.specification[1:], state.trace[1:]
    if contains(read.values, value, read.variable, state.environment):
        environment = store(read.variable, value, state.environment)
        return [_State(rest, state.context, trace, environment)]
    match read.mode:
        case Mode.ASSUME:
            return []
        case Mode.STOP:
            return not trace
        case Mode.RETRY:
            return [_State(state.specification, state.context, trace, state.environment)]


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
