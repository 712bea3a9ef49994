"""The options of the commands."""

from __future__ import annotations

from refute.languages.language import Options, QueryOptions, command_options, option


@command_options
class CheckOptions(QueryOptions):
    """Options of `refute check`."""

    all_paths: bool = option(
        "Enumerate every path with a look-ahead, as the paper does, not every state once.",
        default=False,
    )


@command_options
class RunOptions(Options):
    """Options of `refute run`."""

    inputs: str | None = option(
        "Play these inputs, with `;` between them, such as `F 400; S L`.", metavar="INPUTS"
    )
    user: str | None = option(
        "Be this user, who sees and does only what the roles of the user may.", metavar="NAME"
    )
    resume: str | None = option(
        "Go on after these inputs, as `:inputs` lists them, or those in @FILE.", metavar="INPUTS"
    )
