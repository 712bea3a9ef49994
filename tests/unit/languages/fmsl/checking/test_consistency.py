"""Postconditions that can be met, bodies that keep their word, claims that hold."""

import pytest

import refute
from asking import report_on
from refute.report.outcome import Bindings, Lines, Outcome, Verdict
from refute.source import Source

from ..users import asked, figure, outcome

PERSON = """
object Person = first:Name and last:Name and age:integer;
object Name = string;
val p1:Person = {"Alan", "Turing", 97};
val p2:Person = {"Arnold", "Schwarzenegger", 61};
"""


def met(conditions: str, inputs: str = "x:integer", outputs: str = "y:integer") -> Outcome:
    entry = "object Entry = source:integer and amount:integer;"
    text = f"{entry} op F inputs: {inputs}; outputs: {outputs}; {conditions} end F;"
    return outcome(asked(text), "F can be met")


@pytest.mark.parametrize("number", ["3.16", "3.19", "3.20"])
def test_add_user_can_always_be_met(number: str) -> None:
    answer = outcome(asked(figure(number)), "AddUser can be met")
    assert (answer.verdict, answer.summary) == (
        Verdict.PASSED,
        "for every input there is an output",
    )


def test_figure_3_29_cannot_be_met_when_records_share_their_id() -> None:
    answer = outcome(asked(figure("3.29")), "FindUserByName can be met")
    assert (answer.verdict, answer.called) == (Verdict.PASSED, "partly")
    shown, note = answer.blocks
    assert isinstance(shown, Bindings)
    assert shown.title == "input without an output"
    assert note == Lines(
        "note", ("there is no precondition yet; it would have to exclude this input",)
    )


@pytest.mark.parametrize(
    ("conditions", "verdict"),
    [
        ("post: y > x;", Verdict.CONFIRMED),
        ("post: y = x + 1;", Verdict.CONFIRMED),
        ("pre: x > 0; post: y * y = x;", Verdict.REFUTED),
        ("pre: x > 0; post: y + y = x;", Verdict.REFUTED),
        ("post: y > x and y < x;", Verdict.REFUTED),
        ("post: (x > 0 => y = 1) and (x <= 0 => y = 2);", Verdict.CONFIRMED),
    ],
)
def test_outputs_that_are_numbers(conditions: str, verdict: Verdict) -> None:
    assert met(conditions).verdict is verdict


def test_an_input_without_output_is_shown() -> None:
    answer = met("pre: x > 0; post: y * y = x;")
    assert answer.blocks == (Bindings("input without an output", (("x", "2"),)),)


def test_lists_that_must_be_longer_than_the_bound_are_not_held_against_it() -> None:
    answer = met("pre: x >= 0; post: #l = x;", outputs="l:integer*")
    assert answer.verdict is not Verdict.REFUTED


def test_joined_lists_are_within_the_bound() -> None:
    answer = met("post: m = l + l;", inputs="l:integer*", outputs="m:integer*")
    assert (answer.verdict, answer.called) == (Verdict.PASSED, "passed")


def test_a_body_that_breaks_its_postcondition() -> None:
    text = """
op Sign(x:integer) -> (s:integer) = if x > 0 then 1 else 0;
    post: s * x >= 0 and (x < 0 => s < 0);
end Sign;
"""
    answer = outcome(asked(text), "Sign meets its postcondition")
    assert answer.verdict is Verdict.REFUTED
    assert isinstance(answer.blocks[1], Lines)
    assert "{true, false}" in answer.blocks[1].lines[1]


def test_a_recursive_body_keeps_its_word() -> None:
    text = """
function All(l:integer*) -> (b:boolean) =
    if #l = 0 then true else l[1] > 0 and All(l[2:#l]);
    post: b iff (forall (i in l) i > 0);
end All;
"""
    answer = outcome(asked(text), "All meets its postcondition")
    assert (answer.verdict, answer.bound) == (
        Verdict.PASSED,
        "lists of up to 2 items, in results 3",
    )


def test_recursion_without_end_is_left_open() -> None:
    text = "function F(n:integer) -> (m:integer) = F(n + 1); post: m = n; end F;"
    answer = outcome(asked(text), "F meets its postcondition")
    assert answer.verdict is Verdict.UNDECIDED
    assert "calls of `F`" in answer.reason


def test_the_universe_says_true_and_the_solver_knows_better() -> None:
    report = asked(PERSON + "theorem named: forall (p:Person) p.last != nil;")
    (answer,) = report.outcomes
    assert (answer.verdict, report.exit_code) == (Verdict.REFUTED, 1)
    values, replay, universe = answer.blocks
    assert isinstance(values, Bindings)
    assert [name for name, _ in values.rows] == ["p"]
    assert replay == Lines("replay", ("forall (p:Person) p.last != nil = false",))
    assert isinstance(universe, Lines)
    assert universe.title == "the universe says"
    assert universe.lines[0].startswith("true, with the values of this file: 2 of Person")


