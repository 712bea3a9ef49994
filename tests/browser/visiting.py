"""What people do with the page."""

from playwright.sync_api import Page


def open_file(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()
    page.wait_for_selector(f"h1:text-is('{name}')")


def choose(page: Page, command: str) -> None:
    page.locator(".commands").get_by_role("button", name=command, exact=True).click()


def write(page: Page, text: str) -> None:
    page.locator(".cm-content").fill(text)


def ask(page: Page, command: str) -> str:
    """Ask and wait for the end; what the page says of it."""
    choose(page, command)
    page.locator("button.primary").click()
    page.wait_for_selector(".question[aria-busy=false]")
    return page.locator(".question .status").inner_text()


def start(page: Page, command: str) -> None:
    choose(page, command)
    page.locator("button.primary").click()
