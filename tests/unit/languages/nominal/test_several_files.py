"""Several files on the command line: one that does not stand by itself goes on with the others."""

from __future__ import annotations

from pathlib import Path

import pytest

from command_line import typed

LANGUAGE = """nat : type. z : nat. s : nat -> nat.
pred even(nat).
even(z).
even(s(s(X))) :- even(X).
"""
THEOREM = '#check "odd" 4 : even(X), gen_nat(X) => even(s(X)).\n?- even(s(s(z))).\n'


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "language.apl").write_text(LANGUAGE, "utf-8")
    (tmp_path / "theorem.apl").write_text(THEOREM, "utf-8")
    whole = f"{LANGUAGE.replace('s(s(X))', 's(X)')}{THEOREM}"
    (tmp_path / "whole.apl").write_text(whole, "utf-8")
    return tmp_path


def test_a_file_goes_on_where_those_before_it_end(folder: Path) -> None:
    text, code = typed("refute check language.apl theorem.apl --quiet", folder)
    assert code == 1
    assert "theorem odd" in text
    text, code = typed("refute run language.apl theorem.apl", folder)
    assert code == 0
    assert text.count("Yes.") == 1
    text, code = typed("refute tree language.apl theorem.apl --query even(s(s(z)))", folder)
    assert (code, "[even-s]" in text) == (0, True)


def test_a_file_that_stands_by_itself_takes_nothing_from_others(folder: Path) -> None:
    text, code = typed("refute check language.apl whole.apl --quiet", folder)
    assert code == 0
    assert "confirmed theorem odd" in text


def test_what_is_wrong_with_all_files_is_still_told(folder: Path) -> None:
    text, code = typed("refute check theorem.apl language.apl", folder)
    assert code == 2
    assert "the predicate `even` is not declared" in text
    assert "`language.apl` has no theorem" in text


def test_tests_and_pages_are_made_of_a_file_that_goes_on(folder: Path) -> None:
    (folder / "more.apl").write_text("pred few(nat).\nfew(X) :- even(X).\n", "utf-8")
    text, code = typed("refute tests language.apl more.apl --terms few(X) --size 3", folder)
    assert code == 0
    assert "s (s z)" in text
    text, code = typed("refute doc language.apl more.apl --out page", folder)
    assert code == 0
    page = (folder / "page" / "index.html").read_text("utf-8")
    assert "few" in page
    (folder / "other.fl").write_text("f x = x\n", "utf-8")
    for command in ("tests language.apl other.fl", "repl other.fl language.apl"):
        text, code = typed(f"refute {command}", folder)
        assert code == 2
        assert "one file at a time" in text


@pytest.mark.parametrize(
    ("option", "advice"),
    [("-check-ne", "write `--negation ne`."), ("-cc", "leave it out"), ("-l", "leave it out")],
)
def test_an_option_of_the_original_is_answered_with_ours(
    tmp_path: Path, option: str, advice: str
) -> None:
    text, code = typed(f"refute check {option} calculus.apl check.apl", tmp_path)
    assert (code, f"No such option '{option}'; {advice}" in text) == (2, True)
    assert "No such option '-c'." in typed("refute check -cc lists.fl", tmp_path)[0]
