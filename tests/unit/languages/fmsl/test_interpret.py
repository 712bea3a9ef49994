"""What expressions and operations come to."""

from __future__ import annotations

import pytest

from refute.languages.fmsl.interpret import Interpreter
from refute.languages.fmsl.interpret.machine import OutOfEffort
from refute.languages.fmsl.values import Record
from refute.solver import Effort

from .specifications import PEOPLE, answers, checked, ran, value, warned


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("7 / 2", "3"),
        ("-7 / 2", "-3"),
        ("-7 mod 2", "-1"),
        ("7 / 2.0", "3.5"),
        ("1 + 2.5", "3.5"),
        ("+3 - -3", "6"),
        ("1 = 1.0", "true"),
        ('"a" + "b" < "ab" + "a"', "true"),
        ('"bc" in "abcd"', "true"),
        ('#"abc"', "3"),
        ("#1234", "4"),
        ("#(-12)", "2"),
        ("#0", "1"),
        ("#[1, nil]", "2"),
        ("#nil", "0"),
        ("nil = nil", "true"),
        ("nil != 3", "true"),
        ("nil + 1", "nil"),
        ("-nil", "nil"),
        ("[1] + nil", "[ 1 ]"),
        ("[] = nil", "true"),
        ("{} = []", "true"),
        ("[[], nil] = [nil, []]", "true"),
        ("{1, {}} = {1, nil}", "true"),
        ('"" = nil', "false"),
        ("[[1]] + [] = [[1]]", "true"),
        ("nil in [[]]", "true"),
        ("[1] - nil", "[ 1 ]"),
        ("1 in nil", "false"),
        ("nil in [1, nil]", "true"),
        ("forall (x in nil) x = 1", "true"),
        ("exists (x in nil) x = 1", "false"),
        ("false and nil", "false"),
        ("nil and false", "false"),
        ("true or nil", "true"),
        ("nil => true", "true"),
        ("nil => false", "nil"),
        ("if nil then true else true", "nil"),
        ("if false then false", "true"),
        ("if false then 5", "nil"),
        ("if true then 5", "5"),
        ("forall (x in [1, nil]) x > 0", "nil"),
        ("forall (x in [0, nil]) x > 0", "false"),
        ("exists (x in [0, nil]) x > 0", "nil"),
        ("exists (x in [nil, 1]) x > 0", "true"),
        ("[3..1]", "[]"),
        ("[1, 2, 3][2..1]", "[]"),
        ("[1, 2, 3][2..3]", "[ 2, 3 ]"),
        ("[1, 2, 1] - 1", "[ 2 ]"),
        ("[1, 2, 1, 3] - [1, 3]", "[ 2 ]"),
        ("[[1], [2]] + [3]", "[ [ 1 ], [ 2 ], [ 3 ] ]"),
        ("{1, {}}", "{ 1, nil }"),
        ("{1, 2}.2", "2"),
        ("[{1, 2}] = [{1, 2}]", "true"),
        (r'"a\"b\n"', r'"a\"b\n"'),
        ("(let x = 2; let y = x * x; y + 1;)", "5"),
        ("(var x:integer = 1; (set x = 2; x;); x;)", "2"),
        ("(var n:integer = 0; forall (i in [1..4]) (set n = n + i; true;); n;)", "10"),
        ("(var l:integer* = [1, 2]; let m = l; set l[2] = 5; {l, m};)", "{ [ 1, 5 ], [ 1, 2 ] }"),
        ('(var s:string = "abc"; set s[2] = "x"; s;)', '"axc"'),
        ("100000000000000000000 * 100000000000000000000", "1" + "0" * 40),
    ],
)
def test_an_expression_has_a_value(text: str, expected: str) -> None:
    assert value(text) == expected


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("1 / 0", "FM040"),
        ("1.5 / 0", "FM040"),
        ("1 mod 0", "FM040"),
        ("[1][2]", "FM041"),
        ("[1][0]", "FM041"),
        ("[1][nil]", "FM041"),
        ("[1, 2][2..3]", "FM041"),
        ("[1, 2][0..1]", "FM041"),
        ('"abc"[4]', "FM041"),
        ("(let l:L = nil; l[1];)", "FM041"),
        ("(let l:L = nil; l[1..2];)", "FM041"),
        ("(let t:T = nil; t.a;)", "FM042"),
        ("(var t:T; set t.a = 1; t.a;)", "FM041"),
        ("1.0e308 * 10", "FM043"),
        ("Power(10, 5000)", "FM043"),
        ("Power(10, 400) * 1.5", "FM043"),
        ("[1..100000000]", "FM044"),
        ("forall (l:integer*) #l > 0", "FM048"),
        ("Endless(1)", "FM047"),
    ],
)
def test_a_fault_is_nil_and_a_warning(text: str, code: str) -> None:
    declared = """
    object T = a:integer and b:integer;
    object L = integer*;
    function Endless(n:integer) = Endless(n + 1) + 1;
    function Power(b:integer, n:integer) =
        if n = 0 then 1
        else if n mod 2 = 0 then Power(b * b, n / 2) else b * Power(b, n - 1);
    """
    report = ran(f"{declared} > {text};")
    assert [each.summary for each in report.outcomes] == ["nil"]
    assert code in [each.code for each in report.diagnostics]
    assert all(each.primary is not None for each in report.diagnostics)


