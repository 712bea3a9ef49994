"""What test data and conversations of functional logic programs refuse."""

from pathlib import Path

import pytest

from asking import entered, report_on, talk_about
from refute.diagnostics import InputError
from refute.files import read_source
from refute.languages.funlogic.parser import parse
from refute.source import Source

CORPUS = Path(__file__).parents[3] / "corpus" / "funlogic"


def code_of(caught: pytest.ExceptionInfo[InputError]) -> list[str]:
    return [each.code for each in caught.value.diagnostics]


def test_a_file_without_properties_has_nothing_to_check() -> None:
    with pytest.raises(InputError) as caught:
        report_on("check", read_source(CORPUS / "rejected" / "nothing_asked.fl"))
    assert code_of(caught) == ["FL031"]


@pytest.mark.parametrize(
    ("function", "code", "help_text"),
    [
        (None, "FL033", "append"),
        ("apend", "FL033", "did you mean `append`?"),
        ("map", "FL034", ""),
    ],
)
def test_functions_that_no_test_data_can_be_made_for(
    function: str | None, code: str, help_text: str
) -> None:
    with pytest.raises(InputError) as caught:
        report_on("tests", read_source(CORPUS / "lists.fl"), function=function)
    assert code_of(caught) == [code]
    assert help_text in caught.value.diagnostics[0].help


def test_the_type_of_nothing() -> None:
    with pytest.raises(InputError) as caught:
        entered(talk_about(Source("new.fl", "")), ":type")
    assert code_of(caught) == ["FL032"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("f x = x +\n", "expected an expression after `+`, but the text ends"),
        ("f = [x and ]", "expected an expression after `and`, found `]`"),
        ("f = [1 == ]", "expected an expression after `==`, found `]`"),
        ("f = [1 - ]", "expected an expression after `-`, found `]`"),
    ],
)
def test_the_operator_before_what_is_missing_is_named(text: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        parse(Source("test.fl", text))
    assert caught.value.diagnostics[0].message == message


@pytest.mark.parametrize(
    ("text", "advice"),
    [
        ("f x =\nx + 1\n", "the lines of a block begin at the same column"),
        ("f x = case x of 1 -> 2\n                2 -> 3\n               3 -> 4", "same column"),
        ("f x = case x of\n    1 -> 2\n   n -> 4", "begin at the same column"),
        ("f x = x where\nf 1", "the lines of a block begin at the same column"),
        ("f = \\x, y -> x", "a function of two arguments is written `\\x y -> body`"),
        ("f (x :: Int) = x", "types stand in a signature"),
        ("f = map (+1\nf [1]", "close the bracket before the next line"),
    ],
)
def test_what_to_write_instead(text: str, advice: str) -> None:
    with pytest.raises(InputError) as caught:
        parse(Source("test.fl", text))
    assert advice in caught.value.diagnostics[0].help


def test_nothing_is_said_of_a_bracket_that_is_right() -> None:
    with pytest.raises(InputError) as caught:
        parse(Source("test.fl", "f xs = [x | x <- ]"))
    assert not caught.value.diagnostics[0].help


@pytest.mark.parametrize(
    ("text", "advice"),
    [
        ("data Tree = Leaf | Node Tree int Tree\nLeaf", "write `Int`"),
        ("f x = x\n  f 1", "a line that is indented goes on with the one above"),
        ("property p(x) = x > 3 ==> x > 2", "use `refute check test.fl`"),
    ],
)
def test_what_to_write_instead_in_a_program(text: str, advice: str) -> None:
    with pytest.raises(InputError) as caught:
        report_on("run", Source("test.fl", text))
    assert advice in caught.value.diagnostics[0].help


@pytest.mark.parametrize(
    ("text", "help_text"),
    [
        ("map (x -> x + 1) [1]", "a function is written `\\x -> body`"),
        ("map (fun x -> x + 1) [1]", "a function is written `\\x -> body`"),
        ("f x = case x of\n  1 = 2\n  _ = 3\nf 1", "an alternative is written `pattern -> result`"),
        ("data Nat where\n  Z :: Nat\nZ", "the constructors follow `=`: `data Nat = Z | S Nat`"),
        ("f -> 1", "to define, write `=`"),
    ],
)
def test_habits_of_functional_languages_are_answered(text: str, help_text: str) -> None:
    with pytest.raises(InputError) as caught:
        parse(Source("test.fl", text))
    assert caught.value.diagnostics[0].help == help_text
