"""The rules of section 5 without symbols, one by one."""

from typing import Any

import pytest

from refute.languages.workflow.drawing import draw_line
from refute.languages.workflow.interpret import (
    EvaluationError,
    Interpreter,
    NotAcceptedError,
    RunState,
)
from refute.languages.workflow.syntax import BOOL, INT, UNIT
from refute.languages.workflow.tasks import Input

from .examples import interpreter


def enter(value: Any, *way: str) -> Input:
    shape = {bool: BOOL, int: INT, tuple: UNIT}[type(value)]
    return Input(way, value, shape)


def move(*path: str) -> Input:
    return Input(path[:-1], path[-1])


def after(text: str, *inputs: Input) -> tuple[Interpreter, RunState]:
    made, now = interpreter(text)
    for each in inputs:
        now = made.drive(now, each)
    return made, now


def stands(text: str, *inputs: Input) -> str:
    _, now = after(text, *inputs)
    return draw_line(now.task, now.world)


def possible(text: str, *inputs: Input) -> list[str]:
    made, now = after(text, *inputs)
    return [" ".join([*each.way, each.action or "_"]) for each in made.inputs(now)]


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("7 / 2 + -7 / 2", -1),
        ("min 3 (max 1 2)", 2),
        ("fst (snd (1, (2, 3)))", 2),
        ("head (tail [1, 2]) :: [3] ++ [4]", (2, 3, 4)),
        ('"a" ++ "b" < "b"', True),
        ("uniq [1, 2, 1] or 2 in [1, 2]", True),
        ("False and 1 / 0 == 1", False),
        ("True or 1 / 0 == 1", True),
        ("False ==> 1 / 0 == 1", True),
        ("let r = ref 1 in let _ = (r := !r + 1) in !r", 2),
        (r"(\(a, b). a - b) (5, 3)", 2),
        ('if len "abc" == 3 then () else ()', ()),
    ],
)
def test_expressions(expression: str, value: object) -> None:
    made, now = interpreter(f"task main = edit ({expression})")
    assert made.value(now.task, now.world) == value


@pytest.mark.parametrize(
    "expression", ["1 / 0", "head ([] : List Int)", "len (tail ([] : List Int))"]
)
def test_expressions_without_a_value(expression: str) -> None:
    with pytest.raises(EvaluationError):
        interpreter(f"task main = edit ({expression})")


def test_editors_take_values_of_their_type() -> None:
    assert stands("task main = enter Int", enter(5)) == "□ 5"
    assert stands("task main = edit 1", enter(5)) == "□ 5"
    assert (
        stands("task main = let r = ref 1 in shared r <&> shared r", enter(5, "F")) == "(■ 5 ⋈ ■ 5)"
    )
    with pytest.raises(NotAcceptedError):
        after("task main = enter Int", enter(True))


def test_an_editor_of_a_reference_takes_no_input() -> None:
    assert possible("task main = edit (ref 1)") == []


def test_a_step_goes_on_when_it_can() -> None:
    text = r"task main = enter Int >>= \x. if x > 0 then edit (x + 1) else fail"
    assert stands(text, enter(0)) == "□ 0 ▶ …"
    assert stands(text, enter(0), enter(3)) == "□ 4"


def test_a_failing_right_hand_side_leaves_no_trace() -> None:
    text = r"""
    task main = let r = ref 1 in
      (enter Int >>= \x. let _ = (r := x) in if x > 0 then edit () else fail) <&> shared r
    """
    assert stands(text, enter(-5, "F")) == "(□ -5 ▶ … ⋈ ■ 1)"
    assert stands(text, enter(-5, "F"), enter(5, "F")) == "(□ () ⋈ ■ 5)"


def test_a_user_step_waits_for_the_user_and_is_not_offered_when_it_fails() -> None:
    text = r"task main = enter Int >>? \x. if x > 0 then edit (x + 1) else fail"
    assert possible(text) == ["_"]
    assert possible(text, enter(0)) == ["_"]
    assert possible(text, enter(1)) == ["_", "C"]
    assert stands(text, enter(1), move("C")) == "□ 2"
    with pytest.raises(NotAcceptedError):
        after(text, enter(0), move("C"))


