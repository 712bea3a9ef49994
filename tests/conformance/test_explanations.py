"""Every diagnostic is explained, and the examples make the mistake and mend it."""

from __future__ import annotations

import re
from importlib import util
from pathlib import Path

import pytest
from click.testing import CliRunner

from refute.cli.main import commands
from refute.editor.analysis import analyse
from refute.explanations import GENERAL, Explanation, explanations
from refute.languages import LANGUAGES

ROOT = Path(__file__).parents[2]
KNOWN = {each.code: each for each in explanations()}
SHOWN = [each for each in KNOWN.values() if each.wrong]


def test_every_code_that_is_used_is_explained_and_no_other() -> None:
    texts = [path.read_text("utf-8") for path in ROOT.glob("src/refute/**/*.py")]
    used = {code for text in texts for code in re.findall(r'"([A-Z]{1,2}\d{3})"', text)}
    assert used == set(KNOWN)
    assert all(each.wrong or each.advice for each in KNOWN.values())


def codes(found: Explanation, text: str, asked: str) -> list[str]:
    """The codes of what is said about a file."""
    name = f"example{LANGUAGES[found.subject].endings[0]}"
    if not asked:
        return [each.code for each in analyse(found.subject, name, text).problems]
    Path(name).write_text(text, "utf-8")
    done = CliRunner().invoke(commands, asked.split()[1:])
    assert done.exception is None or isinstance(done.exception, SystemExit)
    return re.findall(r"(?m)^(?:error|warning)\[(\w+)\]", done.stderr)


@pytest.mark.parametrize("found", SHOWN, ids=lambda each: each.code)
def test_the_wrong_file_has_the_mistake_and_the_right_one_none(
    found: Explanation, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert found.code in codes(found, found.wrong, found.asked)
    if found.right:
        assert codes(found, found.right, found.right_asked) == []
    else:
        assert found.advice


def test_the_page_is_that_of_the_source() -> None:
    spec = util.spec_from_file_location("diagnostics", ROOT / "docs/site/diagnostics.py")
    assert spec is not None
    assert spec.loader is not None
    module = util.module_from_spec(spec)
    spec.loader.exec_module(module)
    page = (ROOT / "docs/diagnostics.md").read_text("utf-8")
    assert page == module.page(), "run `make diagnostics`"


def test_a_code_is_explained_on_the_command_line() -> None:
    done = CliRunner().invoke(commands, ["explain", "fl010"])
    assert done.exit_code == 0
    assert KNOWN["FL010"].summary in done.stdout
    assert "lenght" in done.stdout
    listed = CliRunner().invoke(commands, ["explain"]).stdout
    assert all(code in listed for code in KNOWN)
    assert GENERAL in listed
    unknown = CliRunner().invoke(commands, ["explain", "FL999"])
    assert (unknown.exit_code, "[F014]" in unknown.stderr) == (2, True)
