"""Exercises of first courses: the task, correct programs, and wrong ones with their mistakes.

`tests/corpus/console/exercises/NAME/` has the exercise as students see it (`task.md`), its
specification (`task.ios` or `task.py`), correct programs (`right*`), and `wrong.toml`. There each
table is a wrong program: the words that are replaced in a correct one, or a file `wrong_NAME` if
the mistake is in the structure. `mistake` describes the mistake, and `input` is an input that shows
it: words that are typed one per line, or a list of lines.

`dialogue` runs a Python program without using refute, so that the programs called wrong here do not
depend on the verdicts that they test.
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
"""Maximum number of instructions of a program; more count as an endless loop."""


@dataclass(frozen=True, slots=True)
class Program:
    """A submitted program; a wrong one has a mistake and an input that shows it."""

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
        """Whether the typed input determines a run: no arguments, no files, no random choices."""
        words = r'^(arguments|choose) |\{\w+ : |" to "|end from "'
        return not re.search(words, self.specification.read_text(encoding="utf-8"), re.MULTILINE)

    @property
    def inputs(self) -> tuple[tuple[str, ...], ...]:
        """All inputs that show a mistake, each once."""
        return tuple(dict.fromkeys(each.typed for each in self.wrong))


def exercises() -> tuple[Exercise, ...]:
    """All exercises, by name."""
    return tuple(map(load, sorted(path for path in FOLDER.iterdir() if path.is_dir())))


def load(folder: Path) -> Exercise:
    """Load an exercise from its folder."""
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
    """The program has executed too many instructions."""


class _Typist(io.TextIOBase):
    """Standard input that notes in the output when each line is taken."""

    def __init__(self, lines: Sequence[str], output: io.StringIO) -> None:
        self._lines, self._output = iter(lines), output

    def readline(self, size: int | None = -1, /) -> str:  # type: ignore[override]
        line = next(self._lines, None)
        self._output.write("\n(end of input)\n" if line is None else f"\n‹{line}›\n")
        return "" if line is None else f"{line}\n"


def dialogue(text: str, typed: Sequence[str]) -> str:
    """The input and output of a run of a Python program, in order, without blank lines."""
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
    """Run a program; returns how it ends."""
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
    """The inputs on which two Python programs behave differently."""
    return (typed for typed in inputs if dialogue(one, typed) != dialogue(other, typed))
