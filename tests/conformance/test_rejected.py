"""What every language rejects: the corpus says on the offending line which code it gets.

A text behind the code, as in `% AP013: takes 2 arguments`, is part of the message. Complaints about
a whole file have no line and are listed here.
"""

import re
from pathlib import Path

import pytest

from asking import report_on
from refute.diagnostics import Diagnostic, InputError, render
from refute.files import read_source
from refute.languages import LANGUAGES

CORPUS = Path(__file__).parents[1] / "corpus"
ENDINGS = {ending for each in LANGUAGES.values() for ending in each.endings}
REJECTED = sorted(path for path in CORPUS.glob("*/rejected/*") if path.suffix in ENDINGS)
WHOLE_FILE = {
    "no_task.top": "TH015",
    "deep.top": "TH004",
    "nothing_to_check.top": "TH018",
    "deep.fl": "FL004",
    "nothing_asked.fl": "FL031",
    "nothing.ios": "IO023",
}
CODE = re.compile(r"\b([A-Z]{2}\d{3})\b(?:: ([^:]*))?")


def complaints(path: Path) -> tuple[Diagnostic, ...]:
    command = "check" if path.name == "nothing_to_check.top" else "run"
    try:
        return report_on(command, read_source(path)).diagnostics
    except InputError as failure:
        return failure.diagnostics


def line_of(diagnostic: Diagnostic) -> int:
    assert diagnostic.primary is not None, diagnostic
    return diagnostic.primary.span.source.position(diagnostic.primary.span.start)[0]


@pytest.mark.parametrize("path", REJECTED, ids=lambda path: path.name)
def test_each_offending_line_is_rejected_with_its_code(path: Path) -> None:
    found = complaints(path)
    assert all(render(each) for each in found)
    if path.name in WHOLE_FILE:
        assert [each.code for each in found] == [WHOLE_FILE[path.name]]
        return
    announced = [
        (number, *words)
        for number, line in enumerate(path.read_text("utf-8").splitlines(), start=1)
        for words in CODE.findall(line)
    ]
    assert announced, "a rejected file says why"
    expected = {(number, code) for number, code, _ in announced}
    assert {(line_of(each), each.code) for each in found} == expected
    for number, code, text in announced:
        messages = [each.message for each in found if (line_of(each), each.code) == (number, code)]
        assert any(text.strip() in message for message in messages)


def test_every_language_rejects_something() -> None:
    assert len({path.parents[1].name for path in REJECTED}) == 5
    assert len(REJECTED) > 80


def test_every_accepted_file_has_an_answer() -> None:
    typed = [path.read_text("utf-8").split("\n")[0] for path in CORPUS.glob("*/*.txt")]
    shown = {word.rpartition("/")[2] for line in typed for word in line.split()}
    accepted = {path.name for path in CORPUS.glob("*/*.*") if path.suffix in {".top", ".fl"}}
    assert accepted <= shown
