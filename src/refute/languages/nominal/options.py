"""The options of the commands."""

from __future__ import annotations

from refute.languages.options import Options, SandboxOptions, argument, command_options, option


@command_options
class ProgramOptions(Options):
    """Options of every command.

    `before` are the files before this one on the command line, which this one may continue;
    `followed` means that other files follow, which may continue this one.
    """

    before: tuple[str, ...] = argument(())
    followed: bool = argument(default=False)


@command_options
class CheckOptions(ProgramOptions):
    """Options of `refute check`."""

    strategy: str | None = option(
        "How to search.", metavar="NAME", choices=("iterative-deepening", "random")
    )
    bound: int | None = option(
        "Attack every theorem up to this bound, not the one in the file.", metavar="N"
    )
    negation: str = option(
        "How to show that the conclusion fails: by negation as failure (nf), or by negation "
        "elimination, without (ne) or with simplification (nes).",
        default="nf",
        choices=("nf", "ne", "nes"),
    )
    mutate: bool = option(
        "Also attack stronger theorems, to see which parts of each theorem are exercised.",
        default=False,
    )


@command_options
class RunOptions(ProgramOptions):
    """Options of `refute run` and `refute repl`; queries are always answered depth first."""

    limit: int | None = option("Stop after N answers.", metavar="N")
    nodes: int | None = option("Visit at most N nodes of the search.", metavar="N")


@command_options
class TestOptions(SandboxOptions, ProgramOptions):
    """Options of `refute tests`."""

    terms: str | None = option(
        "Make terms of which this goal holds, those of its first variable.", metavar="GOAL"
    )
    size: int = option(
        "Maximum size of an input: the number of constructors chosen for it.",
        default=7,
        metavar="N",
    )
    strategy: str | None = option(
        "How to search.", metavar="NAME", choices=("iterative-deepening", "random")
    )
    limit: int | None = option("Stop after N answers.", metavar="N")
    answer: str | None = option(
        "What is expected: the second variable of this goal, such as `eval(E, V)`.", metavar="GOAL"
    )
    printer: str | None = option(
        "The predicate that prints a term, such as `pretty(E, S)` for a string S.", metavar="PRED"
    )
    against: str | None = option(
        "Give each term to this command, and compare what it prints with what is expected.",
        metavar="COMMAND",
    )


@command_options
class TreeOptions(ProgramOptions):
    """Options of `refute tree`."""

    query: str | None = option("Show the derivations of this goal.", metavar="GOAL")
    reduce: tuple[str, ...] = option(
        "Show all that a predicate such as `step` makes of a term, as a graph.",
        default=(),
        metavar="PRED TERM",
        count=2,
    )
    limit: int | None = option("Stop after N answers.", metavar="N")
    nodes: int | None = option("Visit at most N nodes of the search.", metavar="N")
    negation: str | None = option(
        "How to show that the conclusion fails: by negation as failure (nf), or by negation "
        "elimination, without (ne) or with simplification (nes).",
        choices=("nf", "ne", "nes"),
    )
    negative: str | None = option(
        "Show when this predicate does not hold, as clauses without negation.", metavar="PRED"
    )
