"""Exercise sheets: what to do in plain words, and dialogues that show all that can happen."""

from __future__ import annotations

import tomllib
from html.parser import HTMLParser
from pathlib import Path

import pytest

import refute
from exercises import FOLDER
from refute.files import read_source
from refute.languages.console import words
from refute.languages.console.program import load
from refute.languages.console.sheet.page import FORMATS, Page
from refute.languages.console.sheet.steps import Steps
from refute.languages.console.syntax import written_name
from refute.languages.console.typecheck.wellformed import reads_of
from refute.languages.console.words import LANGUAGES, Words

BANK = """# An account that can only be emptied.
enum Kind = "pay in" | "pay out"
read start : nat
loop:
    read kind : Kind else stop: print "bye"
    read amount : real(2) & 0..100 else retry
    if kind == "pay in":
        print "{*}{start + amount:.2f}{*}"
        exit
    elif len(amount.all) > 1:
        print "{amount.before(1)}"
    else:
        print "no"
"""


@pytest.fixture
def bank(tmp_path: Path) -> Path:
    file = tmp_path / "bank.ios"
    file.write_text(BANK, "utf-8")
    return file


def sheet(file: Path, **options: str) -> str:
    asked = refute.open(file).ask("sheet", random=40, **options)
    list(asked)
    (artifact,) = asked.report.artifacts
    return artifact.text


def test_a_sheet_says_what_to_do_and_shows_it(bank: Path) -> None:
    text = sheet(bank)
    assert text.startswith("# Bank\n\nAn account that can only be emptied.\n")
    assert "Read an integer that is not negative; it is called `start`." in text
    assert "Read one of “pay in” or “pay out”" in text
    assert "If something else is entered, print “bye”; the program ends." in text
    assert "a decimal number with at most 2 places from `0` to `100`" in text
    assert "Print a line with `start + amount` with 2 decimal places in it." in text
    assert "Otherwise, if the number of all values of `amount` is greater than `1`:" in text
    assert text.count("```text") > 1
    assert "> pay in" in text


def test_a_sheet_is_written_in_german(bank: Path) -> None:
    text = sheet(bank, locale="de")
    assert "## Was das Programm tut" in text
    assert "Lies eine nicht negative ganze Zahl ein; der Wert heißt `start`." in text
    assert "Falls gilt: `kind` ist „pay in“, dann:" in text


def test_what_a_line_contains_is_joined_as_people_write(tmp_path: Path) -> None:
    file = tmp_path / "sums.ios"
    file.write_text('read a : int\nread b : int\nprint "{*}sum{*}{a + b}{*}{a * b}{*}"\n', "utf-8")
    assert "Print a line with “sum”, `a + b` and `a * b` in it." in sheet(file)
    assert "in der dies steht: „sum“, `a + b` und `a * b`." in sheet(file, locale="de")


class _Balance(HTMLParser):
    """Remembers which elements are open."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []

    def handle_starttag(self, tag: str, _attributes: object) -> None:
        self.open += [] if tag == "meta" else [tag]

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_a_sheet_is_a_page_and_a_document(bank: Path) -> None:
    page = _Balance()
    page.feed(sheet(bank, format="html"))
    assert not page.open
    latex = sheet(bank, format="latex")
    assert latex.count(r"\begin{") == latex.count(r"\end{")
    assert r"\texttt{start}" in latex


def test_all_languages_have_the_same_words() -> None:
    folder = Path(words.__file__).parent
    texts = {
        each: tomllib.loads((folder / f"{each}.toml").read_text("utf-8")) for each in LANGUAGES
    }
    assert {"en", "de"} <= set(texts)
    for text in texts.values():
        assert {name: set(part) for name, part in text.items()} == {
            name: set(part) for name, part in texts["en"].items()
        }


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_exercise_can_be_said(language: str) -> None:
    for file in sorted(FOLDER.glob("*/task.ios")):
        checked = load(read_source(file))
        words = Words.of(language, checked.types)
        page = Page("x", (), Steps(words).of(checked.written), (("> 1",),))
        for _, render in FORMATS.values():
            text = render(page, words)
            for read in reads_of(checked.written):
                name = written_name(read.variable).replace("_", "")
                assert name in text.replace("\\_", "").replace("_", "")


SHOP = """arguments price : 1..9, kind : {"net", "gross"} else stop: print "usage"
repeat:
    read amount : 0..10 * price
until amount == 0
print "{*}{sum(init(amount.all)) / (len(amount.all) + price):.2f}{*}"
print {"net": 0, "gross": 19}[kind]
"""


def test_arguments_tables_and_arithmetic_are_said_in_words(tmp_path: Path) -> None:
    file = tmp_path / "shop.ios"
    file.write_text(SHOP, "utf-8")
    text = sheet(file)
    assert "With other arguments, print “usage”; the program ends." in text
    assert "Print what belongs to `kind` (“net”: `0`, “gross”: `19`)." in text
    assert " divided by (the number of all values of `amount` plus `price`)" in text
    german = sheet(file, locale="de")
    assert "Lies eine Zahl, die mindestens `0` und höchstens `10 * price` ist, ein" in german
    assert "Gib eine Zeile aus, in der dies steht: die Summe: alle Werte von `amount`" in german


def test_sets_and_conditions_read_well() -> None:
    text = (
        'read name : str & not {""}\n'
        'read word : int | {"stop"}\n'
        'if name == "" or name in ["a", "b"]:\n    print name\n'
    )
    asked = refute.open(text, "console").ask("sheet")
    list(asked)
    sheet = asked.report.artifacts[0].text
    assert "Read a line of text that is not empty" in sheet
    assert "an integer or “stop”" in sheet
    assert "If `name` is empty or `name` is one of “a” or “b”" in sheet
