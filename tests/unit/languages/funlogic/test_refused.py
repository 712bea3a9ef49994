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
