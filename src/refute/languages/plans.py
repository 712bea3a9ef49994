"""Test plans that people edit: tables in Markdown files, executed by a command."""

from __future__ import annotations

from collections.abc import Mapping

from refute.record import record


@record
class PlanFormat:
    """The format of a language's test plans, for those who show them as editable tables.

    A table with the columns that are `needed` is a plan; a new one has the columns of `header`.
    `result` is the column that only the command `tests` fills in. `choices` are common values of a
    column. Options of `tests` take the text of a plan as `plan_text`; the plan with its results is
    then a file that the command makes.
    """

    needed: tuple[str, ...]
    header: tuple[str, ...]
    result: str
    choices: Mapping[str, tuple[str, ...]]
