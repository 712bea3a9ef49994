"""Theorems, answers and steps, one at a time."""

from playwright.sync_api import Page, expect

from .conftest import CALCULUS
from .visiting import ask, choose, open_file, start, write


def test_theorems_have_verdicts_of_their_own_and_are_checked_alone(page: Page) -> None:
    open_file(page, "steps.apl")
    ask(page, "Check")
    small = page.get_by_role("group", name="theorem small")
    right = page.get_by_role("group", name="theorem right")
    expect(small.locator(".badge")).to_contain_text("refuted")
    expect(right.locator(".badge")).not_to_contain_text("refuted")
    write(page, CALCULUS.replace("X = 1.", "p(X)."))
    small.get_by_role("button", name="Check this one").click()
    expect(small.locator(".badge")).not_to_contain_text("refuted")
    write(page, CALCULUS.replace("small", "other"))
    small.get_by_role("button", name="Check this one").click()
    expect(small).to_contain_text("there is no `theorem small` any more")


def test_a_term_is_reduced_step_by_step_and_back(page: Page) -> None:
    open_file(page, "steps.apl")
    start(page, "Ask")
    page.get_by_label("your entry").fill(":step step 1")
    page.get_by_label("your entry").press("Enter")
    page.get_by_role("button", name="→ 2").click()
    page.get_by_role("button", name="→ 4").click()
    expect(page.locator(".transcript .outcome").last).to_contain_text("it cannot be reduced")
    page.get_by_role("button", name="Back", exact=True).click()
    page.keyboard.press("Enter")
    expect(page.locator(".transcript .outcome").last).to_contain_text("after 0 steps")


def test_answers_come_on_demand(page: Page) -> None:
    open_file(page, "lists.fl")
    write(page, "coin = 0 ? 1 ? 2\n\ncoin\n")
    start(page, "Ask")
    page.get_by_role("button", name="coin", exact=True).click()
    outcomes = page.locator(".transcript .outcome")
    expect(outcomes).to_have_count(1)
    page.get_by_role("button", name="Next answer").click()
    expect(outcomes).to_have_count(2)
    page.keyboard.press("Enter")
    expect(outcomes).to_have_count(3)
    expect(outcomes.last).to_contain_text("2")


def test_what_waits_can_be_checked_first(page: Page) -> None:
    """A question that takes long is stopped; the next one is asked alone."""
    open_file(page, "lists.fl")
    write(page, "f x = f (x + 1)\n\nproperty slow(x) = f x == 1\n\nproperty quick(x) = x /= 3\n")
    choose(page, "Check")
    page.get_by_text("Options", exact=True).click()
    page.get_by_label("effort").fill("1000")
    page.locator("button.primary").click()
    quick = page.get_by_role("group", name="property quick")
    quick.get_by_role("button", name="Check this one").click()
    expect(quick.locator(".badge")).to_contain_text("refuted")
    page.get_by_role("button", name="Stop", exact=True).first.click()
    expect(page.locator(".question .status").first).to_contain_text("Stopped")
