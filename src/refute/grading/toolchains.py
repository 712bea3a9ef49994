"""How programs are built and run, by the endings of their files.

In a command `{main}` stands for the main file, `{sources}` for all files of the language,
`{program}` for the program that is built, `{class}` for the class in which a Java program starts.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import PurePosixPath

from refute.record import record

PROGRAM = "refute-program"


@record
class Toolchain:
    """A programming language and its tools; `trial` is a program that must work."""

    name: str
    endings: tuple[str, ...]
    run: tuple[str, ...]
    build: tuple[str, ...] = ()
    trial: str = ""

    @property
    def tools(self) -> tuple[str, ...]:
        """The programs that must be installed."""
        words = (self.build[:1], self.run[:1])
        return tuple(word for each in words for word in each if "{" not in word)


def _words(command: str) -> tuple[str, ...]:
    return tuple(command.split())


_BUILT = _words("./{program}")
_QUICK = _words("java -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -XX:-UsePerfData")
_JAVA = (*_QUICK, *_words("-cp refute-classes {class}"))

TOOLCHAINS: tuple[Toolchain, ...] = (
    Toolchain("Python", (".py",), _words("python3 {main}"), trial="print(1)\n"),
    Toolchain(
        "C",
        (".c",),
        _BUILT,
        _words("gcc -O1 -o {program} {sources} -lm"),
        trial="int main(void) { return 0; }\n",
    ),
    Toolchain(
        "C++",
        (".cpp", ".cc", ".cxx", ".C"),
        _BUILT,
        _words("g++ -O1 -o {program} {sources}"),
        trial="#include <iostream>\nint main() { std::cout << 1; }\n",
    ),
    Toolchain(
        "Java",
        (".java",),
        _JAVA,
        _words("javac -J-XX:-UsePerfData -encoding UTF-8 -d refute-classes {sources}"),
        trial="class Main { public static void main(String[] a) { System.out.println(1); } }\n",
    ),
    Toolchain("JavaScript", (".js", ".mjs", ".cjs"), _words("node {main}"), trial="0\n"),
    Toolchain("bash", (".sh", ".bash"), _words("bash {main}"), trial="echo 1\n"),
    Toolchain(
        "Rust",
        (".rs",),
        _BUILT,
        _words("rustc --edition 2021 -O -o {program} {main}"),
        trial="fn main() {}\n",
    ),
    Toolchain(
        "Go",
        (".go",),
        _BUILT,
        _words("go build -o {program} {sources}"),
        trial="package main\nfunc main() {}\n",
    ),
    Toolchain(
        "Haskell",
        (".hs",),
        _BUILT,
        _words("ghc -v0 -outputdir refute-objects -o {program} {main}"),
        trial="main :: IO ()\nmain = pure ()\n",
    ),
    Toolchain("Ruby", (".rb",), _words("ruby {main}"), trial="puts 1\n"),
    Toolchain("Perl", (".pl",), _words("perl {main}"), trial="print 1;\n"),
    Toolchain("PHP", (".php",), _words("php {main}"), trial="<?php echo 1;\n"),
    Toolchain("Lua", (".lua",), _words("lua {main}"), trial="print(1)\n"),
    Toolchain("R", (".R", ".r"), _words("Rscript {main}"), trial="cat(1)\n"),
    Toolchain(
        "OCaml",
        (".ml",),
        _BUILT,
        _words("ocamlopt -o {program} {main}"),
        trial="let () = print_int 1\n",
    ),
    Toolchain(
        "Pascal",
        (".pas", ".pp"),
        _BUILT,
        _words("fpc -v0 -o{program} {main}"),
        trial="begin writeln(1) end.\n",
    ),
    Toolchain(
        "Kotlin",
        (".kt",),
        (*_QUICK, *_words("-jar refute-program.jar")),
        _words("kotlinc -include-runtime -d refute-program.jar {sources}"),
        trial="fun main() { println(1) }\n",
    ),
    Toolchain(
        "C#",
        (".cs",),
        _words("mono refute-program.exe"),
        _words("mcs -out:refute-program.exe {sources}"),
        trial="class P { static void Main() {} }\n",
    ),
)


def by_ending(toolchains: Iterable[Toolchain]) -> dict[str, Toolchain]:
    """The toolchains by file ending; a later one overrides those before it."""
    return {ending: each for each in toolchains for ending in each.endings}


def filled(command: Sequence[str], main: str, sources: Sequence[str], begins: str) -> list[str]:
    """A command with its placeholders filled in."""
    words: list[str] = []
    for word in command:
        if word == "{sources}":
            words.extend(map(_as_file, sources))
        else:
            values = {"main": _as_file(main), "program": PROGRAM, "class": begins}
            words.append(_filled(word, values))
    return words


def _filled(word: str, values: Mapping[str, str]) -> str:
    return re.sub(r"\{(main|program|class)\}", lambda found: values[found[1]], word)


def _as_file(name: str) -> str:
    """A file name that cannot be taken for an option, or for a file of options."""
    return f"./{name}" if name.startswith(("-", "@")) else name


_PACKAGE = re.compile(r"^\s*package\s+([\w.]+)\s*;", re.MULTILINE)
_MAIN = re.compile(r"\bstatic\s+(?:final\s+)?void\s+main\b|\bvoid\s+main\s*\(")
_CLASS = re.compile(r"\b(?:class|record|enum|interface)\s+(\w+)")


def java_class(name: str, text: str) -> str | None:
    """The class in which a Java file starts, with its package; None if it does not start there."""
    if not _MAIN.search(text):
        return None
    stem = PurePosixPath(name).stem
    before = text[: _MAIN.search(text).start()]  # type: ignore[union-attr]
    classes = [found[1] for found in _CLASS.finditer(before)]
    chosen = stem if stem in classes or not classes else classes[-1]
    package = _PACKAGE.search(text)
    return f"{package[1]}.{chosen}" if package else chosen
