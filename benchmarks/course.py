"""A course as platforms hand it out: programs in all languages that are here, in all forms.

One task, three exports: an archive of Moodle, a folder of Canvas, clones of GitHub Classroom. Every
language has a right program, one that adds one too many, and one that prints nothing; other
submissions come as archives, projects, notebooks and in the encodings of other systems, or cannot
be graded at all. Every outcome is asserted.
"""

from __future__ import annotations

import csv
import io
import json
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import time
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

SPECIFICATION = """\
read n : 0..9
until len(x.all) == n:
    read x : int
print "{*}{sum(x.all)}{*}"
"""
CONFIGURATION = "tests = 6\n[limits]\nseconds = 10\nbuild_seconds = 120\n"
RIGHT, WRONG, SILENT, NONE = "right", "wrong output", "output missing", "could not be graded"

# `START` is the number to begin with, `SHOW(x)` what prints a value.
PROGRAMS: Mapping[str, tuple[str, str, str]] = {
    "python3": ("sum.py", """\
total = START
for _ in range(int(input())):
    total += int(input())
PRINT
""", "print(total)"),
    "gcc": ("sum.c", """\
#include <stdio.h>
int main(void) {
    long n, x, total = START;
    scanf("%ld", &n);
    for (long i = 0; i < n; i++) { scanf("%ld", &x); total += x; }
    PRINT
    return 0;
}
""", 'printf("%ld\\n", total);'),
    "g++": ("sum.cpp", """\
#include <iostream>
int main() {
    long n, x, total = START;
    std::cin >> n;
    for (long i = 0; i < n; i++) { std::cin >> x; total += x; }
    PRINT
}
""", "std::cout << total << std::endl;"),
    "javac": ("Sum.java", """\
import java.util.Scanner;
public class Sum {
    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        long total = START;
        for (int n = in.nextInt(); n > 0; n--) total += in.nextLong();
        PRINT
    }
}
""", "System.out.println(total);"),
    "node": ("sum.js", """\
const lines = require('readline').createInterface({ input: process.stdin });
let left = null, total = START;
const done = () => { PRINT process.exit(); };
lines.on('line', (line) => {
  if (left === null) left = Number(line); else { total += Number(line); left--; }
  if (left === 0) done();
});
""", "console.log(total);"),
    "bash": ("sum.sh", """\
read n
total=START
for ((i = 0; i < n; i++)); do read x; total=$((total + x)); done
PRINT
""", "echo $total"),
    "rustc": ("sum.rs", """\
fn line() -> i64 {
    let mut s = String::new();
    std::io::stdin().read_line(&mut s).unwrap();
    s.trim().parse().unwrap()
}
fn main() {
    let n = line();
    let mut total: i64 = START;
    for _ in 0..n { total += line(); }
    PRINT
}
""", 'println!("{}", total);'),
    "perl": ("sum.pl", """\
my $n = <STDIN>;
my $total = START;
for (1..$n) { $total += <STDIN>; }
PRINT
""", 'print $total, "\\n";'),
    "ghc": ("sum.hs", """\
import Control.Monad (replicateM)
main :: IO ()
main = do
  n <- readLn
  xs <- replicateM n (readLn :: IO Integer)
  PRINT
""", "print (sum xs + START)"),
    "mcs": ("sum.cs", """\
using System;
class Sum {
    static void Main() {
        int n = int.Parse(Console.ReadLine());
        long total = START;
        for (int i = 0; i < n; i++) total += long.Parse(Console.ReadLine());
        PRINT
    }
}
""", "Console.WriteLine(total);"),
    "fpc": ("sum.pas", """\
var n, i: integer; x, total: int64;
begin
  readln(n);
  total := START;
  for i := 1 to n do begin readln(x); total := total + x end;
  PRINT
end.
""", "writeln(total);"),
    "ocamlopt": ("sum.ml", """\
let () =
  let n = read_int () in
  let total = ref START in
  for _ = 1 to n do total := !total + read_int () done;
  PRINT ()
""", "print_int !total; print_newline"),
    "go": ("sum.go", """\
package main
import "fmt"
func main() {
    var n, x, total int
    total = START
    fmt.Scan(&n)
    for i := 0; i < n; i++ { fmt.Scan(&x); total += x }
    fmt.Print(SHOWN)
}
""", 'total, "\\n"'),
    "ruby": ("sum.rb", """\
total = START
gets.to_i.times { total += gets.to_i }
PRINT
""", "puts total"),
    "php": ("sum.php", """\
<?php
$n = (int) fgets(STDIN);
$total = START;
for ($i = 0; $i < $n; $i++) { $total += (int) fgets(STDIN); }
PRINT
""", 'echo $total, "\\n";'),
    "lua": ("sum.lua", """\
local n = io.read("n")
local total = START
for i = 1, n do total = total + io.read("n") end
PRINT
""", "print(total)"),
    "Rscript": ("sum.R", """\
input <- file("stdin", "r")
n <- as.integer(readLines(input, 1))
total <- START
for (i in seq_len(n)) total <- total + as.numeric(readLines(input, 1))
PRINT
""", 'cat(format(total, scientific = FALSE), "\\n")'),
}  # fmt: skip
_NOTHING = {"ocamlopt": "ignore", "ghc": "pure ()", "go": '""'}


