"""Kits of specifications with decimals, chance, arguments and files agree with `refute check`."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from refute import api
from refute.diagnostics import InputError

GUESS = """choose secret : 1..9
repeat:
    print? "{*}"
    read guess : int
    if guess < secret:
        print "{*}higher{*}"
    elif guess > secret:
        print "{*}lower{*}"
until guess == secret
"""
GUESS_PROGRAM = """import random
secret = random.randint(1, 9)
guess = int(input())
while guess != secret:
    print("higher" if guess < secret else "lower")
    guess = int(input())
"""
FILES = """arguments factor : 1..9
repeat:
    read x : int | end from "numbers.txt"
until x is end
for v in x.all:
    print factor * v to "products.txt"
print "{*}{len(x.all)}{*}"
"""
FILES_PROGRAM = """import sys
count = 0
with open("numbers.txt") as numbers, open("products.txt", "w") as products:
    for line in numbers:
        print(int(sys.argv[1]) * int(line), file=products)
        count += 1
print(count)
"""
DICE = """print "{*}{one : 1..6}{*}{two : 1..6}{*}"
print "{*}{(one + two) / 2:.1f}{*}"
"""
DICE_PROGRAM = """import random
one, two = random.randint(1, 6), random.randint(1, 6)
print(one, two)
print(f"{(one + two) / 2:.1f}")
"""


@pytest.mark.parametrize(
    ("text", "right", "find", "replace"),
    [
        (GUESS, GUESS_PROGRAM, "< secret", "> secret"),
        (FILES, FILES_PROGRAM, '"w"', '"a"'),
        (DICE, DICE_PROGRAM, ":.1f", ":.2f"),
    ],
    ids=["chance", "files", "decimals"],
)
def test_right_programs_pass_and_wrong_ones_do_not(
    text: str, right: str, find: str, replace: str, tmp_path: Path
) -> None:
    for made in api.open(text, "console").kit().report.artifacts:
        (tmp_path / made.name).write_text(made.text, "utf-8")
    assert checked(right, tmp_path) == 0
    assert checked(right.replace(find, replace), tmp_path) == 1


def checked(program: str, folder: Path) -> int:
    (folder / "program.py").write_text(program, "utf-8")
    words = [sys.executable, "-I", "check.py", "program.py"]
    return subprocess.run(words, cwd=folder, capture_output=True, check=False).returncode


def test_too_much_chance_is_told() -> None:
    text = 'repeat:\n    print "{roll : 1..6}"\nuntil roll == 6\n'
    with pytest.raises(InputError, match="too many random choices"):
        list(api.open(text, "console").kit())
