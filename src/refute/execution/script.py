"""Python scripts as programs under test, each run in a process of its own."""

from __future__ import annotations

import json
import os
import select
import signal
import subprocess
import time
from collections.abc import Sequence
from pathlib import Path

from refute.execution import observer
from refute.execution.program import Ending, Limits, Run, run_of

_GRACE = 1.0


def is_python(command: Sequence[str]) -> bool:
    """Whether a command is a Python script, with or without its interpreter in front."""
    return bool(command) and (command[0].endswith(".py") or _script_place(command) is not None)


def _script_place(command: Sequence[str]) -> int | None:
    """Where the script stands in `python3 script.py …`."""
    if Path(command[0]).name.startswith("python") and len(command) > 1:
        return 1 if command[1].endswith(".py") else None
    return None


class ScriptProgram:
    """A Python script; one interpreter is started, and every run is a fork of it."""

    def __init__(self, command: Sequence[str], limits: Limits | None = None) -> None:
        place = _script_place(command)
        self._interpreter = command[0] if place else "python3"
        self.script, *self._arguments = command[place or 0 :]
        self._limits = limits or Limits()
        self._process: subprocess.Popen[bytes] | None = None
        self._received = b""

    def run(self, lines: Sequence[str]) -> Run:
        """Run the script once, from the beginning."""
        request = {
            "script": self.script,
            "arguments": self._arguments,
            "lines": list(lines),
            "seconds": self._limits.seconds,
            "characters": self._limits.characters,
        }
        process = self._server()
        assert process.stdin is not None
        process.stdin.write(json.dumps(request).encode() + b"\n")
        process.stdin.flush()
        answer = self._answer(process)
        if answer is None:
            self.close()
            return Run((), Ending.TOO_LONG)
        events, ending, detail = json.loads(answer)
        return run_of(events, ending, detail)

    def _server(self) -> subprocess.Popen[bytes]:
        """The interpreter that runs the script, started when it is first needed."""
        if self._process is None:
            self._process = subprocess.Popen(
                [self._interpreter, observer.__file__],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                start_new_session=True,
            )
            self._received = b""
        return self._process

    def _answer(self, process: subprocess.Popen[bytes]) -> bytes | None:
        """The next line of the interpreter, or None when it does not come in time."""
        assert process.stdout is not None
        deadline = time.monotonic() + self._limits.seconds + _GRACE
        while b"\n" not in self._received:
            left = deadline - time.monotonic()
            ready, _, _ = select.select([process.stdout], [], [], max(0.0, left))
            more = process.stdout.read1(1 << 16) if ready else b""  # type: ignore[attr-defined]
            if not more:
                return None
            self._received += more
        answer, _, self._received = self._received.partition(b"\n")
        return answer

    def close(self) -> None:
        """End the interpreter and the run that it may be in."""
        if self._process is not None:
            os.killpg(self._process.pid, signal.SIGKILL)
            self._process.communicate()
            self._process = None
