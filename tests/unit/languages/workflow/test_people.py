"""People with roles: who may do what, and what one person must not do alone."""

import pytest

from asking import report_on
from refute.diagnostics import InputError
from refute.languages.forms import Button, Field, Form, Group, Shown
from refute.languages.language import Request
from refute.languages.workflow.interpret import Interpreter
from refute.languages.workflow.options import RunOptions
from refute.languages.workflow.program import load
from refute.languages.workflow.repl import TaskConversation
from refute.report.outcome import Bindings, Outcome, Verdict

from .examples import outcomes, source

HEAD = r"""
type Result = Paid Int | Refused
user anna : clerk, officer
user bert : officer
user carl : clerk

def judge n =
  (view n as "Amount" >>* \_. { "Approve" -> view (Paid n), "Refuse" -> view Refused }) @ officer
"""
OPEN = (
    HEAD
    + r"""
task main = enter Int as "Claim" @ clerk >>* \n. { "Request" when n > 0 -> judge n }
nobody fourEyes = can "Request" and "Approve"
only approving = officer can "Approve"
finishes done
"""
)
APART = OPEN.replace("-> judge n }", '-> judge n except "Request" }')


def inputs_of(outcome: Outcome) -> str:
    (found,) = (block for block in outcome.blocks if isinstance(block, Bindings))
    return dict(found.rows)["inputs"]


def test_somebody_with_both_roles_breaks_the_rule_of_four_eyes() -> None:
    found = outcomes(OPEN)["fourEyes"]
    assert found.verdict is Verdict.REFUTED
    assert inputs_of(found).endswith("anna: Request; anna: Approve")
    again = report_on("run", source(OPEN), inputs=inputs_of(found)).outcomes[0]
    assert again.word == "done"


def test_except_keeps_both_apart_and_nobody_else_out() -> None:
    assert {name: each.verdict for name, each in outcomes(APART).items()} == {
        "fourEyes": Verdict.CONFIRMED,
        "approving": Verdict.CONFIRMED,
        "done": Verdict.CONFIRMED,
    }


def test_whoever_is_kept_from_a_task_is_kept_from_its_buttons() -> None:
    amount = 'enter Int as "Amount" @ officer except "Request"'
    text = OPEN.replace("judge n }", amount + r' >>* \m. { "Approve" -> view (Paid m) } }')
    assert {each.verdict for each in outcomes(text).values()} == {Verdict.CONFIRMED}
    with pytest.raises(InputError, match="does not take the input `anna: Approve`"):
        report_on("run", source(text), inputs="Claim 5; anna: Request; Amount 3; anna: Approve")


def test_a_button_that_several_can_press_says_who_could() -> None:
    with pytest.raises(InputError) as failure:
        report_on("run", source(APART), inputs="Claim 5; Request")
    assert failure.value.diagnostics[0].help == "write `anna: Request`, `carl: Request`"


def test_a_run_is_stuck_where_nobody_else_could_go_on() -> None:
    alone = APART.replace("user bert : officer\n", "")
    found = outcomes(alone)
    assert found["fourEyes"].verdict is Verdict.CONFIRMED
    assert found["done"].verdict is Verdict.REFUTED
    assert inputs_of(found["done"]).endswith("anna: Request")


def test_roles_that_nobody_has_both_of_keep_apart_by_themselves() -> None:
    apart = OPEN.replace("user anna : clerk, officer", "user anna : clerk")
    assert outcomes(apart)["fourEyes"].verdict is Verdict.CONFIRMED


def test_the_same_thing_twice_can_be_ruled_out_too() -> None:
    text = r"""
    user anna : officer
    user bert : officer
    def sign = view 1 as "Letter" @ officer >>* \_. { "Sign" -> view 1 }
    task main = sign >>= \_. sign
    nobody twice = can "Sign" and "Sign"
    """
    assert outcomes(text)["twice"].verdict is Verdict.REFUTED
    apart = text.replace("\\_. sign\n", '\\_. (sign except "Sign")\n')
    assert outcomes(apart)["twice"].verdict is Verdict.CONFIRMED


def test_a_claim_can_name_a_person() -> None:
    text = APART + 'never annaApproves = anna: "Approve"\nnever carlApproves = carl: "Approve"'
    found = outcomes(text)
    assert found["annaApproves"].verdict is Verdict.REFUTED
    assert inputs_of(found["annaApproves"]).endswith("carl: Request; anna: Approve")
    assert found["carlApproves"].verdict is Verdict.CONFIRMED


def test_a_task_can_be_given_to_a_person() -> None:
    text = OPEN.replace("} @ officer", "} @ anna").replace("}) @ officer", "}) @ bert")
    found = outcomes(text + 'only bertDoes = bert can "Approve"')
    assert found["bertDoes"].verdict is Verdict.CONFIRMED
    assert found["fourEyes"].verdict is Verdict.CONFIRMED
    assert found["approving"].verdict is Verdict.CONFIRMED


