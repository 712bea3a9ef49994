import io
import re
from pathlib import Path

import pytest
from rich.console import Console

from refute.diagnostics import Diagnostic, Label, Severity
from refute.report.drawing import MOST_LINES, plain
from refute.report.outcome import (
    Artifact,
    Bindings,
    Dialogue,
    Lines,
    Outcome,
    Outline,
    Report,
    Table,
    Turn,
    Verdict,
)
from refute.report.terminal import TerminalPen
from refute.source import Source

from .samples import DEEP, EMPTY, EVIL, HOSTILE, REFUTED, REPORT, WARNING

GOLDEN = Path(__file__).with_name("terminal.txt")


def drawn(report: Report, *, quiet: bool = False, encoding: str = "utf-8") -> str:
    stream = io.TextIOWrapper(io.BytesIO(), encoding=encoding)
    console = Console(file=stream, width=80, color_system=None)
    pen = TerminalPen(console)
    pen.report(report, quiet=quiet)
    pen.diagnostics(report.diagnostics)
    pen.artifacts(report)
    stream.seek(0)
    return "\n".join(line.rstrip() for line in stream.read().splitlines()) + "\n"


def test_a_report_reads_like_the_golden_text() -> None:
    assert drawn(REPORT) == GOLDEN.read_text("utf-8")


def test_quiet_is_one_line_for_each_outcome() -> None:
    lines = drawn(Report("check", "funlogic", "lists.fl", REPORT.outcomes), quiet=True)
    assert lines.splitlines() == [
        "✗ refuted   property shorter(xs, limit): A list of two elements is not shorter than 2.",
        "? undecided property sorted(xs): No counterexample was found before the time was over.",
        "✓ passed    query x where append [1] x == [1, 2]: There are 2 answers.",
        "✔ confirmed property appendNil(xs): Every path was followed to its end.",
    ]


def test_a_report_without_questions_says_so() -> None:
    assert drawn(EMPTY) == "lists.fl asks nothing that `refute check` could answer\n"


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp1252"])
def test_an_encoding_without_the_symbols_is_no_obstacle(encoding: str) -> None:
    text = drawn(REPORT, encoding=encoding)
    assert "x refuted " in text
    assert "|-! a < 0  (impossible)" in text


def test_text_of_the_user_is_neither_markup_nor_control() -> None:
    text = drawn(HOSTILE)
    assert not re.search(r"[\x00-\x09\x0b-\x1f\u202e]", text)
    assert text.count("[red]\\x1b[31m</script>") == 29


def test_colour_is_drawn_where_there_is_some() -> None:
    stream = io.StringIO()
    console = Console(file=stream, width=80, force_terminal=True, color_system="standard")
    pen = TerminalPen(console)
    pen.report(REPORT)
    pen.diagnostics([WARNING])
    assert "\x1b[1;31m✗ refuted" in stream.getvalue()
    assert "\x1b[1;33mwarning[L001]" in stream.getvalue()
    assert EVIL not in stream.getvalue()


def test_of_warnings_with_the_same_advice_one_is_drawn_whole() -> None:
    source = Source("a.apl", "p(X).\nq(Y).\n")
    lonely = [
        Diagnostic(
            "AP022",
            f"`{source.text[at]}` is used only here",
            Label(source.span(at, at + 1)),
            (),
            "write `_`",
            severity,
        )
        for at, severity in ((2, Severity.WARNING), (8, Severity.WARNING), (8, Severity.ERROR))
    ]
    report = Report("check", "nominal", "a.apl", (), tuple(lonely))
    shown = drawn(report)
    assert shown.count("  = help: write `_`") == 2, "of the first warning, and of the error"
    assert "\nwarning[AP022]: `Y` is used only here (a.apl:2:3)\nerror" in shown


def test_a_very_deep_tree_is_drawn_and_cut() -> None:
    lines = drawn(DEEP).splitlines()
    assert len(lines) < MOST_LINES + 10
    assert max(map(len, lines)) < 200
    assert lines[-1] == "    … 1,001 more nodes"


