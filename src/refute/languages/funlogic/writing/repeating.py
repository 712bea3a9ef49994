"""Loops over series of choices, each with an end and a step to the next.

A function that is told its value, such as `append xs ys == zs`, narrows an argument: one way ends,
the other makes one constructor of the value and returns to the beginning. See `series.py`.
"""

from __future__ import annotations

from refute.frontend.node import Node
from refute.languages.funlogic import core
from refute.languages.funlogic.machine import LAST, SHORT, TRUE
from refute.languages.funlogic.values import Code
from refute.languages.funlogic.writing.kinds import is_at_hand
from refute.languages.funlogic.writing.whole import Normalising
from refute.record import record


@record
class Repeated:
    """A function that ends or returns to its beginning, depending on a parameter's constructor.

    `parts` maps the index of a field of the step to the index of the field of the value that it
    must equal, and `field` is the index of the unknown that is chosen next.
    """

    switch: core.Switch
    end: core.Case
    step: core.Case
    told: core.Case
    parts: dict[int, int]
    field: int
    arguments: tuple[Node, ...]
    changed: tuple[int, ...]

    @property
    def state(self) -> str:
        """The parameters that change from round to round."""
        return ", ".join(f"x{each}" for each in self.changed)

    def remainder(self, code: Code) -> int | None:
        """The parameter that must equal the whole value at the function's end, if that is all."""
        match _reached(self.end.body):
            case core.Equal(core.Local(number), core.Local(last)) if last == code.last:
                stays = dict(zip(code.parameters, self.arguments, strict=True)).get(number)
                return number if stays == core.Local(number) else None
            case _:
                return None


def repeated(code: Code) -> Repeated | None:
    """How a function returns to its beginning, if that is all it does except end."""
    match switch := _reached(code.body):
        case core.Switch(number, datatype, (_, _) as cases, None) if number in code.parameters:
            by_constructor = {each.constructor: each for each in cases}
            end, step = (by_constructor[each] for each in datatype.constructors)
        case _:
            return None
    match _reached(step.body):
        case core.Unify(last, _, told) if code.unifies and last == code.last and last != number:
            parts, rest = _parts(step, told)
        case _:
            return None
    match rest:
        case core.Call(called, arguments) if called is code and all(map(is_at_hand, arguments)):
            given = dict(zip(code.parameters, arguments, strict=True))
            field, value = _place(given.pop(number), step), _place(given.pop(last), told)
            is_known = all(_is_given(each, code) for each in given.values())
        case _:
            return None
    if field is None or field in parts or value is None or not is_known or end.constructor.arity:
        return None
    changed = tuple(
        at for at, given in zip(code.parameters, arguments, strict=True) if given != core.Local(at)
    )
    return Repeated(switch, end, step, told, parts, field, arguments, changed)


def _reached(node: Node) -> Node:
    while isinstance(node, core.Reach) and not node.bit:
        node = node.body
    return node


def _parts(step: core.Case, told: core.Case) -> tuple[dict[int, int], Node]:
    """The fields that must equal parts of the value, with those parts, and what follows."""
    parts: dict[int, int] = {}
    node = told.body
    while True:
        match node:
            case core.Condition(core.Equal(left, right), rest):
                field, part = _place(left, step), _place(right, told)
                if field is None or part is None or field in parts:
                    return parts, node
                parts[field] = part
                node = rest
            case _:
                return parts, node


def _place(node: Node, case: core.Case) -> int | None:
    """The index of a variable among the fields of a case."""
    if not isinstance(node, core.Local):
        return None
    place = node.number - case.first
    return place if 0 <= place < case.constructor.arity else None


def _is_given(node: Node, code: Code) -> bool:
    """Whether an argument is a parameter of the function, or a constant."""
    return not isinstance(node, core.Local) or node.number in code.parameters


