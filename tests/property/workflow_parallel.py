"""Random workflows in which every reduction of an exploration has something to do.

Parallel tasks are equal or nearly so; they wait for signals and go on by themselves, write to
stores that others read, come back to themselves, and have deadlines. What follows uses the order
or not.
"""

from itertools import combinations
from random import Random

DECLARED = """user anna : clerk, officer
user bert : officer
def sig = ref 0
def last = ref 0
def tot = ref 0
def labels = choose { "A" -> view 1, "B" -> view 2, "R" -> view 3 }
"""
LABELS = ("A", "B", "R")
ROLES = ("clerk", "officer", "anna")
KINDS = ("two", "press", "press", "say", "plain", "loop", "late", "late")
STORES = ("sig", "last", "tot")


class Workflows:
    """Writes one random workflow with its claims."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self._names = 0
        self._loops: list[str] = []

    def program(self) -> str:
        """The whole file."""
        task = self._whole()
        return "\n".join([DECLARED + "".join(self._loops) + f"task main = {task}", *self._claims()])

    def _any(self, *options: str) -> str:
        return self.random.choice(options)

    def _chance(self, share: float) -> bool:
        return self.random.random() < share

    def _name(self) -> str:
        self._names += 1
        return f"x{self._names}"

    # Expressions

    def _number(self, names: list[str]) -> str:
        return self._any(*names, *names, "0", "1", "2", *(f"!{each}" for each in STORES))

    def _condition(self, names: list[str], about: str = "") -> str:
        left, right = about or self._number(names), self._number(names)
        if self._chance(0.2):
            left = f"{left} {self._any('+', '-')} {self._number(names)}"
        one = f"{left} {self._any('<', '<=', '==', '!=', '>')} {right}"
        if self._chance(0.2):
            return f"({one}) {self._any('and', 'or')} ({self._condition(names)})"
        return one

    def _write(self, names: list[str]) -> str:
        store = self._any("last", "last", "tot", "tot", "sig")
        value = self._any(
            self._number(names),
            self._number(names),
            f"!{store} + {self._number(names)}",
            f"!{store} * 2 + {self._number(names)}",
        )
        return f"{store} := {value}"

    # Tasks of numbers

    def _action(self, names: list[str], depth: int) -> str:
        """What comes of a branch: mostly a value, often after it was written down."""
        if depth and self._chance(0.25):
            task = self._branch(names, depth - 1)
        else:
            task = f"{self._any('view', 'view', 'edit')} {self._any(*names, '0', '1')}"
        return f"(let _ = {self._write(names)} in {task})" if self._chance(0.7) else f"({task})"

    def _guarded(self, names: list[str], about: str, depth: int) -> str:
        condition = self._condition(names, about)
        return f"if {condition} then {self._action(names, depth)} else fail"

    def _marks(self) -> str:
        label = f' as "{self._any(*LABELS)}"' if self._chance(0.3) else ""
        role = f" @ {self._any(*ROLES)}" if self._chance(0.2) else ""
        apart = f' except "{self._any(*LABELS)}"' if self._chance(0.05) else ""
        return label + role + apart

    def _branch(self, names: list[str], depth: int) -> str:
        """One of the parallel tasks; `names` are its data."""
        new = self._name()
        kind = self._any(*["wait"] * 5, *["fill"] * 4, *KINDS)
        match kind:
            case "wait":
                store, about = self._any("sig", "sig", "last", "tot"), self._any(new, new, "!last")
                return f"(watch {store} >>= \\{new}. {self._guarded([*names, new], about, depth)})"
            case "fill":
                editor = self._any("enter Int", "enter Int", "enter Int", "edit 0", "shared tot")
                arrow = self._any(">>=", ">>=", ">>?")
                body = self._guarded([*names, new], new, depth)
                return f"(({editor}{self._marks()}) {arrow} \\{new}. {body})"
            case "two":
                other = self._name()
                body = self._guarded([*names, new, other], new, depth)
                return f"(enter Int{self._marks()} <&> enter Int >>= \\({new}, {other}). {body})"
            case "press":
                return f"((choose {self._buttons(names, depth)}){self._marks()})"
            case "say":
                shown, action = self._any(*names, "1"), self._action(names, depth)
                return f"((view {shown} >>? \\{new}. {action}){self._marks()})"
            case "loop":
                return self._loop()
            case "late":
                first, action = self._branch(names, 0), self._action(names, 0)
                return f"(within {self._any('0', '1', '2')} {first} otherwise {action})"
            case _:
                return f"({self._any('enter Int', 'edit 1')}{self._marks()})"

    def _buttons(self, names: list[str], depth: int) -> str:
        labels = self.random.sample(LABELS, self.random.randint(1, 2))
        written = []
        for each in labels:
            guard = f" when {self._condition(names)}" if self._chance(0.4) else ""
            written.append(f'"{each}"{guard} -> {self._action(names, depth)}')
        return f"{{ {', '.join(written)} }}"

    def _loop(self) -> str:
        """A choice that comes back to itself, until the store says that it is enough."""
        name = f"loop{len(self._loops)}"
        write, enough = self._write([]), self._condition([])
        again = f"if {enough} then {self._action([], 0)} else {name}"
        self._loops.append(
            f'def {name} = choose {{ "{self._any(*LABELS)}" -> let _ = {write} in {again} }}\n'
        )
        return name

    def _branches(self) -> list[str]:
        """Two or three, each a call of one function, or the like of it."""
        count = self.random.choice([2, 2, 2, 3])
        base = self._focused()
        self._loops.append(f"def branch i = {base}\n")
        found = []
        for number in range(1, count + 1):
            called = f"branch {self._any(str(number), str(number), '1', 'k')}"
            if self._chance(0.25):
                called = f"(let i = {number} in {self._varied(base)})"
            elif self._chance(0.15):
                called = f"(let i = {number} in {self._branch(['i'], 1)})"
            found.append(called)
        return found

    def _focused(self) -> str:
        """A branch that is near to what a reduction looks at, or any."""
        new = self._name()
        write = f"let _ = last := {self._any('i', 'i', '!last * 2 + i', f'!last + {new}')} in"
        match self._any("signal", "signal", "label", "sum", "fill", "any"):
            case "signal":
                also = f" and {self._condition(['i', new])}" if self._chance(0.3) else ""
                return f"(watch sig >>= \\{new}. if {new} != 0{also} then {write} view i else fail)"
            case "label":
                label, role = self._any(*LABELS), self._any(*ROLES)
                button = f'(choose {{ "{label}" -> {write} view i }}) @ {role}'
                editor = f'(enter Int as "{label}" @ {role} >>= \\{new}. view {new})'
                return editor if new in write else self._any(button, editor)
            case "sum":
                name = f"loop{len(self._loops)}"
                more = f"{new} > 0 and !tot + {new} <= {self._any('2', '3')}"
                again = f"let _ = tot := !tot + {new} in {self._any(name, f'view {new}')}"
                step = f"enter Int >>= \\{new}. if {more} then ({again}) else fail"
                stop = f'(choose {{ "R" when !tot > {self._any("0", "1")} -> view 0 }})'
                self._loops.append(f"def {name} = ({step}) <|> {stop}\n")
                return name
            case "fill":
                guard = self._condition(["i", new], new)
                return f"(enter Int >>= \\{new}. if {guard} then {write} view {new} else fail)"
            case _:
                return self._branch(["i"], 1)

    def _varied(self, task: str) -> str:
        """A task with another label, another role or another number in one place."""
        pairs = [(f'"{one}"', f'"{other}"') for one, other in combinations(LABELS, 2)]
        pairs += [(f"@ {one}", f"@ {other}") for one, other in combinations(ROLES, 2)]
        pairs += [(" 0)", " 1)"), (" i)", " 2)"), ("last :=", "tot :="), (" < ", " <= ")]
        fitting = [each for each in pairs if any(one in task for one in each)]
        one, other = self.random.choice(fitting or [(" ", " ")])
        return task.replace(one, "#").replace(other, one).replace("#", other)

    def _sender(self) -> str:
        name = self._name()
        writes = f"{self._any('sig', 'sig', 'last')} := {self._any(name, name, '1')}"
        test = f"{name} {self._any('>', '!=', '<')} {self._any('0', '1')}"
        return (
            f"(enter Int >>= \\{name}. if {test} then (let _ = {writes} in view {name}) else fail)"
        )

    def _group(self, count: int) -> None:
        """Parallel tasks and what follows them, as a function, so that others can come in."""
        names = [f"t{number}" for number in range(count)]
        if self._chance(0.25):
            late = "view (0, 0)" if count == 2 else "view ((0, 0), 0)" if count == 3 else "fail"
            late = f"(let _ = {self._write([])} in {late})"
            joined = f"within {self._any('1', '2')} ({self._nested(names)}) otherwise {late}"
        else:
            joined = self._nested(names)
        self._loops.append(f"def group {' '.join(names)} = ({joined}) {self._follow()}\n")

    def _nested(self, parts: list[str]) -> str:
        joined = parts[0]
        for each in parts[1:]:
            joined = f"({joined} <&> {each})"
        return joined

    def _follow(self) -> str:
        arrow = self._any(">>=", ">>=", ">>?")
        match self._any(*["ignore"] * 6, "last", "buttons", "guard"):
            case "ignore":
                return f"{arrow} \\_. view {self._any('0', '!last', '!tot')}"
            case "guard":
                body = f"if {self._condition([])} then view {self._any('!last', '!tot')} else fail"
                return f"{arrow} \\_. {body}"
            case "buttons":
                return f">>* \\_. {self._buttons([], 0)}"
            case _:
                last = self._name()
                return f"{arrow} \\(_, {last}). {self._guarded([last], last, 0)}"

    def _whole(self) -> str:
        """The parallel tasks in one order or another, as a choice or a value says."""
        parts = self._branches()
        if self._chance(0.7):
            parts.append(self._sender())
        for number, part in enumerate(parts):
            self._loops.append(f"def part{number} k = {part}\n")
        self._group(len(parts))
        called = [f"(part{number} {self._any('1', 'k')})" for number in range(len(parts))]
        one, two = (f"group {' '.join(self.random.sample(called, len(called)))}" for _ in range(2))
        match self._any("one", *["choice"] * 6, "data", "flag"):
            case "one":
                task = f"(let k = 2 in {one})"
            case "choice":
                first, second = (f"(let k = {self._any('1', '1', '2')} in {e})" for e in (one, two))
                task = f'(choose {{ "X" -> {first}, "Y" -> {second} }})'
            case "data":
                task = f"(enter Int >>= \\k. {one})"
            case _:
                task = f"(enter Bool >>= \\b. let k = 1 in if b then {one} else {two})"
        if self._chance(0.25):
            seen = self._name()
            body = self._guarded([seen], seen, 0)
            task = f"({task} <|> (watch {self._any('last', 'tot')} >>= \\{seen}. {body}))"
        return task

    # Claims

    def _claims(self) -> list[str]:
        seen = ("v", "!last", "!tot", "!sig")
        return [
            *(
                f"property p{number}{kind}(v) = {about} != {number}"
                for kind, about in enumerate(seen)
                for number in range(4)
            ),
            f"property value(v) = {self._condition(['v'], self._any(*seen))}",
            f"property store(v) = {self._condition(['v'], self._any(*seen[1:]))}",
            f"reachable end(v) = {self._condition(['v'], self._any(*seen))}",
            *(
                f"invariant i{number} = !last != {number} or {self._condition([], '!tot')}"
                for number in range(3)
            ),
            "finishes done",
            self._order(),
            self._any(
                "",
                "",
                f'only those = {self._any(*ROLES)} can "{self._any(*LABELS)}"',
                f'nobody both = can "{self._any(*LABELS)}" and "{self._any(*LABELS)}"',
            ),
        ]

    def _order(self) -> str:
        first, second = (self._event() for _ in range(2))
        return self._any(
            f"never order = {first}",
            f"never order = {first} before {second}",
            f"never order = {first} after {second}",
            f"always order = {first} before {second}",
            f"always order = {first} after {second}",
            f"eventually order = {first}",
        )

    def _event(self) -> str:
        role = f"{self._any(*ROLES)}: " if self._chance(0.3) else ""
        when = f" (n : Int) when {self._condition(['n'], 'n')}" if self._chance(0.3) else ""
        return f'{role}"{self._any(*LABELS)}"{when}'
