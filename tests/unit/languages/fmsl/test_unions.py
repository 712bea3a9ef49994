"""Unions whose alternatives are alike: values say of which one they are."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import refute
from asking import report_on
from refute.languages.fmsl.testing.protocol import NotReadable, read, written
from refute.languages.fmsl.types import Named
from refute.languages.fmsl.values import Labelled, Record, same
from refute.report.outcome import ObjectDiagram, Verdict
from refute.source import Source

from .specifications import answers, checked, complaints, errors
from .users import asked, outcome

TEMPERATURES = """
object Celsius = degrees:integer;
object Fahrenheit = degrees:integer;
object Temperature = c:Celsius or f:Fahrenheit;
object Other = x:Celsius or y:Fahrenheit;
object Log = Temperature*;
value warm:Celsius = {20}; value cool:Fahrenheit = {20};
function IsCelsius(t:Temperature) = t.c != nil;
function Read(t:Temperature) -> (t':Temperature) = t;
"""


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("IsCelsius(warm)", "true"),
        ("IsCelsius(cool)", "false"),
        ("IsCelsius({c: {451}})", "true"),
        ("Read(cool)", "{ f: { 20 } }"),
        ("Read(cool).f.degrees", "20"),
        ("Read(cool).c", "nil"),
        ("Read(warm) = Read(cool)", "false"),
        ("Read(warm) = warm", "true"),
        ("warm = Read(cool)", "false"),
        ("Read(warm) = {c: {20}}", "true"),
        ("{f: {20}} != Read(warm)", "true"),
        ("Read(nil)", "nil"),
        ("(let l:Log = [warm, cool, nil]; l;)", "[ { c: { 20 } }, { f: { 20 } }, nil ]"),
        ("(let l:Log = [warm]; warm in l and not (cool in l);)", "true"),
        ("(let l:Log = [warm]; {f: {20}} in l;)", "false"),
        ("(let l:Log = [warm]; l + cool + {f: {1}} - warm;)", "[ { f: { 20 } }, { f: { 1 } } ]"),
        ("(let l:Log = [warm]; l = [{c: {20}}];)", "true"),
        ("(let t:Temperature = if 1 > 2 then warm else cool; t;)", "{ f: { 20 } }"),
        ("(let t = if 1 > 2 then Read(warm) else cool; t;)", "{ f: { 20 } }"),
        ("(var t:Temperature = warm; set t = cool; t;)", "{ f: { 20 } }"),
        ("(var t:Temperature = warm; set t.c.degrees = 7; t;)", "{ c: { 7 } }"),
        ("(var t:Temperature = warm; set t.f = cool; t;)", "{ f: { 20 } }"),
        ("exists (t in [Read(warm), cool]) t.f != nil", "true"),
    ],
)
def test_a_value_of_a_union_says_of_which_alternative_it_is(expression: str, value: str) -> None:
    assert answers(f"{TEMPERATURES} > {expression};") == [value]


def test_alternatives_without_names_are_known_by_their_objects() -> None:
    text = TEMPERATURES.replace("c:Celsius or f:F", "Celsius or F").replace(".c", ".Celsius")
    assert answers(text + "> IsCelsius(warm); > Read(cool);") == ["true", "{ Fahrenheit: { 20 } }"]


def test_alternatives_of_one_type_are_known_by_their_names() -> None:
    text = "object T = c:integer or f:integer; function F(t:T) = if t.c != nil then t.c else -t.f;"
    assert answers(text + "> F({c: 3}); > F({f: 3});") == ["3", "-3"]


def test_alternatives_that_differ_need_no_label_and_may_have_one() -> None:
    text = "object T = n:integer or s:string; function F(t:T) -> (u:T) = t;"
    assert answers(text + '> F(3); > F({s: "a"}); > F({n: 1}) = F(1);') == ["3", '"a"', "true"]


def test_an_heir_is_told_apart_from_what_it_extends() -> None:
    text = """
    object A = x:integer; object B extends A components: y:integer; end B;
    object C extends B components: z:integer; end C;
    object U = a:A or b:B; function F(u:U) -> (v:U) = u;
    value a:A = {1}; value b:B = {1, 2}; value c:C = {1, 2, 3};
    > F(a); > F(b); > F(c);
    """
    assert answers(text) == ["{ a: { 1 } }", "{ b: { 1, 2 } }", "{ b: { 1, 2, 3 } }"]


def test_values_pass_between_unions_by_their_labels() -> None:
    text = (
        TEMPERATURES
        + """
    object Reading = f:Fahrenheit or c:Celsius or none:string;
    function G(r:Reading) -> (s:Reading) = r;
    > G(Read(warm)); > G(Read(cool)); > G({none: "x"});
    """
    )
    assert answers(text) == ["{ c: { 20 } }", "{ f: { 20 } }", '"x"']


def test_the_label_of_a_union_in_a_union_is_enough() -> None:
    text = (
        TEMPERATURES
        + """
    object Entry = Temperature or string; function G(e:Entry) -> (f:Entry) = e;
    > G("x"); > G({c: {1}}); > G({Temperature: {c: {1}}}) = G({c: {1}}); > G(warm) = {f: {20}};
    """
    )
    assert answers(text) == ['"x"', "{ c: { 1 } }", "true", "false"]
    objects = checked(text).objects
    content = written(Labelled("c", Record((20,))), Named("Entry"), objects)
    assert read(content, Named("Entry"), objects) == Labelled("c", Record((20,)))
    assert content == {"c": {"degrees": 20}}


def test_functions_over_a_union_are_values() -> None:
    text = TEMPERATURES + "function H(f:(Temperature) -> boolean, t:Temperature) = f(t);"
    assert answers(text + "> H(IsCelsius, warm); > H(IsCelsius, cool);") == ["true", "false"]
    narrow = (
        "function N(c:Celsius) -> Celsius = c; function H(f:(Celsius) -> Temperature) = f(warm);"
    )
    assert errors(TEMPERATURES + narrow + "> H(N);") == ["FM036"]


def test_the_empty_list_is_nil_in_a_union_too() -> None:
    text = "object T = a:integer* or b:integer*; function F(t:T) -> (u:T) = t;"
    assert answers(text + "> F({a: []}); > F({a: []}) = F({b: []});") == ["nil", "true"]
    assert same(Labelled("a", Record((None,))), Labelled("a", Record(((),))))


@pytest.mark.parametrize(
    ("expression", "code"),
    [
        ("IsCelsius({20})", "FM036"),
        ("Read(warm) = {20}", "FM036"),
        ("(let l:Log = [warm, {20}]; l;)", "FM036"),
        ("(let t = {c: {20}}; t;)", "FM036"),
        ("{c: {20}} = {f: {20}}", "FM036"),
        ("IsCelsius({k: {20}})", "FM022"),
        ('IsCelsius({c: {"a"}})', "FM020"),
        ("[warm, cool]", "FM020"),
        ("(let c:Celsius = Read(warm); c;)", "FM020"),
    ],
)
def test_what_may_be_of_several_alternatives_is_an_error(expression: str, code: str) -> None:
    assert errors(f"{TEMPERATURES} > {expression};")[:1] == [code]


def test_the_error_says_what_to_write() -> None:
    (found,) = complaints(TEMPERATURES + "> IsCelsius({20});")
    assert found.message == "this may be of `c` and `f` in Temperature"
    assert found.help == "write `{c: {20}}` or `{f: {20}}`"


@pytest.mark.parametrize(
    ("expression", "advice"),
    [
        ("IsCelsius(Celsius{20})", "`{c: {20}}`"),
        ("IsCelsius(Celsius(20))", "without its object"),
        ("IsCelsius({Celsius: {20}})", "its alternatives are `c`, `f`"),
        ("IsCelsius({c: {20}, f: {30}})", "components of a tuple have none"),
        ('IsCelsius({"c": {20}})', "a name in braces"),
        ("warm is Celsius", "`t.c != nil`"),
        ("{c: {20}}", "`let x:Temperature = {c: …}`"),
        ("[warm, cool]", "`let l:Temperature* = […]`"),
        ("if true then warm else cool", "`let x:Temperature = if …`"),
    ],
)
def test_slips_are_answered_with_what_to_write(expression: str, advice: str) -> None:
    found = complaints(f"{TEMPERATURES} > {expression};")
    assert advice in found[0].help


@pytest.mark.parametrize(
    ("claim", "verdict"),
    [
        ("t(t:Temperature) = (t.c != nil) xor (t.f != nil)", Verdict.CONFIRMED),
        ("t(c:Celsius, t:Temperature) = t = c => t.c = c", Verdict.CONFIRMED),
        ("t(c:Celsius, f:Fahrenheit) = Read(c) != Read(f)", Verdict.CONFIRMED),
        ("t(l:Log) = forall (t in l) IsCelsius(t)", Verdict.REFUTED),
        ("t(t:Temperature, u:Temperature) = t = u", Verdict.REFUTED),
        ("t = forall (t:Temperature) exists (c:Celsius) t = c", Verdict.REFUTED),
        ("t(t:Temperature) = t.f = nil => (exists (c:Celsius) t = c)", Verdict.CONFIRMED),
    ],
)
def test_claims_about_alternatives_that_are_alike(claim: str, verdict: Verdict) -> None:
    assert outcome(asked(f"{TEMPERATURES} theorem {claim};"), "t").verdict is verdict


OPERATION = (
    TEMPERATURES
    + """
operation Warm(l:Log, t:Temperature) -> (l':Log)
    pre: t.c != nil;
    post: l' = l + t;
end Warm;
"""
)


def test_rows_of_a_plan_can_be_read_again(tmp_path: Path) -> None:
    plan = tmp_path / "plan.md"
    source = Source("log.fmsl", OPERATION)
    assert report_on("tests", source, plan=str(plan)).exit_code == 0
    assert "{c: {" in plan.read_text()
    assert "{f: {" in plan.read_text()
    assert report_on("tests", source, plan=str(plan)).exit_code == 0
    assert "ok" in plan.read_text()


def test_values_with_labels_go_through_the_protocol() -> None:
    objects = checked(OPERATION).objects
    value = (Labelled("c", Record((20,))), Labelled("f", Record((1,))))
    content = written(value, Named("Log"), objects)
    assert content == [{"c": {"degrees": 20}}, {"f": {"degrees": 1}}]
    assert read(json.loads(json.dumps(content)), Named("Log"), objects) == value
    with pytest.raises(NotReadable, match="is wanted"):
        read([{"degrees": 20}], Named("Log"), objects)


def test_a_judge_takes_dictionaries() -> None:
    judge = refute.open(OPERATION, language="fmsl").judge("Warm")
    assert judge.allows([[], {"c": (20,)}], [{"c": (20,)}])
    assert not judge.allows([[], {"c": (20,)}], [{"f": (20,)}])
    assert not judge.allows([[], {"f": (20,)}], [{"f": (20,)}])
    assert not judge.allows([[], {"c": (20,)}], [{}])


def test_a_value_with_a_label_is_drawn_with_its_parts() -> None:
    text = (
        TEMPERATURES
        + """
    operation Heat(l:Log, t:Temperature) -> (l':Log, t':Temperature)
        pre: t.c != nil; post: #l' = #l + 1 and t in l' and t'.c != nil;
    end Heat;
    """
    )
    answer = outcome(asked(text), "Heat is strong enough")
    pictures = [each for each in answer.blocks if isinstance(each, ObjectDiagram)]
    things = [thing for each in pictures[0].pictures for thing in each.things]
    assert {thing.of for thing in things if thing.name.startswith("t")} == {"c:Celsius"}
    assert "[1]" in {part.name for thing in things for part in thing.parts}
