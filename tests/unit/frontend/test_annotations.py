"""Annotations of the hot modules hold at run time, where mypy has to believe them."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[3] / "examples"


@pytest.mark.parametrize(
    "files",
    [
        ("workflow/coffee.top", "workflow/vending-broken.top"),
        ("funlogic/append.fl", "funlogic/trees.fl", "fmsl/adduser-2-weak.fmsl"),
    ],
    ids=["workflow", "others"],
)
def test_what_runs_is_what_is_annotated(files: tuple[str, ...]) -> None:
    paths = [str(EXAMPLES / each) for each in files]
    program = str(Path(__file__).with_name("annotations.py"))
    finished = subprocess.run(
        [sys.executable, program, *paths], capture_output=True, text=True, check=False
    )
    assert finished.returncode == 0, finished.stderr
    assert finished.stdout.strip() == ""
