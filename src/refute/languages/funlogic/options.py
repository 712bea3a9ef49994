"""The options of the commands."""

from __future__ import annotations

from dataclasses import dataclass

from refute.languages.language import SearchOptions, option

_SIZE = "The largest input, as the number of constructors chosen for it."


@dataclass(frozen=True, kw_only=True)
class CheckOptions(SearchOptions):
    """What `refute check` takes."""

    size: int = option(_SIZE, default=7, metavar="N")


@dataclass(frozen=True, kw_only=True)
class TestOptions(SearchOptions):
    """What `refute tests` takes."""

    size: int = option(_SIZE, default=10, metavar="N")
    function: str | None = option("The function to make test data for.", metavar="NAME")
    module: str | None = option(
        "The Python module that the pytest file imports the function from, as `module:function`.",
        metavar="NAME",
    )
