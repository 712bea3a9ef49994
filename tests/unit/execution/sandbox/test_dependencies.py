"""What a command needs to see, wherever its interpreter is installed."""

from __future__ import annotations

import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from refute.execution.sandbox import SystemSandbox, bubblewrap, dependencies, run_to_completion
from refute.execution.sandbox.dependencies import dependencies_of

Install = Callable[..., Path]


@pytest.fixture
def install(tmp_path: Path) -> Install:
    """Puts an executable file somewhere."""

    def put(place: str, text: str = "#!/bin/sh\necho $0\n") -> Path:
        path = tmp_path / place
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
        path.chmod(0o755)
        return path

    return put


def test_programs_of_the_system_need_nothing_more() -> None:
    needs = dependencies_of(["sh", "-c", "true"])
    assert needs.command[1:] == ("-c", "true")
    assert needs.command[0].endswith("/sh")
    assert (needs.paths, needs.folders) == ((), ())


def test_a_program_with_libraries_needs_its_installation(
    install: Install, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tool = install("opt/tool/bin/tool")
    install("opt/tool/lib/library.so")
    monkeypatch.setenv("PATH", str(tool.parent))
    needs = dependencies_of(["tool", "x"])
    assert needs.command == (str(tool), "x")
    assert needs.paths == (tmp_path / "opt/tool",)
    assert needs.folders == (tool.parent,)


def test_a_link_needs_both_ends(
    install: Install, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tool = install("store/tool-1.0/bin/tool")
    install("store/tool-1.0/lib/library.so")
    link = tmp_path / "links" / "tool"
    link.parent.mkdir()
    link.symlink_to(tool)
    monkeypatch.setenv("PATH", str(link.parent))
    assert set(dependencies_of(["tool"]).paths) == {link, tmp_path / "store/tool-1.0"}


def test_a_virtual_environment_needs_what_it_was_made_from(
    install: Install, tmp_path: Path
) -> None:
    python = install("env/bin/python")
    install("base/bin/python")
    install("base/lib/os.py")
    install("env/pyvenv.cfg", f"home = {tmp_path / 'base' / 'bin'}\n")
    assert set(dependencies_of([str(python)]).paths) == {tmp_path / "env", tmp_path / "base"}


def test_a_home_or_the_current_folder_is_no_installation(
    install: Install, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tool = install("me/bin/tool")
    install("me/lib/secret.txt")
    monkeypatch.setenv("HOME", str(tmp_path / "me"))
    monkeypatch.setenv("PATH", str(tool.parent))
    assert dependencies_of(["tool"]).paths == (tool,)
    monkeypatch.setenv("HOME", "/nowhere")
    monkeypatch.chdir(tmp_path / "me" / "lib")
    assert dependencies_of(["tool"]).paths == (tool,)


def test_a_program_in_a_box_shows_nothing_beside_the_box(install: Install, tmp_path: Path) -> None:
    install("submissions/ada/run", "#!/bin/sh\n")
    install("submissions/lib/run", "#!/bin/sh\n")
    needs = dependencies_of(["./run"], tmp_path / "submissions" / "ada")
    assert (needs.command, needs.paths) == (("./run",), ())


def test_a_script_may_ask_for_an_interpreter_by_name_and_for_nothing_else(
    install: Install, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ruby = install("rubies/bin/ruby3.2")
    tool = install("teacher/bin/tool")
    install("rubies/lib/library.rb")
    install("teacher/lib/expected.txt")
    install("box/by-path", f"#!{tool}\n")
    install("box/by-name", "#!/usr/bin/env tool\n")
    install("box/script", "#!/usr/bin/env -S ruby3.2 -x\n")
    box = tmp_path / "box"
    monkeypatch.setenv("PATH", f"{ruby.parent}:{tool.parent}")
    assert dependencies_of(["./by-path"], box).paths == ()
    assert dependencies_of(["./by-name"], box).paths == ()
    assert dependencies_of(["./script"], box).paths == (tmp_path / "rubies",)


def test_what_is_missing_or_not_executable_is_said(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("", "utf-8")
    with pytest.raises(FileNotFoundError):
        dependencies_of(["no-such-program"])
    with pytest.raises(FileNotFoundError):
        dependencies_of(["./nothing"], tmp_path)
    with pytest.raises(PermissionError):
        dependencies_of(["./data"], tmp_path)


def test_our_own_interpreter_runs_inside(sandbox: SystemSandbox) -> None:
    done = run_to_completion(sandbox, [sys.executable, "-c", "import sys, json; print(sys.prefix)"])
    assert (done.code, done.output.strip()) == (0, sys.prefix)


@pytest.fixture
def elsewhere() -> Iterator[Path]:
    """A new folder below /var/lib, where toolchains keep their databases."""
    try:
        made = Path(tempfile.mkdtemp(prefix="refute-test-", dir="/var/lib"))
    except OSError:
        pytest.skip("only root can install a toolchain")
    made.chmod(0o755)
    yield made
    shutil.rmtree(made)


def test_what_a_toolchain_links_to_is_seen_and_nothing_else(
    elsewhere: Path, sandbox: SystemSandbox, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("packages", "other", "private"):
        (elsewhere / name).mkdir()
        (elsewhere / name / "list").write_text(f"{name}\n", "utf-8")
    (elsewhere / "private").chmod(0o700)
    libraries = tmp_path / "lib"
    (libraries / "compiler").mkdir(parents=True)
    (libraries / "compiler" / "database").symlink_to(elsewhere / "packages")
    (libraries / "compiler" / "keys").symlink_to(elsewhere / "private")
    (libraries / "compiler" / "devices").symlink_to("/dev")
    (libraries / "compiler" / "everything").symlink_to("/var/lib")
    assert dependencies.outside_links(str(libraries)) == (elsewhere / "packages",)

    command = ["sh", "-c", f"cd {elsewhere}; cat */list; ls"]
    assert "packages" not in run_to_completion(sandbox, command).output
    monkeypatch.setattr(dependencies, "_LIBRARIES", str(libraries))
    with fresh(dependencies.linked_from_system), fresh(bubblewrap._system):
        assert run_to_completion(sandbox, command).output == "packages\npackages\n"


@contextmanager
def fresh(cached: Any) -> Iterator[None]:
    """Nothing is remembered before or afterwards."""
    cached.cache_clear()
    try:
        yield
    finally:
        cached.cache_clear()


def test_a_program_is_found_through_steps_up_in_the_path(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/etc/../usr/bin")
    assert dependencies_of(["env"]).command == ("/usr/bin/env",)
