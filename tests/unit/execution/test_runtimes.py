"""Real programs in several languages, each as a beginner writes it, run as `refute check` does."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from refute.execution import CommandProgram, Ending

from .conftest import GENEROUS, dialogue, needs


@dataclass(frozen=True)
class Example:
    """A program, what it is given, and what must be seen."""

    language: str
    name: str
    code: str
    lines: tuple[str, ...]
    expected: str
    ending: Ending = Ending.FINISHED
    last_word: str = field(default="")


EXAMPLES = [
    Example(
        "python",
        "prompts",
        "a = int(input('a? '))\nb = int(input('b?\\n'))\nprint('sum', end=' ')\nprint(a + b)\n",
        ("3", "4"),
        "a? <3>b?\n<4>sum 7\n",
    ),
    Example(
        "python",
        "standard input as a file",
        "import sys\nprint('a?')\nx = sys.stdin.readline()\nprint('b?')\n"
        "for y in sys.stdin:\n    print(x.strip(), y.strip())\n    break\n",
        ("1", "2"),
        "a?\n<1>b?\n<2>1 2\n",
    ),
    Example(
        "python",
        "a prompt that is not flushed",
        "import sys\nprint('a? ', end='')\nprint(sys.stdin.readline().strip())\n",
        ("1",),
        "<1>a? 1\n",
    ),
    Example(
        "python",
        "a crash",
        "print(1)\nprint([][int(input())])\n",
        ("0",),
        "1\n<0>",
        Ending.CRASHED,
        "IndexError: list index out of range",
    ),
    Example(
        "python",
        "one input too many",
        "input()\ninput('more? ')\n",
        ("1",),
        "<1>more? ",
        Ending.WANTED_MORE,
    ),
    Example(
        "python",
        "a background thread that waits",
        "import threading\nevent = threading.Event()\n"
        "thread = threading.Thread(target=lambda: (event.wait(), print('bye')))\nthread.start()\n"
        "print('hello', input('? '))\nevent.set()\nthread.join()\n",
        ("x",),
        "? <x>hello x\nbye\n",
    ),
    Example(
        "cpp",
        "prompts",
        '#include <iostream>\nint main() { int a, b; std::cout << "a? "; std::cin >> a;\n'
        'std::cout << "b? " << std::endl; std::cin >> b; std::cout << a + b << "\\n"; }\n',
        ("3", "4"),
        "a? <3>b? \n<4>7\n",
    ),
    Example(
        "cpp",
        "an exception",
        "#include <iostream>\n#include <stdexcept>\nint main() { int a; std::cin >> a;\n"
        'throw std::runtime_error("too bad"); }\n',
        ("3",),
        "<3>",
        Ending.CRASHED,
        "Aborted (signal SIGABRT)",
    ),
    Example(
        "java",
        "a scanner and a crash",
        "import java.util.Scanner;\npublic class Main { public static void main(String[] a) {\n"
        'Scanner in = new Scanner(System.in); System.out.print("a? "); int x = in.nextInt();\n'
        'System.out.println("b?"); int y = in.nextInt(); System.out.println(x / y); } }\n',
        ("3", "0"),
        "a? <3>b?\n<0>",
        Ending.CRASHED,
        "\tat Main.main(Main.java:4)",
    ),
    Example(
        "java",
        "a reader",
        "import java.io.*;\npublic class Main {\n"
        "public static void main(String[] a) throws Exception {\n"
        "BufferedReader in = new BufferedReader(new InputStreamReader(System.in));\n"
        'System.out.print("a? "); String x = in.readLine(); System.out.printf("b%n? ");\n'
        "System.out.println(x + in.readLine()); } }\n",
        ("3", "4"),
        "a? <3>b\n? <4>34\n",
    ),
    Example(
        "node",
        "questions",
        "const rl = require('readline').createInterface("
        "{input: process.stdin, output: process.stdout});\n"
        "rl.question('a? ', a => rl.question('b? ', b => {\n"
        "  console.log(+a + +b); rl.close(); }));\n",
        ("3", "4"),
        "a? <3>b? <4>7\n",
    ),
    Example(
        "node",
        "lines, with a timer between",
        "const rl = require('readline').createInterface({input: process.stdin});\nlet sum = 0;\n"
        "console.log('numbers?');\nrl.on('line', line => { sum += +line; console.log(sum);\n"
        "  if (sum > 6) { rl.close(); setTimeout(() => console.log('later'), 60); } });\n",
        ("3", "4"),
        "numbers?\n<3>3\n<4>7\nlater\n",
    ),
    Example(
        "node",
        "a crash",
        "require('readline').createInterface({input: process.stdin})\n"
        "  .on('line', () => { throw new Error('too bad'); });\n",
        ("1",),
        "<1>",
        Ending.CRASHED,
    ),
    Example(
        "bash",
        "prompts",
        'read -p "a? " a\necho -n "b? "\nread b\necho $((a + b))\n',
        ("3", "4"),
        "a? <3>b? <4>7\n",
    ),
    Example(
        "bash",
        "other programs that read from elsewhere",
        "echo one | cat\necho two | while read x; do echo $x; done\ncat <<< three\n"
        'echo "now?"\nread x\necho $x | tr a-z A-Z\nhead -n 1\n',
        ("abc", "def"),
        "one\ntwo\nthree\nnow?\n<abc>ABC\n<def>def\n",
    ),
    Example("bash", "an exit code", "echo 1\nexit 3\n", (), "1\n"),
    Example("bash", "no program", "exec ./nothing-here\n", (), "", Ending.CRASHED),
]


def _python(path: Path) -> list[str]:
    return [sys.executable, str(path)]


def _cpp(path: Path) -> list[str]:
    target = path.with_suffix("")
    subprocess.run([needs("g++"), "-o", target, path], check=True)
    return [str(target)]


def _java(path: Path) -> list[str]:
    java, javac = needs("java"), needs("javac")
    subprocess.run([javac, "-Xlint:none", path], check=True)
    quick = ["-Xshare:auto", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"]
    return [java, *quick, "-cp", str(path.parent), "Main"]


BUILDERS: dict[str, tuple[str, Callable[[Path], list[str]]]] = {
    "python": ("program.py", _python),
    "cpp": ("program.cpp", _cpp),
    "java": ("Main.java", _java),
    "node": ("program.js", lambda path: [needs("node"), str(path)]),
    "bash": ("program.sh", lambda path: [needs("bash"), str(path)]),
}


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda each: f"{each.language}: {each.name}")
def test_a_program_is_seen_as_it_is(
    example: Example, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("PYTHONUNBUFFERED", raising=False)
    file_name, build = BUILDERS[example.language]
    path = tmp_path / file_name
    path.write_text(example.code, encoding="utf-8")
    run = CommandProgram(build(path), GENEROUS).run(example.lines)
    assert dialogue(run) == example.expected
    assert run.ending is example.ending
    assert not run.approximate
    if example.last_word:
        assert run.detail[-1] == example.last_word
