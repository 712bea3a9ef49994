"""Invariants, sequences of operations from an initial state, goals, refinement."""

from __future__ import annotations

import refute
from refute.report.outcome import Bindings, ObjectDiagram, Table, Verdict

from ..users import asked, outcome

LIGHT = """
object Red; object Green; object Colour = Red or Green;
object Light
    components: colour:Colour and count:integer;
    invariant: (* It counts from zero. *) count >= 0;
    invariant: (* It stops at two. *) count <= 2;
    initial: {Red, 0};
    goal: (* It was green twice. *) colour = Red and count = 2;
    goal: (* It counts backwards. *) count = -1;
end Light;
op Switch(l:Light) -> (l':Light)
    post: if l.colour = Red then l' = {Green, l.count + 1} else l' = {Red, l.count};
end Switch;
"""


def test_every_question_is_announced_by_the_name_that_its_answer_has() -> None:
    document = refute.open(LIGHT, language="fmsl")
    announced = [each.name for each in document.questions(steps=1)]
    assert announced == [f"{each.kind} {each.question}" for each in document.check(steps=1)]
    assert len({*announced}) == len(announced) > 4


def test_an_invariant_that_an_operation_breaks_is_shown_before_and_after() -> None:
    answer = outcome(asked(LIGHT), "Switch keeps the invariants")
    assert answer.verdict is Verdict.REFUTED
    assert answer.summary == "the invariant of Light is broken: It stops at two"
    assert answer.blocks[:2] == (
        Bindings("before", (("l", "{Red, 2}"),)),
        Bindings("after", (("l'", "{Green, 3}"),)),
    )


def test_the_shortest_sequence_is_found_and_shown_step_by_step() -> None:
    answer = outcome(asked(LIGHT, steps=6), "of Light (It stops at two)")
    assert (answer.verdict, answer.summary) == (Verdict.REFUTED, "it fails after 5 operations")
    table, drawn = answer.blocks
    assert isinstance(table, Table)
    assert isinstance(drawn, ObjectDiagram)
    assert [each.title for each in drawn.pictures][:2] == ["0  initially", "1  Switch()"]
    assert table.header == ("step", "operation", "colour", "count")
    assert table.rows[0] == ("0", "initially", "Red", "0")
    assert table.rows[-1] == ("5", "Switch()", "Green", "3")


def test_what_no_sequence_of_some_length_breaks_is_bounded_and_what_is_kept_is_not() -> None:
    report = asked(LIGHT, steps=2)
    bounded = outcome(report, "of Light (It stops at two)")
    assert (bounded.verdict, bounded.bound) == (Verdict.PASSED, "sequences of up to 2 operations")
    kept = outcome(report, "of Light (It counts from zero)")
    assert (kept.verdict, kept.bound) == (Verdict.CONFIRMED, "")


def test_goals_are_reached_or_refuted_or_left_open() -> None:
    assert outcome(asked(LIGHT), "of Light (It was green twice)").summary == (
        "it is reached after 4 operations"
    )
    early = outcome(asked(LIGHT, steps=1), "of Light (It was green twice)")
    assert early.verdict is Verdict.UNDECIDED
    # From -2 an operation would lead to it, so that no induction rules it out.
    assert outcome(asked(LIGHT), "of Light (It counts backwards)").verdict is Verdict.UNDECIDED
    never = LIGHT.replace("count = -1", "count = 0 and colour = Green")
    assert outcome(asked(never), "of Light (It counts backwards)").verdict is not Verdict.CONFIRMED


def test_inputs_meet_the_invariants_of_their_objects() -> None:
    text = """
    object Age = integer invariant: self >= 0; end Age;
    object Person = name:string and age:Age;
    theorem t(p:Person) = p.age = nil or p.age >= 0;
    theorem u(p:Person) = p.age = nil or p.age >= 1;
    op Younger(p:Person) -> (q:Person) post: q = {p.name, p.age - 1}; end Younger;
    """
    report = asked(text)
    assert outcome(report, "t").verdict is Verdict.CONFIRMED
    assert outcome(report, "u").verdict is Verdict.REFUTED
    assert outcome(report, "Younger keeps the invariants").verdict is Verdict.REFUTED


