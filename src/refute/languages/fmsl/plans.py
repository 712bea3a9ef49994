"""The layout of test plans (Figure 7.1)."""

from __future__ import annotations

from refute.languages.plans import PlanFormat

_NEEDED = ("operation", "inputs", "outputs", "expected")

PLAN = PlanFormat(
    _NEEDED,
    (*_NEEDED, "covers", "result"),
    "result",
    {"expected": ("allowed", "forbidden", "refused")},
)
