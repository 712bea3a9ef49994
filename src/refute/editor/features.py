"""Answers to an editor's requests about a document, from its last analysis."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from lsprotocol import types
from pygls.uris import from_fs_path

from refute.diagnostics import InputError, Severity
from refute.editor.documents import Document
from refute.editor.lenses import lenses
from refute.editor.positions import Lines
from refute.editor.snapshot import Location, Problem, Symbol
from refute.files import read_source

SOURCE = "refute"

_SEVERITIES = {
    Severity.ERROR: types.DiagnosticSeverity.Error,
    Severity.WARNING: types.DiagnosticSeverity.Warning,
}
_KINDS: Mapping[str, tuple[types.SymbolKind, types.CompletionItemKind, str]] = {
    "type": (types.SymbolKind.Class, types.CompletionItemKind.Class, "type"),
    "object": (types.SymbolKind.Class, types.CompletionItemKind.Class, "type"),
    "enumeration": (types.SymbolKind.Enum, types.CompletionItemKind.Enum, "enum"),
    "member": (types.SymbolKind.EnumMember, types.CompletionItemKind.EnumMember, "enumMember"),
    "constructor": (
        types.SymbolKind.Constructor,
        types.CompletionItemKind.Constructor,
        "enumMember",
    ),
    "function": (types.SymbolKind.Function, types.CompletionItemKind.Function, "function"),
    "definition": (types.SymbolKind.Function, types.CompletionItemKind.Function, "function"),
    "operation": (types.SymbolKind.Method, types.CompletionItemKind.Method, "function"),
    "predicate": (types.SymbolKind.Function, types.CompletionItemKind.Function, "function"),
    "task": (types.SymbolKind.Function, types.CompletionItemKind.Function, "function"),
    "module": (types.SymbolKind.Module, types.CompletionItemKind.Module, "namespace"),
    "namespace": (types.SymbolKind.Namespace, types.CompletionItemKind.Module, "namespace"),
    "component": (types.SymbolKind.Field, types.CompletionItemKind.Field, "property"),
    "field": (types.SymbolKind.Field, types.CompletionItemKind.Field, "property"),
    "property": (types.SymbolKind.Event, types.CompletionItemKind.Event, "function"),
    "theorem": (types.SymbolKind.Event, types.CompletionItemKind.Event, "function"),
    "claim": (types.SymbolKind.Event, types.CompletionItemKind.Event, "function"),
    "parameter": (types.SymbolKind.Variable, types.CompletionItemKind.Variable, "parameter"),
}
_VARIABLE = (types.SymbolKind.Variable, types.CompletionItemKind.Variable, "variable")

TOKENS = (
    "comment", "string", "number", "keyword", "type", "enum", "enumMember", "function",
    "namespace", "property", "parameter", "variable",
)  # fmt: skip
"""The kinds of semantic tokens, by number."""

_NUMBERS = {kind: number for number, kind in enumerate(TOKENS)}
_LEXICAL = {"comment": "comment", "text": "string", "number": "number", "keyword": "keyword"}


def _kind(symbol: Symbol) -> tuple[types.SymbolKind, types.CompletionItemKind, str]:
    """The editor's name for a kind of symbol; for kinds of several words the last word counts."""
    return _KINDS.get(symbol.kind) or _KINDS.get(symbol.kind.rpartition(" ")[2], _VARIABLE)


# Diagnostics and fixes


def diagnostics(document: Document) -> list[types.Diagnostic]:
    """All diagnostics of a document."""
    return [_diagnostic(document, each) for each in document.problems()]


def _diagnostic(document: Document, problem: Problem) -> types.Diagnostic:
    label = f"\n{problem.label}" if problem.label else ""
    advice = f"\nhelp: {problem.help}" if problem.help else ""
    related = [
        types.DiagnosticRelatedInformation(written, text or "here")
        for location, text in _related(problem)
        if (written := location_of(document, location)) is not None
    ]
    return types.Diagnostic(
        range=_range(document, problem),
        message=f"{problem.message}{label}{advice}",
        severity=_SEVERITIES[problem.severity],
        code=problem.code,
        source=SOURCE,
        related_information=related or None,
    )


def _related(problem: Problem) -> Iterable[tuple[Location, str]]:
    """The secondary locations of a problem; also the first one if it is in another file."""
    if problem.location is not None and problem.location.path:
        yield problem.location, problem.label
    yield from problem.related


