"""Programs that try to break out, for real; bounded themselves, in case the sandbox has a hole."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import textwrap
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from refute.execution import CommandProgram, Limits, TextWritten
from refute.execution.sandbox import ResourceLimits, SystemSandbox, run_to_completion

from .attempt import daemon
from .conftest import Break, running

MEGABYTE = 1 << 20
_TELLS_NOTHING = {"", "bus", "etc", "irq", "newroot", "usr"} | {*os.listdir("/dev")}
"""The first folders on file systems from which something of the system is shown."""


def test_the_program_itself_runs(break_out: Break) -> None:
    done = break_out("import os; print('here', os.getcwd(), os.path.exists('program.py'))")
    assert (done.code, done.output, done.stop_reason) == (0, "here /box True\n", "")
    assert done.succeeded


def test_it_reads_no_file_outside(break_out: Break, tmp_path: Path) -> None:
    other = tmp_path / "other" / "solution.py"
    other.parent.mkdir()
    other.write_text("print(42)", "utf-8")
    for folder in (tmp_path, other.parent):
        folder.chmod(0o755)
    outside = [str(other), str(Path(__file__)), "/etc/shadow", "/etc/hostname", "/root", "/work"]
    done = break_out(f"""
        import os
        for path in {outside}:
            for way in ('', '/proc/1/root', '/proc/2/root', '/proc/self/cwd/..'):
                print(os.path.exists(way + path), end=' ')
    """)
    assert set(done.output.split()) == {"False"}, done.output


def test_mounts_do_not_tell_where_on_the_machine_files_are(
    sandbox: SystemSandbox, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("program.sh").write_text("cat /proc/self/mountinfo; cat data/words", "utf-8")
    Path("data").mkdir()
    Path("data", "words").write_text("seen", "utf-8")
    for box in (None, tmp_path):
        inside = sandbox.within(box, show=[Path("data")])
        program = CommandProgram(["bash", "program.sh"], Limits(20.0), sandbox=inside)
        run = program.run([])
        program.close()
        (wrote,) = run.events
        assert isinstance(wrote, TextWritten)
        *mounts, words = wrote.text.splitlines()
        assert words == "seen"
        sources = {line.split()[3] for line in mounts if line.split()[3] != line.split()[4]}
        assert {each.split("/")[1] for each in sources} <= _TELLS_NOTHING


def test_its_links_lead_nowhere(sandbox: SystemSandbox, tmp_path: Path) -> None:
    secret = tmp_path / "expected.txt"
    secret.write_text("the answer", "utf-8")
    box = tmp_path / "box"
    box.mkdir()
    (box / "mine").symlink_to(secret)
    done = run_to_completion(sandbox, ["cat", "mine"], box=box)
    assert done.code == 1
    assert "No such file" in done.output
    assert secret.read_text("utf-8") == "the answer"


def test_the_specification_is_not_seen_beside_the_program(
    sandbox: SystemSandbox, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "task.ios").write_text("print 1", "utf-8")
    (tmp_path / "program.py").write_text(
        "import os; print(sorted(os.listdir('.')), os.path.exists('task.ios'))", "utf-8"
    )
    monkeypatch.chdir(tmp_path)
    done = run_to_completion(sandbox, ["python3", "program.py"])
    assert done.output == "['program.py'] False\n"
    done = run_to_completion(sandbox, ["python3", str(tmp_path / "program.py")])
    assert done.output == "[] False\n"


def test_it_writes_nothing_outside(break_out: Break, tmp_path: Path) -> None:
    places = [
        str(tmp_path),
        "/",
        "/usr",
        "/etc",
        "/dev",
        "/proc/sys/kernel",
        "/var",
        "/root",
        "/sys",
    ]
    files = ["/proc/sys/kernel/core_pattern", "/proc/sysrq-trigger", "/etc/passwd", "/usr/bin/env"]
    done = break_out(f"""
        import os
        for path in [place + '/refute-was-here' for place in {places}] + {files}:
            try:
                os.close(os.open(path, os.O_WRONLY | os.O_CREAT))
                print('wrote', path)
            except OSError:
                print('no')
        for path in ('/box/mine', '/tmp/mine', '/dev/shm/mine', '/dev/null'):
            os.close(os.open(path, os.O_WRONLY | os.O_CREAT))
    """)
    assert done.code == 0, done.output
    assert set(done.output.split()) == {"no"}, done.output
    assert not [*tmp_path.iterdir()]


def test_what_is_only_shown_cannot_be_written(break_out: Break) -> None:
    done = break_out("open('program.py', 'a')", writable=False)
    assert done.code == 1
    assert "Read-only file system" in done.output or "Permission denied" in done.output


@pytest.fixture
def listening() -> Iterator[int]:
    """A port of this machine on which somebody listens."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield server.getsockname()[1]


