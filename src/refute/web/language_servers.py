"""The language server behind the editor of a page: one process per page, reached by a WebSocket.

Pages know neither where the folder is nor what else is on the machine: their documents are called
`file:///folder/NAME` and `file:///gallery/NAME`. A page may send what an editor needs to show a
text; questions are asked elsewhere, with limits on programs and effort.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import sys
from importlib.util import find_spec
from pathlib import PurePosixPath
from typing import Any
from urllib.parse import unquote

from starlette.websockets import WebSocket, WebSocketDisconnect

from refute.interchange import read_json
from refute.web.processes import LARGEST_ANSWER
from refute.web.settings import PUBLIC_MEMORY, Settings

PERMITTED = frozenset(
    {"initialize", "initialized", "shutdown", "exit", "$/cancelRequest"}
    | {
        f"textDocument/{name}"
        for name in (
            "didOpen", "didChange", "didSave", "didClose", "hover", "completion", "definition",
            "references", "documentHighlight", "documentSymbol", "foldingRange", "formatting",
            "semanticTokens/full", "codeAction", "prepareRename", "rename",
        )
    }
)  # fmt: skip
_NAMES = {"uri", "targetUri", "rootUri"}


_BOUNDED = """
import resource, runpy, sys
sys.path[:] = {path!r}
resource.setrlimit(resource.RLIMIT_AS, ({memory}, {memory}))
sys.argv[:] = ["refute", "lsp"]
runpy.run_module("refute", run_name="__main__")
"""


def command(settings: Settings) -> tuple[str, ...]:
    """The command of a language server; on a public server, its memory is limited."""
    if not settings.public:
        return sys.executable, "-m", "refute", "lsp"
    return sys.executable, "-c", _BOUNDED.format(path=sys.path, memory=PUBLIC_MEMORY)


class LanguageServers:
    """The language servers of all open pages."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._open = 0

    async def serve(self, socket: WebSocket) -> None:
        """Serve the editor of a page until it is closed."""
        if find_spec("pygls") is None or self._open >= self._settings.servers:
            await socket.close(1013, "no language server")
            return
        self._open += 1
        try:
            await socket.accept()
            await self._relay(socket)
        finally:
            self._open -= 1

    async def _relay(self, socket: WebSocket) -> None:
        process = await asyncio.create_subprocess_exec(
            *command(self._settings),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
            limit=LARGEST_ANSWER,
            env=self._settings.environment,
            start_new_session=True,
        )
        assert process.stdin is not None
        assert process.stdout is not None
        names = Names(self._settings)
        telling = asyncio.create_task(_tell(process.stdout, socket, names))
        try:
            while True:
                message = names.received(await socket.receive_text())
                if message is not None:
                    process.stdin.write(_framed(message))
                    await process.stdin.drain()
        except (WebSocketDisconnect, ConnectionError):
            pass
        finally:
            telling.cancel()
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()


async def _tell(answers: asyncio.StreamReader, socket: WebSocket, names: Names) -> None:
    """Forward the messages of the language server; when it ends, close the page's connection."""
    with contextlib.suppress(asyncio.IncompleteReadError, WebSocketDisconnect, RuntimeError):
        while True:
            head = await answers.readuntil(b"\r\n\r\n")
            length = next(
                int(line.split(b":")[1])
                for line in head.split(b"\r\n")
                if line.lower().startswith(b"content-length")
            )
            message = json.loads(await answers.readexactly(length))
            await socket.send_text(json.dumps(names.outside(message)))
    with contextlib.suppress(RuntimeError):
        await socket.close(1012, "the language server has ended")


def _framed(message: Any) -> bytes:
    body = json.dumps(message).encode()
    return b"Content-Length: %d\r\n\r\n" % len(body) + body


class Names:
    """Translates between the document names of pages and paths."""

    def __init__(self, settings: Settings) -> None:
        self._inside = {
            f"file:///{place}": folder.as_uri() for place, folder in settings.places.items()
        }

    def received(self, text: str) -> Any:
        """A message of a page, translated for the language server; None if it is dropped."""
        try:
            message = read_json(text)
        except ValueError:
            return None
        if not isinstance(message, dict):
            return None
        if "method" in message and message["method"] not in PERMITTED:
            return None
        try:
            return _renamed(message, self._to_inside)
        except PermissionError:
            return None

    def outside(self, message: Any) -> Any:
        """A message of the language server, translated for the page."""
        return _renamed(message, self._to_outside)

    def _to_inside(self, uri: str) -> str:
        for page, folder in self._inside.items():
            rest = uri.removeprefix(page)
            parts = PurePosixPath(unquote(rest)).parts
            if rest != uri and (not rest or rest[0] == "/") and ".." not in parts:
                return folder + rest
        raise PermissionError(uri)

    def _to_outside(self, uri: str) -> str:
        for page, folder in self._inside.items():
            if uri.startswith(f"{folder}/"):
                return page + uri.removeprefix(folder)
        return uri


def _renamed(value: Any, rename: Any) -> Any:
    """A message with all names of documents replaced."""
    if isinstance(value, list):
        return [_renamed(each, rename) for each in value]
    if not isinstance(value, dict):
        return value
    made: dict[str, Any] = {}
    for key, inner in value.items():
        if key in _NAMES and isinstance(inner, str):
            made[key] = rename(inner)
        elif key == "changes" and isinstance(inner, dict):
            made[key] = {rename(each): _renamed(edits, rename) for each, edits in inner.items()}
        else:
            made[key] = _renamed(inner, rename)
    return made
