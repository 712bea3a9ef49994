"""Run every measurement, each under its name."""

from __future__ import annotations

from collections.abc import Callable

from benchmarks import (
    alphacheck,
    console,
    containment,
    editor,
    fmsl_solver,
    fmsl_thirty,
    fmsl_universe,
    funlogic,
    grading,
    nominal,
    observation,
    redex,
    solver_session,
    transcripts,
    workflow,
)

MEASUREMENTS: dict[str, Callable[[], None]] = {
    "solver session against a fresh solver per leaf": solver_session.main,
    "console specifications beside the original": console.main,
    "functional logic programs beside miniKanren": funlogic.in_large_stack,
    "workflows from file to verdict": workflow.main,
    "nominal logic programs": nominal.main,
    "attacks on theorems": alphacheck.main,
    "the benchmark of Redex": redex.main,
    "the value universe of FMSL": fmsl_universe.main,
    "solver questions about the user database of FMSL": fmsl_solver.main,
    "a specification of thirty operations in FMSL": fmsl_thirty.main,
    "watching programs": observation.main,
    "transcripts of many kinds of programs": transcripts.main,
    "containing programs": containment.main,
    "grading a class": grading.main,
    "answers of the language server": editor.main,
}

for name, measure in MEASUREMENTS.items():
    print(f"## {name}", flush=True)
    measure()
