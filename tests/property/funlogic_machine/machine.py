"""The machine: lazy evaluation with sharing, on an explicit stack, in branches.

A state is a node to evaluate, the environment it finds its variables in, and the stack of frames
that wait for its value. The stack is a linked list, so that branches share it. Each step gives
the next state. Where the program must choose, the machine raises `Branch`.
"""

from __future__ import annotations

import sys
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, NoReturn, Protocol, TypeAlias

from funlogic_machine.trail import Trail
from funlogic_machine.values import Cell, Closure, Unknown, shorten
from refute.languages.funlogic.syntax import FIRST_CHARACTER
from refute.languages.funlogic.values import (
    CHARACTER,
    FALSE,
    TRUE,
    Constructor,
    Data,
    DataType,
    Instances,
    Type,
)
from refute.source import NO_SPAN, Span
from refute.terms import (
    INT,
    Term,
    add,
    at_least,
    at_most,
    conjunction,
    disjunction,
    greater,
    integer,
    less,
    negation,
    variable,
)


class Frame(Protocol):
    """What waits on the stack for a value."""

    def resume(self, machine: Machine, value: Any, stack: Stack) -> State:
        """Go on with the value."""


Stack: TypeAlias = tuple[Any, Any]
Environment: TypeAlias = Any
State: TypeAlias = "tuple[Node, Environment, Stack]"
Conditions: TypeAlias = "tuple[Node, Environment, Conditions] | None"
"""Conditions with their environments, as a linked list."""


class Node(ABC):
    """Something to evaluate."""

    __slots__ = ()

    @abstractmethod
    def step(self, machine: Machine, environment: Environment, stack: Stack) -> State:
        """Evaluate a little."""

    def delay(self, machine: Machine, environment: Environment) -> Any:
        """The value for later use: a thunk, or the value itself where that costs nothing."""
        return Thunk(self, environment, machine.now)


class Thunk(Cell):
    """An expression to be evaluated when it is needed, and then never again in this branch.

    On the stack it stands for itself: whatever value comes, it keeps.
    """

    __slots__ = ("environment", "node")

    def __init__(self, node: Node, environment: tuple[Any, ...], born: int) -> None:
        self.node = node
        self.environment = environment
        self.born = born
        self.value = None

    def resume(self, machine: Machine, value: Any, stack: Stack) -> State:
        """Keep the value and pass it on."""
        if self.born == machine.now:
            self.value = value
            self.node = self.environment = None  # type: ignore[assignment]  # never needed again
        else:
            machine.bind(self, value)
        return RETURN, value, stack


@dataclass(slots=True)
class Alternative:
    """A way to go on: under a condition, after binding an unknown, at a cost."""

    node: Node
    environment: Environment
    stack: Stack
    condition: Term | None = None
    binding: tuple[Unknown, Any] | None = None
    cost: int = 0
    label: str | Callable[[], str] = ""


class Branch(Exception):
    """The program goes on in each of the alternatives."""

    def __init__(self, alternatives: Sequence[Alternative]) -> None:
        self.alternatives = alternatives


class Finished(Exception):
    """The whole evaluation has its value."""

    def __init__(self, value: Any) -> None:
        self.value = value


class Fail(Exception):
    """This branch has no value, as the program wants it: a condition does not hold."""


class Stuck(Exception):
    """This branch has no value because a definition does not say what to do with some values."""

    def __init__(self, message: str, span: Span, values: tuple[Any, ...] = ()) -> None:
        super().__init__(message)
        self.message = message
        self.span = span
        self.values = values


class Floundered(Exception):
    """It cannot be decided how to go on, because too little is known of an unknown."""


