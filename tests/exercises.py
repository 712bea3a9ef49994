"""Exercises of first courses: what is asked, right programs, and wrong ones with their mistakes.

`tests/corpus/console/exercises/NAME/` has the exercise as pupils see it (`task.md`), its
specification (`task.ios` or `task.py`), right programs (`right*`), and `wrong.toml`. There each
table is a wrong program: the words that are replaced in a right one, or a file `wrong_NAME` of its
own where the mistake is in the structure. `mistake` says what is wrong, and `input` is what to type
to see it: words that are typed one to a line, or a list of lines.

`dialogue` runs a program in Python by itself, with nothing of ours, so that what is called wrong
here does not depend on the verdicts that are tested with it.
"""

from __future__ import annotations

import io
import re
import sys
import tomllib
from collections.abc import Iterable, Iterator, Sequence
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
from typing import Any

FOLDER = Path(__file__).parent / "corpus" / "console" / "exercises"

STEPS = 100_000
"""Maximum number of instructions that a program may take; more is an endless loop."""


@dataclass(frozen=True, slots=True)
class Program:
    """A program that was handed in; a wrong one has a mistake and an input that shows it."""

    name: str
    ending: str
    text: str
    mistake: str = ""
    typed: tuple[str, ...] = ()
    base: str = ""


@dataclass(frozen=True, slots=True)
class Exercise:
    """An exercise with its programs."""

    name: str
    specification: Path
    right: tuple[Program, ...]
    wrong: tuple[Program, ...]

    @property
    def reads_to_the_end(self) -> bool:
        """Whether the programs read until the input ends."""
        return " is end" in self.specification.read_text(encoding="utf-8")

    @property
    def is_plain(self) -> bool:
        """Whether what is typed says all: no arguments, no files, nothing left to chance."""
        words = r'^(arguments|choose) |\{\w+ : |" to "|end from "'
        return not re.search(words, self.specification.read_text(encoding="utf-8"), re.MULTILINE)

    @property
    def inputs(self) -> tuple[tuple[str, ...], ...]:
        """Everything that is typed to show a mistake, each input once."""
        return tuple(dict.fromkeys(each.typed for each in self.wrong))


def exercises() -> tuple[Exercise, ...]:
    """All of them, by name."""
    return tuple(map(load, sorted(path for path in FOLDER.iterdir() if path.is_dir())))


def load(folder: Path) -> Exercise:
    """An exercise from its folder."""
    (specification,) = folder.glob("task.[ip]*")
    right = tuple(map(_read, sorted(folder.glob("right*"))))
    told = tomllib.loads((folder / "wrong.toml").read_text(encoding="utf-8"))
    bases = {each.name + each.ending: each.text for each in right}
    wrong = tuple(_wrong(folder, name, entry, bases) for name, entry in told.items())
    return Exercise(folder.name, specification, right, wrong)


def _read(path: Path) -> Program:
    return Program(path.stem, path.suffix, path.read_text(encoding="utf-8"))


def _wrong(folder: Path, name: str, entry: dict[str, Any], bases: dict[str, str]) -> Program:
    base = entry.get("base", "right.py")
    if "find" in entry:
        text = _replaced(bases[base], entry["find"], entry["replace"], f"{folder.name}: {name}")
        ending = Path(base).suffix
    else:
        (path,) = folder.glob(f"wrong_{name}.*")
        text, ending = path.read_text(encoding="utf-8"), path.suffix
    return Program(
        f"wrong_{name}", ending, text, entry["mistake"], _lines(entry["input"]), Path(base).stem
    )


def _replaced(text: str, find: str, replacement: str, where: str) -> str:
    if text.count(find) != 1:
        raise ValueError(f"{where}: occurs {text.count(find)} times: {find!r}")
    return text.replace(find, replacement)


def _lines(typed: str | list[str]) -> tuple[str, ...]:
    return tuple(typed.split() if isinstance(typed, str) else typed)


# Running a program in Python


class _Endless(BaseException):
    """The program has taken too many steps."""


class _Typist(io.TextIOBase):
    """Standard input that notes in the output when each line is taken."""

    def __init__(self, lines: Sequence[str], output: io.StringIO) -> None:
        self._lines, self._output = iter(lines), output

    def readline(self, size: int | None = -1, /) -> str:  # type: ignore[override]
        line = next(self._lines, None)
        self._output.write("\n(end of input)\n" if line is None else f"\n‹{line}›\n")
        return "" if line is None else f"{line}\n"


def dialogue(text: str, typed: Sequence[str]) -> str:
    """What is typed and printed when a program in Python runs, in order, without blank lines."""
    output = io.StringIO()
    before, sys.stdin = sys.stdin, _Typist(typed, output)
    try:
        with redirect_stdout(output), redirect_stderr(io.StringIO()):
            ending = _run(compile(text, "program", "exec"))
    finally:
        sys.stdin = before
    lines = (line.rstrip() for line in output.getvalue().splitlines())
    return "\n".join([*filter(None, lines), ending])


def _run(code: Any) -> str:
    """How the program ends."""
    tracing = sys.gettrace()
    try:
        sys.settrace(_step_counter(STEPS))
        exec(code, {"__name__": "__main__"})
    except _Endless:
        return "(endless)"
    except SystemExit:
        return "(ends)"
    except Exception as error:
        return f"({type(error).__name__})"
    finally:
        sys.settrace(tracing)
    return "(ends)"


def _step_counter(steps: int) -> Any:
    left = iter(range(steps))

    def trace(frame: FrameType, event: str, argument: object) -> Any:
        if frame.f_code.co_filename != "program":
            return None
        frame.f_trace_opcodes = True
        if event == "opcode" and next(left, None) is None:
            raise _Endless
        return trace

    return trace


def told_apart(
    one: str, other: str, inputs: Iterable[tuple[str, ...]]
) -> Iterator[tuple[str, ...]]:
    """The inputs on which two programs in Python behave differently."""
    return (typed for typed in inputs if dialogue(one, typed) != dialogue(other, typed))
