"""What a specification must satisfy before it can run (section 8.1)."""

from __future__ import annotations

import itertools
import re
from collections.abc import Collection, Iterator, Mapping
from enum import Flag
from typing import assert_never

from refute.diagnostics import Diagnostic, Label, Severity, error
from refute.languages.console import syntax
from refute.languages.console.syntax import Block, Expression, Statement, ValueSet


class Effect(Flag):
    """The effect of one way through a block: nothing, read, leave the loop, or both."""

    NOTHING = 0
    READS = 1
    EXITS = 2


def effects(block: Block) -> frozenset[Effect]:
    """The effects of all ways through a block without derived loops (Figure 7)."""
    found = frozenset({Effect.NOTHING})
    for statement in block:
        going = {effect for effect in found if Effect.EXITS not in effect}
        left = {effect for effect in found if Effect.EXITS in effect}
        found = frozenset(left | {one | two for one in going for two in _effects(statement)})
    return found


def _effects(statement: Statement) -> frozenset[Effect]:
    match statement:
        case syntax.Read() | syntax.ReadLine() | syntax.Choice():
            return frozenset({Effect.READS})
        case syntax.Print():
            return frozenset({Effect.NOTHING})
        case syntax.Exit():
            return frozenset({Effect.EXITS})
        case syntax.Let() | syntax.Use():
            return frozenset({Effect.NOTHING})
        case syntax.If(_, then, otherwise):
            return effects(then) | effects(otherwise)
        case syntax.Loop(body):
            leaving = (effect for effect in effects(body) if Effect.EXITS in effect)
            return frozenset(effect & Effect.READS for effect in leaving)
        case syntax.Iterate() | syntax.For():
            return effects(syntax.plain((statement,)))
        case _:
            assert_never(statement)


def wellformed(body: Block, variables: Collection[str]) -> list[Diagnostic]:
    """All errors in the structure of a specification (codes IO010 on)."""
    plain = syntax.plain(body)
    return [
        *_nothing(body),
        *_stray_exits(body),
        *_answers(body),
        *_origins(body),
        *_loops(body),
        *_conditions(body, variables),
        *_unread(plain, dict.fromkeys(variables, 0))[2],
    ]


def _nothing(body: Block) -> Iterator[Diagnostic]:
    """The diagnostic for a specification that neither reads nor prints anything."""
    if not any(isinstance(each, syntax.Read | syntax.Print) for each in statements_of(body)):
        message = "this specification is empty: it neither reads nor prints anything"
        advice = "write what is to be read and printed: `read x : int`, `print x`"
        yield Diagnostic("IO023", message, help=advice)


def blocks_of(statement: Statement) -> Iterator[Block]:
    """The blocks of a statement."""
    match statement:
        case syntax.If(_, then, otherwise):
            yield then
            yield otherwise
        case syntax.Read(_, _, _, answer) if answer is not None:
            yield answer
        case syntax.ReadLine(parts, _, _, answer):
            yield parts
            yield answer or ()
        case syntax.Choice(reads):
            yield reads
        case syntax.Loop(body) | syntax.Iterate(_, _, body) | syntax.For(_, _, body):
            yield body


def statements_of(block: Block) -> Iterator[Statement]:
    """Every statement of a block, in order."""
    for statement in block:
        yield statement
        for inner in blocks_of(statement):
            yield from statements_of(inner)


def reads_of(block: Block) -> Iterator[syntax.Read]:
    """Every `read` of a block, in order."""
    return (each for each in statements_of(block) if isinstance(each, syntax.Read))


def _stray_exits(block: Block) -> Iterator[Diagnostic]:
    for statement in block:
        match statement:
            case syntax.Exit():
                message = "`exit` leaves a loop, but there is none around it"
                yield error("IO011", message, statement.span)
            case syntax.If(_, then, otherwise):
                yield from _stray_exits(then)
                yield from _stray_exits(otherwise)


