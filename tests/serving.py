"""A running server and its clients."""

from __future__ import annotations

import http.client
import json
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import uvicorn
from websockets.sync.client import ClientConnection, connect

from refute.web.app import make_app
from refute.web.settings import LARGEST_MESSAGE, Settings

TOKEN = "a-token-for-tests"


@dataclass(frozen=True, slots=True)
class Answer:
    """An HTTP response."""

    status: int
    body: bytes
    headers: dict[str, str]

    @property
    def json(self) -> Any:
        return json.loads(self.body)


@dataclass(frozen=True, slots=True)
class Server:
    """A server that runs in this process."""

    settings: Settings

    @property
    def origin(self) -> str:
        return f"http://127.0.0.1:{self.settings.port}"

    @property
    def link(self) -> str:
        return f"{self.origin}/?token={self.settings.token}"

    @property
    def cookie(self) -> str:
        return f"refute-{self.settings.port}={self.settings.token}"

    def ask(
        self, method: str, path: str, body: bytes | None = None, **headers: str | None
    ) -> Answer:
        """Send a request as our page does; headers may be changed, or omitted with None."""
        given = {"Origin": self.origin, "Cookie": self.cookie, **headers}
        sent = {name: value for name, value in given.items() if value is not None}
        connection = http.client.HTTPConnection("127.0.0.1", self.settings.port, timeout=60)
        try:
            connection.request(method, path, body, sent)
            response = connection.getresponse()
            return Answer(response.status, response.read(), dict(response.getheaders()))
        finally:
            connection.close()

    def visit(self, path: str = "/socket", **headers: str) -> ClientConnection:
        """Open a WebSocket as our page does."""
        given = {"Cookie": self.cookie, "Origin": self.origin, **headers}
        return connect(
            f"ws://127.0.0.1:{self.settings.port}{path}",
            origin=None,
            additional_headers=given,
            max_size=None,
            open_timeout=60,
        )


def question(name: str, text: str, command: str = "check", **options: Any) -> dict[str, Any]:
    """A message that asks a question."""
    return {
        "id": 1,
        "do": "ask",
        "command": command,
        "name": name,
        "text": text,
        "options": options,
    }


def told(page: ClientConnection) -> Iterator[dict[str, Any]]:
    """The messages to a page, up to one that ends a question."""
    while True:
        message: dict[str, Any] = json.loads(page.recv(timeout=120))
        yield message
        if message["kind"] == "end":
            return


def answered(page: ClientConnection, message: dict[str, Any]) -> list[dict[str, Any]]:
    """The messages to a page in response to a message."""
    page.send(json.dumps(message))
    return list(told(page))


@contextmanager
def running(folder: Path, **settings: Any) -> Iterator[Server]:
    """A server for a folder, running while entered."""
    bound = socket.create_server(("127.0.0.1", 0))
    made = Settings(folder=folder, port=bound.getsockname()[1], **{"token": TOKEN, **settings})
    config = uvicorn.Config(
        make_app(made),
        log_level="error",
        ws="websockets-sansio",
        ws_max_size=LARGEST_MESSAGE,
        timeout_graceful_shutdown=1,
    )
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [bound]})
    thread.start()
    try:
        yield Server(made)
    finally:
        server.should_exit = True
        thread.join()
        bound.close()
