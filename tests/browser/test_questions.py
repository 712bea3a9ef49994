import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, Route, expect

from serving import Server

from .visiting import ask, choose, open_file, start, write


def test_a_refutation_is_drawn_and_leads_to_its_line(page: Page) -> None:
    open_file(page, "lists.fl")
    page.locator(".cm-content").press("Control+Enter")
    expect(page.locator(".outcome.refuted .bindings")).to_contain_text("3")
    page.locator(".outcome .place").click()
    expect(page.locator(".cm-activeLine")).to_have_text(re.compile("property even"))


def test_what_is_wrong_is_marked_in_the_text(page: Page) -> None:
    open_file(page, "lists.fl")
    write(page, "double x = x + \n")
    assert "not right" in ask(page, "Check")
    expect(page.locator(".diagnostic.error")).to_contain_text("FL001")
    expect(page.locator(".cm-lintRange-error, .cm-lintPoint-error").first).to_be_visible()


def test_warnings_stand_below_the_answers(page: Page) -> None:
    open_file(page, "steps.apl")
    write(page, 'n : type. z : n. pred p(n, n).\np(X, Y).\n#check "t" 3 : p(X, X) => X = z.\n')
    ask(page, "Check")
    shown = page.locator(".question .outcome, .question .diagnostic")
    expect(shown).to_have_count(3)
    expect(shown.nth(0)).to_contain_text("theorem t")
    expect(shown.nth(1)).to_contain_text("write `_` where")
    expect(shown.nth(2)).to_have_text("warning AP022: `Y` is used only hereline 2")


def test_options_are_forms_that_the_language_declares(page: Page) -> None:
    open_file(page, "lists.fl")
    write(page, "size [] = 0\nsize (_ : xs) = 1 + size xs\n\nproperty short(xs) = size xs < 3\n")
    choose(page, "Check")
    page.get_by_text("Options", exact=True).click()
    page.get_by_label("nodes").fill("1")
    page.get_by_label("strategy").select_option("breadth-first")
    assert "refuted" not in ask_again(page)
    page.get_by_label("nodes").fill("0")
    ask_again(page)
    expect(page.locator(".diagnostic")).to_contain_text("F010")


def ask_again(page: Page) -> str:
    page.locator("button.primary").click()
    page.wait_for_selector(".question[aria-busy=false]")
    return page.locator(".question .status").inner_text()


def test_a_link_holds_the_text_and_the_question(page: Page, server: Server) -> None:
    open_file(page, "lists.fl")
    write(page, "shared = 42\n\nshared\n")
    choose(page, "Run")
    page.get_by_text("Options", exact=True).click()
    page.get_by_label("limit", exact=True).fill("3")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name="Copy link").click()
    expect(page.locator(".note")).to_contain_text("clipboard")
    link = page.evaluate("navigator.clipboard.readText()")
    page.goto("about:blank")
    page.goto(link)
    expect(page.locator(".note")).to_contain_text("nothing was run yet")
    expect(page.get_by_label("limit", exact=True)).to_have_value("3")
    ask_again(page)
    expect(page.locator(".outcome")).to_contain_text("42")
    page.goto("about:blank")
    page.goto(f"{server.origin}/#share=nonsense")
    expect(page.locator("h1")).not_to_be_empty()


def test_a_long_question_can_be_stopped(page: Page) -> None:
    open_file(page, "lists.fl")
    write(page, "f x = f x ? x\n\nf 1\n")
    choose(page, "Run")
    page.get_by_text("Options", exact=True).click()
    page.get_by_label("strategy").select_option("depth-first")
    page.get_by_label("effort").fill("1000")
    page.locator("button.primary").click()
    expect(page.locator(".status")).not_to_have_text("Waiting…")
    page.get_by_role("button", name="Stop").click()
    expect(page.locator(".question .status")).to_contain_text("Stopped")


def test_a_tree_folds_and_zooms(page: Page) -> None:
    open_file(page, "vending.top")
    ask(page, "Tree")
    inner = page.locator(".outline details details").first
    expect(inner).to_be_visible()
    page.get_by_role("button", name="Fold all", exact=True).click()
    expect(inner).not_to_be_visible()
    page.get_by_role("button", name="Larger").click()
    assert page.locator(".outline").evaluate("each => each.style.fontSize") == "1.25em"


def test_the_gallery_is_saved_into_the_folder(page: Page, server: Server) -> None:
    page.locator(".sidebar summary", has_text="nominal").click()
    page.get_by_role("button", name="lists.apl", exact=True).click()
    expect(page.locator("h1")).to_have_text("nominal/lists.apl")
    page.locator(".cm-content").press("Control+s")
    expect(page.locator(".note")).to_have_text("saved")
    assert (server.settings.folder / "lists.apl").is_file()


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_everybody_can_use_it(browser: Browser, server: Server, theme: str) -> None:
    scheme = "dark" if theme == "dark" else "light"
    context = browser.new_context(color_scheme=scheme, viewport={"width": 380, "height": 800})  # type: ignore[arg-type]
    page = context.new_page()
    page.goto(server.link)
    page.wait_for_selector("button.file", state="attached")  # the page answers to clicks
    page.get_by_role("button", name="Files").click()
    open_file(page, "flight-broken.top")
    page.get_by_text("Options", exact=True).click()
    ask(page, "Check")
    assert wide(page) <= 380
    check_accessibility(page)
    start(page, "Play")
    page.wait_for_selector(".task-form")
    page.get_by_role("button", name="Files").click()
    check_accessibility(page)
    assert wide(page) <= 380
    context.close()


def test_a_menu_stays_open_when_the_first_file_arrives(browser: Browser, server: Server) -> None:
    context = browser.new_context(viewport={"width": 380, "height": 800})
    page = context.new_page()
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/api/files/**", hold)
    page.goto(server.link)
    page.wait_for_selector("button.file", state="attached")
    page.get_by_role("button", name="Files").click()
    assert len(held) == 1
    held[0].continue_()
    page.wait_for_selector("h1:not(:empty)")
    assert page.get_by_role("button", name="flight-broken.top", exact=True).is_visible()
    context.close()


def wide(page: Page) -> int:
    return int(page.evaluate("document.documentElement.scrollWidth"))


def check_accessibility(page: Page) -> None:
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()


def test_a_file_that_arrives_late_replaces_nothing(page: Page) -> None:
    open_file(page, "vending.top")
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/lists.fl", hold)
    page.get_by_role("button", name="lists.fl", exact=True).click()
    open_file(page, "till.fmsl")
    ask(page, "Check")
    with page.expect_request_finished(lambda request: request.url.endswith("lists.fl")):
        held[0].continue_()
    expect(page.locator("h1")).to_have_text("till.fmsl")
    expect(page.locator(".question .outcome").first).to_be_visible()
