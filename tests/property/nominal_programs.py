"""Random nominal programs with a theorem about them: functions, binders, freshness, negation."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

SIGNATURE = r"""nat : type.  z : nat.  s : nat -> nat.
id : name_type.
exp : type.  var : id -> exp.  lam : id\exp -> exp.  app : (exp, exp) -> exp.
pair : type.  bind : (id\exp, nat) -> pair.
"""

PREDICATES = {
    "p": ("exp", "exp"),
    "q": ("exp",),
    "r": ("id", "exp"),
    "t": ("exp", "nat"),
    "u": ("pair", "exp"),
}
FUNCTIONS = {"f": (("exp", "id", "exp"), "exp"), "g": (("exp",), "nat"), "h": (("exp",), "pair")}
VARIABLES = {"exp": "EFGH", "nat": "MN", "id": "XY", "pair": "AB"}
NAMES = "xy"


@dataclass(slots=True)
class Writer:
    """Writes random terms and goals; `used` are the variables so far, `names` those in scope."""

    random: Random
    used: dict[str, list[str]] = field(default_factory=dict)
    names: list[str] = field(default_factory=list)

    def often(self, chance: float) -> bool:
        return self.random.random() < chance

    def variable(self, type_: str) -> str:
        used = self.used.setdefault(type_, [])
        if not used or self.often(0.35):
            name = self.random.choice(VARIABLES[type_])
            if name not in used:
                used.append(name)
            return name
        return self.random.choice(used)

    def term(self, type_: str, depth: int) -> str:
        """A term of a type, with at most so many constructors inside each other."""
        if type_ == "id":
            return self.name()
        if depth == 0 or self.often(0.4):
            return self.variable(type_)
        match type_:
            case "exp":
                return self.expression(depth)
            case "nat":
                return self.random.choice(["z", f"s({self.term('nat', depth - 1)})"])
            case _:
                return f"bind({self.abstraction(depth)}, {self.term('nat', depth - 1)})"

    def expression(self, depth: int) -> str:
        match self.random.randrange(3):
            case 0:
                return f"var({self.name()})"
            case 1:
                return f"lam({self.abstraction(depth)})"
            case _:
                return f"app({self.term('exp', depth - 1)}, {self.term('exp', depth - 1)})"

    def abstraction(self, depth: int) -> str:
        name = self.random.choice(NAMES)
        self.names.append(name)
        body = self.term("exp", depth - 1)
        if self.often(0.5):
            self.names.remove(name)
        return f"{name}\\{body}"

    def name(self) -> str:
        if self.names and self.often(0.6):
            return self.random.choice(self.names)
        return self.variable("id")

    def call(self) -> str:
        if self.often(0.3):
            function, (parameters, result) = self.random.choice(list(FUNCTIONS.items()))
            return f"{self.term(result, 1)} = {self.applied(function, parameters, 1)}"
        predicate, parameters = self.random.choice(list(PREDICATES.items()))
        return self.applied(predicate, parameters, 1)

    def applied(self, symbol: str, parameters: tuple[str, ...], depth: int) -> str:
        return f"{symbol}({', '.join(self.term(each, depth) for each in parameters)})"

    def goal(self, depth: int = 1) -> str:
        """A goal; those with goals inside are not inside of others."""
        match self.random.randrange(10 if depth else 7):
            case 0 | 1:
                return f"{self.name()} # {self.variable(self.random.choice(['exp', 'id']))}"
            case 2:
                return f"{self.variable('exp')} = {self.term('exp', 2)}"
            case 3 | 4 | 5 | 6:
                return self.call()
            case 7:
                return f"not({self.goal(0)})"
            case 8:
                return f"({self.goal(0)} ; {self.goal(0)})"
            case _:
                name = self.random.choice(NAMES)
                return f"(new {name}. {self.goal(0)})"

    def body(self, longest: int) -> str:
        return ", ".join(self.goal() for _ in range(self.random.randint(0, longest)))


def clause(random: Random, symbol: str) -> str:
    """A clause of a predicate or function."""
    writer = Writer(random)
    if symbol in PREDICATES:
        head = writer.applied(symbol, PREDICATES[symbol], 2)
    else:
        parameters, result = FUNCTIONS[symbol]
        head = writer.applied(symbol, parameters, 2)
        value = writer.term(result, 2)
        if result == "exp" and writer.often(0.3):
            value = writer.applied("f", FUNCTIONS["f"][0], 1)
        head += f" = {value}"
    body = writer.body(2)
    return f"{head} :- {body}." if body else f"{head}."


def program(seed: int, bound: int) -> str:
    """A program with a theorem that claims that its hypotheses have no solution."""
    random = Random(seed)
    lines = [SIGNATURE]
    lines += [f"pred {name}({', '.join(each)})." for name, each in PREDICATES.items()]
    for name, (parameters, result) in FUNCTIONS.items():
        lines.append(f"func {name}({', '.join(parameters)}) = {result}.")
    for symbol in (*PREDICATES, *FUNCTIONS):
        lines += [clause(random, symbol) for _ in range(random.randint(1, 3))]
    writer = Writer(random, names=[*NAMES] if random.random() < 0.4 else [])
    hypotheses = [writer.call(), *(writer.goal() for _ in range(random.randint(0, 1)))]
    return "\n".join([*lines, f'#check "law" {bound} : {", ".join(hypotheses)} => fail.'])
