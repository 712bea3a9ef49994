"""What languages tell editors: the complaints of commands, and layout that loses nothing."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from refute.diagnostics import InputError, Severity
from refute.files import read_source
from refute.frontend.editing import Editing, Lexicon
from refute.languages import LANGUAGES, language, language_for
from refute.languages.language import Request
from refute.source import Source

ROOT = Path(__file__).parents[3]
ENDINGS = tuple(each.endings[0] for each in LANGUAGES.values())
EXAMPLES = sorted(path for path in (ROOT / "examples").rglob("*") if path.suffix in ENDINGS)
REJECTED = sorted(
    path for path in (ROOT / "tests/corpus").glob("*/rejected/*") if path.suffix in ENDINGS
)
OF_COMMANDS = {"TH018", "FL031", "AP031", "FM060", "AP034", "TH022"}
"""What a command says that finds nothing to do, or meets it only while it runs."""


def editing(name: str) -> Editing[Any]:
    found = language_for(name).load("editing")
    assert isinstance(found, Editing)
    return found


def errors_of_run(source: Source) -> list[tuple[str, int]]:
    """The errors that `refute run` stops at, without those that only running brings to light."""
    used = language_for(source.name)
    try:
        list(used.load_command("run")(Request(source, used.command("run").options())))
    except InputError as failure:
        return sorted(
            (each.code, each.primary.span.start if each.primary else -1)
            for each in failure.diagnostics
            if each.severity is Severity.ERROR and each.code not in OF_COMMANDS
        )
    return []


@pytest.mark.parametrize("path", REJECTED, ids=lambda path: path.name)
def test_an_editor_shows_the_errors_that_commands_stop_at(path: Path) -> None:
    source = read_source(path)
    shown = [
        (each.code, each.primary.span.start if each.primary else -1)
        for each in editing(path.name).analyse(source).diagnostics
        if each.severity is Severity.ERROR
    ]
    expected = [each for each in errors_of_run(source) if each[0] != "IO018"]
    assert sorted(shown) == expected


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.name)
def test_formatting_an_example_changes_nothing_but_blanks_and_is_stable(path: Path) -> None:
    source, used = read_source(path), editing(path.name)
    once = used.formatted(source)
    assert "".join(once.split()) == "".join(source.text.split())
    assert used.formatted(Source(source.name, once)) == once
    assert not used.analyse(Source(source.name, once)).diagnostics or "weak" in path.name


FOLLOWING = (*" :;?(", " a:", " a\n")
"""What may stand behind a keyword so that it is one."""

LAID_OUT = {
    "a.fl": ("f  x=  x+1  -- more\n\n-- a law\nproperty  p( x )=f x>x\n",
             "f x = x + 1  -- more\n\n-- a law\nproperty p(x) = f x > x\n"),
    "a.top": ("-- adds\ndef f=\\x. x+1 \ntask main=enter Int>>= \\x. edit x\n",
              "-- adds\ndef f = \\x. x + 1\ntask main = enter Int >>= \\x. edit x\n"),
    "a.ios": ("read x:int # one\nif x>0:\n  # nothing\n  print   x\n",
              "read x : int # one\nif x > 0:\n  # nothing\n    print x\n"),
    "a.apl": ("pred p(int).  % a\np( X ):-X=1,X = 2 .\n",
              "pred p(int).  % a\np(X) :- X = 1, X = 2 .\n"),
    "a.fmsl": ("value x=1 ; -- one\n> x+1;\n", "value x = 1; -- one\n> x + 1;\n"),
}  # fmt: skip


@pytest.mark.parametrize(("length", "kept"), [(1000, False), (50_000, True)])
def test_a_long_chain_is_formatted_unless_it_is_nested_too_deeply(length: int, kept: bool) -> None:
    text = "f x =  x" + " + 1" * length + "\n"
    expected = text if kept else text.replace("  ", " ")
    assert editing("a.fl").formatted(Source("a.fl", text)) == expected


@pytest.mark.parametrize("name", LAID_OUT)
def test_declarations_are_laid_out_and_comments_stay(name: str) -> None:
    before, after = LAID_OUT[name]
    assert editing(name).formatted(Source(name, before)) == after


@pytest.mark.parametrize("name", LAID_OUT)
def test_a_text_with_errors_is_not_formatted(name: str) -> None:
    with pytest.raises(InputError):
        editing(name).formatted(Source(name, "(((" + LAID_OUT[name][0]))


def test_a_comment_inside_a_declaration_keeps_it_as_it_is() -> None:
    text = "f x = x +   -- the number\n  1\ng  y = y\n"
    assert editing("a.fl").formatted(Source("a.fl", text)) == text.replace("g  y", "g y")


def test_an_if_below_else_and_an_elif_stay_what_they_are() -> None:
    below = "read x:int\nif x>0:\n    exit\nelse:\n    if x<0:\n        exit\n"
    behind = "read x:int\nif x>0:\n    exit\nelif x<0:\n    exit\n"
    for text in (below, behind):
        laid_out = text.replace("x:int", "x : int").replace("x>0", "x > 0").replace("x<0", "x < 0")
        assert editing("a.ios").formatted(Source("a.ios", text)) == laid_out


@pytest.mark.parametrize("name", [each for each in LANGUAGES if each != "nominal"])
def test_keywords_are_those_of_the_grammar(name: str) -> None:
    grammar = import_module(f"refute.languages.{name}.parser").GRAMMAR
    names = {"NAME", "LOWER", "UPPER"}
    patterns = [each.pattern for each in grammar.parser.terminals if each.name not in names]
    keywords = language(name).load("editing").lexicon.keywords
    assert len(keywords) > 15
    for word in keywords:
        spelled = [re.match(each, word + after) for each in patterns for after in FOLLOWING]
        assert any(each and each.group().startswith(word) for each in spelled), word
    own = [each for each in patterns if re.fullmatch(r"[a-z]+(\\b|\(\?.*)", each)]
    assert len(own) > 10
    assert {re.match("[a-z]+", each)[0] for each in own} <= keywords  # type: ignore[index]


def test_a_scan_finds_comments_texts_numbers_and_keywords() -> None:
    lexicon = Lexicon(frozenset({"let", "#check"}), r"--[^\n]*")
    text = 'let x = "a -- b" 12 #check -- let\n'
    found = [(kind, text[start:end]) for kind, start, end in lexicon.scan(text)]
    assert found == [
        ("keyword", "let"),
        ("text", '"a -- b"'),
        ("number", "12"),
        ("keyword", "#check"),
        ("comment", "-- let"),
    ]
