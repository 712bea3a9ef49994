"""Types, and the values of a running program: numbers, data, functions, and holes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, TypeAlias

from refute.languages.funlogic.syntax import (
    CHARACTER as CHARACTER_NAME,
    FIRST_CHARACTER,
    LIST_CELL,
    LIST_END,
    UNIT,
    tuple_name,
)
from refute.record import record
from refute.solver import Model
from refute.terms import BOOL, INT, REAL, Term, evaluate, variables


@record
class Type:
    """A type by name and arguments; a lower-case name is a type variable."""

    name: str
    arguments: tuple[Type, ...] = ()

    @property
    def is_variable(self) -> bool:
        """Whether nothing is known of this type."""
        return self.name[0].islower() or self.name[0] == "_"


INTEGER = Type("Int")
DECIMAL = Type("Decimal")
NUMBER = Type("number")
"""Either of the two; a function of such numbers has a version for each."""

TEXT = Type(LIST_END, (Type("Char"),))


class DataType:
    """A type with its constructors; `parameters` are the type variables in its fields."""

    __slots__ = ("constructors", "name", "parameters")

    def __init__(self, name: str, parameters: tuple[str, ...] = ()) -> None:
        self.name = name
        self.parameters = parameters
        self.constructors: tuple[Constructor, ...] = ()


class Constructor:
    """One way to make a value of a data type."""

    __slots__ = ("arity", "datatype", "fields", "name", "value")

    def __init__(self, name: str, datatype: DataType, fields: tuple[Type, ...]) -> None:
        self.name = name
        self.datatype = datatype
        self.fields = fields
        self.arity = len(fields)
        self.value: Any = (self,)
        """The machine's value of a constructor without fields."""
        datatype.constructors = (*datatype.constructors, self)

    def __getitem__(self, at: int) -> None:
        """Always `None`: code that mistakes data for a cell finds no data in it."""

    def field_types(self, whole: Type | None) -> tuple[Type | None, ...]:
        """The types of the fields in a value of the given type, as far as known."""
        if whole is None or len(whole.arguments) != len(self.datatype.parameters):
            return tuple(None if _open(field) else field for field in self.fields)
        known = dict(zip(self.datatype.parameters, whole.arguments, strict=True))
        return tuple(substitute(field, known) for field in self.fields)


def substitute(shape: Type, known: dict[str, Type]) -> Type:
    """A type with its variables replaced where known."""
    if shape.is_variable:
        return known.get(shape.name, shape)
    return Type(shape.name, tuple(substitute(each, known) for each in shape.arguments))


def _open(shape: Type) -> bool:
    return shape.is_variable or any(_open(each) for each in shape.arguments)


class Data:
    """A constructor with its fields; `ground` if everything inside is evaluated and known."""

    __slots__ = ("constructor", "fields", "ground")

    def __init__(
        self, constructor: Constructor, fields: tuple[Any, ...] = (), ground: bool = False
    ) -> None:
        self.constructor = constructor
        self.fields = fields
        self.ground = ground or not fields


class Code:
    """A function. Its variables are numbered from `first` on, beginning with its parameters;
    variables with smaller numbers in its body are captured.

    `entries` has a Python function for each of the machine's modes. `numbers` has the parameters if
    they are not the first variables, and `last` the last of them. `is_global` means that the name
    refers to this function everywhere. One that `unifies` is a condition: that another function has
    the value of its last parameter.
    """

    __slots__ = (
        "arity",
        "body",
        "entries",
        "first",
        "is_global",
        "last",
        "name",
        "number",
        "numbers",
        "unifies",
    )

    def __init__(self, name: str, arity: int, first: int, number: int) -> None:
        self.name = name
        self.arity = arity
        self.first = first
        self.number = number
        self.numbers: tuple[int, ...] | None = None
        self.last: int | None = None
        self.is_global = False
        self.unifies = False
        self.body: Any = None
        self.entries: list[Callable[..., Any]] = []

    @property
    def parameters(self) -> list[int]:
        """The numbers of the parameters."""
        numbers = list(self.numbers or range(self.first, self.first + self.arity))
        return numbers if self.last is None else [*numbers[:-1], self.last]


