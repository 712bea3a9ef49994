import shutil
import subprocess
from pathlib import Path

import pytest

from refute import languages
from refute.cli.main import SUMMARIES
from refute.cli.manual import manual

PAGE = Path(__file__).parents[3] / "docs" / "refute.1"
REGISTRY = languages.LANGUAGES


@pytest.fixture(autouse=True)
def real(fakes: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """The manual is about the languages that there are."""
    monkeypatch.setattr(languages, "LANGUAGES", REGISTRY)


def test_the_manual_page_is_that_of_the_commands() -> None:
    assert PAGE.read_text("utf-8") == manual(), "run `make man`"


@pytest.mark.skipif(shutil.which("groff") is None, reason="there is no groff")
def test_the_manual_page_can_be_set() -> None:
    done = subprocess.run(
        ["groff", "-man", "-Tutf8", "-ww", PAGE], capture_output=True, text=True, check=True
    )
    assert not done.stderr
    assert all(f"refute {name}" in done.stdout.replace("\x1b[1m", "").replace("\x1b[22m", "")
               .replace("\x1b[0m", "") for name in SUMMARIES)  # fmt: skip
