"""Random small workflows in which every reduction of an exploration has something to do.

Two ways of different lengths prepare data, by constants, entries and conditions on them, and hand
it to the same parallel tasks. These wait for signals and go on by themselves, write to stores that
others read, leave the order of their arrival in lists and sums, come back to themselves, and have
deadlines. What follows them uses their values or not.
"""

import re

from workflow_branches import DECLARED, LABELS, Branches

RELATIONS = {
    "Int": (
        "{x} < {y} and {y} < {k}",
        "{j} <= {y} and {y} < {x} and {y} != {k}",
        "{j} < {y} and {y} <= {x} and {y} != {j} + 1",
        "{m} * {y} == {x}",
        "3 * {y} >= {x} and 3 * {y} <= {x} + 1",
        "2 * {y} > {x} and 2 * {y} <= {x} + 1",
        "{m} * {y} != {x} and {y} >= {k} and {y} <= 2",
        "{x} + {y} != {y}",
        "{x} + {y} > {y} + {k}",
        "{y} * {y} == {x}",
        "{y} / 2 == {x} and {y} != {k}",
        "{x} / 2 == {y} and {y} != {k}",
        "{x} * {y} > {k}",
        "{x} * {y} == {k}",
        "({x} in [{y}, {k}]) and {y} > {j}",
    ),
    "Bool": (
        "if {y} then {x} > {k} else {x} < {j}",
        "{y} and {x} > {k} or not {y} and {x} == {j}",
        "{y} == ({x} > {k})",
        "{y} ==> {x} != {k}",
    ),
}
"""What an entry y may say of an entry x that is handed on."""


