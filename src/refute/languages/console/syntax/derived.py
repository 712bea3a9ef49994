"""What derived statements stand for (section 7.1.2)."""

from __future__ import annotations

from dataclasses import replace

from refute.frontend.node import Integer, Name
from refute.languages.console.syntax.expressions import Apply, Expression, Is
from refute.languages.console.syntax.outputs import Anything, Bound, Pattern, Piece, Result
from refute.languages.console.syntax.sets import NamedSet
from refute.languages.console.syntax.statements import (
    Block,
    Choice,
    Exit,
    For,
    Form,
    If,
    Iterate,
    Kind,
    Let,
    Loop,
    Mode,
    Origin,
    Print,
    Read,
    ReadLine,
    Statement,
)


def plain(block: Block) -> Block:
    """The same behaviour without derived loops (section 7.1.2)."""
    made: list[Statement] = []
    for statement in block:
        match statement:
            case For():
                made.extend(_rounds(statement))
            case ReadLine():
                made.extend(_values_of(statement))
            case _:
                made.append(_plain(statement))
    return tuple(made)


def answered(block: Block) -> Block:
    """A block without derived loops in which every read says what is printed after a bad input.

    If the author says it, the prompt directly before the read may be printed again as well.
    """
    made: list[Statement] = []
    prompts: list[Statement] = []
    for statement in block:
        match statement:
            case Read(_, _, Mode.STOP | Mode.RETRY):
                made.append(_with_answer(statement, prompts))
            case Choice((Read(_, _, Mode.STOP | Mode.RETRY) as first, *others)):
                reads = (_with_answer(first, prompts), *others)
                made.append(Choice(reads, span=statement.span))
            case If(condition, then, otherwise):
                made.append(If(condition, answered(then), answered(otherwise), span=statement.span))
            case Loop(body):
                made.append(replace(statement, body=answered(body)))
            case _:
                made.append(statement)
        prompts = [*prompts, statement] if isinstance(statement, Print) else []
    return tuple(made)


def chosen_before(output: Print) -> Block:
    """An output with values that the program chooses: these choices, then the output."""
    choices: dict[str, Read] = {}

    def written(piece: Piece) -> Piece:
        if not isinstance(piece, Bound):
            return piece
        name, span = piece.variable, piece.span
        choices[name] = Read(name, piece.values, origin=Origin.CHOSEN, span=span)
        return Result(Name(name, span=span), span=span)

    patterns = tuple(
        replace(each, pieces=tuple(map(written, each.pieces))) for each in output.patterns
    )
    return (*choices.values(), replace(output, patterns=patterns)) if choices else (output,)


def _values_of(line: ReadLine) -> Block:
    """The values of a line in order; the first says what a bad line means."""
    first, *others = line.parts
    after = [*(each.before for each in others), line.repeated]
    reads = [replace(first, mode=line.mode, otherwise=line.otherwise), *others]
    made = tuple(replace(each, after=end) for each, end in zip(reads, after, strict=True))
    return made if line.repeated is None else (*made, _more(made[-1], line.repeated))


def _more(last: Read, separator: str) -> Loop:
    """Further values like the last one, up to the end of the line."""
    name, span = last.variable, last.span
    end = variable_of(name, Kind.LINE_END)
    another = replace(last, before=separator, after=separator, mode=Mode.ASSUME, otherwise=None)
    ends = replace(another, variable=end, values=NamedSet(str(Kind.LINE_END)), before="",
                   after=None, kind=Kind.LINE_END)  # fmt: skip
    over = Is(name, str(Kind.LINE_END), end, (name, end), span=span)
    return Loop(
        (Choice((another, ends), span=span), If(over, (Exit(span=span),), (), span=span)),
        span=span,
    )


def variable_of(name: str, kind: Kind) -> str:
    """The internal variable for values of a kind read into a name; users cannot write it."""
    return f"{name} {kind}"


def written_name(variable: str) -> str:
    """The name by which a user knows a variable."""
    return variable.partition(" ")[0]


def _with_answer(read: Read, prompts: list[Statement]) -> Read:
    if read.otherwise is None:
        free = Pattern((Anything(across_lines=True),))
        return replace(read, otherwise=(Print((free,), optional=True),))
    if read.mode is Mode.STOP:
        return read
    again = (replace(each, optional=True) for each in prompts if isinstance(each, Print))
    return replace(read, otherwise=(*read.otherwise, *again))


def _plain(statement: Statement) -> Statement:
    match statement:
        case If(condition, then, otherwise):
            return If(condition, plain(then), plain(otherwise), span=statement.span)
        case Loop(body, bounded):
            return Loop(plain(body), bounded, span=statement.span)
        case Iterate(form, condition, body):
            return Loop(_round(form, condition, plain(body)), span=statement.span)
        case _:
            return statement


def counts(statement: If) -> bool:
    """Whether it tests if the rounds of a `for` are over."""
    return any(isinstance(each, Let) for each in statement.otherwise[-1:])


def counter_of(variable: str) -> str:
    """The internal name of the counter of a `for`; users cannot write it."""
    return f"{variable} number"


def _rounds(statement: For) -> tuple[Statement, ...]:
    """A `for` as a counting loop: over a range, or over the indices of a list."""
    variable, source, span = statement.variable, statement.source, statement.source.span
    begin: Block = ()
    match source:
        case Apply("..", (low, high)):
            counter, least = variable, low
            over = Apply(">", (Name(variable, span=span), high), span=span)
        case _:
            counter, least = counter_of(variable), Integer(0)
            count = Name(counter, span=span)
            over = Apply(">=", (count, Apply("len", (source,))), span=span)
            begin = (Let(variable, Apply("index", (source, count), span=span), span=span),)
    step = Let(counter, Apply("+", (Name(counter), Integer(1))), span=span)
    body = (*begin, *plain(statement.body), step)
    loop = Loop((If(over, (Exit(span=span),), body, span=span),), True, span=statement.span)
    return Let(counter, least, span=span), loop


def _round(form: Form, condition: Expression, body: Block) -> Block:
    span = condition.span
    leave: Block = (Exit(span=span),)
    match form:
        case Form.WHILE:
            return (If(condition, body, leave, span=span),)
        case Form.UNTIL:
            return (If(condition, leave, body, span=span),)
        case Form.REPEAT_UNTIL:
            return (*body, If(condition, leave, (), span=span))
        case Form.DO_WHILE:
            return (*body, If(condition, (), leave, span=span))
