"""`refute repl`: declarations and expressions, one entry at a time."""

from __future__ import annotations

from pathlib import Path

import pytest

from asking import entered, talk_about
from refute.diagnostics import InputError
from refute.languages.language import Conversation
from refute.languages.options import OptionValue
from refute.source import Source


def conversation(text: str = "", **options: OptionValue) -> Conversation:
    return talk_about(Source("start.fmsl", text), **options)


def said(talk: Conversation, entry: str) -> list[str]:
    report = entered(talk, entry)
    return [
        *(each.summary for each in report.outcomes),
        *(each.code for each in report.diagnostics),
    ]


def codes(talk: Conversation, entry: str) -> list[str]:
    with pytest.raises(InputError) as caught:
        entered(talk, entry)
    return [each.code for each in caught.value.diagnostics]


@pytest.mark.parametrize("entry", ["1 + 2", "1 + 2;", "> 1 + 2", "> 1 + 2;", "1\n+ 2"])
def test_an_expression_is_evaluated(entry: str) -> None:
    assert said(conversation(), entry) == ["3"]


def test_declarations_are_kept_and_replaced() -> None:
    talk = conversation("op Twice(x:integer) = 2 * x;")
    assert said(talk, "Twice(4)") == ["8"]
    assert said(talk, "op Twice(x:integer) = x + x + 1;") == ["Twice is known now"]
    assert said(talk, "Twice(4)") == ["9"]
    assert said(talk, "val x = Twice(1)") == ["x is known now"]
    assert said(talk, "val x = 7;") == ["x is known now"]
    assert said(talk, "x") == ["7"]
    assert said(talk, "let y:integer = x") == ["7"]
    assert said(talk, "y + x") == ["14"]
    assert said(talk, "var v:integer = 1") == ["v is known now"]
    assert said(talk, "set v = v + 1") == ["2"]
    assert said(talk, "theorem t: v = 2") == ["t is known now"]


def test_what_is_wrong_changes_nothing() -> None:
    talk = conversation("val x = 1;")
    assert codes(talk, 'op F(y:integer) = y + "a";') == ["FM021"]
    assert codes(talk, "F(1)") == ["FM010"]
    assert codes(talk, "val x = nope") == ["FM010"]
    assert said(talk, "x") == ["1"]
    assert said(talk, "1 / 0") == ["nil", "FM040"]
    assert said(talk, "2 / 1") == ["2"]


def test_warnings_are_told_once() -> None:
    talk = conversation()
    assert said(talk, "op F(x:integer, y:integer) = x;") == ["F is known now", "FM032"]
    assert said(talk, "F(1, 2)") == ["1"]


@pytest.mark.parametrize(
    ("entry", "more"),
    [
        ("1 + 2", False),
        ("1 +", True),
        ("object Person", True),
        ("object Person\n  components: name:string;", True),
        ("object Person\n  components: name:string;\nend Person;", False),
        ("op F(x:integer) = x", True),
        ("op F(x:integer) = x;", False),
        ("val x = 5", False),
        ("val x =", True),
        ("(* a comment", True),
        ("1 + )", False),
        ("1 +\n", False),
        (":type 1 +", False),
    ],
)
def test_an_entry_goes_on_until_it_is_finished(entry: str, more: bool) -> None:
    assert conversation().wants_more(entry) is more


def test_names_are_those_of_the_language_and_the_specification() -> None:
    talk = conversation("object Person = string; op Find(p:Person) = p; val alan:Person = nil;")
    entered(talk, "let x = 1")
    known = {"Person", "Find", "alan", "x", "forall", ":universe", ":type", ":load", ":reload"}
    assert known <= set(talk.names())


def test_the_universe_and_types_are_told() -> None:
    talk = conversation("object Age = integer; val a:Age = 97;")
    said(talk, "val b:Age = 97")
    assert said(talk, ":universe") == ["Value Universe contains: <\nAge: [ 97 ]\n>"]
    assert said(talk, ":type [a]") == ["[a] : Age*"]
    assert codes(talk, ":type") == ["FM001"]
    assert codes(talk, ":type val c = 1") == ["FM050"]
    twice = conversation(
        "object Age = integer; val a:Age = 9; val b:Age = 9;", universe_duplicates=True
    )
    assert said(twice, ":universe") == ["Value Universe contains: <\nAge: [ 9, 9 ]\n>"]


def test_files_are_loaded_and_loaded_again(tmp_path: Path) -> None:
    path = tmp_path / "a.fmsl"
    path.write_text("val x = 1; > x + 1; op F(a:integer, b:integer) = a;", "utf-8")
    talk = conversation()
    assert codes(talk, ":reload") == ["FM050"]
    assert codes(talk, ":load") == ["FM050"]
    assert codes(talk, f":load {tmp_path / 'b.fmsl'}") == ["F001"]
    assert said(talk, f":load {path}") == ["2", f"{path} is loaded", "FM032"]
    entered(talk, "val y = 2")
    path.write_text("val x = 10; > x + 1;", "utf-8")
    assert said(talk, ":reload") == ["11", f"{path} is loaded"]
    assert codes(talk, "y") == ["FM010"]
    path.write_text("val x = ;", "utf-8")
    assert codes(talk, ":reload") == ["FM001"]
    assert said(talk, "x") == ["10"]


def test_examples_of_an_operation_follow_each_other() -> None:
    talk = conversation("op Twice(l:integer*) -> (m:integer*) post: m = l + l; end Twice;")
    first, second = said(talk, ":example Twice"), said(talk, ":another")
    assert first == ["it accepts these inputs, and allows these outputs"]
    assert second == [f"{first[0]}; other sizes"]


def test_there_is_no_other_example_before_the_first() -> None:
    talk = conversation("op Twice(n:integer) = 2 * n;")
    assert codes(talk, ":another") == codes(talk, ":example Twise") == ["FM050"]


def test_examples_are_offered_one_after_the_other() -> None:
    talk = conversation(
        "op Twice(x:integer) -> (y:integer) post: y = 2 * x and x > 0 and x < 3; end;"
    )

    def offered() -> dict[str, str]:
        return {each.label: each.entry for each in talk.offers()}

    assert offered() == {"Example of Twice": ":example Twice"}
    entered(talk, ":example Twice")
    assert [*offered()] == ["Another example", "Example of Twice"]
    for _ in range(20):
        if ":another" not in offered().values():
            break
        said(talk, ":another")
    assert [*offered()] == ["Example of Twice"]
