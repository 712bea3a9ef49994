"""What is written for editors fits the languages: grammars, endings, snippets, settings."""

from __future__ import annotations

import json
import re
import tomllib
from importlib import util
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from refute.diagnostics import Severity
from refute.frontend.editing import Editing
from refute.languages import LANGUAGES, language
from refute.source import Source

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "editors" / "vscode"
PAGE = (ROOT / "docs" / "editors.md").read_text("utf-8")


def read(name: str) -> Any:
    return json.loads((FOLDER / name).read_text("utf-8"))


def editing(name: str) -> Editing[Any]:
    found = language(name).load("editing")
    assert isinstance(found, Editing)
    return found


def maker() -> ModuleType:
    spec = util.spec_from_file_location("make_grammars", FOLDER / "make_grammars.py")
    assert spec is not None
    assert spec.loader is not None
    module = util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("name", LANGUAGES)
def test_a_grammar_is_what_the_language_says_of_itself(name: str) -> None:
    shipped = (FOLDER / "syntaxes" / f"{name}.tmLanguage.json").read_text("utf-8")
    assert shipped == maker().written(name), "run `make vscode`"


@pytest.mark.parametrize("name", LANGUAGES)
def test_a_grammar_names_every_keyword_and_tells_comments_from_texts(name: str) -> None:
    patterns = read(f"syntaxes/{name}.tmLanguage.json")["patterns"]
    keywords = [re.compile(each["match"]) for each in patterns if "keyword.control" in each["name"]]
    for word in editing(name).lexicon.keywords:
        assert any(each.fullmatch(word) for each in keywords), word
    assert "match" in patterns[0]
    line = editing(name).line_comment
    assert re.match(patterns[0]["match"], f"{line} said")
    assert read(f"language/{name}.json")["comments"]["lineComment"] == line


def test_the_extension_knows_all_languages_and_the_endings_of_their_files() -> None:
    contributed = read("package.json")["contributes"]
    endings = {
        f"refute-{name}": [each for each in known.endings if each != ".py"]
        for name, known in LANGUAGES.items()
    }
    assert {each["id"]: each["extensions"] for each in contributed["languages"]} == endings
    for kind in ("grammars", "snippets"):
        assert {each["language"] for each in contributed[kind]} == {*endings}
    for each in [*contributed["languages"], *contributed["grammars"], *contributed["snippets"]]:
        path = each.get("path") or each["configuration"]
        assert (FOLDER / path).is_file()
    script = (FOLDER / "extension.js").read_text("utf-8")
    assert all(f'"{name}"' in script for name in LANGUAGES)
    registered = set(re.findall(r'register\("([\w.]+)"', script))
    assert registered == {each["command"] for each in contributed["commands"]}


@pytest.mark.parametrize("name", LANGUAGES)
def test_every_snippet_is_a_right_specification(name: str) -> None:
    snippets = read(f"snippets/{name}.json")
    assert len(snippets) >= 5
    for snippet in snippets.values():
        text = re.sub(r"\$\{\d+:([^}]*)\}", r"\1", "\n".join(snippet["body"])).replace("\\\\", "\\")
        if name == "workflow" and "task " not in text:
            text += "\ntask main = enter Int"
        source = Source(f"snippet{LANGUAGES[name].endings[0]}", f"{text}\n")
        found = editing(name).analyse(source).diagnostics
        assert [each for each in found if each.severity is Severity.ERROR] == [], text


def block(name: str) -> str:
    """A file that the page shows."""
    (found,) = re.findall(rf"^```\w+ file={re.escape(name)}\n(.*?)^```$", PAGE, re.M | re.S)
    return str(found)


def test_the_settings_for_helix_name_all_languages() -> None:
    settings = tomllib.loads(block("languages.toml"))
    assert settings["language-server"]["refute"] == {"command": "refute", "args": ["lsp"]}
    named = {each["name"].removeprefix("refute-"): each for each in settings["language"]}
    assert {*named} == {*LANGUAGES}
    for name, each in named.items():
        assert f".{each['file-types'][0]}" == LANGUAGES[name].endings[0]
        assert each["comment-token"] == editing(name).line_comment
        assert each["language-servers"] == ["refute"]


@pytest.mark.parametrize("name", LANGUAGES)
def test_the_settings_for_neovim_and_emacs_know_the_ending_of_a_language(name: str) -> None:
    ending = LANGUAGES[name].endings[0].removeprefix(".")
    assert f"{ending} = '{name}'" in block("init.lua")
    assert f"'*.{ending}'" in block("init.lua")
    assert f'("\\\\.{ending}\\\\\'" . "{editing(name).line_comment} ")' in block("init.el")
