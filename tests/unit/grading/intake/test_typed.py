"""Programs that were typed into a page come out as they were typed."""

from __future__ import annotations

import re
from html import escape
from pathlib import Path

import pytest

from refute.grading.intake.typed import typed_lines

from ..conftest import RIGHT, WRONG
from ..test_grade import grades, refute

PROGRAM = """\
count = int(input("How many?  "))
total = 0

for _ in range(count):
    if 1 < 2 and "a&b":
        total += int(input())
print(total)
"""


def with_hard_blanks(line: str) -> str:
    """A line as editors write it: blanks that HTML would swallow are hard ones."""
    return re.sub(r"^ +| {2,}", lambda found: "&nbsp;" * len(found[0]), escape(line))


def paragraphs(text: str) -> str:
    lines = text.splitlines()
    return "\n".join(f"<p>{with_hard_blanks(line) or '&nbsp;'}</p>" for line in lines)


def broken_lines(text: str) -> str:
    return "<div>" + "<br />\n".join(map(with_hard_blanks, text.splitlines())) + "</div>"


def as_it_is(text: str) -> str:
    return f'<pre class="language-python"><code>{escape(text)}</code></pre>'


def moodle(body: str) -> str:
    return f'<!DOCTYPE html><html><head><meta charset="UTF-8"></head><body>{body}</body></html>'


def canvas(body: str) -> str:
    return f"""<!DOCTYPE html>
<html>
<head>
  <title>Sum: Ada</title>
</head>
<body>
<h1>Sum: Ada</h1>
<div style="width: 600px;">
  {body}
</div>
</body>
</html>"""


@pytest.mark.parametrize("page", [moodle, canvas])
@pytest.mark.parametrize("editor", [paragraphs, broken_lines, as_it_is])
def test_lines_and_blanks_are_those_that_were_typed(page, editor) -> None:  # type: ignore[no-untyped-def]
    assert typed_lines(page(editor(PROGRAM))) == PROGRAM


def test_what_was_typed_is_graded_once_its_language_is_known(classroom: Path) -> None:
    handed_in = classroom / "class"
    pages = {
        "Ada Byron_1_assignsubmission_onlinetext_/onlinetext.html": RIGHT,
        "Ben Ochs_2_assignsubmission_onlinetext_onlinetext.html": WRONG,
    }
    for name, program in pages.items():
        (handed_in / name).parent.mkdir(exist_ok=True)
        (handed_in / name).write_text(moodle(paragraphs(program)), "utf-8")
    assert refute("grade", "sum.ios", "class").exit_code == 3
    assert "typed = " in grades(classroom)["Ada Byron"]["what"]
    assert grades(classroom)["Ada Byron"]["score"] == ""
    (classroom / "grade.toml").write_text('typed = "Python"\npoints = 9\n', "utf-8")
    assert refute("grade", "sum.ios", "class").exit_code == 0
    assert grades(classroom)["Ada Byron"]["score"] == "9.0"
    assert float(grades(classroom)["Ben Ochs"]["score"]) < 9
    (classroom / "grade.toml").write_text('typed = "Pyton"\n', "utf-8")
    assert "did you mean" in refute("grade", "sum.ios", "class").stderr
