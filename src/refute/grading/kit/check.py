"""Check a program before handing it in.

Usage: python3 check.py PROGRAM        (sum.py, Sum.java, ./a.out, …)
       python3 check.py COMMAND …      (java -cp build Sum)

It types the inputs of tests.json into the program and compares what it prints. It needs nothing but
Python, and sees less than the grading does: not when a program asks, only what it prints.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import time
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from tempfile import TemporaryDirectory, TemporaryFile
from typing import IO, Any

SECONDS = 10
BYTES = 1_000_000
STOPPED = 2
INTERPRETERS = {
    ".py": [sys.executable],
    ".java": ["java"],
    ".js": ["node"],
    ".rb": ["ruby"],
    ".pl": ["perl"],
    ".php": ["php"],
    ".lua": ["lua"],
    ".R": ["Rscript"],
    ".jl": ["julia"],
    ".sh": ["bash"],
}
DECIMAL = re.compile(
    r" *(?P<number>[-+\u2212]?\d*(?:\.(?P<places>\d+))?(?<=\d)(?:[eE][-+]?\d{1,3})?)"
)
NUMBER = re.compile(r"[+-]?(?:\d+(?:\.\d+)?|\.\d+)(?:[eE][+-]?\d{1,9})?")
MINUS = "\\-\u2212"
NO_BLANKS = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff"
TOKEN = re.compile(
    rf"(?:(?<![\w)\]{MINUS}])[{MINUS}](?=\.?\d))?"
    r"(?:\d+|(?<![\w.])\.\d+)(?:\.\d+)*(?:[eE][+-]?\d+)?"
    rf"|(?:(?![{NO_BLANKS}])[^\W\d_]|[\u0300-\u036f])+"
)


def normal(text: str, compare: dict[str, Any]) -> str:
    """The printed text in the form in which it is compared."""
    text = text.replace("\r\n", "\n")
    if compare["whitespace"] == "collapsed":
        text = " ".join(text.split())
    elif compare["whitespace"] == "trimmed":
        text = "\n".join(line.rstrip() for line in text.split("\n") if line.strip())
    else:
        text = text[:-1] if text.endswith("\n") else text
    return text.casefold() if compare["caseless"] else text


def boundaries(text: str) -> set[int]:
    """The offsets of a text that are not inside a number or a word, where free text may end."""
    offsets = set(range(len(text) + 1))
    for token in TOKEN.finditer(text):
        offsets.difference_update(range(token.start() + 1, token.end()))
    return offsets


def after_text(text: str, offsets: set[int], wanted: str, compare: dict[str, Any]) -> set[int]:
    """The offsets after a required text."""
    wanted = wanted.casefold() if compare["caseless"] else wanted
    found = set()
    for offset in offsets:
        end = end_of(text, offset, wanted, compare)
        if end is not None:
            found.add(end)
    return found


def end_of(text: str, offset: int, wanted: str, compare: dict[str, Any]) -> int | None:
    """The end of a required text that begins at an offset; None if it is not there."""
    position = 0
    while position < len(wanted):
        number = NUMBER.match(wanted, position) if compare["tolerance"] is not None else None
        if wanted[position].isspace() and compare["whitespace"] == "collapsed":
            while position < len(wanted) and wanted[position].isspace():
                position += 1
            blank = re.compile(r"\s+").match(text, offset)
            if blank is None and position < len(wanted) and offset < len(text):
                return None
            offset = blank.end() if blank else offset
        elif number:
            printed = NUMBER.match(text, offset)
            if not printed or not near(printed[0], number[0], compare["tolerance"]):
                return None
            offset, position = printed.end(), number.end()
        elif text[offset : offset + 1] == wanted[position]:
            offset, position = offset + 1, position + 1
        else:
            return None
    return offset


def near(one: str, two: str, tolerance: str) -> bool:
    """Whether two numbers are equal within the tolerance."""
    return abs(Decimal(one) - Decimal(two)) <= Decimal(tolerance)


def after_any(text: str, offsets: set[int], kind: str, compare: dict[str, Any]) -> set[int]:
    """The offsets after free text; `kind` is `*` or `+`, doubled if it may span lines."""
    lines = len(kind) == 2 or compare["loose"] or compare["whitespace"] == "collapsed"
    allowed = set(range(len(text) + 1)) if compare["loose"] else boundaries(text)
    found: set[int] = set()
    reached = -1
    for offset in sorted(offsets & allowed):
        end = -1 if lines else text.find("\n", offset)
        end = len(text) if end < 0 else end
        first = offset if "*" in kind else offset + 1
        found.update(range(max(first, reached), end + 1))
        reached = end
    return found & allowed


def after_part(
    text: str, offsets: set[int], part: dict[str, Any], compare: dict[str, Any]
) -> set[int]:
    """The offsets after a part of an output."""
    if "text" in part:
        return after_text(text, offsets, part["text"], compare)
    if "any" in part:
        return after_any(text, offsets, part["any"], compare)
    if "around" not in part:
        return after_decimal(text, offsets, part, compare)
    before = after_any(text, offsets, "*", compare)
    if "number" in part:
        return after_any(text, after_decimal(text, before, part, compare), "*", compare)
    return after_any(text, after_text(text, before, part["around"], compare), "*", compare)


def after_decimal(
    text: str, offsets: set[int], part: dict[str, Any], compare: dict[str, Any]
) -> set[int]:
    """The offsets after a decimal; if it has a number of places, it must have exactly these."""
    value, digits, tolerance = Fraction(part["number"]), part["places"], compare["tolerance"]
    slack = max(Fraction(tolerance or 0), abs(value) / 100_000)
    if digits is not None:
        slack = max(slack, Fraction(1, 2 * 10**digits))
    found = set()
    for offset in offsets:
        printed = DECIMAL.match(text, offset)
        if not printed or (printed[0].startswith(" ") and not part["width"]):
            continue
        free = digits is None or tolerance is not None
        if (free or len(printed["places"] or "") == digits) and abs(
            Fraction(printed["number"]) - value
        ) <= slack:
            found.add(printed.end())
    return found


def after_gap(text: str, offsets: set[int]) -> set[int]:
    """The offsets after optional line ends or blanks."""
    found = set(offsets)
    for offset in offsets:
        blank = re.compile(r"\s*").match(text, offset)
        found.update(range(offset, blank.end() + 1) if blank else ())
    return found


def after_line(
    text: str, offsets: set[int], line: list[dict[str, Any]], compare: dict[str, Any]
) -> set[int]:
    """The offsets after one output."""
    for part in line:
        offsets = after_part(text, offsets, part, compare)
    return offsets


def accepts(steps: list[dict[str, Any]], printed: str, compare: dict[str, Any]) -> bool:
    """Whether a text is one that a correct program prints, one output after the other."""
    text = normal(printed, compare)
    offsets = after_gap(text, {0})
    for step in steps:
        if "read" in step:
            if compare["free_prompts"]:
                offsets = after_any(text, offsets, "*", compare)
            offsets = after_gap(text, offsets)
            continue
        behind: set[int] = set()
        for word in step["print"]:
            reached = offsets
            for line in word:
                reached = after_gap(text, after_line(text, reached, line, compare))
            behind |= reached
        offsets = behind
    return len(text) in offsets


def command_for(words: list[str]) -> list[str]:
    """The command that runs the program that was named."""
    if len(words) == 1 and Path(words[0]).suffix in INTERPRETERS:
        return [*INTERPRETERS[Path(words[0]).suffix], words[0]]
    if len(words) == 1 and Path(words[0]).is_file() and not shutil.which(words[0]):
        return [str(Path(words[0]).resolve())]
    return words


def run(
    command: list[str], test: dict[str, Any]
) -> tuple[str, str, int | None, dict[str, str | None]]:
    """What a program prints, its errors, its exit code (None if it was stopped), and the content of
    its files afterwards. It is started in a folder of its own if files matter."""
    names = {*test["files"], *(name for way in test["ways"] for name in way["written"])}
    if names:
        command = [str(Path(each).resolve()) if Path(each).exists() else each for each in command]
    with (
        TemporaryDirectory() as folder,
        TemporaryFile() as typed,
        TemporaryFile() as printed,
        TemporaryFile() as errors,
    ):
        for name, text in test["files"].items():
            Path(folder, name).write_text(text, "utf-8")
        typed.write("".join(f"{line}\n" for line in test["lines"]).encode())
        typed.seek(0)
        process = subprocess.Popen(
            [*command, *test["arguments"]],
            stdin=typed,
            stdout=printed,
            stderr=errors,
            cwd=folder if names else None,
        )
        code = ending(process, printed.fileno())
        files = {name: read(Path(folder, name)) for name in names}
        return content(printed), content(errors), code, files


def ending(process: subprocess.Popen[bytes], printed: int) -> int | None:
    """The exit code of a program; None if it runs too long or prints too much, and is stopped."""
    stop = time.monotonic() + SECONDS
    while time.monotonic() < stop and os.fstat(printed).st_size < BYTES:
        try:
            return process.wait(timeout=0.05)
        except subprocess.TimeoutExpired:
            continue
    process.kill()
    process.wait()
    return None


def content(file: IO[bytes]) -> str:
    """The beginning of the content of a file."""
    file.seek(0)
    return file.read(BYTES).decode("utf-8", "replace")


def read(file: Path) -> str | None:
    """The content of a file, if it exists."""
    return file.read_bytes().decode("utf-8", "replace") if file.is_file() else None


def is_right(
    test: dict[str, Any],
    printed: str,
    code: int | None,
    files: dict[str, str | None],
    compare: dict[str, Any],
) -> bool:
    """Whether a run is one of those that a correct program may have."""
    for way in test["ways"]:
        ended = code == 0 or (code is not None and code > 0 and way["may_fail"])
        steps = [test["steps"][number] for number in way["steps"]]
        if (
            ended
            and accepts(steps, printed, compare)
            and all(
                accepts([{"print": way["written"][name]}], text or "", compare)
                if name in way["written"]
                else text == test["files"].get(name, text)
                for name, text in files.items()
            )
        ):
            return True
    return False


def main(words: list[str]) -> int:
    """Check a program, show the first failure, and list what works."""
    suite = json.loads(Path(__file__).with_name("tests.json").read_text("utf-8"))
    texts = suite["texts"]
    if not words or words[0] in {"-h", "--help"}:
        print(texts["usage"])
        return 0 if words else 2
    if len(words) == 1 and Path(words[0]).suffix in INTERPRETERS and not Path(words[0]).is_file():
        print(texts["no_file"].replace("NAME", words[0]))
        return 2
    try:
        marks = checked(command_for(words), suite)
    except OSError as failure:
        print(f"{' '.join(words)}: {failure.strerror}")
        return 2
    right = all(all(rights) for rights in marks.values())
    print(*([texts["all_passed"], ""] if right else []), texts["behaviours"], sep="\n")
    for name, rights in marks.items():
        mark = "✓" if all(rights) else "✗"
        print(f"  {mark} {name} ({sum(rights)}/{len(rights)})")
    return 0 if right else 1


def checked(command: list[str], suite: dict[str, Any]) -> dict[str, list[bool]]:
    """The results of the tests of each behaviour; the first failure is shown.

    After two runs that had to be stopped, no more are made, and the rest counts as failed.
    """
    marks: dict[str, list[bool]] = {}
    left, shown = STOPPED, False
    for number, test in enumerate(suite["tests"], 1):
        right = False
        if left:
            progress(f"{number}/{len(suite['tests'])}")
            printed, errors, code, files = run(command, test)
            left -= code is None
            right = is_right(test, printed, code, files, suite["compare"])
            progress("")
            if not right and not shown:
                shown = True
                kept = [f"{name}: {text}" for name, text in files.items() if text is not None]
                errors = suite["texts"]["too_long"] if code is None else errors
                show(test, suite["texts"], printed, "\n".join((*kept, errors)))
        marks.setdefault(test["behaviour"], []).append(right)
    return marks


def progress(text: str) -> None:
    """Show progress on a terminal."""
    if sys.stderr.isatty():
        print(f"\r{text or ' ' * 12}\r", end="", file=sys.stderr, flush=True)


def given(test: dict[str, Any]) -> list[str]:
    """What the program is given besides typed input: arguments and files."""
    words = [" ".join(("$ PROGRAM", *test["arguments"]))] if test["arguments"] else []
    return [*words, *(f"{name}: {text!r}" for name, text in test["files"].items())]


def show(test: dict[str, Any], texts: dict[str, str], printed: str, errors: str) -> None:
    """Show what was typed, what should have been printed, and what was."""
    for title, lines in (
        (texts["you_typed"], [*given(test), *test["lines"]]),
        (texts["should_have_happened"], test["example"]),
        (texts["what_happened"], [*printed.splitlines()[:40], *errors.splitlines()[-5:]]),
    ):
        print(title)
        for line in lines:
            print(f"    {line[:200]}")
        print()


if __name__ == "__main__":
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="replace")
    sys.exit(main(sys.argv[1:]))
