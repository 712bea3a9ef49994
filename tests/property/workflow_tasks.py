"""Random well-typed tasks."""

from collections.abc import Mapping
from fractions import Fraction
from functools import cache

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

from refute.languages.workflow import syntax
from refute.languages.workflow.show import show_program
from refute.languages.workflow.syntax import (
    BOOL,
    DECIMAL,
    INT,
    UNIT,
    Expression,
    Name,
    NamePattern,
    Trigger,
    Type,
)
from refute.terms import Constructed, Value

PAIR = Type(syntax.TUPLE, (INT, INT))
NUMBERS = Type(syntax.LIST, (INT,))
CELL = Type(syntax.REFERENCE, (INT,))
SHELF = Type(syntax.REFERENCE, (NUMBERS,))
CLAIM, ANSWER = Type("Claim"), Type("Answer")
BASIC = (INT, BOOL, UNIT, PAIR, NUMBERS, DECIMAL, CLAIM, ANSWER)
DECLARED = (
    syntax.TypeDeclaration(
        NamePattern("Claim"),
        (syntax.Constructor("Claim", (syntax.Field("amount", INT), syntax.Field("urgent", BOOL))),),
    ),
    syntax.TypeDeclaration(
        NamePattern("Answer"),
        (
            syntax.Constructor("Granted", (syntax.Field("", INT),)),
            syntax.Constructor("Refused", (syntax.Field("", BOOL),)),
            syntax.Constructor("Withdrawn"),
        ),
    ),
)
FIELDS = {"Claim": (INT, BOOL), "Granted": (INT,), "Refused": (BOOL,), "Withdrawn": ()}

TRIGGERS = st.sampled_from([Trigger.VALUE, Trigger.USER])
LABELS = st.sampled_from(["a", "b"])
Names = Mapping[str, Type]


@cache
def values(shape: Type) -> SearchStrategy[Value]:
    """Small values of a basic type, so that they often meet."""
    match shape.name:
        case "Int":
            return st.integers(-3, 3)
        case "Bool":
            return st.booleans()
        case "List":
            return st.lists(values(shape.arguments[0]), max_size=2).map(tuple)
        case "Decimal":
            return st.integers(-4, 4).map(lambda number: Fraction(number, 2))
        case "Claim":
            return constructed("Claim")
        case "Answer":
            return st.one_of(*map(constructed, ("Granted", "Refused", "Withdrawn")))
        case _:
            return st.tuples(*map(values, shape.arguments))


@cache
def constructed(name: str) -> SearchStrategy[Value]:
    """Values of a constructor."""
    return st.tuples(*map(values, FIELDS[name])).map(lambda parts: Constructed(name, parts))


def construction(name: str, parts: list[Expression]) -> Expression:
    """A constructor with all of its arguments; the record by the names of its fields."""
    if name == "Claim":
        named = zip(("amount", "urgent"), parts, strict=True)
        return syntax.Filled(name, tuple(syntax.Setting(*each) for each in named))
    made: Expression = syntax.Construct(name)
    for each in parts:
        made = syntax.Apply(made, each)
    return made


def literal(value: Value, shape: Type) -> Expression:
    match shape.name, value:
        case "Decimal", Fraction():
            return syntax.Decimal(value)
        case _, Constructed(name, arguments):
            parts = zip(arguments, FIELDS[name], strict=True)
            return construction(name, [literal(*each) for each in parts])
        case "Int", int():
            return syntax.Integer(value)
        case "Bool", bool():
            return syntax.Boolean(value)
        case "List", tuple():
            items = tuple(literal(each, shape.arguments[0]) for each in value)
            return syntax.Annotated(syntax.ListOf(items), shape)
        case _, tuple():
            parts = zip(value, shape.arguments, strict=True)
            return syntax.TupleOf(tuple(literal(each, part) for each, part in parts))
    raise AssertionError(value)


@st.composite
def numbers(draw: DrawFn, names: Names) -> Expression:
    """Something about a name, as a number; a literal where there is none."""
    found: list[Expression] = [syntax.Integer(0)]
    for name, shape in names.items():
        if shape == INT:
            found += [Name(name)] * 4
        elif shape == PAIR:
            found += [syntax.Unary(part, Name(name)) for part in ("fst", "snd")] * 2
        elif shape == CELL:
            found += [syntax.Unary("!", Name(name))] * 4
        elif shape == NUMBERS:
            found += [syntax.Unary("len", Name(name))]
        elif shape == CLAIM:
            found += [syntax.Select(Name(name), "amount")] * 2
    return draw(st.sampled_from(found))


