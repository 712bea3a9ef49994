"""The questions of a command: told at once, and answered one by one or alone."""

from typing import Any

from serving import Server, answered, question

TEXT = "f x = x\n\nproperty first(x) = f x == x\n\nproperty second(x) = f x == 3\n"


def test_questions_are_told_before_they_are_answered(server: Server) -> None:
    with server.visit() as page:
        messages = answered(page, question("x.fl", TEXT))
    kinds = [each["kind"] for each in messages if each["kind"] in {"parts", "part", "outcome"}]
    assert kinds == ["parts", "part", "outcome", "part", "outcome"]
    (told,) = [each for each in messages if each["kind"] == "parts"]
    assert told["parts"] == [
        {"label": "property first", "line": 3},
        {"label": "property second", "line": 5},
    ]


def asked_alone(server: Server, name: str) -> list[dict[str, Any]]:
    with server.visit() as page:
        return answered(page, question("x.fl", TEXT) | {"only": {"label": name, "nth": 0}})


def test_one_question_is_asked_alone(server: Server) -> None:
    messages = asked_alone(server, "property second")
    (outcome,) = [each["outcome"] for each in messages if each["kind"] == "outcome"]
    assert (outcome["question"], outcome["verdict"]) == ("second", "refuted")
    assert [each["number"] for each in messages if each["kind"] == "part"] == [1]
    messages = asked_alone(server, "property third")
    (complaint,) = [each["diagnostic"] for each in messages if each["kind"] == "diagnostic"]
    assert complaint["message"] == "there is no `property third` any more"


def test_questions_with_the_same_name_are_told_apart(server: Server) -> None:
    text = "nat : type.\nz : nat.\n" + 2 * '#check "a" 1 : X = z => X = z.\n'
    with server.visit() as page:
        (parts,) = [
            each["parts"]
            for each in answered(page, question("x.apl", text))
            if each["kind"] == "parts"
        ]
        labels = [each["label"] for each in parts]
        number = next(each for each in range(1, len(labels)) if labels[each] in labels[:each])
        only = {"label": labels[number], "nth": labels[:number].count(labels[number])}
        told = answered(page, question("x.apl", text) | {"only": only})
    assert [each["number"] for each in told if each["kind"] == "part"] == [number]
