"""Pytest files compile, and import nothing but pytest, the function under test and refute."""

from __future__ import annotations

import ast

import pytest

from refute.diagnostics import InputError
from refute.frontend.pytest_files import (
    Cases,
    Subject,
    pytest_file,
    python_name,
    refusal,
    subject,
    text_literal,
)

TESTED = Subject("package.sums", "total")
EXAMPLES = Cases(
    "EXAMPLES", [([1], 1), ([2], 2)], "test_total", ("inputs", "sum"), ("assert total(*inputs)",)
)

EXPECTED = '''"""Tests."""

import pytest

from package.sums import total

EXAMPLES = [
    ([1], 1),
    ([2], 2),
]


@pytest.mark.parametrize(("inputs", "sum"), EXAMPLES)
def test_total(inputs, sum):
    assert total(*inputs)


REFUSED = [
    [-1],
]


@pytest.mark.parametrize("inputs", REFUSED)
def test_refused(inputs):
    with pytest.raises(Exception):
        total(*inputs)
'''


def test_a_file_has_a_test_for_each_table_with_rows() -> None:
    nothing = Cases("NOTHING", [], "test_nothing", ("inputs",), ("pass",))
    refused = refusal("REFUSED", [([-1],)], "test_refused", TESTED)
    assert pytest_file("Tests.", TESTED, [EXAMPLES, nothing, refused]) == EXPECTED


def test_long_rows_are_broken_and_give_the_same_values() -> None:
    row = ([list(range(60)), "x" * 200], ("y\n" * 90,))
    cases = Cases("ROWS", [row], "test_rows", ("inputs", "sum"), ("pass",))
    text = pytest_file("Tests.", TESTED, [cases])
    (table,) = [each for each in ast.parse(text).body if isinstance(each, ast.Assign)]
    assert ast.literal_eval(table.value) == [row]
    assert max(map(len, text.splitlines())) <= 210


def test_definitions_may_use_refute() -> None:
    text = pytest_file("Tests.", TESTED, [EXAMPLES], ["JUDGE = refute.open"])
    imports = [each for each in ast.parse(text).body if isinstance(each, ast.Import)]
    assert [each.names[0].name for each in imports] == ["pytest", "refute"]


@pytest.mark.parametrize("text", ["a\nb\n", 'say """', "back\\slash\n", "line\r\n", "é\n"])
def test_a_text_is_written_so_that_python_reads_it_again(text: str) -> None:
    assert ast.literal_eval(text_literal(text)).rstrip() == text.rstrip()


def test_names_that_python_keeps_are_changed() -> None:
    assert [python_name(each) for each in ("f", "f'", "class")] == ["f", "f_prime", "class_"]


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        (None, Subject("f_prime", "f_prime")),
        ("a.b", Subject("a.b", "f_prime")),
        ("a:g", Subject("a", "g")),
    ],
)
def test_the_user_says_where_the_function_is(given: str | None, expected: Subject) -> None:
    assert subject("f'", given, "X001") == expected


@pytest.mark.parametrize("given", ["no module", "", "a.", "a:", "class", "a:b:c", "a/b.py"])
def test_what_is_no_module_is_an_input_error(given: str) -> None:
    with pytest.raises(InputError) as caught:
        subject("f", given, "X001")
    assert [each.code for each in caught.value.diagnostics] == ["X001"]
