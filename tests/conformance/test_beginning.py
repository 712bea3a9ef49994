"""What `refute init`, `examples`, `fmt` and `completion` give works at once."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from command_line import typed
from refute import gallery
from refute.languages import LANGUAGES

STARTS = gallery.starts()


def test_every_language_has_a_start() -> None:
    assert {*STARTS} == {gallery.CLASS, *LANGUAGES}


@pytest.mark.parametrize("kind", STARTS)
def test_what_init_makes_can_be_used_as_it_says(kind: str, tmp_path: Path) -> None:
    assert typed(f"refute init {kind} begun", tmp_path)[1] == 0
    folder = tmp_path / "begun"
    lines = re.findall(r"(?m)^    (refute .*)$", (folder / "README.md").read_text("utf-8"))
    assert lines
    codes = [typed(line, folder)[1] for line in lines if not line.startswith("refute run sum")]
    assert set(codes) <= {0, 1}
    assert 0 in codes
    assert 1 in codes or kind == gallery.CLASS  # a start shows a counterexample as well
    before = sorted(folder.rglob("*"))
    assert typed(f"refute init {kind} begun", tmp_path)[1] == 2
    assert sorted(folder.rglob("*")) == before


def test_an_unknown_start_is_answered_with_those_there_are(tmp_path: Path) -> None:
    text, code = typed("refute init kitchen", tmp_path)
    assert code == 2
    assert all(each in text for each in STARTS)
    assert not list(tmp_path.iterdir())


def test_examples_are_listed_shown_and_written(tmp_path: Path) -> None:
    listed, code = typed("refute examples", tmp_path)
    assert code == 0
    assert all(each.path.name in listed for each in gallery.examples())
    shown, _ = typed("refute examples funlogic/append.fl", tmp_path)
    assert shown == (gallery.folder() / "funlogic" / "append.fl").read_text("utf-8")
    assert typed("refute examples append --out new", tmp_path)[1] == 0
    assert (tmp_path / "new" / "append.fl").read_text("utf-8") == shown
    again, code = typed("refute examples append --out new", tmp_path)
    assert (code, "exists already" in again) == (2, True)
    wrong, code = typed("refute examples apend.fl", tmp_path)
    assert (code, "did you mean `append.fl`" in wrong) == (2, True)


def test_all_examples_are_written_with_their_programs(tmp_path: Path) -> None:
    told, code = typed("refute check examples/funlogic/append.fl", tmp_path)
    assert (code, "`refute examples --out examples`" in told) == (2, True)
    assert typed("refute examples --out examples", tmp_path)[1] == 0
    assert (tmp_path / "examples/console/programs/sum/right.py").is_file()
    assert (tmp_path / "examples/funlogic/append.fl").is_file()
    assert typed("refute examples --out examples", tmp_path)[1] == 2


def test_fmt_changes_the_layout_and_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "a.fl"
    path.write_text("-- kept\nid   x=x   -- kept, too\n\n\nproperty p(x)=id x==x\n", "utf-8")
    assert typed("refute fmt --check a.fl", tmp_path) == ("a.fl: would be changed\n", 1)
    assert typed("refute fmt a.fl", tmp_path) == ("a.fl: changed\n", 0)
    text = path.read_text("utf-8")
    assert "-- kept\n" in text
    assert "id x = x" in text
    assert typed("refute fmt --check a.fl", tmp_path) == ("", 0)
    path.write_text("id x = = x\n", "utf-8")
    told, code = typed("refute fmt a.fl missing.fl", tmp_path)
    assert (code, "FL001" in told, "F001" in told) == (2, True, True)
    assert path.read_text("utf-8") == "id x = = x\n"


def test_fmt_keeps_line_ends_and_leaves_python_alone(tmp_path: Path) -> None:
    path = tmp_path / "a.fl"
    path.write_bytes(b"f x = x\r\nproperty   p(x) = f x == x\r\n")
    assert typed("refute fmt a.fl", tmp_path) == ("a.fl: changed\n", 0)
    assert path.read_bytes() == b"f x = x\r\nproperty p(x) = f x == x\r\n"
    assert typed("refute fmt --check a.fl", tmp_path) == ("", 0)
    (tmp_path / "spec.py").write_text("from refute.console import *\n")
    told, code = typed("refute fmt spec.py", tmp_path)
    assert code == 2
    assert "`spec.py` is a Python file" in told


def completed(*words: str) -> list[str]:
    """What a shell offers for the last word."""
    setting = {
        "_REFUTE_COMPLETE": "bash_complete",
        "COMP_WORDS": " ".join(words),
        "COMP_CWORD": str(len(words) - 1),
    }
    start = "from refute.cli.main import main; main()"
    done = subprocess.run(
        [sys.executable, "-c", start],
        env={**os.environ, **setting},
        capture_output=True,
        text=True,
        check=True,
    )
    return [line.rpartition(",")[2] for line in done.stdout.splitlines()]


def test_completion_knows_commands_options_and_their_values() -> None:
    assert {"check", "grade", "serve"} <= {*completed("refute", "")}
    assert "--size" in completed("refute", "check", "lists.fl", "--s")
    assert "--size" not in completed("refute", "check", "sum.ios", "--s")
    assert "breadth-first" in completed("refute", "check", "lists.fl", "--strategy", "b")
    assert completed("refute", "init", "no") == ["nominal"]
    assert completed("refute", "examples", "funlogic/app") == ["funlogic/append.fl"]


def test_completion_offers_files_and_what_a_file_defines(tmp_path: Path) -> None:
    file = tmp_path / "lists.fl"
    file.write_text("insert x ys = x : ys\nproperty p(x) = x == x\n")
    assert completed("refute", "tests", str(file), "--function", "") == ["insert"]
    assert completed("refute", "check", "sum.ios", "--suite", "a") == ["a"]  # the shell looks
    assert completed("refute", "tests", "missing.fl", "--function", "") == [""]


COMPLETING = {
    "bash": """. ~/.bashrc; COMP_WORDS=(refute tests a.fl --strategy ''); COMP_CWORD=4
        _refute_completion refute; printf '%s\\n' "${COMPREPLY[@]}" """,
    "zsh": """. ~/.zshrc; compadd() { print -l ${(P)argv[-1]} }
        words=(refute tests a.fl --strategy ''); CURRENT=5; $_comps[refute]""",
    "fish": "complete -C 'refute tests a.fl --strategy '; complete -C 'refute la'",
}


@pytest.mark.parametrize("shell", COMPLETING)
def test_completion_is_installed_by_one_command(
    shell: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    programs = os.path.dirname(os.path.abspath(sys.executable))
    monkeypatch.setenv("PATH", f"{programs}:{os.environ['PATH']}")
    for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME", "ZDOTDIR"):
        monkeypatch.delenv(name, raising=False)
    for settings in (".bashrc", ".zshrc"):
        (tmp_path / settings).write_bytes(b"# \xe9; no end of line")
    for _ in range(2):
        text, code = typed(f"refute completion {shell} --install", tmp_path)
        assert code == 0
    written = [each for each in tmp_path.rglob("*") if each.is_file()]
    (script,) = [each for each in written if b"_REFUTE_COMPLETE" in each.read_bytes()]
    assert str(script) in text
    if shell != "fish":
        lines = (tmp_path / f".{shell}rc").read_bytes().splitlines()
        assert (lines[0], len(lines)) == (b"# \xe9; no end of line", 2)
    if not shutil.which(shell):
        return
    done = subprocess.run(
        [shell, "-c", COMPLETING[shell]], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert "breadth-first" in done.stdout, done.stderr
    assert ("List the languages." in done.stdout) == (shell == "fish")
