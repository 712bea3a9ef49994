"""Solutions: programs written for a specification do what it says."""

from __future__ import annotations

import shutil
from collections import deque
from pathlib import Path

import pytest

import refute
from exercises import Exercise, exercises
from refute.diagnostics import InputError
from refute.execution import FunctionProgram
from refute.files import read_source
from refute.languages.console.meaning.lines import ReadStep
from refute.languages.console.meaning.playing import drive
from refute.languages.console.meaning.traces import NotRelevant
from refute.languages.console.program import load
from refute.languages.console.solution import TARGETS, written
from refute.languages.console.testing.cases import case_for
from refute.languages.console.testing.judging import judge
from refute.languages.console.typecheck import Checked
from refute.languages.console.types import END_OF_INPUT, Value
from refute.report.outcome import Verdict
from refute.source import Source

EXERCISES = [each for each in exercises() if each.specification.suffix == ".ios" and each.is_plain]


@pytest.mark.parametrize("exercise", EXERCISES, ids=lambda each: each.name)
def test_the_solution_of_an_exercise_is_right_where_wrong_programs_fail(exercise: Exercise) -> None:
    checked = load(read_source(exercise.specification))
    code = compile(written(checked, "python"), "solution.py", "exec")
    program = FunctionProgram(lambda: exec(code, {"__name__": "__main__"}))
    tried = 0
    for lines in exercise.inputs:
        try:
            case = case_for(checked, _values(checked, lines))
        except NotRelevant:
            continue
        tried += 1
        failure = judge(case, program.run(case.lines))
        assert failure is None, failure.reason
    assert tried


def _values(checked: Checked, lines: tuple[str, ...]) -> tuple[Value, ...]:
    """What is read from the lines, and the end of the input where it is asked for."""
    values: list[Value] = []
    left, rest = iter(lines), deque[Value]()

    def answer(asks: ReadStep) -> Value | None:
        if asks.read.before is None:
            line = next(left, None)
            rest.clear()
            if line is not None:
                rest.extend(asks.taken(line, checked.types))
            elif asks.allows(END_OF_INPUT):
                rest.append(END_OF_INPUT)
        if not rest:
            return None
        values.append(rest.popleft())
        return values[-1]

    drive(checked.body, answer)
    return tuple(values)


RICH = """enum Answer = yes | no
given low : int = 1
loop:
    print "{+}"
    read n : low..9 else retry:
        print "between {low} and 9"
    for i in 1..n:
        if i mod 2 == 0:
            print "{i:>3} {i / 4:.2f}"
    print "{*}{sum(n.all)} {max(n.all)} {-n div 2}{*}"
    read more : Answer else stop: print "bye"
    if more == no:
        exit
print len(n.all) if n > 3 else 0
"""


AROUND = """arguments factor : 1..9, target : str else stop: print "usage"
repeat:
    read x : int | end from "numbers.txt"
until x is end
read first : str from "words.txt"
print "{first} {sum([factor * i for i in 1..3])}" to target
for v in x.all:
    if v > 0:
        print factor * v to target
choose die : 1..6
choose other : 1..6 without die
choose colour : {"red", "green"}
print "{die} {other} {colour} {len([v for v in x.all if v > 0])}"
"""


KINDS = """read name : str, age : 0..99 else retry: print "again"
read price : real(2) & 0..9 ";" count : 1..9
repeat:
    read line : str
    print "{len(split(line))} {join([w[0] for w in split(line)], '')} {line[1:4]} {line[-2:]}"
until len([c for c in chars(line) if c == "."]) == 0
loop:
    read x : 1..9 | {"q", "w"} | end else retry:
        print "what?"
    if x is end:
        exit
    if x == "q":
        exit
    if x is int:
        print "{x:02} {count * price + x:.2f}"
print "{sum([i * len(x.all) for i in [1, 2]])} {len(distinct(x.all + [1]))} {name} {age}"
"""


@pytest.mark.parametrize("text", [RICH, AROUND, KINDS], ids=["rich", "around", "kinds"])
@pytest.mark.parametrize("language", TARGETS)
def test_a_solution_is_checked_before_it_is_shown(language: str, text: str, tmp_path: Path) -> None:
    for tool in TARGETS[language].build[:1]:
        if shutil.which(tool) is None:
            pytest.skip(f"{tool} is not installed")
    file = tmp_path / "rich.ios"
    file.write_text(text, "utf-8")
    asked = refute.open(file).ask("solution", language=language, random=4)
    (outcome,) = asked
    assert outcome.verdict is Verdict.PASSED, outcome
    (artifact,) = asked.report.artifacts
    assert artifact.name.endswith((".py", ".c", ".java", ".hs"))


def test_a_solution_reads_like_a_textbook() -> None:
    text = "read n : pos\nuntil len(x.all) == n:\n    read x : int\nprint sum(x.all) / n\n"
    assert written(load(Source("mean.ios", text)), "python") == (
        "x_values = []\n"
        "n = int(input())\n"
        "while len(x_values) != n:\n"
        "    x = int(input())\n"
        "    x_values.append(x)\n"
        "print(sum(x_values) / n)\n"
    )


def test_all_lines_of_a_file_are_gone_through_as_is_usual_in_each_language() -> None:
    text = 'repeat:\n    read x : int | end from "in.txt"\nuntil x is end\nprint sum(x.all)\n'
    usual = {
        "python": "for line in in_file:",
        "c": 'while (fscanf(in_file, "%ld", &x) == 1) {',
        "java": "while (in_file.hasNextLine()) {",
        "haskell": "xs <- map read . lines <$> hGetContents' inFile",
    }
    for language, line in usual.items():
        assert line in written(load(Source("total.ios", text)), language)


def test_a_single_argument_is_checked() -> None:
    text = 'arguments word : {"a", "b"} else stop: print "usage"\nprint word\n'
    assert "input()" not in written(load(Source("word.ios", text)), "python")


def test_what_a_language_cannot_say_is_told() -> None:
    checked = load(Source("x.ios", "read x : int, ... else retry\nprint sum(x.all)\n"))
    with pytest.raises(InputError) as failure:
        written(checked, "c")
    assert failure.value.diagnostics[0].code == "IO080"
