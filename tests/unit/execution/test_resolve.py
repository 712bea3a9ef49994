"""What a command line names is found, and what cannot be started is told at once."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pytest

from refute.execution import not_started, resolve


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a script and a file that is no program."""
    (tmp_path / "a.py").write_text("print(1)\n", encoding="utf-8")
    (tmp_path / "plain").write_text("nothing\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_program_is_found_on_the_path() -> None:
    assert resolve(["sh", "-c", "x"]) == (shutil.which("sh"), "-c", "x")


def test_a_python_script_needs_no_interpreter_in_front() -> None:
    interpreter, *rest = resolve(["a.py", "1"])
    assert Path(interpreter).name.startswith("python")
    assert rest == ["a.py", "1"]


@pytest.mark.parametrize(
    ("command", "error"),
    [
        (["nothing-of-that-name"], FileNotFoundError),
        (["./nothing"], FileNotFoundError),
        (["./plain"], PermissionError),
        (["python3", "missing.py"], FileNotFoundError),
        (["missing.py"], FileNotFoundError),
    ],
)
def test_what_cannot_be_started(command: list[str], error: type[OSError]) -> None:
    with pytest.raises(error) as caught:
        resolve(command)
    assert caught.value.filename == command[-1]


@pytest.mark.parametrize(
    ("name", "advice"),
    [
        ("Sum.java", "write `java Sum.java`"),
        ("sum.c", "compile it, `gcc sum.c -o sum`, and write `./sum`"),
        ("adding", "write `./adding`"),
        ("plain", "name what runs it, or make it executable: `chmod +x plain`"),
        ("nothing", ""),
    ],
)
def test_a_file_that_is_no_command_is_told_how_to_start(
    folder: Path, name: str, advice: str
) -> None:
    for made in ("Sum.java", "sum.c", "adding"):
        (folder / made).write_text("", encoding="utf-8")
    (folder / "adding").chmod(0o755)
    with pytest.raises(OSError, match=name) as caught:
        resolve([name])
    message, found = not_started([name, "1"], caught.value)
    assert message.startswith(f"cannot start `{name} 1`: ")
    assert ("is no command" in message) == bool(advice)
    assert found == advice


def test_the_interpreter_behind_a_launcher_is_used(folder: Path) -> None:
    launcher = folder / "python3.99"
    launcher.write_text(f'#!/bin/sh\nexec {sys.executable} "$@"\n', encoding="utf-8")
    launcher.chmod(0o755)
    assert resolve([str(launcher), "a.py"]) == (sys.executable, "a.py")
    broken = folder / "python4"
    broken.write_text("#!/bin/sh\nexit 1\n", encoding="utf-8")
    broken.chmod(0o755)
    assert resolve([str(broken), "a.py"]) == (str(broken), "a.py")
