"""The expressions as the machine evaluates them; truth values are in `conditions`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from funlogic_machine.machine import (
    RETURN,
    Alternative,
    Branch,
    Environment,
    Machine,
    Node,
    Stack,
    State,
    Stuck,
    Supply,
    Thunk,
    decide,
    enter,
    evaluate_then,
)
from funlogic_machine.values import Cell, Closure, Code, Unknown, shorten
from refute.languages.funlogic.values import FALSE, TRUE, Constructor, Data, DataType, Type
from refute.source import Span
from refute.terms import Term, conjunction, different, equal, integer, negation


@dataclass(slots=True, eq=False)
class Constant(Node):
    """A value known from the start."""

    value: Any

    def step(self, machine: Machine, environment: Environment, stack: Stack) -> State:
        """Give it."""
        frame, rest = stack
        return frame.resume(machine, self.value, rest)  # type: ignore[no-any-return]

    def delay(self, machine: Machine, environment: Environment) -> Any:
        """It is there."""
        return self.value


@dataclass(slots=True, eq=False)
class Local(Node):
    """A variable, by its slot in the environment."""

    index: int

    def step(self, machine: Machine, environment: Environment, stack: Stack) -> State:
        """Evaluate what it stands for."""
        value = environment[self.index]
        if isinstance(value, Cell):
            value = shorten(value)
            if value.__class__ is Thunk:
                return enter(machine, value, stack)
        frame, rest = stack
        return frame.resume(machine, value, rest)  # type: ignore[no-any-return]

    def delay(self, machine: Machine, environment: Environment) -> Any:
        """What it stands for."""
        return environment[self.index]


@dataclass(slots=True, eq=False)
class Construct(Node):
    """A constructor with all its fields."""

    constructor: Constructor
    fields: tuple[Node, ...]

    def step(self, machine: Machine, environment: Environment, stack: Stack) -> State:
        """Make it; the fields stay unevaluated."""
        frame, rest = stack
        return frame.resume(machine, self.delay(machine, environment), rest)  # type: ignore[no-any-return]

    def delay(self, machine: Machine, environment: Environment) -> Any:
        """Making it costs nothing."""
        fields = tuple([field.delay(machine, environment) for field in self.fields])
        return Data(self.constructor, fields)


@dataclass(slots=True, eq=False)
class Call(Node):
    """A defined function with exactly the arguments it takes."""

    code: Code
    arguments: tuple[Node, ...]

    def step(self, machine: Machine, environment: Environment, stack: Stack) -> State:
        """Go to its body."""
        arguments = tuple([each.delay(machine, environment) for each in self.arguments])
        return self.code.body, arguments, stack


@dataclass(slots=True, eq=False)
class Apply(Node):
    """Any function with any number of arguments."""

    function: Node
    arguments: tuple[Node, ...]

    def step(self, machine: Machine, environment: Environment, stack: Stack) -> State:
        """Evaluate the function, then supply the arguments."""
        arguments = tuple([each.delay(machine, environment) for each in self.arguments])
        return self.function, environment, (Supply(arguments), stack)


@dataclass(slots=True, eq=False)
class Lambda(Node):
    """A function made where it stands."""

    code: Code

    def step(self, machine: Machine, environment: Environment, stack: Stack) -> State:
        """Remember the environment."""
        return RETURN, Closure(self.code, environment), stack

    def delay(self, machine: Machine, environment: Environment) -> Any:
        """Making it costs nothing."""
        return Closure(self.code, environment)


@dataclass(slots=True, eq=False)
class Let(Node):
    """Bindings that may speak of each other, then a body."""

    bindings: tuple[Node, ...]
    body: Node

    def step(self, machine: Machine, environment: Environment, stack: Stack) -> State:
        """Delay the bindings, each in the environment of all."""
        thunks = tuple([Thunk(each, (), machine.now) for each in self.bindings])
        environment = environment + thunks
        for thunk in thunks:
            thunk.environment = environment
        return self.body, environment, stack


@dataclass(slots=True, eq=False)
class Free(Node):
    """New unknowns, then a body."""

    unknowns: tuple[Type | None, ...]
    body: Node

    def step(self, machine: Machine, environment: Environment, stack: Stack) -> State:
        """Make them."""
        return self.body, environment + tuple(map(machine.unknown, self.unknowns)), stack


@dataclass(slots=True, eq=False)
class Choose(Node):
    """Any of some expressions, each with its text."""

    options: tuple[tuple[Node, str], ...]

    def step(self, machine: Machine, environment: Environment, stack: Stack) -> State:
        """All of them."""
        raise Branch(
            [Alternative(node, environment, stack, label=text) for node, text in self.options]
        )


# Matching


@dataclass(slots=True, eq=False)
class Subject(Node):
    """Puts what is to be matched into the environment and goes on matching."""

    subject: Node
    matching: Node

    def step(self, machine: Machine, environment: Environment, stack: Stack) -> State:
        """Match; the patterns decide how far the subject is evaluated."""
        subject = self.subject.delay(machine, environment)
        return self.matching, (*environment, subject), stack


@dataclass(slots=True, eq=False)
class Reach(Node):
    """An alternative that was chosen: notes that it was and lays out its variables.

    With a `fallback`, that and its environment are the last variable.
    """

    bit: int
    body: Node
    select: Callable[[Environment], Environment] | None
    fallback: Node | None = None

    def step(self, machine: Machine, environment: Environment, stack: Stack) -> State:
        """Go to its body."""
        machine.covered |= self.bit
        matched = environment
        if self.select is not None:
            environment = self.select(environment)
        if self.fallback is not None:
            environment = (*environment, (self.fallback, matched))
        return self.body, environment, stack


@dataclass(slots=True, eq=False)
class FallThrough(Node):
    """No guard holds: goes on with the next alternative, as a slot of the environment says."""

    index: int

    def step(self, machine: Machine, environment: Environment, stack: Stack) -> State:
        """Match on."""
        node, matched = environment[self.index]
        return node, matched, stack


@dataclass(slots=True, eq=False)
class NoMatch(Node):
    """No pattern matches; `subjects` are the slots of what was to be matched."""

    message: str
    span: Span
    subjects: tuple[int, ...] = ()
    bit: int = 0

    def step(self, machine: Machine, environment: Environment, stack: Stack) -> State:
        """There is no value here."""
        machine.covered |= self.bit
        subjects = tuple([environment[slot] for slot in self.subjects])
        raise Stuck(self.message, self.span, subjects)


@dataclass(slots=True, eq=False)
class Switch(Node):
    """Looks at the outermost constructor of a variable and goes on by it."""

    index: int
    datatype: DataType
    cases: Mapping[Constructor, Node]
    default: Node

    def step(self, machine: Machine, environment: Environment, stack: Stack) -> State:
        """Evaluate the variable, choose how it is made if that is open, and go on."""
        value = shorten(environment[self.index])
        if value.__class__ is Data:
            case = self.cases.get(value.constructor)
            if case is None:
                return self.default, environment, stack
            return case, environment + value.fields, stack
        if value.__class__ is Thunk:
            return evaluate_then(machine, value, self, environment, stack)
        if value.__class__ is Unknown:
            machine.narrow(value, self.datatype, self, environment, stack)
        return decide(
            machine,
            value,
            self._when(TRUE, environment, stack),
            self._when(FALSE, environment, stack),
        )

    def _when(self, value: Data, environment: Environment, stack: Stack) -> State:
        return self.cases.get(value.constructor, self.default), environment, stack


# Numbers: known ones are computed at once, open ones as terms

Concrete: TypeAlias = Callable[[int, int], Any]
Symbolic: TypeAlias = Callable[[Term, Term], Term]


@dataclass(slots=True, eq=False)
class Arithmetic(Node):
    """An operation on two numbers; the result is a number or a truth value."""

    concrete: Concrete
    symbolic: Symbolic
    left: Node
    right: Node

    def step(self, machine: Machine, environment: Environment, stack: Stack) -> State:
        """The left side first, unless both are known already."""
        left, right = _known(self.left, environment), _known(self.right, environment)
        if left is not None and right is not None:
            frame, rest = stack
            return frame.resume(machine, self.concrete(left, right), rest)  # type: ignore[no-any-return]
        if left is not None:
            return self.right, environment, (RightOperand(self, left), stack)
        return self.left, environment, (LeftOperand(self, environment), stack)

    def combine(self, machine: Machine, left: Any, right: Any, stack: Stack) -> State:
        """The result of both numbers."""
        if left.__class__ is int and right.__class__ is int:
            return RETURN, self.concrete(left, right), stack
        return RETURN, self.symbolic(_term(machine, left), _term(machine, right)), stack


@dataclass(slots=True, eq=False)
class Division(Arithmetic):
    """`div` or `mod`, rounded down as in Haskell; stuck where the divisor is zero."""

    impossible: NoMatch

    def step(self, machine: Machine, environment: Environment, stack: Stack) -> State:
        """The left side first."""
        return self.left, environment, (LeftOperand(self, environment), stack)

    def combine(self, machine: Machine, left: Any, right: Any, stack: Stack) -> State:
        """The result of both numbers, with the divisor zero set apart."""
        if right.__class__ is int:
            if right == 0:
                return self.impossible, (), stack
            return Arithmetic.combine(self, machine, left, right, stack)
        divisor = _term(machine, right)
        zero = equal(divisor, integer(0))
        quotient = self.symbolic(_term(machine, left), divisor)
        raise Branch(
            [
                Alternative(RETURN, quotient, stack, condition=negation(zero)),
                Alternative(self.impossible, (), stack, condition=zero),
            ]
        )


def _known(node: Node, environment: Environment) -> int | None:
    if node.__class__ is Constant:
        value = node.value
    elif node.__class__ is Local:
        value = shorten(environment[node.index])
    else:
        return None
    return value if value.__class__ is int else None


def _term(machine: Machine, value: Any) -> Term:
    value = shorten(value)
    if value.__class__ is int:
        return integer(value)
    if isinstance(value, Unknown):
        return machine.integer(value)
    assert isinstance(value, Term)
    return value


@dataclass(slots=True)
class LeftOperand:
    """Has the left number; evaluates the right one."""

    operation: Arithmetic
    environment: Environment

    def resume(self, machine: Machine, value: Any, stack: Stack) -> State:
        """Go on to the right."""
        operation = self.operation
        return operation.right, self.environment, (RightOperand(operation, value), stack)


@dataclass(slots=True)
class RightOperand:
    """Has both numbers."""

    operation: Arithmetic
    left: Any

    def resume(self, machine: Machine, value: Any, stack: Stack) -> State:
        """Combine them."""
        return self.operation.combine(machine, shorten(self.left), shorten(value), stack)


@dataclass(slots=True, eq=False)
class NumberSwitch(Node):
    """Looks at a number and goes on by it."""

    index: int
    cases: Mapping[int, Node]
    default: Node

    def step(self, machine: Machine, environment: Environment, stack: Stack) -> State:
        """Evaluate the variable; where the number is open, assume each that is asked for."""
        value = shorten(environment[self.index])
        if value.__class__ is int:
            return self.cases.get(value, self.default), environment, stack
        if value.__class__ is Thunk:
            return evaluate_then(machine, value, self, environment, stack)
        term = machine.integer(value) if isinstance(value, Unknown) else value
        numbers = [integer(number) for number in self.cases]
        alternatives = [
            Alternative(node, environment, stack, condition=equal(term, number))
            for node, number in zip(self.cases.values(), numbers, strict=True)
        ]
        other = conjunction(*[different(term, number) for number in numbers])
        alternatives.append(Alternative(self.default, environment, stack, condition=other))
        raise Branch(alternatives)
