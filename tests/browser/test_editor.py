import os
import signal
from pathlib import Path

from playwright.sync_api import Page, expect

from .visiting import open_file, write


def test_the_language_server_looks_on_while_one_types(page: Page) -> None:
    open_file(page, "lists.fl")
    expect(page.locator(".token-keyword").first).to_have_text("property")
    write(page, "double x = x + x\n\nproperty even(x) = duoble x /= 6\n")
    wrong = page.locator(".cm-lintRange-error")
    expect(wrong).to_have_text("duoble")
    wrong.hover()
    expect(page.locator(".cm-tooltip-lint")).to_contain_text("double")
    page.locator(".cm-tooltip-lint .cm-diagnosticAction").first.click()
    expect(page.locator(".cm-content")).to_contain_text("= double x /= 6")
    expect(wrong).to_have_count(0)


def test_names_are_completed_and_explained(page: Page) -> None:
    open_file(page, "lists.fl")
    expect(page.locator(".token-keyword").first).to_be_visible()
    page.locator(".token-function", has_text="double").first.hover()
    expect(page.locator(".cm-lsp-hover-tooltip, .cm-tooltip-hover").first).to_contain_text("double")
    page.locator(".cm-content").press("Control+End")
    page.keyboard.type("\ndou")
    expect(page.locator(".cm-tooltip-autocomplete")).to_contain_text("double")


def test_what_was_edited_is_kept_until_it_is_saved(page: Page, folder: Path) -> None:
    (folder / "notes.fl").write_text("one = 1\n", encoding="utf-8")
    page.reload()
    open_file(page, "notes.fl")
    page.locator(".cm-content").press("Control+End")
    page.keyboard.type("two = 2")
    open_file(page, "lists.fl")
    page.locator(".cm-content").press("Control+z")
    expect(page.locator(".cm-content")).not_to_contain_text("two = 2")
    edited = page.get_by_role("button", name="notes.fl", exact=True)
    expect(edited).to_have_attribute("aria-description", "not saved")
    page.reload()
    open_file(page, "notes.fl")
    expect(page.locator(".cm-content")).to_contain_text("two = 2")
    page.get_by_role("button", name="Revert").click()
    expect(page.locator(".cm-content")).not_to_contain_text("two = 2")
    page.locator(".cm-content").press("Control+End")
    page.keyboard.type("three = 3")
    page.get_by_role("button", name="Save").click()
    expect(page.locator(".note")).to_have_text("saved")
    assert (folder / "notes.fl").read_text(encoding="utf-8") == "one = 1\nthree = 3"
    expect(page.get_by_role("button", name="Revert")).to_be_hidden()
    expect(edited).not_to_have_attribute("aria-description", "not saved")


def test_a_new_file_is_listed_before_it_is_saved_and_folders_fold(page: Page, folder: Path) -> None:
    (folder / "inner").mkdir(exist_ok=True)
    (folder / "inner" / "deep.fl").write_text("one = 1\n", encoding="utf-8")
    page.reload()
    page.wait_for_selector("button.file", state="attached")
    page.get_by_label("name of a new file").fill("inner/new.fl")
    page.keyboard.press("Enter")
    expect(page.locator("h1")).to_have_text("inner/new.fl")
    write(page, "two = 2\n")
    expect(page.get_by_role("button", name="Revert")).to_be_visible()
    open_file(page, "lists.fl")
    page.reload()
    page.wait_for_selector("button.file", state="attached")
    page.locator("summary", has_text="inner/").click()
    page.get_by_role("button", name="new.fl", exact=True).click()
    expect(page.locator(".cm-content")).to_contain_text("two = 2")
    page.get_by_role("button", name="Revert").click()
    expect(page.get_by_role("button", name="new.fl", exact=True)).to_have_count(0)
    page.get_by_role("button", name="deep.fl", exact=True).click()
    expect(page.locator("h1")).to_have_text("inner/deep.fl")


def test_a_language_server_that_ends_is_followed_by_another(page: Page) -> None:
    open_file(page, "lists.fl")
    expect(page.locator(".token-keyword").first).to_be_visible()
    for each in language_servers():
        os.kill(each, signal.SIGKILL)
    write(page, "double x = x + x\n\nproperty even(x) = duoble x /= 6\n")
    expect(page.locator(".cm-lintRange-error")).to_have_text("duoble")


def language_servers() -> list[int]:
    """The language servers that this process has started."""
    children = Path(f"/proc/{os.getpid()}/task").glob("*/children")
    started = [int(each) for path in children for each in path.read_text("utf-8").split()]
    return [each for each in started if b"\0lsp\0" in Path(f"/proc/{each}/cmdline").read_bytes()]
