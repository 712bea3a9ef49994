"""The options of the commands."""

from __future__ import annotations

from refute.languages.options import Options, SandboxOptions, argument, command_options, option


@command_options
class SizeOptions(Options):
    """Options of commands that ask the solver about values up to a size."""

    size: int = option("Maximum number of items in the lists of inputs.", default=2, metavar="N")


@command_options
class CheckOptions(Options):
    """Options of `refute check`."""

    size: int | None = option(
        "Maximum number of items in the lists of inputs; by default lists grow, from 2 items, "
        "while a share of the effort lasts.",
        metavar="N",
    )
    examples: int = option(
        "Show up to N examples for an answer, each of a different kind.", default=1, metavar="N"
    )
    steps: int | None = option(
        "Maximum number of operations in a sequence from an initial state; by default sequences "
        "grow, from 4 operations, while a share of the effort lasts.",
        metavar="N",
    )
    strict: bool = option(
        "Also refute what otherwise gets only a note, such as an order that is left open.",
        default=False,
    )


@command_options
class TestOptions(SandboxOptions, SizeOptions):
    """Options of `refute tests`."""

    operation: str | None = option("The operation to make tests for.", metavar="NAME")
    plan: str | None = option(
        "Carry out the test plan in this Markdown file and write the results there; a file that "
        "does not exist is created.",
        metavar="FILE",
    )
    plan_text: str | None = argument()
    program: tuple[str, ...] = argument(())
    module: str | None = option(
        "The Python module that the pytest file imports the function from, as `module:function`.",
        metavar="NAME",
    )


@command_options
class ConversationOptions(Options):
    """Options of `refute repl`."""

    universe_duplicates: bool = option(
        "Keep every occurrence of a value in the universe, not only the first.", default=False
    )


@command_options
class RunOptions(ConversationOptions):
    """Options of `refute run`."""

    play: bool = option(
        "Play the shortest sequences of operations that break an invariant or reach a goal.",
        default=False,
    )
    steps: int | None = option(
        "Maximum number of operations in a sequence that is played.", metavar="N"
    )
    examples: int | None = option(
        "Show up to N examples of each operation, each of a different kind.", metavar="N"
    )
    dump_universe: bool = option(
        "Show at the end which values quantifiers range over.", default=False
    )
