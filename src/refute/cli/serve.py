"""`refute serve`."""

from __future__ import annotations

import importlib.util
import secrets
import socket
import webbrowser
from pathlib import Path
from typing import TYPE_CHECKING

import click

from refute.cli.deliver import complain
from refute.diagnostics import Diagnostic, InputError

if TYPE_CHECKING:
    from refute.web.settings import Settings


@click.command("serve")
@click.argument("path", metavar="[FOLDER|FILE]", required=False, type=click.Path(path_type=Path))
@click.option("--host", default="127.0.0.1", help="Address to listen on.  [default: 127.0.0.1]")
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=0,
    metavar="N",
    help="Port to listen on.  [default: a free one]",
)
@click.option(
    "--sandbox",
    type=click.Choice(["required", "auto", "off"]),
    default="required",
    help="Whether programs under test must be run inside bubblewrap.  [default: required]",
)
@click.option(
    "--public",
    is_flag=True,
    help="For everybody, without a token: no files, no programs, limited effort.",
)
@click.option(
    "--visitors",
    type=click.IntRange(min=1),
    default=100,
    metavar="N",
    help="Maximum number of pages open at a time.  [default: 100]",
)
@click.option("--open/--no-open", "show", default=True, help="Open a browser.  [default: yes]")
def serve(
    path: Path | None,
    host: str,
    port: int,
    sandbox: str,
    public: bool,
    visitors: int,
    show: bool,
) -> None:
    """Work on the specifications of a folder in a browser.

    Only this machine can reach the page, and only with the link that is printed.

    \b
    Example:
      refute serve examples
    """
    if public and path is not None:
        raise click.UsageError("a public server shows no files; leave out the folder.")
    folder, opened = _place(path or Path())
    _require_extra()
    from refute.web.settings import Settings  # noqa: PLC0415 - only where it is served

    bound = _bound(host, port)
    settings = Settings(
        folder=folder,
        opened=opened,
        host=host,
        port=bound.getsockname()[1],
        token="" if public else secrets.token_urlsafe(24),
        public=public,
        sandbox=sandbox,
        visitors=visitors,
    )
    _run(settings, bound, show=show and not public)


def _place(path: Path) -> tuple[Path, str]:
    """The folder to serve, and the file in it to open."""
    if path.is_dir():
        return path.resolve(), ""
    if not path.is_file():
        raise click.UsageError(f"there is no folder or file `{path}`.")
    from refute.languages import language_for  # noqa: PLC0415 - only where it is served

    try:
        language_for(path.name)
    except InputError as failure:
        raise click.UsageError(f"{failure}.") from None
    return path.resolve().parent, path.name


def _require_extra() -> None:
    missing = [each for each in ("starlette", "uvicorn", "websockets") if not _is_installed(each)]
    if missing:
        message = f"the workbench needs the package `{missing[0]}`"
        help_text = "in the checkout of refute: `pip install '.[web,editor]'`"
        raise click.exceptions.Exit(complain([Diagnostic("F012", message, help=help_text)]))


def _is_installed(package: str) -> bool:
    return importlib.util.find_spec(package) is not None


def _bound(host: str, port: int) -> socket.socket:
    """A listening socket, so that the link works as soon as it is printed."""
    try:
        family, *_, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        return socket.create_server(address[:2], family=family, backlog=128)
    except OSError as failure:
        raise click.UsageError(
            f"cannot listen on {host} port {port}: {failure.strerror}."
        ) from None


def _run(settings: Settings, bound: socket.socket, *, show: bool) -> None:
    import uvicorn  # noqa: PLC0415 - only where it is served

    from refute.web.app import make_app  # noqa: PLC0415
    from refute.web.settings import LARGEST_MESSAGE  # noqa: PLC0415

    shown = f"[{settings.host}]" if ":" in settings.host else settings.host
    link = f"http://{shown}:{settings.port}/"
    if settings.token:
        link += f"?token={settings.token}"
    click.echo(f"refute serves at {link}")
    click.echo("Press Ctrl-C to stop.")
    if show:
        webbrowser.open(link)
    config = uvicorn.Config(
        make_app(settings),
        log_level="warning",
        access_log=False,
        ws_max_size=LARGEST_MESSAGE,
        ws="websockets-sansio",
        server_header=False,
        timeout_graceful_shutdown=2,
    )
    uvicorn.Server(config).run(sockets=[bound])
