"""The expressions as the machine evaluates them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from refute.languages.funlogic.machine import (
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
)
from refute.source import Span


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
    """A variable, by its slot in the environment."""

    __slots__ = ("index",)

    def __init__(self, index: int) -> None:
        self.index = index

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
    """Any of some expressions, each with its text."""

    __slots__ = ("options",)

    def __init__(self, options: tuple[tuple[Node, str], ...]) -> None:
        self.options = options

    def step(self, machine: Machine, environment: Environment, stack: Stack) -> State:
        """All of them."""
        raise Branch(
            [Alternative(node, environment, stack, label=text) for node, text in self.options]
        )


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
    """No pattern matches; `subjects` are the slots of what was to be matched."""

    message: str
    span: Span
    subjects: tuple[int, ...] = ()

    def step(self, machine: Machine, environment: Environment, stack: Stack) -> State:
        """There is no value here."""
        subjects = tuple([environment[slot] for slot in self.subjects])
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
