"""Python code for the functions of a program, made when they are first called.

What is certain to be needed is computed where it stands, by calls; anything else becomes a thunk.
After every call that may be interrupted, the code looks whether it was, and then adds a frame:
the name of a function with the rest of the code, and the variables which that needs. So every
function is written once as a whole, and once more from each such point on.

Names in the code: `x3` is variable 3 as it was given, `w3` the same evaluated, `v3` a value that
was computed on the way. `m` is the machine.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, TypeAlias

from refute.frontend.nesting import room_for_nesting
from refute.frontend.node import Node, walk
from refute.languages.funlogic import core, equality, machine, ordering
from refute.languages.funlogic.answers import add_known
from refute.languages.funlogic.expected import Expectations
from refute.languages.funlogic.machine import DELAYED, EITHER, FALSE, TRUE, VALUE
from refute.languages.funlogic.values import BOOLEAN, Closure, Code, Constructor, Data

Facts: TypeAlias = Mapping[int, str]
"""The evaluated variables, with the names that they have then."""

Then: TypeAlias = "Callable[[str, Facts, str | None], None]"
"""Writes what follows a value, given its name, and the frame that another value of it may be
given to, if there is one already."""

FRAMES = 20_000
"""Maximum depth of Python's stack while code is generated."""

DEEPEST = 20
"""Maximum depth of blocks; what lies deeper is a function of its own."""

LONGEST = 8
"""Maximum number of points, one after the other or inside each other, at which a function may be
interrupted; what follows is a function of its own, as all of it is written for each point."""

_NAME = re.compile(r"\b[xwv]\d+\b")
_SUFFIXES = {VALUE: "v", TRUE: "t", FALSE: "f", EITHER: "e", DELAYED: "d"}
_WANTED = {TRUE: True, FALSE: False}
_RUNTIME: Mapping[str, Any] = {
    "Closure": Closure,
    "Unknown": machine.Unknown,
    "again": machine.again,
    "apply": machine.apply,
    "calculate": machine.calculate,
    "compare": equality.compare,
    "decide": machine.decide,
    "divide": machine.divide,
    "in_order": ordering.in_order,
    "invert": machine.invert,
    "narrow": machine.narrow,
    "number_choice": machine.number_choice,
    "require": machine.require,
    "whnf": machine.whnf,
}