def _range(document: Document, problem: Problem) -> types.Range:
    location = problem.location
    if location is None or location.path:
        return document.lines.range(document.lines.stretch_of(0))
    return document.lines.range(location.stretch)


def location_of(document: Document, location: Location) -> types.Location | None:
    """A location in the form of the protocol; None for one in a file that does not exist."""
    if not location.path:
        return types.Location(document.uri, document.lines.range(location.stretch))
    try:
        lines = Lines(read_source(Path(location.path)).text, document.encoding)
    except InputError:
        return None
    return types.Location(uri_of(location.path), lines.range(location.stretch))


def uri_of(path: str) -> str:
    """The URI of a file."""
    return str(from_fs_path(str(Path(path).resolve())))


def actions(document: Document, range_: types.Range) -> list[types.CodeAction]:
    """The actions for a range: fixes for problems there, and questions to ask."""
    first, last = document.lines.offset(range_.start), document.lines.offset(range_.end)
    found: list[types.CodeAction] = []
    for problem in document.snapshot.problems:
        if problem.fix is None or problem.location is None or problem.location.path:
            continue
        start, end = problem.location.stretch
        if document.lines.line_of(start) <= document.lines.line_of(last) and first <= end + 1:
            found.append(_fix(document, problem))
    for lens in lenses(document, hints=True):
        if range_.start.line <= lens.range.start.line <= range_.end.line and lens.command:
            title = f"refute: {lens.command.title}"
            found.append(types.CodeAction(title, command=lens.command))
    return found


def _fix(document: Document, problem: Problem) -> types.CodeAction:
    assert problem.fix is not None
    stretch, replacement = problem.fix
    wrong = document.text[stretch[0] : stretch[1]]
    edit = types.TextEdit(document.lines.range(stretch), replacement)
    return types.CodeAction(
        f"Replace `{wrong}` by `{replacement.strip()}`" if replacement else f"Remove `{wrong}`",
        kind=types.CodeActionKind.QuickFix,
        diagnostics=[_diagnostic(document, problem)],
        edit=types.WorkspaceEdit(changes={document.uri: [edit]}),
        is_preferred=True,
    )


# Names


def hover(document: Document, position: types.Position) -> types.Hover | None:
    """The type and the documentation of the name at a position."""
    found = document.snapshot.symbol_at(document.lines.offset(position))
    if found is None:
        return None
    symbol, stretch = found
    text = f"```{document.language}\n{_signature(symbol)}\n```\n{symbol.kind}"
    if symbol.documentation:
        text += f"\n\n---\n\n{symbol.documentation}"
    content = types.MarkupContent(types.MarkupKind.Markdown, text)
    return types.Hover(content, document.lines.range(stretch))


def _signature(symbol: Symbol) -> str:
    return f"{symbol.name} : {symbol.type}" if symbol.type else symbol.name


def completion(document: Document, position: types.Position) -> list[types.CompletionItem]:
    """The names that can be used at a position, followed by the keywords."""
    offset = document.lines.offset(position)
    symbols = list(document.snapshot.visible_at(offset))
    named = {each.name for each in symbols}
    items = [
        types.CompletionItem(
            each.name,
            kind=_kind(each)[1],
            detail=each.type or each.kind,
            documentation=each.documentation or None,
            sort_text=f"0{each.name}",
        )
        for each in symbols
        if re.match(r"[^\W\d]", each.name)
    ]
    words = sorted(document.snapshot.lexicon.keywords - named)
    items.extend(
        types.CompletionItem(each, kind=types.CompletionItemKind.Keyword, sort_text=f"1{each}")
        for each in words
    )
    return items


def definition(document: Document, position: types.Position) -> types.Location | None:
    """The definition of the name at a position."""
    found = document.snapshot.symbol_at(document.lines.offset(position))
    if found is None or found[0].location is None:
        return None
    return location_of(document, found[0].location)


def highlights(document: Document, position: types.Position) -> list[types.DocumentHighlight]:
    """All occurrences of the name at a position."""
    found = document.snapshot.symbol_at(document.lines.offset(position))
    uses = found[0].uses if found else ()
    return [types.DocumentHighlight(document.lines.range(each)) for each in uses]


def renamable(document: Document, position: types.Position) -> types.Range | None:
    """The range of the name at a position, if it is defined in this document."""
    found = document.snapshot.symbol_at(document.lines.offset(position))
    if found is None or found[0].location is None or found[0].location.path:
        return None
    return document.lines.range(found[1])


