from pathlib import Path
from shutil import copy

from playwright.sync_api import Browser, Page, expect

from serving import Server, running

from .conftest import EXAMPLES
from .visiting import ask, open_file, start, write


def test_entries_are_answered_one_by_one(page: Page) -> None:
    open_file(page, "lists.fl")
    start(page, "Ask")
    entry = page.get_by_label("your entry")
    entry.fill("double 21")
    entry.press("Enter")
    expect(page.locator(".transcript .outcome")).to_contain_text("42")
    entry.press("ArrowUp")
    expect(entry).to_have_value("double 21")
    entry.fill("double (")
    entry.press("Enter")
    expect(page.locator(".transcript .diagnostic")).to_be_visible()


def test_answers_and_steps_come_one_by_one(page: Page) -> None:
    """Commands are buttons; what takes an argument waits for it."""
    page.locator(".sidebar summary", has_text="nominal").click()
    page.locator("[data-key='gallery/nominal/lists.apl']").click()
    page.wait_for_selector("h1:text-is('nominal/lists.apl')")
    start(page, "Ask")
    entry = page.get_by_label("your entry")
    entry.fill("le(X, s(s(z))).")
    entry.press("Enter")
    expect(page.locator(".transcript")).to_contain_text("X = z")
    page.get_by_role("button", name=";", exact=True).click()
    expect(page.locator(".transcript")).to_contain_text("X = s z")
    page.get_by_role("button", name=":step PREDICATE TERM").click()
    expect(entry).to_have_value(":step ")


def test_a_specification_is_played_in_a_terminal(page: Page) -> None:
    open_file(page, "sum.ios")
    start(page, "Play")
    page.wait_for_selector(".xterm-rows")
    page.keyboard.type("2\nfive\n3\n4\n")
    expect(page.locator(".xterm-rows")).to_contain_text("try again")
    expect(page.locator(".xterm-rows")).to_contain_text("(the end)")
    expect(page.locator(".outcome")).to_contain_text("prints 7")


def test_a_task_is_a_form(page: Page) -> None:
    open_file(page, "vending.top")
    start(page, "Play")
    coins = page.get_by_label("whole number")
    coins.fill("x")
    coins.press("Enter")
    expect(page.locator(".diagnostic")).to_contain_text("TH021")
    coins.fill("2")
    coins.press("Enter")
    page.get_by_role("button", name="Continue").click()
    expect(page.locator(".outcome")).to_contain_text("chocolate")
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_role("button", name="Continue")).to_be_visible()


def visitor(browser: Browser, server: Server, name: str, where: str = "") -> Page:
    page = browser.new_context().new_page()
    page.set_default_timeout(60_000)
    page.on("dialog", lambda dialog: dialog.accept(name))
    page.goto(server.link + where)
    return page


def test_two_people_work_on_one_task_that_survives_a_restart(
    browser: Browser, tmp_path: Path
) -> None:
    copy(EXAMPLES / "workflow" / "flight-broken.top", tmp_path)
    with running(tmp_path) as server:
        ada = visitor(browser, server, "Ada")
        start(ada, "Play")
        ada.get_by_role("button", name="Work on it together").click()
        expect(ada.locator(".people")).to_contain_text("Ada")
        fragment = ada.evaluate("location.hash")
        bob = visitor(browser, server, "Bob", fragment)
        expect(ada.locator(".people")).to_contain_text("Ada, Bob")
        bob.get_by_label("whole number").nth(1).fill("5")
        ada.get_by_label("whole number").nth(0).fill("7")
        ada.get_by_role("button", name="Enter").nth(0).click()
        expect(bob.locator(".people")).to_contain_text("1 steps so far")
        expect(bob.get_by_label("whole number").last).to_have_value("5")
        ada.context.close()
        bob.context.close()
    with running(tmp_path) as server:
        eve = visitor(browser, server, "Eve", fragment)
        eve.get_by_text("1 steps so far").click()
        expect(eve.locator(".people")).to_contain_text("Ada whole number: 7")
        eve.get_by_label("whole number").last.fill("7")
        eve.get_by_role("button", name="Enter").last.click()
        expect(eve.locator(".people")).to_contain_text("2 steps so far")
        expect(eve.locator(".outcome")).to_contain_text("[7, 7]")
        eve.context.close()


def test_a_text_that_is_no_specification_cannot_be_played(page: Page) -> None:
    open_file(page, "vending.top")
    write(page, "task main = nonsense\n")
    start(page, "Play")
    expect(page.locator(".diagnostic.error")).to_contain_text("nonsense")


def test_a_counterexample_is_played_in_the_same_forms(page: Page) -> None:
    open_file(page, "flight-broken.top")
    ask(page, "Check")
    page.get_by_role("button", name="Play it step by step").click()
    page.get_by_role("button", name="Step 1 of 2: F 0").click()
    page.get_by_role("button", name="Step 2 of 2: S 0").click()
    expect(page.locator(".playback")).to_have_text("All 2 steps are played.")
    expect(page.locator(".outcome")).to_contain_text("[0, 0]")
