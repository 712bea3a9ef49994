"""Programs in every language that this machine has are built, run and graded."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner

from refute.cli.main import commands
from refute.grading.toolchains import TOOLCHAINS, by_ending

from .test_grade import grades

DOUBLE = 'read x : 1..9\nprint "{*}{2 * x}{*}"\n'
C = """\
#include <stdio.h>
int main(void) { int x; scanf("%d", &x); printf("%d\\n", 2 * x); return 0; }
"""
CPP = """\
#include <iostream>
int main() { int x; std::cin >> x; std::cout << 2 * x << std::endl; }
"""
JAVA = """\
import java.util.Scanner;
public class X {
    public static void main(String[] a) {
        System.out.println(2 * new Scanner(System.in).nextInt());
    }
}
"""
NODE = """\
const lines = require('readline').createInterface({ input: process.stdin });
lines.on('line', (x) => { console.log(2 * x); process.exit(); });
"""
RUST = """\
fn main() {
    let mut s = String::new();
    std::io::stdin().read_line(&mut s).unwrap();
    println!("{}", 2 * s.trim().parse::<i32>().unwrap());
}
"""
GO = """\
package main
import "fmt"
func main() { var x int; fmt.Scan(&x); fmt.Println(2 * x) }
"""
CSHARP = """\
class X {
    static void Main() {
        System.Console.WriteLine(2 * int.Parse(System.Console.ReadLine()));
    }
}
"""
PASCAL = "var x: integer;\nbegin readln(x); writeln(2 * x) end.\n"
PROGRAMS = {
    "python3": ("x.py", "print(2 * int(input()))\n"),
    "gcc": ("x.c", C),
    "g++": ("x.cpp", CPP),
    "javac": ("X.java", JAVA),
    "node": ("x.js", NODE),
    "bash": ("x.sh", "read x\necho $((2 * x))\n"),
    "rustc": ("x.rs", RUST),
    "go": ("x.go", GO),
    "ghc": ("x.hs", "main :: IO ()\nmain = readLn >>= \\x -> print (2 * x :: Int)\n"),
    "ruby": ("x.rb", "puts 2 * gets.to_i\n"),
    "perl": ("x.pl", '$x = <STDIN>; print 2 * $x, "\\n";\n'),
    "php": ("x.php", "<?php echo 2 * (int) fgets(STDIN);\n"),
    "mcs": ("x.cs", CSHARP),
    "fpc": ("x.pas", PASCAL),
    "ocamlopt": ("x.ml", "let () = print_int (2 * read_int ())\n"),
    "lua": ("x.lua", "print(2 * io.read('n'))\n"),
    "Rscript": ("x.R", "cat(2 * as.integer(readLines(file('stdin'), 1)), '\\n')\n"),
    "kotlinc": ("x.kt", "fun main() { println(2 * readLine()!!.toInt()) }\n"),
}


def test_programs_in_all_languages_that_are_installed_are_right(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All in one class: a command for each would cost more than the programs."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "double.ios").write_text(DOUBLE, encoding="utf-8")
    config = "tests = 1\n[limits]\nseconds = 10\nbuild_seconds = 120\n"
    (tmp_path / "grade.toml").write_text(config, encoding="utf-8")
    (tmp_path / "class").mkdir()
    installed = [each for tool, each in PROGRAMS.items() if shutil.which(tool)]
    for name, text in installed:
        (tmp_path / "class" / name).write_text(text, encoding="utf-8")
    CliRunner().invoke(commands, ["grade", "double.ios", "class"], prog_name="refute")
    found = {name: (row["outcome"], row["what"]) for name, row in grades(tmp_path).items()}
    assert found == {name: ("right", "the only test passed") for name, _ in installed}


def test_every_language_has_a_test() -> None:
    known = by_ending(TOOLCHAINS)
    tested = {known[Path(name).suffix].name for name, _ in PROGRAMS.values()}
    assert tested == {each.name for each in TOOLCHAINS}
