"""Test plans as editable tables, examples, and sequences of operations step by step."""

from pathlib import Path

from playwright.sync_api import Page, expect

from .test_questions import check_accessibility, wide
from .visiting import ask, choose, open_file, start

PLAN = """# What we expect of the till

| operation | inputs   | outputs | expected  | note       | result |
| --------- | -------- | ------- | --------- | ---------- | ------ |
| Pay       | empty, 5 | {5, 0}  | allowed   | five coins |        |
|           | empty, 5 | {0, 5}  | allowed   | no notes   |        |
"""


def test_a_test_plan_is_edited_run_and_kept(page: Page, folder: Path) -> None:
    plan = folder / "plan.md"
    plan.write_text(PLAN, encoding="utf-8")
    open_file(page, "till.fmsl")
    choose(page, "Test plan")
    page.get_by_label("expected, row 2").fill("forbidden")
    page.get_by_role("button", name="Add a row").click()
    for cell in ("", "{2, 1}, 1", "{3, 0}", "allowed", "the note?"):
        page.keyboard.type(cell)
        page.keyboard.press("Tab")
    page.keyboard.press("Control+Enter")
    expect(page.locator(".plan .status")).to_contain_text(
        "2 of 3 rows are as expected, 1 is not. Saved in plan.md."
    )
    expect(page.locator(".editable .result.wrong")).to_have_text("failed: { true, false }")
    lines = plan.read_text("utf-8").split("\n")
    assert lines[:2] == ["# What we expect of the till", ""]
    assert lines[5:8] == [
        "|           | empty, 5 | {0, 5}  | forbidden | no notes   | ok     |",
        "|  | {2, 1}, 1 | {3, 0} | allowed | the note? | failed: { true, false } |",
        "",
    ]
    check_accessibility(page)
    page.get_by_role("button", name="Delete row 3").click()
    page.get_by_role("button", name="Save").last.click()
    expect(page.locator(".plan .status")).to_have_text("Saved in plan.md.")
    assert plan.read_text("utf-8").split("\n")[6:] == [""]
    page.set_viewport_size({"width": 380, "height": 800})
    assert wide(page) <= 380


def test_a_plan_is_made_of_test_cases(page: Page, folder: Path) -> None:
    (folder / "plan.md").write_text(PLAN, encoding="utf-8")
    (folder / "till-plan.md").unlink(missing_ok=True)
    open_file(page, "till.fmsl")
    choose(page, "Test plan")
    expect(page.get_by_role("button", name="Delete row 1")).to_be_visible()
    page.get_by_label("Test plan", exact=True).select_option("")
    expect(page.locator(".plan")).to_contain_text("There is no plan yet")
    page.get_by_role("button", name="Run the plan").click()
    expect(page.locator(".plan .status")).to_contain_text("Saved in till-plan.md")
    assert "| Pay |" in (folder / "till-plan.md").read_text("utf-8")


def test_sequences_of_operations_are_stepped_forwards_and_back(page: Page) -> None:
    open_file(page, "lamp.fmsl")
    ask(page, "Check")
    block = page.locator(".outcome.refuted .block", has=page.locator(".stepper"))
    expect(block.locator(".moment").first).to_have_text("Step 0 of 2")
    forwards = block.get_by_role("button", name="One step forwards")
    forwards.click()
    shown = block.locator(".picture").first
    expect(shown).to_contain_text("uses = 0 → 1")
    forwards.press("ArrowRight")
    expect(shown).to_contain_text("uses = 1 → 2")
    expect(forwards).to_have_attribute("aria-disabled", "true")
    block.get_by_role("button", name="One step back").click()
    expect(block.locator(".moment").first).to_have_text("Step 1 of 2")
    check_accessibility(page)


def test_another_example_is_one_button_away(page: Page) -> None:
    open_file(page, "lamp.fmsl")
    start(page, "Ask")
    page.get_by_role("button", name="Example of Push").click()
    page.get_by_role("button", name="Another example").click()
    expect(page.locator(".transcript .picture")).to_have_count(2)
