"""Records and entities: classes with slots for their fields that are declared quickly.

A program has hundreds of them but creates instances of a few dozen. Most of the time that declaring
a dataclass takes goes into generating the text of its `__init__`, so that is generated when the
first instance is created; the other methods are shared by all classes.
"""

from __future__ import annotations

from dataclasses import MISSING, dataclass, field, fields
from operator import attrgetter
from typing import Any, TypeVar, cast, dataclass_transform

_T = TypeVar("_T")


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def record(made: type[_T]) -> type[_T]:
    """Declare a record: a dataclass with slots, compared by its fields and matched by position.

    Records are immutable; type checkers enforce that.
    """
    declared = _declared(made, __eq__=_equal, __hash__=_hash)
    compared = [each.name for each in fields(declared) if each.compare]
    declared._compared = attrgetter(*compared) if compared else _nothing
    return cast(type[_T], declared)


@dataclass_transform(eq_default=False, field_specifiers=(field,))
def entity(made: type[_T]) -> type[_T]:
    """Declare an entity: a mutable dataclass with slots, compared by identity."""
    return cast(type[_T], _declared(made))


def _declared(made: type, **methods: Any) -> Any:
    """A class with slots for its fields, and with the methods that it does not define itself."""
    made.__doc__ = made.__doc__ or made.__name__  # otherwise a text is made of its signature
    declared: Any = dataclass(init=False, eq=False, repr=False, slots=True)(made)
    for name, method in {"__repr__": _show, **methods}.items():
        if name not in vars(made):
            setattr(declared, name, method)

    written: Any = None

    def initialize(self: Any, *arguments: Any, **named: Any) -> None:
        nonlocal written
        if written is None:
            written = _initializer(declared)
            if declared.__init__ is initialize:
                declared.__init__ = written
        written(self, *arguments, **named)

    declared.__init__ = initialize
    return declared


def _initializer(declared: type) -> Any:
    """The `__init__` of a dataclass with these fields."""
    space: dict[str, Any] = {}
    positional, named, body = ["self"], list[str](), list[str]()
    for each in fields(cast(Any, declared)):
        default, made = f"default_{each.name}", f"made_{each.name}()"
        space[default], space[made[:-2]] = each.default, each.default_factory
        has_default, has_made = each.default is not MISSING, each.default_factory is not MISSING
        if each.init:
            optional = f"={default}" if has_default or has_made else ""
            (named if each.kw_only else positional).append(f"{each.name}{optional}")
        value = each.name if each.init else default
        if has_made:
            value = f"{made} if {each.name} is {default} else {each.name}" if each.init else made
        if each.init or has_default or has_made:
            body.append(f"self.{each.name} = {value}")
    if hasattr(declared, "__post_init__"):
        body.append("self.__post_init__()")
    parameters = ", ".join([*positional, *(["*", *named] if named else [])])
    exec(f"def __init__({parameters}):\n    {'; '.join(body) or 'pass'}", space)
    return space["__init__"]


def _nothing(_record: object) -> None:
    return None


def _equal(self: Any, other: Any) -> Any:
    if type(other) is not type(self):
        return NotImplemented
    compared = type(self)._compared
    return compared(self) == compared(other)


def _hash(self: Any) -> int:
    return hash((type(self), type(self)._compared(self)))


def _show(self: Any) -> str:
    shown = (f"{each.name}={getattr(self, each.name)!r}" for each in fields(self) if each.repr)
    return f"{type(self).__qualname__}({', '.join(shown)})"
