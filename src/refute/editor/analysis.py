"""Analyses of texts that worker processes carry out for the server."""

from __future__ import annotations

from refute import languages as registry
from refute.diagnostics import InputError
from refute.editor.snapshot import (
    Location,
    Problem,
    Question,
    Snapshot,
    Symbol,
    location_in,
    problem_of,
)
from refute.files import decode
from refute.frontend import symbols as found_symbols
from refute.frontend.editing import Editing
from refute.source import Source


def editing(language: str) -> Editing[object]:
    """The `Editing` of a language, by name."""
    found: Editing[object] = registry.language(language).load("editing")
    return found


def analyse(language: str, name: str, text: str) -> Snapshot:
    """Analyse a text completely."""
    language_editing = editing(language)
    source = Source(name, text)
    try:
        decode(text.encode(), name)
    except InputError as failure:
        problems = tuple(problem_of(each, source) for each in failure.diagnostics)
        return Snapshot(text, language_editing.lexicon, problems if text.strip() else ())
    found = language_editing.analyse(source)
    return Snapshot(
        text,
        language_editing.lexicon,
        tuple(problem_of(each, source) for each in found.diagnostics),
        tuple(_symbols(found.symbols, source)),
        tuple(Question(each.command, (each.span.start, each.span.end)) for each in found.questions),
        found.items,
    )


def problems(language: str, name: str, _text: str, excerpt: str) -> tuple[Problem, ...]:
    """The problems in an excerpt of a text."""
    source = Source(name, excerpt)
    found = editing(language).analyse(source)
    return tuple(problem_of(each, source) for each in found.diagnostics)


def _symbols(table: found_symbols.Symbols, source: Source) -> list[Symbol]:
    uses = table.occurrences()
    return [
        Symbol(
            each.name,
            str(each.kind),
            each.type,
            each.documentation,
            location_in(each.span, source),
            (each.scope.start, each.scope.end) if each.scope.source is source else None,
            tuple(uses.get(each, ())),
        )
        for each in table.symbols
    ]


def formatted(language: str, name: str, text: str) -> str:
    """The text in the standard layout; unchanged if it has errors."""
    try:
        return editing(language).formatted(Source(name, text))
    except InputError:
        return text


def renamed(language: str, name: str, text: str, offset: int, another: str) -> str:
    """Rename the symbol at an offset; returns the new text, or raises ValueError if impossible.

    The renamed text must have the same symbols at the same positions and no new errors.
    """
    before = analyse(language, name, text)
    found = before.symbol_at(offset)
    if found is None:
        raise ValueError("there is no name here")
    symbol, _ = found
    if symbol.location is None or symbol.location.path:
        raise ValueError(f"`{symbol.name}` is not defined in this file")
    changed = text
    for start, end in sorted(symbol.uses, reverse=True):
        changed = changed[:start] + another + changed[end:]
    after = analyse(language, name, changed)
    if [each.code for each in after.problems] != [each.code for each in before.problems]:
        new = [each.message for each in after.problems if each not in before.problems]
        raise ValueError(
            f"`{another}` cannot be the name: {new[0] if new else 'it hides an error'}"
        )
    if _shape(before) != _shape(after):
        raise ValueError(f"`{another}` means something else here")
    return changed


def _shape(snapshot: Snapshot) -> list[tuple[str, list[int]]]:
    """Which symbol each name refers to, in the order of all names in the text."""
    every = sorted({start for each in snapshot.symbols for start, _ in each.uses})
    order = {start: number for number, start in enumerate(every)}
    return [(each.kind, [order[start] for start, _ in each.uses]) for each in snapshot.symbols]


def uses_of(language: str, name: str, text: str, wanted: Location) -> list[tuple[int, int]]:
    """The places where a text uses the symbol that another file defines at a location."""
    return [
        use
        for each in analyse(language, name, text).symbols
        if each.location == wanted
        for use in each.uses
    ]