def _answers(block: Block) -> Iterator[Diagnostic]:
    for read in statements_of(block):
        if not isinstance(read, syntax.Read | syntax.ReadLine):
            continue
        for statement in read.otherwise or ():
            if not isinstance(statement, syntax.Print):
                message = "after a bad input, a program can only print something"
                advice = f"below `else {read.mode}:` write only `print`, or `pass` for silence"
                yield error("IO022", message, statement.span, advice=advice)
        if read.otherwise is not None and read.mode is syntax.Mode.ASSUME:
            message = "this says what is printed after a bad input, but none can come"
            yield error("IO022", message, read.span, advice="write `else stop` or `else retry`")


_PLAIN_NAME = re.compile(r"[^\W_][\w.-]{0,100}")


def _origins(body: Block) -> Iterator[Diagnostic]:
    """Diagnostics for arguments that are read late, and for names of files."""
    early = {id(each) for first in _first_line(body) for each in statements_of((first,))}
    for statement in statements_of(body):
        if isinstance(statement, syntax.Read) and statement.origin is syntax.Origin.ARGUMENT:
            if id(statement) not in early:
                message = "the arguments of a program are known before it does anything"
                advice = "write `arguments …` once, at the beginning; several have commas between"
                yield error(_BEFOREHAND, message, statement.span, advice=advice)
            elif statement.before not in {None, "", " "}:
                message = "arguments are separated by blanks"
                advice = "write commas: `arguments a : int, b : int`"
                yield error(_BEFOREHAND, message, statement.span, advice=advice)
        if isinstance(statement, syntax.Read | syntax.Print):
            yield from _file_name(statement.file)


def _first_line(body: Block) -> Iterator[Statement]:
    """The first statement, and those that read the same line."""
    for number, statement in enumerate(body):
        match statement:
            case _ if number == 0:
                yield statement
            case syntax.Read(before=str()):
                yield statement
            case syntax.Loop((syntax.Choice((syntax.Read(before=str()), *_)), *_)):
                yield statement
            case _:
                return


_BEFOREHAND = "IO026"


def _file_name(name: Expression | None) -> Iterator[Diagnostic]:
    match name:
        case syntax.Text(text) if not _PLAIN_NAME.fullmatch(text):
            message = f"`{text}` is not a plain file name"
            advice = "a file is in the folder in which the program is started: `numbers.txt`"
            yield error(_BEFOREHAND, message, name.span, advice=advice)


def _loops(block: Block) -> Iterator[Diagnostic]:
    for statement in statements_of(block):
        for inner in blocks_of(statement):
            yield from _after_exit(inner)
        is_loop = isinstance(statement, syntax.Loop | syntax.Iterate)
        if is_loop and not getattr(statement, "bounded", False):
            (loop,) = syntax.plain((statement,))
            assert isinstance(loop, syntax.Loop)
            found = effects(loop.body)
            if Effect.NOTHING in found:
                message = "a round of this loop can neither read nor exit, and would go on forever"
                advice = "every way through the body must `read` something or `exit`"
                yield error("IO010", message, statement.span, advice=advice)
            if not any(Effect.EXITS in effect for effect in found):
                message = "this loop never ends: there is no `exit` in it"
                yield error("IO012", message, statement.span)


def _after_exit(block: Block) -> Iterator[Diagnostic]:
    for statement, following in itertools.pairwise(block):
        if isinstance(statement, syntax.Exit):
            message = "what follows `exit` never happens"
            yield Diagnostic("IO020", message, Label(following.span), severity=Severity.WARNING)


def _conditions(block: Block, variables: Collection[str]) -> Iterator[Diagnostic]:
    for statement in statements_of(block):
        if isinstance(statement, syntax.Iterate):
            used = {name for name in variables_of(statement.condition) if name in variables}
            read = {
                each.variable
                for each in statements_of(statement.body)
                if isinstance(each, syntax.Read)
            }
            span = statement.condition.span
            if not used:
                message = "the condition of this loop is always the same: it uses nothing read"
                advice = "for a loop without a condition, write `loop:`, and `exit` to leave it"
                yield error("IO014", message, span, advice=advice)
            elif not used & read:
                names = ", ".join(f"`{name}`" for name in sorted(used))
                message = f"the loop never reads {names}, so its condition cannot change"
                yield error("IO015", message, span)


