import json
import subprocess
import sys
from pathlib import Path

import jsonschema
import pytest
from junitparser import JUnitXml

from refute.report.as_json import schema

from .conftest import Refute


@pytest.fixture(autouse=True)
def files() -> None:
    for word in ("refuted", "undecided", "passed", "confirmed", "wrong"):
        Path(f"{word}.fake").write_text(word)
    Path("notes.txt").write_text("passed")
    Path("any.other").write_text("passed")


@pytest.mark.parametrize(
    ("word", "code"), [("refuted", 1), ("undecided", 3), ("passed", 0), ("confirmed", 0)]
)
def test_the_exit_code_is_the_verdict(refute: Refute, word: str, code: int) -> None:
    result = refute("check", f"{word}.fake")
    assert result.exit_code == code
    assert f"{word}" in result.stdout
    assert "So it is." in result.stdout


def test_options_of_the_language_arrive_with_their_defaults(refute: Refute) -> None:
    plain = refute("check", "passed.fake").stdout
    assert "max_size   = 3" in plain
    assert "mode       = None" in plain
    given = refute(
        "check", "--max-size", "9", "--mode", "fast", "--wild", "passed.fake", "--strategy",
        "random", "--", "prog", "--quiet",
    )  # fmt: skip
    assert "max_size   = 9" in given.stdout
    assert "mode       = 'fast'" in given.stdout
    assert "wild       = True" in given.stdout
    assert "program    = ('prog', '--quiet')" in given.stdout
    assert "strategy   = 'random'" in given.stdout


def test_an_option_of_another_language_is_a_usage_error(refute: Refute) -> None:
    Path("any.other").write_text("passed")
    assert refute("run", "--wild", "any.other").exit_code == 0
    result = refute("run", "--wild", "passed.fake")
    assert result.exit_code == 2
    assert "`--wild` has no meaning for fake (.fake .fk)" in result.stderr


@pytest.mark.parametrize(
    "arguments",
    [
        ("--time-limit", "nan"),
        ("--time-limit", "0"),
        ("--time-limit", "-1"),
        ("--time-limit", "inf"),
        ("--time-limit", "soon"),
        ("--seed", "-1"),
        ("--seed", "4294967296"),
        ("--seed", "x"),
        ("--limit", "0"),
        ("--depth", "-3"),
        ("--nodes", "1.5"),
        ("--strategy", "sideways"),
        ("--mode", "medium"),
        ("--max-size", "large"),
        ("second.fake",),
    ],
)
def test_values_out_of_range_are_usage_errors(refute: Refute, arguments: tuple[str, ...]) -> None:
    result = refute("check", "passed.fake", *arguments)
    assert result.exit_code == 2
    assert arguments[-1] in result.stderr
    assert result.stderr.startswith(("Usage: refute check", "error[F0"))
    assert result.stdout == ""


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("missing.fake", "F001"),
        ("missing", "F001"),
        (".", "F002"),
        ("junk.fake", "F004"),
        ("empty.fake", "F005"),
        ("notes.txt", "F008"),
        ("any.other", "F009"),
        ("wrong.fake", "X001"),
    ],
)
def test_wrong_input_is_a_diagnostic_and_json_too(refute: Refute, name: str, code: str) -> None:
    Path("junk.fake").write_bytes(bytes(range(256)))
    Path("empty.fake").write_text(" \n")
    result = refute("check", name)
    assert (result.exit_code, result.stdout) == (2, "")
    assert f"error[{code}]" in result.stderr
    as_json = refute("check", name, "--json")
    assert as_json.exit_code == 2
    assert as_json.stderr == result.stderr
    answer = json.loads(as_json.stdout)
    jsonschema.validate(answer, schema())
    assert answer["diagnostics"][0]["code"] == code


def test_json_is_all_there_is_on_stdout(refute: Refute) -> None:
    Path("odd.fake").write_text("odd passed")
    result = refute("check", "odd.fake", "--json", "--seed", "5")
    answer = json.loads(result.stdout)
    jsonschema.validate(answer, schema())
    assert answer["seed"] == 5
    assert "warning[X002]: odd" in result.stderr


@pytest.mark.parametrize("options", [("--quiet", "--jobs", "1"), ("-q", "-j", "1")])
def test_quiet_is_one_line_for_each_question(refute: Refute, options: tuple[str, ...]) -> None:
    Path("two.fake").write_text("odd passed refuted")
    result = refute("check", *options, "two.fake")
    assert len(result.stdout.splitlines()) == 2
    assert result.stderr == ""


def test_the_answer_is_kept_in_files(refute: Refute) -> None:
    result = refute("check", "refuted.fake", "--junit", "new/out.xml", "--html", "out.html")
    assert result.exit_code == 1
    assert JUnitXml.fromfile("new/out.xml").failures == 1
    assert "refuted.fake" in Path("out.html").read_text("utf-8")


@pytest.mark.parametrize("form", ["--quiet", "--json"])
def test_a_file_that_cannot_be_written_does_not_lose_the_answer(refute: Refute, form: str) -> None:
    result = refute(
        "check", "refuted.fake", form, "--html", "notes.txt/x.html", "--junit", "out.xml"
    )
    assert result.exit_code == 2
    assert "refuted" in result.stdout
    assert "error[F007]: cannot write `notes.txt/x.html`" in result.stderr
    assert Path("out.xml").exists()
    if form == "--json":
        assert json.loads(result.stdout)["kind"] == "report"


