"""What a form offers is what the task takes, and what was found can be played in it."""

from pathlib import Path

import pytest

import refute
from refute.api import Document
from refute.languages.forms import Button, Field, Group, Kind, Shown, elements, form_to_json
from refute.languages.language import Conversation
from refute.report.outcome import Verdict

EXAMPLES = sorted((Path(__file__).parents[4] / "examples" / "workflow").glob("*.top"))
VALUES = {Kind.NUMBER: "1", Kind.TEXT: 'a "quoted" text', Kind.CHOICE: "True", Kind.LITERAL: "[]"}


def conversation(text: str) -> Conversation:
    document: Document = refute.open(text, language="workflow")
    return document.converse("play")


def enter(talk: Conversation, entry: str) -> None:
    for _ in talk.answer(entry):
        pass


def form_after(text: str, *entries: str) -> dict[str, object]:
    talk = conversation(text)
    for each in entries:
        enter(talk, each)
    form = talk.form()
    assert form is not None
    return form_to_json(form)


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_everything_that_is_offered_is_taken(path: Path) -> None:
    talk = refute.open(path).converse("play")
    for number in range(6):
        form = talk.form()
        assert form is not None
        offered = [each for each in elements(form) if each.entry != ":undo"]
        if not offered:
            break
        element = offered[number % len(offered)]
        if isinstance(element, Field) and element.kind is Kind.LITERAL:
            continue
        filled = isinstance(element, Field) and element.written(VALUES[element.kind])
        enter(talk, filled or element.entry)


def test_editors_are_fields_and_decisions_buttons() -> None:
    talk = conversation('task main = edit "ham" <&> enter Bool >>? \\x. edit 1\n')
    field, choice = Field("text", Kind.TEXT, "1", "ham"), Field("yes or no", Kind.CHOICE, "2")
    form = talk.form()
    assert isinstance(form, Group)
    assert [each.entry for each in elements(form)] == [field.entry, choice.entry]
    enter(talk, "S True")
    form = talk.form()
    assert form is not None
    assert Button("Continue", "a") in [*elements(form)]


def test_a_value_that_is_no_input_is_only_shown() -> None:
    text = "task main = edit (ref 1)\n"
    talk = conversation("task main = fail\n")
    assert talk.form() == Group((Shown("", "Nothing can be done here."),))
    assert "shown" in str(form_after(text))


def test_a_text_is_entered_as_it_is() -> None:
    talk = conversation("task main = enter String\n")
    form = talk.form()
    assert form is not None
    (field,) = elements(form)
    assert isinstance(field, Field)
    enter(talk, field.written('a "b" \\ c'))
    form = talk.form()
    assert isinstance(form, Group)
    assert Shown("text", '"a \\"b\\" \\\\ c"') in form.parts


@pytest.mark.parametrize(
    "path", [each for each in EXAMPLES if "broken" in each.stem], ids=lambda path: path.stem
)
def test_a_counterexample_can_be_played(path: Path) -> None:
    played = 0
    for outcome in refute.open(path).check():
        if outcome.verdict is Verdict.REFUTED and outcome.entries:
            talk = refute.open(path).converse("play")
            for entry in outcome.entries:
                enter(talk, entry)
            played += 1
    assert played
