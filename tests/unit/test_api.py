"""The public face, used as scripts, notebooks and threads use it."""

import dataclasses
import json
import subprocess
import sys
import textwrap
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from hypothesis import find

import refute
from refute.languages import parallel
from refute.languages.language import Notice
from refute.report.as_json import schema

LISTS = """
append [] ys       = ys
append (x : xs) ys = x : append xs ys
property nil(xs) = append xs [] == xs
property swap(xs, ys) = append xs ys == append ys xs
append [1] [2]
"""
SUM = "read a : int\nread b : int\nprint a + b\n"
BUILT = """
from refute.console import *
a, b = ints("a"), ints("b")
total = read(a, integer) + read(b, integer) + write(result(a + b))
twice = read(a, integer) + write(result(a + a))
print("loaded")
"""
ADDS = "print(int(input()) + int(input()))"


def lists() -> refute.Document:
    return refute.open(LISTS, language="funlogic")


def test_outcomes_come_one_by_one_and_can_be_read_again() -> None:
    answers = lists().check(size=4)
    first = next(iter(answers))
    assert (first.question, first.verdict) == ("nil", refute.Verdict.PASSED)
    assert len(answers.outcomes) == 1
    assert [each.question for each in answers] == ["nil", "swap"]
    assert [each.question for each in answers] == ["nil", "swap"]
    assert answers.verdict is refute.Verdict.REFUTED
    assert "✗ refuted" in str(answers)


def test_the_record_is_that_of_the_command_line(tmp_path: Path) -> None:
    path = tmp_path / "lists.fl"
    path.write_text(LISTS)
    command = [sys.executable, "-m", "refute", "check", str(path), "--json"]
    printed = json.loads(subprocess.run(command, capture_output=True, check=False).stdout)
    record = json.loads(refute.open(path).check().json())
    jsonschema.validate(record, schema())
    for each in (printed, record):
        each["seconds"] = 0
        for outcome in each["outcomes"]:
            outcome["seconds"] = 0
    assert record == printed


def test_what_is_refuted_is_raised_with_its_counterexample() -> None:
    with pytest.raises(refute.Refuted, match="counterexample"):
        lists().check().raise_if_refuted()
    lists().run().raise_if_refuted()


def test_a_cancelled_command_keeps_what_it_found() -> None:
    answers = lists().check()
    for _ in answers:
        answers.cancel()
    assert [each.question for each in answers.report.outcomes] == ["nil", "<funlogic>"]
    assert answers.interrupted


@pytest.mark.parametrize(
    ("call", "code"),
    [
        (lambda: refute.open("missing.fl"), "F001"),
        (lambda: refute.open("x", language="klingon"), "F011"),
        (lambda: refute.open("x", language="fl"), "F011"),
        (lambda: refute.open("", language="funlogic"), "F005"),
        (lambda: refute.open("missing.fl", language="funlogic"), "F001"),
        (lambda: refute.open("f x = x\nf 1"), "F001"),
        (lambda: lists().check(jobs="2"), "F010"),  # type: ignore[arg-type]
        (lambda: lists().check(jobs=0), "F010"),
        (lambda: lists().check(nodes=2**64), "F010"),
        (lambda: lists().check(strategy=int), "F010"),
        (lambda: lists().tests(constructor=3), "F010"),
        (lambda: judged().tests(plan_text=3), "F010"),
        (lambda: judged().tests(program=["x", 3]), "F010"),
        (lambda: lists().check(sizes=3), "F010"),
        (lambda: lists().check(size="large"), "F010"),
        (lambda: lists().check(size=0), "F010"),
        (lambda: lists().check(seed=-1), "F010"),
        (lambda: lists().check(effort=0), "F010"),
        (lambda: lists().check(strategy="sideways"), "F010"),
        (lambda: lists().check(program=["x"]), "F010"),
        (lambda: lists().doc(), "F009"),
        (lambda: lists().judge("append"), "F009"),
        (lambda: refute.open("f x = y", language="funlogic").check().report, "FL010"),
    ],
)
def test_wrong_use_is_said_with_a_code(call: object, code: str) -> None:
    assert callable(call)
    with pytest.raises(refute.InputError) as caught:
        call()
    assert caught.value.diagnostics[0].code == code


async def waits() -> None:
    print(0)


def gives() -> Iterator[int]:
    yield 0


def test_a_program_is_a_command_or_a_function() -> None:
    document = refute.open(SUM, language="console")
    document.check(program=[sys.executable, "-c", ADDS]).raise_if_refuted()
    document.check(program=lambda: print(int(input()) + int(input()))).raise_if_refuted()
    assert document.check(program=lambda: print(0)).verdict is refute.Verdict.REFUTED
    with pytest.raises(TypeError, match="list of words"):
        document.check(program="python3 sum.py")
    with pytest.raises(ValueError, match="the program is missing"):
        document.check(program=[])
    for function in (waits, gives):
        with pytest.raises(TypeError, match="does not run it"):
            document.check(program=function)
    with pytest.raises(TypeError, match="PathLike"):
        document.check(program=["python3", 3])  # type: ignore[list-item]


