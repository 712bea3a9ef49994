import pytest

from asking import entered, report_on, talk_about
from refute.diagnostics import InputError
from refute.languages.workflow.inputs import split_inputs
from refute.report.outcome import Bindings, Lines, Outcome, Outline, Table, Verdict

from .examples import example, source

TASK = r"task main = enter Int <&> enter String >>? \(n, s). if n > 0 then edit (s, n) else fail"


def played(text: str, inputs: str) -> Outcome:
    (outcome,) = report_on("run", source(text), inputs=inputs).outcomes
    return outcome


def codes(text: str, inputs: str) -> list[str]:
    with pytest.raises(InputError) as caught:
        played(text, inputs)
    return [each.code for each in caught.value.diagnostics]


def test_a_hint_goes_on_after_days_that_passed_a_deadline() -> None:
    text = r"""
    def second = within 5 (choose { "Pay" -> view 1 }) otherwise view 0
    task main = within 3 (choose { "Pay" -> view 2 }) otherwise second
    reachable late(v) = v == 0
    """
    talk = talk_about(source(text))
    (before,) = entered(talk, ":hint late").outcomes
    entered(talk, "wait 4")
    (after,) = entered(talk, ":hint late").outcomes
    assert (before.summary, after.summary) == ("wait 3, then wait 5", "wait 4")


def test_inputs_are_split_at_semicolons_outside_of_texts() -> None:
    assert split_inputs('F 1; S "a;b\\";c" ;; L;') == ["F 1", 'S "a;b\\";c"', "L"]
    assert split_inputs("") == []


def test_playing_inputs_leads_to_a_value() -> None:
    outcome = played(TASK, 'F 1 + 1; S "a;b"; C')
    assert outcome.summary == "it has a value"
    assert Bindings("value", (("main", '("a;b", 2)'),)) in outcome.blocks
    (lines,) = [b for b in outcome.blocks if isinstance(b, Lines) and b.title == "played"]
    assert len(lines.lines) == 4


def test_the_inputs_that_are_possible_are_numbered() -> None:
    (table,) = [b for b in played(TASK, "").blocks if isinstance(b, Table)]
    assert [row[:2] for row in table.rows] == [("1", "F <Int>"), ("2", "S <String>")]


def test_inputs_that_are_not_taken_are_rejected() -> None:
    for refused in ("C", "L", "True", "F C", "S S 1", "F F 1", "S", 'F 0; S ""; C'):
        assert codes(TASK, refused) == ["TH020"]
    for wrong in ("F True", "F x", "F (", "F 1 / 0", "S 1", "F " + "(" * 3000 + "1" + ")" * 3000):
        assert codes(TASK, wrong) == ["TH021"]
    assert codes("task main = enter Int >>= \\x. edit (1 / x)", "0") == ["TH022"]


def test_a_broken_assertion_shows() -> None:
    text = r"task main = enter Int >>= \x. assert (x > 0) edit x"
    assert played(text, "1").verdict is Verdict.PASSED
    assert played(text, "0").verdict is Verdict.REFUTED


def test_a_task_that_takes_nothing_says_so() -> None:
    assert played("task main = fail", "").summary == "it takes no input and has no value"


def test_the_tree_of_figure_18() -> None:
    (outcome,) = report_on("tree", example("positive")).outcomes
    (root,) = outcome.blocks
    assert isinstance(root, Outline)
    (start,) = root.children
    first = start.children
    assert [each.label for each in first] == ["s0, 0 < s0 → value s0", "s0, s0 <= 0"]
    third = first[1].children[1].children
    assert [(each.label, str(each.mark)) for each in third] == [
        ("s2, 0 < s2 → value s2", "answer"),
        ("s2, s2 <= 0", "failed"),
    ]


def test_a_tree_that_is_cut_says_so() -> None:
    (outcome,) = report_on("tree", example("flight-2"), nodes=10).outcomes
    assert (outcome.verdict, outcome.bound) == (Verdict.PASSED, "10 nodes")


def test_a_conversation_takes_inputs_by_number_or_as_written_and_takes_them_back() -> None:
    talk = talk_about(source(TASK))
    entered(talk, "1 5")
    (outcome,) = entered(talk, 'S "x"').outcomes
    assert list(talk.names()) == ["F", "S", "C"]
    (outcome,) = entered(talk, "a").outcomes
    assert outcome.summary == "it has a value"
    for _ in range(3):
        (outcome,) = entered(talk, ":undo").outcomes
    assert list(talk.names()) == ["F", "S"]
    assert entered(talk, ":undo").outcomes[0].summary == "it waits for input"
    assert not talk.wants_more("1")


def test_a_wrong_entry_does_not_change_where_a_conversation_stands() -> None:
    talk = talk_about(source(TASK))
    for entry, code in (("1 True", "TH021"), ("9 9", "TH020"), ("z", "TH020"), ("C", "TH020")):
        with pytest.raises(InputError) as caught:
            entered(talk, entry)
        assert [each.code for each in caught.value.diagnostics] == [code]
    assert list(talk.names()) == ["F", "S"]


def test_a_value_alone_goes_into_the_box_that_takes_it() -> None:
    talk = talk_about(source(TASK))
    (outcome,) = entered(talk, "2").outcomes
    (task,) = [each for each in outcome.blocks if isinstance(each, Lines)]
    assert "│ 2      │" in task.lines[1]
    two = talk_about(source("task main = enter Int <&> enter Int"))
    with pytest.raises(InputError) as caught:
        entered(two, "2")
    assert "`1 2`, `2 2`" in caught.value.diagnostics[0].help
    entered(two, "2 5")
    assert entered(two, "7").outcomes[0].summary == "it has a value"


def test_a_run_ends_at_the_first_value_after_an_input() -> None:
    text = 'task main = edit 100 <&> edit "EUR"'
    assert played(text, "").summary == "it has a value, which the next input can change"
    assert played(text, "F 5000").summary == "it has a value"
    assert codes(text, 'F 5000; S "USD"') == ["TH020"]
    assert played("task main = view 1", "").summary == "it has a value"


def test_a_conversation_needs_a_task() -> None:
    with pytest.raises(InputError) as caught:
        talk_about(source(""))
    assert [each.code for each in caught.value.diagnostics] == ["TH019"]
