"""Every command that the documentation shows prints what the documentation says.

A block that begins with `$ refute` is run; a line with only `…` stands for any lines. A block
`fl file=NAME` is a file that the commands of the same page find. Times and counts are left out.
"""

from __future__ import annotations

import json
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import jsonschema
import pytest

from command_line import OF_MACHINE, typed
from refute.report.as_json import schema

ROOT = Path(__file__).parents[2]
SIXTH = ROOT / "docs" / "adding-a-language.md"
PAGES = [ROOT / "README.md", *(page for page in sorted(ROOT.glob("docs/*.md")) if page != SIXTH)]
FENCE = re.compile(r"^```(?P<info>[^\n]*)\n(?P<body>.*?)^```$", re.MULTILINE | re.DOTALL)


def commands(body: str) -> Iterator[tuple[str, list[str]]]:
    """The commands of a block, each with the lines that follow it."""
    for part in re.split(r"^\$ ", body, flags=re.MULTILINE)[1:]:
        line, *output = part.splitlines()
        yield line, [each.rstrip() for each in output if each.strip()]


def printed(line: str, folder: Path) -> list[str]:
    """What a command prints, without times and counts."""
    return _told(typed(line, folder)[0])


def started(folder: Path, *words: str) -> list[str]:
    """The same of Python, started in a folder."""
    done = subprocess.run(
        [sys.executable, *words],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    return _told(done.stdout + OF_MACHINE.sub("", done.stderr))


def _told(text: str) -> list[str]:
    counts = ("  nodes ", "  tests ", "  queries ")
    lines = [each.rstrip() for each in text.splitlines()]
    return [each for each in lines if each and not each.startswith(counts)]


def matches(expected: list[str], found: list[str]) -> bool:
    """Whether the lines are as expected, with `…` for any number of them or part of one."""
    pattern = "".join(
        r"(?:.*\n)*?" if line == "…" else re.escape(line).replace("…", r"(?:…|.*)") + r"\n"
        for line in expected
    )
    return re.fullmatch(pattern, "".join(f"{line}\n" for line in found)) is not None


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_a_page_shows_what_happens(page: Path, tmp_path: Path) -> None:
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    for block in FENCE.finditer(page.read_text(encoding="utf-8")):
        if named := re.search(r"file=(\S+)", block["info"]):
            (tmp_path / named[1]).write_text(block["body"], encoding="utf-8")
        for line, expected in commands(block["body"]):
            program, *words = shlex.split(line)
            if program == "refute":
                found = printed(line, tmp_path)
            elif program == "pytest":
                found = started(tmp_path, "-m", program, *words)
            else:
                continue
            assert matches(expected, found), "\n".join([f"$ {line}", *found])


def test_the_tutorials_show_commands() -> None:
    text = (ROOT / "docs" / "funlogic.md").read_text(encoding="utf-8")
    shown = [line for block in FENCE.finditer(text) for line, _ in commands(block["body"])]
    assert len(shown) >= 8


CODE = re.compile(r"^```python\n(.*?)^```$(?:\n\n```output\n(.*?)^```$)?", re.M | re.S)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_the_python_code_of_a_page_prints_what_the_page_says(page: Path, tmp_path: Path) -> None:
    for code, output in CODE.findall(page.read_text(encoding="utf-8")):
        script = tmp_path / "example.py"
        script.write_text(code, encoding="utf-8")
        done = subprocess.run(
            [sys.executable, script], cwd=ROOT, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr
        assert done.stdout == output or not output


WITH_RANGES = """
from refute import languages
languages.LANGUAGES = {**languages.LANGUAGES, "ranges": languages.Registered("ranges", (".rng",))}
from refute.cli.main import main
import sys
if sys.argv[1] == "check":
    sys.argv += ["--jobs", "1"]  # other processes do not know of it
main()
"""


def test_a_sixth_language_is_one_folder_and_one_line(tmp_path: Path) -> None:
    text = SIXTH.read_text(encoding="utf-8")
    lines = 0
    for block in FENCE.finditer(text):
        if named := re.search(r"file=(\S+)", block["info"]):
            path = tmp_path / named[1]
            path.parent.mkdir(exist_ok=True)
            path.write_text(block["body"], encoding="utf-8")
            lines += block["body"].count("\n") * ("/" in named[1])
    assert lines < 300

    def told(*words: str) -> list[str]:
        return started(tmp_path, "-c", WITH_RANGES, *words)

    (shown,) = [each for block in FENCE.finditer(text) for each in commands(block["body"])]
    assert matches(shown[1], told(*shlex.split(shown[0])[1:]))
    assert "ranges (.rng): claims about whole numbers in ranges" in told("languages")
    record = json.loads("\n".join(told("check", "claims.rng", "--json")))
    jsonschema.validate(record, schema())
    wrong = "claim a(x in 0..9): x = 3\nclaim b(x in 0..9: x < 3\nclaim c(x in 0..9): x < 3\n"
    (tmp_path / "wrong.rng").write_text(wrong)
    found = "\n".join(told("check", "wrong.rng"))
    assert found.count("error[RG001]") == 2
    assert "help: to compare, write `==`" in found
    (tmp_path / "unknown.rng").write_text("claim a(x in 0..9): y < 3")
    (tmp_path / "none.rng").write_text("claim a(x in 3..0): x < 3")
    (tmp_path / "dots.rng").write_text("claim a(x in 0...9): x < 3")
    found = "\n".join(told("check", "unknown.rng", "none.rng", "dots.rng"))
    assert "error[RG002]: `y` has no range" in found
    assert "error[RG004]: no number is in `3..0`" in found
    assert "help: a range has two dots: `0..9`" in found
    sources = sorted(map(str, tmp_path.glob("ranges/*.py")))
    settings = [
        "--config-file",
        str(ROOT / "pyproject.toml"),
        "--cache-dir",
        str(ROOT / ".mypy_cache"),
    ]
    types = [sys.executable, "-m", "mypy", *settings, *sources]
    done = subprocess.run(types, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
