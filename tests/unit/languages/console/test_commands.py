"""The commands of the console language, as a user types them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from refute.cli.main import commands

from .specifications import SUM

RIGHT = "print(sum(int(input()) for _ in range(int(input()))))\n"
RIGHT_IN_SHELL = """#!/bin/sh
read n
sum=0
while [ "$n" -gt 0 ]; do read x; sum=$((sum + x)); n=$((n - 1)); done
echo $sum
"""
WRONG = "print(sum(int(input()) for _ in range(int(input()) - 1)))\n"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a specification and two programs."""
    (tmp_path / "sum.ios").write_text(SUM, encoding="utf-8")
    (tmp_path / "right.py").write_text(RIGHT, encoding="utf-8")
    (tmp_path / "wrong.py").write_text(WRONG, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def refute(line: str, typed: str = "") -> Result:
    result = CliRunner().invoke(commands, line.split(), input=typed, prog_name="refute")
    assert isinstance(result.exception, SystemExit | None), result.exception
    return result


def test_a_right_program_passes_with_its_numbers() -> None:
    result = refute("check sum.ios -- python3 right.py")
    assert result.exit_code == 0
    assert "bound: all paths of up to 10 inputs, 5 longer ones; told apart from" in result.stdout
    assert "seed 0" in result.stdout


def test_the_procedure_of_the_paper_is_an_option() -> None:
    result = refute("check sum.ios --samples 5")
    assert "all 125 tests passed" in result.stdout
    assert "25 paths (at most 25 rounds of loops), 5 inputs each" in result.stdout


def test_tests_name_what_they_do_not_tell_apart(folder: Path) -> None:
    loose = 'read n : 0..9\nprint "{n}"\nprint? "{n}"\nprint? "{*}"\n'
    (folder / "loose.ios").write_text(loose, "utf-8")
    result = refute("tests loose.ios --neighbours --json")
    outcome = json.loads(result.stdout)["outcomes"][0]
    blocks = {block["title"]: block for block in outcome["blocks"]}
    left = blocks["not told apart"]["lines"]
    assert "line 3: the output n comes twice" in left
    told = [row[1] for row in blocks["first told apart by"]["rows"]]
    assert "line 1: `n` is one of `1..9` instead of `0..9`" in told
    count = f"told apart from {len(told)} of {len(told) + len(left)} nearby specifications"
    assert outcome["bound"].endswith(count)


@pytest.mark.parametrize("sandbox", ["auto", "off"])
@pytest.mark.parametrize("command", ["./right.sh", "sh right.sh", "bin/right.sh"])
def test_any_command_can_be_tested(folder: Path, command: str, sandbox: str) -> None:
    (folder / "bin").mkdir()
    for path in (folder / "right.sh", folder / "bin" / "right.sh"):
        path.write_text(RIGHT_IN_SHELL, encoding="utf-8")
        path.chmod(0o755)
    result = refute(f"check sum.ios --unfoldings 3 --sandbox {sandbox} -- {command}")
    assert result.exit_code == 0, result.output
    assert "tests passed" in result.stdout


def test_an_approximate_order_is_marked(monkeypatch: pytest.MonkeyPatch) -> None:
    command = "check sum.ios --unfoldings 2 --json -- python3 right.py"
    result = refute(command)
    assert "IO051" not in result.stderr
    assert "approximate_runs" not in result.stdout
    monkeypatch.setattr("refute.execution.observation.seccomp.is_possible", lambda: False)
    result = refute(command)
    assert result.exit_code == 0
    (outcome,) = json.loads(result.stdout)["outcomes"]
    assert outcome["statistics"]["approximate_runs"] == outcome["statistics"]["tests"]
    assert "IO051" in result.stdout


@pytest.mark.parametrize(("tty", "late"), [("auto", False), ("always", False), ("never", True)])
def test_the_terminal_can_be_chosen(folder: Path, tty: str, late: bool) -> None:
    (folder / "prompt.py").write_text(
        "import sys\nprint('n?')\nprint(sys.stdin.readline())\n", encoding="utf-8"
    )
    (folder / "prompt.ios").write_text('print "n?"\nread n : 1..3\nprint n\n', encoding="utf-8")
    result = refute(f"check prompt.ios --tty {tty} -- python3 prompt.py")
    assert result.exit_code == int(late)


def test_a_line_too_long_for_a_terminal_is_rejected(folder: Path) -> None:
    (folder / "one.ios").write_text("read word : str\nprint 1\n", encoding="utf-8")
    (folder / "one.py").write_text("input()\nprint(1)\n", encoding="utf-8")
    word = "x" * 5000
    steps = [{"read": word}, {"print": [[[{"text": "1"}]]]}]
    tests = [{"inputs": [word], "expected": steps}]
    suite = {"format": "refute console suite 1", "specification": "one.ios", "tests": tests}
    (folder / "suite.json").write_text(json.dumps(suite), encoding="utf-8")
    assert refute("check one.ios --suite suite.json -- python3 one.py").exit_code == 0
    result = refute("check one.ios --suite suite.json --tty always -- python3 one.py")
    assert result.exit_code == 2
    assert "error[IO043]" in result.stderr


def test_options_change_what_is_tested() -> None:
    result = refute("check sum.ios --unfoldings 3 --samples 2 --seed 7 -- python3 right.py")
    assert "all 6 tests passed" in result.stdout
    assert "3 paths" in result.stdout
    assert "seed 7" in result.stdout
    result = refute("check sum.ios --random 9 -- python3 right.py")
    assert "all 9 tests passed" in result.stdout
    assert "random inputs" in result.stdout


def test_a_suite_is_written_and_used(folder: Path) -> None:
    assert refute("tests sum.ios --out made --unfoldings 4").exit_code == 0
    suite = json.loads((folder / "made" / "sum.suite.json").read_text("utf-8"))
    assert len(suite["tests"]) == 25
    result = refute("check sum.ios --suite made/sum.suite.json -- python3 right.py")
    assert result.exit_code == 0
    assert "all 25 tests passed" in result.stdout
    assert "the inputs of the suite" in result.stdout
    assert refute("check sum.ios --suite made/sum.suite.json -- python3 wrong.py").exit_code == 1


@pytest.mark.parametrize(
    "other",
    [
        "read n : nat\nuntil len(x.all) == n:\n    read x : int\nprint product(x.all)\n",
        "read a : int\nprint a\n",
        "read word : str\nprint word\n",
        f"compare caseless\n{SUM}",
    ],
)
def test_a_suite_of_another_specification_is_refused(folder: Path, other: str) -> None:
    assert refute("tests sum.ios --out made --unfoldings 2 --samples 2").exit_code == 0
    (folder / "other.ios").write_text(other, encoding="utf-8")
    result = refute("check other.ios --suite made/sum.suite.json -- python3 right.py")
    assert result.exit_code == 2
    assert "was made from another specification" in result.stderr


def test_too_little_input_for_a_run_is_undecided() -> None:
    assert refute("run sum.ios", "2\n3\n4\n").exit_code == 0
    result = refute("run sum.ios", "2\n3\n")
    assert result.exit_code == 3
    assert "the input ended before the specification did" in result.stdout
    assert "it was about to read x : int" in result.stdout
    assert "what happened" in result.stdout
    assert "what happened" not in refute("run sum.ios", "").stdout  # nothing did


def test_what_is_shown_is_shown_again(folder: Path) -> None:
    (folder / "words.txt").touch()
    command = "check sum.ios --show words.txt --tty never --unfoldings 2 -- python3 wrong.py"
    again = refute(command).stdout.splitlines()[-2]
    assert again.strip() == (
        "refute check sum.ios --seed 0 --unfoldings 2 --tty never --show words.txt -- "
        "python3 wrong.py"
    )


@pytest.mark.parametrize(
    "text",
    [
        "{}",
        "[1]",
        "nonsense",
        '{"format": "refute console suite 1", "tests": [{"inputs": [1], "expected": []}]}',
        '{"format": "refute console suite 1", "tests": [{"inputs": [[1]], "expected": []}]}',
        (
            '{"format": "refute console suite 1", "tests": [{"inputs": [], '
            '"expected": [{"print": []}]}]}'
        ),
    ],
)
def test_what_is_no_suite_is_rejected(folder: Path, text: str) -> None:
    (folder / "suite.json").write_text(text, encoding="utf-8")
    result = refute("check sum.ios --suite suite.json -- python3 right.py")
    assert result.exit_code == 2
    assert "error[IO040]" in result.stderr


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("check sum.ios -- ./a.out", "IO041"),
        ("check sum.ios -- /nowhere/python3 right.py", "IO041"),
        ("check sum.ios -- python3 missing.py", "IO041"),
        ("check sum.ios --suite suite.json", "IO041"),
        ("check sum.ios --unfoldings 0 -- python3 right.py", "F010"),
        ("check sum.ios --set n=3 -- python3 right.py", "IO019"),
        ("check sum.ios --set n -- python3 right.py", "IO019"),
    ],
)
def test_requests_that_make_no_sense_are_rejected(line: str, code: str) -> None:
    result = refute(line)
    assert result.exit_code == 2
    assert f"error[{code}]" in result.stderr


