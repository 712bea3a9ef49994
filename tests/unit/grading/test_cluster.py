"""A class graded on a cluster gets the same files as on one machine, also when a worker is lost."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from refute.grading.configuration import Configuration
from refute.grading.rendering import Finished
from refute.grading.scoring import Task
from refute.grading.submissions import find_submissions
from refute.grading.work import Work, grade_all
from refute.languages.console.program import load
from refute.languages.console.testing import Campaign, Plan
from refute.languages.console.testing.exercise import with_tests
from refute.source import Source
from refute.workers import Pool

from .conftest import CRASHING, RIGHT, SUM, WRONG
from .test_grade import refute

distributed = pytest.importorskip("distributed")
TIMES = re.compile(r'("(?:seconds|digest|execution_time)": ?|time=)[^,}\s]+|[\d.]+ m?s\b')


def untimed(text: str) -> str:
    return TIMES.sub("", text)


def without_times(path: Path) -> str:
    return untimed(path.read_text("utf-8"))


@pytest.mark.filterwarnings("default")
def test_a_cluster_writes_the_same_and_a_lost_worker_costs_nothing(classroom: Path) -> None:
    from refute.grading.cluster import cluster  # noqa: PLC0415 - distributed may be missing

    for name, text in {"a": RIGHT, "b": WRONG, "c": CRASHING, "d": RIGHT, "e": WRONG}.items():
        (classroom / "class" / f"{name}.py").write_text(text, encoding="utf-8")
    (classroom / "class" / "f.xyz").write_text("?", encoding="utf-8")
    exercise = with_tests(Campaign(load(Source("sum.ios", SUM)), Plan()), 3)
    task = Task("sum.ios", exercise, Configuration())
    missing = [Work(each, each.name) for each in find_submissions([classroom / "class"])]
    with Pool(2) as pool:
        here = dict(grade_all(missing, task, pool))
    there: dict[Work, Finished] = {}
    with cluster("local", 2) as grade_there:
        for work, done in grade_there(missing, task):
            if not there:
                (worker, *_) = (each.pid for each in distributed.default_client().cluster
                                .workers.values())  # fmt: skip
                os.kill(worker, signal.SIGKILL)
            there[work] = done
    assert there.keys() == here.keys()
    for work, done in here.items():
        for name, text in done.texts.items():
            assert untimed(there[work].texts[name]) == untimed(text), name


def test_an_address_without_a_scheduler_is_said_to_be_one(classroom: Path) -> None:
    (classroom / "class" / "a.py").write_text(RIGHT, encoding="utf-8")
    result = refute("grade", "sum.ios", "class", "--cluster", "no address")
    assert result.exit_code == 2
    assert result.stderr.startswith("error[IO068]"), result.stderr


def test_without_dask_it_says_what_to_install(classroom: Path) -> None:
    (classroom / "class" / "a.py").write_text(RIGHT, encoding="utf-8")
    program = (
        "import sys; sys.modules['distributed'] = None; from refute.cli.main import main; "
        "main(['grade', 'sum.ios', 'class', '--cluster', 'local'])"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert "pip install '.[cluster]'" in done.stderr