class Generated:
    """The functions of a program, with the names that generated code uses.

    `ground` has the constant data in them by identity, with their answers. If `parallel`, both
    sides of an `and` that must hold are evaluated beside each other.
    """

    def __init__(self, *, parallel: bool = True) -> None:
        self.parallel = parallel
        self.names: dict[str, Any] = dict(_RUNTIME)
        self.ground: dict[int, Data] = {}
        self._codes = 0
        self._constants: dict[int, str] = {}
        self._captured: dict[Code, tuple[int, ...]] = {}
        self._functions = 0
        self._expectations = Expectations(self)

    def condition(self, node: Node, mode: int) -> Node:
        """A condition as it is best evaluated in a mode."""
        if mode not in _WANTED or not self.parallel:
            return node
        return self._expectations.condition(node, _WANTED[mode])

    def code(self, name: str, arity: int, first: int = 0) -> Code:
        """A new function, whose body is given later."""
        code = Code(name, arity, first, self._codes)
        self._codes += 1
        code.entries = [self._first_call(code, mode) for mode in _SUFFIXES]
        return code

    def _first_call(self, code: Code, mode: int) -> Callable[..., Any]:
        def call(*arguments: Any) -> Any:
            if code.entries[mode] is call:
                self._generate(code, mode)
            return code.entries[mode](*arguments)

        return call

    def _generate(self, code: Code, mode: int) -> None:
        modes = (VALUE, DELAYED) if mode in {VALUE, DELAYED} else (mode,)
        with room_for_nesting(FRAMES):
            text = Writer(self, code, modes[0]).text()
        exec(compile(text, f"<{code.name}>", "exec"), self.names)
        for each in modes:
            code.entries[each] = self.names[entry_name(code, each)]

    def entry(self, code: Code, mode: int) -> str:
        """The name by which a function is called in a mode."""
        name = entry_name(code, mode)
        self.names.setdefault(name, code.entries[mode])
        return name

    def constant(self, value: Any) -> str:
        """A value as it is written in code."""
        if value.__class__ is int or value.__class__ is bool:
            return f"({value})" if value < 0 else str(value)
        if id(value) not in self._constants:
            name = f"K{len(self._constants)}"
            self._constants[id(value)] = name
            self.names[name] = value
            if value.__class__ is tuple and value[0].__class__ is Constructor:
                add_known(value, self.ground)
        return self._constants[id(value)]

    def closure(self, code: Code) -> str:
        """A function that captures nothing, as a value."""
        name = f"c{code.number}"
        if name not in self.names:
            self.names[name] = Closure(code)
        return name

    def function_name(self, kind: str) -> str:
        """A new name for a function."""
        self._functions += 1
        return f"{kind}{self._functions}"

    def captured(self, code: Code) -> tuple[int, ...]:
        """The variables from around it that a function needs, also for the others it calls."""
        if code not in self._captured:
            found: set[int] = set()
            seen, pending = {code}, [code]
            while pending:
                current = pending.pop()
                for node in walk(current.body):
                    if isinstance(node, core.Call | core.Lambda) and node.code not in seen:
                        seen.add(node.code)
                        if node.code.first:
                            pending.append(node.code)
                    found.update(each for each in _spoken_of(node) if each < current.first)
            self._captured[code] = tuple(sorted(each for each in found if each < code.first))
        return self._captured[code]


def _spoken_of(node: Node) -> Sequence[int]:
    """The variables that a node itself speaks of."""
    match node:
        case core.Local(number) | core.Switch(number) | core.NumberSwitch(number):
            return (number,)
        case core.NoMatch(_, subjects):
            return subjects
        case _:
            return ()


def entry_name(code: Code, mode: int) -> str:
    """The name of a function in a mode."""
    return f"f{code.number}{_SUFFIXES[mode]}"


