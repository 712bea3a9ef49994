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


def be(page: Page, user: str) -> None:
    page.get_by_label("I see the tasks of").select_option(user)


def test_everybody_sees_the_forms_of_their_role(browser: Browser, tmp_path: Path) -> None:
    (tmp_path / "claim.top").write_text(CLAIM, encoding="utf-8")
    with running(tmp_path) as server:
        ada = visitor(browser, server, "Ada")
        start(ada, "Play")
        ada.get_by_role("button", name="Work on it together").click()
        expect(ada.locator(".people")).to_contain_text("Ada")
        be(ada, "ada")
        otto = visitor(browser, server, "Otto", ada.evaluate("location.hash"))
        be(otto, "otto")
        monitor = visitor(browser, server, "Mona", ada.evaluate("location.hash"))
        expect(otto.locator(".task-form")).to_contain_text("nothing to do for otto")
        expect(monitor.locator(".task-form input")).to_have_count(1)
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
