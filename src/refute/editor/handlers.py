"""The handlers of the protocol's requests."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from lsprotocol import types
from pygls.exceptions import JsonRpcInvalidParams

from refute.editor import features, lenses
from refute.editor.server import REPORT, Server

_TOKENS = types.SemanticTokensRegistrationOptions(
    types.SemanticTokensLegend(list(features.TOKENS), []), full=True
)


def make_server() -> Server:
    """Make a server with all of its features; the caller connects it to a client."""
    server = Server()
    _follow_documents(server)
    _answer_at_once(server)
    _answer_when_analysed(server)
    _answer_questions(server)
    return server


def _follow_documents(server: Server) -> None:
    @server.feature(types.TEXT_DOCUMENT_DID_OPEN)
    def did_open(params: types.DidOpenTextDocumentParams) -> None:
        server.open(params.text_document)

    @server.feature(types.TEXT_DOCUMENT_DID_CHANGE)
    def did_change(params: types.DidChangeTextDocumentParams) -> None:
        server.change(params.text_document.uri, params.text_document.version)

    @server.feature(types.TEXT_DOCUMENT_DID_SAVE)
    def did_save(params: types.DidSaveTextDocumentParams) -> None:
        server.saved(params.text_document.uri)

    @server.feature(types.TEXT_DOCUMENT_DID_CLOSE)
    def did_close(params: types.DidCloseTextDocumentParams) -> None:
        server.close(params.text_document.uri)


def _answer_at_once(server: Server) -> None:
    """Requests that are answered from the last analysis, while people type."""

    @server.feature(types.TEXT_DOCUMENT_HOVER)
    def hover(params: types.HoverParams) -> types.Hover | None:
        return features.hover(server.document(params.text_document.uri), params.position)

    @server.feature(types.TEXT_DOCUMENT_COMPLETION)
    def completion(params: types.CompletionParams) -> list[types.CompletionItem]:
        return features.completion(server.document(params.text_document.uri), params.position)

    @server.feature(types.TEXT_DOCUMENT_DEFINITION)
    def definition(params: types.DefinitionParams) -> types.Location | None:
        return features.definition(server.document(params.text_document.uri), params.position)

    @server.feature(types.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT)
    def highlight(params: types.DocumentHighlightParams) -> list[types.DocumentHighlight]:
        return features.highlights(server.document(params.text_document.uri), params.position)

    @server.feature(types.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
    def symbols(params: types.DocumentSymbolParams) -> list[types.DocumentSymbol]:
        return features.outline(server.document(params.text_document.uri))

    @server.feature(types.TEXT_DOCUMENT_FOLDING_RANGE)
    def folding(params: types.FoldingRangeParams) -> list[types.FoldingRange]:
        return features.folding(server.document(params.text_document.uri))

    @server.feature(types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL, _TOKENS)
    def tokens(params: types.SemanticTokensParams) -> types.SemanticTokens:
        return types.SemanticTokens(features.tokens(server.document(params.text_document.uri)))

    @server.feature(
        types.TEXT_DOCUMENT_CODE_ACTION,
        types.CodeActionOptions([types.CodeActionKind.QuickFix, types.CodeActionKind.Empty]),
    )
    def actions(params: types.CodeActionParams) -> list[types.CodeAction]:
        return features.actions(server.document(params.text_document.uri), params.range)

    @server.feature(types.TEXT_DOCUMENT_CODE_LENS)
    def code_lenses(params: types.CodeLensParams) -> list[types.CodeLens]:
        document = server.document(params.text_document.uri)
        return lenses.lenses(document, hints=server.shows_hints)

    @server.feature(types.TEXT_DOCUMENT_INLAY_HINT)
    def hints(params: types.InlayHintParams) -> list[types.InlayHint]:
        return lenses.hints(server.document(params.text_document.uri))


def _answer_when_analysed(server: Server) -> None:
    """Requests that wait for the analysis, since they change texts or look at other files."""

    @server.feature(types.TEXT_DOCUMENT_REFERENCES)
    async def references(params: types.ReferenceParams) -> list[types.Location]:
        return await server.references(params.text_document.uri, params.position)

    @server.feature(
        types.TEXT_DOCUMENT_RENAME,
        types.RenameOptions(prepare_provider=True),
    )
    async def rename(params: types.RenameParams) -> types.WorkspaceEdit:
        return await server.rename(params.text_document.uri, params.position, params.new_name)

    @server.feature(types.TEXT_DOCUMENT_PREPARE_RENAME)
    async def prepare_rename(params: types.PrepareRenameParams) -> types.Range | None:
        document = await server.analysed(params.text_document.uri)
        return features.renamable(document, params.position)

    @server.feature(types.TEXT_DOCUMENT_FORMATTING)
    async def formatting(params: types.DocumentFormattingParams) -> list[types.TextEdit]:
        return await server.format(params.text_document.uri)


def _answer_questions(server: Server) -> None:
    @server.command(lenses.ASK)
    async def ask(*arguments: Any) -> dict[str, Any]:
        return await server.ask(**_wanted(arguments))

    @server.feature(REPORT)
    def report(params: Any) -> dict[str, str]:
        return {"html": server.page(str(getattr(params, "uri", "")))}


_ARGUMENTS: Mapping[str, type] = {"uri": str, "command": str, "line": int, "options": dict}


def _wanted(arguments: tuple[Any, ...]) -> dict[str, Any]:
    """The arguments of a question; JsonRpcInvalidParams if they are malformed."""
    wanted = arguments[0] if len(arguments) == 1 else None
    if not isinstance(wanted, dict) or not {"uri", "command"} <= {*wanted} <= {*_ARGUMENTS}:
        message = (
            f"`{lenses.ASK}` takes an object with `uri`, `command` and perhaps `line`, `options`"
        )
        raise JsonRpcInvalidParams(message=message)
    for name, value in wanted.items():
        if not isinstance(value, _ARGUMENTS[name]):
            raise JsonRpcInvalidParams(message=f"`{name}` of `{lenses.ASK}` cannot be `{value}`")
    return wanted
