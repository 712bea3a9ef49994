"""The options of the commands."""

from __future__ import annotations

from refute.languages.options import QueryOptions, SearchOptions, command_options, option

_SIZE = "Maximum size of an input: the number of constructors chosen for it."


@command_options
class CheckOptions(SearchOptions):
    """Options of `refute check`."""

    size: int = option(_SIZE, default=7, metavar="N")


@command_options
class RunOptions(QueryOptions):
    """Options of `refute run`."""

    all: bool = option(
        "List every answer and every number that satisfies a condition, however many there are.",
        default=False,
    )


@command_options
class ConversationOptions(RunOptions):
    """Options of `refute repl`."""

    limit: int | None = option(
        "Give N answers at a time; `:next` gives more.", metavar="N", on_pages=1
    )


@command_options
class TestOptions(SearchOptions):
    """Options of `refute tests`."""

    size: int = option(_SIZE, default=10, metavar="N")
    function: str | None = option("The function to make test data for.", metavar="NAME")
    module: str | None = option(
        "The Python module that the pytest file imports the function from, as `module:function`.",
        metavar="NAME",
    )
    against: str | None = option(
        "Call this Python function on the test data and compare.", metavar="MODULE:FUNCTION"
    )
    constructor: tuple[str, ...] = option(
        "What stands for a constructor in Python: a class, or an expression if it has no fields.",
        default=(),
        metavar="NAME=PYTHON",
    )
    target: str = option(
        "The language of the test file.", default="python", choices=("python", "java", "c")
    )