def variables_of(expression: Expression) -> Iterator[str]:
    """The names that an expression uses, whatever they stand for."""
    for part in parts(expression):
        match part:
            case syntax.Name(name):
                yield name
            case syntax.Current(names) | syntax.All(names) | syntax.Is(_, _, _, names):
                yield from names


def parts(expression: Expression) -> Iterator[Expression]:
    """The expression and all expressions inside it."""
    yield expression
    for child in syntax.children(expression):
        yield from parts(child)


def set_parts(values: ValueSet) -> Iterator[ValueSet]:
    """The set and all sets that it is made of."""
    yield values
    match values:
        case (
            syntax.Union(left, right)
            | syntax.Intersection(left, right)
            | syntax.Difference(left, right)
        ):
            yield from set_parts(left)
            yield from set_parts(right)
        case syntax.Complement(inner) | syntax.Unique(inner) | syntax.Without(inner, _):
            yield from set_parts(inner)


def expressions_of_set(values: ValueSet) -> Iterator[Expression]:
    """The expressions written in a set."""
    for part in set_parts(values):
        match part:
            case syntax.Range(low, high):
                yield from (low, high)
            case syntax.Compared(_, bound):
                yield bound
            case syntax.Members(items):
                yield from items


def expressions_of(statement: Statement) -> Iterator[Expression]:
    """The expressions that a statement itself evaluates, not those in its blocks."""
    match statement:
        case syntax.Read(_, values, _):
            yield from expressions_of_set(values)
            yield from () if statement.file is None else (statement.file,)
        case syntax.Print(patterns, _, file):
            yield from () if file is None else (file,)
            for pattern in patterns:
                for piece in pattern.pieces:
                    if isinstance(piece, syntax.Result | syntax.Decorated):
                        yield piece.expression
        case syntax.If(condition, _, _) | syntax.Iterate(_, condition, _):
            yield condition
        case syntax.For(_, source, _):
            yield source
        case syntax.Let(_, value):
            yield value


Counts = Mapping[str, int]
"""The minimum number of times that each variable has been read."""


def _unread(block: Block, counts: Counts) -> tuple[Counts | None, list[Counts], list[Diagnostic]]:
    """The minimum counts at the end of a block and at its exits, and uses of what is unread."""
    exits: list[Counts] = []
    found: list[Diagnostic] = []
    for statement in block:
        for expression in expressions_of(statement):
            found.extend(_uses(expression, counts))
        match statement:
            case syntax.Read(variable):
                found += _unread(statement.otherwise or (), counts)[2]
                counts = {**counts, variable: counts.get(variable, 0) + 1}
            case syntax.Choice(reads):
                found += _unread(reads[0].otherwise or (), counts)[2]
                for each in (one for read in reads for one in expressions_of(read)):
                    found.extend(_uses(each, counts))
                counts = {**counts, **_after_choice(reads, counts)}
            case syntax.Let(variable):
                counts = {**counts, variable: counts.get(variable, 0) + 1}
            case syntax.If(condition, then, otherwise):
                ends = []
                for branch, truth in ((then, True), (otherwise, False)):
                    end, left, wrong = _unread(branch, _after(condition, truth, counts))
                    ends += [] if end is None else [end]
                    exits += left
                    found += wrong
                if not ends:
                    return None, exits, found
                counts = _least(ends)
            case syntax.Loop(body):
                _, left, wrong = _unread(body, counts)
                found += wrong
                if not left:
                    return None, exits, found
                counts = _least(left)
            case syntax.Exit():
                return None, [*exits, counts], found
    return counts, exits, found


def _after_choice(reads: tuple[syntax.Read, ...], counts: Counts) -> Counts:
    """No variable of a choice is known to have a value; the last value is in one of them."""
    own = {each.variable for each in reads}
    name = syntax.written_name(reads[0].variable)
    others = {each for each in counts if syntax.written_name(each) == name and each not in own}
    known = dict.fromkeys(own, 0) if syntax.Kind.LINE_END not in _kinds(reads) else {}
    excluded = {f"not {each}": int(each in others) for each in own | others}
    return {**known, **excluded, f"read {name}": 1}


