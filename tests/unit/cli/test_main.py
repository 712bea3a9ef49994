import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from refute.cli.main import SUMMARIES, main

from .conftest import Refute

FAKE_MAIN = """
import sys
sys.path.insert(0, {folder!r})
from cli.fake import REGISTRY
from refute import languages
languages.LANGUAGES = REGISTRY
from refute.cli.main import main
main()
"""


def code_of(*arguments: str) -> int | str | None:
    with pytest.raises(SystemExit) as left:
        main(arguments)
    return left.value.code


def started(*arguments: str, **more: str) -> subprocess.Popen[str]:
    """The command line with the made-up languages, as a process of its own."""
    program = FAKE_MAIN.format(folder=str(Path(__file__).parents[1]))
    return subprocess.Popen(
        [sys.executable, "-c", program, *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        env={**os.environ, **more},
    )


def test_a_bug_is_one_line_and_code_70(capsys: pytest.CaptureFixture[str]) -> None:
    Path("bug.fake").write_text("bug")
    assert code_of("check", "bug.fake") == 70
    shown = capsys.readouterr().err
    assert len(shown.splitlines()) == 1
    assert "this is a bug of refute" in shown
    assert "ZeroDivisionError: division\\nby zero (at refute/languages/ceiling.py:" in shown


def test_the_traceback_of_a_bug_is_shown_on_request(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("REFUTE_TRACEBACK", "1")
    Path("bug.fake").write_text("bug")
    assert code_of("check", "bug.fake") == 70
    assert "Traceback (most recent call last)" in capsys.readouterr().err


def test_an_interruption_is_130(capsys: pytest.CaptureFixture[str]) -> None:
    Path("stop.fake").write_text("interrupt")
    assert code_of("check", "stop.fake") == 130
    assert capsys.readouterr().err.strip() == "refute: interrupted"


def test_usage_errors_and_answers_have_their_codes(capsys: pytest.CaptureFixture[str]) -> None:
    Path("no.fake").write_text("refuted")
    assert [code_of("chekc"), code_of(), code_of("check", "no.fake")] == [2, 2, 1]
    assert code_of("--version") == 0
    assert "No such command 'chekc'" in capsys.readouterr().err


def test_each_command_has_help_with_an_example(refute: Refute) -> None:
    overview = refute("--help").stdout
    for name, summary in SUMMARIES.items():
        assert summary in overview
        assert f"Example:\n    refute {name}" in refute(name, "--help").stdout


def test_the_help_names_the_strategies_that_exist(refute: Refute) -> None:
    search = pytest.importorskip("refute.search")
    words = " ".join(refute("check", "--help").stdout.replace("-\n", "-").split())
    words = words.replace("iterative- deepening", "iterative-deepening")
    assert all(name in words for name in search.STRATEGY_NAMES)


def fastest(command: list[str]) -> float:
    times = []
    for _ in range(3):
        began = time.perf_counter()
        subprocess.run(command, capture_output=True, check=True)
        times.append(time.perf_counter() - began)
    return min(times)


@pytest.mark.parametrize("option", ["--help", "--version"])
def test_starting_up_loads_nothing_heavy_and_is_quick(option: str) -> None:
    program = (
        "import sys, refute.cli.main as m\n"
        "try: m.main(sys.argv[1:])\n"
        "finally: print(sorted({'z3', 'rich', 'jinja2', 'lark'} & set(sys.modules)))"
    )
    command = [sys.executable, "-c", program, option]
    result = subprocess.run(command, capture_output=True, text=True, check=True)
    assert result.stdout.splitlines()[-1] == "[]"
    least = [sys.executable, "-c", "import click, json, pathlib"]
    assert fastest(command) < 4 * fastest(least)


def test_python_dash_m_works() -> None:
    result = subprocess.run(
        [sys.executable, "-m", "refute", "--version"], capture_output=True, text=True, check=True
    )
    assert result.stdout.startswith("refute ")


def test_a_reader_that_leaves_early_is_no_error() -> None:
    Path("long.fake").write_text("passed " * 20_000)
    with started("check", "--quiet", "long.fake") as process:
        assert process.stdout
        assert process.stderr
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == ""
    assert process.returncode == 128 + signal.SIGPIPE


@pytest.mark.parametrize("encoding", ["ascii", "utf-8"])
def test_output_away_from_a_terminal_is_plain_in_any_encoding(encoding: str) -> None:
    Path("a.fake").write_text("refuted")
    process = started("check", "a.fake", PYTHONIOENCODING=encoding, TERM="xterm-256color")
    shown, complaints = process.communicate()
    assert "\x1b" not in shown
    assert shown.startswith("x refuted" if encoding == "ascii" else "✗ refuted")
    assert (process.returncode, complaints) == (1, "")


def test_a_file_name_that_is_no_text_is_shown_escaped() -> None:
    process = started("check", "a\udcff\x1b[31m.fake")
    assert "there is no file `a\\udcff\\x1b[31m.fake`" in process.communicate()[1]
    assert process.returncode == 2


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a disk that is always full")
@pytest.mark.parametrize("words", [["check", "a.fake"], ["--help"], ["check", "--help"]])
def test_a_full_disk_is_no_bug(words: list[str]) -> None:
    Path("a.fake").write_text("passed")
    program = FAKE_MAIN.format(folder=str(Path(__file__).parents[1]))
    with open("/dev/full", "w") as full:
        result = subprocess.run(
            [sys.executable, "-c", program, *words],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert result.stderr == "refute: cannot write the answer: No space left on device\n"
    assert result.returncode == 2


def test_a_limit_of_the_system_is_no_bug() -> None:
    Path("a.ios").write_text("read x : int\nprint x\n")
    command = 'ulimit -n 12; exec "$0" -m refute check a.ios -- cat'
    result = subprocess.run(
        ["sh", "-c", command, sys.executable], capture_output=True, text=True, check=False
    )
    assert result.stderr.startswith("refute: a limit of the system is reached: Too many open files")
    assert result.returncode == 2


def test_closed_streams_are_no_bug() -> None:
    Path("a.fake").write_text("refuted")
    program = FAKE_MAIN.format(folder=str(Path(__file__).parents[1]))
    for streams in (">&-", ">&- 2>&-", "<&- >/dev/null"):
        command = f'exec "$0" -c "$1" check a.fake {streams}'
        result = subprocess.run(["sh", "-c", command, sys.executable, program], check=False)
        assert result.returncode == 1


def test_a_conversation_without_input_ends_at_once() -> None:
    Path("a.ios").write_text("read x : int\nprint x\n")
    command = 'exec "$0" -m refute run a.ios <&-'
    done = subprocess.run(
        ["sh", "-c", command, sys.executable], capture_output=True, text=True, check=False
    )
    assert "the input ended before the specification did" in done.stdout
    assert (done.returncode, done.stderr) == (3, "")


INTERRUPTED_WHILE_LOADING = """
import sys
class Interrupting:
    def find_spec(self, name, *_):
        if name == "click":
            raise KeyboardInterrupt
sys.meta_path.insert(0, Interrupting())
from refute.__main__ import main
main()
"""


def test_an_interrupt_while_the_program_loads_is_quiet() -> None:
    command = [sys.executable, "-c", INTERRUPTED_WHILE_LOADING]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (130, "refute: interrupted\n")


def test_a_reader_of_a_list_that_leaves_is_no_error() -> None:
    read, write = os.pipe()
    os.close(read)
    command = [sys.executable, "-m", "refute", "explain"]
    done = subprocess.run(command, stdout=write, stderr=subprocess.PIPE, text=True, check=False)
    os.close(write)
    assert (done.returncode, done.stderr) == (128 + signal.SIGPIPE, "")


def test_a_misspelt_command_is_answered_with_the_right_one(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert code_of("chek", "x.fl") == 2
    assert "Did you mean `check`?" in capsys.readouterr().err
    assert code_of("zzz") == 2
    assert "Did you mean" not in capsys.readouterr().err