class Machine(Trail):
    """The state that outlives steps: bindings, names given so far, alternatives reached.

    `covered` is a set of bits: the alternatives that the current branch has been through.
    `refuted` has the conditions that must turn out false before the branch may end.
    """

    __slots__ = ("covered", "datatypes", "instances", "named", "refuted")

    def __init__(self, datatypes: Mapping[str, DataType]) -> None:
        super().__init__()
        self.datatypes = datatypes
        self.instances = Instances(datatypes)
        self.covered = 0
        self.refuted: Conditions = None
        self.named = 0

    def unknown(self, shape: Type | None = None, name: str = "") -> Unknown:
        """A new unknown, of a type if that is known."""
        self.named += 1
        known = None if shape is None or shape.is_variable else shape
        return Unknown(name or f"_{self.named}", self.now, known)

    def integer(self, unknown: Unknown) -> Term:
        """Make an unknown a number of the solver."""
        term = variable(unknown.name, INT)
        self.bind(unknown, term)
        return term

    def made(self, constructor: Constructor, shape: Type | None) -> Data:
        """A constructor with unknowns for its fields."""
        if not constructor.arity:
            return Data(constructor)
        if constructor is CHARACTER:
            return Data(CHARACTER, (self.integer(self.unknown()),))
        fields = tuple(map(self.unknown, constructor.field_types(shape)))
        for field in fields:
            field.paid = self.instances.least(field.type)
        return Data(constructor, fields)

    def narrow(
        self,
        unknown: Unknown,
        datatype: DataType,
        node: Node,
        environment: Environment,
        stack: Stack,
    ) -> NoReturn:
        """Choose how an unknown is made, then evaluate the node again."""
        alternatives = []
        for constructor in datatype.constructors:
            value = self.made(constructor, unknown.type)
            is_character = constructor is CHARACTER
            alternatives.append(
                Alternative(
                    node,
                    environment,
                    stack,
                    condition=_is_code_point(value) if is_character else None,
                    binding=(unknown, value),
                    cost=0 if is_character else _cost(unknown, value),
                    label=partial(_chosen, unknown, value),
                )
            )
        raise Branch(alternatives)

    def run(self, state: State, steps: int) -> State:
        """Take a number of steps; ends early only by one of the exceptions."""
        node, environment, stack = state
        for _ in range(steps):
            node, environment, stack = node.step(self, environment, stack)
        return node, environment, stack


def _is_code_point(value: Data) -> Term:
    """The condition that a number stands for a character; surrogates do not."""
    number = add(value.fields[0], integer(FIRST_CHARACTER))
    is_before = conjunction(at_least(number, integer(0)), less(number, integer(0xD800)))
    is_behind = conjunction(
        greater(number, integer(0xDFFF)), at_most(number, integer(sys.maxunicode))
    )
    return disjunction(is_before, is_behind)


def _cost(unknown: Unknown, value: Data) -> int:
    """A constructor and what its fields need at least, but for what was counted before."""
    needed: int = sum(field.paid for field in value.fields)
    return max(0, 1 + needed - unknown.paid)


def _chosen(unknown: Unknown, value: Data) -> str:
    return f"{unknown.name} = {value.constructor.name}"


class Return(Node):
    """Gives a value, which stands in a slot of the environment, to the top of the stack."""

    __slots__ = ()

    def step(self, machine: Machine, environment: Environment, stack: Stack) -> State:
        """Resume the frame."""
        frame, rest = stack
        return frame.resume(machine, environment, rest)  # type: ignore[no-any-return]


RETURN = Return()


class Finish:
    """The bottom of the stack, which has nothing below it."""

    def resume(self, machine: Machine, value: Any, stack: Stack | None) -> State:
        """The end."""
        raise Finished(value)


BOTTOM: Stack = (Finish(), None)


@dataclass(slots=True)
class Next:
    """Evaluates a node after something else, whose value it does not take from here."""

    node: Node
    environment: Environment

    def resume(self, machine: Machine, value: Any, stack: Stack) -> State:
        """Go on."""
        return self.node, self.environment, stack


class Looping(Node):
    """Stands in a thunk while it is evaluated: whoever comes here needs what it is making."""

    __slots__ = ()

    def step(self, machine: Machine, environment: Environment, stack: Stack) -> State:
        """There is no such value."""
        raise Stuck("a value is defined by itself", NO_SPAN)


LOOPING = Looping()


def enter(machine: Machine, thunk: Thunk, stack: Stack) -> State:
    """The state that evaluates a thunk.

    One made since the last choice is marked: every branch that meets the mark has this evaluation
    on its stack.
    """
    node = thunk.node
    if thunk.born == machine.now:
        thunk.node = LOOPING
    return node, thunk.environment, (thunk, stack)


def evaluate_then(
    machine: Machine, thunk: Thunk, node: Node, environment: Environment, stack: Stack
) -> State:
    """The state that evaluates a thunk and then the node again."""
    return enter(machine, thunk, (Next(node, environment), stack))