def test_a_fault_says_where_it_is() -> None:
    (fault,) = ran("op F(x:integer) =\n  1 / x;\n> F(0); > F(0);").diagnostics
    assert fault.primary is not None
    assert str(fault.primary.span) == "test.fmsl:2:3"


def test_a_name_that_has_no_value_yet_is_nil() -> None:
    assert warned("op F(x:integer) = x + y; > F(1); val y = 2;") == ["FM045"]


VALIDATED = """
op Half(n:integer) -> (h:integer)
    pre: 10 / n > 0;
    post: h = n / 2 and 10 / h > 0;
end Half;
op Free(n:integer) -> (h:integer);
"""


@pytest.mark.parametrize(
    ("call", "expected"),
    [
        ("Half(0) ?-> 0", "{ nil, nil }"),
        ("Half(-4) ?-> -2", "{ false, nil }"),
        ("Half(1) ?-> 0", "{ true, nil }"),
        ("Half(4) ?-> 3", "{ true, false }"),
        ("Half(4) ?-> (2)", "{ true, true }"),
        ("Free(4) ?-> 2", "{ true, nil }"),
        ("Half(nil) ?-> nil", "{ nil, nil }"),
        ("(Half(4) ?-> 2).2", "true"),
    ],
)
def test_validation_gives_the_pairs_of_table_5_7(call: str, expected: str) -> None:
    assert value(call, VALIDATED) == expected


def test_an_operation_without_a_body_gives_nil() -> None:
    assert value("Free(4)", VALIDATED) == "nil"


def test_recursion_and_several_outputs() -> None:
    declared = """
    function Reverse(l:integer*) = if #l = 0 then [] else Reverse(l[2:#l]) + l[1];
    op Divide(n:integer, d:integer) -> (q:integer, r:integer) = {n / d, n mod d};
    """
    assert value("Reverse([1, 2, 3])", declared) == "[ 3, 2, 1 ]"
    assert value("Divide(17, 5).r", declared) == "2"
    assert value("#Reverse([1..500])", declared) == "500"


def test_alternatives_are_told_apart_by_structure() -> None:
    declared = """
    object Shape = circle:Circle or square:Square or flag:boolean or size:integer;
    object Circle = radius:real;
    object Square = side:real and name:string;
    val s:Shape = {1.5, "a"};
    val t:Shape = true;
    val u:Shape = 1;
    """
    assert value("{s.circle, s.square, s.square.name}", declared) == ('{ nil, { 1.5, "a" }, "a" }')
    assert value("{t.flag, t.size, u.flag, u.size, t = u}", declared) == (
        "{ true, nil, nil, 1, false }"
    )
    assert value("exists (x:Shape) x.size = 1", declared) == "true"


def test_values_of_the_top_are_seen_by_bodies_and_hidden_by_parameters() -> None:
    declared = "val x = 1; var v:integer = 5; op F(x:integer) = x + v;"
    assert answers(f"{declared} > F(10); > set v = 7; > F(10); > x;") == ["15", "7", "17", "1"]


def test_interpreter_can_be_asked_directly() -> None:
    interpreter = Interpreter(checked(VALIDATED))
    assert interpreter.validate("Half", [4], [2]) == Record((True, True))
    assert interpreter.call("Half", [4]) is None
    known = checked(f"{PEOPLE} theorem t: forall (x:Person) x.age > 100;")
    assert known.names


def test_effort_that_is_spent_stops_an_evaluation() -> None:
    known = checked("function F(n:integer) = if n = 0 then 0 else F(n - 1) + F(n - 1); > F(60);")
    interpreter = Interpreter(known)
    interpreter.machine.effort = Effort(0.01)
    with pytest.raises(OutOfEffort):
        interpreter.execute(known.declarations[-1].statement)  # type: ignore[union-attr]
