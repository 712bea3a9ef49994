"""Whatever is in a file, it is read or rejected; nothing that it holds is an error of ours.

Every run tries the same mutants of the examples. `REFUTE_FUZZ=3600 pytest tests/fuzz`
tries others, for an hour; a failure names the seed of its mutant.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest

from asking import report_on
from refute.diagnostics import InputError
from refute.files import decode
from refute.grading.configuration import read_configuration
from refute.languages import LANGUAGES, language_for
from refute.languages.console.program import load
from refute.languages.console.testing.suite import cases_of
from refute.report.outcome import Report
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
SUITE = (
    '{"format": "refute tests 1", "compare": "words", "tests": [{"inputs": ["1"], '
    '"expected": [{"read": 1}, {"print": [["1"]]}]}]}'
)


def examples(ending: str) -> list[str]:
    """The texts of the examples of a language, without the largest."""
    texts = [path.read_text("utf-8") for path in sorted((ROOT / "examples").rglob(f"*{ending}"))]
    return [text for text in texts if len(text) < LARGEST]


def seeds() -> Iterator[int]:
    """The same few in every run, or others until the time is up."""
    yield from range(MUTANTS)
    until, seed = time.monotonic() + SECONDS / (len(ENDINGS) + 2), time.time_ns()
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


def test_no_mutant_of_a_suite_is_an_error_of_ours() -> None:
    source = Source("sum.ios", (ROOT / "examples/console/sum.ios").read_text("utf-8"))
    checked = load(source, {})
    assert try_mutants([SUITE], lambda suite: cases_of(suite, checked), "suite.json")
