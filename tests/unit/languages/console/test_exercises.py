"""Exercises of first courses: their programs are what they are said to be, and judged so.

`python -m benchmarks.verdicts` judges all programs, in all languages and with `grade`; here a
sample is judged.
"""

from __future__ import annotations

from pathlib import Path

import pytest

import refute
from exercises import Exercise, Program, dialogue, exercises, told_apart
from program_mutator import mutants

EXERCISES = exercises()
PLAIN = [each for each in EXERCISES if each.is_plain]
EVERY = 6
"""One exercise of this many is judged here, and those that once got a wrong verdict."""

SAMPLE = [*PLAIN[2::EVERY], *(each for each in PLAIN if each.name in {"film", "strength"})]


def in_python(programs: tuple[Program, ...]) -> list[Program]:
    return [each for each in programs if each.ending == ".py"]


def test_there_are_enough_exercises_and_programs() -> None:
    assert len(EXERCISES) >= 60
    few = [each.name for each in EXERCISES if len(each.right) < 2 or len(each.wrong) < 5]
    assert not few


@pytest.mark.parametrize("exercise", PLAIN, ids=lambda each: each.name)
def test_wrong_programs_differ_from_right_ones_where_they_are_said_to(exercise: Exercise) -> None:
    right = {each.name: each.text for each in in_python(exercise.right)}
    same = [
        each.name
        for each in in_python(exercise.wrong)
        if each.base in right and not list(told_apart(right[each.base], each.text, [each.typed]))
    ]
    assert not same


@pytest.mark.parametrize("exercise", PLAIN, ids=lambda each: each.name)
def test_right_programs_read_exactly_what_is_typed_to_show_a_mistake(exercise: Exercise) -> None:
    for program in in_python(exercise.right):
        for typed in exercise.inputs:
            shown = dialogue(program.text, typed)
            assert shown.count("‹") == len(typed)
            assert shown.endswith("(ends)")
            assert ("(end of input)" in shown) == exercise.reads_to_the_end


def verdict(exercise: Exercise, program: Program, suite: Path) -> str:
    code = compile(program.text, program.name, "exec")

    def run() -> None:
        exec(code, {"__name__": "__main__"})

    document = refute.open(exercise.specification)
    return str(document.check(program=run, suite=str(suite)).verdict)


@pytest.mark.parametrize("exercise", SAMPLE, ids=lambda each: each.name)
def test_right_programs_pass_and_wrong_ones_are_refuted(exercise: Exercise, tmp_path: Path) -> None:
    (made,) = refute.open(exercise.specification).tests().report.artifacts
    suite = tmp_path / made.name
    suite.write_text(made.text, encoding="utf-8")
    right = {each.name: verdict(exercise, each, suite) for each in in_python(exercise.right)}
    assert set(right.values()) == {"passed"}
    wrong = {each.name: verdict(exercise, each, suite) for each in in_python(exercise.wrong)}
    assert {name for name, found in wrong.items() if found != "refuted"} == set()


def test_a_dialogue_shows_what_is_typed_and_printed_in_order() -> None:
    text = "a = input('a: ')\nprint(int(a) + 1)\nprint(input())\n"
    assert dialogue(text, ["1", "2"]) == "a:\n‹1›\n2\n‹2›\n2\n(ends)"
    assert dialogue(text, ["1"]) == "a:\n‹1›\n2\n(end of input)\n(EOFError)"
    assert dialogue("while True: pass", []) == "(endless)"


def test_a_mutant_has_one_mistake() -> None:
    found = [each.text for each in mutants("n = int(input())\nif n > 3:\n    print(n)\n")]
    assert "n = int(input())\nif n >= 3:\n    print(n)\n" in found
    assert "n = int(input())\nif n > 4:\n    print(n)\n" in found
    assert "n = str(input())\nif n > 3:\n    print(n)\n" in found
    assert "n = int(input())\nif not n > 3:\n    print(n)\n" in found
    assert len(set(found)) == len(found)


def test_mutants_have_the_mistakes_of_loops() -> None:
    text = "total = 0\nx = 1\nwhile x:\n    x = int(input())\n    total += x\nprint(total)\n"
    found = {each.change for each in mutants(text)}
    assert "`if` for `while`" in found
    assert "the statement after a loop moved into it" in found
    assert "the last statement of a loop moved behind it" in found
    assert "`total += x` left out" in found
    assert "total for x" in found