def test_it_reaches_no_port_of_this_machine(break_out: Break, listening: int) -> None:
    socket.create_connection(("127.0.0.1", listening), 1).close()
    done = break_out(f"""
        import socket
        print(socket.if_nameindex())
        socket.create_connection(('127.0.0.1', {listening}), 1)
    """)
    assert done.code == 1
    assert "Connection refused" in done.output
    assert done.output.startswith("[(1, 'lo')]")


def test_it_reaches_no_abstract_socket_of_this_machine(break_out: Break) -> None:
    name = f"\0refute-test-{os.getpid()}"
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(name)
        server.listen()
        done = break_out(f"""
            import socket
            socket.socket(socket.AF_UNIX).connect({name!r})
        """)
    assert "Connection refused" in done.output


def test_a_fork_bomb_stays_small(break_out: Break) -> None:
    done = break_out(
        """
        import os, time
        made = 0
        for _ in range(200):
            try:
                if os.fork() == 0:
                    time.sleep(30)
                    os._exit(0)
                made += 1
            except OSError:
                break
        print(made, flush=True)
        """,
        limits={"processes": 20},
    )
    assert done.stop_reason == "" or "processes" in done.stop_reason
    assert 5 < int(done.output or "20") <= 24
    assert done.seconds < 5


def test_two_fork_bombs_at_once_do_not_share_a_limit(
    sandbox: SystemSandbox, tmp_path: Path
) -> None:
    many = "for i in $(seq 12); do sleep 0.5 & done; wait; echo all"
    code = f"""
from refute.execution.sandbox import *
sandbox = make_sandbox(limits=ResourceLimits(processes=16))
print(run_to_completion(sandbox, ["bash", "-c", {many!r}]).output)
"""
    started = [
        subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
        for _ in range(2)
    ]
    assert [each.communicate()[0].strip() for each in started] == ["all", "all"]


def test_a_small_program_needs_little(sandbox: SystemSandbox) -> None:
    tiny = ResourceLimits(memory=MEGABYTE, processes=1, open_files=4)
    assert run_to_completion(sandbox, ["echo", "fits"], limits=tiny).output == "fits\n"


def test_threads_count_as_processes(break_out: Break) -> None:
    done = break_out(
        """
        import threading, time
        for number in range(100):
            threading.Thread(target=time.sleep, args=(2,), daemon=True).start()
        print('STARTED')
        """,
        limits={"processes": 20},
    )
    assert "STARTED" not in done.output
    assert "can't start new thread" in done.output


@pytest.mark.parametrize("place", ["/box", "/tmp", "/dev/shm"])
def test_the_disk_is_not_filled(break_out: Break, place: str) -> None:
    done = break_out(
        f"""
        import os, sys
        written = 0
        try:
            for number in range(100):
                with open(f'{place}/{{number}}', 'wb') as stream:
                    stream.write(bytes(1 << 20))
                written += 1
        except OSError as failure:
            print(failure.strerror)
        import time
        print(written, flush=True)
        time.sleep(0.3)
        """,
        limits={"disk": 20 * MEGABYTE},
    )
    if done.stop_reason:
        assert done.stop_reason == "more than 20 MB written to files"
    else:
        assert done.output == "No space left on device\n20\n"


def test_a_file_has_a_largest_size(break_out: Break) -> None:
    done = break_out(
        """
        with open('large', 'wb') as stream:
            for _ in range(100):
                stream.write(bytes(1 << 20))
        """,
        limits={"file_size": 10 * MEGABYTE},
    )
    assert done.code != 0
    assert "File too large" in done.output


GREEDY = {
    "one process": "x = bytearray(b'x') * (200 << 20)",
    "shared memory": """
        import mmap
        x = mmap.mmap(-1, 200 << 20)
        for page in range(0, 200 << 20, 4096):
            x[page] = 1
    """,
    "several processes": """
        import os
        for _ in range(4):
            if os.fork() == 0:
                x = bytearray(b'x') * (40 << 20)
                break
    """,
}


