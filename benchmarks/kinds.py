"""Kinds of programs, by how they read and print, each with the transcript that is right.

Each file in `programs/` adds two numbers in its own way. Those that ask on a line are named here;
the others ask in lines. What was taken stands in angle brackets.
"""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

FOLDER = Path(__file__).with_name("programs")
LINES = ("3", "4")
ON_A_LINE = "a? <3>b? <4>sum 7\n"
IN_LINES = "a?\n<3>b?\n<4>sum 7\n"
ASK_ON_A_LINE = {
    "a_child_that_reads.c",
    "a_coroutine_with_a_time_limit.py",
    "a_future_with_a_time_limit.cpp",
    "a_loop_that_looks_whether_a_key_was_hit.c",
    "a_prompt_on_standard_error_before_output.c",
    "a_prompt_on_standard_error_before_output.py",
    "a_timer_between.js",
    "a_wait_with_a_time_limit.c",
    "a_wait_with_a_time_limit.sh",
    "another_descriptor.c",
    "prompts.c",
    "prompts.cpp",
    "prompts.hs",
    "prompts.java",
    "prompts.pl",
    "prompts.py",
    "prompts.rs",
    "prompts.sh",
    "questions.js",
}

_BUILDS = {
    ".c": "gcc -O1 -w -pthread -o {program} {source}",
    ".cpp": "g++ -O1 -w -pthread -std=c++17 -o {program} {source}",
    ".rs": "rustc -O -o {program} {source}",
    ".hs": "ghc -v0 -outputdir {program}-objects -o {program} {source}",
    ".java": "javac -d {program} {source}",
}
_RUNS = {".py": "python3", ".sh": "bash", ".js": "node", ".pl": "perl"}
_QUICK_JAVA = ("java", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-cp")


@dataclass(frozen=True)
class Kind:
    """A program and what must be seen of it."""

    source: Path

    @property
    def name(self) -> str:
        """What it does, and its language."""
        return f"{self.source.suffix[1:]}: {self.source.stem.replace('_', ' ')}"

    @property
    def expected(self) -> str:
        """The transcript that is right."""
        return ON_A_LINE if self.source.name in ASK_ON_A_LINE else IN_LINES

    @property
    def tool(self) -> str:
        """The compiler or interpreter that it needs."""
        ending = self.source.suffix
        return _RUNS[ending] if ending in _RUNS else _BUILDS[ending].split()[0]

    def built(self, folder: Path) -> list[str]:
        """The command that runs it, after building it in a folder if need be."""
        ending = self.source.suffix
        if ending in _RUNS:
            return [_RUNS[ending], str(self.source)]
        program = folder / f"{self.source.stem}_{ending[1:]}"
        words = _BUILDS[ending].format(program=program, source=self.source).split()
        subprocess.run(words, check=True)
        return [*_QUICK_JAVA, str(program), "Main"] if ending == ".java" else [str(program)]


def kinds() -> Iterator[Kind]:
    """All kinds whose tools are installed."""
    sources = (each for each in FOLDER.iterdir() if each.is_file())
    for source in sorted(sources, key=lambda each: (each.suffix, each.name)):
        kind = Kind(source)
        if shutil.which(kind.tool):
            yield kind
