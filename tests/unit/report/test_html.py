import re
from html.parser import HTMLParser

import pytest

from refute.report.html import to_html
from refute.report.outcome import Report

from .samples import DEEP, EMPTY, HOSTILE, REPORT

VOID = {"meta", "link", "br"}


class Reader(HTMLParser):
    """Checks that every element is closed and keeps the text."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.deepest = 0
        self.text = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in VOID:
            self.open.append(tag)
        self.deepest = max(self.deepest, len(self.open))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


@pytest.mark.parametrize("report", [REPORT, EMPTY, HOSTILE, DEEP])
def test_every_page_is_well_formed_and_needs_no_network(report: Report) -> None:
    page = to_html(report)
    reader = Reader(page)
    assert reader.open == []
    assert reader.deepest < 400
    assert not re.search(r"(src|href)=|url\(|@import|<script", page)


def test_a_page_shows_the_evidence() -> None:
    text = Reader(to_html(REPORT)).text
    for piece in ("✗ refuted", "limit", "= 1 + length [1]", "[2, 3]", "a < 0", "(impossible)",
                  "lists of at most 5 elements", "the time limit of 10 s", "assert True",
                  "warning[L001]", "nodes 1,204 · solver calls 37"):  # fmt: skip
        assert piece in text


def test_text_of_the_user_stays_text() -> None:
    page = to_html(HOSTILE)
    assert "</script>" not in page
    assert "[red]\\x1b[31m&lt;/script&gt;&amp;" in page
    assert not re.search(r"[\x00-\x08\x0b-\x1f\u202e\ud800]", page)


def test_a_page_says_what_it_leaves_out() -> None:
    assert "1001 more nodes are left out." in to_html(DEEP)