def variants(tool: str) -> dict[str, str]:
    """The programs in a language by the outcome that they must have."""
    _, text, show = PROGRAMS[tool]
    nothing = _NOTHING.get(tool, "")

    def made(start: int, shown: str) -> str:
        shown = shown.replace("START", str(start))
        return text.replace("START", str(start)).replace("PRINT", shown).replace("SHOWN", shown)

    return {RIGHT: made(0, show), WRONG: made(1, show), SILENT: made(0, nothing)}


@dataclass
class Course:
    """Files by their names in three exports, and the outcome of everybody."""

    moodle: dict[str, bytes] = field(default_factory=dict)
    canvas: dict[str, bytes] = field(default_factory=dict)
    github: dict[str, bytes] = field(default_factory=dict)
    expected: dict[str, str] = field(default_factory=dict)

    def to_moodle(self, who: str, outcome: str, files: Mapping[str, str | bytes]) -> None:
        folder = f"{who}_{1000 + len(self.expected)}_assignsubmission_file_"
        for name, content in files.items():
            self.moodle[f"{folder}/{name}"] = _bytes(content)
        self.expected[who] = outcome

    def to_canvas(self, who: str, outcome: str, files: Mapping[str, str | bytes]) -> None:
        number = 2000 + len(self.expected)
        for name, content in files.items():
            self.canvas[f"{who}_{number}_{number + 7}_{name}"] = _bytes(content)
        self.expected[who] = outcome

    def to_github(self, who: str, outcome: str, files: Mapping[str, str | bytes]) -> None:
        for name, content in files.items():
            self.github[f"sum-{who}/{name}"] = _bytes(content)
        self.github[f"sum-{who}/.git/HEAD"] = b"ref: refs/heads/main\n"
        self.expected[who] = outcome


def _bytes(content: str | bytes) -> bytes:
    return content.encode() if isinstance(content, str) else content


def zipped(files: Mapping[str, str | bytes]) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, _bytes(content))
    return stream.getvalue()


def tarred(files: Mapping[str, str | bytes]) -> bytes:
    stream = io.BytesIO()
    with tarfile.open(fileobj=stream, mode="w:gz") as archive:
        for name, content in files.items():
            entry = tarfile.TarInfo(name)
            entry.size = len(_bytes(content))
            archive.addfile(entry, io.BytesIO(_bytes(content)))
    return stream.getvalue()


