"""The shipped tables of the grammars belong to the grammars."""

from __future__ import annotations

import json
import shutil
import zlib
from importlib import import_module
from pathlib import Path

import pytest

from refute.frontend.grammar import Grammar
from refute.source import Source

LANGUAGES = ("console", "fmsl", "funlogic", "workflow")
SMALL = {
    "console": "read x : int\n",
    "fmsl": "value x = 1;\n",
    "funlogic": "f x = x\n",
    "workflow": "task main = edit 1\n",
}


def grammar_of(language: str) -> Grammar:
    found = import_module(f"refute.languages.{language}.parser").GRAMMAR
    assert isinstance(found, Grammar)
    return found


def copied(language: str, folder: Path) -> Grammar:
    """The grammar of a language with its files in another folder."""
    known = grammar_of(language)
    for path in (known.path, known.table):
        shutil.copy(path, folder)
    return Grammar(
        folder / known.path.name,
        known.wording,
        known.build,
        known.deep_code,
        relex=known.relex,
        contextual=known.contextual,
        anywhere=known.anywhere,
        starts=known.starts,
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_shipped_table_is_fresh(language: str, tmp_path: Path) -> None:
    grammar, made_anew = grammar_of(language), copied(language, tmp_path)
    assert grammar.has_fresh_table(), "run `make tables`"
    made_anew.table.unlink()
    made_anew.write_table()
    contents = [
        json.loads(zlib.decompress(each.table.read_bytes())) for each in (grammar, made_anew)
    ]
    assert contents[0] == contents[1], "remove the tables and run `make tables`"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("fault", ["missing", "broken", "stale"])
def test_without_a_fresh_table_the_grammar_is_read(
    language: str, fault: str, tmp_path: Path
) -> None:
    grammar = copied(language, tmp_path)
    source = Source("small", SMALL[language])
    expected = grammar_of(language).parse(source.whole, ending="\n")
    match fault:
        case "missing":
            grammar.table.unlink()
        case "broken":
            grammar.table.write_bytes(grammar.table.read_bytes()[:-100])
        case _:
            grammar.path.write_text(grammar.path.read_text("utf-8") + "\n// changed\n", "utf-8")
    assert not grammar.has_fresh_table()
    assert grammar.parse(source.whole, ending="\n") == expected


def test_only_stale_tables_are_written(tmp_path: Path) -> None:
    grammar = copied("workflow", tmp_path)
    assert not grammar.write_table()
    grammar.table.unlink()
    assert grammar.write_table()
    assert grammar.has_fresh_table()
