"""The expressions that code is generated from: names are resolved, patterns are decisions.

Variables are identified by numbers, which are unique along every path through a function.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from refute.frontend.node import Node
from refute.languages.funlogic.arithmetic import Operation
from refute.languages.funlogic.machine import DeadEnd
from refute.languages.funlogic.ordering import Order
from refute.languages.funlogic.values import Code, Constructor, DataType, Type
from refute.record import record


@record
class Constant(Node):
    """A value known in advance, as the machine represents it."""

    value: Any


@record
class Local(Node):
    """A variable."""

    number: int


@record
class Construct(Node):
    """A constructor with all its fields."""

    constructor: Constructor
    fields: tuple[Node, ...]


@record
class Call(Node):
    """A call of a known function, with exactly as many arguments as it takes."""

    code: Code
    arguments: tuple[Node, ...]


@record
class Apply(Node):
    """An application of any function to any number of arguments."""

    function: Node
    arguments: tuple[Node, ...]


@record
class Lambda(Node):
    """A function as a value, with the variables it captures."""

    code: Code


@record
class Binding(Node):
    """A variable and its value."""

    number: int
    value: Node


@record
class Let(Node):
    """Bindings, which may refer to each other, and a body."""

    bindings: tuple[Binding, ...]
    body: Node


@record
class Free(Node):
    """New unknowns, numbered from `first`, and a body."""

    first: int
    types: tuple[Type | None, ...]
    body: Node


@record
class Choose(Node):
    """A choice between expressions, each with its text."""

    options: tuple[Node, ...]
    texts: tuple[str, ...]


@record
class AllValues(Node):
    """The list of all values of an expression."""

    body: Node


# Matching


@record
class Subject(Node):
    """A variable for an expression that is matched, and how it is matched."""

    number: int
    subject: Node
    matching: Node


@record
class Reach(Node):
    """Records that an alternative was chosen, then continues with its body."""

    bit: int
    body: Node


@record
class NoMatch(Node):
    """No pattern matches; `subjects` are the variables that were to be matched."""

    end: DeadEnd
    subjects: tuple[int, ...] = ()


@record
class Case(Node):
    """The body for one constructor, whose fields are the variables numbered from `first`."""

    constructor: Constructor
    first: int
    body: Node


@record
class Switch(Node):
    """Branches on the outermost constructor of a variable; `default` covers all others."""

    number: int
    datatype: DataType
    cases: tuple[Case, ...]
    default: Node | None


@record
class Unify(Node):
    """`made == variable`, which must hold; `case` is for a variable that is made with the same
    constructor."""

    number: int
    made: Node
    case: Case


@record
class NumberSwitch(Node):
    """Branches on a number."""

    number: int
    numbers: tuple[int | Fraction, ...]
    cases: tuple[Node, ...]
    default: Node


# Numbers and truth values


@record
class Arithmetic(Node):
    """An operation on two numbers, with its Python operator."""

    sign: str
    operation: Operation
    left: Node
    right: Node


@record
class Division(Node):
    """`div`, `mod` or `/`; `end` is for a divisor of zero."""

    sign: str
    operation: Operation
    left: Node
    right: Node
    end: DeadEnd


@record
class Comparison(Node):
    """Compares two values, with the Python operator."""

    sign: str
    order: Order
    left: Node
    right: Node


@record
class Equal(Node):
    """`==`; `is_apart` if nothing in the right side depends on what the left may wait for."""

    left: Node
    right: Node
    is_apart: bool = False


@record
class If(Node):
    """Branches on a truth value."""

    condition: Node
    then: Node
    otherwise: Node


@record
class Condition(Node):
    """`case … of True -> …`: the body if the condition holds, else no value."""

    condition: Node
    body: Node


@record
class Ready(Node):
    """Branches on whether none of some variables is waiting to be evaluated."""

    numbers: tuple[int, ...]
    then: Node
    otherwise: Node


@record
class Bound(Node):
    """A condition on a number that follows from others, to be checked early: only if the branch has
    made a choice since the last such check."""

    condition: Node


@record
class Negation(Node):
    """`not`."""

    operand: Node


@record
class Junction(Node):
    """`and` and `or`: `decisive` is the value of the left side that settles it."""

    decisive: bool
    left: Node
    right: Node


@record
class Watch(Node):
    """A condition whose two outcomes are to be reached, each with its bit."""

    condition: Node
    when_true: int
    when_false: int
