"""One server for all tests that change nothing about it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from serving import Server, running


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    outside = tmp_path_factory.mktemp("workbench")
    folder = outside / "folder"
    (folder / "inner").mkdir(parents=True)
    (folder / "one.fl").write_text("f x = x\n", encoding="utf-8")
    (folder / "inner" / "two.top").write_text("task main = edit 1\n", encoding="utf-8")
    (folder / "notes.txt").write_text("private\n", encoding="utf-8")
    (outside / "secret.fl").write_text("secret = 1\n", encoding="utf-8")
    (folder / "link.fl").symlink_to(outside / "secret.fl")
    (folder / "loop.fl").symlink_to("loop.fl")
    (folder / "dangling.fl").symlink_to(outside / "new.fl")
    (folder / "way").symlink_to(outside)
    with running(folder, sandbox="auto") as made:
        yield made


@pytest.fixture(scope="session")
def public(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder: Path = tmp_path_factory.mktemp("nothing")
    with running(folder, public=True, token="") as made:
        yield made
