"""`refute completion`."""

from __future__ import annotations

import os
from pathlib import Path

import click
from click.shell_completion import get_completion_class

from refute.cli.deliver import complain
from refute.diagnostics import InputError
from refute.files import write_text

SHELLS = ("bash", "zsh", "fish")


@click.command("completion")
@click.argument("shell", type=click.Choice(SHELLS), required=False)
@click.option("--install", is_flag=True, help="Put it where the shell looks for it.")
def completion(shell: str | None, install: bool) -> None:
    """Complete commands, files, options and their values in a SHELL.

    Without --install, what the shell has to read is printed. SHELL is the one of this terminal
    if it is not named.

    \b
    Example:
      refute completion --install
      refute completion zsh > ~/.zfunc/_refute
    """
    name = shell or _own_shell()
    text = _script(name)
    if not install:
        click.echo(text)
        return
    path = _home_of(name)
    try:
        write_text(path, text)
    except InputError as failure:
        raise click.exceptions.Exit(complain(failure.diagnostics)) from None
    click.echo(f"written: {path}; it takes effect in the next terminal")
    if name == "zsh":
        click.echo("~/.zshrc needs: fpath=(~/.zfunc $fpath); autoload -Uz compinit; compinit")


def _own_shell() -> str:
    name = Path(os.environ.get("SHELL", "")).name
    if name not in SHELLS:
        raise click.UsageError(f"name a shell: {', '.join(SHELLS)}.")
    return name


def _script(shell: str) -> str:
    from refute.cli.main import commands  # noqa: PLC0415 - which imports this module

    kind = get_completion_class(shell)
    assert kind is not None
    return kind(commands, {}, "refute", "_REFUTE_COMPLETE").source()


def _home_of(shell: str) -> Path:
    """The file that a shell reads when `refute` is completed."""
    home = Path.home()
    data = Path(os.environ.get("XDG_DATA_HOME") or home / ".local/share")
    settings = Path(os.environ.get("XDG_CONFIG_HOME") or home / ".config")
    return {
        "bash": data / "bash-completion/completions/refute",
        "zsh": home / ".zfunc/_refute",
        "fish": settings / "fish/completions/refute.fish",
    }[shell]
