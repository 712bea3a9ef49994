"""Points belong to behaviours, whatever the number of tests for each."""

from __future__ import annotations

import re
import tomllib
import unicodedata
from pathlib import Path

import pytest

from refute.diagnostics import InputError
from refute.grading.comments import COMMENTS, read_comments, write_remark
from refute.grading.configuration import BehaviourSettings, Configuration
from refute.grading.grades import Remark
from refute.grading.points import require_known, worths
from refute.languages.console.program import load
from refute.languages.console.testing import Campaign, Plan
from refute.languages.console.testing.exercise import ConsoleExercise, with_tests
from refute.report.texts import using_language
from refute.source import Source

from .conftest import CRASHING, RIGHT, SUM
from .test_grade import grades, hand_in, refute

DISCOUNT = """\
read price : 1..200
if price >= 100:
    print price - 10
else:
    print price
"""


def exercise(text: str) -> ConsoleExercise:
    return with_tests(Campaign(load(Source("x.ios", text)), Plan()))


def keys(text: str) -> set[str]:
    made = exercise(text)
    return {made.behaviour(each).key for each in made.tests}


def test_tests_are_grouped_by_what_they_exercise() -> None:
    assert keys(SUM) == {"empty", "one", "many"}
    assert keys(DISCOUNT) == {
        "when price >= 100",
        "unless price >= 100",
        "boundary price >= 100",
    }
    assert "large" in keys("read x : int\nprint 2 * x\n")


AFTER_A_LOOP = """\
read n : 0..5
until len(price.all) == n:
    read price : 0..90
if sum(price.all) >= 100 and n > 1:
    print sum(price.all) - 10
else:
    print sum(price.all)
"""


def names(text: str, language: str) -> set[str]:
    made = exercise(text)
    with using_language(language):
        return {made.behaviour(each).name for each in made.tests}


def test_behaviours_are_called_what_a_task_is_about() -> None:
    assert names(DISCOUNT, "en") == {
        "price is at least 100",
        "price is less than 100",
        "price is 100, or close to it",
    }
    assert names(DISCOUNT, "de") == {
        "price ist mindestens 100",
        "price ist kleiner als 100",
        "price ist 100, oder knapp daneben",
    }
    assert {"gar keine Zahlen", "nur eine Zahl"} <= names(SUM, "de")
    words = "read n : 0..2\nuntil len(w.all) == n:\n    read w : str\nprint len(w.all)\n"
    assert {"no texts at all", "just one text", "several texts"} <= names(words, "en")


def test_a_branch_after_a_loop_is_a_behaviour_of_its_own() -> None:
    english = names(AFTER_A_LOOP, "en")
    assert {"no numbers at all", "just one number", "several numbers"} <= english
    assert "the sum of all price is at least 100 and n is more than 1" in english
    german = names(AFTER_A_LOOP, "de")
    assert "die Summe der Werte von price ist mindestens 100 und n ist größer als 1" in german


def test_points_are_those_of_behaviours() -> None:
    made = exercise(SUM)
    configuration = Configuration(
        points=10, behaviours={"empty": BehaviourSettings("Nothing", 3.0, "hidden")}
    )
    found = worths(made, configuration)
    assert sum(each.points for each in found) == pytest.approx(10)
    empty = [each for each in found if each.behaviour == "Nothing"]
    assert [(each.points, each.visibility) for each in empty] == [(6.0, "hidden")]
    per_test = worths(made, Configuration(points=10, scoring="per test"))
    assert len({round(each.points, 9) for each in per_test}) == 1


def test_a_behaviour_that_no_test_has_is_an_error() -> None:
    configuration = Configuration(behaviours={"emtpy": BehaviourSettings()})
    with pytest.raises(InputError) as failure:
        require_known(exercise(SUM), configuration)
    assert failure.value.diagnostics[0].code == "IO064"
    assert "did you mean `empty`" in failure.value.diagnostics[0].help


def test_crashing_on_the_empty_case_costs_what_that_is_worth(classroom: Path) -> None:
    settings = "points = 10\n[behaviours.empty]\nweight = 0.5\n"
    (classroom / "grade.toml").write_text(settings, encoding="utf-8")
    hand_in(classroom, {"crash.py": CRASHING})
    refute("grade", "sum.ios", "class")
    assert grades(classroom)["crash.py"]["score"] == "8.0"
    listed = refute("grade", "sum.ios", "--behaviours")
    assert listed.exit_code == 0
    assert "no numbers at all" in listed.output


def test_hints_of_the_teacher_and_remarks_of_tutors_are_told(classroom: Path) -> None:
    settings = """\
tests = 3
points = 9
language = "de"
[[hints]]
kind = "crashed"
pattern = "IndexError"
say = "Was ist in der Liste, wenn n 0 ist?"
[[hints]]
kind = "too slow"
say = "nie"
"""
    (classroom / "grade.toml").write_text(settings, encoding="utf-8")
    hand_in(classroom, {"crash.py": CRASHING, "right.py": RIGHT})
    refute("grade", "sum.ios", "class")
    feedback = classroom / "grades" / "submissions" / "crash.py" / "feedback.txt"
    text = feedback.read_text("utf-8")
    assert "Was ist in der Liste, wenn n 0 ist?" in text
    assert "nie" not in text.split()
    assert "Es ist abgestürzt: IndexError" in text
    write_remark(classroom / "grades", "crash.py", Remark('Fast "gut"\nWeiter so.', 8.0))
    for _ in range(2):
        refute("grade", "sum.ios", "class")
        assert grades(classroom)["crash.py"]["score"] == "8.0"
        assert "Weiter so." in feedback.read_text("utf-8")
    refute("grade", "sum.ios", "class", "--fresh")
    assert grades(classroom)["crash.py"]["score"] == "8.0"
    for page in ("index.html", "submissions/crash.py/index.html"):
        text = (classroom / "grades" / page).read_text("utf-8")
        assert '<html lang="de">' in text
        assert {*_ENGLISH.findall(_SHOWN.sub("", text))} == set()
    write_remark(classroom / "grades", "somebody", Remark("?"))
    assert "IO067" in refute("grade", "sum.ios", "class").stderr


