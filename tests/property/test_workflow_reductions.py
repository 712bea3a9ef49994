"""Answers about random workflows are those of an exploration that leaves nothing out.

Every run tries the same few workflows. With `REFUTE_FUZZ=3600` this file tries others, for an
hour; a failure names the seed of its workflow.
"""

import os
import time
from collections.abc import Iterator
from functools import lru_cache
from unittest.mock import patch

import pytest
from workflow_faults import FAULTS
from workflow_oracles import Trial

SECONDS = float(os.environ.get("REFUTE_FUZZ", "0"))
WORKFLOWS = 12
"""The number of workflows that are tried in every run."""

tried = lru_cache(maxsize=None)(Trial)


def seeds() -> Iterator[int]:
    """The same few in every run, or others until the time is up."""
    yield from range(WORKFLOWS)
    until, seed = time.monotonic() + SECONDS, time.time_ns()
    while time.monotonic() < until:
        seed += 1
        yield seed


def test_answers_are_those_of_an_exploration_on_plain_values() -> None:
    for seed in seeds():
        trial = Trial(seed)
        found = list(trial.disagreements())
        assert not found, f"seed {seed}: {found}\n{trial.text()}"


@pytest.mark.parametrize("fault", FAULTS)
def test_a_deliberate_fault_is_found(fault: str) -> None:
    """So the test above can fail. Where the generator changes, another seed may find it."""
    seed, claim, where, name, wrong = FAULTS[fault]
    trial = tried(seed)
    assert not list(trial.disagreements(claim))
    with patch.object(where, name, wrong):
        assert next(trial.disagreements(claim), None)
