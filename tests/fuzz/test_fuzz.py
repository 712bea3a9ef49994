"""Whatever is in a file, it is read or rejected; nothing that it holds is an error of ours.

Every run tries the same mutants of the examples. `REFUTE_FUZZ=3600 pytest tests/fuzz`
tries others, for an hour; a failure names the seed of its mutant.
"""

from __future__ import annotations

import io
import json
import os
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import click
import pytest

from asking import report_on
from refute.cli.main import _exit_code as exit_code, commands
from refute.diagnostics import InputError
from refute.files import decode, read_source
from refute.grading.configuration import read_configuration
from refute.grading.grades import GradedSubmission, GradedTest
from refute.grading.records import graded_of, graded_to_json
from refute.grading.store import _DAMAGED as DAMAGED
from refute.languages import LANGUAGES, language_for
from refute.languages.console.program import load
from refute.languages.console.testing.cases import case_for
from refute.languages.console.testing.suite import (
    CASE_FORMAT,
    cases_of,
    read_case,
    suite_to_json,
)
from refute.report.outcome import Lines, Outcome, Report, Verdict
from refute.source import Source

from .mutants import mutant

ROOT = Path(__file__).parents[2]
SECONDS = float(os.environ.get("REFUTE_FUZZ", "0"))
MUTANTS = 40
"""The number of mutants of each language that are tried in every run."""

LARGEST = 4000
ENDINGS = sorted(
    {ending for each in LANGUAGES.values() for ending in each.endings if ending != ".py"}
)
GRADING = (
    'points = 10\ntests = 25\n[limits]\nseconds = 1.5\n[languages.X]\nendings = [".x"]\nrun = "x"\n'
)
SUM = ROOT / "examples/console/sum.ios"
CASE = json.dumps({"format": CASE_FORMAT, "inputs": [2, -1, {"typed": "x"}, 3], "program": ["x"]})


def examples(ending: str) -> list[str]:
    """The texts of the examples of a language, without the largest."""
    texts = [path.read_text("utf-8") for path in sorted((ROOT / "examples").rglob(f"*{ending}"))]
    return [text for text in texts if len(text) < LARGEST]


def seeds() -> Iterator[int]:
    """The same few in every run, or others until the time is up."""
    yield from range(MUTANTS)
    until, seed = time.monotonic() + SECONDS / (len(ENDINGS) + 5), time.time_ns()
    while time.monotonic() < until:
        seed += 1
        yield seed


def try_mutants(texts: list[str], read: Callable[[Source], object], name: str) -> int:
    """Read mutants of texts; how many were rejected."""
    rejected = 0
    for seed in seeds():
        random = Random(seed)
        text = mutant(random.choice(texts), texts, random)
        try:
            read(Source(name, decode(text.encode("utf-8", "replace"), name)))
        except InputError:
            rejected += 1
        except BaseException as failure:
            failure.add_note(f"seed {seed}: {text[:2000]!r}")
            raise
    return rejected


def loaded(source: Source) -> Report:
    """What a command says that needs all of a file and asks nothing of a solver."""
    commands = language_for(source.name).commands
    return report_on("tree" if "tree" in commands else "check", source, effort=0.0001)


@pytest.mark.parametrize("ending", ENDINGS)
def test_no_mutant_of_an_example_is_an_error_of_ours(ending: str) -> None:
    texts = examples(ending)
    assert texts
    assert try_mutants(texts, loaded, f"mutant{ending}") >= MUTANTS // 4


def test_no_mutant_of_settings_is_an_error_of_ours() -> None:
    assert try_mutants([GRADING], lambda source: read_configuration(source, {}), "grade.toml")


def test_no_mutant_of_a_suite_or_a_case_is_an_error_of_ours(tmp_path: Path) -> None:
    checked = load(read_source(SUM), {})
    cases = [case_for(checked, values) for values in ((0,), (1, 5), (2, 3, -4))]
    suite, path = suite_to_json(cases, SUM.name), tmp_path / "case.json"
    assert len(cases_of(Source("suite.json", suite), checked)) == len(cases)

    def replay(source: Source) -> object:
        path.write_text(source.text, encoding="utf-8", newline="")
        return read_case(path, checked)

    assert try_mutants([suite], lambda source: cases_of(source, checked), "suite.json")
    assert try_mutants([CASE], replay, "case.json")


def test_no_mutant_of_a_grade_is_an_error_of_ours() -> None:
    outcome = Outcome("sum.py", "test", Verdict.REFUTED, "no", blocks=(Lines("it", ("a", "b")),))
    test = GradedTest(outcome, 0.0, 1.0, "visible")
    graded = GradedSubmission("a", "a", "Python", outcome, (test,), 0.0, 1.0, "", "visible")
    text = json.dumps(graded_to_json(graded))
    assert graded_to_json(graded_of(json.loads(text))) == graded_to_json(graded)

    def read(source: Source) -> None:
        try:
            graded_of(json.loads(source.text))
        except DAMAGED as failure:
            raise InputError([]) from failure

    assert try_mutants([text], read, "record.json")


# Command lines


ODD = (
    *("", "0", "-1", "1", "9" * 30, "-0.0", "nan", "inf", "1e309", "1e-320", "1_0", "٣", "0x10"),
    *("-", "--", "/", ".", "/dev/null", "/dev/full", "missing/file", "a" * 300, "a" * 5000),
    *("x=1", "=", "n=" + "9" * 5000, "é", "\x1b[2J", "\u202e", "\udcff", "a\nb", "all", "none"),
)
COMMANDS = ("check", "run", "tests", "grade", "tree", "doc", "skeleton", "languages")
NEVER = {"help", "version"}
SMALL = (
    "console/sum.ios",
    "workflow/leave-broken.top",
    "nominal/lists.apl",
    "fmsl/Users.fmsl",
    "funlogic/append.fl",
)


def command_line(random: Random) -> list[str]:
    """A command with odd values of some of its options."""
    name = random.choice(COMMANDS)
    command = commands.get_command(click.Context(commands), name)
    assert command is not None
    options = [each for each in command.params if isinstance(each, click.Option)]
    names = {each.opts[-1] for each in options}
    words = [name]
    for usual in (["--effort", "0.00001"], ["--time-limit", "0.1"]):
        words += usual if usual[0] in names else []
    for option in random.sample(options, min(len(options), random.randint(1, 3))):
        if option.name not in NEVER:
            words.append(option.opts[-1])
            words += [] if option.is_flag else [random.choice(ODD)]
    file = random.choice(SMALL) if random.random() < 0.9 else random.choice(ODD)
    words.append(str(ROOT / "examples" / file) if file in SMALL else file)
    if random.random() < 0.3:
        words += ["--", random.choice(("true", "cat", "false", *ODD))]
    return words


@pytest.mark.filterwarnings("ignore")
def test_no_command_line_is_an_error_of_ours(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for seed in seeds():
        words = command_line(Random(seed))
        errors = io.TextIOWrapper(io.BytesIO(), "utf-8", "backslashreplace", write_through=True)
        with monkeypatch.context() as streams:
            streams.setattr(sys, "stdout", io.TextIOWrapper(io.BytesIO(), "utf-8"))
            streams.setattr(sys, "stderr", errors)
            streams.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(), "utf-8"))
            code = exit_code(words)
        errors.seek(0)
        assert code in {0, 1, 2, 3}, (seed, words, errors.read()[-2000:])
