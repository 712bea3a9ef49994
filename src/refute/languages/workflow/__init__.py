"""Workflows (`.top`): TopHat tasks, run and proved. After paper 001."""

from __future__ import annotations

from refute.languages.language import Language, Option, Settings
from refute.report.outcome import Report
from refute.source import Source

# The commands import late, so that naming the language loads neither its grammar nor the solver.
# ruff: noqa: PLC0415


def _check(source: Source, settings: Settings) -> Report:
    from refute.languages.workflow.check import check

    return check(source, settings)


LANGUAGE = Language(
    name="workflow",
    endings=(".top",),
    summary="workflows (TopHat): who does which task when, run and proved",
    check=_check,
    options=(
        Option(
            "all-paths",
            "enumerate every path with a look-ahead, as the paper does, not every state once",
            ("check",),
            kind=bool,
        ),
    ),
)
