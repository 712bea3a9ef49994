"""What users of other languages write by habit is answered with what to write instead."""

from __future__ import annotations

import pytest

from .specifications import complaints

OPERATION = "op F inputs: n:integer, l:integer*, a:boolean; outputs: b:integer; {} end F;"


def advice(text: str) -> list[str]:
    return [each.help for each in complaints(text) if each.help]


@pytest.mark.parametrize(
    ("condition", "expected"),
    [
        ("a = not a", "b = (not a)"),
        ("b == n", "write `=`"),
        ("a && b = n", "write `and`"),
        ("a /\\ b = n", "write `and`"),
        ("a \\/ b = n", "write `or`"),
        ("a or else b = n", "write `or`"),
        ("for all (x in l) x > 0", "write `forall`"),
        ("all x in l | x > 0", "`forall (x in list) …`"),
        ("some x in l | x > 0", "`exists (x in list) …`"),
        ("∀ x: x > 0", "forall (x:integer)"),
        ("n ∈ l", "write `in`"),
        ("n not in l", "not (x in list)"),
        ("b in {1, 2}", "brackets"),
        ("b := n", "write `=`"),
        ("b = 'x'", "double quotes"),
        ("!a", "write `not`"),
        ("a implies b = n", "write `=>`"),
        ("a ==> b = n", "write `=>`"),
        ("a -> b = n", "write `=>`"),
        ("a <-> b = n", "write `iff`"),
        ("0 <= b < n", "two values at a time"),
        ("b <> n", "write `!=`"),
        ("b = n ? 1 : 2", "if … then … else"),
        ("if a then b = 1 elif n = 2 then b = 3", "else if"),
        ("b = n ^ 2", "n * n"),
        ("b = n ** 2", "n * n"),
        ("b = n++", "n + 1"),
        ("result = n", "name the output"),
        ("b = old n", "inputs keep their values"),
        ("b = n'", "outputs: n':"),
        ("b = |l|", "#list"),
        ("b = len l", "#list"),
        ("b = l.length", "#list"),
        ("b = l.size()", "#list"),
        ("b = l.max(2)", "write `max(l, …)`"),
        ("b = hd l", "list[1]"),
        ("let x = n in b = x", "in parentheses"),
        ("b = null", "write `nil`"),
    ],
)
def test_a_condition_of_another_language(condition: str, expected: str) -> None:
    assert expected in " ".join(advice(OPERATION.format(f"post: {condition};")))


@pytest.mark.parametrize("word", ["requires", "ensures", "requires:", "ensures:"])
def test_a_condition_under_another_name(word: str) -> None:
    assert "`precondition: …;`" in advice(OPERATION.format(f"{word} n > 0;"))[0]


def test_an_attribute_without_its_colon() -> None:
    assert "colon" in advice(OPERATION.format("pre n > 0; post b = n;"))[0]


@pytest.mark.parametrize("of", ["seq of integer", "list<integer>", "integer[]"])
def test_a_list_type_of_another_language(of: str) -> None:
    assert "integer*" in advice(f"op F inputs: l:{of}; outputs: b:integer; end F;")[0]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("op F(n:integer) -> (m:integer) refines G post: m = n; end F;", "Later refines Earlier"),
        ("op F(n:integer) returns integer", "-> (h:integer)"),
        ("op F(n:integer) require: n > 0; end F;", "`precondition: …;`"),
        ("object E = invariant: x > 0;", "after the name, without `=`"),
        ("object E = x:integer | y:string;", "write `or`"),
        ("object K { x:integer; };", "components are an attribute"),
        ("object K = x:integer; y:integer;\n> 3;", "joined by `and`"),
        ("> 3\n> 4;", "end the line before it with `;`"),
        ("> [x for x in [1, 2]];", "forall (x in list)"),
        ("> [1] union [2];", "joined with `+`"),
        ("> if 3 > 2 { 4 };", "if … then … else"),
    ],
)
def test_a_declaration_or_expression_of_another_language(text: str, expected: str) -> None:
    assert expected in advice(text)[0]
