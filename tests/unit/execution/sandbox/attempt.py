"""Runs hostile Python code inside the sandbox, as us or, in its own process, as another user."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import textwrap
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from refute.execution import CommandProgram, Limits, LineRead, Run
from refute.execution.sandbox import (
    Completed,
    ResourceLimits,
    SandboxMode,
    SystemSandbox,
    make_sandbox,
    run_to_completion,
)
from refute.execution.sandbox.folders import hand_over, remove

NOBODY = 65534
SYSTEM_PYTHON = "/usr/bin/python3"
SOURCES = Path(__file__).parents[4] / "src"


@dataclass(frozen=True)
class Attempt:
    """Hostile code, what it may use, and where it is run."""

    code: str
    sandbox: str = "required"
    seconds: float = 5.0
    writable: bool = True
    limits: dict[str, int] = field(default_factory=dict)

    def run(self, folder: Path) -> Completed:
        """Run it as the present user."""
        (folder / "program.py").write_text(self.code, "utf-8")
        return run_to_completion(
            sandbox_of(self.sandbox, ResourceLimits(**self.limits)),
            [SYSTEM_PYTHON, "program.py"],
            box=folder,
            writable=self.writable,
            seconds=self.seconds,
        )


def sandbox_of(sandbox: str, limits: ResourceLimits | None = None) -> SystemSandbox:
    """The sandbox that an option asks for, or the one where bubblewrap is `missing`."""
    if sandbox == "missing":
        return SystemSandbox(limits or ResourceLimits())
    return make_sandbox(SandboxMode(sandbox), limits)


@contextmanager
def folder_of(user: int) -> Iterator[Path]:
    """A folder that a user owns."""
    folder = Path(tempfile.mkdtemp(prefix="refute-test-"))
    try:
        if user:
            hand_over(folder, user)
        yield folder
    finally:
        remove(folder)


def attempt(who: str, code: str, **settings: object) -> Completed:
    """What comes of hostile code that `us` or an `ordinary user` runs."""
    made = Attempt(textwrap.dedent(code), **settings)  # type: ignore[arg-type]
    if who == "us":
        with folder_of(0) as folder:
            return made.run(folder)
    with folder_of(NOBODY) as folder:
        return Completed(**ask_nobody({"folder": str(folder), "attempt": asdict(made)}))


def daemon(duration: str) -> str:
    """Code that leaves a process behind that ignores signals and tries not to be found."""
    return textwrap.dedent(f"""
        import os, signal, time
        for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
            signal.signal(number, signal.SIG_IGN)
        if os.fork() == 0:
            os.setsid()
            if os.fork() == 0:
                for descriptor in range(3):
                    os.close(descriptor)
                os.execve('/usr/bin/sleep', ['sleep', '{duration}'], {{}})
            os._exit(0)
    """)


def observed(who: str, command: list[str], lines: list[str]) -> list[object]:
    """What is seen of a program inside the sandbox: events, ending, whether it is approximate."""
    return all_observed(who, command, lines, runs=1, seconds=20)[0]


def all_observed(
    who: str, command: list[str], lines: list[str], runs: int, seconds: float
) -> list[list[object]]:
    """What is seen of a program inside the sandbox in so many runs, one after the other."""
    if who != "us":
        asked = {"command": command, "lines": lines, "runs": runs, "seconds": seconds}
        answer: list[list[object]] = ask_nobody(asked)
        return answer
    limits = Limits(seconds=seconds)
    program = CommandProgram(command, limits, sandbox=make_sandbox(SandboxMode.REQUIRED))
    found = [_seen(program.run(lines)) for _ in range(runs)]
    program.close()
    return found


def _seen(run: Run) -> list[object]:
    events = [["took", each.line] if isinstance(each, LineRead) else ["wrote", each.text]
              for each in run.events]  # fmt: skip
    return [events, str(run.ending), run.approximate]


@dataclass(frozen=True)
class Cost:
    """What a run has shown, and the seconds that it took of our time and of all processors."""

    events: list[list[str]]
    ending: str
    elapsed: float
    processor: float | None


def costs(
    who: str, commands: dict[str, list[str]], lines: list[str], seconds: float, group: str | None
) -> dict[str, Cost]:
    """What the runs of commands cost, in a process of their own that is in a control group."""
    asked = {"commands": commands, "lines": lines, "seconds": seconds, "group": group}
    join = ["sh", "-c", f'echo 0 > {group}/cgroup.procs && exec "$@"', "sh"] if group else []
    return {way: Cost(**told) for way, told in ask(asked, [*join, *_BECOME[who]]).items()}


def _cost(command: list[str], lines: list[str], seconds: float, group: str | None) -> Cost:
    began, used = time.monotonic(), _used(group)
    ((events, ending, _),) = all_observed("us", command, lines, 1, seconds)
    took = None if used is None else (_used(group) or 0.0) - used
    return Cost(events, ending, time.monotonic() - began, took)  # type: ignore[arg-type]


def _used(group: str | None) -> float | None:
    return int(Path(group, "cpu.stat").read_text().split()[1]) / 1e6 if group else None


_BECOME = {
    "us": [],
    "ordinary user": ["setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups"],
}


def ask_nobody(question: dict[str, object]) -> Any:
    """Have this file, as a program of an ordinary user, answer a question."""
    return ask(question, _BECOME["ordinary user"])


def ask(question: dict[str, object], before: list[str]) -> Any:
    """Have this file answer a question as a program of its own, started by another command."""
    answer = subprocess.run(
        [*before, SYSTEM_PYTHON, "-B", __file__],
        input=json.dumps(question),
        env={"PATH": "/usr/bin:/bin", "PYTHONPATH": str(SOURCES)},
        cwd="/",
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert answer.returncode == 0, answer.stderr
    return json.loads(answer.stdout)


def _answer(question: dict[str, Any]) -> object:
    if "attempt" in question:
        return asdict(Attempt(**question["attempt"]).run(Path(question["folder"])))
    if "commands" in question:
        commands = question.pop("commands")
        return {way: asdict(_cost(each, **question)) for way, each in commands.items()}
    return all_observed("us", **question)


if __name__ == "__main__":
    json.dump(_answer(json.loads(sys.stdin.read())), sys.stdout)
