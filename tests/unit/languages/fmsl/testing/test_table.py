"""Test plans in Markdown: what is read, and that nothing but results is written."""

from __future__ import annotations

from pathlib import Path

import pytest

from asking import report_on
from refute.diagnostics import InputError
from refute.languages.fmsl.testing.table import read_plan
from refute.report.outcome import Report, Verdict
from refute.source import Source

TEXT = """
object Till = coins:integer and notes:integer;
value empty:Till = {0, 0};
op Pay(t:Till, amount:integer = 1) -> (t':Till)
    pre: t.coins != nil and amount > 0;
    post: t' = {t.coins + amount, t.notes};
end Pay;
op Split(t:Till) -> (a:integer, b:integer) post: a + b = t.coins; end Split;
"""
PLAN = """Prose with a | bar.

| Operation | Note \\| more | inputs | outputs | expected | result |
|:---|---|---|---|---|---:|
| Pay | keep   me | `empty, 5` | `{5, 0}` | allowed |  |
|| x | empty | {1, 0} | {true, true} | old result that is long |
| Split | | {3, 0} | 1, 2 | Allowed | |
| Split | | {3, 0} | 1, 1 | forbidden |

| a | table | of another kind |
|---|---|---|
| 1 | 2 | 3 |

```
| operation | inputs | outputs | expected | result |
| --- | --- | --- | --- | --- |
| Pay | | | | |
```
The end, without a line end"""


def performed(tmp_path: Path, plan: str, *, end: str = "\n") -> tuple[Report, str]:
    """The report on a plan, and its file afterwards."""
    file = tmp_path / "plan.md"
    file.write_bytes(plan.replace("\n", end).encode())
    report = report_on("tests", Source("till.fmsl", TEXT), plan=str(file))
    return report, file.read_bytes().decode()


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_only_the_results_are_written(tmp_path: Path, end: str) -> None:
    report, after = performed(tmp_path, PLAN, end=end)
    assert report.exit_code == 0
    old, new = PLAN.split("\n"), after.split(end)
    changed = [
        number for number, (one, other) in enumerate(zip(old, new, strict=True)) if one != other
    ]
    assert changed == [4, 5, 6, 7]
    for number in changed:
        assert new[number].split("|")[1:-2] == old[number].split("|")[1:6]
        assert new[number].split("|")[-2].strip() == "ok"


def test_results_are_the_same_when_the_plan_is_carried_out_again(tmp_path: Path) -> None:
    _, first = performed(tmp_path, PLAN)
    _, second = performed(tmp_path, first)
    assert first == second


def test_a_table_without_results_gets_a_column(tmp_path: Path) -> None:
    head = "| operation | inputs | outputs | expected |\n|---|---|---|---|\n"
    plan = f"{head}| Pay | empty, 2 | {{1, 0}} | allowed |\n"
    report, after = performed(tmp_path, plan)
    assert report.verdict is Verdict.REFUTED
    assert after.splitlines()[0].endswith("| expected | result |")
    assert after.splitlines()[2].endswith("| allowed | failed: { true, false } |")


def test_rows_in_which_nothing_is_expected_are_told_and_decide_nothing(tmp_path: Path) -> None:
    plan = "operation | inputs | outputs | expected | result\n-|-|-|-|-\nPay | empty, 0 | nil | |\n"
    report, after = performed(tmp_path, plan)
    assert (report.verdict, report.exit_code) == (Verdict.UNDECIDED, 3)
    assert "{ false, nil }" in after.splitlines()[2]


@pytest.mark.parametrize(
    ("row", "word"),
    [
        ("Pya | empty, 1 | {1, 0} | allowed", "no operation Pya"),
        ("Pay | empty, 1, 2 | {1, 0} | allowed", "3"),
        ("Pay | empty, 1) | {1, 0} | allowed", "expected"),
        ("Pay | empty, 1 | {1, 0} | yes", "yes"),
        ("Pay | empty, 1 | {1, 0} | 3", "allowed"),
    ],
)
def test_a_row_that_cannot_be_read_is_an_error_and_the_others_are_carried_out(
    tmp_path: Path, row: str, word: str
) -> None:
    head = "| operation | inputs | outputs | expected | result |\n|---|---|---|---|---|\n"
    report, after = performed(
        tmp_path, f"{head}| {row} | |\n| Pay | empty, 1 | {{1, 0}} | allowed | |"
    )
    (problem,) = report.diagnostics
    assert (problem.code, report.exit_code) == ("FM065", 2)
    assert problem.primary is not None
    assert word in problem.message
    wrong, right = after.splitlines()[2:]
    assert "error: " in wrong
    assert right.endswith("| ok |")


def test_a_file_without_a_plan_is_refused_and_left_alone(tmp_path: Path) -> None:
    with pytest.raises(InputError) as caught:
        read_plan("# Nothing\n\n| a | b |\n|---|---|\n", "plan.md")
    assert [each.code for each in caught.value.diagnostics] == ["FM064"]


def test_a_plan_that_is_not_there_is_made_and_added_to(tmp_path: Path) -> None:
    file = tmp_path / "new.md"
    source = Source("till.fmsl", TEXT)
    first = report_on("tests", source, plan=str(file), operation="Pay")
    assert first.verdict is Verdict.PASSED
    made = file.read_text()
    rows = read_plan(made, "new.md").rows
    assert {row.expected for row in rows} == {"allowed", "forbidden", "refused"}
    report_on("tests", source, plan=str(file), operation="Pay")
    assert file.read_text() == made
    report_on("tests", source, plan=str(file), operation="Split")
    assert file.read_text().startswith(made)
    assert len(read_plan(file.read_text(), "new.md").rows) > len(rows)
