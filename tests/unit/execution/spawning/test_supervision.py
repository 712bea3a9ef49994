"""Programs end though whoever watches them has stopped, or they have stopped their supervisor."""

from __future__ import annotations

import subprocess
import sys
import textwrap
import time

from refute.execution import CommandProgram, Ending, Limits

UNWATCHED = """
import os, signal, sys
from refute.execution.spawning import fork_server
fork_server.LONGEST_UNWATCHED = 0.5
ours, theirs = fork_server.connect()
alarm, ring = os.pipe()
signal.signal(signal.SIGCHLD, lambda *_: None)
os.set_blocking(ring, False)
signal.set_wakeup_fd(ring)
child = os.fork()
if child == 0:
    signal.pause()
for _ in range(int(sys.argv[1])):
    fork_server.send(ours, True)
fork_server._wait(theirs, child, alarm)
os.kill(child, signal.SIGKILL)
print(fork_server.receive(ours).content[0])
"""
STOPS_ITS_SUPERVISOR = """
import os, signal
print(input())
os.kill(os.getppid(), signal.SIGSTOP)
"""


def test_a_run_that_nobody_watches_is_ended() -> None:
    for words in ("0", "3"):
        command = [sys.executable, "-c", textwrap.dedent(UNWATCHED), words]
        done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=60)
        assert done.stdout == "unwatched\n"


def test_who_stops_a_supervisor_outside_of_a_sandbox_gains_no_time() -> None:
    program = CommandProgram([sys.executable, "-c", STOPS_ITS_SUPERVISOR], Limits(seconds=0.3))
    began = time.monotonic()
    endings = [program.run(["1"]).ending for _ in range(2)]
    program.close()
    assert {*endings} <= {Ending.FINISHED, Ending.STALLED}
    assert time.monotonic() - began < 2 * 5 * 0.3 + 4
