"""The changes of a statement, and how to describe them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from refute.languages.console import syntax
from refute.languages.console.neighbours.expressions import Names, Variant, variants
from refute.languages.console.neighbours.sets import resized, whole_type
from refute.languages.console.show import show_expression, show_pattern, show_set
from refute.languages.console.syntax import Block, Expression, Mode, Statement
from refute.languages.console.typecheck import Checked
from refute.languages.console.typecheck.wellformed import (
    parts,
    reads_of,
    set_parts,
    statements_of,
)
from refute.record import record
from refute.source import NO_SPAN, Span

_ROUNDS = {1: "only once", 2: "at most twice", 3: "at most three times"}
_ASIDE = {Mode.STOP: "the program ends", Mode.RETRY: "the program asks again"}


@record
class Change:
    """The replacement of a statement, its meaning in words, and its position.

    A `structural` change is noticed wherever the statement is reached; if a loop is cut off after
    some `rounds`, only if there are more of them. After a `doubtful` one, a loop may not end, or
    something unread may be used. `pattern` is the number of the changed alternative of an output.
    If only an expression changes, `wholes` are that expression before and after, and `parts` the
    smallest parts of them that differ.
    """

    replacement: Block
    words: str
    span: Span = NO_SPAN
    structural: bool = False
    rounds: int = 0
    doubtful: bool = False
    pattern: int = 0
    wholes: tuple[Expression, Expression] | None = None
    parts: tuple[Expression, Expression] | None = None


def changes_of(statement: Statement, checked: Checked) -> Iterator[Change]:
    """Everything that easily goes wrong with a statement."""
    match statement:
        case syntax.Read():
            yield from _of_read(statement, checked)
        case syntax.Print():
            yield from _of_print(statement, names_of(checked))
        case syntax.If():
            yield from _of_if(statement, names_of(checked))
        case syntax.Loop(body):
            for rounds, often in _ROUNDS.items():
                unrolled = (*body * rounds, syntax.Exit())
                words = f"the loop runs {often}"
                changed = replace(statement, body=unrolled)
                yield Change((changed,), words, structural=True, rounds=rounds, doubtful=True)


def names_of(checked: Checked) -> Names:
    """The variables of a specification."""
    reads = [each.variable for each in reads_of(checked.body)]
    looped = {
        each.variable
        for statement in statements_of(checked.body)
        if isinstance(statement, syntax.Loop)
        for each in reads_of(statement.body)
    }
    repeated = frozenset(name for name in reads if name in looped or reads.count(name) > 1)
    return Names(checked.types, frozenset(reads), repeated, _words(checked))


def _words(checked: Checked) -> tuple[str, ...]:
    """All words listed in sets."""
    sets = (part for each in reads_of(checked.body) for part in set_parts(each.values))
    listed = (item for part in sets if isinstance(part, syntax.Members) for item in part.items)
    return tuple(dict.fromkeys(each.value for each in listed if isinstance(each, syntax.Text)))


def _of_read(read: syntax.Read, checked: Checked) -> Iterator[Change]:
    type_, name = checked.types[read.variable], syntax.written_name(read.variable)
    if read.kind in {syntax.Kind.END, syntax.Kind.LINE_END}:
        return
    if read.origin is syntax.Origin.CHOSEN:
        return  # a value that the program never chooses cannot be noticed
    for each in resized(read.values, type_):
        if each.narrower or read.mode is not Mode.ASSUME:
            words = f"`{name}` is one of `{show_set(each.values)}`"
            instead = f"{words} instead of `{show_set(read.values)}`"
            yield Change((replace(read, values=each.values),), instead)
    if read.mode is not Mode.ASSUME:
        skipped = replace(read, values=whole_type(type_))
        words = f"any {type_} is taken for `{name}` without a check"
        yield Change((skipped,), words)
        other = Mode.STOP if read.mode is Mode.RETRY else Mode.RETRY
        words = f"after an invalid `{name}` {_ASIDE[other]}"
        yield Change((replace(read, mode=other),), words)


def _of_print(output: syntax.Print, names: Names) -> Iterator[Change]:
    shown = " | ".join(map(show_pattern, output.patterns))
    if not output.optional:
        yield Change((), f"the output {shown} is left out", structural=True, doubtful=True)
    if not any(_is_free(each) for each in output.patterns):
        yield Change((replace(output), output), f"the output {shown} comes twice", structural=True)
    for number, pattern in enumerate(output.patterns):
        for index, piece in enumerate(pattern.pieces):
            if isinstance(piece, syntax.Result | syntax.Decorated):
                for variant in variants(piece.expression, names):
                    changed = replace(piece, expression=variant.whole)
                    pieces = (*pattern.pieces[:index], changed, *pattern.pieces[index + 1 :])
                    patterns = list(output.patterns)
                    patterns[number] = replace(pattern, pieces=pieces)
                    printed = replace(output, patterns=tuple(patterns))
                    yield _varied(printed, piece.expression, variant, number)


def _is_free(pattern: syntax.Pattern) -> bool:
    """Whether any text will do."""
    return all(isinstance(each, syntax.Anything) for each in pattern.pieces)


def _of_if(statement: syntax.If, names: Names) -> Iterator[Change]:
    condition, shown = statement.condition, show_expression(statement.condition)
    if syntax.counts(statement):
        yield from _of_count(statement, names)
        return
    for truth, words in ((True, "always"), (False, "never")):
        asked = syntax.Boolean(truth)
        changed = replace(statement, condition=asked)
        yield Change((changed,), f"`{shown}` is {words} true", condition.span)
    if not _has_opposite(condition):
        changed = replace(statement, condition=syntax.Apply("not", (condition,)))
        yield Change((changed,), f"`{shown}` is turned round", condition.span)
    for variant in variants(condition, names):
        yield _varied(replace(statement, condition=variant.whole), condition, variant)


def _of_count(statement: syntax.If, names: Names) -> Iterator[Change]:
    """A `for` with another last number, or over another list."""
    for variant in variants(statement.condition, names):
        match statement.condition, variant.whole:
            case syntax.Apply(_, (counter, _)), syntax.Apply(">" | ">=", (other, _)):
                if counter == other:
                    changed = replace(statement, condition=variant.whole)
                    yield _varied(changed, statement.condition, variant)


def _has_opposite(condition: Expression) -> bool:
    """Whether the variants include the opposite."""
    return isinstance(condition, syntax.Apply) and condition.function in _OPPOSED


_OPPOSED = frozenset({"==", "!=", "in", "not in", "not"})


def _varied(changed: Statement, whole: Expression, variant: Variant, pattern: int = 0) -> Change:
    words = f"`{show_expression(variant.after)}` instead of `{show_expression(variant.before)}`"
    uses = any(isinstance(each, syntax.Name | syntax.Current) for each in parts(variant.after))
    return Change(
        (changed,),
        words,
        variant.before.span,
        doubtful=uses,
        pattern=pattern,
        wholes=(whole, variant.whole),
        parts=(variant.before, variant.after),
    )
