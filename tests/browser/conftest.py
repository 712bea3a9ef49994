"""A browser of the system and a server with some specifications."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from serving import Server, running

EXAMPLES = Path(__file__).parents[2] / "examples"
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
expect.set_options(timeout=60_000)  # machines are shared
FEW_TESTS = "tests = 4\n"
TILL = """\
object Till = coins:integer and notes:integer;
value empty:Till = {0, 0};
operation Pay(t:Till, amount:integer) -> (t':Till)
    pre: t.coins != nil and t.notes != nil and amount > 0;
    post: t' = {t.coins + amount, t.notes};
end Pay;
"""
LAMP = """\
object Lamp
    components: lit:boolean and uses:integer;
    operations: Push;
    invariant: uses < 2;
    initial: {false, 0};
end Lamp;
operation Push(l:Lamp) -> (l':Lamp)
    post: l' = {not l.lit, l.uses + 1};
end Push;
"""
CALCULUS = """\
pred p(int). p(1). p(2).
pred step(int, int). step(1, 2). step(1, 3). step(2, 4).

#check "small" 3 : p(X) => X = 1.
#check "right" 3 : p(X) => p(X).
"""


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """A browser; while it is open, an event loop runs, which other packages need for themselves."""
    if CHROMIUM is None:
        pytest.skip("chromium is not installed")
    with sync_playwright() as playwright:
        made = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield made
        made.close()


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("specifications")
    for name in ("workflow/flight-broken.top", "workflow/vending.top", "console/sum.ios"):
        shutil.copy(EXAMPLES / name, made)
    (made / "lamp.fmsl").write_text(LAMP, encoding="utf-8")
    (made / "till.fmsl").write_text(TILL, encoding="utf-8")
    (made / "steps.apl").write_text(CALCULUS, encoding="utf-8")
    (made / "lists.fl").write_text(
        "double x = x + x\n\nproperty even(x) = double x /= 6\n", encoding="utf-8"
    )
    (made / "grade.toml").write_text(FEW_TESTS, encoding="utf-8")
    return made


@pytest.fixture(scope="session")
def server(folder: Path) -> Iterator[Server]:
    with running(folder, sandbox="auto") as made:
        yield made


@pytest.fixture
def page(browser: Browser, server: Server) -> Iterator[Page]:
    """A page of a new visitor; whatever goes wrong in it fails the test."""
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    made = context.new_page()
    made.set_default_timeout(60_000)
    wrong: list[str] = []
    made.on("pageerror", lambda failure: wrong.append(str(failure)))
    made.on("console", lambda said: wrong.append(said.text) if said.type == "error" else None)
    made.goto(server.link)
    made.wait_for_selector(".cm-content")
    yield made
    context.close()
    assert not wrong
