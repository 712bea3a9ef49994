"""People with roles in several browsers, each with the forms of their own."""

from pathlib import Path

from playwright.sync_api import Browser, Page, expect

from serving import running

from .test_conversations import visitor
from .test_questions import check_accessibility
from .visiting import start

CLAIM = """\
user ada : citizen
user otto : officer, clerk

task main =
  enter Int as "Amount" @ citizen >>? \\amount.
    choose { "Pay" -> view amount, "Refuse" -> view 0 } @ officer

reachable refused(v) = v == 0
"""


PAYMENT = """\
user anna : clerk, officer
user bert : officer
user carl : clerk

def judge (amount : Int) =
  view amount as "To approve" @ officer >>* \\_. {
    "Approve" -> view amount,
    "Reject" -> view 0
  }

task main =
  enter Int as "Amount" @ clerk >>* \\amount. {
    "Request" -> judge amount except "Request"
  }

property nonnegative(r) = r >= 0
"""


PARALLEL = """\
user ada : citizen
user otto : officer

task main =
  enter Int as "Amount" @ citizen <&> choose { "Pay" -> view 1, "Refuse" -> view 0 } @ officer

property any(r) = True
"""


def be(page: Page, user: str) -> None:
    page.get_by_role("group", name="who you are").get_by_role("button", name=user).click()


def test_everybody_sees_the_forms_of_their_role(browser: Browser, tmp_path: Path) -> None:
    (tmp_path / "claim.top").write_text(CLAIM, encoding="utf-8")
    with running(tmp_path) as server:
        ada = visitor(browser, server, "Ada")
        start(ada, "Play")
        ada.get_by_role("button", name="Work on it together").click()
        expect(ada.locator(".people")).to_contain_text("Ada")
        expect(ada.locator(".user")).to_contain_text("You are ada (citizen)")
        otto = visitor(browser, server, "Otto", ada.evaluate("location.hash"))
        expect(otto.locator(".user")).to_contain_text("You are otto (officer, clerk)")
        monitor = visitor(browser, server, "Mona", ada.evaluate("location.hash"))
        expect(otto.locator(".task-form")).to_contain_text("nothing to do for otto")
        expect(monitor.locator(".task-form input")).to_be_disabled()
        ada.get_by_label("Amount").fill("7")
        ada.get_by_label("Amount").press("Enter")
        ada.get_by_role("button", name="Continue").click()
        expect(ada.locator(".task-form")).to_contain_text("nothing to do for ada")
        expect(otto.get_by_role("button", name="Pay")).to_be_visible()
        otto.get_by_label("claim").fill("refused")
        otto.get_by_role("button", name="Hint").click()
        expect(otto.locator(".transcript")).to_contain_text("Refuse")
        expect(monitor.locator(".people")).to_contain_text("2 steps so far")
        otto.get_by_role("button", name="Refuse").click()
        expect(monitor.locator(".outcome").last).to_contain_text("value")
        monitor.get_by_text("3 steps so far").click()
        expect(monitor.locator(".people")).to_contain_text("Otto officer: Refuse")
        check_accessibility(monitor)
        for each in (ada, otto, monitor):
            each.context.close()


def test_four_eyes_need_two_people(browser: Browser, tmp_path: Path) -> None:
    (tmp_path / "payment.top").write_text(PAYMENT, encoding="utf-8")
    with running(tmp_path) as server:
        first = visitor(browser, server, "Ms A")
        start(first, "Play")
        first.get_by_role("button", name="Work on it together").click()
        be(first, "anna")
        second = visitor(browser, server, "Mr B", first.evaluate("location.hash"))
        be(second, "bert")
        first.get_by_label("Amount").fill("7")
        first.get_by_label("Amount").press("Enter")
        first.get_by_role("button", name="Request", exact=True).click()
        expect(second.get_by_role("button", name="Approve", exact=True)).to_be_visible()
        expect(first.locator(".task-form")).to_contain_text("nothing to do for anna")
        first.reload()
        expect(first.locator(".user")).to_contain_text("You are anna (clerk, officer)")
        expect(first.locator(".task-form")).to_contain_text("nothing to do for anna")
        second.get_by_role("button", name="Approve", exact=True).click()
        first.get_by_text("3 steps so far").click()
        expect(first.locator(".people")).to_contain_text("Ms A as anna clerk: Amount: 7")
        expect(first.locator(".people")).to_contain_text("Mr B as bert bert: Approve")
        for each in (first, second):
            each.context.close()


def test_a_button_stays_while_it_is_pressed(browser: Browser, tmp_path: Path) -> None:
    """What others enter meanwhile is drawn when it is released, so that the click is not lost."""
    (tmp_path / "parallel.top").write_text(PARALLEL, encoding="utf-8")
    with running(tmp_path) as server:
        ada = visitor(browser, server, "Ada")
        start(ada, "Play")
        ada.get_by_role("button", name="Work on it together").click()
        expect(ada.locator(".people")).to_contain_text("Ada")
        otto = visitor(browser, server, "Otto", ada.evaluate("location.hash"))
        otto.get_by_role("button", name="Refuse").hover()
        otto.mouse.down()
        ada.get_by_label("Amount").fill("7")
        ada.get_by_label("Amount").press("Enter")
        expect(ada.locator(".people")).to_contain_text("1 steps so far")
        otto.mouse.up()
        expect(otto.locator(".transcript")).to_contain_text("somebody else")
        expect(otto.locator(".people")).to_contain_text("1 steps so far")
        otto.get_by_role("button", name="Refuse").click()
        expect(ada.locator(".people")).to_contain_text("2 steps so far")
        for each in (ada, otto):
            each.context.close()
