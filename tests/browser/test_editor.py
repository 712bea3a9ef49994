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