@dataclass(slots=True, eq=False)
class Closure:
    """A function with the variables it captured and the arguments it has so far; in an answer,
    the arguments are answers, too."""

    code: Code
    captured: tuple[Any, ...] = ()
    arguments: tuple[Any, ...] = ()

    @property
    def is_written(self) -> bool:
        """Whether it is a function of the program, written as its name alone."""
        return self.code.is_global and not self.arguments


@record
class Hole:
    """An unknown that an answer leaves open: any value of its type will do."""

    name: str
    type: Type | None = None


Answer: TypeAlias = int | Fraction | Data | Term | Hole | Closure
"""A finished value, without thunks; `Data` holds such values in turn."""


# The data types that every program has

BOOLEAN = DataType("Bool")
FALSE = Data(Constructor("False", BOOLEAN, ()))
TRUE = Data(Constructor("True", BOOLEAN, ()))
FALSE.constructor.value, TRUE.constructor.value = False, True
LIST = DataType(LIST_END, ("a",))
EMPTY = Data(Constructor(LIST_END, LIST, ()))
CELL = Constructor(LIST_CELL, LIST, (Type("a"), Type(LIST_END, (Type("a"),))))
CHARACTERS = DataType("Char")
CHARACTER = Constructor(CHARACTER_NAME, CHARACTERS, (INTEGER,))
NOTHING = Data(Constructor(UNIT, DataType(UNIT), ()))


def tuple_constructor(size: int) -> Constructor:
    """The constructor of tuples of a size."""
    return _TUPLES[size]


def _make_tuple(size: int) -> Constructor:
    parameters = tuple(f"t{index}" for index in range(size))
    datatype = DataType(tuple_name(size), parameters)
    return Constructor(tuple_name(size), datatype, tuple(Type(each) for each in parameters))


LARGEST_TUPLE = 16
_TUPLES = {size: _make_tuple(size) for size in range(2, LARGEST_TUPLE + 1)}


def truth(value: bool) -> Data:
    """A Python truth value as data."""
    return TRUE if value else FALSE


def character(letter: str) -> Data:
    """A character as data."""
    return Data(CHARACTER, (ord(letter) - FIRST_CHARACTER,), ground=True)


def letter_of(value: Any) -> str | None:
    """The letter that a value represents, if it is a known character."""
    if not isinstance(value, Data) or value.constructor is not CHARACTER:
        return None
    number = value.fields[0]
    return chr(number + FIRST_CHARACTER) if isinstance(number, int) else None


def text_of(value: Any) -> str | None:
    """The text that a list represents, if it has items and all of them are known characters."""
    items, end = list_items(value)
    letters = [letter_of(item) for item in items]
    is_closed = isinstance(end, Data) and end.constructor is EMPTY.constructor
    if not letters or not is_closed or None in letters:
        return None
    return "".join(letter for letter in letters if letter is not None)


def list_items(value: Any) -> tuple[list[Any], Any]:
    """The items of a list value, and its end (`EMPTY` if it is closed)."""
    items = []
    while isinstance(value, Data) and value.constructor is CELL:
        items.append(value.fields[0])
        value = value.fields[1]
    return items, value


def inside(value: Any) -> Iterator[Any]:
    """Every evaluated part of a value, itself included, in order; stops at ground data."""
    pending = [value]
    while pending:
        part = pending.pop()
        yield part
        if isinstance(part, Data) and not part.ground:
            pending.extend(reversed(part.fields))


def rebuild(value: Any, leaf: Callable[[Any], Answer], *, ground: bool = False) -> Answer:
    """A value with `leaf` applied to its parts that are ground or not data; without recursion."""
    done: dict[int, Answer] = {}
    pending = [value]
    while pending:
        part = pending[-1]
        if not isinstance(part, Data) or part.ground:
            done[id(part)] = leaf(part)
        else:
            fields = part.fields
            missing = [field for field in fields if id(field) not in done]
            if missing:
                pending.extend(missing)
                continue
            made = tuple(done[id(field)] for field in fields)
            done[id(part)] = Data(part.constructor, made, ground)
        pending.pop()
    return done[id(value)]


