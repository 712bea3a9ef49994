"""Values that may wait: thunks, frames, and functions beside the main one."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeAlias

from refute.frontend.node import Node
from refute.languages.funlogic import core
from refute.languages.funlogic.machine import AHEAD, DELAYED, LAST, TRUE, VALUE
from refute.languages.funlogic.values import Code
from refute.languages.funlogic.writing.body import Body
from refute.languages.funlogic.writing.kinds import are_at_hand, can_calculate

if TYPE_CHECKING:
    from refute.languages.funlogic.generate import Generated

Facts: TypeAlias = Mapping[int, str]
"""The evaluated variables, with the names that they have then."""

Then: TypeAlias = "Callable[[str, Facts, str | None], None]"
"""Writes what follows a value, given its name, and the frame that another value of it may be
given to, if there is one already."""

DEEPEST = 20
"""Maximum depth of blocks; what lies deeper is a function of its own."""


class Delaying:
    """Writes what is not evaluated where it stands."""

    def __init__(self, generated: Generated, code: Code, mode: int) -> None:
        self._generated = generated
        self._code = code
        self._mode = TRUE if mode == LAST else mode
        self._main = self._body = Body(is_last=mode == LAST)
        self._functions: list[str] = []
        self._resumes: dict[tuple[Any, ...], tuple[str, list[str]]] = {}
        self._temporaries: dict[tuple[Any, ...], str] = {}
        self._salt: tuple[Any, ...] = ()
        self._cuts: dict[tuple[Any, ...], bool] = {}
        self._level = 0
        self._is_ahead = False
        self._is_merging = False
        self._told = code.last  # the variable that has what the value must be

    @abstractmethod
    def _tail(self, node: Node, facts: Facts, mode: int) -> None:
        """Evaluate a node as the last thing."""

    @abstractmethod
    def _last(self, node: Node, facts: Facts, mode: int) -> None:
        """The same, without looking whether it should be a function of its own."""

    def _add(self, name: str, parameters: Sequence[str], lines: Sequence[str]) -> None:
        self._functions.append(f"def {name}({', '.join(parameters)}):\n" + "\n".join(lines) + "\n")

    # Functions beside the main one

    @contextmanager
    def _apart(self, *, is_last: bool = False) -> Iterator[Body]:
        """Write into a body of its own."""
        before, self._body = self._body, Body(is_last=is_last)
        yield self._body
        self._body = before

    def _resume(self, node: Node, name: str, rest: Callable[[str], None]) -> str:
        """The frame that goes on with the rest when it is given a value of some name."""
        key = (id(node), name, self._salt)
        if key not in self._resumes:
            with self._apart(is_last=True) as body:
                body.assign(name, "value")
                rest("frame")
            function, free = self._generated.function_name("r"), body.free()
            unpack = [f"    {', '.join(['_', *free])} = frame"] if free else []
            self._add(function, ["m", "value", "frame"], [*unpack, *body.lines])
            self._resumes[key] = function, free
        function, free = self._resumes[key]
        return f"({', '.join([function, *free])},)"

    def _point(self, node: Node, name: str, rest: Callable[[str], None]) -> None:
        """Go on with the value of a name, or interrupt where its computation was interrupted.

        Where the rest begins with what it does unless the value is of some class, it is looked at
        only there whether there is a value.
        """
        frame, body = self._resume(node, name, rest), self._body
        body.points += 1
        mark = len(body.lines)
        with body.block(f"if {name} is None:"):
            body.line(f"m.frames.append({frame})")
            body.line("return None")
        behind = len(body.lines)
        rest(frame)
        head = body.lines[behind]
        if head.lstrip().startswith(f"if {name}.__class__ is not "):
            interrupted = [f"    {each}" for each in body.lines[mark:behind]]
            body.lines[mark : behind + 1] = [head, *interrupted]

    def _outlined(self, node: Node, facts: Facts, mode: int) -> str:
        """A call of a function that evaluates a node."""
        key = (id(node), "outlined", mode, self._salt)
        if key not in self._resumes:
            salt, self._salt = self._salt, (id(node), mode, *self._salt[:2])
            level, self._level = self._level, 0
            with self._apart() as body:
                self._last(node, facts, mode)
            self._salt, self._level = salt, level
            function, free = self._generated.function_name("g"), body.free()
            self._add(function, ["m", *free], body.lines)
            self._resumes[key] = function, free
        function, free = self._resumes[key]
        return f"{function}({', '.join(['m', *free])})"

    def _thunk(self, node: Node, facts: Facts) -> tuple[str, list[str]]:
        """The function that a thunk calls, and the variables that it keeps."""
        key = (id(node), "thunk", self._salt)
        if key not in self._resumes:
            with self._apart() as body:
                self._tail(node, facts, VALUE)
            function, free = self._generated.function_name("t"), body.free()
            unpack = [f"    {', '.join(['_', '_', '_', *free])} = thunk"] if free else []
            self._add(function, ["m", "thunk"], [*unpack, *body.lines])
            self._resumes[key] = function, free
        return self._resumes[key]

    def _temporary(self, node: Node, role: object = None) -> str:
        key = (id(node), role, self._salt)
        return self._temporaries.setdefault(key, f"v{len(self._temporaries)}")

    # Values that may wait

    def _delay(self, node: Node, facts: Facts) -> str:
        """A value for later use: what stands there already, or a thunk."""
        match node:
            case core.Constant(value):
                return self._generated.constant(value)
            case core.Local(number):
                return facts.get(number, f"x{number}")
            case core.Construct(constructor, fields):
                parts = [self._delay(field, facts) for field in fields]
                made = f"({', '.join([self._generated.constant(constructor), *parts])})"
                return self._named(node, made) if made.count("(") > DEEPEST else made
            case core.Lambda(code):
                return self._closure(code, facts)
            case core.Arithmetic(sign, _, left, right) if are_at_hand(left, right):
                sides = [self._delay(left, facts), self._delay(right, facts)]
                thunk = self._thunk_text(node, facts)
                simple = can_calculate(sign, *sides)
                return f"({sides[0]} {sign} {sides[1]} if {simple} else {thunk})"
            case _:
                return self._thunk_text(node, facts)

    def _thunk_text(self, node: Node, facts: Facts) -> str:
        if isinstance(node, core.Call):
            if not self._is_ahead and self._generated.loop(node.code) is not None:
                return self._call(node.code, node.arguments, facts, AHEAD)
            given = self._arguments(node.code, node.arguments, facts)
            entry = self._generated.entry(node.code, DELAYED)
            return f"[{', '.join(['None', entry, 'm.now', *given])}]"
        function, free = self._thunk(node, facts)
        return f"[{', '.join(['None', function, 'm.now', *free])}]"

    def _named(self, node: Node, text: str) -> str:
        name = self._temporary(node)
        self._body.assign(name, text)
        return name

    def _closure(self, code: Code, facts: Facts) -> str:
        captured = self._generated.captured(code)
        if not captured:
            return self._generated.closure(code)
        names = [facts.get(each, f"x{each}") for each in captured]
        return f"Closure({self._generated.constant(code)}, ({', '.join(names)},))"

    def _call(self, code: Code, arguments: Sequence[Node], facts: Facts, mode: int) -> str:
        given = self._arguments(code, arguments, facts)
        return f"{self._generated.entry(code, mode)}({', '.join(['m', *given])})"

    def _arguments(self, code: Code, arguments: Sequence[Node], facts: Facts) -> list[str]:
        """What a function is given: the variables that it captures, and its arguments."""
        captured = [facts.get(each, f"x{each}") for each in self._generated.captured(code)]
        return captured + [self._delay(each, facts) for each in arguments]