def test_a_later_version_accepts_as_much_and_allows_no_more() -> None:
    text = """
    op Half(n:integer) -> (h:integer) pre: n >= 0; post: 2 * h <= n; end Half;
    op Exact refines Half (n:integer) -> (h:integer) pre: n >= 0; post: h = n / 2; end Exact;
    op Picky refines Half (n:integer) -> (h:integer) pre: n > 0; post: h = n / 2; end Picky;
    op Loose refines Half (m:integer) -> (k:integer) post: k <= m; end Loose;
    """
    report = asked(text)
    assert outcome(report, "Exact refines Half").verdict is Verdict.CONFIRMED
    assert outcome(report, "Picky refines Half").summary == (
        "it refuses an input that Half accepts"
    )
    assert outcome(report, "Loose refines Half").summary == (
        "it gives a result that Half does not allow"
    )


def test_items_of_a_list_may_be_of_objects_that_extend_theirs() -> None:
    text = """
    object Item components: title:string; end Item;
    object Task extends Item components: done:boolean; end Task;
    theorem by_title(a:Item, b:Item) = if a.title = b.title then a = b;
    """
    answer = outcome(asked(text), "by_title")
    assert answer.verdict is Verdict.REFUTED


COUNTDOWN = """
object Clock
    components: left: integer;
    invariant: (* It never rings. *) left != 0;
    initial: {7};
    goal: (* Little is left. *) left = 1;
end Clock;
operation Tick(c: Clock) -> (c': Clock) pre: c.left > 0; post: c' = {c.left - 1}; end Tick;
"""


def test_sequences_grow_beyond_four_operations_by_themselves() -> None:
    report = asked(COUNTDOWN)
    assert outcome(report, "of Clock (It never rings)").summary == "it fails after 7 operations"
    assert (
        outcome(report, "of Clock (Little is left)").summary == "it is reached after 6 operations"
    )
    short = outcome(asked(COUNTDOWN, steps=3), "of Clock (It never rings)")
    assert (short.verdict, "up to 3 operations" in short.bound) == (Verdict.PASSED, True)


def test_a_claim_about_all_values_of_an_object_is_about_those_that_meet_its_invariants() -> None:
    report = asked(
        LIGHT
        + """
        theorem counted: forall (l:Light) l.count != -5;
        theorem limited: forall (n:integer) forall (l:Light | l.count > n) l.count != 2;
        """
    )
    assert outcome(report, "counted").verdict is Verdict.CONFIRMED
    limited = outcome(report, "limited")
    assert limited.verdict is Verdict.REFUTED
    shown = limited.blocks[0]
    assert isinstance(shown, Bindings)
    values = dict(shown.rows)
    assert values["l"].endswith(", 2}")
    assert int(values["n"]) < 2


ALIKE = """
object Task components: name:string; end Task;
object Periodic extends Task components: every:integer; invariant: every > 0; end Periodic;
object Once extends Task components: at:integer; {once} end Once;
object Small components: size:integer; {small} end Small;
object Large components: size:integer; invariant: size > 9; end Large;
object Size components: Small or Large; invariant: self != nil; end Size;
object State components: waiting:Task* and size:Size; invariant: #waiting < 9; end State;
function Made(n:string, at:integer) -> (o:Once) = {{n, at}};
op Add(s:State, n:string, at:integer) -> (s':State)
    pre: #(s.waiting) < 8 and n != nil;
    post: s' = {{s.waiting + Made(n, at), s.size}};
end Add;
op Fit(s:State, size:integer) -> (s':State) post: s' = {{s.waiting, {{Small: {{size}}}}}}; end Fit;
"""


def test_a_value_meets_the_invariants_of_its_alternative_or_of_one_heir_that_it_is_like() -> None:
    free = asked(ALIKE.format(once="", small=""), size=1)
    for name in ("Add", "Fit"):
        assert outcome(free, f"{name} keeps the invariants").verdict is not Verdict.REFUTED
        assert outcome(free, f"{name} keeps the invariants").verdict is not Verdict.UNDECIDED
    bound = asked(ALIKE.format(once="invariant: at > 5;", small="invariant: size > 2;"), size=1)
    for name, left in (("Add", 0), ("Fit", 2)):
        answer = outcome(bound, f"{name} keeps the invariants")
        assert answer.verdict is Verdict.REFUTED
        before = answer.blocks[0]
        assert isinstance(before, Bindings)
        assert int(before.rows[-1][1]) <= left