def test_a_console_specification_is_played_line_by_line() -> None:
    document = refute.open(SUM, language="console")
    (outcome,) = document.run(input=["1", "2"])
    assert "prints 3" in outcome.blocks[0].lines  # type: ignore[union-attr]
    talk = document.converse("play")
    assert list(talk.opening()) == []
    assert list(talk.answer("1")) == []
    assert [type(each) for each in talk.answer("x")] == [Notice]
    assert list(talk.answer("2")) == [Notice("3")]
    assert talk.finished


def test_specifications_in_python_work_like_others(tmp_path: Path) -> None:
    path = tmp_path / "exercises.py"
    path.write_text(BUILT)
    total = refute.open(f"{path}:total")
    total.check(program=[sys.executable, "-c", ADDS]).raise_if_refuted()
    assert total.tests(samples=1).report.artifacts[0].name == "total.suite.json"
    assert total.tree().verdict is refute.Verdict.CONFIRMED
    (tmp_path / "class").mkdir()
    (tmp_path / "class" / "ada.py").write_text(ADDS)
    (graded,) = refute.grade(total, tmp_path / "class", out=tmp_path / "grades")
    assert graded.summary.startswith("1 right")
    for name, code in (("", "IO070"), (":nothing", "IO070")):
        with pytest.raises(refute.InputError) as caught:
            _ = refute.open(f"{path}{name}").check().report
        assert caught.value.diagnostics[0].code == code
    path.write_text("1 / 0")
    with pytest.raises(refute.InputError, match="ZeroDivisionError"):
        _ = refute.open(path).check().report