def test_without_a_program_the_specification_is_tried_against_itself() -> None:
    result = refute("check sum.ios --unfoldings 3")
    assert result.exit_code == 0
    assert "specification sum.ios agrees with itself" in result.stdout


def test_a_specification_that_no_inputs_fulfil_is_undecided(folder: Path) -> None:
    (folder / "never.ios").write_text("repeat:\n    read x : 1..3\nuntil x > 5\n", "utf-8")
    result = refute("check never.ios -- python3 right.py")
    assert result.exit_code == 3
    assert "no inputs reach the end" in result.stdout


def test_playing_a_specification_shows_what_it_prints() -> None:
    result = refute("run sum.ios", "2\n-\n3\n4\n")
    assert result.exit_code == 0
    assert result.stdout.startswith("(x : int; try again)\n7\n")
    assert "the specification reached its end" in result.stdout
    unfinished = refute("run sum.ios --json", "2\n3\n")
    (outcome,) = json.loads(unfinished.stdout)["outcomes"]
    assert outcome["summary"] == "the input ended before the specification did"
    assert outcome["blocks"][0]["lines"] == ["reads  2", "reads  3"]
    given = refute("run sum.ios --input 1 --input x --input 3 --input 4").stdout
    assert [each.strip() for each in given.splitlines()][3:8] == [
        "reads  1", "refuses x", "reads  3", "prints 3", "stops",
    ]  # fmt: skip
    assert "    ignores 4\n" in given


