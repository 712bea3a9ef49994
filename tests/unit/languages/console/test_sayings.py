"""The constructs of real exercises: each is read, shown, typed, and means the same everywhere."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from refute import console, terms
from refute.diagnostics import InputError
from refute.languages.console.meaning import evaluate
from refute.languages.console.meaning.outputs import Line, Number, covers
from refute.languages.console.meaning.symbolic import Evaluator
from refute.languages.console.meaning.termwise import Hidden
from refute.languages.console.meaning.traces import gtrace
from refute.languages.console.neighbours import neighbours_of
from refute.languages.console.parser import parse
from refute.languages.console.program import evaluator_of, load
from refute.languages.console.show import show
from refute.languages.console.syntax import Print, Result
from refute.languages.console.testing import Campaign, Plan
from refute.languages.console.types import Value
from refute.source import Source

READS = """read n : int
read s : str
read r : real
loop:
    read x : int
    if x == 0:
        exit
"""

EXPRESSIONS: dict[str, object] = {
    "n if n > 3 else 3": 5,
    "0 < n < 10": True,
    "0 <= n < 5 <= 7": False,
    "x.all[0]": 4,
    "x.all[-1]": 0,
    "x.all[1:]": (-2, 7, 0),
    "x.all[:2]": (4, -2),
    "x.all[1:3]": (-2, 7),
    "x.all[n - 5]": 4,
    "s[0]": "a",
    "s[-1]": "a",
    "s[1:3]": "nn",
    "s[n - 4:]": "nna",
    "{1: 10, 5: 50}[n]": 50,
    "{4: 'a', 5: 'b'}[n]": "b",
    "n in {5: 1}": True,
    "s contains 'nn'": True,
    "'nn' in s": True,
    "s starts with 'an'": True,
    "s ends with 'an'": False,
    "split('a-b-c', '-')": ("a", "b", "c"),
    "len(split('  one two '))": 2,
    "join(['a', s], ', ')": "a, anna",
    "chars(s)": ("a", "n", "n", "a"),
    "[c for c in s if c != 'n']": ("a", "a"),
    "[v * v for v in x.all if v > 0]": (16, 49),
    "len([v for v in x.all if v > 0])": 2,
    "sum(v for v in x.all if v > n)": 7,
    "product([v for v in x.all if v > n])": 7,
    "max([v for v in x.all if v < n])": 4,
    "first([v for v in x.all if v < n])": 4,
    "last([v for v in x.all if v < n])": 0,
    "7 in [v for v in x.all if v > n]": True,
    "count(7, [v for v in x.all if v > n])": 1,
    "all(v < 8 for v in x.all)": True,
    "any(v > n + 2 for v in x.all)": False,
    "sum(i * i for i in 1..4)": 30,
    "x.all + [1]": (4, -2, 7, 0, 1),
    "n / 2": Fraction(5, 2),
    "r / n": Fraction(1, 4),
    "r + n": Fraction(25, 4),
    "1.5 * 2": Fraction(3),
    "round(r)": 1,
    "round(-2.5)": -3,
    "round(r * 10 / 3, 2)": Fraction(417, 100),
    "floor(r)": 1,
    "ceil(r)": 2,
    "trunc(-r)": -1,
    "abs(-r) > 1": True,
    "sum(x.all) / len(x.all)": Fraction(9, 4),
    "min(r, n)": Fraction(5, 4),
    "'*' * n": "*****",
    "int('12') + 1": 13,
    "code('a')": 97,
    "char(98)": "b",
    "sum(int(c) for c in str(n * 37))": 14,
    "is_digit(s[0])": False,
    "len(x.all) > 9 and x.before(9) > 0": False,
    "x.before(9) if len(x.all) > 9 else 0": 0,
}
VALUES: tuple[Value, ...] = (5, "anna", Fraction(5, 4), 4, -2, 7, 0)
OTHERS: tuple[tuple[Value, ...], ...] = (
    VALUES,
    (4, "an", Fraction(-5, 2), 1, 0),
    (5, "banana", Fraction(0), 3, 3, 7, 12, 0),
)


def expression_of(text: str) -> tuple[object, Evaluator]:
    checked = load(Source("x.ios", f"{READS}print {text}\n"))
    output = checked.body[-1]
    assert isinstance(output, Print)
    (piece,) = output.patterns[0].pieces
    assert isinstance(piece, Result)
    return piece.expression, evaluator_of(checked)


def environment(values: tuple[Value, ...]) -> tuple[tuple[str, Value], ...]:
    return tuple(zip(("n", "s", "r", *["x"] * len(values)), values, strict=False))


@pytest.mark.parametrize("text", EXPRESSIONS)
def test_an_expression_has_its_value(text: str) -> None:
    expression, _ = expression_of(text)
    assert evaluate(expression, environment(VALUES)) == EXPRESSIONS[text]  # type: ignore[arg-type]


@pytest.mark.parametrize("text", EXPRESSIONS)
def test_terms_agree_with_values(text: str) -> None:
    expression, evaluator = expression_of(text)
    for values in OTHERS:
        inputs: list[tuple[str, terms.Term]] = []
        model: dict[terms.Term, Any] = {}
        for number, (name, value) in enumerate(environment(values)):
            variable = terms.variable(f"{name}#{number}", evaluator.types[name].sort)
            inputs.append((name, variable))
            model[variable] = value
        try:
            made = evaluator.evaluate(expression, tuple(inputs))  # type: ignore[arg-type]
            value = evaluate(expression, environment(values))  # type: ignore[arg-type]
        except (Hidden, InputError):
            continue
        if not isinstance(made, tuple | terms.Term):
            continue  # a list whose length depends on the inputs
        found = tuple(terms.evaluate(each, model) for each in made) if isinstance(
            made, tuple
        ) else terms.evaluate(made, model)  # fmt: skip
        assert found == value, (text, values)


@pytest.mark.parametrize("text", EXPRESSIONS)
def test_an_expression_is_shown_as_it_is_read(text: str) -> None:
    tree = parse(Source("x.ios", f'print {text}\nprint "{{ {text} }}"\n'))
    assert parse(Source("x.ios", show(tree))) == tree


WHOLE = """enum Answer = "don't know" | yes | no
given low : int = 1, 5
def twice(a) = 2 * a
def rest = twice(low)
block ask:
    print "Well?"
    read a : Answer
