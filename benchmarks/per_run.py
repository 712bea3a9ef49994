"""Two versions side by side: the processor time of one run of a program with one thread.

Run `python -m benchmarks.per_run OTHER`, where OTHER is the `src` folder of another checkout. The
kernel counts the time of all processes in a control group; the versions take turns, so that both
meet the same load. Compared are the medians of all turns.
"""

from __future__ import annotations

import os
import secrets
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

from benchmarks.observation import PYTHON, SOURCE
from refute.execution.spawning.cgroups import base

ROOT = Path(__file__).parents[1]
TURNS = 7
JAVA = """
class Main {
  public static void main(String[] words) {
    java.util.Scanner in = new java.util.Scanner(System.in);
    for (int number = 0; number < 5; number++) {
      System.out.print(number + "? ");
      System.out.println(in.next());
    }
  }
}
"""
NODE = """
const lines = require("readline").createInterface({ input: process.stdin, output: process.stdout });
const ask = (number) => lines.question(`${number}? `, (word) => {
  console.log(word);
  if (number < 4) ask(number + 1); else lines.close();
});
ask(0);
"""
MEASURED = """
import sys
from pathlib import Path
from refute.execution import CommandProgram, Limits
from refute.execution.sandbox import make_sandbox

def used():
    return int(Path(sys.argv[1], "cpu.stat").read_text().split()[1])

words = ["w0", "w1", "w2", "w3", "w4"]
sandbox = make_sandbox() if sys.argv[2] == "sandbox" else None
program = CommandProgram(sys.argv[4:], Limits(20.0), sandbox=sandbox)
program.run(words)
program.run(words)
before = used()
for _ in range(int(sys.argv[3])):
    assert len(program.run(words).events) >= 10
print((used() - before) / int(sys.argv[3]) / 1000)
"""


def per_run(source: Path, group: Path, words: list[str]) -> float:
    """Milliseconds of processor time of one run, in a process that has a group of its own."""
    script = f'echo 0 > {group}/cgroup.procs && exec "$@"'
    done = subprocess.run(
        ["sh", "-c", script, "sh", sys.executable, "-c", MEASURED, str(group), *words],
        env={**os.environ, "PYTHONPATH": str(source)},
        capture_output=True,
        text=True,
        check=True,
    )
    return float(done.stdout)


def main() -> None:
    """Print a line for each program."""
    sources = [Path(sys.argv[1]).resolve(), ROOT / "src"]
    folder = base()
    if folder is None:
        sys.exit("this measurement needs a control group (version 2)")
    print(f"{'program':<44} {'other':>8} {'ours':>8} {'ratio':>6}")
    with tempfile.TemporaryDirectory() as made:
        Path(made).chmod(0o755)
        program, script = Path(made, "behaviour"), Path(made, "dance.py")
        subprocess.run(["gcc", "-O1", "-pthread", "-w", "-o", program, SOURCE], check=True)
        script.write_text(PYTHON, encoding="utf-8")
        java, node = Path(made, "Main.java"), Path(made, "dance.js")
        java.write_text(JAVA, encoding="utf-8")
        node.write_text(NODE, encoding="utf-8")
        subprocess.run(["javac", java], check=True)
        archive = Path(made, "main.jar")  # a file that is named is shown in every sandbox
        subprocess.run(["jar", "cfe", archive, "Main", "-C", made, "Main.class"], check=True)
        for name, (runs, *command) in {
            "C": ("50", str(program), "dance", "5"),
            "Python": ("25", os.path.realpath(sys.executable), str(script)),
            "Java": ("6", "java", "-jar", str(archive)),
            "Node": ("10", "node", str(node)),
        }.items():
            for around in ("nothing", "sandbox"):
                compare(f"{name}, {around} around it", sources, folder, [around, runs, *command])


def compare(name: str, sources: list[Path], folder: Path, words: list[str]) -> None:
    """Print the medians of both versions."""
    found: list[list[float]] = [[], []]
    for _ in range(TURNS):
        for source, times in zip(sources, found, strict=True):
            group = folder / f"refute-per-run-{secrets.token_hex(8)}"
            group.mkdir()
            times.append(per_run(source, group, words))
    other, ours = map(statistics.median, found)
    print(f"{name:<44} {other:6.2f} ms {ours:6.2f} ms {ours / other:6.2f}", flush=True)


if __name__ == "__main__":
    main()
