"""Independent syntax errors are found in one run, without errors that follow from others."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module

import pytest

from refute.diagnostics import MOST_ERRORS, InputError, Unfinished
from refute.languages.nominal.parser import Parser
from refute.source import Source

THREE = {
    "workflow": """\
def f x = if x = 3 then 1 else 2
def fine = 1
task main = edit (1
property p(v) = v > 3 && v < 5
-- def in a comment (
reachable q(v) = v > 3
""",
    "funlogic": """\
f x = if x then 1
fine = 2
g x = x = x
{- comment
h = (1
-}
k x = case x of
  1 -> 2 2 ->
  y -> y
last = 3
""",
    "console": """\
read x : int
loop:
    read y : int;
    if x = 3:
        print x
    print y
if y == 1:
    exit exit
print x
""",
    "fmsl": """\
object A components: x: integer and; end A;
(* operation in a comment ( *)
value fine = 1;
operation F
  inputs: x:integer;
  outputs: y:integer;
  postcondition: y == x;
end F;
module M;
  value a = (3;
  value b = 4;
end M;
""",
    "nominal": """\
exp : type.
lit : int -> -> exp.
pred p(exp).
p(lit(1) :- true.
p(lit(2)).
% p(lit
p(lit(3)) :- , p(lit(4)).
pred q(exp).
""",
}
LINES = {
    "workflow": [1, 4, 4],
    "funlogic": [2, 3, 8],
    "console": [3, 4, 8],
    "fmsl": [1, 7, 11],
    "nominal": [2, 4, 7],
}


def parse(language: str) -> Callable[[Source], object]:
    if language == "nominal":
        return Parser().program
    found: Callable[[Source], object] = import_module(f"refute.languages.{language}.parser").parse
    return found


@pytest.mark.parametrize("language", THREE)
def test_three_mistakes_give_three_errors(language: str) -> None:
    source = Source("three", THREE[language])
    with pytest.raises(InputError) as caught:
        parse(language)(source)
    places = [each.primary.span.start for each in caught.value.diagnostics if each.primary]
    assert [source.position(each)[0] for each in places] == LINES[language]


@pytest.mark.parametrize("language", THREE)
def test_what_only_ends_too_early_can_be_continued(language: str) -> None:
    texts = {
        "workflow": "task main = edit (",
        "funlogic": "f x = (",
        "console": "read x : {1, 2",
        "fmsl": "value x = ",
        "nominal": "p(X) :- ",
    }
    with pytest.raises(Unfinished):
        parse(language)(Source("unfinished", texts[language]))


def test_a_file_full_of_errors_reports_the_first_ones() -> None:
    text = "def f = )\n" * (3 * MOST_ERRORS)
    with pytest.raises(InputError) as caught:
        parse("workflow")(Source("full", text))
    assert len(caught.value.diagnostics) == MOST_ERRORS


def test_what_stands_in_for_a_mistake_is_not_taken_for_another() -> None:
    with pytest.raises(InputError) as caught:
        parse("console")(Source("until", "repeat:\n    read x : int\nuntil x is 3\nprint x\n"))
    assert len(caught.value.diagnostics) == 1


def test_a_declaration_without_its_end_is_one_error() -> None:
    text = "object A = integer\noperation B\n inputs: a:integer;\nend B;\nvalue x = 1;\n"
    with pytest.raises(InputError) as caught:
        parse("fmsl")(Source("one", text))
    (only,) = caught.value.diagnostics
    assert "end the declaration before with `;`" in only.help


@pytest.mark.parametrize(
    ("language", "text", "lines"),
    [
        ("funlogic", "g y = (y +\nh z = z\nproperty p(x) =\nproperty q(x) = x == x\n", [2, 4]),
        ("funlogic", "fine = 1\ng = [1,\nh z = z\nk = 2\nlast = 3\n", [3]),
        ("workflow", "def f x = (x +\ndef g y = y\ntask main = edit 1\n", [2]),
    ],
)
def test_a_bracket_that_is_left_open_is_one_error(
    language: str, text: str, lines: list[int]
) -> None:
    with pytest.raises(InputError) as caught:
        parse(language)(Source("a", text))
    primary = [each.primary for each in caught.value.diagnostics if each.primary]
    assert [each.span.source.position(each.span.start)[0] for each in primary] == lines