@st.composite
def expressions(draw: DrawFn, shape: Type, names: Names, depth: int) -> Expression:
    """Expressions of a basic type over some names."""
    held = Type(syntax.REFERENCE, (shape,))
    options = [f"name {name}" for name, each in names.items() if each == shape] * 4
    options += [f"read {name}" for name, each in names.items() if each == held] * 4
    if depth == 0 or shape.name != "Bool":
        options.append("literal")
    if depth > 0:
        options += {
            "Int": [
                *("add", "subtract", "multiply", "min", "divide", "head", "fst", "len", "if"),
                *("amount", "case"),
            ],
            "Bool": [
                "less",
                "less",
                "less",
                "equal",
                "equal",
                "and",
                "or",
                "not",
                "in",
                "uniq",
                "implies",
                "urgent",
                "case",
                "cheaper",
                "alike",
            ],
            "Decimal": ["decimal", "more", "times"],
            "Claim": ["claim", "if"],
            "Answer": ["answer", "answer", "if"],
            "Unit": ["write"],
            "List": ["cons", "append", "tail", "if"],
        }.get(shape.name, ["pair"])

    def part(of: Type) -> Expression:
        return draw(expressions(of, names, depth - 1))

    option = draw(st.sampled_from(options))
    if " " in option:
        kind, name = option.split()
        return Name(name) if kind == "name" else syntax.Unary("!", Name(name))
    binary = {
        "add": ("+", INT),
        "subtract": ("-", INT),
        "multiply": ("*", INT),
        "min": ("min", INT),
        "divide": ("/", INT),
        "less": ("<", INT),
        "equal": ("==", INT),
        "and": ("and", BOOL),
        "or": ("or", BOOL),
        "implies": ("==>", BOOL),
        "append": ("++", NUMBERS),
    }
    unary = {"head": NUMBERS, "tail": NUMBERS, "fst": PAIR, "len": NUMBERS, "not": BOOL}
    unary["uniq"] = NUMBERS
    match option:
        case "literal":
            return literal(draw(values(shape)), shape)
        case "if":
            return syntax.If(part(BOOL), part(shape), part(shape))
        case "test":
            operator = draw(st.sampled_from(["<", ">", "==", "!="]))
            return syntax.Binary(operator, draw(numbers(names)), part(INT))
        case "in":
            return syntax.Binary("in", part(INT), part(NUMBERS))
        case "cons":
            return syntax.Binary("::", part(INT), part(NUMBERS))
        case "pair":
            return syntax.TupleOf((part(INT), part(INT)))
        case "amount" | "urgent":
            return syntax.Select(syntax.Annotated(part(CLAIM), CLAIM), option)
        case "claim":
            return construction("Claim", [part(INT), part(BOOL)])
        case "answer":
            name = draw(st.sampled_from(["Granted", "Refused", "Withdrawn"]))
            return construction(name, [part(of) for of in FIELDS[name]])
        case "case":
            subject, one, other = part(ANSWER), f"y{depth}", f"z{depth}"
            branches = (
                branch("Granted", one, draw(expressions(shape, {**names, one: INT}, depth - 1))),
                branch("Refused", other, draw(expressions(shape, {**names, other: BOOL}, 0))),
                syntax.Branch("", (NamePattern("_"),), part(shape)),
            )
            return syntax.Case(subject, branches)
        case "cheaper":
            return syntax.Binary("<", part(DECIMAL), part(DECIMAL))
        case "alike":
            of = draw(st.sampled_from([CLAIM, ANSWER, DECIMAL]))
            return syntax.Binary("==", part(of), part(of))
        case "decimal":
            return syntax.Unary("decimal", part(INT))
        case "more":
            return syntax.Binary("+", part(DECIMAL), part(DECIMAL))
        case "times":
            return syntax.Binary("*", part(DECIMAL), literal(draw(values(DECIMAL)), DECIMAL))
        case "write":
            cells = [name for name, each in names.items() if each == CELL]
            if not cells:
                return syntax.TupleOf(())
            return syntax.Binary(":=", Name(draw(st.sampled_from(cells))), part(INT))
        case _ if option in binary:
            operator, of = binary[option]
            return syntax.Binary(operator, part(of), part(of))
        case _:
            return syntax.Unary(option, part(unary[option]))


