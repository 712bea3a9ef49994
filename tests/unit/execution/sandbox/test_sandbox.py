"""Folders of submissions: built, run, and ours again afterwards."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path
from stat import S_IMODE

import pytest

from refute.execution import CommandProgram, Ending, TextWritten
from refute.execution.sandbox import (
    SandboxMode,
    SystemSandbox,
    make_sandbox,
    run_to_completion,
    take_back,
)

PROGRAM = r"""
#include <stdio.h>
int main(void) { puts("built"); return 0; }
"""


def test_a_program_is_built_and_run(sandbox: SystemSandbox, tmp_path: Path) -> None:
    if shutil.which("gcc") is None:
        pytest.skip("no gcc")
    (tmp_path / "main.c").write_text(PROGRAM, "utf-8")
    done = run_to_completion(sandbox, ["gcc", "main.c", "-o", "main"], box=tmp_path)
    assert done.succeeded, done.output
    assert (tmp_path / "main").stat().st_uid == os.geteuid()
    run = CommandProgram(["./main"], sandbox=sandbox.within(tmp_path)).run([])
    assert (run.events, run.ending) == ((TextWritten("built\n"),), Ending.FINISHED)


def test_a_compiler_s_complaint_is_kept(sandbox: SystemSandbox, tmp_path: Path) -> None:
    if shutil.which("gcc") is None:
        pytest.skip("no gcc")
    (tmp_path / "main.c").write_text("int main(void) { return x; }", "utf-8")
    done = run_to_completion(sandbox, ["gcc", "main.c"], box=tmp_path)
    assert (done.code, done.succeeded) == (1, False)
    assert "undeclared" in done.output


def test_a_program_that_is_not_there_is_not_started(sandbox: SystemSandbox, tmp_path: Path) -> None:
    run = CommandProgram(["./main"], sandbox=sandbox.within(tmp_path)).run([])
    assert (run.ending, run.detail) == (Ending.NOT_STARTED, ("No such file or directory",))


def test_a_program_that_cannot_be_executed_is_not_started(
    sandbox: SystemSandbox, tmp_path: Path
) -> None:
    (tmp_path / "main").write_text("#!/no/such/interpreter\n", "utf-8")
    (tmp_path / "main").chmod(0o755)
    run = CommandProgram(["./main"], sandbox=sandbox.within(tmp_path)).run([])
    assert run.ending is Ending.NOT_STARTED
    assert "No such file or directory" in run.detail[-1]


@pytest.mark.parametrize("mode", [SandboxMode.REQUIRED, SandboxMode.OFF])
@pytest.mark.usefixtures("sandbox")
def test_last_words_name_files_as_the_user_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, mode: SandboxMode
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "part").mkdir()
    (tmp_path / "part" / "x.py").write_text("1 / 0", "utf-8")
    chosen = make_sandbox(mode)
    run = CommandProgram([sys.executable, "part/x.py"], sandbox=chosen).run([])
    assert run.detail[0] == '  File "part/x.py", line 1, in <module>'
    run = CommandProgram([sys.executable, "x.py"], sandbox=chosen.within(tmp_path / "part")).run([])
    assert run.detail[0] == '  File "x.py", line 1, in <module>'


def test_what_a_program_left_is_ours_and_readable(sandbox: SystemSandbox, tmp_path: Path) -> None:
    code = "mkdir -p a/b; echo x > a/b/c; chmod 4755 a/b/c; ln -s /etc/passwd l; chmod 0 a/b a"
    assert run_to_completion(sandbox, ["sh", "-c", code], box=tmp_path).succeeded
    made = tmp_path / "a" / "b" / "c"
    assert made.read_text("utf-8") == "x\n"
    assert S_IMODE(made.stat().st_mode) == 0o755
    assert {each.lstat().st_uid for each in tmp_path.rglob("*")} == {os.geteuid()}
    assert os.readlink(tmp_path / "l") == "/etc/passwd"


def test_taking_back_follows_no_link(tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_text("", "utf-8")
    secret.chmod(0o600)
    box = tmp_path / "box"
    box.mkdir()
    (box / "link").symlink_to(secret)
    take_back(box)
    assert S_IMODE(secret.stat().st_mode) == 0o600


def test_files_that_only_we_can_read_are_shown_too(
    sandbox: SystemSandbox, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "box"
    folder.mkdir(mode=0o700)
    for place in (tmp_path / "data", folder / "data"):
        place.write_text("mine", "utf-8")
        place.chmod(0o600)
    assert run_to_completion(sandbox, ["cat", "data"]).output == "mine"
    assert run_to_completion(sandbox, ["cat", "data"], box=folder, writable=False).output == "mine"
    assert S_IMODE((folder / "data").stat().st_mode) == 0o600


@pytest.mark.parametrize("name", ["data", "./data", "../course/data", "sub/../data"])
def test_named_files_are_found_under_the_names_that_were_given(
    sandbox: SystemSandbox, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    course = tmp_path / "course"
    (course / "sub").mkdir(parents=True)
    (course / "data").write_text("found", "utf-8")
    monkeypatch.chdir(course)
    assert run_to_completion(sandbox, ["cat", name]).output == "found"
    assert run_to_completion(sandbox, ["cat", str(course / "data")]).output == "found"


def test_a_whole_program_is_no_name_of_a_file(sandbox: SystemSandbox) -> None:
    text = "pass\n" * 1000 + "print('ran')"
    assert run_to_completion(sandbox, ["python3", "-c", text]).output == "ran\n"


def test_a_folder_that_is_not_inside_the_current_one_is_not_shown(
    sandbox: SystemSandbox, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "inside").mkdir()
    (tmp_path / "inside" / "file").write_text("", "utf-8")
    (tmp_path / "hidden-file").write_text("", "utf-8")
    monkeypatch.chdir(tmp_path)
    assert run_to_completion(sandbox, ["ls", "inside"]).output == "file\n"
    assert run_to_completion(sandbox, ["ls", "."]).output == ""
    for outside in ("..", "/tmp", str(tmp_path), "/proc/self/cwd"):
        assert "hidden-file" not in run_to_completion(sandbox, ["ls", "-a", outside]).output


def test_what_is_shown_is_found_by_its_full_name_and_from_here(
    sandbox: SystemSandbox, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "data").write_text("found", "utf-8")
    monkeypatch.chdir(tmp_path)
    for name in ("data", str(tmp_path / "data")):
        done = run_to_completion(sandbox, ["sh", "-c", f"cat {name}"], show=[Path("data")])
        assert done.output == "found"