@pytest.mark.parametrize("how", GREEDY)
def test_memory_is_not_filled(break_out: Break, how: str) -> None:
    code = textwrap.dedent(GREEDY[how]) + "\nimport time; time.sleep(2); print('FILLED')"
    done = break_out(code, limits={"memory": 80 * MEGABYTE})
    assert "FILLED" not in done.output
    assert done.stop_reason == "more than 80 MB of memory" or "MemoryError" in done.output
    assert done.seconds < 3


def test_memory_without_a_name_cannot_be_had(break_out: Break) -> None:
    done = break_out("import os; os.memfd_create('x')")
    assert "Function not implemented" in done.output


def test_namespaces_and_mounts_are_refused(break_out: Break) -> None:
    done = break_out("""
        import ctypes
        call = ctypes.CDLL(None, use_errno=True)
        print(call.unshare(0x10000000), call.chroot(b'/'))
        print(call.mount(b'x', b'/box', b'tmpfs', 0, None))
    """)
    assert done.output == "-1 -1\n-1\n"


def test_it_has_no_rights(break_out: Break) -> None:
    done = break_out("""
        for line in open('/proc/self/status'):
            if line.startswith(('Cap', 'NoNewPrivs', 'Groups')):
                print(*line.split())
    """)
    none = "0000000000000000"
    capabilities = "".join(f"Cap{each}: {none}\n" for each in ("Inh", "Prm", "Eff", "Bnd", "Amb"))
    assert done.output in {
        f"Groups:{rest}\n{capabilities}NoNewPrivs: 1\n" for rest in ("", " 65534")
    }


def test_it_sees_and_signals_no_other_process(break_out: Break) -> None:
    with subprocess.Popen(["sleep", "20"]) as other:
        done = break_out(f"""
            import os, signal
            print(sorted(int(name) for name in os.listdir('/proc') if name.isdigit()))
            for pid in (1, {os.getpid()}, {other.pid}, -1):
                try:
                    os.kill(pid, signal.SIGCONT if pid == -1 else signal.SIGKILL)
                    print('sent to', pid)
                except OSError as failure:
                    print('no')
        """)
        assert other.poll() is None
        other.kill()
    first, *rest = done.output.splitlines()
    assert len(first.split(",")) <= 3, first
    assert set(rest) <= {"no", "sent to 1"}, "what is sent to its own first process is ignored"


def test_it_does_not_reach_who_started_it(break_out: Break) -> None:
    done = break_out("""
        import ctypes, os, resource
        for action in (
            lambda: open('/proc/1/mem', 'rb'),
            lambda: open('/proc/1/cmdline', 'rb'),
            lambda: os.listdir('/proc/1/fd'),
            lambda: resource.prlimit(1, resource.RLIMIT_NOFILE, (0, 0)),
        ):
            try:
                print('reached', action())
            except OSError:
                print('no')
        attach = 16
        print(ctypes.CDLL(None).ptrace(attach, 1, 0, 0))
    """)
    assert done.output == "no\n" * 4 + "-1\n"


def test_a_daemon_does_not_survive(break_out: Break) -> None:
    duration = f"30.{os.getpid()}"
    done = break_out(f"{daemon(duration)}time.sleep(0.2); print('parent done')")
    assert done.output == "parent done\n"
    assert not running(duration)


def test_its_environment_is_short(sandbox: SystemSandbox, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SECRET_OF_THE_TEACHER", "1")
    done = run_to_completion(sandbox, ["env"])
    names = {line.partition("=")[0] for line in done.output.splitlines()}
    assert names == {
        "PATH", "HOME", "TMPDIR", "LANG", "TERM", "USER", "PYTHONDONTWRITEBYTECODE"
    }  # fmt: skip


def test_it_ends_when_it_uses_too_much_time(break_out: Break) -> None:
    done = break_out("while True: pass", limits={"cpu_seconds": 1}, seconds=20)
    assert done.code == -signal.SIGXCPU
    done = break_out("import time; time.sleep(60)", seconds=0.3)
    assert (done.stop_reason, done.seconds < 5) == ("too long", True)


def test_it_ends_when_it_prints_too_much(sandbox: SystemSandbox) -> None:
    began = time.monotonic()
    done = run_to_completion(sandbox, ["yes"], characters=1000)
    assert (done.stop_reason, len(done.output)) == ("too much output", 1000)
    assert time.monotonic() - began < 5
