"""The language server: keeps open documents analysed and answers requests of editors.

Texts are analysed and questions answered in worker processes, so that the server itself can always
respond. It answers from the last analysis, shifted by the edits since; only requests that change
texts (renaming, formatting) wait for the analysis of the current text.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
from pathlib import Path
from typing import Any
from uuid import uuid4

from lsprotocol import types
from pygls.exceptions import JsonRpcException, JsonRpcInvalidParams, JsonRpcRequestCancelled
from pygls.lsp.server import LanguageServer
from pygls.uris import to_fs_path

from refute import __version__, languages as registry
from refute.diagnostics import InputError
from refute.editor import features
from refute.editor.asking import Step, ask
from refute.editor.documents import Document
from refute.editor.snapshot import Location, WalkedNodes
from refute.files import read_source
from refute.languages.options import make_options
from refute.languages.parallel import Task
from refute.report.as_json import to_json
from refute.report.outcome import Report
from refute.source import Source
from refute.workers import Pool, WorkerDied, available_cores

ANALYSIS_SECONDS = 60.0
"""Maximum time for the analysis of one text, in seconds; then its worker is killed."""

REPORT = "refute/report"
"""The request for a page with all answers about a document."""


class RequestFailed(JsonRpcException):
    """A request that is valid but cannot be fulfilled."""

    CODE = types.LSPErrorCodes.RequestFailed.value


class Server(LanguageServer):
    """A language server for one client, independent of the transport."""

    def __init__(self) -> None:
        super().__init__(
            "refute", __version__, text_document_sync_kind=types.TextDocumentSyncKind.Full
        )
        self.documents: dict[str, Document] = {}
        self._analysts = Pool(2)
        self._asking = asyncio.Semaphore(available_cores())

    def shutdown(self) -> None:
        """Stop all work."""
        for document in self.documents.values():
            _stop_asking(document)
        self._analysts.close()
        super().shutdown()  # type: ignore[no-untyped-call]

    def document(self, uri: str) -> Document:
        """An open document; JsonRpcInvalidParams if it is not known."""
        if uri not in self.documents:
            raise JsonRpcInvalidParams(message=f"`{uri}` is not open, or in no language of refute")
        return self.documents[uri]

    # Documents

    def open(self, item: types.TextDocumentItem) -> None:
        """Take a document that was opened, if it is in one of the languages."""
        name = to_fs_path(item.uri) or item.uri
        language = _language_of(name, item.language_id)
        if language is not None:
            encoding = types.PositionEncodingKind(
                self.workspace.position_encoding or "utf-16"
            ).value
            text = _plain(item.text)
            self.documents[item.uri] = Document(
                item.uri, name, language, text, encoding, item.version
            )
            self.analyse(self.documents[item.uri])

    def change(self, uri: str, version: int | None) -> None:
        """Take the new text of a document."""
        if uri in self.documents:
            document = self.documents[uri]
            document.change(_plain(self.workspace.get_text_document(uri).source), version)
            _stop_asking(document)
            self.analyse(document)
            if document.glancing is None or document.glancing.done():
                document.glancing = asyncio.ensure_future(self._glance(document))

    def close(self, uri: str) -> None:
        """Forget a document."""
        document = self.documents.pop(uri, None)
        if document is not None:
            _stop_asking(document)
            self.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, []))

    def saved(self, uri: str) -> None:
        """Analyse the documents that may use a file that has changed."""
        if uri in self.documents:
            for each in self.documents.values():
                if each.language == self.documents[uri].language and each.uri != uri:
                    each.analysed = None
                    self.analyse(each)

    def analyse(self, document: Document) -> None:
        """Start the analysis of a document, unless it is already running."""
        if document.analysis is None or document.analysis.done():
            document.analysis = asyncio.ensure_future(self._keep_analysed(document))

    async def _keep_analysed(self, document: Document) -> None:
        while not document.is_analysed and self.documents.get(document.uri) is document:
            text = document.text
            try:
                document.learn(await self._work("analyse", document))
            except WorkerDied as failure:
                self.log(f"{document.name} could not be analysed: {failure}")
                document.analysed = text
            self.publish(document)

    async def _glance(self, document: Document) -> None:
        """Look quickly at edits in a long text, until it is analysed or nothing is new."""
        seen = ""
        while document.text != seen and (found := document.glance()) is not None:
            items, excerpt = found
            seen = document.text
            with contextlib.suppress(WorkerDied):
                document.see(items, seen, await self._work("problems", document, excerpt))
                self.publish(document)

    async def analysed(self, uri: str) -> Document:
        """A document, once its current text is analysed."""
        document = self.document(uri)
        while not document.is_analysed:
            self.analyse(document)
            assert document.analysis is not None
            await asyncio.shield(document.analysis)
        return document

    async def _work(self, function: str, document: Document, *arguments: object) -> Any:
        future = self._analysts.submit(
            f"refute.editor.analysis:{function}",
            document.language,
            document.name,
            document.text,
            *arguments,
            seconds=ANALYSIS_SECONDS,
        )
        return await asyncio.wrap_future(future)

    def publish(self, document: Document) -> None:
        """Send the diagnostics to the editor, and have it refresh what depends on the analysis."""
        if self.documents.get(document.uri) is not document:
            return
        self.text_document_publish_diagnostics(
            types.PublishDiagnosticsParams(
                document.uri, features.diagnostics(document), document.version
            )
        )
        self.refresh()

    def refresh(self) -> None:
        """Ask the editor to refresh what it shows beside the text."""
        workspace = self.client_capabilities.workspace
        if workspace and workspace.code_lens and workspace.code_lens.refresh_support:
            self.workspace_code_lens_refresh(None)
        if workspace and workspace.inlay_hint and workspace.inlay_hint.refresh_support:
            self.workspace_inlay_hint_refresh(None)
        if workspace and workspace.semantic_tokens and workspace.semantic_tokens.refresh_support:
            self.workspace_semantic_tokens_refresh(None)

    def log(self, text: str) -> None:
        """Write a message to the log."""
        self.window_log_message(types.LogMessageParams(types.MessageType.Warning, text))

    @property
    def shows_hints(self) -> bool:
        """Whether the editor supports inlay hints."""
        about_text = self.client_capabilities.text_document
        return bool(about_text and about_text.inlay_hint)

    # Texts

    async def rename(self, uri: str, position: types.Position, name: str) -> types.WorkspaceEdit:
        """The edits that rename a symbol; RequestFailed if that is impossible."""
        document = await self.analysed(uri)
        before, offset = document.text, document.lines.offset(position)
        found = document.snapshot.symbol_at(offset)
        try:
            await self._work("renamed", document, offset, name)
        except ValueError as failure:
            raise RequestFailed(message=str(failure)) from None
        assert found is not None
        edits = [types.TextEdit(document.lines.range(each), name) for each in found[0].uses]
        changes = {document.uri: edits}
        for other, uses in await self._elsewhere(document, found[0].location):
            changes[other] = [types.TextEdit(each.range, name) for each in uses]
        _refuse_if_changed(document, before)
        return types.WorkspaceEdit(changes=changes)

    async def references(self, uri: str, position: types.Position) -> list[types.Location]:
        """The uses of the name at a position, in this file and in those beside it."""
        document = await self.analysed(uri)
        found = document.snapshot.symbol_at(document.lines.offset(position))
        if found is None:
            return []
        own = [types.Location(uri, document.lines.range(each)) for each in found[0].uses]
        others = await self._elsewhere(document, found[0].location)
        return [*own, *(each for _, uses in others for each in uses)]

    async def _elsewhere(
        self, document: Document, location: Location | None
    ) -> list[tuple[str, list[types.Location]]]:
        """Where other files of the folder use the symbol that a document defines at a location."""
        path = Path(document.name)
        if (
            location is None
            or location.path
            or not path.is_file()
            or _text_of(path) != document.text
        ):
            return []
        found = []
        for beside in sorted(path.parent.glob(f"*{path.suffix}")):
            text = _text_of(beside)
            if beside == path or path.stem not in text:
                continue
            uri = features.uri_of(str(beside))
            other = Document(uri, str(beside), document.language, text, document.encoding)
            wanted = Location(location.stretch, document.name)
            uses = await self._work("uses_of", other, wanted)
            locations = [types.Location(uri, other.lines.range(each)) for each in uses]
            if locations:
                found.append((uri, locations))
        return found

    async def format(self, uri: str) -> list[types.TextEdit]:
        """The edits that format a document."""
        document = await self.analysed(uri)
        before = document.text
        text = await self._work("formatted", document)
        _refuse_if_changed(document, before)
        if text == document.text:
            return []
        return [types.TextEdit(document.lines.range((0, len(document.text))), text)]

    # Questions

    async def ask(
        self, uri: str, command: str, line: int | None = None, options: dict[str, Any] | None = None
    ) -> dict[str, Any]:
        """Answer the question on a line, or all; returns the report, as `--json` prints it."""
        document = await self.analysed(uri)
        wanted = None if line is None else _question_on(document, command, line)
        try:
            language = registry.language(document.language)
            kind = language.command(command).options
            chosen = make_options(kind, options or {}, f"`{command}` of {language.name}")
        except InputError as failure:
            raise JsonRpcInvalidParams(message=str(failure)) from None
        task = Task(document.language, command, Source(document.name, document.text), chosen)
        running = asyncio.ensure_future(self._answer(document, task, wanted))
        document.asked[running] = (command, wanted)
        self.refresh()
        try:
            await running
        except asyncio.CancelledError:
            running.cancel()
            raise JsonRpcRequestCancelled(message="the question was cancelled") from None
        except WorkerDied as failure:
            raise RequestFailed(message=f"there is no answer: {failure}") from None
        finally:
            document.asked.pop(running, None)
            self.publish(document)
        report: dict[str, Any] = json.loads(to_json(_report(document, command)))
        return report

    async def _answer(self, document: Document, task: Task, wanted: WalkedNodes | None) -> None:
        document.begin(task.command, wanted)
        async with self._asking:
            pool = Pool(1)
            try:
                async with self._progress(task.command, document.name) as report:
                    async for step in ask(pool, task, wanted):
                        document.take(task.command, step.found)
                        self.publish(document)
                        report(step)
            finally:
                await asyncio.shield(asyncio.to_thread(pool.close))

    @contextlib.asynccontextmanager
    async def _progress(self, command: str, name: str) -> Any:
        """Report the progress of a command, if the editor can show it; the editor may cancel it."""
        window = self.client_capabilities.window
        if not (window and window.work_done_progress):
            yield lambda _step: None
            return
        token, progress = str(uuid4()), self.work_done_progress
        await progress.create_async(token)
        title = f"{command} {Path(name).name}"
        begin = types.WorkDoneProgressBegin(title, cancellable=True, percentage=0)
        progress.begin(token, begin)
        running, loop = asyncio.current_task(), asyncio.get_running_loop()
        assert running is not None
        progress.tokens[token].add_done_callback(
            lambda future: loop.call_soon_threadsafe(running.cancel) if future.cancelled() else None
        )
        try:
            yield lambda step: progress.report(token, _so_far(step))
        finally:
            progress.end(token, types.WorkDoneProgressEnd())
            progress.tokens.pop(token, None)

    def page(self, uri: str) -> str:
        """All answers about the current document, as a web page."""
        document = self.document(uri)
        from refute.report.html import to_html  # noqa: PLC0415 - jinja2 is slow to load

        return to_html(*(_report(document, command) for command, _ in document.current()))


def _so_far(step: Step) -> types.WorkDoneProgressReport:
    share = 100 * step.done // max(1, step.all)
    return types.WorkDoneProgressReport(message=step.next or None, percentage=share)


def _report(document: Document, command: str) -> Report:
    outcomes = document.answered[command].outcomes
    seconds = sum(each.seconds for each in outcomes)
    return Report(command, document.language, document.name, tuple(outcomes), seconds=seconds)


def _question_on(document: Document, command: str, line: int) -> WalkedNodes:
    """The question of a command on a line."""
    for each in document.snapshot.questions:
        if each.command == command and document.lines.line_of(each.stretch[0]) == line:
            return each.stretch
    raise JsonRpcInvalidParams(message=f"there is nothing to {command} on line {line + 1}")


def _refuse_if_changed(document: Document, before: str) -> None:
    """Raise RequestFailed if the text has changed since the edits for it were made."""
    if document.text != before:
        raise RequestFailed(message="the text was changed meanwhile; try again")


def _stop_asking(document: Document) -> None:
    for running in list(document.asked):
        running.cancel()


def _language_of(name: str, language_id: str) -> str | None:
    """The language of a document: by the editor's name for it, or by the ending of its name.

    Programs beside specifications are ignored.
    """
    named = language_id.removeprefix("refute-")
    if named in registry.LANGUAGES:
        return named
    if name.endswith(".py"):
        return None
    try:
        return registry.language_for(name).name
    except InputError:
        return None


def _plain(text: str) -> str:
    """A text with normalised line ends; lines and columns stay the same."""
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _text_of(path: Path) -> str:
    try:
        return read_source(path).text
    except InputError:
        return ""
