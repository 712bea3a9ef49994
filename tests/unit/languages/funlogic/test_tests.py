"""`refute tests`: examples that reach every alternative, as JSON and as a pytest file."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from asking import report_on
from refute.diagnostics import InputError
from refute.report.outcome import Lines, Report, Verdict
from refute.source import Source

CLASSIFY = """
classify n = if n < 0 then 0 - 1 else sign n
sign 0 = 0
sign n = 1
"""

INSERT = """
insert x [] = [x]
insert x (y : ys) = if x <= y then x : y : ys else y : insert x ys
"""


def made(text: str, function: str, **options: Any) -> Report:
    return report_on("tests", Source("test.fl", text), function=function, **options)


def content(report: Report) -> Any:
    (text,) = [each.text for each in report.artifacts if each.name.endswith(".json")]
    return json.loads(text)


def run_pytest(report: Report, folder: Path, module: str, definition: str) -> int:
    """Run the pytest file beside a module with the function under test; gives the exit code."""
    (artifact,) = [each for each in report.artifacts if each.name.startswith("test_")]
    folder.joinpath(artifact.name).write_text(artifact.text, "utf-8")
    folder.joinpath(f"{module}.py").write_text(definition, "utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", artifact.name],
        cwd=folder,
        env={**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
        capture_output=True,
        check=False,
    )
    return done.returncode


@pytest.mark.parametrize(
    ("text", "function", "count"),
    [
        (CLASSIFY, "classify", 5),
        (INSERT, "insert", 4),
        ("f x = x", "f", 1),
        ("f True = 1\nf False = 0", "f", 2),
        ("f x = 0 ? x", "f", 3),
        ("f x = case x of { [] -> 0; [_] -> 1; _ -> 2 }", "f", 4),
        ("f x = g x\ng 7 = h 1\ng _ = 0\nh x = x", "f", 4),
        ("f (a, b) = if a == b + 1000 then 1 else 2", "f", 3),
    ],
)
def test_every_alternative_is_reached(text: str, function: str, count: int) -> None:
    report = made(text, function)
    (outcome,) = report.outcomes
    assert f"{count} of {count} alternatives" in outcome.summary
    assert (outcome.verdict, outcome.called) == (Verdict.CONFIRMED, "covered")
    coverage = content(report)["coverage"]
    assert coverage == {"reached": count, "alternatives": count, "complete": True, "missed": []}
    assert report.exit_code == 0


def test_alternatives_that_no_input_reaches_are_named() -> None:
    report = made("f n = if n > 3 then (if n < 2 then 1 else 2) else 3", "f")
    (outcome,) = report.outcomes
    assert "4 of 5 alternatives" in outcome.summary
    (lines,) = [each for each in outcome.blocks if isinstance(each, Lines)]
    assert lines.title == "no input reaches"
    assert lines.lines == ("if n < 2 then …  (test.fl:1:36)",)
    missed = content(report)["coverage"]["missed"]
    assert missed == [{"text": "if n < 2 then …", "place": "test.fl:1:36"}]


def test_equations_behind_one_that_takes_everything_are_named() -> None:
    (outcome,) = made("f n = 1\nf 0 = 2", "f").outcomes
    assert "1 of 2" in outcome.summary
    assert any("f 0" in str(each) for each in outcome.blocks)


def test_alternatives_beyond_the_bound_are_not_called_unreachable() -> None:
    text = "len [] = 0\nlen (_ : xs) = 1 + len xs\nf xs = if len xs == 6 then 1 else 2"
    small = made(text, "f", size=3).outcomes[0]
    assert small.verdict is Verdict.UNDECIDED
    assert "not reached within the bound" in str(small.blocks)
    assert made(text, "f", size=8).outcomes[0].verdict is Verdict.CONFIRMED


def test_a_name_that_hides_a_function_is_no_call_of_it() -> None:
    (outcome,) = made("g 1 = 2\ng _ = 3\nf xs = case xs of { (g : _) -> g; _ -> 0 }", "f").outcomes
    assert "3 of 3 alternatives" in outcome.summary


def test_no_example_is_superfluous() -> None:
    examples = content(made(INSERT, "insert"))["examples"]
    assert len(examples) <= 3
    assert [sorted([x, *xs]) for x, xs in (each["inputs"] for each in examples)] == [
        each["outputs"][0] for each in examples
    ]


def test_a_function_that_chooses_has_several_outputs() -> None:
    (example,) = content(made("f x = x ? x + 1", "f"))["examples"]
    (number,) = example["inputs"]
    assert sorted(example["outputs"]) == [number, number + 1]


def test_data_as_python_writes_it() -> None:
    text = """