def test_only_very_long_evidence_is_shortened() -> None:
    long = Outcome(
        "long",
        "property",
        Verdict.REFUTED,
        "It is long.",
        blocks=(
            Bindings("", (("x", "a" * 30_000), ("y", "b" * 10_000))),
            Lines("", ("line",) * (MOST_LINES + 3)),
            Table("", ("n",), (("1",),) * (MOST_LINES + 2)),
        ),
    )
    text = plain(long)
    assert "… 10,000 more characters …" in text
    assert "b" * 10_000 in text
    assert "… 3 more lines" in text
    assert "… 2 more rows" in text


def test_values_of_several_lines_stay_in_their_column() -> None:
    block = Bindings("", (("x", "one\ntwo"),))
    text = plain(Outcome("q", "k", Verdict.PASSED, "s", blocks=(block,)))
    assert "    x = one\n        two" in text


def test_plain_is_what_the_terminal_shows() -> None:
    assert plain(REFUTED).splitlines() == GOLDEN.read_text("utf-8").splitlines()[:10]


def test_a_dialogue_marks_the_wrong_line_and_what_was_typed() -> None:
    turns = (
        Turn((("Name? ", False), ("Ada\x1b", True))),
        Turn((("Helo", False),), wrong=True, beside='"Hello"'),
        Turn(note="stops"),
    )
    outcome = Outcome("q", "k", Verdict.REFUTED, "s", blocks=(Dialogue("talk", turns),))
    assert plain(outcome).splitlines()[2:] == [
        "  talk (‹typed›)",
        "      Name? ‹Ada\\x1b›",
        '    ✗ Helo   ← should be "Hello"',
        "      (stops)",
    ]


def test_a_location_that_does_not_fit_moves_to_the_next_line() -> None:
    place = "examples/console/a_rather_long_name.ios:14:5"
    outcome = Outcome("the sum of all numbers", "property", Verdict.PASSED, "s", place=place)
    lines = drawn(Report("check", "console", "file", (outcome,))).split("\n")
    assert f"            ({place})" in lines
    assert all(line == line.rstrip() and len(line) <= 80 for line in lines)


def test_words_of_messages_and_replays_are_not_broken() -> None:
    stream = io.StringIO()
    pen = TerminalPen(Console(file=stream, width=40, color_system=None))
    words = "one two three four five six seven eight nine ten eleven twelve"
    pen.diagnostics([Diagnostic("X1", words, help=words)])
    pen.block(Lines("replay", (f"1  →  {words}",)))
    told = stream.getvalue()
    assert max(map(len, told.splitlines())) <= 40
    assert [*re.findall(r"[a-z]{3,}", told)].count("seven") == 3
    assert {*re.findall(r"[a-z]+", told)} == {*words.split(), "error", "help", "replay"}


def test_json_is_shown_only_where_no_table_says_the_same() -> None:
    made = (Artifact("lists.json", '{"tests": []}'), Artifact("test_lists.py", "assert True\n"))
    table = Table("examples", ("input",), (("insert 0",),))
    told = Outcome("insert", "function", Verdict.CONFIRMED, "", blocks=(table,))
    text = drawn(Report("tests", "funlogic", "lists.fl", (told,), artifacts=made))
    assert "lists.json: not shown; `--out DIR` writes it\n\n--- test_lists.py ---\n" in text
    assert '"tests"' not in text
    assert '"tests"' in drawn(Report("tests", "funlogic", "lists.fl", (), artifacts=made))


def test_long_nodes_of_a_tree_are_wrapped_beside_its_lines() -> None:
    long = " ".join(["word"] * 20)
    tree = Outline("top", (Outline(long, (Outline("leaf"),)), Outline(long)))
    outcome = Outcome("q", "query", Verdict.PASSED, "", blocks=(tree,))
    lines = drawn(Report("tree", "nominal", "a.apl", (outcome,))).splitlines()
    assert all(len(line) <= 80 for line in lines)
    starts = ["  ├─○ word", "  │ │ word", "  │ └─○ leaf", "  └─○ word", "      word"]
    assert all(line.startswith(start) for line, start in zip(lines[-5:], starts, strict=True))
