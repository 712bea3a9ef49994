"""Decimals: exact numbers with a point, beside the integers."""

import json
import shutil
import subprocess
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from asking import report_on
from refute.diagnostics import InputError
from refute.languages.funlogic.show import show_decimal
from refute.languages.funlogic.testing.export import matches
from refute.report.outcome import Bindings, Outcome, Report, Verdict
from refute.source import Source

from .programs import answers, asked, report

SQUARE = "square :: Num a => a -> a\nsquare x = x * x\n"


@pytest.mark.parametrize(
    ("query", "value"),
    [
        ("0.1 + 0.2 == 0.3", "True"),
        ("1.5 + 2", "3.5"),
        ("1 / 3", "1 / 3"),
        ("[-1.5, -(1 / 3)]", "[-1.5, -1 / 3]"),
        ("Just (1 / 3)", "Just (1 / 3)"),
        ("map round [0.5, 1.5, 2.5, -0.5, -1.5, 2.4]", "[0, 2, 2, 0, -2, 2]"),
        ("(floor (-1.5), ceiling (-1.5), truncate (-1.5), truncate 1.5)", "(-2, -1, -1, 1)"),
        ("properFraction (-1.25)", "(-1, -0.25)"),
        ("fromIntegral (len [1, 2, 3]) / 2", "1.5"),
        ("(sum [0.5, 1], sum [1, 2], sum ([] :: [Decimal]))", "(1.5, 3, 0.0)"),
        ("(abs (-1.5), negate 2, 1.5 ^ 2, product [1.5, 2])", "(1.5, -2, 2.25, 3.0)"),
        ("(square 1.5, square 3)", "(2.25, 9)"),
        ("let half x = x / 2; twice x = x + x in twice (half 3)", "3.0"),
        ("[x | x <- [1.5, 2.5], x > 2]", "[2.5]"),
        ("case 1.0 of { 0.5 -> 'a'; 1 -> 'b' }", "'b'"),
        ("compare (1.5, 2) (1.5, 2.5)", "LT"),
        ("map (/ 2) [1, 3]", "[0.5, 1.5]"),
    ],
)
def test_known_decimals(query: str, value: str) -> None:
    assert answers(SQUARE + query) == [value]


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("solve x y where x + y == 1.5 and x - y == 0.5", ["1.0, 0.5"]),
        ("solve x where x * x == 2.25", ["-1.5", "1.5"]),
        ("solve x where 1 / x == 4", ["0.25"]),
        ("solve n where fromIntegral n / 2 == 1.5", ["3"]),
        ("solve x where floor x == 2 and fromIntegral (floor (2 * x)) == 2 * x", ["2.0", "2.5"]),
        ("f :: Decimal -> Int\nf 0 = 1\nf 1.5 = 2\nf _ = 3\nsolve x where f x < 3", ["0.0", "1.5"]),
        ("solve xs where sum xs == 0.5 and len xs == 1", ["[0.5]"]),
        ("solve x where x == 1.5 or x == 2", ["1.5", "2.0"]),
        ("solve x where unknown + x == 1.5 and x == 1", ["1.0"]),
        (SQUARE + "solve f where f 1.5 == 2.25", []),
    ],
)
def test_unknown_decimals(query: str, found: list[str]) -> None:
    outcome = report("len xs = length xs\n" + query).outcomes[0]
    shown = [row[0] if len(row) == 1 else ", ".join(row) for row in _rows(outcome)]
    assert sorted(shown) == (found or ["square"])


def _rows(outcome: Outcome) -> list[tuple[str, ...]]:
    return [row for block in outcome.blocks for row in getattr(block, "rows", ())]


def test_an_irrational_number_is_not_said_to_be_none() -> None:
    assert asked("solve x where x * x == 2.0").verdict is Verdict.UNDECIDED


def test_decimals_are_not_listed_one_by_one() -> None:
    outcome = asked("solve x where x > 1.5 and x < 2", all=True)
    assert _rows(outcome) == [("x", "1.5 < x and x < 2, for example x = 1.6")]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("f x = x + x\nf 1.5", "needs a signature"),
        ("length [1] / 2", "`div` divides integers"),
        ("1.5 mod 2", "expected Int, found Decimal"),
        ("f :: Num a => a -> a\nf x = x / 2", "expected Decimal, found number"),
        ("f :: (Num a, Num b) => a -> b\nf x = 1", "one variable for numbers"),
        ("1.5 + 'a'", "expected Decimal, found Char"),
    ],
)
def test_kinds_of_numbers_are_not_mixed(text: str, message: str) -> None:
    with pytest.raises(InputError) as refused:
        report(text)
    assert message in str([(each.message, each.help) for each in refused.value.diagnostics])


