"""`refute check` runs programs inside the sandbox and says when it cannot; nothing gets out."""

from __future__ import annotations

import json
import re
import textwrap
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from refute.cli.main import commands
from refute.execution.sandbox import bubblewrap
from refute.execution.spawning import cgroups

SPECIFICATION = "read n : 1..3\nprint n\n"
ECHO = "print(input())\n"
RAW = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202e]")


@pytest.fixture
def course(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a specification, in which we are."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "task.ios").write_text(SPECIFICATION, "utf-8")
    return tmp_path


def refute(folder: Path, *words: str, program: str) -> Result:
    """`refute check` on a program."""
    (folder / "program.py").write_text(textwrap.dedent(program), "utf-8")
    command = ["check", "task.ios", *words, "--samples", "2", "--", "python3", "program.py"]
    return CliRunner().invoke(commands, command, prog_name="refute")


@pytest.fixture
def _no_bubblewrap(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    with monkeypatch.context() as patch:
        patch.setenv("PATH", str(tmp_path))
        found = bubblewrap.find.__wrapped__()
    monkeypatch.setattr(bubblewrap, "find", lambda: found)


@pytest.fixture
def _bubblewrap() -> None:
    if isinstance(found := bubblewrap.find(), str):
        pytest.skip(found)


@pytest.mark.usefixtures("_bubblewrap")
def test_a_program_passes_inside(course: Path) -> None:
    done = refute(course, "--sandbox", "required", program=ECHO)
    assert done.exit_code == 0, done.stdout + done.stderr
    assert "X001" not in done.stderr
    assert "X002" not in done.stderr


@pytest.mark.usefixtures("_bubblewrap")
def test_what_the_kernel_does_not_limit_is_said_once(
    course: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (course / "task.ios").write_text("given m : int = 1, 2\nread n : 1..3\nprint n\n", "utf-8")
    monkeypatch.setattr(cgroups, "base", lambda: None)
    done = refute(course, program=ECHO)
    assert done.exit_code == 0, done.stdout + done.stderr
    assert done.stderr.count("warning[X003]") == 1
    assert "the processor time of all processes" in done.stderr


@pytest.mark.usefixtures("_bubblewrap")
def test_a_program_cannot_read_the_specification(course: Path) -> None:
    reader = f"""
        import os
        n = input()
        found = [p for p in ('task.ios', {str(course / "task.ios")!r}) if os.path.exists(p)]
        print(n if not found else found)
    """
    assert refute(course, program=reader).exit_code == 0
    assert refute(course, "--sandbox", "off", program=reader).exit_code == 1


@pytest.mark.usefixtures("_bubblewrap")
def test_what_is_shown_can_be_read(course: Path) -> None:
    (course / "words.txt").write_text("hello", "utf-8")
    reader = f"n = input(); print(n if open({str(course / 'words.txt')!r}).read() else '')"
    assert refute(course, program=reader).exit_code == 1
    assert refute(course, "--show", "words.txt", program=reader).exit_code == 0
    done = refute(course, "--show", "nothing.txt", program=reader)
    assert done.exit_code == 2
    assert "IO044" in done.stderr


@pytest.mark.usefixtures("_no_bubblewrap")
def test_without_bubblewrap_a_warning_says_what_is_missing(course: Path) -> None:
    done = refute(course, program=ECHO)
    assert done.exit_code == 0, done.stdout + done.stderr
    assert "warning[X002]" in done.stderr
    assert "bubblewrap (`bwrap`) is not installed" in done.stderr
    assert "network" in done.stderr


@pytest.mark.usefixtures("_no_bubblewrap")
def test_a_required_sandbox_that_is_missing_is_an_error(course: Path) -> None:
    done = refute(course, "--sandbox", "required", program=ECHO)
    assert (done.exit_code, done.stdout) == (2, "")
    assert "error[X001]" in done.stderr


@pytest.mark.usefixtures("_no_bubblewrap")
def test_one_that_is_off_is_not_missed(course: Path) -> None:
    done = refute(course, "--sandbox", "off", program=ECHO)
    assert (done.exit_code, done.stderr) == (0, "")


ESCAPES = """
    import sys
    input()
    print("\\x1b[2J\\x1b]0;title\\x07\\x9b31m\\x00\\u202ePASSED\\r\\x08<script>alert(1)</script>")
    print("\\x1b[31mto errors", file=sys.stderr)
    raise SystemError("\\x1b[2Jin an exception")
"""


def test_escape_sequences_do_not_reach_the_teacher(course: Path) -> None:
    done = refute(course, "--junit", "j.xml", "--html", "page.html", program=ESCAPES)
    assert done.exit_code == 1
    page, xml = ((course / name).read_text("utf-8") for name in ("page.html", "j.xml"))
    for text in (done.stdout, done.stderr, page, xml):
        assert not RAW.search(text), text
    for text in (done.stdout, page, xml):
        assert "\\x1b[2J" in text
        assert "\\u202e" in text
    assert "<script>" not in page + xml


def test_json_holds_them_escaped(course: Path) -> None:
    done = refute(course, "--json", program=ESCAPES)
    assert done.stdout.isascii()
    assert not RAW.search(done.stdout)
    assert "\x1b[2J" in json.dumps(json.loads(done.stdout), ensure_ascii=False).replace(
        "\\u001b", "\x1b"
    )


HELPED = "import helper\nprint(helper.same(input()))\n"


@pytest.mark.usefixtures("_bubblewrap")
@pytest.mark.parametrize("shown", [(), (".",), ("parts",), ("parts/helper.py",)])
def test_modules_beside_a_program_are_there_and_its_folder_can_be_shown(
    course: Path, shown: tuple[str, ...]
) -> None:
    (course / "parts").mkdir()
    for folder in (course, course / "parts"):
        (folder / "helper.py").write_text("def same(text):\n    return text\n", "utf-8")
        (folder / "main.py").write_text(HELPED, "utf-8")
    options = [word for each in shown for word in ("--show", each)]
    for program in ("main.py", "parts/main.py", str(course / "parts" / "main.py")):
        command = ["check", "task.ios", *options, "--samples", "1", "--", "python3", program]
        done = CliRunner().invoke(commands, command, prog_name="refute")
        assert done.exit_code == 0, (program, done.stdout + done.stderr)


@pytest.mark.usefixtures("_bubblewrap")
def test_a_file_that_the_sandbox_hides_is_named(course: Path) -> None:
    (course / "words.txt").write_text("hello\n", "utf-8")
    reader = "open('words.txt')\nprint(input())\n"
    done = refute(course, program=reader)
    assert done.exit_code == 1
    assert "The sandbox hides `words.txt` from the program" in done.stdout
    assert refute(course, "--show", "words.txt", program=reader).exit_code == 0


@pytest.mark.parametrize("sandbox", ["auto", "off"])
def test_a_module_can_be_run_by_its_name(course: Path, sandbox: str) -> None:
    (course / "helper.py").write_text("def same(text):\n    return text\n", "utf-8")
    (course / "main.py").write_text(HELPED, "utf-8")
    command = f"check task.ios --sandbox {sandbox} --samples 1 -- python3 -m main".split()
    done = CliRunner().invoke(commands, command, prog_name="refute")
    assert done.exit_code == 0, done.stdout + done.stderr
