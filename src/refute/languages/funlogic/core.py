"""The expressions that code is generated from: names are resolved, patterns are decisions.

Variables go by numbers, which are unique along every path through a function.
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
    """A value known from the start, as the machine has it."""

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
    """A function that is known, with exactly the arguments it takes."""

    code: Code
    arguments: tuple[Node, ...]


@record
class Apply(Node):
    """Any function with any number of arguments."""

    function: Node
    arguments: tuple[Node, ...]


@record
class Lambda(Node):
    """A function as a value, with what it captures."""

    code: Code


@record
class Binding(Node):
    """A variable and what it stands for."""

    number: int
    value: Node


@record
class Let(Node):
    """Bindings that may speak of each other, then a body."""

    bindings: tuple[Binding, ...]
    body: Node


@record
class Free(Node):
    """New unknowns, from some number on, then a body."""

    first: int
    types: tuple[Type | None, ...]
    body: Node


@record
class Choose(Node):
    """Any of some expressions, each with its text."""

    options: tuple[Node, ...]
    texts: tuple[str, ...]


@record
class AllValues(Node):
    """The list of all values of an expression."""

    body: Node


# Matching


@record
class Subject(Node):
    """A variable that is matched, and how."""

    number: int
    subject: Node
    matching: Node


@record
class Reach(Node):
    """An alternative that was chosen: notes that it was."""

    bit: int
    body: Node


@record
class NoMatch(Node):
    """No pattern matches; `subjects` are the variables that were to be matched."""

    end: DeadEnd
    subjects: tuple[int, ...] = ()


@record
class Case(Node):
    """What to do with one constructor, whose fields are the variables from `first` on."""

    constructor: Constructor
    first: int
    body: Node


@record
class Switch(Node):
    """Looks at the outermost constructor of a variable; `default` is for those without a case."""

    number: int
    datatype: DataType
    cases: tuple[Case, ...]
    default: Node | None


@record
class Unify(Node):
    """`made == variable`, which must hold; `case` has what follows where the variable is made with
    the same constructor."""

    number: int
    made: Node
    case: Case


@record
class NumberSwitch(Node):
    """Looks at a number and goes on by it."""

    number: int
    numbers: tuple[int | Fraction, ...]
    cases: tuple[Node, ...]
    default: Node


# Numbers and truth values


@record
class Arithmetic(Node):
    """An operation on two numbers, with its sign in Python."""

    sign: str
    operation: Operation
    left: Node
    right: Node


@record
class Division(Node):
    """`div`, `mod` or `/`; `end` is where the divisor is zero."""

    sign: str
    operation: Operation
    left: Node
    right: Node
    end: DeadEnd


@record
class Comparison(Node):
    """Compares two values, with the sign in Python."""

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
    """Goes on by a truth value."""

    condition: Node
    then: Node
    otherwise: Node


@record
class Condition(Node):
    """`case … of True -> …`: the body where the condition holds, else no value."""

    condition: Node
    body: Node


@record
class Ready(Node):
    """Goes on by whether none of some variables waits to be evaluated."""

    numbers: tuple[int, ...]
    then: Node
    otherwise: Node


@record
class Bound(Node):
    """A condition on a number that follows from others, to be seen early: it is only looked at
    where the branch has made a choice since the last one."""

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
