"""Take the pictures of the workbench anew, as `make pictures` does; needs Chromium.

Each is what the page shows after a few clicks on examples, so that it shows today's answers.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

ROOT = Path(__file__).parents[2]
IMAGES = ROOT / "docs" / "images"
FILES = (
    "console/sum.ios",
    "fmsl/bank-careless.fmsl",
    "funlogic/sorting.fl",
    "nominal/lambda.apl",
    "workflow/flight-broken.top",
    "workflow/leave.top",
)
WRONG = "console/programs/sum/wrong_skips_first.py"


@contextmanager
def serving() -> Iterator[str]:
    """The link to a workbench on a folder with some of the examples."""
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary, "specifications")
        folder.mkdir()
        for each in FILES:
            shutil.copy(ROOT / "examples" / each, folder)
        command = [sys.executable, "-m", "refute", "serve", str(folder), "--no-open", "--port", "0"]
        server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert server.stdout is not None
        link = next(found[0] for line in server.stdout if (found := re.search(r"http\S+", line)))
        yield link
        server.terminate()
        server.wait()


def answered(page: Page, name: str, command: str) -> None:
    """Open a file and choose what is asked of it."""
    page.get_by_role("button", name=name, exact=True).click()
    page.wait_for_selector(f"h1:text-is('{name}')")
    page.locator(".commands").get_by_role("button", name=command, exact=True).click()


def go(page: Page) -> None:
    """Ask, and wait for the end of the answer."""
    page.locator("button.primary").click()
    page.wait_for_selector(".question[aria-busy=false]")
    page.locator(".question").scroll_into_view_if_needed()


def main() -> None:
    """All pictures."""
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    with serving() as link, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 1280, "height": 800})
        page.set_default_timeout(120_000)
        page.goto(link)
        answered(page, "sum.ios", "Hand in")
        page.get_by_text("or type the program").click()
        page.locator(".handing-in textarea").first.fill(
            (ROOT / "examples" / WRONG).read_text("utf-8")
        )
        go(page)
        page.locator(".question").evaluate("each => each.scrollIntoView({block: 'start'})")
        page.screenshot(path=IMAGES / "workbench-hand-in.png")
        answered(page, "flight-broken.top", "Check")
        go(page)
        page.screenshot(path=IMAGES / "workbench-check.png")
        browser.close()


if __name__ == "__main__":
    main()
