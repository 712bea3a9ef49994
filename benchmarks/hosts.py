"""A class graded on three hosts, which are network namespaces of this machine; needs root.

The teacher's host has the submissions; one of the others runs the scheduler of Dask, and both run
workers. They reach each other over a bridge and nothing else. All files that come of it must be
those that one process of this machine writes, byte for byte but for times.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from benchmarks.grading import CONFIGURATION, Class, Cost, hand_in

HOSTS = ("refute-teacher", "refute-first", "refute-second")
BRIDGE, NETWORK, PORT = "refute-net", "10.213.7", 8786


def run(*command: str) -> None:
    """Run a command that must succeed."""
    subprocess.run(command, check=True, capture_output=True)


@contextmanager
def hosts() -> Iterator[None]:
    """Three namespaces on one bridge while entered."""
    with ExitStack() as undone:
        run("ip", "link", "add", BRIDGE, "type", "bridge")
        undone.callback(run, "ip", "link", "del", BRIDGE)
        run("ip", "link", "set", BRIDGE, "up")
        for number, name in enumerate(HOSTS, 1):
            run("ip", "netns", "add", name)
            undone.callback(run, "ip", "netns", "del", name)
            here, there = f"refute-v{number}", f"refute-p{number}"
            run("ip", "link", "add", here, "type", "veth", "peer", "name", there)
            run("ip", "link", "set", there, "netns", name)
            run("ip", "link", "set", here, "master", BRIDGE, "up")
            run(*on(name), "ip", "addr", "add", f"{NETWORK}.{number}/24", "dev", there)
            run(*on(name), "ip", "link", "set", there, "up")
            run(*on(name), "ip", "link", "set", "lo", "up")
        yield


def on(host: str) -> list[str]:
    """What runs a command on a host."""
    return ["ip", "netns", "exec", host]


@contextmanager
def started(host: str, *command: str) -> Iterator[None]:
    """A program of Dask on a host while entered."""
    program = [*on(host), str(Path(sys.executable).with_name("dask")), *command]
    quiet = subprocess.DEVNULL
    process = subprocess.Popen(program, stdout=quiet, stderr=quiet)
    try:
        yield
    finally:
        process.terminate()
        process.wait()


def graded(folder: Path, count: int, options: list[str], host: str = "") -> tuple[Cost, str]:
    """What it costs to grade a class, and what its files come to."""
    made = Class(folder, options, tuple(on(host)) if host else ())
    made.handed_in.mkdir(parents=True)
    (folder / "grade.toml").write_text(CONFIGURATION, encoding="utf-8")
    hand_in(made.handed_in, count)
    cost = made.graded(made.handed_in)
    return cost, made.digest()


def main() -> None:
    """Grade a class here and on the hosts, and compare."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--submissions", type=int, default=36, metavar="N")
    parser.add_argument("--workers", type=int, default=1, metavar="N", help="on each host")
    options = parser.parse_args()
    address = f"tcp://{NETWORK}.2:{PORT}"
    workers = ["--nworkers", str(options.workers), "--nthreads", "1", "--no-dashboard"]
    with tempfile.TemporaryDirectory() as place, ExitStack() as cluster:
        here = graded(Path(place) / "here", options.submissions, ["--jobs", "1"])
        cluster.enter_context(hosts())
        scheduler = ("scheduler", "--port", str(PORT), "--no-dashboard")
        cluster.enter_context(started(HOSTS[1], *scheduler))
        time.sleep(5)
        for host in HOSTS[1:]:
            cluster.enter_context(started(host, "worker", address, *workers))
        time.sleep(10)
        there = graded(Path(place) / "there", options.submissions, ["--cluster", address], HOSTS[0])
    print(f"{options.submissions} submissions with one process here: {here[0]}")
    print(f"on two hosts with {options.workers} workers each, as seen here: {there[0]}")
    assert here[1] == there[1], "the files differ"
    print(f"all files are equal but for times: {here[1]}; load {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main()