class Workflows(Branches):
    """Writes one random workflow."""

    def program(self) -> str:
        """The file without claims; `other` is much like its task."""
        parallel, other = self._parallel()
        self._defined += [
            f"def group a b = {parallel}\n",
            f"def alike a b = {other}\n",
        ]
        ways = list(zip(('"X"', '"Y"'), self._ways(), strict=True))
        self.random.shuffle(ways)
        task = f"choose {{ {', '.join(f'{label} -> {way}' for label, way in ways)} }}"
        if self._chance(0.1):
            seen = self._name()
            body = f"if {seen} > {self._any('0', '1')} then {self._action([], 0)} else fail"
            task = f"({task}) <|> (watch {self._any('last', 'tot')} >>= \\{seen}. {body})"
        self._defined += [f"def alternative = {self._alike(task)}\n"]
        return f"{DECLARED}{''.join(self._defined)}task main = {task}\n"

    def _alike(self, task: str) -> str:
        """A task that is much the same: after the same inputs, or with the same data."""
        match self._any(
            "alike", "alike", "ways", *["data"] * (3 if self.profile == "forms" else 1)
        ):
            case "alike":
                return task.replace("group", "alike")
            case "data":
                return re.sub(r"group \d \d", "group 1 2", task)
            case _:
                return task.replace('"X"', "#").replace('"Y"', '"X"').replace("#", '"Y"')

    def _parallel(self) -> tuple[str, str]:
        """Equal tasks with the data `a` and `b`, with others beside them; and nearly the same."""
        if self.profile == "numbers":
            return self._last(), self._last()
        base = self._based()
        self._defined.append(f"def branch i = {base}\n")
        parts = ["branch a", "branch b"]
        if self.profile == "days" and self._chance(0.5):
            parts = ["late a 1", "late b 2"]
        elif self.profile == "people" and self._chance(0.35):
            parts = self._apart()
        elif self.profile in {"people", "forms"} and self._chance(0.6):
            parts = [f"(branch {each}){self._marks(0.8)}" for each in "ab"]
        elif self._chance(0.2):
            parts[1] = self._branch(["b"], 0)
        if self.profile == "forms" and self._chance(0.4):
            editors = [f"enter {self._any('Bool', 'Kind')}{self._marks(0.9)}" for _ in parts]
            parts = editors if self._chance(0.7) else [*parts[:1], *editors]
        elif self._chance(0.95 if "watch sig" in base else 0.2):
            parts.append(self._sender())
        elif self._chance(0.1):
            parts.append(f"branch {self._any('a', 'b', '1')}")
        changed = [self._varied(each) for each in parts]
        nested = [self._nested(each) for each in (parts, changed)]
        if self.timed and self.profile != "forms" and self._chance(0.4):
            late = "view (0, 0)" if len(parts) == 2 else "view ((0, 0), 0)"
            late = f"let _ = {self._write(['a', 'b'])} in {late}"
            days = self._any("1", "2")
            nested = [f"(within {days} ({each}) otherwise ({late}))" for each in nested]
        numbers = not any(each.startswith("enter") for each in parts)
        follow = self._follow(len(parts), numbers=numbers)
        one, other = (f"{each} {follow}" for each in nested)
        return one, (
            other
            if self._chance(0.5)
            else f"{nested[0]} {self._follow(len(parts), numbers=numbers)}"
        )

    def _apart(self) -> list[str]:
        """Two buttons, the second of which is not for whoever pressed the first."""
        one, other = self.random.sample(LABELS, 2)
        actions = [self._action([each], 0) for each in "ab"]
        first, second = (self._any("officer", "officer", "clerk", "anna") for _ in range(2))
        return [
            f'((choose {{ "{one}" -> {actions[0]} }}) @ {first})',
            f'((choose {{ "{other}" -> {actions[1]} }}) @ {second} except "{one}")',
        ]

    def _last(self) -> str:
        """One task that shows its data, all of it or some, or adds to it."""
        new = self._name()
        test = f"a {self._any('>', '<', '==', '!=')} {self._any('0', '1', '2')}"
        match self._any("show", "test", "test", "stop", "sum"):
            case "show":
                return f'choose {{ "L" -> view (a{self._any("", " + b", " - b")}) }}'
            case "test":
                return f"enter Bool >>= \\_. if {test} then view a else view (a + 10)"
            case "stop":
                return f"enter Bool >>= \\{new}. if {new} and {test} then view a else fail"
            case _:
                return self._sum(["a"])

    def _based(self) -> str:
        """The task that is there twice, with the data `i`."""
        new = self._name()
        left = self._any(
            "last := i", "log := i :: !log", "last := !last * 2 + i", "tot := !tot + i"
        )
        match self.profile:
            case "signal" if self._chance(0.15):
                return self._sum(["i"])
            case "signal":
                first = " and " + self._any("!last == 0", "!tot == 0", "!log == []", "!tot < 2")
                also = self._any("", "", first, first, f" and {self._condition(['i', new])}")
                action = f"let _ = {left} in view i"
                if self._chance(0.2):
                    action = self._action(["i", new], 0)
                return f"(watch sig >>= \\{new}. if {new} != 0{also} then ({action}) else fail)"
            case "people" if self._chance(0.7):
                one, other = self.random.sample(LABELS, 2)
                sides = [
                    f'choose {{ "{each}" -> {self._action(["i"], 0)} }}' for each in (one, other)
                ]
                if self._chance(0.3):
                    sides[0] = f'(enter Bool as "{one}" >>= \\_. {self._action(["i"], 0)})'
                return f"(if i == 1 then {sides[0]} else {sides[1]})"
            case "days":
                first, days = self._branch(["i"], 0), self._any("i", "i", "1", "2", "1 + i")
                left = self._any(left, left, "tot := now", "log := now :: !log")
                late = f"{first} otherwise (let _ = {left} in view i)"
                self._defined.append(f"def late d i = within d {late}\n")
                return f"(within ({days}) {late})"
            case "forms" if self._chance(0.6):
                arrow = self._any(">>=", ">>?")
                form = f'enter {self._entered()[0]} as "{self._any(*LABELS)}"'
                return f"({form} {arrow} \\_. (let _ = {left} in view i))"
            case "forms" if self._chance(0.5):
                shape, number = self._entered()
                marks, body = self._marks(0.6), self._guarded(["i", number.format(new)], "i")
                return f"((enter {shape}{marks} >>? \\{new}. {body}))"
            case _:
                return self._branch(["i"], 1)

    def _nested(self, parts: list[str]) -> str:
        joined = parts[0]
        for each in parts[1:]:
            joined = f"({joined} <&> {each})"
        return joined

    def _varied(self, part: str) -> str:
        """The same with other data, perhaps."""
        return self._any(part, re.sub(r"\ba\b", "b", part), re.sub(r"\bb\b", "a", part))

    def _sender(self) -> str:
        """Who gives the signal that others wait for."""
        name = self._name()
        shape, number = self._entered()
        read = number.format(name)
        writes = f"{self._any('sig', 'sig', 'sig', 'last')} := {self._any(read, '1')}"
        test = f"{read} {self._any('>', '!=', '!=')} 0"
        action = f"let _ = {writes} in view {read}"
        return f"(enter {shape} >>= \\{name}. if {test} then ({action}) else fail)"

    def _follow(self, count: int, *, numbers: bool) -> str:
        """What follows parallel tasks; it uses their values only where these are numbers."""
        arrow = self._any(">>=", ">>=", ">>?")
        ends = ("0", "!last", "!tot", "len (!log)")
        names = ["a", "b"] if self._chance(0.3) else []
        match self._any(*["ignore"] * 5, *["used"] * 2 * numbers, "buttons", "guard"):
            case "ignore":
                return f"{arrow} \\_. view ({self._any(*ends)})"
            case "guard":
                body = f"if {self._condition(names)} then view ({self._any(*ends)}) else fail"
                return f"{arrow} \\_. {body}"
            case "buttons":
                return f">>* \\_. {self._buttons(names, 0)}"
            case _:
                used = self._name()
                taken = self._any(f"{used}, _", f"_, {used}")
                taken = taken if count == 2 else f"({taken}), _"
                body = self._any(f"view {used}", self._guarded([used], used))
                return f"{arrow} \\({taken}). {body}"

    def _ways(self) -> list[str]:
        """Two ways to the parallel tasks, often with the same data the other way round."""
        if self.profile == "numbers":
            return [self._related(), f'(choose {{ "Z" -> {self._related()} }})']
        if self._chance(0.3):
            return [self._prepared(0), self._prepared(2)]
        one, other = "(group 1 2)", "(group 2 1)"
        if self._chance(0.2):
            write = self._write([])
            other = f"(let _ = {write} in {self._any(one, other)})"
        return [one, f'(choose {{ "Z" -> {other} }})' if self._chance(0.5) else other]

    def _related(self) -> str:
        """Two entries of which the first is handed on, and the other says something of it."""
        x, y = self._name(), self._name()
        if self._chance(0.3):
            body = f"if {self._any('{x} > 0', '{x} < 2', '{x} != 1', '{x} < 5').format(x=x)} then"
            return f"(enter Int >>= \\{x}. {body} group {x} 1 else fail)"
        shape = self._any("Int", "Int", "Int", "Bool")
        condition = self._any(*RELATIONS[shape])
        numbers = {name: self._any("0", "1", "2", "3") for name in "jk"}
        filled = condition.format(x=x, y=y, m=self._any("2", "3"), **numbers)
        called = f"if {filled} then group {x} 1 else fail"
        return f"(enter Int <&> enter {shape} >>= \\({x}, {y}). {called})"

    def _prepared(self, depth: int) -> str:
        """A way to the parallel tasks, with the data that it hands to them."""
        if depth and self._chance(0.45):
            return f'(choose {{ "Z" -> {self._prepared(depth - 1)} }})'
        names, before, condition = [], "", ""
        match self._any("constants", "constants", "one", "one", "two", "two"):
            case "one":
                name = self._name()
                shape, number = self._entered()
                names = [number.format(name)]
                before = f"enter {shape} >>= \\{name}. "
            case "two":
                name, other = self._name(), self._name()
                (shape, number), (second, two) = self._entered(), self._entered()
                names = [number.format(name), two.format(other)]
                before = f"(enter {shape} <&> enter {second}) >>= \\({name}, {other}). "
            case _:
                pass
        if names and self._chance(0.8):
            condition = self._condition(names, names[0])
            if self._chance(0.5):
                condition = f"({condition}) and {self._condition(names, names[-1])}"
        one, other = (self._any(*names, *names, "1", "2") for _ in range(2))
        called = f"group {one} {other}"
        if self._chance(0.2):
            called = f"(let _ = {self._write(names)} in {called})"
        if condition:
            called = f"if {condition} then {called} else fail"
        return f"({before}{called})"