def test_continue_goes_to_the_step_that_has_a_value() -> None:
    text = r"task main = (edit 1 >>? \x. edit (x + 1)) >>? \y. edit (y * 10)"
    assert stands(text, move("C")) == "□ 2 ▷ …"
    assert stands(text, move("C"), move("C")) == "□ 20"


def test_a_choice_takes_the_first_with_a_value_and_prefers_the_left() -> None:
    assert stands("task main = enter Int <|> edit 2") == "□ 2"
    assert stands("task main = edit 1 <|> edit 2") == "□ 1"
    assert stands("task main = enter Int <|> enter Int", enter(3, "S")) == "□ 3"


def test_a_user_choice_offers_what_does_not_fail() -> None:
    assert possible("task main = edit 1 <?> fail") == ["L"]
    assert possible("task main = (fail <&> fail) <?> edit (1, 2)") == ["R"]
    assert possible("task main = (fail <?> fail) <?> (fail >>= \\x. edit 1)") == []
    assert stands("task main = edit 1 <?> edit 2", move("R")) == "□ 2"


def test_a_step_does_not_go_on_to_a_choice_of_failures() -> None:
    text = r"task main = enter Int >>= \x. fail <?> if x > 0 then edit x else fail"
    assert stands(text, enter(0)) == "□ 0 ▶ …"
    assert possible(text, enter(1)) == ["R"]


def test_parallel_tasks_have_a_value_when_both_have() -> None:
    made, now = after("task main = enter Int <&> enter Int", enter(1, "F"))
    assert made.value(now.task, now.world) is None
    made, now = after("task main = enter Int <&> enter Int", enter(1, "F"), enter(2, "S"))
    assert made.value(now.task, now.world) == (1, 2)


def test_steps_in_parallel_see_each_others_store() -> None:
    text = r"""
    def wait r = edit () >>= \_. if !r > 0 then edit "go" else fail
    task main = let r = ref 0 in wait r <&> shared r
    """
    assert stands(text) == "(□ () ▶ … ⋈ ■ 0)"
    assert stands(text, enter(1, "S")) == '(□ "go" ⋈ ■ 1)'


def test_broken_assertions_are_noted_and_the_run_goes_on() -> None:
    text = r"task main = enter Int >>= \x. assert (x > 0) edit x"
    _, good = after(text, enter(1))
    _, bad = after(text, enter(0))
    assert good.world.broken == ()
    assert [span.text for span in bad.world.broken] == ["assert (x > 0) edit x"]
    assert draw_line(bad.task, bad.world) == "□ 0"


def test_an_assertion_in_a_step_that_is_not_taken_does_not_count() -> None:
    _, now = after(r"task main = enter Int >>= \x. assert (x > 0) fail", enter(0))
    assert now.world.broken == ()


@pytest.mark.parametrize("more", ['"More" -> again (n + 1)', '"More" when n < 9 -> again (n + 1)'])
def test_a_choice_leads_somewhere_if_one_side_does_though_the_other_is_a_choice_again(
    more: str,
) -> None:
    text = f'def again n = choose {{ {more}, "Stop" -> view n }}\ntask main = again 0'
    machine, now = interpreter(text)
    for label in ("More", "More", "Stop"):
        now = machine.drive(now, Input((), label, label=label))
    assert machine.value(now.task, now.world) == 2


def test_a_choice_behind_a_step_leads_somewhere_if_one_side_does() -> None:
    text = r"""
    def again n = view n >>= \x. choose { "More" -> again (x + 1), "Stop" -> view n }
    task main = again 0
    """
    machine, now = interpreter(text)
    for label in ("More", "Stop"):
        now = machine.drive(now, Input((), label, label=label))
    assert machine.value(now.task, now.world) == 1


def test_choices_that_only_lead_to_choices_are_given_up() -> None:
    text = 'def f n = choose { "A" -> f (n + 1), "B" -> f (n + 2) }\ntask main = f 0'
    machine, now = interpreter(text)
    with pytest.raises(EvaluationError, match="without an input"):
        machine.drive(now, Input((), "A", label="A"))
