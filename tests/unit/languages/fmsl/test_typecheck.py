"""Names and types."""

from __future__ import annotations

import pytest

from refute.languages.fmsl import syntax
from refute.languages.fmsl.types import show_type

from .specifications import PEOPLE, checked, complaints, errors, value


def type_of(text: str, declarations: str = PEOPLE) -> str:
    known = checked(f"{declarations}\n> {text};")
    last = known.declarations[-1]
    assert isinstance(last, syntax.Evaluate)
    return show_type(known.type_of(last.statement))


def warnings(text: str) -> list[str]:
    return [each.code for each in checked(text).warnings]


@pytest.mark.parametrize(
    ("text", "of"),
    [
        ("1 + 2", "integer"),
        ("1 + 2.0", "real"),
        ("1 / 2", "integer"),
        ("[1, 2.0]", "real*"),
        ("[]", "nil*"),
        ("[p, {nil, nil, nil}]", "Person*"),
        ("[{nil, nil, nil}, p]", "Person*"),
        ('{"a", 1}', "string and integer"),
        ("p.last", "Name"),
        ("p.3", "Age"),
        ("[p][1]", "Person"),
        ("[p][1..1]", "Person*"),
        ('"abc"[1]', "string"),
        ("[p] + p", "Person*"),
        ("p + [p]", "Person*"),
        ("[[1]] + [1]", "integer**"),
        ("[[1]] - []", "integer**"),
        ("#p.last", "integer"),
        ("nil", "nil"),
        ("if true then 1 else 2.0", "real"),
        ("forall (x:Person) x.age > 1", "boolean"),
        ("(let x = 1; [x];)", "integer*"),
        ("[1..3]", "integer*"),
    ],
)
def test_an_expression_has_a_type(text: str, of: str) -> None:
    assert type_of(text) == of


def test_the_result_of_an_operation_is_its_outputs_or_its_body() -> None:
    declared = """
    op One(x:integer) -> (y:integer);
    op Two(x:integer) -> (y:integer, z:string);
    op None(x:integer);
    function Fact(n:integer) = if n = 0 then 1 else n * Fact(n - 1);
    function Even(n:integer) = if n = 0 then true else Odd(n - 1);
    function Odd(n:integer) = if n = 0 then false else Even(n - 1);
    """
    results = ["integer", "y:integer and z:string", "nil", "integer", "boolean", "boolean"]
    names = ["One", "Two", "None", "Fact", "Even", "Odd"]
    assert [show_type(checked(declared).operations[name].result) for name in names] == results


def test_types_are_compared_by_their_structure() -> None:
    declared = """
    object Phone = area:integer and number:integer;
    object Point = x:integer and y:integer;
    object Tree = value:integer and children:Tree*;
    object Bush = size:integer and parts:Bush*;
    op F(p:Phone) = p.area;
    op G(t:Tree) = t.value;
    val point:Point = {1, 2};
    val bush:Bush = {1, [{2, []}]};
    """
    assert errors(f"{declared} > F({{1, 2, 3}});") == ["FM020"]
    assert type_of("F(point) + G(bush) + F({1, nil})", declared) == "integer"


def test_a_value_of_an_alternative_is_one_of_the_union() -> None:
    declared = """
    object Shape = circle:Circle or square:Square;
    object Circle = radius:real;
    object Square = side:real and name:string;
    val s:Shape = {1.0, "a"};
    """
    assert type_of("s.square", declared) == "Square"
    assert errors(f'{declared} val t:Shape = "no";') == ["FM020"]
    assert errors(f"{declared} val c:Circle = s;") == ["FM020"]