def test_a_tree_that_was_cut_off_does_not_count_as_drawn() -> None:
    result = refute("tree sum.ios --effort 1e-9")
    assert result.exit_code == 3
    assert "the effort limit was reached" in result.stdout


def test_the_tree_marks_what_is_impossible(folder: Path) -> None:
    (folder / "three.ios").write_text("while len(x.all) <= 2:\n    read x : nat\n", "utf-8")
    result = refute("tree three.ios --unfoldings 9")
    assert result.exit_code == 0
    assert "1 satisfiable path; the whole tree" in result.stdout
    assert "(impossible)" in result.stdout
    assert "[▷ x]^ℕ" in result.stdout


def test_parameters_have_values(folder: Path) -> None:
    text = "enum Move = left | right\ngiven turn : Move\ngiven times : [int] = [1]\n"
    text += 'given name : str = "x"\n'
    text += "read m : Move\nif m == turn:\n    print name\nelse:\n    print sum(times)\n"
    (folder / "given.ios").write_text(text, encoding="utf-8")
    assert "error[IO018]" in refute("check given.ios").stderr
    result = refute("run given.ios --set turn=left --set times=[4,5] --set name=Ada", "right\n")
    assert result.stdout.startswith("9\n")
    result = refute("run given.ios --set turn=left --set name=Ada", "left\n")
    assert result.stdout.startswith("Ada\n")
    assert "error[IO004]" in refute("run given.ios --set turn=3").stderr


def test_large_results_are_warned_about(folder: Path) -> None:
    (folder / "large.ios").write_text("read x : > 5000000000\nprint 2 * x\n", "utf-8")
    (folder / "large.py").write_text("print(2 * int(input()))\n", "utf-8")
    result = refute("check large.ios -- python3 large.py")
    assert result.exit_code == 0
    assert "warning[IO050]" in result.stderr
    assert "IO050" not in refute("check large.ios --int-bits none -- python3 large.py").stderr


def test_a_failure_is_saved_and_tried_again(folder: Path) -> None:
    result = refute("check sum.ios --save case.json -- python3 wrong.py")
    assert json.loads(Path("case.json").read_text())["format"] == "refute console case 1"
    assert "refute check sum.ios --replay case.json -- python3 wrong.py" in result.stdout
    record = json.loads((folder / "case.json").read_text("utf-8"))
    assert record["kind"] == "wrong output"
    assert record["inputs"][0] == 1
    result = refute("check sum.ios --replay case.json -- python3 wrong.py")
    assert result.exit_code == 1
    assert "tests 1 ·" in result.stdout
    result = refute("check sum.ios --replay case.json -- python3 right.py")
    assert (result.exit_code, "the only test passed" in result.stdout) == (0, True)


@pytest.mark.parametrize(
    "text",
    [
        "{}",
        "nonsense",
        '{"format": "refute console case 1"}',
        '{"format": "refute console case 1", "inputs": 3}',
        '{"format": "refute console case 1", "inputs": [2, 1]}',
        '{"format": "refute console case 1", "inputs": ["x"]}',
        '{"format": "refute console case 1", "inputs": [[1], {}]}',
        '{"format": "refute console case 1", "inputs": [0, 1]}',
        "[" * 5000,
    ],
)
def test_what_is_no_case_is_rejected(folder: Path, text: str) -> None:
    (folder / "case.json").write_text(text, encoding="utf-8")
    result = refute("check sum.ios --replay case.json -- python3 right.py")
    assert result.exit_code == 2
    assert result.stderr.startswith("error[IO045]")


def test_a_case_is_for_a_program(folder: Path) -> None:
    for option in ("save", "replay"):
        result = refute(f"check sum.ios --{option} case.json")
        assert (result.exit_code, result.stderr[:12]) == (2, "error[IO041]")