def test_a_script_needs_no_guard_and_threads_may_ask(tmp_path: Path) -> None:
    (tmp_path / "lists.fl").write_text(LISTS)
    script = textwrap.dedent(
        """
        import threading, refute
        print(refute.open("lists.fl").check().verdict)
        thread = threading.Thread(target=lambda: print(refute.open("lists.fl").run().verdict))
        thread.start()
        thread.join()
        """
    )
    (tmp_path / "script.py").write_text(script)
    done = subprocess.run(
        [sys.executable, "script.py"], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == ["refuted", "confirmed"]


def test_documents_are_asked_from_several_threads_at_once() -> None:
    found: list[str] = []
    threads = [
        threading.Thread(target=lambda: found.append(lists().check(size=4).verdict.value))
        for _ in range(4)
    ]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert found == ["refuted"] * 4


def test_importing_the_package_loads_nothing_heavy() -> None:
    program = "import refute, sys; print({'z3', 'lark', 'rich', 'click'} & set(sys.modules))"
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "set()"


def test_symbols_are_found_at_their_uses() -> None:
    symbols = lists().symbols()
    found = symbols.at(LISTS.index("append xs ys =="))
    assert found is not None
    assert (found.name, found.kind) == ("append", "function")
    assert len(symbols.uses_of(found)) == 7


BANK = Path(__file__).parents[2] / "examples" / "fmsl" / "bank.fmsl"


def test_jobs_change_neither_the_answers_nor_their_order(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parallel, "PATIENCE", 0.0)
    document = refute.open(BANK)
    alone, together = document.check(), document.check(jobs=2)

    def told(answers: refute.Answers) -> list[refute.Outcome]:
        return [dataclasses.replace(each, seconds=0.0) for each in answers]

    assert told(together) == told(alone)
    assert len(told(alone)) == 13


def test_a_program_without_dashes_is_not_run_as_a_specification(tmp_path: Path) -> None:
    (tmp_path / "sum.ios").write_text(SUM)
    (tmp_path / "sum.py").write_text("print('started')")
    command = [sys.executable, "-m", "refute", "check", "sum.ios", "sum.py"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "write `-- python3 sum.py`" in done.stderr
    assert "started" not in done.stderr + done.stdout


TREES = "data Tree a = Leaf | Node (Tree a) a (Tree a)\n"


def test_a_data_type_is_a_strategy() -> None:
    trees = refute.open(TREES, language="funlogic")
    smallest = find(trees.hypothesis("[Tree Bool]", Leaf=None), any)
    assert smallest == [("Node", None, False, None)]


def test_data_types_that_speak_of_each_other_are_strategies() -> None:
    grammar = refute.open(
        "data Statement = Skip | While Expression Statement\n"
        "data Expression = Zero | Block [Statement] Expression\n",
        language="funlogic",
    )
    smallest = find(grammar.hypothesis("Statement"), lambda each: "Block" in str(each))
    assert smallest == ("While", ("Block", [], "Zero"), "Skip")


@pytest.mark.parametrize(
    ("shape", "made", "complaint"),
    [
        ("Tre Int", {}, "`Tre Int` is no type of <funlogic>: type `Tre` is not declared"),
        ("Tree Int)", {}, "`Tree Int)` is no type of <funlogic>"),
        ("Int -> Int", {}, "there are no strategies for functions"),
        ("Tree Int", {"Leef": 0}, "there is no constructor `Leef`"),
        ("Tree Int", {"Node": 0}, "`Node` has fields; a class or a function is wanted"),
    ],
)
def test_what_is_no_data_type(shape: str, made: dict[str, int], complaint: str) -> None:
    with pytest.raises(refute.InputError) as failure:
        refute.open(TREES, language="funlogic").hypothesis(shape, **made)
    assert complaint in failure.value.diagnostics[0].message


@pytest.mark.parametrize(
    ("options", "message", "advice"),
    [
        ({"time_limit": -1}, "`time_limit` takes a number above 0, not `-1`", ""),
        ({"timelimit": 3}, "`timelimit` is not an option", "did you mean `time_limit`?"),
    ],
)
def test_options_are_called_as_in_python(
    options: dict[str, Any], message: str, advice: str
) -> None:
    with pytest.raises(refute.InputError) as failure:
        refute.open(TREES, language="funlogic").check(**options)
    (wrong,) = failure.value.diagnostics
    assert (wrong.message.startswith(message), wrong.help) == (True, advice)


def test_a_time_limit_longer_than_any_timer_is_no_limit() -> None:
    document = refute.open("property p(x) = x == x\n", language="funlogic")
    for seconds in (1e10, 1e99, 1.7e308):
        assert document.check(time_limit=seconds).verdict is not refute.Verdict.REFUTED


def test_text_that_no_file_can_have_is_the_users_mistake() -> None:
    with pytest.raises(refute.InputError, match="not UTF-8"):
        refute.open("\ud800", language="funlogic")


def test_a_program_without_words_is_no_program() -> None:
    with pytest.raises(ValueError, match="missing"):
        refute.open("print 1\n", language="console").check(program=[])


def judged() -> refute.Document:
    return refute.open(
        "operation Half\n inputs: n: integer;\n outputs: h: integer, r: integer;\n"
        " precondition: n >= 0;\n postcondition: h + h + r = n;\nend Half;\n",
        language="fmsl",
    )


def test_a_judge_takes_all_inputs_and_refuses_results_of_another_shape() -> None:
    judge = judged().judge("Half")
    assert judge.allows([7], (3, 1))
    assert not judge.allows([7], 3)
    assert not judge.allows([7], [3])
    for inputs in (7, [7, 8]):
        with pytest.raises(ValueError, match="list of n"):
            judge.allows(inputs, (3, 1))


@pytest.mark.parametrize(
    ("call", "match"),
    [
        (lambda: refute.open(3), "a path or a text, not int"),  # type: ignore[arg-type]
        (lambda: lists().ask("repl"), r"use `converse\('repl'\)`"),
        (lambda: lists().converse("check"), r"use `ask\('check'\)`"),
        (lambda: refute.grade("sum.ios", 3), "submissions are paths, not int"),  # type: ignore[arg-type]
    ],
)
def test_wrong_calls_are_answered_with_what_to_write(
    call: Callable[[], object], match: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("sum.ios").write_text(SUM)
    with pytest.raises((TypeError, ValueError), match=match):
        call()


def test_a_document_shows_its_name_and_not_its_text() -> None:
    document = refute.open("read x : int\n", language="console")
    assert repr(document) == "Document('<console>', language='console')"


def test_a_path_may_have_any_character_that_the_system_allows(tmp_path: Path) -> None:
    path = tmp_path / "two\nlines.fl"
    path.write_text("property p(x) = x == x\n")
    assert refute.open(path).check().verdict is refute.Verdict.CONFIRMED


def test_a_function_that_cannot_be_made_up_is_called_one() -> None:
    document = refute.open("property p(x) = x == null\n", language="funlogic")
    (outcome,) = document.check()
    assert outcome.reason == "a value is a function, and none of the program's fits"


@pytest.mark.parametrize(
    "text",
    ["import os\nos._exit(0)\n", "print(int(input()))\n", "total = 1\n", "raise SystemExit\n"],
)
def test_a_program_in_place_of_a_specification_is_no_success(tmp_path: Path, text: str) -> None:
    path = tmp_path / "sum.py"
    path.write_text(text)
    with pytest.raises(refute.InputError) as caught:
        refute.open(path).check().report  # noqa: B018 - reads the answers
    assert f"write `refute check SPEC -- python3 {path}`" in caught.value.diagnostics[0].help