def test_all_errors_are_found_in_one_run_with_suggestions() -> None:
    text = f"""{PEOPLE}
    op Add(p:Persn, pl:PersonList) -> (pl':PersonList)
        pre: p in pll;
        post: p.first = 1 and pl.last = nil;
    end Add;
    > Ad(p, []);
    > Add(p);
    > p.frist;
    """
    found = complaints(text)
    assert [each.code for each in found] == ["FM010", "FM010", "FM022", "FM010", "FM023", "FM022"]
    helps = ["Person", "pl", "", "Add", "", "first"]
    assert [each.help for each in found] == [
        f"did you mean `{name}`?" if name else "" for name in helps
    ]


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("object A = Bird; object Birt = integer;", ["FM010"]),
        ("object A = int;", ["FM010"]),
        ("object A = integer; object A = string;", ["FM011"]),
        ("object A = x:integer and x:string;", ["FM011"]),
        ("object integer = string;", ["FM011"]),
        ("val x = 1; op x(y:integer) = y;", ["FM011"]),
        ("op F(x:integer) -> (x:integer);", ["FM011"]),
        ("object A = B; object B = A;", ["FM013", "FM013"]),
        ("object A = A and A;", ["FM013"]),
        ("object A = x:A;", ["FM013"]),
        ("object A = integer note: (* hm *); end A;", ["FM014"]),
        ("> 1 + true;", ["FM021"]),
        ('> "a" - "b";', ["FM021"]),
        ("> 1 < true;", ["FM021"]),
        ('> 1 = "a";', ["FM021"]),
        ('> 1 in ["a"];', ["FM021"]),
        ("> 1.5 mod 2;", ["FM021"]),
        ("> #1.5;", ["FM021"]),
        ("> not 1;", ["FM021"]),
        ("> true[1];", ["FM021"]),
        ('> [1, "a"];', ["FM020"]),
        ('> if true then 1 else "a";', ["FM020"]),
        ("> if 1 then 2;", ["FM020"]),
        ("> [1]['a'];".replace("'a'", '"a"'), ["FM020"]),
        ("> forall (x in 5) x > 1;", ["FM020"]),
        ("> forall (x in [1]) x;", ["FM020"]),
        ("val x:integer = true;", ["FM020"]),
        ("op F(x:integer) -> (y:string) = x;", ["FM020"]),
        ("op F(x:integer) pre: x; end F;", ["FM020"]),
        ("theorem t: 5;", ["FM020"]),
        ("> 1.x;", ["FM022"]),
        ("op F(x:integer) = x; > F(1, 2);", ["FM023"]),
        ("op F(x:integer) -> (y:integer); > F(1) ?-> (1, 2);", ["FM023"]),
        ("> forall (x:integer) true;", ["FM024"]),
        ("> exists (x in [1]) 1 = 1;", ["FM024"]),
        ("val x = 1; > set x = 2;", ["FM025"]),
        ("op F(x:integer) = (set x = 2;);", ["FM025"]),
        ("> x; val x = 1;", ["FM026"]),
        ("op F(x:integer) = x; > F + 1;", ["FM021"]),
        ("val x = 1; > x(2);", ["FM010"]),
        ("import Users.*; module User; object A = integer; end User;", ["FM012"]),
        ("module M; object A = integer; end M; object B = A;", ["FM012"]),
        ("module M; object A = integer; end M; import M.C;", ["FM012"]),
        ("module M; export B; object A = integer; object B = A; end M; import M.A;", ["FM012"]),
        ("object S = integer* equations: var s:S; F(s) == 1; end S;", ["FM010"]),
        ("object S = integer* equations: var s:S; s == 1; end S;", ["FM020"]),
    ],
)
def test_what_is_wrong_is_said(text: str, codes: list[str]) -> None:
    assert errors(text) == codes


def test_objects_that_come_down_to_something_may_be_made_of_themselves() -> None:
    checked("object List = head:integer and tail:List;")
    checked("object Tree = Tree*;")
    checked("object Expression = integer or (left:Expression and right:Expression);")
    checked("object Item; object Pile = Item and Pile;")