# The outline


def outline(document: Document) -> list[types.DocumentSymbol]:
    """The symbols that the document defines globally, in order."""
    found = []
    for each in document.snapshot.symbols:
        location = each.location
        if location is None or location.path or not _is_global(document, each):
            continue
        first = document.lines.line_of(location.stretch[0])
        last = _end_of_block(document, first)
        start = min(location.stretch[0], document.lines.stretch_of(first)[0])
        stretch = start, max(location.stretch[1], document.lines.stretch_of(last)[1])
        found.append(
            types.DocumentSymbol(
                each.name,
                _kind(each)[0],
                document.lines.range(stretch),
                document.lines.range(location.stretch),
                detail=each.type or each.kind,
            )
        )
    return sorted(found, key=lambda one: (one.range.start.line, one.range.start.character))


def _is_global(document: Document, symbol: Symbol) -> bool:
    """Whether a symbol is visible in the whole text, or from its definition on."""
    whole = symbol.scope == (0, len(document.text))
    rest = symbol.scope is not None and symbol.scope[1] == len(document.text)
    return whole or (rest and _kind(symbol) is not _VARIABLE)


def folding(document: Document) -> list[types.FoldingRange]:
    """Folding ranges: lines with what is indented below them, and multi-line comments."""
    found = []
    for line in range(len(document.lines)):
        last = _end_of_block(document, line)
        if last > line:
            found.append(types.FoldingRange(line, last))
    comments: list[list[int]] = []
    for start, end in document.snapshot.lexicon.comments(document.text):
        first, last = document.lines.line_of(start), document.lines.line_of(end)
        begin, _ = document.lines.stretch_of(first)
        if document.text[begin:start].strip():
            continue
        if comments and comments[-1][1] == first - 1:
            comments[-1][1] = last
        else:
            comments.append([first, last])
    kind = types.FoldingRangeKind.Comment
    found.extend(
        types.FoldingRange(first, last, kind=kind) for first, last in comments if last > first
    )
    return found


def _end_of_block(document: Document, line: int) -> int:
    """The last of the lines below a line that are indented further."""
    indent = _indent(document, line)
    if indent is None:
        return line
    last = line
    for below in range(line + 1, len(document.lines)):
        deeper = _indent(document, below)
        if deeper is not None and deeper <= indent:
            break
        if deeper is not None:
            last = below
    return last


def _indent(document: Document, line: int) -> int | None:
    """The indentation of a line; None if it is empty."""
    start, end = document.lines.stretch_of(line)
    text = document.text[start:end].expandtabs(4)
    return len(text) - len(text.lstrip()) if text.strip() else None


# Colours


def tokens(document: Document) -> list[int]:
    """The semantic tokens, encoded relative to each other as the protocol requires."""
    packed: list[int] = []
    line = column = 0
    for start, end, kind in _tokens(document):
        position = document.lines.position(start)
        length = document.lines.length((start, end))
        if position.line != line:
            column = 0
        packed += [position.line - line, position.character - column, length, _NUMBERS[kind], 0]
        line, column = position.line, position.character
    return packed


def _tokens(document: Document) -> Iterator[tuple[int, int, str]]:
    """The tokens in order, each on one line; a name inside a text takes precedence over it."""
    names = sorted(
        (start, end, kind)
        for each in document.snapshot.symbols
        for kind in [_kind(each)[2]]
        for start, end in each.uses
    )
    text, done, number = document.text, 0, 0
    for kind, start, end in [*document.snapshot.lexicon.scan(text), ("", len(text), len(text))]:
        while number < len(names) and names[number][0] < end:
            first, last, name = names[number]
            number += 1
            if first < done:
                continue
            if kind and start < first:
                yield from _by_lines(document, max(start, done), first, _LEXICAL[kind])
            yield first, last, name
            done = last
        if kind and max(start, done) < end:
            yield from _by_lines(document, max(start, done), end, _LEXICAL[kind])
            done = end


def _by_lines(
    document: Document, start: int, end: int, kind: str
) -> Iterator[tuple[int, int, str]]:
    while start < end:
        stop = document.text.find("\n", start, end)
        stop = end if stop < 0 else stop
        if start < stop:
            yield start, stop, kind
        start = stop + 1
