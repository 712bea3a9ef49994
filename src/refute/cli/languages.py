"""`refute languages`."""

from __future__ import annotations

import click

from refute import languages as registry
from refute.cli.deliver import commands_of


@click.command("languages")
def languages() -> None:
    """List the languages with their file endings and commands.

    \b
    Example:
      refute languages
    """
    for language in registry.LANGUAGES:
        click.echo(f"{language.name} ({' '.join(language.endings)}): {language.summary}")
        click.echo(f"  {', '.join(commands_of(language))}")
