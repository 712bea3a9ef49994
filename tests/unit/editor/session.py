"""A client of `refute lsp`, made of pygls' own client, that tests can use step by step."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any, TypeVar

from lsprotocol import types
from pygls.lsp.client import LanguageClient

T = TypeVar("T")
PATIENCE = 120.0

CAPABILITIES = types.ClientCapabilities(
    window=types.WindowClientCapabilities(work_done_progress=True),
    text_document=types.TextDocumentClientCapabilities(
        inlay_hint=types.InlayHintClientCapabilities()
    ),
)


class Session:
    """A server, started as an editor starts it, and the documents that are open in it."""

    def __init__(self, folder: Path, **environment: str) -> None:
        self.folder = folder
        self.loop = asyncio.new_event_loop()
        self.client = LanguageClient("tests", "1")
        self.published: dict[str, types.PublishDiagnosticsParams] = {}
        self.progress: list[tuple[str, Any]] = []
        self.texts: dict[str, str] = {}
        self._versions: dict[str, int] = {}
        self._news = asyncio.Event()
        self._listen()
        self.wait(self._start({**os.environ, **environment}))

    def _listen(self) -> None:
        def publish(params: types.PublishDiagnosticsParams) -> None:
            self.published[params.uri] = params
            self._news.set()

        def create(_params: types.WorkDoneProgressCreateParams) -> None:
            return None

        def progress(params: types.ProgressParams) -> None:
            self.progress.append((str(params.token), params.value))
            self._news.set()

        heard: dict[str, Callable[[Any], None]] = {
            types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS: publish,
            types.WINDOW_WORK_DONE_PROGRESS_CREATE: create,
            types.PROGRESS: progress,
        }
        for method, handler in heard.items():
            self.client.feature(method)(handler)

    async def _start(self, environment: dict[str, str]) -> None:
        await self.client.start_io(sys.executable, "-m", "refute", "lsp", env=environment)
        params = types.InitializeParams(capabilities=CAPABILITIES)
        self.offered = (await self.client.initialize_async(params)).capabilities
        self.client.initialized(types.InitializedParams())

    def wait(self, work: Coroutine[Any, Any, T] | asyncio.Future[T]) -> T:
        """Do something, with patience."""
        return self.loop.run_until_complete(asyncio.wait_for(work, PATIENCE))

    def until(self, done: Any) -> None:
        """Listen to the server until something is so."""

        async def listen() -> None:
            while not done():
                self._news.clear()
                await self._news.wait()

        self.wait(listen())

    def close(self) -> int:
        """End the server as editors do; its exit code."""
        self.wait(self.client.shutdown_async(None))
        self.client.exit(None)
        process = self.client._server
        assert process is not None
        code = self.wait(process.wait())
        self.wait(self.client.stop())  # type: ignore[no-untyped-call]
        self.loop.close()
        return code

    # Documents

    def open(self, name: str, text: str) -> str:
        """Open a text under a name; its address, once it was analysed."""
        path = self.folder / name
        path.write_text(text, "utf-8", newline="")
        uri = path.as_uri()
        self.texts[uri], self._versions[uri] = text, 1
        item = types.TextDocumentItem(uri, "", 1, text)
        self.client.text_document_did_open(types.DidOpenTextDocumentParams(item))
        self.until(lambda: uri in self.published)
        return uri

    def change(self, uri: str, text: str, *, patient: bool = True) -> None:
        """Give a document another text, and wait until it was analysed."""
        version = self._versions[uri] = self._versions[uri] + 1
        self.texts[uri] = text
        self.client.text_document_did_change(
            types.DidChangeTextDocumentParams(
                types.VersionedTextDocumentIdentifier(uri=uri, version=version),
                [types.TextDocumentContentChangeWholeDocument(text)],
            )
        )
        if patient:
            self.until(lambda: self.published[uri].version == version)

    def diagnostics(self, uri: str) -> list[types.Diagnostic]:
        """What is wrong with a document."""
        return list(self.published[uri].diagnostics)

    def position(self, uri: str, text: str, occurrence: int = 0) -> types.Position:
        """Where a text stands in a document that has no characters beyond the first plane."""
        offset = -1
        for _ in range(occurrence + 1):
            offset = self.texts[uri].index(text, offset + 1)
        before = self.texts[uri][:offset]
        return types.Position(before.count("\n"), len(before) - before.rfind("\n") - 1)

    def edited(self, uri: str, edits: list[types.TextEdit]) -> str:
        """The text of a document after edits."""
        lines = self.texts[uri].split("\n")
        starts = [sum(len(line) + 1 for line in lines[:number]) for number in range(len(lines))]
        text = self.texts[uri]
        for edit in sorted(edits, key=lambda each: each.range.start, reverse=True):
            first, last = edit.range.start, edit.range.end
            start, end = starts[first.line] + first.character, starts[last.line] + last.character
            text = text[:start] + edit.new_text + text[end:]
        return text

    # Requests

    def fixes(self, uri: str) -> list[types.CodeAction]:
        """The fixes that are offered for the first diagnostic."""
        first = self.diagnostics(uri)[0]
        context = types.CodeActionContext([first])
        found = self.wait(
            self.client.text_document_code_action_async(
                types.CodeActionParams(types.TextDocumentIdentifier(uri), first.range, context)
            )
        )
        actions = [each for each in found or () if isinstance(each, types.CodeAction)]
        return [each for each in actions if each.kind == types.CodeActionKind.QuickFix]

    def lenses(self, uri: str) -> list[types.CodeLens]:
        """What can be clicked on."""
        params = types.CodeLensParams(types.TextDocumentIdentifier(uri))
        found = self.wait(self.client.text_document_code_lens_async(params))
        return list(found or ())

    def hints(self, uri: str) -> list[tuple[int, str]]:
        """What stands beside the text, with its lines counted from 1."""
        everything = types.Range(types.Position(0, 0), types.Position(10_000, 0))
        params = types.InlayHintParams(types.TextDocumentIdentifier(uri), everything)
        found = self.wait(self.client.text_document_inlay_hint_async(params)) or ()
        return [(each.position.line + 1, str(each.label)) for each in found]

    def page(self, uri: str) -> str:
        """The page with all answers."""

        async def request() -> Any:
            return await self.client.protocol.send_request_async("refute/report", {"uri": uri})

        return str(self.wait(request()).html)

    def ask(self, uri: str, command: str, **arguments: Any) -> asyncio.Future[Any]:
        """Ask as a lens does; the report is still to come."""
        wanted = {"uri": uri, "command": command, **arguments}
        params = types.ExecuteCommandParams("refute.ask", [wanted])

        async def start() -> asyncio.Future[Any]:
            return asyncio.ensure_future(self.client.workspace_execute_command_async(params))

        return self.wait(start())
