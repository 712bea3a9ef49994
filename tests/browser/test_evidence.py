"""Evidence of every kind, as a worker would send it, drawn by the page."""

import json
from collections.abc import Iterable

from playwright.sync_api import Page, WebSocketRoute, expect

from refute.report.as_json import outcome_to_json
from refute.report.outcome import (
    Attribute,
    Bindings,
    Block,
    Dialogue,
    DrawnObject,
    Graph,
    Lines,
    Mark,
    ObjectDiagram,
    Outcome,
    Outline,
    Picture,
    Table,
    Turn,
    Verdict,
)

from .test_questions import check_accessibility
from .visiting import ask, choose, open_file, write

GRAPH = Graph(
    "Reductions",
    (
        ("(λx. x x) ((λy. y) z)", Mark.OPEN),
        ("((λy. y) z) ((λy. y) z)", Mark.OPEN),
        ("(λx. x x) z", Mark.OPEN),
        ("z z", Mark.ANSWER),
    ),
    ((0, 1, "beta"), (0, 2, "arg"), (1, 3, "beta"), (2, 3, "beta"), (3, 3, "eta")),
)
BLOCKS: tuple[Block, ...] = (
    Bindings("Counterexample", (("xs", "[0, 1]"),)),
    Lines("Replay", ("length [0, 1]", "= 2")),
    Table("Answers", ("x",), (("[2]",),)),
    Outline("append", (Outline("xs = []", (), Mark.ANSWER), Outline("xs = a : as"))),
    Dialogue(
        "what happened",
        (Turn((("Name? ", False), ("Ada", True))), Turn((("7", False),), True, "8")),
    ),
    GRAPH,
    ObjectDiagram(
        "Before and after",
        (
            Picture("before", (DrawnObject("a", "Account", (Attribute("balance", "3"),)),)),
            Picture("after", (DrawnObject("a", "Account", (Attribute("balance", "5", "3"),)),)),
        ),
    ),
)


def tell(page: Page, blocks: Iterable[Block]) -> None:
    """Have the server answer every question with these blocks."""
    outcome = Outcome("drawn", "property", Verdict.REFUTED, "It is.", blocks=tuple(blocks))
    told = {"kind": "outcome", "outcome": outcome_to_json(outcome), "bare": False}
    told |= {"entries": [], "spots": []}
    end = {"kind": "end", "code": 1, "verdict": "refuted", "seconds": 0.1}

    def answer(socket: WebSocketRoute) -> None:
        def take(message: str | bytes) -> None:
            number = json.loads(message)["id"]
            for each in (told, end):
                socket.send(json.dumps({"id": number, **each}))

        socket.on_message(take)

    page.route_web_socket("**/socket", answer)


def test_every_kind_of_evidence_is_drawn(page: Page) -> None:
    tell(page, BLOCKS)
    open_file(page, "lists.fl")
    ask(page, "Check")
    body = page.locator(".outcome .body")
    for selector in (".bindings", "pre", "table:not(.dialogue)", ".outline", ".dialogue"):
        expect(body.locator(selector)).to_have_count(1)
    expect(body.locator(".picture svg")).to_have_count(2)
    expect(body.locator(".picture").last).to_contain_text("Account")
    expect(body.locator(".picture .node")).to_have_count(4)
    expect(body.locator(".picture .node.answer text")).to_have_text("✓ z z")
    width = body.locator(".picture svg").first.bounding_box()
    body.locator(".block", has=page.locator(".picture")).first.get_by_label("Larger").click()
    larger = body.locator(".picture svg").first.bounding_box()
    assert width is not None
    assert larger is not None
    assert larger["width"] > 1.2 * width["width"]
    body.get_by_text("in words").click()
    expect(body.locator(".words")).to_contain_text("arg → (λx. x x) z")
    check_accessibility(page)


def test_what_tests_reach_is_shown_in_the_source(page: Page) -> None:
    open_file(page, "lists.fl")
    write(page, "f n | n > 3 = 1\n    | n > n = 2\n    | otherwise = 3\n")
    choose(page, "Tests")
    page.get_by_text("Options", exact=True).click()
    page.get_by_label("function", exact=True).fill("f")
    page.locator("button.primary").click()
    expect(page.locator(".cm-content .spot.answer").first).to_be_visible()
    impossible = page.locator(".cm-content .spot.impossible")  # in pieces where colours change
    expect(impossible.filter(has_text="2").first).to_be_visible()
    page.locator(".cm-content").press("Control+End")
    page.keyboard.type("-- more")
    expect(page.locator(".cm-content .spot")).to_have_count(0)
