"""Random tasks of numbers that wait, are filled in, come back to themselves and have deadlines."""

from random import Random

from workflow_data import SUMS

USERS = """user anna : clerk, officer
user bert : officer
"""
DECLARED = """type Kind = One | Two
type Claim = { amount : Int, urgent : Bool }
type Answer = Granted Int | Refused
def sig = ref 0
def last = ref 0
def tot = ref 0
def paid = ref 0.0
def note = ref ""
def log = ref ([] : List Int)
def labels = choose { "A" -> view 1, "C" -> view 2, "L" -> view 3, "S" -> view 4 }
"""
ROLES_DECLARED = "def roles = (view 1 @ clerk) <&> (view 2 @ officer)\n"
LABELS = ("A", "C", "L", "S")
ROLES = ("clerk", "officer", "anna")
STORES = ("sig", "last", "tot")
FINITE = ("Bool", "Bool", "Kind")
NUMBERED = ("Int", "Int", "Int", "Int", "Bool", "Claim", "Answer", "Decimal", "String")
NUMBERS = {
    "Int": "{}",
    "Bool": "(if {} then 1 else 0)",
    "Kind": "(case {} of {{ One -> 1, Two -> 2 }})",
    "Claim": "{}.amount",
    "Answer": "(case {} of {{ Granted n -> n, Refused -> 0 }})",
    "Decimal": "(if {} > 0.5 then 1 else 0)",
    "String": "(len {})",
}
"""What is made a number of for each type that is entered."""

PROFILES = ("signal", "people", "numbers", "days", "forms", "any")
"""What a workflow is most about; one after the other."""