def branch(constructor: str, name: str, body: Expression) -> syntax.Branch:
    return syntax.Branch(constructor, (NamePattern(name),), body)


def applied(function: str, *arguments: Expression) -> Expression:
    """A function of the library, applied."""
    whole: Expression = Name(function)
    for each in arguments:
        whole = syntax.Apply(whole, each)
    return whole


@st.composite
def tasks(  # noqa: PLR0915 (one case for each kind of task)
    draw: DrawFn, shape: Type, names: Names, depth: int
) -> Expression:
    """Tasks with values of a basic type."""
    held = Type(syntax.REFERENCE, (shape,))
    options = ["edit", "enter", "enter", "fail"]
    options += [f"shared {name}" for name, each in names.items() if each == held] * 3
    if depth > 0:
        options = [*options[:2], *options[4:]]
        options += [*["step"] * 3, *["guarded"] * 8, "either", "pick", "if", "ref", "assert"]
        options += ["view", "labelled", "assigned", "choose", "buttons", "buttons", "within"]
        options += ["both"] * 10 if shape == PAIR else []
        options += ["all", "all", "pool"] if shape == NUMBERS else []
        options += ["case", "case", "any", "repeat", "forever", "count"]
    fresh = f"x{len(names)}"

    def part(of: Type, more: Names | None = None) -> Expression:
        return draw(tasks(of, {**names, **(more or {})}, depth - 1))

    def expression(of: Type, more: Names | None = None) -> Expression:
        return draw(expressions(of, {**names, **(more or {})}, 2))

    option = draw(st.sampled_from(options))
    match option:
        case "edit":
            return syntax.Edit(draw(expressions(shape, names, 1)))
        case "enter":
            return syntax.Enter(shape)
        case "fail":
            return syntax.Fail()
        case "both":
            return syntax.Both(part(INT), part(INT))
        case "either":
            return syntax.Either(part(shape), part(shape))
        case "pick":
            return syntax.Pick(part(shape), part(shape))
        case "if":
            return syntax.If(expression(BOOL), part(shape), part(shape))
        case "assert":
            return syntax.Assert(expression(BOOL), part(shape))
        case "view":
            return syntax.View(draw(expressions(shape, names, 1)))
        case "labelled":
            return syntax.Labelled(part(shape), draw(LABELS))
        case "assigned":
            return syntax.Assigned(part(shape), draw(st.sampled_from(["anna", "bert"])))
        case "choose":
            return syntax.Choose((syntax.Button("a", part(shape)), syntax.Button("b", part(shape))))
        case "buttons":
            more = {fresh: INT}
            guard = expression(BOOL, more)
            first = syntax.Button("a", syntax.If(guard, part(shape, more), syntax.Fail()))
            chosen = syntax.Choose((first, syntax.Button("b", part(shape, more))))
            function = syntax.Lambda(NamePattern(fresh, INT), chosen)
            return syntax.Step(part(INT), function, Trigger.BUTTON)
        case "case":
            branches = (
                branch("Granted", fresh, part(shape, {fresh: INT})),
                branch("Refused", fresh, part(shape, {fresh: BOOL})),
                syntax.Branch("Withdrawn", (), part(shape)),
            )
            return syntax.Case(expression(ANSWER), branches)
        case "any":
            return applied("any", syntax.ListOf((part(shape), part(shape))))
        case "all":
            return applied("all", syntax.ListOf((part(INT), part(INT))))
        case "pool" | "repeat":
            return applied(option, part(INT if option == "pool" else shape))
        case "forever":
            return applied("forever", syntax.Annotated(part(shape), Type(syntax.TASK, (shape,))))
        case "count":
            return syntax.Step(
                applied("count", syntax.Integer(draw(st.integers(0, 2)))),
                syntax.Lambda(NamePattern(fresh, INT), part(shape, {fresh: INT})),
                draw(TRIGGERS),
            )
        case "within":
            return syntax.Within(syntax.Integer(draw(st.integers(0, 3))), part(shape), part(shape))
        case "ref":
            of = draw(st.sampled_from([INT, NUMBERS]))
            more = {fresh: Type(syntax.REFERENCE, (of,))}
            held_value = syntax.Unary("ref", expression(of))
            return syntax.Let(NamePattern(fresh), held_value, part(shape, more))
        case "step" | "guarded":
            before = draw(st.sampled_from([INT, INT, PAIR, PAIR, *BASIC]))
            bound = fresh if draw(st.integers(0, 4)) else "_"
            more = {} if bound == "_" else {bound: before}
            follow = part(shape, more)
            if option == "guarded":
                follow = syntax.If(expression(BOOL, more), follow, syntax.Fail())
            function = syntax.Lambda(NamePattern(bound, before), follow)
            return syntax.Step(part(before), function, draw(TRIGGERS))
        case _:
            return syntax.Shared(Name(option.split()[1]))