_SHOWN = re.compile(r"<(style|script|pre|code)\b.*?</\1>|<[^>]*>|\b[\w-]+\.\w+\b", re.DOTALL)
_ENGLISH = re.compile(
    r"\b(?:the|and|for|with|points|submissions?|crashed|right|wrong|behaves|graded|again|by)\b"
)


def test_remarks_are_read_as_they_were_written(tmp_path: Path) -> None:
    for name, remark in {
        'a "b" \\ \n\t\x07': Remark('x\\"\n', None),
        "Jörg": Remark("", 0.0),
        "z": Remark("ü", 2.5),
    }.items():
        write_remark(tmp_path, name, remark)
    write_remark(tmp_path, "z", None)
    table = tomllib.loads((tmp_path / COMMENTS).read_text("utf-8"))
    assert table == {'a "b" \\ \n\t\x07': {"comment": 'x\\"\n'}, "Jörg": {"score": 0.0}}


@pytest.mark.parametrize(
    "text",
    [
        "x",
        "[a]\nscore = 'x'",
        "a = 1",
        "[a]\nscor = 1",
        "[a]\nscore = -1",
        "[a]\n",
        f"a = {'[' * 100_000}",
    ],
)
def test_wrong_remarks_are_an_error(tmp_path: Path, text: str) -> None:
    (tmp_path / COMMENTS).write_text(text, encoding="utf-8")
    with pytest.raises(InputError) as failure:
        read_comments(tmp_path)
    assert failure.value.diagnostics[0].code == "IO066"


def test_wrong_remarks_are_shown_where_they_are(tmp_path: Path) -> None:
    text = '["Ada"]\nscore = 3\n\n["Jan Kim (11)"]\nscore = "7"\n\n["Eve"]\nscor = 1\n'
    (tmp_path / COMMENTS).write_text(text, encoding="utf-8")
    with pytest.raises(InputError) as failure:
        read_comments(tmp_path)
    starts = [each.primary.span.start for each in failure.value.diagnostics if each.primary]
    assert starts == [text.index("Jan"), text.index("Eve")]
    (tmp_path / COMMENTS).write_text('["Ada"]\nscore = 7,5\n', encoding="utf-8")
    with pytest.raises(InputError) as failure:
        read_comments(tmp_path)
    assert [each.primary.span.start for each in failure.value.diagnostics if each.primary] == [17]


def test_a_name_is_the_same_however_a_system_composes_its_letters(classroom: Path) -> None:
    apart = unicodedata.normalize("NFD", "Jörg")
    hand_in(classroom, {f"{apart}.py": RIGHT, f"{apart} Groß.py": RIGHT})
    write_remark(classroom / "grades", "Jörg.py", Remark(score=1.0))
    write_remark(classroom / "grades", f"{apart} Groß.py", Remark(score=2.0))
    assert "IO067" not in refute("grade", "sum.ios", "class").stderr
    found = {name: row["score"] for name, row in grades(classroom).items()}
    assert found == {"Jörg.py": "1.0", "Jörg Groß.py": "2.0"}


def test_no_tutor_gives_more_points_than_there_are(classroom: Path) -> None:
    hand_in(classroom, {"ada.py": RIGHT})
    write_remark(classroom / "grades", "ada.py", Remark(score=75.0))
    result = refute("grade", "sum.ios", "class")
    assert result.exit_code == 2
    assert "the score of `ada.py` is 75, and there are 9 points" in result.stderr


def test_a_program_for_nobody_is_told(classroom: Path) -> None:
    (classroom / "grade.toml").write_text('tests = 1\n[programs]\n"Nobdy" = "x.py"\n', "utf-8")
    hand_in(classroom, {"essay.txt": "?"})
    assert "`Nobdy`, who is not there" in refute("grade", "sum.ios", "class").stderr


def test_shown_files_lie_beside_every_program(classroom: Path) -> None:
    (classroom / "data.txt").write_text("0", encoding="utf-8")
    program = RIGHT.replace("print(", "print(int(open('data.txt').read()) + ", 1)
    hand_in(classroom, {"reads.py": program})
    assert refute("grade", "sum.ios", "class", "--show", "data.txt").exit_code == 0
    assert grades(classroom)["reads.py"]["outcome"] == "right"
    (classroom / "data.txt").write_text("1", encoding="utf-8")
    refute("grade", "sum.ios", "class", "--show", "data.txt")
    assert grades(classroom)["reads.py"]["outcome"] == "wrong output"
    assert refute("grade", "sum.ios", "class", "--show", "nothing").exit_code == 2
