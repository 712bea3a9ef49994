"""Programs in several languages, built once."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from refute.execution import CommandProgram, Limits, Run, TextWritten, Tty
from refute.execution.observation.watch import WaitDetection

SOURCES = Path(__file__).parent / "programs"
GENEROUS = Limits(seconds=30.0)

Behave = Callable[..., Run]


def needs(program: str) -> str:
    """Where a program of the system is; the test is skipped by name where it is missing."""
    found = shutil.which(program)
    if found is None:
        pytest.skip(f"{program} is not installed")
    return found


def dialogue(run: Run) -> str:
    """A run as one text, with what was taken in angle brackets."""
    return "".join(
        each.text if isinstance(each, TextWritten) else f"<{each.line}>" for each in run.events
    )


@pytest.fixture(scope="session")
def behaviour(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The program that behaves as its argument says."""
    target = tmp_path_factory.mktemp("behaviour") / "behaviour"
    compiler = needs("gcc")
    options = ["-O1", "-pthread", "-Wall", "-Wno-unused-result"]
    subprocess.run([compiler, *options, "-o", target, SOURCES / "behaviour.c"], check=True)
    return str(target)


@pytest.fixture
def behave(behaviour: str) -> Behave:
    """Runs the program in one of its ways."""

    def run(
        *arguments: str,
        lines: Sequence[str] = (),
        tty: Tty = Tty.ALWAYS,
        limits: Limits = GENEROUS,
        sight: WaitDetection | None = None,
    ) -> Run:
        return CommandProgram([behaviour, *arguments], limits, tty, sight=sight).run(lines)

    return run