class Repeating(Normalising):
    """Writes such loops."""

    def _repeat_choices(self, node: core.Switch, text: str, frame: str, leads: str) -> None:
        """Walk a series of choices from the point where an unknown is to be chosen."""
        code, body = self._code, self._body
        found = repeated(code) if body is self._main and body.is_last else None
        if found is None or found.switch is not node:
            return
        names = [f"x{each}" for each in (*self._generated.captured(code), *code.parameters)]
        given = ", ".join(["m", *(text if each == f"x{node.number}" else each for each in names)])
        function, result = f"f{code.number}s", self._temporary(node, "series")
        changed = ", ".join(text if each == node.number else f"x{each}" for each in found.changed)
        with self._apart():
            leading = self._generated.names[leads][found.told.constructor]
            chosen = f"m, x{node.number}, {self._generated.constant(leading)}, {found.field}"
            self._body.line(f"pair = pair_of({chosen})")
            self._body.line(f"if pair is None: return {found.state}")
            if (remainder := found.remainder(code)) is None:
                self._write_ends(found, frame)
            else:
                self._write_results(found, remainder)
            self._body.line(f"return {found.state}")
            self._add(function, ["m", *names], self._body.lines)
        with body.block("if m.walk is not None:"):
            body.assign(result, f"{function}({given})")
            body.line(f"if {result}.__class__ is not tuple: return {result}")
            body.line(f"{changed} = {result}")

    def _write_results(self, found: Repeated, remainder: int) -> None:
        """Write a loop for a function that ends by telling a variable the rest of a constant, which
        is a result that needs no checks before it is read."""
        body, unknown, last = self._body, f"x{found.switch.number}", f"x{self._code.last}"
        body.line(f"if id({last}) not in m.ground or not is_result(m): return {found.state}")
        body.line(f"if not is_open(x{remainder}, {unknown}): return {found.state}")
        body.line(f"segment, now, first, kind = m.current, m.now, m.named + 1, {unknown}[1]")
        body.line("start, segments = segment[1] + 1, []")
        with body.block("for number in range(start, start + pair.most):"):
            made = self._generated.constant(found.told.constructor)
            body.line(f"if {last}[0] is not {made}: break")
            ended = f"({unknown}, {self._generated.constant(found.end.constructor.value)})"
            body.line(f"segments.append([segment, number, {ended}, (x{remainder}, {last})])")
            body.line("now += 2")
            self._write_step(found)
            body.line(f"first += {found.step.constructor.arity}")
        body.line("note_results(m, pair, segments)")

    def _write_ends(self, found: Repeated, frame: str) -> None:
        """Write a loop for a function that may do anything at its end."""
        body, unknown, last = self._body, f"x{found.switch.number}", self._code.last
        assert last is not None
        if found.parts:
            body.line(f"if id(x{last}) not in m.ground: return {found.state}")
        body.line("walk, m.walk, segment, covered = m.walk, None, m.current, m.covered")
        body.line("m.cost, m.spent, holds = m.cost + m.spent, 0, is_result(m)")
        body.line(f"start, kind = segment[1] + 1, {unknown}[1]")
        with body.block("for number in range(start, start + pair.most):"):
            self._test(last, self._generated.constant(found.told.constructor))
            body.line("first = m.named + 1")
            body.line(f"m.named = first + {found.step.constructor.arity - 1}")
            body.line("m.now += 1")
            body.line("m.spent = 0")
            ended = self._generated.constant(found.end.constructor.value)
            body.line(f"m.current = ended = [segment, number, ({unknown}, {ended})]")
            body.line(f"{unknown}[0] = {ended}")
            body.line(f"value = {self._end_of(found)}")
            with body.block("if value is None and m.stop is FAIL:"):
                body.line("m.assumed = ()")
                body.line("m.frames.clear()")
                body.line("walk.failures += 1")
            with body.block("elif value and holds and not m.assumed and m.postponed is None:"):
                body.line("note_result(m, walk, pair, number - start, ended)")
            with body.block("else:"):
                left = f"({frame}, m.below), segment, covered, {unknown}, first"
                body.line(f"leave_step(m, walk, pair, number - start, {left})")
                body.line("return value")
            body.line("m.covered = covered")
            with body.block("if len(ended) > 3:"):
                body.line("for each in ended[3:]: each[0][0] = None")
            body.line("m.now = now = m.now + 1")
            body.line(f"m.fuel = {SHORT - 1}")
            self._write_step(found)
        with body.block("else:"):
            body.line("number += 1")
        body.line("note_steps(m, walk, pair, number - start)")

    def _end_of(self, found: Repeated) -> str:
        """A call of what the function does at its end; of the function itself, if that has been
        merged into it."""
        match _reached(found.end.body):
            case core.Call(code, arguments) if self._is_merged(code, arguments):
                ended = core.Constant(found.end.constructor.value)
                given = [
                    ended if each == found.switch.number else core.Local(each)
                    for each in self._code.parameters
                ]
                return self._call(self._code, given, {}, LAST)
            case core.Call(code, arguments) if code.unifies:
                return self._call(code, arguments, {}, LAST)
            case node:
                return self._outlined(node, {}, TRUE)

    def _is_merged(self, code: Code, arguments: tuple[Node, ...]) -> bool:
        return code.unifies and self._generated.merged(self._code, code, arguments) is not None

    def _write_step(self, found: Repeated) -> None:
        """Make the unknown of this choice, and return to the beginning."""
        body, unknown, last = self._body, f"x{found.switch.number}", f"x{self._code.last}"
        body.line(f"rest = [None, kind, now, first + {found.field}]")
        fields = [self._generated.constant(found.step.constructor)]
        for at in range(found.step.constructor.arity):
            if at == found.field:
                fields.append("rest")
            elif at in found.parts:
                fields.append(f"{last}[{found.parts[at] + 1}]")
            else:
                fields.append(f"[None, pair.way.fields[{at}], now, first + {at}]")
        body.line(f"value = ({', '.join(fields)})")
        body.line(f"m.current = segment = [segment, number, ({unknown}, value)]")
        body.line(f"{unknown}[0] = value")
        given = dict(zip(self._code.parameters, found.arguments, strict=True))
        facts = {found.step.first + found.field: "rest"}
        for at in range(found.told.constructor.arity):
            facts[found.told.first + at] = f"{last}[{at + 1}]"
        onwards = ", ".join(self._delay(given[each], facts) for each in found.changed)
        body.line(f"{found.state} = {onwards}")

    def _test(self, number: int, made: str) -> None:
        """End a loop unless a variable, or its value, has a given constructor."""
        body, name = self._body, f"x{number}"
        with body.block(f"if {name}[0] is not {made}:"):
            body.assign(f"w{number}", f"{name}[0]")
            missing = f"w{number}.__class__ is not tuple or w{number}[0] is not {made}"
            body.line(f"if {missing}: break")
            body.assign(name, f"w{number}")
