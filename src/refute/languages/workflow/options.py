"""The options of the commands."""

from __future__ import annotations

from refute.languages.options import Options, QueryOptions, command_options, option


@command_options
class CheckOptions(QueryOptions):
    """Options of `refute check`."""

    all_paths: bool = option(
        "Enumerate every path with a look-ahead, as the paper does, instead of every state once.",
        default=False,
    )


@command_options
class RunOptions(Options):
    """Options of `refute run`."""

    inputs: str | None = option(
        "Play these inputs, with `;` between them, such as `F 400; S L`.", metavar="INPUTS"
    )
    user: str | None = option(
        "Act as this user, who sees and does only what the user's roles allow.", metavar="NAME"
    )
    resume: str | None = option(
        "Continue after these inputs, as `:inputs` lists them, or after those in @FILE.",
        metavar="INPUTS",
    )
