"""A language in a folder of its own is in the editor at once."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from .session import Session

PAGE = Path(__file__).parents[3] / "docs" / "adding-a-language.md"
FILES = re.compile(r"^```\w+ file=(ranges/\S+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
REGISTERED = """
import refute.languages as registry
registry.LANGUAGES["ranges"] = registry.Registered("ranges", (".rng",))
"""


@pytest.fixture
def session(tmp_path: Path) -> Session:
    """A server whose interpreters all know the language of the page."""
    for name, text in FILES.findall(PAGE.read_text("utf-8")):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, "utf-8")
    (tmp_path / "sitecustomize.py").write_text(REGISTERED, "utf-8")
    return Session(tmp_path, PYTHONPATH=str(tmp_path))


def test_a_sixth_language_has_diagnostics_fixes_lenses_and_verdicts(session: Session) -> None:
    uri = session.open("claims.rng", "claim dice(one in 1..6, two in 1..6): one + tow > 2\n")
    (shown,) = session.diagnostics(uri)
    assert shown.code == "RG002"
    (fix,) = session.fixes(uri)
    assert fix.edit is not None
    assert fix.edit.changes is not None
    session.change(uri, session.edited(uri, list(fix.edit.changes[uri])))
    assert session.diagnostics(uri) == []
    assert [each.command.title for each in session.lenses(uri) if each.command] == ["check"]
    report = session.wait(session.ask(uri, "check", line=0))
    assert report["verdict"] == "refuted"
    (refuted,) = session.diagnostics(uri)
    assert "one = 1" in refuted.message
    assert session.close() == 0
