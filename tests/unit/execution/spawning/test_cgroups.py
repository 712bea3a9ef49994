"""Control groups count all that is used, also by those who end unnoticed."""

from __future__ import annotations

import os
import secrets
import subprocess
import sys

import pytest

from refute.execution import CommandProgram, Ending, Limits
from refute.execution.spawning.cgroups import Group, base, make_group

UNSEEN = """
import os, signal
signal.signal(signal.SIGCHLD, signal.SIG_IGN)
for _ in range(1000):
    if os.fork() == 0:
        sum(range(3_000_000))
        os._exit(0)
    try:
        os.wait()
    except ChildProcessError:
        pass
"""


@pytest.fixture
def group() -> Group:
    """A new group."""
    made = make_group(f"refute-test-{secrets.token_hex(8)}", 1 << 30, 64)
    if made is None:
        pytest.skip("no control groups can be made here")
    return made


def test_the_time_of_who_has_ended_is_counted(group: Group) -> None:
    before = group.cpu()
    code = f"open({str(group.members)!r}, 'w').write('0'); sum(range(3_000_000))"
    subprocess.run([sys.executable, "-c", code], check=True)
    assert group.cpu() > before + 0.01
    folder = group.members.parent
    group.close()
    assert not folder.exists()


def test_children_that_nobody_waits_for_use_the_time_of_the_run(group: Group) -> None:
    group.close()
    program = CommandProgram([sys.executable, "-c", UNSEEN], Limits(seconds=0.5))
    run = program.run([])
    program.close()
    assert run.ending is Ending.TOO_LONG


def test_there_is_a_base_only_where_we_can_write() -> None:
    folder = base()
    assert folder is None or os.access(folder, os.W_OK)
