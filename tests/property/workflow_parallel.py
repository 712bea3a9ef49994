"""Random small workflows in which every reduction of an exploration has something to do.

Two ways of different lengths prepare data, by constants, entries and conditions on them, and hand
it to the same parallel tasks. These wait for signals and go on by themselves, write to stores that
others read, leave the order of their arrival in lists and sums, come back to themselves, and have
deadlines. What follows them uses their values or not.
"""

import re

from workflow_branches import DECLARED, LABELS, ROLES_DECLARED, USERS, Branches
from workflow_data import EXACT, KINDS, OTHERS, RELATIONS, SUMS, TESTS, TRUTHS


class Workflows(Branches):
    """Writes one random workflow.

    What is there several times has types, as otherwise each use of it is code of its own.
    """

    _kind = "Int"
    """The type of what is handed on, where little else happens."""

    _kept = False
    """Whether a sum of it is kept in a store instead."""

    def program(self) -> str:
        """The file without claims; `other` is much like its task."""
        parallel, other = self._parallel()
        data = f"(a : {self._kind}) (b : Int)"
        self._defined += [
            f"def group {data} = {parallel}\n",
            f"def alike {data} = {other}\n",
        ]
        ways = list(zip(('"X"', '"Y"'), self._ways(), strict=True))
        self.random.shuffle(ways)
        task = f"choose {{ {', '.join(f'{label} -> {way}' for label, way in ways)} }}"
        if self._kind == "Int" and self._chance(0.1):
            seen = self._name()
            body = f"if {seen} > {self._any('0', '1')} then {self._action([], 0)} else fail"
            task = f"({task}) <|> (watch {self._any('last', 'tot')} >>= \\{seen}. {body})"
        self._defined += [f"def alternative = {self._alike(task)}\n"]
        users = USERS if self.persons else ROLES_DECLARED if self.roles else ""
        return f"{users}{DECLARED}{''.join(self._defined)}task main = {task}\n"

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
            self._kind = self._any(*KINDS)
            self._kept = self._kind in SUMS and self._chance(0.3)
            return self._last(), self._last()
        base = self._based()
        self._defined.append(f"def branch (i : Int) = {base}\n")
        parts = self._parts(base)
        changed = [self._varied(each) for each in parts]
        nested = [self._nested(each) for each in (parts, changed)]
        if self.timed and self.profile != "forms" and self._chance(0.4):
            late = "view (0, 0)" if len(parts) == 2 else "view ((0, 0), 0)"
            late = f"let _ = {self._write(['a', 'b'])} in {late}"
            days = self._any("1", "2")
            nested = [f"(within {days} ({each}) otherwise ({late}))" for each in nested]
        numbers = not any(each.startswith("enter") for each in parts)
        follow, also = (self._follow(len(parts), base, numbers=numbers) for _ in range(2))
        one, other = (f"{each} {follow}" for each in nested)
        return one, other if self._chance(0.5) else f"{nested[0]} {also}"

    def _parts(self, base: str) -> list[str]:
        """What is done in parallel, mostly the task that is there twice."""
        parts = ["branch a", "branch b"]
        match self.profile:
            case "forms":
                return self._filled_in(parts)
            case "days" if self._chance(0.5):
                parts = ["late a 1", "late b 2"]
            case "people" if self._chance(0.5):
                parts = self._apart() if self._chance(0.5) else self._equal()
            case "people" if self._chance(0.6):
                parts = [f"({each}){self._marks(0.8)}" for each in parts]
            case _ if self._chance(0.2):
                parts[1] = self._branch(["b"], 0)
        if self._chance(0.95 if "watch sig" in base else 0.2):
            parts.append(self._sender())
        elif self._chance(0.1):
            parts.append(f"branch {self._any('a', 'b', '1')}")
        return parts[:3]

    def _filled_in(self, parts: list[str]) -> list[str]:
        """Forms side by side: equal ones, with other labels, or nothing but editors."""
        editors = [f"enter {self._any('Bool', 'Bool', 'Kind')}{self._marks(0.9)}" for _ in parts]
        match self._any("plain", "plain", "marked", "editors", "editors", "beside"):
            case "plain":
                return parts
            case "marked":
                return [f"({each}){self._marks(0.8)}" for each in parts]
            case "editors":
                return editors
            case _:
                return [parts[0], *editors]

    def _apart(self) -> list[str]:
        """Two buttons, the second of which is not for whoever pressed the first."""
        one, other = self.random.sample(LABELS, 2)
        actions = [self._action([each], 0) for each in "ab"]
        first, second = (self._any("officer", "officer", "clerk", "anna") for _ in range(2))
        return [
            f'((choose {{ "{one}" -> {actions[0]} }}) @ {first})',
            f'((choose {{ "{other}" -> {actions[1]} }}) @ {second} except "{one}")',
        ]

    def _equal(self) -> list[str]:
        """The same button for two people, of whom one may press another as well."""
        one, other = self.random.sample(LABELS, 2)
        action = self._action(["i"], 0)
        self._defined.append(f'def press (i : Int) = choose {{ "{one}" -> {action} }}\n')
        roles = self.random.sample(("anna", "bert", "clerk"), 2)
        apart = [self._any("", f' except "{other}"') for _ in roles]
        pressed = (f"(press 1 @ {each}{but})" for each, but in zip(roles, apart, strict=True))
        return [*pressed, f'((choose {{ "{other}" -> view 1 }}) @ {self._any(*roles)})']

    def _asked(self, name: str) -> str:
        """What is asked of data that is handed on."""
        return self._filled(self._any(*TESTS[self._kind]), x=name)

    def _filled(self, condition: str, **names: str) -> str:
        numbers = {name: self._any("0", "1", "2", "3") for name in "jk"}
        decimals = {name: self._any("0.5", "1.0", "2.5") for name in "de"}
        return condition.format(m=self._any("2", "3"), **numbers, **decimals, **names)

    def _last(self) -> str:
        """One task that shows its data, all of it or some, or adds to it."""
        new, test = self._name(), self._asked("a")
        otherwise = OTHERS[self._kind].format(x="a")
        sums = self._kind in SUMS
        match self._any("show", "test", "test", "stop", *["sum"] * sums):
            case "show":
                more = self._any("", " + b", " - b") if self._kind == "Int" else ""
                return f'choose {{ "L" -> view (a{more}) }}'
            case "test":
                return f"enter Bool >>= \\_. if {test} then view a else view ({otherwise})"
            case "stop":
                return f"enter Bool >>= \\{new}. if {new} and {test} then view a else fail"
            case _:
                return self._sum(["a"], self._kind)

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
                self._defined.append(f"def late d (i : Int) = within d {late}\n")
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

    def _follow(self, count: int, base: str, *, numbers: bool) -> str:
        """What follows parallel tasks; it uses their values only where these are numbers."""
        arrow = self._any(">>=", ">>=", ">>?")
        ends = ["0", "!last", "!tot", "len (!log)"]
        ends += [f"!{each}" for each in ("last", "tot") if f"{each} :=" in base] * 4
        names = ["a", "b"] if self._chance(0.3) else []
        writes = 1 if numbers else 5
        match self._any(
            *["ignore"] * 4, *["write"] * writes, *["used"] * 2 * numbers, "buttons", "guard"
        ):
            case "ignore":
                return f"{arrow} \\_. view ({self._any(*ends)})"
            case "write":
                return f"{arrow} \\_. (let _ = {self._write(names)} in view 0)"
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
            other = self._exact() if self._chance(0.5) else self._related()
            return [self._related(), f'(choose {{ "Z" -> {other} }})']
        if self._chance(0.3):
            return [self._prepared(0), self._prepared(2)]
        one, other = "(group 1 2)", "(group 2 1)"
        if self._chance(0.2):
            write = self._write([])
            other = f"(let _ = {write} in {self._any(one, other)})"
        return [one, f'(choose {{ "Z" -> {other} }})' if self._chance(0.5) else other]

    def _exact(self) -> str:
        """An entry of one value, which is handed on."""
        x = self._name()
        condition = self._filled(self._any(*EXACT[self._kind]), x=x)
        return f"(enter ({self._kind}) >>= \\{x}. if {condition} then {self._given(x)} else fail)"

    def _related(self) -> str:
        """Two entries of which the first is handed on, and the other says something of it."""
        x, y = self._name(), self._name()
        kind = self._kind
        if self._chance(0.3):
            return (
                f"(enter ({kind}) >>= \\{x}. if {self._asked(x)} then {self._given(x)} else fail)"
            )
        shape = self._any(*(each for of, each in RELATIONS if of == kind), "Bool")
        if shape == "Bool":
            asked = {"x": self._asked(x), "z": self._asked(x)}
            filled = self._any(*TRUTHS).format(y=y, **asked)
        else:
            filled = self._filled(self._any(*RELATIONS[kind, shape]), x=x, y=y)
        called = f"if {filled} then {self._given(x)} else fail"
        return f"(enter ({kind}) <&> enter ({shape}) >>= \\({x}, {y}). {called})"

    def _given(self, x: str) -> str:
        """What follows entries gets one of them, or a sum of it that is kept in a store."""
        if not self._kept:
            return f"group {x} 1"
        store, *_ = SUMS[self._kind]
        by = self._any("1", "2") if self._kind == "Int" else self._any("0.5", "1.0")
        number = "1" if self._kind == "Int" else "1.0"
        return f"(let _ = {store} := {x} + {by} in group {number} 1)"

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
