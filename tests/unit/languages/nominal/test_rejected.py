"""Every file in the corpus of rejected programs gets the diagnostics that its comments announce.

A comment `% CODE: text` stands at the end of the offending line; the text is part of the message.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from asking import report_on
from refute.diagnostics import InputError
from refute.files import read_source

CORPUS = Path(__file__).parents[3] / "corpus" / "nominal" / "rejected"
ANNOUNCED = re.compile(r"%\s*(AP\d+): (.*)$")


@pytest.mark.parametrize("path", sorted(CORPUS.glob("*.apl")), ids=lambda path: path.stem)
def test_a_program_is_rejected_where_and_why_it_says(path: Path) -> None:
    source = read_source(path)
    expected = [
        (number, found[1], found[2].strip())
        for number, line in enumerate(source.text.splitlines(), 1)
        if (found := ANNOUNCED.search(line))
    ]
    with pytest.raises(InputError) as caught:
        report_on("run", source)
    got = caught.value.diagnostics
    assert [(each.code) for each in got] == [code for _, code, _ in expected]
    for diagnostic, (number, _, text) in zip(got, expected, strict=True):
        assert text in diagnostic.message
        assert diagnostic.primary is not None
        assert source.position(diagnostic.primary.span.start)[0] == number


def test_the_corpus_is_there() -> None:
    assert len(list(CORPUS.glob("*.apl"))) >= 10
