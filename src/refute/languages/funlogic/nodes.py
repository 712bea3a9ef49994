"""The expressions as the machine evaluates them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from refute.languages.funlogic.machine import (
    REQUIRE,
    RETURN,
    Alternative,
    Branch,
    Environment,
    Machine,
    Next,
    Node,
    Stack,
    State,
    Stuck,
    Supply,
    Thunk,
    decide,
    evaluate_then,
    wanted_by,
)
from refute.languages.funlogic.values import (
    FALSE,
    TRUE,
    Cell,
    Closure,
    Code,
    Constructor,
    Data,
    DataType,
    Type,
    Unknown,
    shorten,
    truth,
)
from refute.source import Span
from refute.terms import Term, conjunction, different, equal, integer, negation


class Constant(Node):
    """A value known from the start."""

    __slots__ = ("value",)

    def __init__(self, value: Any) -> None:
        self.value = value

    def step(self, machine: Machine, environment: Environment, stack: Stack) -> State:
        """Give it."""
        frame, rest = stack
        return frame.resume(machine, self.value, rest)  # type: ignore[no-any-return]

    def delay(self, machine: Machine, environment: Environment) -> Any:
        """It is there."""
        return self.value


class Local(Node):
    """A variable, by its place in the environment."""

    __slots__ = ("index",)

    def __init__(self, index: int) -> None:
        self.index = index

    def step(self, machine: Machine, environment: Environment, stack: Stack) -> State:
        """Evaluate what it stands for."""
        value = environment[self.index]
        if isinstance(value, Cell):
            value = shorten(value)
            if value.__class__ is Thunk:
                return value.node, value.environment, (value, stack)
        frame, rest = stack
        return frame.resume(machine, value, rest)  # type: ignore[no-any-return]

    def delay(self, machine: Machine, environment: Environment) -> Any:
        """What it stands for."""
        return environment[self.index]


class Construct(Node):
    """A constructor with all its fields."""

    __slots__ = ("constructor", "fields")

    def __init__(self, constructor: Constructor, fields: tuple[Node, ...]) -> None:
        self.constructor = constructor
        self.fields = fields

    def step(self, machine: Machine, environment: Environment, stack: Stack) -> State:
        """Make it; the fields stay unevaluated."""
        frame, rest = stack
        return frame.resume(machine, self.delay(machine, environment), rest)  # type: ignore[no-any-return]

    def delay(self, machine: Machine, environment: Environment) -> Any:
        """Making it costs nothing."""
        fields = tuple([field.delay(machine, environment) for field in self.fields])
        return Data(self.constructor, fields)


class Call(Node):
    """A defined function with exactly the arguments it takes."""

    __slots__ = ("arguments", "code")

    def __init__(self, code: Code, arguments: tuple[Node, ...]) -> None:
        self.code = code
        self.arguments = arguments

    def step(self, machine: Machine, environment: Environment, stack: Stack) -> State:
        """Go to its body."""
        arguments = tuple([each.delay(machine, environment) for each in self.arguments])
        return self.code.body, arguments, stack


class Apply(Node):
    """Any function with any number of arguments."""

    __slots__ = ("arguments", "function")

    def __init__(self, function: Node, arguments: tuple[Node, ...]) -> None:
        self.function = function
        self.arguments = arguments

    def step(self, machine: Machine, environment: Environment, stack: Stack) -> State:
        """Evaluate the function, then supply the arguments."""
        arguments = tuple([each.delay(machine, environment) for each in self.arguments])
        return self.function, environment, (Supply(arguments), stack)


class Lambda(Node):
    """A function made where it stands."""

    __slots__ = ("code",)

    def __init__(self, code: Code) -> None:
        self.code = code

    def step(self, machine: Machine, environment: Environment, stack: Stack) -> State:
        """Remember the environment."""
        return RETURN, Closure(self.code, environment), stack

    def delay(self, machine: Machine, environment: Environment) -> Any:
        """Making it costs nothing."""
        return Closure(self.code, environment)


class Let(Node):
    """Bindings that may speak of each other, then a body."""

    __slots__ = ("bindings", "body")

    def __init__(self, bindings: tuple[Node, ...], body: Node) -> None:
        self.bindings = bindings
        self.body = body

    def step(self, machine: Machine, environment: Environment, stack: Stack) -> State:
        """Put the bindings off, each in the environment of all."""
        thunks = tuple([Thunk(each, (), machine.now) for each in self.bindings])
        environment = environment + thunks
        for thunk in thunks:
            thunk.environment = environment
        return self.body, environment, stack


class Free(Node):
    """New unknowns, then a body."""

    __slots__ = ("body", "unknowns")

    def __init__(self, unknowns: tuple[Type | None, ...], body: Node) -> None:
        self.unknowns = unknowns
        self.body = body

    def step(self, machine: Machine, environment: Environment, stack: Stack) -> State:
        """Make them."""
        return self.body, environment + tuple(map(machine.unknown, self.unknowns)), stack


class Choose(Node):
    """Either of two expressions, each with its text."""

    __slots__ = ("left", "right", "texts")

    def __init__(self, left: Node, right: Node, texts: tuple[str, str]) -> None:
        self.left = left
        self.right = right
        self.texts = texts

    def step(self, machine: Machine, environment: Environment, stack: Stack) -> State:
        """Both."""
        raise Branch(
            [
                Alternative(self.left, environment, stack, label=self.texts[0]),
                Alternative(self.right, environment, stack, label=self.texts[1]),
            ]
        )


class If(Node):
    """`if`, with both branches as alternatives to be reached."""

    __slots__ = ("condition", "otherwise", "then")

    def __init__(self, condition: Node, then: Node, otherwise: Node) -> None:
        self.condition = condition
        self.then = then
        self.otherwise = otherwise

    def step(self, machine: Machine, environment: Environment, stack: Stack) -> State:
        """The condition first."""
        return self.condition, environment, (Decide(self, environment), stack)


class Decide:
    """Has the condition of an `if`."""

    __slots__ = ("environment", "node")

    def __init__(self, node: If, environment: Environment) -> None:
        self.node = node
        self.environment = environment

    def resume(self, machine: Machine, value: Any, stack: Stack) -> State:
        """Go to the branch, or to both."""
        node, environment = self.node, self.environment
        return decide(
            machine,
            shorten(value),
            (node.then, environment, stack),
            (node.otherwise, environment, stack),
        )


class Condition(Node):
    """`case … of True -> …`: the body where the condition holds, else no value."""

    __slots__ = ("body", "condition")

    def __init__(self, condition: Node, body: Node) -> None:
        self.condition = condition
        self.body = body

    def step(self, machine: Machine, environment: Environment, stack: Stack) -> State:
        """Insist on the condition."""
        follow = Next(self.body, environment)
        return self.condition, environment, (REQUIRE[True], (follow, stack))


# Matching


class Subject(Node):
    """Puts what is to be matched into the environment and goes on matching."""

    __slots__ = ("matching", "subject")

    def __init__(self, subject: Node, matching: Node) -> None:
        self.subject = subject
        self.matching = matching

    def step(self, machine: Machine, environment: Environment, stack: Stack) -> State:
        """Match; the patterns decide how far the subject is evaluated."""
        subject = self.subject.delay(machine, environment)
        return self.matching, (*environment, subject), stack


class Reach(Node):
    """An alternative that was chosen: notes that it was and lays out its variables."""

    __slots__ = ("bit", "body", "select")

    def __init__(
        self, bit: int, body: Node, select: Callable[[Environment], Environment] | None
    ) -> None:
        self.bit = bit
        self.body = body
        self.select = select

    def step(self, machine: Machine, environment: Environment, stack: Stack) -> State:
        """Go to its body."""
        machine.covered |= self.bit
        if self.select is not None:
            environment = self.select(environment)
        return self.body, environment, stack


@dataclass(slots=True, eq=False)
class NoMatch(Node):
    """No pattern matches; `subjects` are the places of what was to be matched."""

    message: str
    span: Span
    subjects: tuple[int, ...] = ()

    def step(self, machine: Machine, environment: Environment, stack: Stack) -> State:
        """There is no value here."""
        subjects = tuple([environment[place] for place in self.subjects])
        raise Stuck(self.message, self.span, subjects)


class Switch(Node):
    """Looks at the outermost constructor of a variable and goes on by it."""

    __slots__ = ("cases", "datatype", "default", "index")

    def __init__(
        self, index: int, datatype: DataType, cases: Mapping[Constructor, Node], default: Node
    ) -> None:
        self.index = index
        self.datatype = datatype
        self.cases = cases
        self.default = default

    def step(self, machine: Machine, environment: Environment, stack: Stack) -> State:
        """Evaluate the variable, choose how it is made if that is open, and go on."""
        value = shorten(environment[self.index])
        if value.__class__ is Data:
            case = self.cases.get(value.constructor)
            if case is None:
                return self.default, environment, stack
            return case, environment + value.fields, stack
        if value.__class__ is Thunk:
            return evaluate_then(value, self, environment, stack)
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


class NumberSwitch(Node):
    """Looks at a number and goes on by it."""

    __slots__ = ("cases", "default", "index")

    def __init__(self, index: int, cases: Mapping[int, Node], default: Node) -> None:
        self.index = index
        self.cases = cases
        self.default = default

    def step(self, machine: Machine, environment: Environment, stack: Stack) -> State:
        """Evaluate the variable; where the number is open, assume each that is asked for."""
        value = shorten(environment[self.index])
        if value.__class__ is int:
            return self.cases.get(value, self.default), environment, stack
        if value.__class__ is Thunk:
            return evaluate_then(value, self, environment, stack)
        term = machine.integer(value) if isinstance(value, Unknown) else value
        numbers = [integer(number) for number in self.cases]
        alternatives = [
            Alternative(node, environment, stack, condition=equal(term, number))
            for node, number in zip(self.cases.values(), numbers, strict=True)
        ]
        other = conjunction(*[different(term, number) for number in numbers])
        alternatives.append(Alternative(self.default, environment, stack, condition=other))
        raise Branch(alternatives)


# Conditions


class Negation(Node):
    """`not`."""

    __slots__ = ("operand",)

    def __init__(self, operand: Node) -> None:
        self.operand = operand

    def step(self, machine: Machine, environment: Environment, stack: Stack) -> State:
        """Evaluate the operand, wanting the opposite if anything is wanted."""
        wanted = wanted_by(stack)
        stack = (INVERT, stack)
        if wanted is not None:
            stack = (REQUIRE[not wanted], stack)
        return self.operand, environment, stack


class Invert:
    """Turns the truth value that comes round."""

    def resume(self, machine: Machine, value: Any, stack: Stack) -> State:
        """Give the opposite."""
        value = shorten(value)
        if isinstance(value, Term):
            return RETURN, negation(value), stack
        return decide(machine, value, (RETURN, FALSE, stack), (RETURN, TRUE, stack))


INVERT = Invert()


class Junction(Node):
    """`and` and `or`: `decisive` is the value of the left side that settles it."""

    __slots__ = ("decisive", "left", "right")

    def __init__(self, decisive: bool, left: Node, right: Node) -> None:
        self.decisive = decisive
        self.left = left
        self.right = right

    def step(self, machine: Machine, environment: Environment, stack: Stack) -> State:
        """Evaluate the left side; where both sides must hold, insist on each in turn."""
        wanted = wanted_by(stack)
        if wanted is not None and wanted is not self.decisive:
            follow = Next(self.right, environment)
            return self.left, environment, (REQUIRE[wanted], (follow, stack))
        return self.left, environment, (Joined(self, environment), stack)


@dataclass(slots=True)
class Joined:
    """Has the left side of `and` or `or`; evaluates the right side if it is still open."""

    junction: Junction
    environment: Environment

    def resume(self, machine: Machine, value: Any, stack: Stack) -> State:
        """Settled, or the right side."""
        settled: State = (RETURN, truth(self.junction.decisive), stack)
        onwards: State = (self.junction.right, self.environment, stack)
        if self.junction.decisive:
            return decide(machine, shorten(value), settled, onwards)
        return decide(machine, shorten(value), onwards, settled)


# Numbers


Concrete: TypeAlias = Callable[[int, int], Any]
Symbolic: TypeAlias = Callable[[Term, Term], Term]


class Arithmetic(Node):
    """An operation on two numbers; the result is a number or a truth value."""

    __slots__ = ("concrete", "left", "right", "symbolic")

    def __init__(self, concrete: Concrete, symbolic: Symbolic, left: Node, right: Node) -> None:
        self.concrete = concrete
        self.symbolic = symbolic
        self.left = left
        self.right = right

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


class Division(Arithmetic):
    """`div` or `mod`, rounded down as in Haskell; stuck where the divisor is zero."""

    __slots__ = ("span",)

    def __init__(
        self, concrete: Concrete, symbolic: Symbolic, left: Node, right: Node, span: Span
    ) -> None:
        super().__init__(concrete, symbolic, left, right)
        self.span = span

    def step(self, machine: Machine, environment: Environment, stack: Stack) -> State:
        """The left side first."""
        return self.left, environment, (LeftOperand(self, environment), stack)

    def combine(self, machine: Machine, left: Any, right: Any, stack: Stack) -> State:
        """The result of both numbers, with the divisor zero set apart."""
        impossible = NoMatch("division by zero", self.span)
        if right.__class__ is int:
            if right == 0:
                return impossible, (), stack
            return super().combine(machine, left, right, stack)
        divisor = _term(machine, right)
        zero = equal(divisor, integer(0))
        quotient = self.symbolic(_term(machine, left), divisor)
        raise Branch(
            [
                Alternative(RETURN, quotient, stack, condition=negation(zero)),
                Alternative(impossible, (), stack, condition=zero),
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
