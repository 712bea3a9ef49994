"""Values of several kinds for one name: `read x : int | {"q"} | end`, and `x is int`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from refute.diagnostics import error
from refute.languages.console import syntax
from refute.languages.console.syntax import Kind, ValueSet
from refute.languages.console.typecheck.expressions import Scope
from refute.languages.console.typecheck.sets import set_type
from refute.languages.console.types import BOOL, END, NUMBERS, Type

SEPARATED = "IO025"


def by_kind(read: syntax.Read, scope: Scope) -> syntax.Read | syntax.Choice:
    """A read of values of several kinds split into one read for each; others are unchanged."""
    sets: dict[Kind | None, ValueSet] = {}
    for each in _alternatives(read.values):
        kind = _kind_of(set_type(each, scope))
        known = sets.get(kind)
        sets[kind] = each if known is None else syntax.Union(known, each, span=read.values.span)
    kinds = [kind for kind in Kind if kind in sets]
    if None in sets or (len(kinds) == 1 and Kind.END not in sets):
        return read
    variables = {kind: syntax.variable_of(read.variable, kind) for kind in kinds}
    if kinds[0] is not Kind.END:
        variables[kinds[0]] = read.variable
    scope.kinds.setdefault(read.variable, {}).update(variables)
    if Kind.WORD in sets:
        _note_words(variables[Kind.WORD], sets[Kind.WORD], scope)
    plain = replace(read, mode=syntax.Mode.ASSUME, otherwise=None)
    reads = [
        replace(plain, variable=variables[kind], values=sets[kind], kind=kind) for kind in kinds
    ]
    reads[0] = replace(reads[0], mode=read.mode, otherwise=read.otherwise)
    return syntax.Choice(tuple(reads), span=read.span)


def _note_words(variable: str, values: ValueSet, scope: Scope) -> None:
    """Note the words that can be read into a variable, if they are listed."""
    words: set[str] | None = set()
    for each in _alternatives(values):
        items = each.items if isinstance(each, syntax.Members) else (None,)
        texts = [one.value for one in items if isinstance(one, syntax.Text)]
        words = {*words, *texts} if words is not None and len(texts) == len(items) else None
    known = scope.words.get(variable, frozenset())
    both = None if words is None or known is None else known | words
    scope.words[variable] = both


def _alternatives(values: ValueSet) -> Iterator[ValueSet]:
    if isinstance(values, syntax.Union):
        yield from _alternatives(values.left)
        yield from _alternatives(values.right)
    else:
        yield values


def _kind_of(type_: Type | None) -> Kind | None:
    """The kind of the values of a type; None for truth values, which look like texts."""
    if type_ is None or type_ == BOOL:
        return None
    if type_ in NUMBERS:
        return Kind.NUMBER
    return Kind.END if type_ == END else Kind.WORD


def on_one_line(line: syntax.ReadLine, scope: Scope) -> syntax.ReadLine:
    """A line with several values, each position of which has values of one kind."""
    for part in line.parts:
        if isinstance(by_kind(part, replace(scope, kinds={})), syntax.Choice):
            message = "each value of a line with several values is of one kind"
            advice = "read it from a line of its own, or as a text: `str`"
            scope.found.append(error(SEPARATED, message, part.values.span, advice=advice))
    return line
