"""Console specifications (`.ios`): what a program must read and print. After paper 000."""

from __future__ import annotations

from typing import TYPE_CHECKING

from refute.languages.language import Language, Option, Settings
from refute.report.outcome import Report
from refute.source import Source

if TYPE_CHECKING:
    from refute.languages.gradable import Gradable

# The commands import late, so that naming the language loads neither its grammar nor the solver.
# ruff: noqa: PLC0415


def _check(source: Source, settings: Settings) -> Report:
    from refute.languages.console.check import check

    return check(source, settings)


def _run(source: Source, settings: Settings) -> Report:
    from refute.languages.console.run import run

    return run(source, settings)


def _tests(source: Source, settings: Settings) -> Report:
    from refute.languages.console.run import tests

    return tests(source, settings)


def _gradable() -> Gradable:
    from refute.languages.console.exercise import GRADABLE

    return GRADABLE


def _tree(source: Source, settings: Settings) -> Report:
    from refute.languages.console.run import tree

    return tree(source, settings)


LANGUAGE = Language(
    name="console",
    endings=(".ios",),
    summary="what a console program must read and print",
    check=_check,
    run=_run,
    tests=_tests,
    tree=_tree,
    gradable=_gradable,
    options=(
        Option(
            "set",
            "the value of a parameter (`given`) of the specification",
            ("check", "run", "tests", "tree", "grade"),
            metavar="NAME=VALUE",
            repeatable=True,
        ),
        Option(
            "unfoldings",
            "go through loop bodies at most so often on a path (25; tree 4)",
            ("check", "tests", "tree", "grade"),
            kind=int,
            metavar="N",
        ),
        Option(
            "samples",
            "try so many inputs for each path (5)",
            ("check", "tests", "grade"),
            kind=int,
            metavar="N",
        ),
        Option(
            "int-bits",
            "keep all results within integers of so many bits where possible (32)",
            ("check", "tests", "grade"),
            choices=("32", "64", "none"),
        ),
        Option(
            "random",
            "make N random tests instead of tests for every path",
            ("check", "tests", "grade"),
            kind=int,
            metavar="N",
        ),
        Option(
            "tty",
            "whether the program gets a terminal (auto)",
            ("check",),
            choices=("auto", "always", "never"),
        ),
        Option(
            "sandbox",
            "whether the program must be run inside bubblewrap (auto: where there is one)",
            ("check", "grade"),
            choices=("required", "auto", "off"),
        ),
        Option(
            "show",
            "a file or folder that the program may read, besides the files that it is started with",
            ("check",),
            metavar="PATH",
            repeatable=True,
        ),
        Option("suite", "use the tests of this file", ("check",), metavar="FILE"),
        Option("save", "write the failing inputs to this file", ("check",), metavar="FILE"),
        Option("replay", "try only the inputs of this file", ("check",), metavar="FILE"),
        Option("config", "grade as this file says (grade.toml)", ("grade",), metavar="FILE"),
        Option("jobs", "grade N submissions at a time", ("grade",), kind=int, metavar="N"),
        Option("single", "a folder named alone is one submission", ("grade",), kind=bool),
        Option("fresh", "grade anew what was graded before", ("grade",), kind=bool),
        Option("fail-on-wrong", "leave with 1 if a submission is wrong", ("grade",), kind=bool),
        Option("full", "show every right run, not only the simplest", ("check",), kind=bool),
    ),
    interactive=True,
    takes_program=True,
    unused={
        "check": ("strategy", "limit", "depth", "nodes"),
        "run": ("strategy", "limit", "depth", "nodes"),
        "tests": ("strategy", "limit", "depth", "nodes"),
        "tree": ("strategy", "limit"),
        "grade": ("strategy", "limit", "depth", "nodes"),
    },
)
