import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from asking import entered, report_on, talk_about
from refute.cli.main import commands
from refute.diagnostics import InputError
from refute.languages.forms import Group
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


def test_a_value_is_entered_though_a_move_is_called_the_same() -> None:
    text = r"""
    type Grade = A | B | C
    task main = enter Grade as "Grade" >>* \g. { "L" when g == C -> view g, "R" -> view A }
    """
    assert Bindings("value", (("main", "C"),)) in played(text, "C; L").blocks
    assert codes("task main = enter Int", "C") == ["TH020"]


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


def test_a_conversation_without_a_task_waits_for_one(tmp_path: Path) -> None:
    talk = talk_about(source(""))
    assert (talk.form(), talk.names(), talk.users()) == (Group(()), [], {})
    for entry in ("F 5", ":undo", ":hint"):
        with pytest.raises(InputError) as caught:
            list(talk.answer(entry))
        assert [each.code for each in caught.value.diagnostics] == ["TH019"]
    (tmp_path / "a.top").write_text("task main = enter Int")
    waiting, _loaded = talk.answer(f":load {tmp_path / 'a.top'}")
    assert [waiting] == talk.opening()
    assert talk.names()


TWICE = """
task main = all [choose { "Yes" -> view 1, "No" -> view 0 }, enter Int as "N", enter Int as "N"]
reachable r(v) = v == [1, 2, 3]
"""


def test_of_several_inputs_with_one_label_the_text_says_which() -> None:
    found, *_ = report_on("check", source(TWICE)).outcomes
    assert found.entries == ("Yes", "N (1) 2", "N (2) 3")
    (played,) = report_on("run", source(TWICE), inputs="; ".join(found.entries)).outcomes
    assert played.word == "done"
    with pytest.raises(InputError) as failure:
        report_on("run", source(TWICE), inputs="N 3")
    assert failure.value.diagnostics[0].help == "write `N (1) <Int>`, `N (2) <Int>`"


ODD_LABELS = ["b", "a", "C", "S x", "wait 3", "Yes; please", 'Say "hi', " spaced  out "]


def test_what_check_calls_inputs_can_be_played_whatever_the_labels() -> None:
    buttons = ", ".join(f"{json.dumps(e)} -> view {n}" for n, e in enumerate(ODD_LABELS))
    claims = [f"reachable r{n}(v) = v == {n}" for n in range(len(ODD_LABELS))]
    text = "\n".join([f"task main = choose {{ {buttons} }}", *claims])
    for number, found in enumerate(report_on("check", source(text)).outcomes):
        assert Bindings("value", (("main", str(number)),)) in played(text, found.entries[0]).blocks


@pytest.mark.parametrize("labels", [("S", "F"), ("2", "1"), ("1 of 2", "2 of 2"), ("a; b", '"')])
def test_boxes_are_named_by_labels_that_look_like_ways_or_keys(labels: tuple[str, str]) -> None:
    first, second = map(json.dumps, labels)
    text = rf"""task main = enter Int as {first} <&> enter Int as {second} >>= \(x, y). view (x - y)
    reachable r(v) = v == 5"""
    (found,) = report_on("check", source(text)).outcomes
    assert Bindings("value", (("main", "5"),)) in played(text, "; ".join(found.entries)).blocks


def test_a_label_is_not_empty() -> None:
    for text in ('task main = choose { " " -> view 1 }', 'task main = enter Int as ""'):
        assert codes(text, "") == ["TH051"]


def test_entries_can_be_piped_and_are_reported_on_at_the_end(tmp_path: Path) -> None:
    file = tmp_path / "a.top"
    file.write_text('task main = enter Int as "N" >>* \\n. { "Go" -> view n }\n')
    entries = "N 5\n:undo\n4\nGo\n"
    shown, told = (
        CliRunner().invoke(commands, ["run", str(file), *options], input=entries)
        for options in ([], ["--json"])
    )
    assert shown.stdout.count("task main") == 5
    assert shown.stdout.rstrip().endswith("main = 4")
    (found,) = json.loads(told.stdout)["outcomes"]
    assert found["word"] == "done"
    assert (shown.exit_code, told.exit_code) == (0, 0)


@pytest.mark.parametrize("wrong", ["Stop", ":stop"])
def test_a_piped_entry_that_is_refused_is_told_by_the_exit_code(tmp_path: Path, wrong: str) -> None:
    file = tmp_path / "a.top"
    file.write_text('task main = enter Int as "N" >>* \\n. { "Go" -> view n }\n')
    told = CliRunner().invoke(commands, ["run", str(file)], input=f"{wrong}\n4\nGo\n")
    assert told.stdout.rstrip().endswith("main = 4")
    assert told.exit_code == 2


def test_what_was_done_is_saved_and_gone_on_with(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, kept = tmp_path / "a.top", tmp_path / "kept.txt"
    file.write_text('task main = enter String as "N" >>* \\n. { "Go" -> view n }\n')
    entries = f':save {kept}\nN "a; b"\n:save {file}\n:save {kept}\n'
    told = CliRunner().invoke(commands, ["run", str(file)], input=entries)
    assert kept.read_text() == 'N "a; b"\n'
    assert "no inputs to save yet" in told.stderr
    assert "takes a file for the inputs" in told.stderr
    played = ["run", str(file), "--resume", f"@{kept}", "--inputs", "Go"]
    assert 'main = "a; b"' in CliRunner().invoke(commands, played).stdout
    monkeypatch.setenv("REFUTE_FOLDERS", str(tmp_path))
    entries = f'N "c"\n:save {tmp_path}/b\n'
    told = CliRunner().invoke(commands, ["run", str(file)], input=entries)
    assert not (tmp_path / "b").exists()
    assert "no file can be written here" in told.stderr


def test_a_tree_says_who_does_what() -> None:
    text = """
    user anna : clerk
    user bert : clerk
    task main = choose { "Send" -> enter Int as "N" except "Send" } @ clerk
    """
    (drawn,) = report_on("tree", source(text)).outcomes
    shown = str(drawn.blocks)
    assert "anna: Send" in shown
    assert "bert: N s0" in shown
    assert "anna: N s0" in shown