def test_a_user_sees_and_does_only_what_the_roles_may() -> None:
    waiting = report_on("run", source(APART), user="bert").outcomes[0]
    assert waiting.summary == "it waits for others, not for bert"
    stuck = report_on("run", source(APART), user="anna", inputs="5; Request").outcomes[0]
    assert stuck.summary == "it waits for others, not for anna"
    with pytest.raises(InputError, match="does not take the input `anna: Approve`"):
        report_on("run", source(APART), inputs="Claim 5; anna: Request; anna: Approve")
    with pytest.raises(InputError, match="no user `anne`"):
        report_on("run", source(APART), user="anne")


def parts(form: Form) -> list[Form]:
    return (
        [each for part in form.parts for each in parts(part)] if isinstance(form, Group) else [form]
    )


def test_the_form_of_a_user_has_no_button_of_others() -> None:
    talk = TaskConversation(Request(source(APART), RunOptions(user="carl")))
    assert [each.label for each in parts(talk.form()) if isinstance(each, Field)] == [
        "clerk: Claim (carl)"
    ]
    for entry in ("5", "Request"):
        list(talk.answer(entry))
    shown = parts(talk.form())
    assert Shown("officer", "is at work") in shown
    assert not any(isinstance(each, Button) and "Approve" in each.label for each in shown)
    list(talk.answer(":as bert"))
    buttons = [each.label for each in parts(talk.form()) if isinstance(each, Button)]
    assert buttons == [
        "bert: Approve",
        "bert: Refuse",
        "Undo",
    ]


def test_what_is_about_people_needs_some() -> None:
    for text in (
        'task main = view 1 as "A" except "A"',
        'task main = view 1 as "A"\nnobody p = can "A" and "A"',
    ):
        with pytest.raises(InputError) as failure:
            Interpreter(load(source(text)))
        assert [each.code for each in failure.value.diagnostics] == ["TH050"]


def test_a_procedure_that_lets_more_people_do_more_refines_one_that_keeps_them_apart() -> None:
    free = (
        r"""def free = enter Int as "Claim" @ clerk >>* \n. { "Request" when n > 0 -> judge n }"""
    )
    found = outcomes(
        APART.replace("task main", f"{free}\ntask main") + "refines main free\nrefines free main"
    )
    assert found["main free"].verdict is Verdict.CONFIRMED
    assert found["free main"].verdict is Verdict.REFUTED
    assert inputs_of(found["free main"]).endswith("anna: Request; anna: Approve")


@pytest.mark.parametrize(
    ("text", "advice"),
    [
        ("import forms", '`import "forms.top"`'),
        ('nobody p can "A" and "B"', '`nobody name = can "Request" and "Approve"`'),
        ('task main = view 1 as "A" except Request', '`… except "Request"`'),
    ],
)
def test_slips_get_what_to_write(text: str, advice: str) -> None:
    with pytest.raises(InputError) as failure:
        load(source(text))
    assert advice in failure.value.diagnostics[0].help


WHO = r"""
user anna : officer
user bert : clerk
task main = enter Int as "N" >>* \n. {
  "Pay" -> enter Int as "Sum" @ anna >>? \m. view m,
  "Ask" -> choose { "Yes" -> view 1 } @ applicant
}
"""


@pytest.mark.parametrize(
    ("claim", "inputs"),
    [
        ('never n = officer: "Pay"', "N 0; anna: Pay"),
        ('never n = bert: "Pay"', "N 0; bert: Pay"),
        ('never n = officer: "Sum"', "N 0; Pay; anna: Sum 0"),
        ('never n = clerk: "Sum"', ""),
        ('never n = officer: "Yes"', ""),
        ('always a = officer: "Pay" before "Sum"', "N 0; Pay; anna: Sum 0"),
        ('eventually e = officer: "N"', "N 0; Ask; applicant: Yes"),
    ],
)
def test_an_event_of_a_role_is_what_somebody_with_the_role_does(claim: str, inputs: str) -> None:
    (found,) = outcomes(WHO + claim).values()
    assert found.verdict is (Verdict.REFUTED if inputs else Verdict.CONFIRMED)
    assert "; ".join(found.entries) == inputs


def test_without_users_whoever_does_what_is_given_to_nobody_may_have_the_role() -> None:
    text = 'task main = enter Int as "N" @ officer >>? \\n. choose { "Ok" -> view n }\n'
    (found,) = outcomes(text + 'never n = officer: "Ok"').values()
    assert found.entries == ("officer: N 0", "C", "officer: Ok")
    (found,) = outcomes(text + 'eventually e = officer: "Ok"').values()
    assert found.entries == ("officer: N 0", "C", "Ok")
    (played,) = report_on("run", source(text), inputs="officer: N 0; C; officer: Ok").outcomes
    assert played.word == "done"


def test_of_whom_it_matters_somebody_must_be_declared() -> None:
    text = WHO + 'nobody n = can "Pay" and "Yes"'
    with pytest.raises(InputError) as failure:
        report_on("check", source(text))
    (found,) = failure.value.diagnostics
    assert (found.code, "no user is `applicant`" in found.message) == ("TH050", True)
    assert found.help == "declare somebody: `user anna : applicant`"


def test_who_is_not_known_cannot_do_anything() -> None:
    with pytest.raises(InputError) as failure:
        report_on("run", source(WHO), inputs="carl: N 3")
    (found,) = failure.value.diagnostics
    assert (found.code, found.help) == ("TH042", "there are anna, bert")
