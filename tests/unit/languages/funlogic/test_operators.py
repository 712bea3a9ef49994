"""Fixity, operators as functions, and what else is written by habit."""

from pathlib import Path

import pytest

from asking import report_on
from refute.diagnostics import InputError
from refute.files import read_source
from refute.languages.funlogic.program import load
from refute.source import Source

from .programs import report, shown

DECLARED = """
infixl 6 |>>
infixr 5 +++
infix 4 `near`
xs +++ ys = foldr (:) ys xs
x |>> f = f x
near a b = abs (a - b) < 2
f = \\case
  0 -> 1
  n -> n + 1
(one, two) = (1, 2)
kind x | x > 0, even x = "even"
       | Just text <- lookup x [(1, "one")], text /= "" = text
       | [_] <- [x | x == 3] = "three"
kind _ = "other"
inside m = (case m of Just v | v > 1, v < 5 -> v
                      _ -> 0)
ends xs | ys ++ [e] =:= xs & True = e where ys, e free
"""


def test_what_is_written_by_habit() -> None:
    cases = {
        "[1] +++ [2] +++ [3 + 1]": "[1, 2, 4]",
        "3 |>> (+ 1) |>> (* 2)": "8",
        "1 + 2 `near` 2 * 2": "True",
        "2 ^ 3 ^ 2": "512",
        "-2 ^ 2": "-4",
        "map f [0, 1]": "[1, 2]",
        "map not [True, False]": "[False, True]",
        "filter (not . null) [[1], []]": "[[1]]",
        "and [True, 1 < 2]": "True",
        "(or [x > 2 | x <- [1, 2]])": "False",
        "mod 7 2 + div 9 3": "4",
        "(mod 7 3)": "1",
        "zipWith (div) [7, 8] [2, 3]": "[3, 2]",
        "map (div 2) [7, 8]": "[3, 4]",
        "one + two": "3",
        "let (a, b) = (1, 2); [c, d] = [3, 4] in a + b + c + d": "10",
        "let (a, _) = (1, failed) in a": "1",
        "let all@(a : _) = [a' | a' <- [5, 6]] in (a, all)": "(5, [5, 6])",
        "map kind [4, 1, 3, 5]": '["even", "one", "three", "other"]',
        "map inside [Just 3, Just 7]": "[3, 0]",
        "ends [1, 2]": "2",
        "(let p, q free in case p == 1 and q == p of True -> (p, q))": "(1, 1)",
        "(1 :: Int)": "1",
        "(map (+ 1) :: [Int] -> [Int]) [1]": "[2]",
    }
    outcomes = report(DECLARED + "\n".join(cases)).outcomes
    assert [shown(each) for each in outcomes] == [[each] for each in cases.values()]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1 < 2 < 3", "comparisons cannot be chained"),
        ("infixl 5 +++\nx +++ y = x\n[1] +++ [2] : []", "do not group to the same side"),
        ("infixl 5 +++\nx +++ y = x\n1 : [2] +++ []", "do not group to the same side"),
        ("infix 12 +++\nx +++ y = x", "from 0, loosest, to 9"),
        ("(x + 1) = 3", "this is no pattern"),
        ("f :: Bool\nf = (1 :: Bool)", "expected Bool"),
        ("import Lists (sortt)\nsortt [1]", "`Lists` has no function `sortt`"),
        ("import qualified Lists\nnub [1]", "`nub` is not defined"),
        ("import Lists hiding (nub)\nnub [1]", "`nub` is not defined"),
    ],
)
def test_refused(text: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        load(Source("test.fl", text))
    assert message in caught.value.diagnostics[0].message


@pytest.mark.parametrize(
    "head",
    [
        "module Main where\nimport Data.List (nub)\nnub",
        "module Main (nub) where\nimport qualified Data.List as List\nList.nub",
        "import qualified Lists\nLists.nub",
        "import Lists hiding (sort)\nnub",
        "import Prelude hiding (map)\nimport Data.Maybe\nimport Lists as L\nL.nub",
    ],
)
def test_imports_as_in_haskell(head: str) -> None:
    (outcome,) = report(f"{head} [1, 2, 1]").outcomes
    assert shown(outcome) == ["[1, 2]"]


def test_the_fixity_of_an_imported_operator_counts(tmp_path: Path) -> None:
    (tmp_path / "Ops.fl").write_text("infixr 5 +++\nxs +++ ys = xs ++ ys\n", "utf-8")
    main = tmp_path / "main.fl"
    main.write_text("import Ops\n[1] +++ [1 + 1]\n", "utf-8")
    (outcome,) = report_on("run", read_source(main)).outcomes
    assert shown(outcome) == ["[1, 2]"]


def test_types_of_a_property_are_written_beside_its_parameters() -> None:
    text = "property p(x :: Bool, ys) = x == x and ys == reverse (reverse ys)"
    (outcome,) = report_on("check", Source("test.fl", text), size=3).outcomes
    assert outcome.called == "passed"
    with pytest.raises(InputError):
        load(Source("test.fl", "property p(x :: Bool) = x > 1"))


def test_guards_of_several_conditions_are_goals_of_test_data() -> None:
    text = "f x | x > 0, x > 5 = 1\n    | Just y <- lookup x [(1, 2)] = y\nf _ = 3\n"
    outcome = report_on("tests", Source("test.fl", text), function="f").outcomes[0]
    assert outcome.called == "covered"
    assert "no input reaches" not in str(outcome.blocks)
