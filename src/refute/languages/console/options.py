"""The options of the commands."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from refute.languages.gradable import GradeOptions, KitOptions
from refute.languages.options import (
    DrawOptions,
    Options,
    SandboxOptions,
    argument,
    command_options,
    option,
)

ProgramUnderTest: TypeAlias = tuple[str, ...] | Callable[[], object]
"""A command with its arguments, or a Python function that uses `input` and `print`."""


@command_options
class SpecificationOptions(Options):
    """Options of all commands."""

    set: tuple[str, ...] = option(
        "The value of a parameter (`given`) of the specification.",
        default=(),
        metavar="NAME=VALUE",
    )


@command_options
class RunOptions(SpecificationOptions):
    """Options of `refute run`."""

    input: tuple[str, ...] = option(
        "A line of input; without this option, lines are read from standard input.",
        default=(),
        metavar="LINE",
    )

    argument: tuple[str, ...] = option(
        "An argument of the program; for specifications that begin with `arguments`.",
        default=(),
        metavar="WORD",
    )


@command_options
class TreeOptions(SpecificationOptions, DrawOptions):
    """Options of `refute tree`."""

    unfoldings: int = option(
        "Go through each loop at most N times on a path.", default=4, metavar="N"
    )


@command_options
class TestOptions(SpecificationOptions):
    """Options of commands that generate inputs."""

    unfoldings: int = option(
        "Go through each loop at most N times on a path.", default=25, metavar="N"
    )
    samples: int | None = option(
        "Try N inputs for every path, instead of inputs that tell nearby specifications apart.",
        metavar="N",
    )
    int_bits: str = option(
        "Keep results within integers of this many bits where possible.",
        default="32",
        choices=("32", "64", "none"),
    )
    random: int | None = option("Make N random tests instead of chosen ones.", metavar="N")


@command_options
class SuiteOptions(TestOptions):
    """Options of `refute tests`."""

    neighbours: bool = option(
        "Show which nearby specifications each input tells apart.", default=False
    )


@command_options
class CheckOptions(SandboxOptions, TestOptions):
    """Options of `refute check`."""

    program: ProgramUnderTest = argument(())
    tty: str = option(
        "Whether the program gets a terminal.",
        default="auto",
        choices=("auto", "always", "never"),
    )
    suite: str | None = option("Use the tests of this file.", metavar="FILE")
    save: str | None = option("Write the failing inputs to this file.", metavar="FILE")
    replay: str | None = option("Try only the inputs of this file.", metavar="FILE")
    full: bool = option("Show every right run, not only the simplest.", default=False)


@command_options
class SolutionOptions(TestOptions):
    """Options of `refute solution`."""

    language: str = option(
        "The language of the program.", default="python", choices=("python", "c", "java", "haskell")
    )


@command_options
class SheetOptions(TestOptions):
    """Options of `refute sheet`."""

    format: str = option(
        "The format of the page.", default="markdown", choices=("markdown", "html", "latex")
    )
    locale: str = option("The language of the page.", default="en", choices=("en", "de"))


@command_options
class VariantOptions(TestOptions):
    """Options of `refute variants`."""

    count: int = option("Make this many exercises.", default=3, metavar="N")
    language: str = option(
        "The language of the solutions.",
        default="python",
        choices=("python", "c", "java", "haskell"),
    )
    format: str = option(
        "The format of the sheets.", default="markdown", choices=("markdown", "html", "latex")
    )
    locale: str = option("The language of the sheets.", default="en", choices=("en", "de"))


@command_options
class ConsoleGradeOptions(TestOptions, GradeOptions):
    """Options of `refute grade`."""


@command_options
class ConsoleKitOptions(TestOptions, KitOptions):
    """Options of `refute kit`."""
