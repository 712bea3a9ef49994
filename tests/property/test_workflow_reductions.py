"""No answer depends on what keeps an exploration small, and none is against a run.

Every run tries the same few workflows. With `REFUTE_FUZZ=3600` this file
tries others, for an hour; a failure names the seed of its workflow.
"""

import os
import time
from collections.abc import Iterator
from random import Random
from unittest.mock import patch

from workflow_faults import FAULTS
from workflow_oracles import disagreements
from workflow_parallel import Workflows

SECONDS = float(os.environ.get("REFUTE_FUZZ", "0"))
WORKFLOWS = 3
"""The number of workflows that are tried in every run."""


def seeds() -> Iterator[int]:
    """The same few in every run, or others until the time is up."""
    yield from range(WORKFLOWS)
    until, seed = time.monotonic() + SECONDS, time.time_ns()
    while time.monotonic() < until:
        seed += 1
        yield seed


def found_in(seed: int) -> list[str]:
    """What the judges of an exploration hold against it."""
    return list(disagreements(Workflows(seed).program(), Random(seed)))


def test_answers_do_not_depend_on_reductions_and_are_not_against_runs() -> None:
    for seed in seeds():
        assert not found_in(seed), f"seed {seed}:\n{Workflows(seed).program()}"


def test_a_deliberate_fault_is_found() -> None:
    """So the test above can fail."""
    with patch.object(*FAULTS["merging whatever the store"]):
        assert found_in(20002)