def notebook(text: str) -> str:
    cells = [
        {"cell_type": "markdown", "source": ["# Sum"]},
        {"cell_type": "code", "source": ["%matplotlib inline\n", *text.splitlines(True)]},
    ]
    return json.dumps({"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5})


def course() -> Course:
    """Everybody of the course, as far as their languages are installed."""
    made = Course()
    deliver = (made.to_moodle, made.to_canvas, made.to_github)
    for tool, (name, _, _) in PROGRAMS.items():
        if shutil.which(tool):
            language = tool.replace("+", "p")
            for number, (outcome, text) in enumerate(variants(tool).items()):
                deliver[number](f"{language}{outcome.split()[-1]}", outcome, {name: text})
    _add_forms(made)
    _add_ungradable(made)
    return made


def _add_forms(made: Course) -> None:
    python, c = variants("python3"), variants("gcc")
    java, node, rust = variants("javac"), variants("node"), variants("rustc")
    package = "package de.uni.sum;\n"
    cargo = '[package]\nname = "summe"\nversion = "0.1.0"\nedition = "2021"\n'
    umlauts = "# Größe für Müller\n"
    made.to_moodle("Zip Ärmel", RIGHT, {"Abgabe.zip": zipped({"Lösung/sum.py": python[RIGHT]})})
    made.to_moodle("Tar Öl", WRONG, {"abgabe.tar.gz": tarred({"a/sum.c": c[WRONG]})})
    nested = zipped({"inner.zip": zipped({"sum.py": python[SILENT]})})
    made.to_moodle("Nested Übel", SILENT, {"outer.zip": nested})
    made.to_moodle("Mac Zip", RIGHT, {
        "x.zip": zipped({"sum.py": python[RIGHT], "__MACOSX/._sum.py": b"\0\5", ".DS_Store": b"1"})
    })  # fmt: skip
    made.to_moodle("Note Book", RIGHT, {"Sum.ipynb": notebook(python[RIGHT])})
    made.to_moodle("Note Wrong", WRONG, {"Sum.ipynb": notebook(python[WRONG])})
    made.to_moodle("Make File", RIGHT, {
        "Makefile": "CFLAGS = -O1\nall: summe\nsumme: src/sum.c\n\tgcc $(CFLAGS) -o $@ $^\n",
        "src/sum.c": c[RIGHT],
    })  # fmt: skip
    made.to_moodle("Bad Make", WRONG, {"Makefile": "all:\n\tclang-99 x\n", "sum.c": c[WRONG]})
    made.to_moodle("Cargo Rust", RIGHT, {"Cargo.toml": cargo, "src/main.rs": rust[RIGHT]})
    made.to_github("package-node", RIGHT, {
        "package.json": '{"scripts": {"start": "node app/sum.js"}}', "app/sum.js": node[RIGHT]
    })  # fmt: skip
    made.to_moodle("Java Package", WRONG, {"src/de/uni/sum/Sum.java": package + java[WRONG]})
    made.to_moodle("Java Renamed", RIGHT, {"Abgabe-final.java": java[RIGHT]})
    made.to_canvas("resubmitted", RIGHT, {"Sum-2.java": java[RIGHT]})
    made.to_canvas("LATEcomer", WRONG, {"sum.py": python[WRONG]})
    windows = ("\ufeff" + umlauts + python[RIGHT]).replace("\n", "\r\n")
    made.to_moodle("Windows Mensch", RIGHT, {"sum.py": windows})
    made.to_moodle("Power Shell", RIGHT, {"sum.py": (umlauts + python[RIGHT]).encode("utf-16")})
    made.to_moodle("Latin Eins", RIGHT, {"sum.py": (umlauts + python[RIGHT]).encode("latin-1")})
    made.to_moodle("Dos Bash", RIGHT, {"sum.sh": variants("bash")[RIGHT].replace("\n", "\r\n")})
    made.to_moodle("Two Files", RIGHT, {
        "start.py": "from rechnen import summe\nprint(summe())\n",
        "rechnen.py": "def summe():\n    return sum(int(input()) for _ in range(int(input())))\n",
    })  # fmt: skip


def _add_ungradable(made: Course) -> None:
    made.to_moodle("Word Text", NONE, {"essay.docx": b"PK\3\4"})
    made.to_moodle("Rar Chive", NONE, {"abgabe.rar": b"Rar!"})
    made.to_moodle("Broken Zip", NONE, {"abgabe.zip": b"PK\3\4 cut off"})
    made.to_moodle("Zip Slip", NONE, {"abgabe.zip": zipped({"../../sum.py": "print(0)"})})
    made.to_moodle("Zip Bomb", NONE, {"abgabe.zip": zipped({"sum.py": bytes(70 << 20)})})
    made.to_moodle("Which One", NONE, {"a.py": "print(1)\n", "b.py": "print(2)\n"})
    made.to_moodle("Needs Numpy", NONE, {"sum.py": "import not_a_package_of_ours\n"})
    made.to_moodle("No Compile", "does not compile", {"sum.c": "int main(void) { return 0 }\n"})


def write(folder: Path, files: Mapping[str, bytes]) -> None:
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)


def graded(folder: Path, export: str, *options: str) -> dict[str, tuple[str, str, str]]:
    """The outcome, score and language of everybody in an export."""
    out = folder / f"grades-{export}"
    words = [sys.executable, "-m", "refute", "grade", "sum.ios", export, "--out", str(out)]
    subprocess.run([*words, "--quiet", *options], cwd=folder, check=False)
    with open(out / "grades.csv", encoding="utf-8", newline="") as stream:
        return {
            row["submission"]: (row["outcome"], row["score"], row["language"])
            for row in csv.DictReader(stream)
        }


def main() -> None:
    made = course()
    keep = os.environ.get("REFUTE_COURSE")
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(keep or temporary)
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "sum.ios").write_text(SPECIFICATION, encoding="utf-8")
        (folder / "grade.toml").write_text(CONFIGURATION, encoding="utf-8")
        (folder / "moodle.zip").write_bytes(zipped(made.moodle))
        write(folder / "canvas", made.canvas)
        write(folder / "sum-submissions", made.github)
        started = time.monotonic()
        found: dict[str, tuple[str, str, str]] = {}
        for export in ("moodle.zip", "canvas", "sum-submissions"):
            found |= graded(folder, export)
        seconds = time.monotonic() - started
    outcomes = {name: outcome for name, (outcome, _, _) in found.items()}
    wrong = {
        name: (outcomes.get(name), expected)
        for name, expected in made.expected.items()
        if outcomes.get(name) != expected
    }
    assert not wrong, wrong
    assert outcomes.keys() == made.expected.keys()
    ungraded = {name for name, (_, score, _) in found.items() if not score}
    assert ungraded == {name for name, each in made.expected.items() if each == NONE}
    languages = {language for _, _, language in found.values() if language}
    print(f"{len(found)} submissions in {len(languages)} languages, all outcomes right, "
          f"{seconds:.0f} s")  # fmt: skip


if __name__ == "__main__":
    main()
