"""One server for many tests."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from .session import Session


@pytest.fixture(scope="module")
def session(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Session]:
    folder: Path = tmp_path_factory.mktemp("documents")
    made = Session(folder)
    yield made
    assert made.close() == 0
