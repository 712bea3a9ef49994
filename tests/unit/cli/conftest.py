from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from refute import languages
from refute.cli.main import commands

from .fake import REGISTRY

Refute = Callable[..., Result]


@pytest.fixture(autouse=True)
def fakes(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Two made-up languages, and a folder to work in."""
    monkeypatch.setattr(languages, "LANGUAGES", REGISTRY)
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def refute() -> Refute:
    """Runs the command line; arguments as words."""

    def run(*arguments: str, text: str = "") -> Result:
        return CliRunner().invoke(commands, arguments, input=text, prog_name="refute")

    return run
