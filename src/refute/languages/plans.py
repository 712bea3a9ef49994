"""Test plans that people edit: tables in Markdown files, which a command carries out."""

from __future__ import annotations

from collections.abc import Mapping

from refute.record import record


@record
class PlanFormat:
    """How the test plans of a language look, for those who show them as tables to be edited.

    A table with the columns that are `needed` is a plan; a new one has the columns of `header`.
    `result` is the column that the command `tests` fills in, and nobody else. `choices` are what
    can usually be written in a column. Options of `tests` take the text of a plan as `plan_text`;
    the plan with its results is then a file that the command makes.
    """

    needed: tuple[str, ...]
    header: tuple[str, ...]
    result: str
    choices: Mapping[str, tuple[str, ...]]