def test_languages_are_listed(refute: Refute) -> None:
    assert refute("languages").stdout.splitlines() == [
        "fake (.fake .fk): what is written happens",
        "  check, run, tests, doc, skeleton, repl",
        "other (.other): nothing but running",
        "  run",
    ]


def test_a_language_that_tests_no_programs_says_so() -> None:
    Path("law.fl").write_text("property p = True\n")
    command = [sys.executable, "-m", "refute", "check", "law.fl", "--", "python3", "program.py"]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    assert result.returncode == 2
    assert "tests no programs" in result.stderr


@pytest.mark.parametrize("option", ["--strategy=random", "--depth=3", "--nodes=3"])
def test_a_common_option_without_a_meaning_for_the_language_is_refused(option: str) -> None:
    Path("echo.ios").write_text("read x : int\nprint x\n")
    command = [sys.executable, "-m", "refute", "tests", "echo.ios", option]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    assert result.returncode == 2
    assert (
        f"`{option.split('=', maxsplit=1)[0]}` has no meaning for console (.ios .py) here."
        in result.stderr
    )


def test_an_interrupt_before_the_first_answer_says_only_that(refute: Refute) -> None:
    Path("long.fake").write_text("interrupt confirmed")
    result = refute("check", "long.fake")
    assert (result.exit_code, result.stdout) == (130, "")


def test_answers_are_shown_as_they_come_and_an_interrupt_keeps_them(refute: Refute) -> None:
    Path("long.fake").write_text("passed refuted interrupt confirmed")
    result = refute("check", "long.fake", "--quiet")
    verdicts = ["passed", "refuted", "undecided"]
    assert [line.split()[1] for line in result.stdout.splitlines()] == verdicts
    assert result.stdout.endswith("undecided file long.fake: the work was not finished\n")
    assert (result.exit_code, result.stderr) == (130, "refute: interrupted\n")
    answer = json.loads(refute("check", "long.fake", "--json").stdout)
    assert [each["verdict"] for each in answer["outcomes"]] == verdicts


def test_several_files_are_answered_in_order(refute: Refute) -> None:
    result = refute("check", "passed.fake", "refuted.fake", "undecided.fake")
    assert result.exit_code == 1
    headings = [line for line in result.stdout.splitlines() if line.startswith("──")]
    assert headings == ["── passed.fake", "── refuted.fake", "── undecided.fake"]
    answer = json.loads(refute("check", "passed.fake", "refuted.fake", "--json").stdout)
    jsonschema.validate(answer, schema())
    assert [each["file"] for each in answer["reports"]] == ["passed.fake", "refuted.fake"]
    assert refute("check", "passed.fake", "missing.fake", "gone.fake").stderr.count("F001") == 2


def test_a_program_that_does_not_follow_the_dashes_is_no_specification(refute: Refute) -> None:
    result = refute("check", "passed.fake", "python3", "x.fake")
    assert result.exit_code == 2
    assert "write `-- python3 x.fake`" in result.stderr


@pytest.mark.parametrize("words", [[], [""]])
def test_dashes_without_a_program_do_not_pass(refute: Refute, words: list[str]) -> None:
    """A script whose variable for the program is empty must not be told that all is well."""
    result = refute("check", "passed.fake", "--", *words)
    assert result.exit_code == 2
    assert "no program follows `--`" in result.stderr


def test_help_for_a_file_offers_what_its_language_knows(refute: Refute) -> None:
    assert "--max-size" in refute("check", "--help").stdout
    assert "--wild" not in refute("run", "passed.fake", "--help").stdout
    assert "--wild" in refute("run", "any.other", "--help").stdout


def test_what_is_wrong_from_the_start_is_told_in_files_as_well(refute: Refute) -> None:
    Path("fine.fake").write_text("passed")
    assert refute("check", "fine.fake", "--junit", "j.xml", "--html", "h.html").exit_code == 0
    assert refute("check", "missing.fake", "--junit", "j.xml", "--html", "h.html").exit_code == 2
    suite = next(iter(JUnitXml.fromfile("j.xml")))
    assert (suite.name, suite.tests, suite.errors) == ("refute check missing.fake", 1, 1)
    assert "F001" in Path("h.html").read_text()


def test_a_file_that_is_wrong_is_told_of_in_every_record(refute: Refute) -> None:
    Path("fine.fake").write_text("passed")
    Path("bad.fake").write_text("wrong")
    options = ("--json", "--junit", "j.xml", "--html", "h.html")
    result = refute("check", "bad.fake", "fine.fake", *options)
    assert result.exit_code == 2
    record = json.loads(result.stdout)
    jsonschema.validate(record, schema())
    told = [(each["file"], each["verdict"], each["exit_code"]) for each in record["reports"]]
    assert told == [("bad.fake", "undecided", 2), ("fine.fake", "passed", 0)]
    assert record["reports"][0]["diagnostics"][0]["code"] == "X001"
    for files in (("bad.fake", "fine.fake"), ("bad.fake",)):
        refute("check", *files, *options)
        suite = next(iter(JUnitXml.fromfile("j.xml")))
        assert (suite.tests, suite.errors) == (1, 1)
        assert "X001" in Path("h.html").read_text()