use ask
use ask
if a == "don't know":
    print "{rest:>3}|{rest:05}|{'x':<4}|"
elif a == yes:
    for i in low..3:
        for j in 1..i:
            print "{i} {j}"
        print "{i / 3:.2f}"
else:
    for v in a.all:
        print v
"""


def test_a_whole_specification_is_shown_as_it_is_read() -> None:
    tree = parse(Source("x.ios", WHOLE))
    assert parse(Source("x.ios", show(tree))) == tree
    assert "elif a == yes:" in show(tree)
    assert "0 < n < 3" in show(parse(Source("x.ios", "if 0 < n < 3:\n    print n\n")))
    assert "0 < n and n < 3" in show(parse(Source("x.ios", "if 0 < n and n < 3:\n    print n\n")))


def printed(text: str, *values: Value) -> list[str]:
    """The only outputs of a specification, as examples."""
    steps = gtrace(load(Source("x.ios", text)).body, values)
    return [line.example for step in steps if hasattr(step, "words") for line in step.words[0]]


def test_a_for_prints_what_it_says() -> None:
    assert printed(WHOLE, "yes", "no") == ["Well?", "Well?", "yes", "no"]
    assert printed(WHOLE, "no", "yes")[2:6] == ["1 1", "0.33", "2 1", "2 2"]
    assert printed(WHOLE, "no", "don't know")[2:] == ["  2|00002|x   |"]
    stars = "read n : 0..9\nfor i in 1..n:\n    print '*' * i\n"
    assert printed(stars, 3) == ["*", "**", "***"]
    assert printed(stars, 0) == []


def test_a_for_can_read_and_be_left() -> None:
    body = "    read x : int\n    if x == 0:\n        exit\n"
    text = f"read n : 0..9\nfor i in 1..n:\n{body}print len(x.all)\n"
    assert printed(text, 3, 7, 7, 7) == ["3"]
    assert printed(text, 3, 7, 0) == ["2"]


@pytest.mark.parametrize(
    ("places", "text", "right"),
    [
        (None, "3.3333333333333335", True),
        (None, "3.33333", True),
        (None, "3.33", False),
        (2, "3.33", True),
        (2, "3.333", False),
        (2, "3.34", False),
        (0, "3", True),
    ],
)
def test_a_decimal_is_compared_by_its_value(places: int | None, text: str, right: bool) -> None:
    assert covers((Line((Number(Fraction(10, 3), places),)),), (text,)) is right


def test_halves_may_be_rounded_either_way() -> None:
    wanted = (Line((Number(Fraction("2.675"), 2),)),)
    assert covers(wanted, ("2.67",))
    assert covers(wanted, ("2.68",))
    assert not covers(wanted, ("2.66",))


def test_guards_are_understood() -> None:
    body = "    if {}:\n        print w.before(1)\n    if w == 0:\n        exit\n"
    guarded = f"loop:\n    read w : int\n{body}"
    for condition in ("len(w.all) > 1", "2 <= len(w.all)", "not len(w.all) < 2 and w > 0"):
        load(Source("x.ios", guarded.format(condition)))
    for condition in ("len(w.all) > 0", "len(w.all) < 2", "len(w.all) > 1 or w > 0"):
        with pytest.raises(InputError) as failure:
            load(Source("x.ios", guarded.format(condition)))
        assert failure.value.diagnostics[0].code == "IO013"


REJECTED = {
    "def f(a) = f(a)\nprint f(1)\n": "IO006",
    "def f(a) = b\nprint f(1)\n": "IO003",
    "def f(a) = a\nprint f(1, 2)\n": "IO006",
    "use menu\n": "IO003",
    "read x : int\nprint {1: 2}\n": "IO004",
    "read x : int\nprint [v for v in x]\n": "IO004",
    "read x : int\nprint [x for x in x.all]\n": "IO005",
    "for i in 3:\n    print i\n": "IO004",
    "for i in 1..3:\n    print i.all\n": "IO003",
    "read x : real(20)\nprint x\n": "IO004",
    'read x : str\nprint "{x:.2f}"\n': "IO004",
    'read x : int\nprint "{x:zz}"\n': "IO002",
    "read x : int\nprint x mod 2.5\n": "IO004",
}


@pytest.mark.parametrize("text", REJECTED)
def test_what_makes_no_sense_is_rejected(text: str) -> None:
    with pytest.raises(InputError) as failure:
        load(Source("x.ios", text))
    assert [each.code for each in failure.value.diagnostics][:1] == [REJECTED[text]]


SLIPS = {
    "if n = 0:\n    print n\n": "`==`",
    "if n > 0 && n < 3:\n    print n\n": "`and`",
    "if n > 0 || n < 3:\n    print n\n": "`or`",
    "read m : 1-10\nprint m\n": "`1..10`",
    "loop:\n    read n : int\n    break\n": "`exit`",
    "n = input()\n": "read",
    "print max(n)\n": "max(n.all)",
    "print Hello\n": '"Hello"',
    "print Hello World\n": "quotes",
    "if n > 0\n    print n\n": "`:`",
    "raed m : int\n": "`read`",
    "pritn n\n": "`print`",
    "print n // 2\n": "`div`",
    "print n ** 2\n": "multiply",
    "for i in range(1, n):\n    print i\n": "`1..10`",
    "if n > 0:\n    print 1\nelse if n < 0:\n    print 2\n": "`elif`",
    "read x : float\nprint x\n": "`real`",
    "print mean(n.all)\n": "sum(x.all) / len(x.all)",
}


@pytest.mark.parametrize("text", SLIPS)
def test_a_slip_is_told_what_to_write_instead(text: str) -> None:
    with pytest.raises(InputError) as failure:
        load(Source("x.ios", f"read n : int\n{text}"))
    assert SLIPS[text] in (failure.value.diagnostics[0].help or "")


def test_an_unknown_set_is_complained_of_once() -> None:
    text = "read n : foo\nif n > 1:\n    read m : bar\n    print m + n\nprint n\n"
    with pytest.raises(InputError) as failure:
        load(Source("x.ios", text))
    assert [each.message for each in failure.value.diagnostics] == [
        "there is no set `foo`",
        "there is no set `bar`",
    ]


BODY_MASS = """read w : real(1) & 1..300
read h : real(2) & 0.5..2.5
if w / (h * h) < 18.5:
    print "thin"
