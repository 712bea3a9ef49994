"""Run every measurement, each under its name."""

from __future__ import annotations

from collections.abc import Callable

from benchmarks import funlogic, nominal, solver_session

MEASUREMENTS: dict[str, Callable[[], None]] = {
    "solver session against a fresh solver per leaf": solver_session.main,
    "functional logic programs beside miniKanren": funlogic.in_large_stack,
    "nominal logic programs": nominal.main,
}

for name, measure in MEASUREMENTS.items():
    print(f"## {name}", flush=True)
    measure()
