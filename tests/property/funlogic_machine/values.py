"""What the machine handles beside finished values: functions, unknowns and delayed work."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from refute.languages.funlogic.values import Answer, Data, Type

if TYPE_CHECKING:
    from funlogic_machine.machine import Node


class Code:
    """A function's body, which finds its captured variables and then its arguments in the
    environment."""

    __slots__ = ("arity", "body", "name")

    def __init__(self, name: str, arity: int) -> None:
        self.name = name
        self.arity = arity
        self.body: Node = None  # type: ignore[assignment]  # set once, so that code may recur


@dataclass(slots=True, eq=False)
class Closure:
    """A function with the environment it was made in and the arguments it has so far."""

    code: Code
    environment: tuple[Any, ...] = ()
    arguments: tuple[Any, ...] = ()


class Cell:
    """Something whose value comes later; `None` until then."""

    __slots__ = ("born", "value")

    value: Any
    born: int


class Unknown(Cell):
    """A value that the search has not chosen yet."""

    __slots__ = ("name", "paid", "type")

    def __init__(self, name: str, born: int, shape: Type | None = None) -> None:
        self.name = name
        self.born = born
        self.type = shape
        self.paid = 0
        self.value = None


def shorten(value: Any) -> Any:
    """What a value stands for by now: a plain value, an open unknown or unevaluated thunk."""
    while isinstance(value, Cell):
        known = value.value
        if known is None:
            return value
        value = known
    return value


def inside(value: Any) -> Iterator[Any]:
    """Every evaluated part of a value, itself included; stops at ground data."""
    pending = [value]
    while pending:
        part = shorten(pending.pop())
        yield part
        if isinstance(part, Data) and not part.ground:
            pending.extend(part.fields)


def rebuild(value: Any, leaf: Callable[[Any], Answer], *, ground: bool = False) -> Answer:
    """A value with `leaf` applied to all inside it that is ground or no data, without recursion."""
    done: dict[int, Answer] = {}
    pending = [shorten(value)]
    while pending:
        part = pending[-1]
        if not isinstance(part, Data) or part.ground:
            done[id(part)] = leaf(part)
        else:
            fields = [shorten(field) for field in part.fields]
            missing = [field for field in fields if id(field) not in done]
            if missing:
                pending.extend(missing)
                continue
            made = tuple(done[id(field)] for field in fields)
            done[id(part)] = Data(part.constructor, made, ground)
        pending.pop()
    return done[id(shorten(value))]
