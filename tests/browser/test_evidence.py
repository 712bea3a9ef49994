"""Evidence of every kind, as a worker would send it, drawn by the page."""

import json
from collections.abc import Iterable

from playwright.sync_api import Page, WebSocketRoute, expect

from refute.report.as_json import outcome_to_json
from refute.report.outcome import (
    Bindings,
    Block,
    Dialogue,
    Graph,
    Lines,
    Mark,
    Outcome,
    Outline,
    Table,
    Turn,
    Verdict,
)

from .test_questions import check_accessibility
from .visiting import ask, open_file

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
)


def tell(page: Page, blocks: Iterable[Block]) -> None:
    """Have the server answer every question with these blocks."""
    outcome = Outcome("drawn", "property", Verdict.REFUTED, "It is.", blocks=tuple(blocks))
    told = {"kind": "outcome", "outcome": outcome_to_json(outcome), "bare": False, "entries": []}
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
    kinds = (".bindings", "pre", "table:not(.dialogue)", ".outline", ".dialogue", ".picture svg")
    for selector in kinds:
        expect(body.locator(selector)).to_have_count(1)
    expect(body.locator(".picture .node")).to_have_count(4)
    expect(body.locator(".picture .node.answer text")).to_have_text("✓ z z")
    width = body.locator(".picture svg").bounding_box()
    body.locator(".block", has=page.locator(".picture")).get_by_label("Larger").click()
    larger = body.locator(".picture svg").bounding_box()
    assert width is not None
    assert larger is not None
    assert larger["width"] > 1.2 * width["width"]
    body.get_by_text("in words").click()
    expect(body.locator(".words")).to_contain_text("arg → (λx. x x) z")
    check_accessibility(page)