@pytest.mark.parametrize(
    ("claim", "verdict"),
    [
        ("theorem t(x:integer, y:integer) = x + y = y + x;", Verdict.CONFIRMED),
        ("theorem t(x:integer) = exists (y:integer) y > x;", Verdict.CONFIRMED),
        ("theorem t: exists (x:integer) forall (y:integer) x >= y;", Verdict.REFUTED),
        ("theorem t(l:integer*, m:integer*) = #(l + m) = #l + #m;", Verdict.PASSED),
        ("theorem t(l:integer*, x:integer) = not (x in (l - x));", Verdict.PASSED),
        ("theorem t(l:integer*, m:integer*) = l + m = m + l;", Verdict.REFUTED),
        ("axiom a(x:integer) = x * x >= 0;", Verdict.CONFIRMED),
        ("axiom a(x:integer) = x * x > 0;", Verdict.REFUTED),
        ("theorem t(x:integer) = #x >= 1;", Verdict.CONFIRMED),
        ("theorem t(s:string, t:string) = s < t or t < s or s = t;", Verdict.CONFIRMED),
        ("theorem t(s:string, t:string) = #(s + t) = #s + #t;", Verdict.CONFIRMED),
    ],
)
def test_claims(claim: str, verdict: Verdict) -> None:
    (answer,) = asked(claim).outcomes
    assert answer.verdict is verdict


def test_a_claim_that_is_only_undefined_is_noted() -> None:
    text = PERSON + "theorem old(p:Person) = p.age > 0 or p.age <= 0;"
    assert [each.called for each in asked(text).outcomes] == ["partly"]
    assert asked(text, strict=True).exit_code == 1


def test_equations_over_bodies_are_claims() -> None:
    text = """
object Stack components: integer*; operations: Push, Pop;
  equations: var s:Stack, e:integer; Pop(Push(s, e)) == s; Push(Pop(s), e) == s; end Stack;
op Push(s:Stack, e:integer) = e + s;
op Pop(s:Stack) = s[2:#s];
"""
    verdicts = [(each.question, each.verdict) for each in asked(text).outcomes]
    assert verdicts == [
        ("Pop is defined", Verdict.PASSED),
        ("Pop(Push(s, e)) == s", Verdict.PASSED),
        ("Push(Pop(s), e) == s", Verdict.REFUTED),
    ]


ENDLESS = """
function L(n:integer) = L(n);
op F inputs: x:integer; outputs: y:integer; post: y = L(x); end F;
"""
LONG = f"""
val s = "{"a" * 50_000}";
op F inputs: x:string; outputs: y:string; post: y = s; end F;
"""
RECURSIVE = """
object T = v:integer and kids:T*;
op F inputs: t:T; outputs: t':T; post: t'.v = t.v + 1; end F;
"""


@pytest.mark.parametrize("text", [ENDLESS, LONG, RECURSIVE], ids=["endless", "long", "recursive"])
def test_what_is_too_much_is_left_open_in_time(text: str) -> None:
    report = report_on("check", Source("much.fmsl", text), time_limit=2)
    answer = outcome(report, "F is strong enough")
    assert answer.verdict in {Verdict.UNDECIDED, Verdict.REFUTED}
    assert report.seconds < 60


def test_a_variable_that_is_never_set_is_a_value() -> None:
    text = "var v:integer = 3; op F inputs: x:integer; outputs: y:integer; post: y = x + v; end F;"
    assert {each.verdict for each in asked(text).outcomes} == {Verdict.CONFIRMED}
    report = asked(text + "> set v = 4;")
    assert outcome(report, "F is strong enough").verdict is Verdict.UNDECIDED


def test_unions_are_of_one_of_their_alternatives() -> None:
    text = """
object Circle = r:integer;
object Box = w:integer and h:integer;
object Shape = circle:Circle or box:Box;
theorem one(s:Shape) = s.circle = nil or s.box = nil;
theorem round(s:Shape) = s.circle != nil;
"""
    assert [each.verdict for each in asked(text).outcomes] == [Verdict.CONFIRMED, Verdict.REFUTED]


def test_quantifiers_over_ranges_do_not_try_nil() -> None:
    inputs, outputs = "log:Entry*, n:integer", "l:Entry*"
    answer = met("post: l = log + {nil, n} and forall (i in [1..n]) i <= n;", inputs, outputs)
    assert answer.verdict is Verdict.PASSED


def test_a_list_that_is_described_position_by_position_can_be_met() -> None:
    entries, result = "l:Entry*, n:integer", "m:Entry*"
    each = "m[i].source = l[i].source and m[i].amount = l[i].amount - n"
    condition = f"post: #m = #l and forall (i in [1..#l]) {each};"
    complete = "pre: forall (e in l) e.source != nil and e.amount != nil;"
    assert met(f"{complete} {condition}", entries, result).verdict is Verdict.PASSED
    impossible = f"{complete} {condition[:-1]} and m[i].amount > l[i].amount;"
    assert met(impossible, entries, result).verdict is Verdict.REFUTED


