from dataclasses import replace

import pytest

from refute.frontend.markdown_tables import Grid, GridRow, grids, with_grids

NEEDED = ("what", "why")
TEXT = """# Prose with a | bar

| *What* | why      | note |
|:-------|----------|------|
| `a, b` | a \\| b  | keep   me |
| second |

| another | table |
|---|---|
| 1 | 2 |

```
| what | why |
|---|---|
| in | code |
```

What | Why
--- | ---
x | y
"""


def test_tables_with_the_columns_are_grids_of_bare_cells() -> None:
    first, second = grids(TEXT, NEEDED)
    assert first.columns == ("what", "why", "note")
    assert [each.cells for each in first.rows] == [
        ("a, b", "a | b", "keep   me"),
        ("second", "", ""),
    ]
    assert [each.cells for each in second.rows] == [("x", "y")]


def test_a_text_stays_as_it_is_to_the_letter_where_nothing_was_edited() -> None:
    assert with_grids(TEXT, NEEDED, grids(TEXT, NEEDED)) == TEXT


def test_cells_change_rows_come_and_go() -> None:
    first, second = grids(TEXT, NEEDED)
    changed = replace(first.rows[0], cells=("c|d", "a | b", "keep   me"))
    filled = replace(first.rows[1], cells=("second", "", "late"))
    added = GridRow(None, ("new", "x|y", ""))
    edited = [Grid(first.columns, (changed, added, filled)), Grid(second.columns, ())]
    text = with_grids(TEXT, NEEDED, edited)
    assert [[row.cells for row in each.rows] for each in grids(text, NEEDED)] == [
        [("c|d", "a | b", "keep   me"), ("new", "x|y", ""), ("second", "", "late")],
        [],
    ]
    assert "| `c\\|d` | a \\| b  | keep   me |" in text
    assert text.endswith("What | Why\n--- | ---\n")
    unchanged = [line for line in TEXT.split("\n") if line in text.split("\n")]
    assert len(unchanged) == len(TEXT.split("\n")) - 3


@pytest.mark.parametrize(
    "wrong",
    [
        [],
        [Grid(("what", "why"), ())] * 2,
        [Grid(("what", "why", "note"), (GridRow(0, ()),)), Grid(NEEDED, ())],
    ],
)
def test_grids_of_another_text_are_refused(wrong: list[Grid]) -> None:
    with pytest.raises(ValueError, match="not"):
        with_grids(TEXT, NEEDED, wrong)
