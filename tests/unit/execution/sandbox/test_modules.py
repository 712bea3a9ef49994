"""What a program loads from beside it is found in its source, and nothing else is."""

from __future__ import annotations

from pathlib import Path

import pytest

from refute.execution.sandbox.hidden import Hidden
from refute.execution.sandbox.modules import (
    class_path,
    loaded_by,
    meant_by,
    with_full_class_path,
)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with modules, in which we are."""
    monkeypatch.chdir(tmp_path)
    for name in (
        "helper.py",
        "other.py",
        "secret.py",
        "package/__init__.py",
        "lib.js",
        "data.json",
    ):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.touch()
    return tmp_path


def loaded(folder: Path, name: str, text: str) -> set[str]:
    source = folder / name
    source.write_text(text, "utf-8")
    return {str(each.relative_to(folder)) for each in loaded_by(source)}


@pytest.mark.parametrize(
    ("name", "text", "names"),
    [
        (
            "a.py",
            "import helper, sys, package.inner as p\nfrom other import f",
            "helper.py other.py package",
        ),
        ("a.py", "def f():\n    import helper as h; return h", "helper.py"),
        ("a.py", "from . import helper\nfrom .other import x\nimport os.path", ""),
        ("a.py", "# nothing\nprint('import secret')", ""),
        (
            "a.js",
            "const l = require('./lib'); const d = require('./data.json')",
            "lib.js data.json",
        ),
        ("a.mjs", "import { f } from './lib.js';\nimport fs from 'fs';", "lib.js"),
        ("a.rb", "require_relative 'helper.py'\nrequire 'set'", "helper.py"),
        ("a.lua", "local h = require('package.__init__')", ""),
        ("a.txt", "import helper", ""),
    ],
)
def test_imports_are_followed(folder: Path, name: str, text: str, names: str) -> None:
    assert loaded(folder, name, text) == set(names.split())


def test_what_a_command_means_is_found(folder: Path) -> None:
    (folder / "bin").mkdir()
    for name in ("bin/Main.class", "bin/notes.txt", "extra.jar"):
        (folder / name).touch()
    for command, names in (
        ("python3 -m helper", "helper.py"),
        ("python3 -m package.main", "package"),
        ("python3 helper.py", ""),
        ("java -cp bin:extra.jar Main", "bin/Main.class extra.jar"),
        ("java Main", "bin/Main.class extra.jar"),
        ("node -m helper", ""),
    ):
        assert {str(each) for each in meant_by(command.split())} == set(names.split()), command


def test_modules_of_modules_are_followed_and_circles_end(folder: Path) -> None:
    (folder / "helper.py").write_text("import other\nimport a", "utf-8")
    (folder / "other.py").write_text("import helper", "utf-8")
    assert loaded(folder, "a.py", "import helper") == {"helper.py", "other.py"}


def test_nothing_outside_of_the_folder_is_shown(
    folder: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    elsewhere = tmp_path_factory.mktemp("elsewhere")
    (elsewhere / "hidden.js").touch()
    (folder / "link.py").symlink_to(elsewhere / "hidden.js")
    up = f"../{elsewhere.name}/hidden.js"
    text = f"require('{up}'); require('./../../etc/passwd'); require('./lib')"
    assert loaded(folder, "a.js", text) == {"lib.js"}
    assert loaded(folder, "a.py", "import link\nfrom / import x") == set()
    assert loaded(folder, "a.rb", "load '/etc/passwd'") == set()


def test_the_class_path_of_a_program_is_known() -> None:
    assert class_path(["java", "Main"]) == ["."]
    assert class_path(["java", "-cp", "bin:lib/a.jar", "Main"]) == ["bin", "lib/a.jar"]
    assert class_path(["java", "-jar", "a.jar"]) == []
    assert class_path(["python3", "Main"]) == []
    here = str(Path.cwd())
    assert with_full_class_path(["java", "-cp", ".", "Main"]) == ("java", "-cp", here, "Main")
    assert with_full_class_path(["java", "Main"]) == ("java", "-cp", here, "Main")
    assert with_full_class_path(["java", "-jar", "a.jar"]) == ("java", "-jar", "a.jar")


@pytest.mark.parametrize(
    ("complaint", "names"),
    [
        ("FileNotFoundError: [Errno 2] No such file or directory: 'data.json'", "data.json"),
        ("ModuleNotFoundError: No module named 'helper'", "helper.py"),
        ("cat: /box/data.json: No such file or directory", "data.json"),
        ("Error: Cannot find module './lib'", "lib.js"),
        ("ModuleNotFoundError: No module named 'numpy'", ""),
        ("ValueError: helper, data.json", ""),
        ("other.py: not found", ""),
        ("'.' not found, '..' not found", ""),
    ],
)
def test_what_is_hidden_is_named(folder: Path, complaint: str, names: str) -> None:
    hidden = Hidden((folder,), (folder / "other.py",), "/box")
    assert hidden(f"Traceback\n{complaint}") == tuple(names.split())
