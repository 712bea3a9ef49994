"""Sequences of operations, invariants and faults against trying everything on small numbers."""

from __future__ import annotations

from itertools import product

from hypothesis import given, settings, strategies as st

from asking import report_on
from refute.report.outcome import Outcome, Report, Verdict
from refute.source import Source

STEPS = 3

AMOUNTS = range(-2, 3)
"""The inputs that operations take."""

OPERATIONS = st.lists(
    st.tuples(st.sampled_from(["+", "-", "*"]), st.integers(-2, 2), st.integers(0, 2)),
    min_size=1,
    max_size=2,
)


def specification(operations: list[tuple[str, int, int]], most: int, goal: int) -> str:
    """A counter with operations `n' = n OPERATOR amount`, where the amount is above a limit."""
    written = [
        f"""
        operation Op{index} inputs: c:Counter, a:integer; outputs: c':Counter;
            pre: a > {low} and a <= 2 and c.n <= {limit + 3};
            post: c'.n = c.n {operator} a;
        end Op{index};
        """
        for index, (operator, low, limit) in enumerate(operations)
    ]
    return f"""
    object Counter components: n:integer;
        invariant: n <= {most}; initial: {{0}}; goal: n = {goal};
    end Counter;
    {"".join(written)}
    """


def levels(operations: list[tuple[str, int, int]]) -> list[set[int]]:
    """The numbers that 0, 1, … operations lead to."""
    found = [{0}]
    for _ in range(STEPS):
        after = set()
        for n, (operator, low, limit), a in product(found[-1], operations, AMOUNTS):
            if a > low and n <= limit + 3:
                after.add(n + a if operator == "+" else n - a if operator == "-" else n * a)
        found.append(after)
    return found


def outcome(report: Report, kind: str) -> Outcome:
    return next(each for each in report.outcomes if each.kind == kind)


def shortest(found: list[set[int]], wrong: int | None, most: int | None) -> int | None:
    """The number of operations after which a number is wrong, or above the most."""
    for length, numbers in enumerate(found):
        if any(n == wrong if most is None else n > most for n in numbers):
            return length
    return None


@settings(max_examples=6)
@given(OPERATIONS, st.integers(0, 4), st.integers(-4, 4))
def test_the_shortest_sequence_is_that_of_trying_everything(
    operations: list[tuple[str, int, int]], most: int, goal: int
) -> None:
    text = specification(operations, most, goal)
    report = report_on("check", Source("counter.fmsl", text), steps=STEPS)
    found = levels(operations)
    broken, reached = outcome(report, "invariant"), outcome(report, "goal")
    length = shortest(found, None, most)
    assert (broken.verdict is Verdict.REFUTED) == (length is not None)
    if length is not None:
        assert len(getattr(broken.blocks[0], "rows", ())) == length + 1
    length = shortest(found, goal, None)
    assert (reached.verdict is Verdict.CONFIRMED) == (length is not None)
    if length is not None:
        assert len(getattr(reached.blocks[0], "rows", ())) == length + 1


@settings(max_examples=6)
@given(st.integers(-2, 2), st.integers(-2, 2), st.sampled_from(["/", "mod"]), st.booleans())
def test_a_condition_is_defined_where_trying_everything_finds_no_fault(
    shift: int, low: int, operator: str, guarded: bool
) -> None:
    guard = f"n != {-shift} and " if guarded else ""
    text = f"""
    operation F inputs: n:integer; outputs: r:integer;
        pre: n >= {low} and n <= 2;
        post: {guard}r = 12 {operator} (n + {shift if shift >= 0 else f"({shift})"});
    end F;
    """
    report = report_on("check", Source("fault.fmsl", text))
    answer = next(each for each in report.outcomes if each.question == "F is defined")
    faulty = not guarded and any(n + shift == 0 for n in range(low, 3))
    assert (answer.verdict is Verdict.REFUTED) == faulty
    assert (answer.verdict is Verdict.CONFIRMED) == (not faulty)


@settings(max_examples=4)
@given(st.sampled_from(["a.n = b.n", "a.n = b.n and a.m = b.m", "a = b", "a.m = b.m"]))
def test_claims_about_a_parent_are_claims_about_its_heirs(premise: str) -> None:
    text = f"""
    object P components: n:boolean and m:boolean; end P;
    object C extends P components: k:boolean; end C;
    theorem t(a:P, b:P) = if {premise} then a = b;
    """
    values = [None, True, False]
    parents = list(product(values, values))
    every = [*parents, *((*each, k) for each in parents for k in values)]
    fails = any(
        a != b
        for a, b in product(every, every)
        if eval(
            premise.replace(" = ", " == ").replace("a.n", "a[0]").replace("b.n", "b[0]")
            .replace("a.m", "a[1]").replace("b.m", "b[1]"),
            {"a": a, "b": b},
        )
    )  # fmt: skip
    (answer,) = report_on("check", Source("heirs.fmsl", text)).outcomes
    assert (answer.verdict is Verdict.REFUTED) == fails


PARENTS = """
object P components: n:boolean; end P;
object Q components: m:boolean; end Q;
object C extends P, Q components: k:boolean; end C;
"""


@settings(max_examples=8)
@given(
    st.sampled_from(["P", "Q", "C"]),
    st.lists(st.sampled_from(["n", "m", "k"]), min_size=1, max_size=2),
    st.sampled_from(["and", "or", "iff", "=>"]),
    st.booleans(),
)
def test_components_of_several_parents_are_found_in_every_heir(
    of: str, fields: list[str], operator: str, denied: bool
) -> None:
    offered = {"P": "n", "Q": "m", "C": "nmk"}[of]
    one, other = (fields[index % len(fields)] for index in (0, 1))
    one, other = (each if each in offered else offered[0] for each in (one, other))
    formula = f"{'not ' if denied else ''}x.{one} {operator} x.{other}"
    text = f"{PARENTS} theorem t(x:{of}) = if x.{one} != nil and x.{other} != nil then {formula};"
    (answer,) = report_on("check", Source("parents.fmsl", text)).outcomes
    fails = any(
        not _holds(operator, value[one] is not denied, value[other])
        for value in (dict(zip(offered, each, strict=True)) for each in _truths(len(offered)))
    )
    assert (answer.verdict is Verdict.REFUTED) == fails
    assert (answer.verdict is Verdict.CONFIRMED) == (not fails)


def _holds(operator: str, one: bool, other: bool) -> bool:
    meanings = {"and": one and other, "or": one or other, "iff": one == other}
    return meanings.get(operator, not one or other)


def _truths(number: int) -> list[tuple[bool, ...]]:
    return list(product((False, True), repeat=number))