# Concrete values for what a search leaves open

HIGHEST = 50
"""Maximum depth of a generated value."""


class NoInstance(Exception):
    """There is no finite value of a type, or none that can be written down."""


class Instances:
    """Makes concrete values over the data types of a program."""

    def __init__(
        self,
        datatypes: Mapping[str, DataType],
        functions: Callable[[Type], Sequence[Closure]] | None = None,
    ) -> None:
        self._datatypes = datatypes
        self._functions = functions
        self._known: dict[tuple[Type, int], tuple[int, Answer] | None] = {}

    def smallest(self, shape: Type | None) -> Answer:
        """A value of a type with the fewest constructors; unknown types are taken as integers."""
        for height in range(HIGHEST):
            found = self._within(shape, height)
            if found is not None and found[0] <= height + 1:  # higher values have more
                return found[1]
        if shape is not None and shape.name == "->":
            raise NoInstance("a value is a function, and none of the program's fits")
        raise NoInstance(f"no value of type {shape.name if shape else 'any'} can be made up")

    def least(self, shape: Type | None) -> int:
        """Minimum number of constructors in a value of a type; characters count as none."""
        if shape is None or shape.name == CHARACTERS.name:
            return 0
        for height in range(HIGHEST):
            found = self._within(shape, height)
            if found is not None and found[0] <= height + 1:
                return found[0]
        return 0

    def _within(self, shape: Type | None, height: int) -> tuple[int, Answer] | None:
        """The smallest value of a type of at most this height, if there is one, with its size."""
        if shape is None or shape.is_variable or shape == INTEGER:
            return 0, 0
        if shape == DECIMAL:
            return 0, Fraction(0)
        if (shape, height) not in self._known:
            self._known[shape, height] = self._made(shape, height)
        return self._known[shape, height]

    def _made(self, shape: Type, height: int) -> tuple[int, Answer] | None:
        if shape.name == "->" and self._functions is not None:
            return next(((0, each) for each in self._functions(shape)), None)
        datatype = self._datatypes.get(shape.name)
        best: tuple[int, Answer] | None = None
        for constructor in datatype.constructors if datatype else ():
            if constructor.arity and not height:
                continue
            parts = [self._within(each, height - 1) for each in constructor.field_types(shape)]
            fields = [each for each in parts if each is not None]
            size = 1 + sum(size for size, _ in fields)
            if len(fields) == len(parts) and (best is None or size < best[0]):
                best = size, Data(constructor, tuple(value for _, value in fields), ground=True)
        return best

    def concrete(self, value: Answer, model: Model) -> Answer:
        """A value with its numbers from a model and its holes filled with smallest values."""

        def leaf(part: Any) -> Answer:
            match part:
                case Hole():
                    return self.smallest(part.type)
                case Closure() if not part.is_written:
                    raise NoInstance("a function cannot be written down as a value")
                case _:
                    return _number(part, model)

        return rebuild(value, leaf, ground=True)


def with_numbers(value: Answer, model: Model) -> Answer:
    """A value with its numbers from a model; its holes stay."""
    return rebuild(value, lambda part: _number(part, model))


def _number(part: Answer, model: Model) -> Answer:
    if not isinstance(part, Term):
        return part
    value = evaluate(part, model)
    assert isinstance(value, int | Fraction)
    return truth(bool(value)) if part.sort is BOOL else value


def numbers(values: Sequence[Answer]) -> list[Term]:
    """The unknown numbers and truth values in some values, in order."""
    found: dict[Term, None] = {}
    for value in values:
        for part in inside(value):
            if isinstance(part, Term):
                found.update(dict.fromkeys(variables(part)))
    return list(found)


def integers(terms: Sequence[Term]) -> list[Term]:
    """The terms that are integers."""
    return [term for term in terms if term.sort is INT]


def decimals(terms: Sequence[Term]) -> list[Term]:
    """The terms that are decimals."""
    return [term for term in terms if term.sort is REAL]