@st.composite
def teams(draw: DrawFn) -> Expression:
    """Guarded tasks in parallel over a common store, equal ones too, and a guarded step after them.

    The step may ignore the values of the tasks.
    """
    stores = {"x0": CELL, "x1": SHELF}

    def member(fresh: str) -> Expression:
        entered = draw(tasks(INT, stores, 1))
        names = {**stores, fresh: INT}
        condition = draw(expressions(BOOL, names, 2))
        follow = draw(tasks(INT, names, 1))
        otherwise: Expression = syntax.Fail() if draw(st.booleans()) else syntax.Edit(Name(fresh))
        guarded = syntax.If(condition, follow, otherwise)
        function = syntax.Lambda(NamePattern(fresh, INT), guarded)
        return syntax.Step(entered, function, draw(TRIGGERS))

    first = member("x2")
    both: Expression = syntax.Both(first, first if draw(st.booleans()) else member("x3"))
    shape = PAIR
    if draw(st.booleans()):
        both, shape = syntax.Both(both, first), Type(syntax.TUPLE, (PAIR, INT))
    names = {**stores, "x4": shape}
    if draw(st.booleans()):
        names = stores
    end = syntax.Edit(draw(expressions(INT, names, 2)))
    guarded = syntax.If(draw(expressions(BOOL, names, 2)), end, syntax.Fail())
    last: Expression = guarded if draw(st.booleans()) else end
    function = syntax.Lambda(NamePattern("x4", shape), last)
    task: Expression = syntax.Step(both, function, draw(TRIGGERS))
    for name, store in reversed(stores.items()):
        held = syntax.Unary("ref", draw(expressions(store.arguments[0], {}, 0)))
        task = syntax.Let(NamePattern(name), held, task)
    return task


COUNT = syntax.Definition(
    NamePattern("count"),
    syntax.Lambda(
        NamePattern("n", INT),
        syntax.If(
            syntax.Binary("<", Name("n"), syntax.Integer(1)),
            syntax.View(syntax.Integer(0)),
            syntax.Step(
                syntax.Enter(INT),
                syntax.Lambda(
                    NamePattern("x", INT),
                    syntax.If(
                        syntax.Binary("<", Name("x"), Name("n")),
                        applied("count", syntax.Binary("-", Name("n"), syntax.Integer(1))),
                        syntax.Fail(),
                    ),
                ),
                Trigger.VALUE,
            ),
        ),
    ),
)
"""A recursive task: asks for smaller and smaller numbers."""


@st.composite
def programs(draw: DrawFn) -> syntax.Program:
    """Files with one task."""
    shape = draw(st.sampled_from(BASIC))
    body = draw(st.one_of(teams(), tasks(shape, {}, 4)))
    return syntax.Program((*DECLARED, COUNT, syntax.TaskDeclaration(NamePattern("main"), body)))


@st.composite
def programs_of(draw: DrawFn, name: str) -> syntax.Program:
    """Files with a small task of numbers that has a certain name."""
    body = draw(tasks(INT, {}, 2))
    return syntax.Program((*DECLARED, COUNT, syntax.TaskDeclaration(NamePattern(name), body)))


sources = programs().map(show_program)