data T = Leaf | Node T Int T
f Leaf = (True, [()], (1, 2))
f (Node l n r) = (False, [], (n, n))
g x = case f x of (a, b, c) -> if a then Leaf else Node Leaf 7 Leaf
"""
    outputs = [each["outputs"][0] for each in content(made(text, "g"))["examples"]]
    leaf = {"constructor": "Leaf", "fields": []}
    assert outputs == [leaf, {"constructor": "Node", "fields": [leaf, 7, leaf]}]
    inner = content(made(text, "f"))["examples"][0]["outputs"][0]
    assert inner == {"tuple": [True, [{"tuple": []}], {"tuple": [1, 2]}]}
    assert "(True, [()], (1, 2))" in made(text, "f").artifacts[1].text


@pytest.mark.parametrize(
    ("text", "missed"),
    [
        ("f x = case g x of True -> 1\ng x = x > 4 and x < 3", ["True -> …", "x < 3 is True"]),
        ("f xs = case xs == [1] of True -> g xs\ng (x : _) = 1", ["no equation of `g` matches"]),
        ("f x = if x > 0 then case g x of True -> 1 else 2\ng 1 = False\ng _ = h []\nh [] = False",
         ["True -> …", "no equation of `h` matches"]),
        ("f x = x div g x\ng 0 = 1\ng n = n", ["x div g x: division by zero"]),
    ],
)  # fmt: skip
def test_executions_without_a_value_count(text: str, missed: list[str]) -> None:
    (outcome,) = made(text, "f").outcomes
    assert outcome.called == "covered"
    (lines,) = [each.lines for each in outcome.blocks if isinstance(each, Lines)]
    assert [each.partition("  (")[0] for each in lines] == missed


def test_both_outcomes_of_conditions_are_wanted() -> None:
    text = "f x y = if x > 3 and (y > 3 or x == y) then 1 else 2"
    examples = content(made(text, "f"))["examples"]
    seen = {(x > 3, y > 3 if x > 3 else None, x == y if x > 3 and y <= 3 else None)
            for x, y in (each["inputs"] for each in examples)}  # fmt: skip
    assert {first for first, _, _ in seen} == {True, False}
    assert {second for _, second, _ in seen} >= {True, False}
    assert (True, False, False) in seen


def test_what_must_fail_is_offered_beside_what_must_not() -> None:
    text = "head (x : _) = x\nshare total n = total div n\nf xs n = share (head xs) n"
    examples = content(made(text, "f"))["examples"]
    without = [each["inputs"] for each in examples if not each["outputs"]]
    assert [] in [xs for xs, _ in without]
    assert any(xs and n == 0 for xs, n in without)
    assert any(each["outputs"] for each in examples)


def test_a_part_of_a_condition_that_floundered_is_no_proof() -> None:
    text = "f x = let y z free in if y == z then x else x"
    assert made(text, "f").outcomes[0].verdict is not Verdict.REFUTED


@pytest.mark.parametrize(
    ("text", "outputs"),
    [
        ("f x = let y free in (x, y)", [{"tuple": [0, {"any": True}]}]),
        ("f x = let y free in case y > x of True -> y", [{"any": "0 < _1"}]),
        ("f x = let y free in case y == x + 1 of True -> y", [1]),
        ("f x = let y free in case y > x and y < x + 3 of True -> y", [1, 2]),
        ("f x = let y free in y > x", [True, False]),
    ],
)
def test_functions_with_unknowns_of_their_own_have_test_data(text: str, outputs: Any) -> None:
    (example,) = content(made(text, "f"))["examples"]
    assert example == {"inputs": [0], "outputs": outputs}


def test_any_value_is_accepted_where_an_output_is_open(tmp_path: Path) -> None:
    report = made("f x = let y free in (x, y)", "f")
    assert run_pytest(report, tmp_path, "f", "def f(x):\n    return (x, object())\n") == 0
    assert run_pytest(report, tmp_path, "f", "def f(x):\n    return (x + 1, 0)\n") == 1


# The pytest file

RIGHT = "def insert(x, xs):\n    return sorted([x, *xs])\n"
WRONG = "def insert(x, xs):\n    return [x, *xs]\n"


def test_a_right_function_passes_the_tests(tmp_path: Path) -> None:
    assert run_pytest(made(INSERT, "insert"), tmp_path, "insert", RIGHT) == 0


def test_a_wrong_function_fails_the_tests(tmp_path: Path) -> None:
    assert run_pytest(made(INSERT, "insert"), tmp_path, "insert", WRONG) == 1


def test_the_function_may_be_in_another_module(tmp_path: Path) -> None:
    report = made(INSERT, "insert", module="sorting")
    assert run_pytest(report, tmp_path, "sorting", RIGHT) == 0


def test_the_function_may_have_another_name(tmp_path: Path) -> None:
    report = made(INSERT, "insert", module="sorting:put")
    assert run_pytest(report, tmp_path, "sorting", RIGHT.replace("insert", "put")) == 0


def test_what_is_no_module_is_an_input_error() -> None:
    with pytest.raises(InputError) as caught:
        made(INSERT, "insert", module="sorting.py file")
    assert [each.code for each in caught.value.diagnostics] == ["FL036"]


def test_inputs_without_a_value_must_raise(tmp_path: Path) -> None:
    text = "head (x : _) = x\nfirst xs = case xs of { [] -> head xs; (x : _) -> x }"
    report = made(text, "first")
    assert "no value: no equation of `head` matches `[]`" in str(report.outcomes[0].blocks)
    strict = "def first(xs):\n    return xs[0]\n"
    assert run_pytest(report, tmp_path, "first", strict) == 0
    lenient = "def first(xs):\n    return xs[0] if xs else 0\n"
    assert run_pytest(report, tmp_path, "first", lenient) == 1


def test_a_name_that_python_cannot_write_makes_no_broken_file() -> None:
    (artifact,) = [each for each in made("f' x = x", "f'").artifacts if each.name[:5] == "test_"]
    compile(artifact.text, artifact.name, "exec")


def test_values_too_deep_for_python_are_left_out_with_a_warning() -> None:
    text = "nat n = if n <= 0 then Z else S (nat (n - 1))\nf x = if x == 1 then nat 900 else Z"
    report = made(text, "f")
    assert [each.code for each in report.diagnostics] == ["FL035"]
    assert report.exit_code == 0
    examples = json.loads(report.artifacts[0].text)["examples"]
    assert examples == [{"inputs": [0], "outputs": [{"constructor": "Z", "fields": []}]}]


def test_texts_are_those_of_the_other_language() -> None:
    text = 'shout "" = "!"\nshout all@(c : _) = if c < \'b\' then all else ""'
    report = made(text, "shout")
    found = {each["inputs"][0]: each["outputs"] for each in content(report)["examples"]}
    assert found == {"": ["!"], "a": ["a"], "b": [""]}
    assert "(['b'], [''])" in report.artifacts[1].text


def test_what_the_library_is_made_of_is_no_alternative() -> None:
    report = made("shown n = show (n + 1)", "shown")
    (outcome,) = report.outcomes
    assert outcome.word == "covered"
    assert not any(isinstance(each, Lines) for each in outcome.blocks)


def test_a_function_of_endlessly_many_growing_values_is_undecided() -> None:
    report = made("f xs = xs ? f (xs ++ xs)", "f", effort=0.05)
    (outcome,) = report.outcomes
    assert outcome.verdict is Verdict.UNDECIDED
