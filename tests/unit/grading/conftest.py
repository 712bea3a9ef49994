"""A small class for the sum of numbers."""

from __future__ import annotations

from pathlib import Path

import pytest

SUM = """\
read n : 0..3
until len(x.all) == n:
    read x : 0..9
print sum(x.all)
"""
RIGHT = "print(sum(int(input()) for _ in range(int(input()))))\n"
WRONG = "n = int(input())\nprint(sum(int(input()) for _ in range(n)) + (n > 1))\n"
SAME_WRONG = """\
n = int(input())
total = int(n > 1)
for _ in range(n):
    total += int(input())
print(total)
"""
CRASHING = "n = int(input())\nxs = [int(input()) for _ in range(n)]\nprint(xs[0] + sum(xs[1:]))\n"


@pytest.fixture
def classroom(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a specification, few tests for it, and an empty folder of submissions."""
    (tmp_path / "sum.ios").write_text(SUM, encoding="utf-8")
    (tmp_path / "grade.toml").write_text("tests = 3\npoints = 9\n", encoding="utf-8")
    (tmp_path / "class").mkdir()
    monkeypatch.chdir(tmp_path)
    return tmp_path
