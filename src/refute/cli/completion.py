"""`refute completion`."""

from __future__ import annotations

import os
import shlex
from collections.abc import Iterator
from pathlib import Path

import click
from click.shell_completion import get_completion_class

from refute.cli.deliver import complain
from refute.diagnostics import Diagnostic, InputError
from refute.files import read_content, write_text

SHELLS = ("bash", "zsh", "fish")


@click.command("completion")
@click.argument("shell", type=click.Choice(SHELLS), required=False, metavar="[SHELL]")
@click.option(
    "--install",
    is_flag=True,
    help="Install the script for the shell, and add a line to its settings if needed.",
)
def completion(shell: str | None, install: bool) -> None:
    """Complete commands, files, options and their values in a SHELL: bash, zsh or fish.

    Without --install, the completion script is printed. SHELL is by default the shell of this
    terminal.

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
    try:
        for path in _install(name, text):
            click.echo(f"written: {path}")
    except InputError as failure:
        raise click.exceptions.Exit(complain(failure.diagnostics)) from None
    click.echo("It takes effect in the next terminal.")


def _install(shell: str, text: str) -> Iterator[Path]:
    """Install the completion script; yields the files that were changed."""
    path = _home_of(shell)
    write_text(path, text)
    yield path
    if found := _settings_of(shell, path):
        settings, line = found
        if _add_line(settings, line):
            yield settings


def _add_line(file: Path, line: str) -> bool:
    """Add a line to a file unless it is already there; whether it was added."""
    before = read_content(file) if file.exists() else b""
    if line.encode() in before.splitlines():
        return False
    try:
        with file.open("ab") as stream:
            stream.write(b"\n" * (before[-1:] not in (b"", b"\n")) + line.encode() + b"\n")
    except OSError as failure:
        message = f"cannot write `{file}`: {failure.strerror}"
        raise InputError([Diagnostic("F007", message)]) from None
    return True


def _settings_of(shell: str, path: Path) -> tuple[Path, str] | None:
    """The settings file of a shell, and the line in it that loads the completion script."""
    if shell == "bash":  # bash finds the script by itself only if bash-completion is installed
        file = shlex.quote(str(path))
        return Path.home() / ".bashrc", f"[ -r {file} ] && . {file}"
    if shell == "zsh":
        folder = Path(os.environ.get("ZDOTDIR") or Path.home())
        return folder / ".zshrc", "fpath=(~/.zfunc $fpath); autoload -Uz compinit; compinit"
    return None


def _own_shell() -> str:
    name = Path(os.environ.get("SHELL", "")).name
    if name not in SHELLS:
        raise click.UsageError(f"name a shell: {', '.join(SHELLS)}.")
    return name


def _script(shell: str) -> str:
    from refute.cli.main import commands  # noqa: PLC0415 - which imports this module

    kind = get_completion_class(shell)
    assert kind is not None
    script = kind(commands, {}, "refute", "_REFUTE_COMPLETE").source()
    # The script for fish takes a comma in a help text for its end.
    return script.replace('string split ","', 'string split --max 1 ","')


def _home_of(shell: str) -> Path:
    """The completion script that a shell loads for `refute`."""
    home = Path.home()
    data = Path(os.environ.get("XDG_DATA_HOME") or home / ".local/share")
    settings = Path(os.environ.get("XDG_CONFIG_HOME") or home / ".config")
    return {
        "bash": data / "bash-completion/completions/refute",
        "zsh": home / ".zfunc/_refute",
        "fish": settings / "fish/completions/refute.fish",
    }[shell]