def test_attributes_are_defined_for_objects_and_operations_apart() -> None:
    defined = "define object attribute note;"
    checked(f"{defined} object A = integer; description: ; note: (* hm *); end A;")
    assert errors(f"{defined} op F(x:integer) post: x = 1; note: (* hm *); end F;") == ["FM014"]
    help_text = complaints("object A components: integer; discription: ; end A;")[0].help
    assert help_text == "did you mean `description`?"


def test_modules_see_what_they_import_and_what_is_outside() -> None:
    text = """
    module M; object A = integer; object B = A; op F(a:A) = a; end M;
    module N; import M.* except B; object C = A and D; val c = F(1); end N;
    object D = string;
    import M.A, N.c;
    val a:A = c;
    """
    assert show_type(checked(text).names["a"]) == "A"


def test_what_is_missing_or_unused_is_a_warning() -> None:
    assert warnings("object A = integer operations: F, G; end A; op F(a:A) = a;") == ["FM030"]
    assert warnings("op F(x:integer, y:integer) -> (z:integer) post: z = x; end F;") == ["FM032"]
    assert warnings("op F(x:integer, y:integer) = x;") == ["FM032"]
    assert warnings("op F(x:integer, y:integer) -> (z:integer) post: (* z *); end F;") == []
    assert warnings("op F(x:integer) post: x > 0; end F; > F(1) ?-> false;") == ["FM031"]


def test_bodies_see_values_that_are_declared_later() -> None:
    text = "op F(x:integer) = x + y; val y = G(1); op G(x:integer) = x; theorem t: y > 0;"
    assert show_type(checked(text).operations["F"].result) == "integer"


def test_a_let_at_the_top_stays_known() -> None:
    known = checked("> let x = 1; > x + 1; > var v:integer; > set v = x;")
    assert len(known.declarations) == 4


def test_alternatives_alike_without_names_that_are_looked_into_are_noted() -> None:
    amount = "object Amount = integer or real; function F(a:Amount) = a.1 != nil;"
    assert [each.code for each in checked(amount).warnings] == ["FM035"]
    named = amount.replace("integer", "whole:integer").replace("a.1", "a.whole")
    assert checked(named.replace("or real", "or broken:real")).warnings == ()


COLOURS = """
object Red; object Yellow; object Blue;
object Colour = Red or Yellow or Blue;
object Warm = Red or Yellow; object Cold = Blue or Yellow;
object Item; object Thing; object Label = red:Red or also:Red;
"""


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Red = Yellow", "false"),
        ("Red != Yellow", "true"),
        ("(if 1 > 2 then Red else Yellow) = Blue", "false"),
        ("Red in [Yellow, Blue]", "false"),
        ("[Red] + Yellow", "[ Red, Yellow ]"),
        ("[Red] + [Yellow]", "[ Red, Yellow ]"),
        ("[Red, Yellow] - Blue", "[ Red, Yellow ]"),
        ("[[Red], [Yellow]]", "[ [ Red ], [ Yellow ] ]"),
        ("if 1 > 2 then [Red] else [Yellow]", "[ Yellow ]"),
        ("[{Red, 1}] + {Yellow, 1}", "[ { Red, 1 }, { Yellow, 1 } ]"),
        ("(let w:Warm = Yellow; let c:Cold = Yellow; w = c;)", "true"),
    ],
)
def test_values_of_enumerations_are_compared_and_kept_together(text: str, shown: str) -> None:
    assert value(text, COLOURS) == shown


def test_values_of_which_nothing_is_known_are_not_compared() -> None:
    (complaint,) = complaints(COLOURS + "theorem t(i:Item, t:Thing) = i = t;")
    assert (complaint.code, "of one object" in complaint.help) == ("FM021", True)
    assert errors(COLOURS + "theorem t(i:Item) = i = Red;") == ["FM021"]
    assert errors(COLOURS + "theorem t(l:Label) = l = Blue;") == ["FM021"]