elif w / (h * h) < 25:
    print "fine"
else:
    print "thick"
"""


def test_tests_are_made_for_decimals_and_counted_loops() -> None:
    texts = (BODY_MASS, "read n : 1..6\nfor i in 1..n:\n    print \"{i}: {'*' * i}\"\n")
    for text in texts:
        checked = load(Source("x.ios", text))
        campaign = Campaign(checked, Plan())
        assert len(list(campaign.cases())) > 3
        assert campaign.choosing is not None
        alive = [str(each) for each in campaign.choosing.trial.alive]
        assert len(alive) <= len(neighbours_of(checked)) // 4, alive


def test_all_of_it_can_be_written_in_python() -> None:
    n, x, t, s, i = (console.variable(name) for name in "nxtsi")
    spec = (
        console.read(n, console.between(1, 9))
        + console.read(t, console.decimals(2) & console.between(0.5, 2.5))
        + console.read(s, console.text)
        + console.read(x, console.integer)
        + console.for_each(i, console.numbers(1, n), console.write(console.result(i / 2, places=2)))
        + console.write(console.look_up({1: "a", 2: "b"}, n), x.all[1:], s[0])
        + console.write(console.each(lambda v: v * v, x.all, where=lambda v: v > 0))
        + console.write(console.all_of(console.each(lambda v: v > 0, x.all)))
        + console.write(console.join(console.split(s), "-"), console.rounded(t, 1))
        + console.branch(s.contains("a") & s.starts_with("b"), console.write(console.ceil(t)))
    )
    text = console.ios(spec)
    assert parse(Source("x.ios", text)) == spec.tree
    assert "for i in 1..n:" in text
    assert "[v * v for v in x.all if v > 0]" in text
    load(Source("x.ios", text))