def _kinds(reads: tuple[syntax.Read, ...]) -> set[syntax.Kind | None]:
    return {each.kind for each in reads}


def _of_one_kind(condition: syntax.Is, truth: bool, counts: Counts) -> Counts:
    """The minimum counts after a value was found to be of a kind, or of another one."""
    among, variable = condition.among, condition.variable
    left = [each for each in among if (each == variable) is truth and not counts.get(f"not {each}")]
    excluded = {f"not {each}": 1 for each in among if each not in left}
    if len(left) != 1 or not (truth or counts.get(f"read {condition.name}")):
        return {**counts, **excluded}
    return {**counts, **excluded, left[0]: max(1, counts.get(left[0], 0))}


def _least(counts: list[Counts]) -> Counts:
    names = {name for each in counts for name in each}
    return {name: min(each.get(name, 0) for each in counts) for name in names}


def _uses(expression: Expression, counts: Counts) -> Iterator[Diagnostic]:
    """Diagnostics for values that may not have been read; what is tested before them counts."""
    match expression:
        case syntax.Name(name):
            yield from _use(expression, (name,), 1, counts)
        case syntax.Current(names, before):
            yield from _use(expression, names, before + 1, counts)
        case syntax.Apply(("and" | "or") as function, (left, right)):
            yield from _uses(left, counts)
            yield from _uses(right, _after(left, function == "and", counts))
        case syntax.Apply("either", (condition, then, otherwise)):
            yield from _uses(condition, counts)
            yield from _uses(then, _after(condition, True, counts))
            yield from _uses(otherwise, _after(condition, False, counts))
        case syntax.Each(item, variable, source, condition):
            yield from _uses(source, counts)
            inner = {**counts, variable: 1}
            yield from _uses(item, inner)
            yield from () if condition is None else _uses(condition, inner)
        case _:
            for child in syntax.children(expression):
                yield from _uses(child, counts)


def _use(
    part: Expression, names: tuple[str, ...], needed: int, counts: Counts
) -> Iterator[Diagnostic]:
    if all(name in counts for name in names) and sum(counts[n] for n in names) < needed:
        shown = part.span.text or names[0]
        if needed == 1 and counts.get(f"read {syntax.written_name(names[0])}"):
            message = f"`{shown}` may be of another kind when it is used here"
            advice = f"check first: `if {shown} is int:`, or whatever it is to be"
            yield error("IO013", message, part.span, advice=advice)
            return
        message = f"`{shown}` may not have been read yet when it is used here"
        often = "" if needed == 1 else f" at least {needed} times"
        advice = f"read it{often} on every way to this place"
        if needed > 1:
            advice += f", or check first: `if len({names[0]}.all) >= {needed}:`"
        yield error("IO013", message, part.span, advice=advice)


_FLIPPED = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "==": "==", "!=": "!="}
_OPPOSITE = {"<": ">=", "<=": ">", ">": "<=", ">=": "<", "==": "!=", "!=": "=="}


def _after(condition: Expression, truth: bool, counts: Counts) -> Counts:
    """The minimum counts after a condition was found to be true, or false."""
    match condition:
        case syntax.Is():
            return _of_one_kind(condition, truth, counts)
        case syntax.Apply("not", (inner,)):
            return _after(inner, not truth, counts)
        case syntax.Apply(("and" | "or") as function, (left, right)):
            if truth is (function == "and"):
                return _after(right, truth, _after(left, truth, counts))
            return counts
        case syntax.Apply(function, (syntax.Integer() as number, syntax.Apply("len") as other)) if (
            function in _FLIPPED
        ):
            return _after(syntax.Apply(_FLIPPED[function], (other, number)), truth, counts)
        case syntax.Apply(
            function,
            (syntax.Apply("len", (syntax.All((name,), before),)), syntax.Integer(number)),
        ) if function in _FLIPPED:
            asked = function if truth else _OPPOSITE[function]
            least = {">": number + 1, ">=": number, "==": number, "!=": int(number == 0)}
            known = least.get(asked, 0) + before
            return {**counts, name: max(counts.get(name, 0), known if asked in least else 0)}
    return counts
