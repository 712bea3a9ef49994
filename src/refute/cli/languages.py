"""`refute languages`."""

from __future__ import annotations

import click

from refute import languages as registry


@click.command("languages")
def languages() -> None:
    """List the languages with their file endings and commands.

    \b
    Example:
      refute languages
    """
    for language in registry.languages():
        click.echo(f"{language.name} ({registry.endings(language)}): {language.summary}")
        click.echo(f"  {', '.join(each for each in language.commands if each != 'play')}")