class Body:
    """The lines of a Python function while it is written."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.depth = 1
        self.assigned: set[str] = set()
        self.loops = False
        self.points = 0

    def line(self, text: str) -> None:
        """Add a line."""
        self.lines.append("    " * self.depth + text)

    def assign(self, name: str, text: str) -> None:
        """Set a variable."""
        self.assigned.add(name)
        self.line(f"{name} = {text}")

    @contextmanager
    def block(self, head: str) -> Iterator[None]:
        """Lines below a head."""
        self.line(head)
        self.depth += 1
        yield
        self.depth -= 1

    def used_since(self, mark: int) -> set[str]:
        """The variables that the lines since a mark speak of."""
        return set(_NAME.findall("\n".join(self.lines[mark:])))

    def free(self) -> list[str]:
        """The variables that must be given."""
        return sorted(self.used_since(0) - self.assigned)


class Writer:
    """Writes one function for one mode."""

    def __init__(self, generated: Generated, code: Code, mode: int) -> None:
        self._generated = generated
        self._code = code
        self._mode = mode
        self._main = self._body = Body()
        self._functions: list[str] = []
        self._resumes: dict[tuple[Any, ...], tuple[str, list[str]]] = {}
        self._temporaries: dict[tuple[Any, ...], str] = {}
        self._salt: tuple[Any, ...] = ()
        self._cuts: dict[tuple[Any, ...], bool] = {}
        self._level = 0

    def text(self) -> str:
        """The whole code."""
        code, generated = self._code, self._generated
        names = [f"x{each}" for each in generated.captured(code)]
        names += [f"x{each}" for each in code.parameters]
        body, entry = self._body, entry_name(code, self._mode)
        body.line("m.fuel -= 1")
        body.line(f"if m.fuel < 0: return m.pause(({', '.join(['again', entry, *names])}))")
        self._tail(code.body, {}, self._mode)
        lines = body.lines
        if body.loops:
            lines = ["    while True:", *("    " + line for line in lines)]
        self._add(entry, ["m", *names], lines)
        if self._mode == VALUE:
            with self._apart() as body:
                if names:
                    body.line(f"{', '.join(['_', '_', '_', *names])} = thunk")
                self._tail(code.body, {}, VALUE)
            self._add(entry_name(code, DELAYED), ["m", "thunk"], body.lines)
        return "\n".join(self._functions)

    def _add(self, name: str, parameters: Sequence[str], lines: Sequence[str]) -> None:
        self._functions.append(f"def {name}({', '.join(parameters)}):\n" + "\n".join(lines) + "\n")

    # Functions beside the main one

    @contextmanager
    def _apart(self) -> Iterator[Body]:
        """Write into a body of its own."""
        before, self._body = self._body, Body()
        yield self._body
        self._body = before

    def _resume(self, node: Node, name: str, rest: Callable[[str], None]) -> str:
        """The frame that goes on with the rest when it is given a value of some name."""
        key = (id(node), name, self._salt)
        if key not in self._resumes:
            with self._apart() as body:
                body.assign(name, "value")
                rest("frame")
            function, free = self._generated.function_name("r"), body.free()
            unpack = [f"    {', '.join(['_', *free])} = frame"] if free else []
            self._add(function, ["m", "value", "frame"], [*unpack, *body.lines])
            self._resumes[key] = function, free
        function, free = self._resumes[key]
        return f"({', '.join([function, *free])},)"

    def _point(self, node: Node, name: str, rest: Callable[[str], None]) -> None:
        """Go on with the value of a name, or interrupt where its computation was interrupted."""
        frame = self._resume(node, name, rest)
        self._body.points += 1
        with self._body.block(f"if {name} is None:"):
            self._body.line(f"m.frames.append({frame})")
            self._body.line("return None")
        rest(frame)

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
            case core.Arithmetic(sign, _, left, right) if _is_at_hand(left) and _is_at_hand(right):
                sides = [self._delay(left, facts), self._delay(right, facts)]
                thunk = self._thunk_text(node, facts)
                return f"({sides[0]} {sign} {sides[1]} if {_are_numbers(*sides)} else {thunk})"
            case _:
                return self._thunk_text(node, facts)

    def _thunk_text(self, node: Node, facts: Facts) -> str:
        if isinstance(node, core.Call):
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

    # Values that are needed now

    def _is_cut(self, node: Node, is_late: bool) -> bool:
        """Whether a node is a function of its own; decided once, wherever it is written."""
        return self._cuts.setdefault((id(node), self._salt), is_late)

    def _strict(self, node: Node, facts: Facts, mode: int, then: Then) -> None:
        """Evaluate a node; if a truth value is wanted, it has come out so when `then` is told."""
        node = self._generated.condition(node, mode)
        if not _is_at_hand(node) and self._is_cut(node, self._level > LONGEST):
            self._computed(node, self._outlined(node, facts, mode), facts, then)
            return
        self._level += 1

        def outside(text: str, known: Facts, frame: str | None) -> None:
            level, self._level = self._level, 0
            then(text, known, frame)
            self._level = level

        self._evaluate(node, facts, mode, outside)
        self._level -= 1

    def _evaluate(self, node: Node, facts: Facts, mode: int, then: Then) -> None:
        match node:
            case core.Constant(value):
                if mode in _WANTED and value is not _WANTED[mode]:
                    self._body.line("return m.fail()")
                else:
                    then(self._generated.constant(value), facts, None)
            case core.Call(code, arguments):
                self._computed(node, self._call(code, arguments, facts, mode), facts, then)
            case core.Equal():
                self._equal(node, facts, mode, then)
            case core.Negation(operand) if mode in _WANTED:
                opposite = FALSE if mode == TRUE else TRUE
                result = str(_WANTED[mode])
                self._strict(
                    operand, facts, opposite, lambda _, known, __: then(result, known, None)
                )
            case core.Negation(operand):
                self._strict(
                    operand,
                    facts,
                    VALUE,
                    lambda text, known, _: self._computed(
                        node, f"not {text} if {text}.__class__ is bool else invert(m, {text})",
                        known, then,
                    ),
                )  # fmt: skip
            case core.Apply(function, arguments):

                def supply(text: str, known: Facts, _: str | None) -> None:
                    given = "".join(f"{self._delay(each, known)}, " for each in arguments)
                    self._computed(node, f"apply(m, {text}, ({given}), {mode})", known, then)

                self._strict(function, facts, VALUE, supply)
            case _ if mode in _WANTED and _is_plain(node):
                wanted = _WANTED[mode]

                def insist(text: str, known: Facts, _: str | None) -> None:
                    required = f"{wanted} if {text} is {wanted} else require(m, {text}, {wanted})"
                    self._computed(node, required, known, then, "required")

                self._plain(node, facts, insist)
            case _ if _is_plain(node):
                self._plain(node, facts, then)
            case _:
                self._computed(node, self._outlined(node, facts, mode), facts, then)

    def _computed(
        self, node: Node, text: str, facts: Facts, then: Then, role: object = None
    ) -> None:
        """Go on with what a computation gives, which may be interrupted."""
        name = self._temporary(node, role)
        self._body.assign(name, text)
        self._point(node, name, lambda frame: then(name, facts, frame))

    def _plain(self, node: Node, facts: Facts, then: Then) -> None:
        """Evaluate a node without branches of its own, for whatever value it has."""
        match node:
            case core.Constant(value):
                then(self._generated.constant(value), facts, None)
            case core.Local(number):
                self._variable(node, number, "tuple", facts, then)
            case core.Construct() | core.Lambda():
                then(self._named(node, self._delay(node, facts)), facts, None)
            case core.Arithmetic(sign, operation, left, right):

                def calculate(a: str, b: str, known: Facts) -> None:
                    slow = self._generated.constant(operation)
                    text = f"{a} {sign} {b}"
                    if (numbers := _are_numbers(a, b)) != "True":
                        text += f" if {numbers} else calculate(m, {slow}, {a}, {b})"
                    then(self._named(node, text), known, None)

                self._both(left, right, facts, calculate)
            case core.Division(sign, operation, left, right, end):

                def divide(a: str, b: str, known: Facts) -> None:
                    constants = map(self._generated.constant, (operation, end))
                    slow = "divide(m, {}, {a}, {b}, {})".format(*constants, a=a, b=b)
                    text = f"{a} {sign} {b} if {_are_numbers(a, b)} and {b} != 0 else {slow}"
                    self._computed(node, text, known, then)

                self._both(left, right, facts, divide)
            case core.Comparison(sign, order, left, right):

                def compare(a: str, b: str, known: Facts) -> None:
                    slow = f"in_order(m, {self._generated.constant(order)}, ({a}, {b}, None))"
                    text = f"{a} {sign} {b} if {_are_numbers(a, b)} else {slow}"
                    self._computed(node, text, known, then)

                self._both(left, right, facts, compare)
            case _:
                raise AssertionError(f"{node!r} has branches")

    def _both(
        self, left: Node, right: Node, facts: Facts, then: Callable[[str, str, Facts], None]
    ) -> None:
        """Evaluate the left and then the right of two sides."""
        self._side(
            left,
            facts,
            lambda a, known, _: self._side(right, known, lambda b, both, __: then(a, b, both)),
        )

    def _side(self, node: Node, facts: Facts, then: Then) -> None:
        if isinstance(node, core.Local):
            self._variable(node, node.number, "int", facts, then)
        else:
            self._strict(node, facts, VALUE, then)

    def _variable(self, node: Node, number: int, kind: str, facts: Facts, then: Then) -> None:
        if number in facts:
            then(facts[number], facts, None)
            return
        given, name = f"x{number}", f"w{number}"
        known = {**facts, number: name}
        self._body.assign(name, f"{given} if {given}.__class__ is {kind} else whnf(m, {given})")
        self._point(node, name, lambda frame: then(name, known, frame))

    def _equal(self, node: core.Equal, facts: Facts, mode: int, then: Then) -> None:
        def compare(a: str, b: str, known: Facts) -> None:
            text = f"{a} == {b} if {_are_numbers(a, b)} else compare(m, ({a}, {b}, None), {mode})"
            self._computed(node, text, known, insist if mode in _WANTED else then)

        def insist(text: str, known: Facts, _: str | None) -> None:
            self._body.line(f"if {text} is not {_WANTED[mode]}: return m.fail()")
            then(str(_WANTED[mode]), known, None)

        self._both(node.left, node.right, facts, compare)

    # What a function ends with

    def _give(self, text: str, mode: int) -> None:
        if mode not in _WANTED or text == str(_WANTED[mode]):
            self._body.line(f"return {text}")
        elif text in {"True", "False"}:
            self._body.line("return m.fail()")
        else:
            wanted = _WANTED[mode]
            self._body.line(
                f"return {wanted} if {text} is {wanted} else require(m, {text}, {wanted})"
            )

    def _tail(self, node: Node, facts: Facts, mode: int) -> None:
        """Evaluate a node as the last thing."""
        node = self._generated.condition(node, mode)
        is_late = self._body.depth > DEEPEST or self._body.points > LONGEST
        if not _is_at_hand(node) and self._is_cut(node, is_late):
            self._body.line(f"return {self._outlined(node, facts, mode)}")
        else:
            self._last(node, facts, mode)

    def _last(self, node: Node, facts: Facts, mode: int) -> None:
        match node:
            case core.Call(code, arguments):
                self._tail_call(code, arguments, facts, mode)
            case core.Apply(function, arguments):

                def supply(text: str, known: Facts, _: str | None) -> None:
                    given = "".join(f"{self._delay(each, known)}, " for each in arguments)
                    self._body.line(f"return apply(m, {text}, ({given}), {mode})")

                self._strict(function, facts, VALUE, supply)
            case core.Local(number) if mode not in _WANTED:
                given = facts.get(number, f"x{number}")
                known = number in facts
                evaluated = given if known else f"whnf(m, {given})"
                self._body.line(f"return {evaluated}")
            case core.Let(bindings, body):
                self._bind(bindings, facts)
                self._tail(body, facts, mode)
            case core.Free(first, types, body):
                for number, shape in enumerate(types, first):
                    self._body.assign(f"x{number}", f"m.unknown({self._generated.constant(shape)})")
                self._tail(body, facts, mode)
            case core.Choose(options, texts):
                self._choose(node, options, texts, facts, mode)
            case core.Subject():
                self._subject(node, facts, mode)
            case core.Switch():
                self._variable_of(node, node.datatype is BOOLEAN, facts, mode)
            case core.NumberSwitch():
                self._variable_of(node, False, facts, mode)
            case core.Reach(bit, body):
                if bit:
                    self._body.line(f"m.covered |= {bit}")
                self._tail(body, facts, mode)
            case core.NoMatch(end, subjects):
                names = [facts.get(each, f"x{each}") for each in subjects]
                given = ", ".join([self._generated.constant(end), *names])
                self._body.line(f"return m.stuck({given})")
            case core.If(condition, yes, no):
                self._strict(
                    condition, facts, VALUE,
                    lambda text, known, frame: self._branch(
                        node, text, frame,
                        lambda: self._tail(yes, known, mode), lambda: self._tail(no, known, mode),
                    ),
                )  # fmt: skip
            case core.Condition(condition, body):
                self._strict(
                    condition, facts, TRUE, lambda _, known, __: self._tail(body, known, mode)
                )
            case core.Junction():
                self._junction(node, facts, mode)
            case core.Watch():
                self._watch(node, facts, mode)
            case core.Negation() | core.Equal():
                self._strict(node, facts, mode, lambda text, *_: self._body.line(f"return {text}"))
            case _:
                self._plain(node, facts, lambda text, *_: self._give(text, mode))

    def _tail_call(self, code: Code, arguments: Sequence[Node], facts: Facts, mode: int) -> None:
        if self._body is not self._main or code is not self._code or mode != self._mode:
            self._body.line(f"return {self._call(code, arguments, facts, mode)}")
            return
        given = [self._delay(each, facts) for each in arguments]
        names = [f"x{each}" for each in code.parameters]
        changed = [pair for pair in zip(names, given, strict=True) if pair[0] != pair[1]]
        if changed:
            left, right = zip(*changed, strict=True)
            self._body.line(f"{', '.join(left)} = {', '.join(right)}")
        self._body.line("continue")
        self._body.loops = True

    def _bind(self, bindings: Sequence[core.Binding], facts: Facts) -> None:
        """Set variables; those that speak of each other get what they keep afterwards."""
        waiting = list(bindings)
        while waiting:
            missing = {each.number for each in waiting}
            ready = [each for each in waiting if missing.isdisjoint(self._needs(each.value))]
            if not ready:
                break
            for each in ready:
                self._body.assign(f"x{each.number}", self._delay(each.value, facts))
                waiting.remove(each)
        kept = [self._thunk(each.value, facts) for each in waiting]
        for each, (function, _) in zip(waiting, kept, strict=True):
            self._body.assign(f"x{each.number}", f"[None, {function}, m.now]")
        for each, (_, free) in zip(waiting, kept, strict=True):
            if free:
                self._body.line(f"x{each.number}.extend(({', '.join(free)},))")

    def _needs(self, root: Node) -> set[int]:
        """The variables that must be there to make a thunk of a node."""
        found: set[int] = set()
        for node in walk(root):
            found.update(_spoken_of(node))
            if isinstance(node, core.Call | core.Lambda):
                found.update(self._generated.captured(node.code))
        return found

    def _choose(
        self, node: Node, options: Sequence[Node], texts: Sequence[str], facts: Facts, mode: int
    ) -> None:
        name = self._temporary(node)

        def rest(_: str) -> None:
            for number, option in enumerate(options[:-1]):
                with self._body.block(f"if {name} == {number}:"):
                    self._tail(option, facts, mode)
            self._tail(options[-1], facts, mode)

        frame = self._resume(node, name, rest)
        made = [machine.Option(number, label=text) for number, text in enumerate(texts)]
        self._body.line(f"return m.choose({frame}, {self._constant_for(node, made)})")

    def _constant_for(self, node: Node, value: Any) -> str:
        """A value that goes with a node, which is made anew wherever the node is written."""
        key = (id(node), "constant")
        if key not in self._resumes:
            self._resumes[key] = self._generated.constant(value), []
        return self._resumes[key][0]

    def _subject(self, node: core.Subject, facts: Facts, mode: int) -> None:
        matching = node.matching
        match matching:
            case core.Switch(number) | core.NumberSwitch(number) if number == node.number:
                self._strict(
                    node.subject,
                    facts,
                    VALUE,
                    lambda text, known, frame: self._by_value(
                        matching, text, {**known, number: text}, frame, mode
                    ),
                )
            case _:
                self._body.assign(f"x{node.number}", self._delay(node.subject, facts))
                self._tail(matching, facts, mode)

    def _variable_of(
        self, node: core.Switch | core.NumberSwitch, is_truth: bool, facts: Facts, mode: int
    ) -> None:
        kind = "int" if isinstance(node, core.NumberSwitch) else "bool" if is_truth else "tuple"
        self._variable(
            node, node.number, kind, facts,
            lambda text, known, frame: self._by_value(node, text, known, frame, mode),
        )  # fmt: skip

    def _by_value(self, node: Node, text: str, facts: Facts, frame: str | None, mode: int) -> None:
        match node:
            case core.Switch(_, datatype) if datatype is BOOLEAN:
                cases = {each.constructor.value: each.body for each in node.cases}
                yes, no = (cases.get(each, node.default) for each in (True, False))
                assert yes is not None
                assert no is not None
                self._branch(
                    node, text, frame,
                    lambda: self._tail(yes, facts, mode), lambda: self._tail(no, facts, mode),
                )  # fmt: skip
            case core.Switch():
                self._by_constructor(node, text, facts, frame, mode)
            case core.NumberSwitch():
                self._by_number(node, text, facts, mode)

    def _by_constructor(
        self, node: core.Switch, text: str, facts: Facts, frame: str | None, mode: int
    ) -> None:
        if frame is None:
            if not _NAME.fullmatch(text):
                text = self._named(node, text)
                facts = {**facts, node.number: text}
            frame = self._resume(
                node, text, lambda inner: self._by_constructor(node, text, facts, inner, mode)
            )
        datatype = self._generated.constant(node.datatype)
        self._body.line(
            f"if {text}.__class__ is not tuple: return narrow(m, {text}, {datatype}, {frame})"
        )
        cases = sorted(node.cases, key=lambda each: _size(each.body))
        if node.default is None:
            cases, last = cases[:-1], cases[-1]
        for each in cases:
            with self._body.block(f"if {text}[0] is {self._generated.constant(each.constructor)}:"):
                self._case(each, text, facts, mode)
        if node.default is None:
            self._case(last, text, facts, mode)
        else:
            self._tail(node.default, facts, mode)

    def _case(self, case: core.Case, text: str, facts: Facts, mode: int) -> None:
        mark, indent = len(self._body.lines), "    " * self._body.depth
        self._tail(case.body, facts, mode)
        used = self._body.used_since(mark)
        fields = [(f"x{case.first + n}", n + 1) for n in range(case.constructor.arity)]
        lines = [f"{indent}{name} = {text}[{at}]" for name, at in fields if name in used]
        self._body.lines[mark:mark] = lines
        self._body.assigned.update(name for name, _ in fields)

    def _by_number(self, node: core.NumberSwitch, text: str, facts: Facts, mode: int) -> None:
        name = self._temporary(node)

        def rest(_: str) -> None:
            for number, case in zip(node.numbers, node.cases, strict=True):
                with self._body.block(f"if {name} == {number}:"):
                    self._tail(case, facts, mode)
            self._tail(node.default, facts, mode)

        frame = self._resume(node, name, rest)
        if _NAME.fullmatch(text):
            asked = f"({', '.join(map(str, node.numbers))},)"
            self._body.line(
                f"if {text}.__class__ is not int: return number_choice(m, {text}, {asked}, {frame})"
            )
        self._body.assign(name, text)
        rest(frame)

    def _branch(
        self,
        node: Node,
        text: str,
        frame: str | None,
        on_true: Callable[[], None],
        on_false: Callable[[], None],
    ) -> None:
        """Go on by a truth value; where it is open, in both ways."""
        if text in {"True", "False"}:
            (on_true if text == "True" else on_false)()
            return
        if frame is None:
            frame = self._resume(
                node, text, lambda inner: self._branch(node, text, inner, on_true, on_false)
            )
        self._body.line(f"if {text}.__class__ is not bool: return decide(m, {text}, {frame})")
        with self._body.block(f"if {text}:"):
            on_true()
        on_false()

    def _junction(self, node: core.Junction, facts: Facts, mode: int) -> None:
        decisive = node.decisive
        if mode in _WANTED and _WANTED[mode] is not decisive:
            self._both_hold(node, facts, mode)
            return
        inner = EITHER if decisive and mode in {TRUE, EITHER} else VALUE

        def decided(text: str, known: Facts, frame: str | None) -> None:
            settled = lambda: self._give(str(decisive), mode)  # noqa: E731
            onwards = lambda: self._tail(node.right, known, mode)  # noqa: E731
            ways = (settled, onwards) if decisive else (onwards, settled)
            self._branch(node, text, frame, *ways)

        self._strict(node.left, facts, inner, decided)

    def _both_hold(self, node: core.Junction, facts: Facts, mode: int) -> None:
        """Both sides must come out as wanted; where the left is interrupted, the right goes on
        beside it."""
        left = self._generated.condition(node.left, mode)
        if not self._generated.parallel or _is_test(left):
            self._strict(
                left, facts, mode, lambda _, known, __: self._tail(node.right, known, mode)
            )
            return
        text = (
            self._call(left.code, left.arguments, facts, mode)
            if isinstance(left, core.Call)
            else self._outlined(left, facts, mode)
        )
        name = self._temporary(node)
        self._body.assign(name, text)
        frame = self._resume(node, name, lambda _: self._tail(node.right, facts, mode))
        self._body.points += 1
        with self._body.block(f"if {name} is None:"):
            self._body.line(f"m.frames.append(m.beside({frame}))")
            self._body.line("return None")
        self._tail(node.right, facts, mode)

    def _watch(self, node: core.Watch, facts: Facts, mode: int) -> None:
        """Note how a condition comes out.

        Where one outcome is insisted on, the other is tried as well: the branch fails there, but
        it has been through the condition.
        """

        def noted(outcome: bool) -> None:
            bit = node.when_true if outcome else node.when_false
            if bit:
                self._body.line(f"m.covered |= {bit}")
            self._give(str(outcome), mode)

        if mode not in _WANTED:
            self._strict(
                node.condition, facts, VALUE,
                lambda text, _, frame: self._branch(
                    node, text, frame, lambda: noted(True), lambda: noted(False)
                ),
            )  # fmt: skip
            return
        name = self._temporary(node)

        def insist(outcome: bool) -> None:
            inner = TRUE if outcome else FALSE
            call = self._outlined(node.condition, facts, inner)
            done = self._temporary(node, outcome)
            self._body.assign(done, call)
            self._point(node, done, lambda _: noted(outcome))

        def rest(_: str) -> None:
            with self._body.block(f"if {name}:"):
                insist(True)
            insist(False)

        frame = self._resume(node, name, rest)
        wanted = _WANTED[mode]
        options = [machine.Option(wanted), machine.Option(not wanted)]
        self._body.line(f"return m.choose({frame}, {self._constant_for(node, options)})")


_PLAIN = (
    core.Constant
    | core.Local
    | core.Construct
    | core.Lambda
    | core.Arithmetic
    | core.Division
    | core.Comparison
)


_TESTS = core.Constant | core.Local | core.Comparison | core.Equal | core.Negation
"""Conditions that are decided at once, or for a choice on their own, unless they call functions."""


def _is_test(node: Node) -> bool:
    """Whether a condition is decided without calls."""
    return isinstance(node, _TESTS) and not any(
        isinstance(each, core.Call | core.Apply) for each in walk(node)
    )


def _is_plain(node: Node) -> bool:
    """Whether a node has no branches of its own."""
    return isinstance(node, _PLAIN)


def _is_at_hand(node: Node) -> bool:
    return isinstance(node, core.Local | core.Constant)


def _are_numbers(*names: str) -> str:
    """The Python condition that all of some values are known numbers."""
    if any(name.startswith("K") for name in names):
        return "False"
    tests = [f"{name}.__class__ is int" for name in names if _NAME.fullmatch(name)]
    return " and ".join(tests) or "True"


def _size(node: Node) -> int:
    return sum(1 for _ in walk(node))