@pytest.mark.parametrize(
    ("claim", "verdict"),
    [
        ("forall (t:Degrees) t.c != nil xor t.f != nil xor t.k != nil", Verdict.CONFIRMED),
        ("exists (t:Degrees) t.f != nil", Verdict.CONFIRMED),
        ("forall (t:Degrees) t.c != nil or t.k != nil", Verdict.REFUTED),
        ('forall (t:Degrees) if t.c != nil then t.c.unit = "C"', Verdict.CONFIRMED),
    ],
)
def test_alternatives_are_told_apart_by_a_component_of_one_value(
    claim: str, verdict: Verdict
) -> None:
    units = """
    object Celsius = unit:"C" and degrees:real;
    object Fahrenheit = unit:"F" and degrees:real;
    object Kelvin = scale:integer and degrees:real;
    object Degrees = c:Celsius or f:Fahrenheit or k:Kelvin;
    """
    assert asked(f"{units} theorem t: {claim};").outcomes[0].verdict is verdict


ROOT = """
operation Root inputs: n:integer; outputs: r:integer;
    precondition: n >= 0;
    postcondition: r >= 0 and r * r <= n and (r + 1) * (r + 1) > n {};
end Root;
"""


def test_where_products_are_beyond_the_solver_numbers_grow_as_far_as_they_can() -> None:
    answer = outcome(asked(ROOT.format("")), "Root can be met")
    assert (answer.verdict, answer.bound) == (Verdict.PASSED, "numbers up to 1024")


def test_the_first_number_without_a_root_is_found_beyond_the_smallest_ones() -> None:
    answer = outcome(asked(ROOT.format("and r < 12")), "Root can be met")
    assert answer.verdict is Verdict.REFUTED
    (shown,) = answer.blocks
    assert isinstance(shown, Bindings)
    assert 144 <= int(dict(shown.rows)["n"]) <= 256


def test_what_no_input_could_break_is_vacuous() -> None:
    text = """operation Never
    inputs: x:integer;
    outputs: y:integer;
    precondition: x > 3 and x < 2;
    postcondition: y > x;
end Never;
"""
    outcomes = refute.open(text, language="fmsl").check().report.outcomes
    assert [each.called for each in outcomes] == ["refuted", "vacuous", "vacuous", "vacuous"]
    assert {each.verdict for each in outcomes[1:]} == {Verdict.UNDECIDED}


S = "object S components: n:integer; invariant: n != nil and n >= 0{}; end S;\n"
ADD = "operation Add(s:S) -> (t:S) {} post: t.n = s.n + 1; end Add;\n"


@pytest.mark.parametrize(
    ("text", "called"),
    [
        (S.format("") + ADD.format("pre: s.n < 0;"), ["refuted"] + ["vacuous"] * 4),
        (S.format(" and n < 0") + ADD.format(""), ["vacuous"] * 3),
        (S.format(" and n < 0") + "theorem t(s:S) = s.n = 7;", ["vacuous"]),
        (S.format(" and n < 0") + "theorem forall (s:S) s.n = 7;", ["vacuous"]),
        ("theorem t(x:integer) = x > 0 and x < 0 => x = 7;", ["vacuous"]),
        ("theorem forall (x:integer | x > 0) if x < 0 then x = 7;", ["vacuous"]),
        ("theorem t(l:integer*) = #l > 20 => l = nil;", ["vacuous"]),
        ("theorem t(l:integer*) = #l > 4 => l != nil;", ["passed"]),
        ("theorem t(x:integer) = x > 0 => (x < 0 => false);", ["confirmed"]),
        ("theorem t(x:integer) = x > 0 => x > -1;", ["confirmed"]),
        ("theorem t(x:integer) = x > 0 => forall (x:integer | x < 0) x < 1;", ["confirmed"]),
        (
            "operation A(l:integer*) -> (n:integer) pre: #l = 20; post: n = 1 and n = 2; end A;",
            ["undecided"] + ["vacuous"] * 3,
        ),
        (
            "operation A(l:integer*) -> (n:integer) pre: #l = 5; post: n = 1; end A;",
            ["confirmed"] + ["passed"] * 3,
        ),
        (
            """operation A(x:integer) -> (y:integer) pre: x != x; end A;
            operation B refines A inputs: x:integer; outputs: y:integer; post: y = x; end B;""",
            ["refuted", "vacuous", "vacuous", "confirmed", "confirmed"],
        ),
    ],
)
def test_nothing_is_confirmed_of_values_that_do_not_exist(text: str, called: list[str]) -> None:
    outcomes = refute.open(text, language="fmsl").check().report.outcomes
    assert [each.called for each in outcomes] == called