CLAIMS = """
third x = x / 3
property small(x)  = third x < 2.5
property never(x)  = third x /= 0.1
property thrice(x) = third x + third x + third x == x
property down(x)   = fromIntegral (floor x) <= x and x < fromIntegral (floor x) + 1.0
"""


def test_properties() -> None:
    small, never, thrice, down = report_on("check", Source("test.fl", CLAIMS)).outcomes
    assert [each.verdict for each in (thrice, down)] == [Verdict.CONFIRMED] * 2
    examples = [each.blocks[0] for each in (small, never)]
    assert [each.rows for each in examples if isinstance(each, Bindings)] == [
        (("x", "8.0"),),
        (("x", "0.3"),),
    ]


TESTED = """
third :: Decimal -> [Decimal]
third x = if x > 1.5 then [x / 3] else [x, 0.25]
property kept(x) = sum (third x) / 2 <= 1.5 + x * x
"""
PYTHON = """
def third(x): return [x / 3] if x > 1.5 else [x, 0.25]
def rounded(x): return third(float(x))
def wrong(x): return third(x + 1)
"""


def made(**options: Any) -> Report:
    return report_on("tests", Source("test.fl", TESTED), function="third", **options)


def test_test_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    tmp_path.joinpath("third.py").write_text(PYTHON, "utf-8")
    report = made()
    data = json.loads(report.artifacts[0].text)
    assert data["type"] == "Decimal -> [Decimal]"
    assert {"inputs": [{"decimal": "2.0"}], "outputs": [[{"decimal": "2/3"}]]} in data["examples"]
    names: dict[str, Any] = {}
    for each in report.artifacts[1:]:
        exec(each.text, names)
    assert len(names["EXAMPLES"]) == 2
    for example in names["EXAMPLES"]:
        names["test_third"](*example)
    names["test_kept"]()
    assert [made(against=f"third:{name}").exit_code for name in ("rounded", "wrong")] == [0, 1]


C = """
#include "third.h"
list_decimal *third(double x) {
  list_decimal *nil = make_list_decimal_nil();
  if (x > 1.5) return make_list_decimal_cons(x * (1 / 3.0), nil);
  return make_list_decimal_cons(x, make_list_decimal_cons(0.25, nil));
}
"""


@pytest.mark.skipif(shutil.which("gcc") is None, reason="needs a C compiler")
def test_c(tmp_path: Path) -> None:
    for each in made(target="c").artifacts:
        tmp_path.joinpath(each.name).write_text(each.text, "utf-8")
    tmp_path.joinpath("third.c").write_text(C, "utf-8")
    build = ["gcc", "-Wall", "-Werror", "-o", "tested", "test_third.c", "third.c"]
    subprocess.run(build, cwd=tmp_path, check=True)
    assert subprocess.run([tmp_path / "tested"], check=False).returncode == 0


def test_java() -> None:
    (text,) = (each.text for each in made(target="java").artifacts if each.name.endswith(".java"))
    assert "assertEquals(List.of(0.0, 0.25), Third.third(0.0));" in text


@pytest.mark.parametrize(
    ("given", "fits"),
    [
        ({"decimal": "1/3"}, True),
        ({"float": "0.3333333333333333"}, True),
        ({"float": "0.3333"}, False),
        ({"decimal": "0.3333333333333333"}, False),
        ({"float": "nan"}, False),
        ({"float": "inf"}, False),
        (0, False),
        ("1/3", False),
        ({"tuple": []}, False),
    ],
)
def test_what_real_code_gives_is_compared(given: Any, fits: bool) -> None:
    assert matches(Fraction(1, 3), given) is fits


def test_long_decimals_are_quotients() -> None:
    assert show_decimal(Fraction(1, 2**20)) == "0.00000095367431640625"
    assert show_decimal(Fraction(1, 2**21)) == "1 / 2097152"