class Branches:
    """Writes random tasks; half of the time without numbers, so that they have few states."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.profile = PROFILES[seed % len(PROFILES)]
        self.finite = self.profile != "numbers" and self._chance(0.6)
        self.persons = self.profile == "people" or (self.profile == "any" and self._chance(0.3))
        self.roles = self.persons or (self.profile != "numbers" and self._chance(0.15))
        self.timed = self.profile == "days" or self._chance(0.2)
        self._names = 0
        self._defined: list[str] = []

    def _any(self, *options: str) -> str:
        return self.random.choice(options)

    def _chance(self, share: float) -> bool:
        return self.random.random() < share

    def _name(self) -> str:
        self._names += 1
        return f"x{self._names}"

    # Expressions

    def _number(self, names: list[str]) -> str:
        return self._any(*names, *names, *names, "0", "1", "2", *(f"!{each}" for each in STORES))

    def _condition(self, names: list[str], about: str = "") -> str:
        left, right = about or self._number(names), self._number(names)
        compared = self._any("!=", "!=", "!=", ">", ">", "<=", "==", "<")
        match self._any(
            *["plain"] * 6, "sum", "cancelled", "product", "factor", "in", "both", "other"
        ):
            case "sum":
                return f"{left} {self._any('+', '-')} {self._number(names)} {compared} {right}"
            case "cancelled":
                return f"{left} + {right} {compared} {self._any(left, right)}"
            case "product":
                return f"{left} * {right} {compared} {self._any('1', '2')}"
            case "factor":
                return f"{self._any('2', '3')} * {left} {compared} {right}"
            case "in":
                return f"({left} in !log)"
            case "other":
                return self._any('!note == "b"', '!note != ""', "!paid > 1.0", "!paid != 0.5")
            case "both":
                join = self._any("and", "or")
                return f"({left} {compared} {right}) {join} ({self._condition(names)})"
            case _:
                return f"{left} {compared} {right}"

    def _write(self, names: list[str]) -> str:
        store = self._any("last", "last", "tot", "sig", "log", "log", "other")
        number = self._any(*names, *names, "1", "!last")
        if store == "other":
            return self._any(
                'note := "b"', 'note := !note ++ "a"', f"paid := !paid + 0.5 * decimal ({number})"
            )
        if store == "log":
            return f"log := {number} :: !log" if self._chance(0.7) else f"log := [{number}]"
        value = self._any(
            *(number, number, f"!{store} + {number}", f"!{store} * 2 + {number}"),
            *(f"0 - {number}", f"{number} + 1"),
        )
        return f"{store} := {value}"

    # Editors

    def _entered(self) -> tuple[str, str]:
        """A type, and how a value of it becomes a number."""
        shape = self._any(*(FINITE if self.finite else NUMBERED))
        return shape, NUMBERS[shape]

    def _editor(self) -> tuple[str, str]:
        shape, number = self._entered()
        others = {"Int": ["edit 0", "shared tot"], "Bool": ["edit False"]}.get(shape, [])
        return self._any(*[f"enter {shape}"] * 3, *others), number

    def _marks(self, share: float = 0.3) -> str:
        label = f' as "{self._any(*LABELS)}"' if self._chance(share) else ""
        roles = ROLES if self.persons else ROLES[:2]
        role = f" @ {self._any(*roles)}" if self.roles and self._chance(max(share, 0.4)) else ""
        apart = f' except "{self._any(*LABELS)}"' if self.persons and self._chance(0.3) else ""
        return label + role + apart

    # Tasks of numbers

    def _action(self, names: list[str], depth: int) -> str:
        """What comes of a branch: mostly a value, often after it was written down."""
        if depth and self._chance(0.2):
            task = self._branch(names, depth - 1)
        else:
            task = f"view {self._any(*names, '0', '1')}"
        return f"(let _ = {self._write(names)} in {task})" if self._chance(0.75) else f"({task})"

    def _guarded(self, names: list[str], about: str, depth: int = 0) -> str:
        condition = self._condition(names, about)
        return f"if {condition} then {self._action(names, depth)} else fail"

    def _branch(self, names: list[str], depth: int) -> str:
        """One of the parallel tasks; `names` are its data."""
        new = self._name()
        kinds = ["wait", "wait", "wait", "fill", "fill", "fill", "press", "press", "form"]
        kinds += ["two", "plain", "loop", "say", "sum"] + ["late", "late"] * self.timed
        kinds += ["either"] * bool(depth)
        match self._any(*kinds):
            case "wait":
                store = self._any("sig", "sig", *STORES)
                body = self._guarded([*names, new], self._any(new, new, "!last"), depth)
                if self._chance(0.6):
                    body = f"if {new} != 0 then {self._action([*names, new], depth)} else fail"
                return f"(watch {store} >>= \\{new}. {body})"
            case "fill":
                editor, number = self._editor()
                read = number.format(new)
                body = self._guarded([*names, read], read, depth)
                return (
                    f"(({editor}{self._marks()}) {self._any('>>=', '>>=', '>>?')} \\{new}. {body})"
                )
            case "form":
                editor, number = self._editor()
                buttons = self._buttons([*names, number.format(new)], depth)
                return f"(({editor}{self._marks()}) >>* \\{new}. {buttons})"
            case "two":
                other = self._name()
                (first, one), (second, two) = self._editor(), self._editor()
                inside = [*names, one.format(new), two.format(other)]
                body = self._guarded(inside, inside[-1], depth)
                return f"(({first}{self._marks()} <&> {second}) >>= \\({new}, {other}). {body})"
            case "press":
                return f"((choose {self._buttons(names, depth)}){self._marks()})"
            case "say":
                action = self._action(names, depth)
                return f"((view {self._any(*names, '1')} >>? \\{new}. {action}){self._marks()})"
            case "loop":
                return self._loop(names)
            case "sum":
                return self._sum(names)
            case "late":
                first, action = self._branch(names, 0), self._action(names, 0)
                return f"(within {self._any('0', '1', '1', '2')} {first} otherwise {action})"
            case "either":
                return f"({self._branch(names, 0)} <|> {self._branch(names, 0)})"
            case _:
                editor, number = self._editor()
                return f"(({editor}{self._marks()}) >>? \\{new}. view {number.format(new)})"

    def _buttons(self, names: list[str], depth: int) -> str:
        labels = self.random.sample(LABELS, self.random.randint(1, 2))
        written = []
        for each in labels:
            guard = f" when {self._condition(names)}" if self._chance(0.4) else ""
            written.append(f'"{each}"{guard} -> {self._action(names, depth)}')
        return f"{{ {', '.join(written)} }}"

    def _loop(self, names: list[str]) -> str:
        """A choice that comes back to itself, until the store says that it is enough."""
        name = f"loop{len(self._defined)}"
        write, enough = self._write(["d"]), self._condition(["d"])
        again = f"if {enough} then {self._action(['d'], 0)} else {name} d"
        label = self._any(*LABELS)
        self._defined.append(
            f'def {name} (d : Int) = choose {{ "{label}" -> let _ = {write} in {again} }}\n'
        )
        return f"({name} {self._any(*names, '1')})"

    def _sum(self, names: list[str], shape: str = "Int") -> str:
        """Entries that are added up to a limit, as often as somebody likes."""
        name, new = f"loop{len(self._defined)}", self._name()
        store, least, most = SUMS[shape]
        entered, read = shape, new
        if shape == "Int":
            entered, number = self._entered()
            read = number.format(new)
        more = f"{read} > {least} and !{store} + {read} <= {self._any(*most)}"
        again = f"let _ = {store} := !{store} + {read} in {self._any(f'{name} d', f'view {read}')}"
        step = f"enter {entered} >>= \\{new}. if {more} then ({again}) else fail"
        stop = f'(choose {{ "L" when !{store} > {self._any(least, least, most[0])} -> view d }})'
        self._defined.append(f"def {name} (d : {shape}) = ({step}) <|> {stop}\n")
        return f"({name} {self._any(*names)})"