@dataclass(slots=True, eq=False)
class Supply:
    """Gives arguments to the function that comes."""

    arguments: tuple[Any, ...]

    def resume(self, machine: Machine, value: Any, stack: Stack) -> State:
        """Call, wait for more arguments, or call and supply the rest."""
        if not isinstance(value, Closure):
            raise Floundered("an unknown is used as a function")
        code = value.code
        arguments = value.arguments + self.arguments
        arity = code.arity
        if len(arguments) < arity:
            return RETURN, Closure(code, value.environment, arguments), stack
        if len(arguments) > arity:
            stack = (Supply(arguments[arity:]), stack)
            arguments = arguments[:arity]
        return code.body, value.environment + arguments, stack


# Conditions


@dataclass(slots=True, eq=False)
class Require:
    """Goes on only when the condition comes out as wanted.

    A node that finds this on top of the stack knows what it is wanted for: equality then binds
    unknowns instead of enumerating them, and `and` needs no choice.
    """

    wanted: bool

    def resume(self, machine: Machine, value: Any, stack: Stack) -> State:
        """Compare with what is wanted, or assume it."""
        wanted = TRUE if self.wanted else FALSE
        value = shorten(value)
        if isinstance(value, Data):
            if value.constructor is not wanted.constructor:
                raise Fail
        elif isinstance(value, Unknown):
            machine.bind(value, wanted)
        else:
            condition = value if self.wanted else negation(value)
            raise Branch([Alternative(RETURN, wanted, stack, condition=condition)])
        return RETURN, wanted, stack


REQUIRE = {True: Require(True), False: Require(False)}


def wanted_by(stack: Stack) -> bool | None:
    """Which truth value the top of the stack insists on, if any."""
    frame = stack[0]
    return frame.wanted if frame.__class__ is Require else None


def decide(machine: Machine, value: Any, when_true: State, when_false: State) -> State:
    """Go on by a truth value; where it is open, in both ways."""
    if isinstance(value, Data):
        return when_true if value.constructor is TRUE.constructor else when_false
    if isinstance(value, Unknown):
        raise Branch(
            [
                Alternative(*state, binding=(value, truth), cost=1 - value.paid)
                for state, truth in ((when_true, TRUE), (when_false, FALSE))
            ]
        )
    raise Branch(
        [
            Alternative(*when_true, condition=value),
            Alternative(*when_false, condition=negation(value)),
        ]
    )


# Normal forms


class Normalise(Node):
    """Evaluates the value in a slot of the environment through and through."""

    __slots__ = ()

    def step(self, machine: Machine, environment: Environment, stack: Stack) -> State:
        """Evaluate, then the fields."""
        value = shorten(environment)
        if value.__class__ is Thunk:
            return enter(machine, value, (NORMALISE_NEXT, stack))
        return NORMALISE_NEXT.resume(machine, value, stack)


class NormaliseNext:
    """Takes the evaluated value and goes on with its fields."""

    def resume(self, machine: Machine, value: Any, stack: Stack) -> State:
        """The fields, if there is anything to do."""
        value = shorten(value)
        if isinstance(value, Data) and not value.ground:
            return _fields(value, (), stack)
        return RETURN, value, stack


NORMALISE = Normalise()
NORMALISE_NEXT = NormaliseNext()


@dataclass(slots=True)
class Fields:
    """Collects the normal forms of the fields of a value."""

    data: Data
    done: tuple[Any, ...]

    def resume(self, machine: Machine, value: Any, stack: Stack) -> State:
        """The next field, or the whole."""
        return _fields(self.data, (*self.done, value), stack)


def _fields(data: Data, done: tuple[Any, ...], stack: Stack) -> State:
    """Normalise the next field that is not known yet; when there is none, the value is whole."""
    fields = data.fields
    while len(done) < len(fields):
        field = shorten(fields[len(done)])
        if not _is_known(field):
            return NORMALISE, field, (Fields(data, done), stack)
        done = (*done, field)
    return RETURN, Data(data.constructor, done, all(map(_is_known, done))), stack


def _is_known(value: Any) -> bool:
    return value.__class__ is int or (value.__class__ is Data and value.ground)
