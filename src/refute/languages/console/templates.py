"""Quoted text: its escapes, and the pieces of a template."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from refute.diagnostics import InputError, error
from refute.frontend.node import walk
from refute.languages.console.syntax import (
    Anything,
    Bound,
    Decorated,
    Expression,
    Format,
    Literal,
    Pattern,
    Piece,
    Result,
    Text,
    ValueSet,
)
from refute.record import record
from refute.source import Span

_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "\\": "\\", '"': '"', "'": "'"}
_NAMES = {char: name for name, char in _ESCAPES.items()}
_QUOTED = re.compile(r"\"(\\.|[^\"\\])*\"|'(\\.|[^'\\])*'")
_FORMAT = re.compile(
    r"(?P<align>[<>^]?)(?P<zeros>0?)(?P<width>[1-9][0-9]{0,2})?(\.(?P<places>[0-9]{1,2})f)?d?"
)
_CODE = re.compile(r"\{([0-9a-fA-F]{1,6})\}")


def quoted(text: str, quote: str = '"') -> str:
    """The text between quotes, as the language writes it."""
    return quote + "".join(_escaped(char) for char in text) + quote


def _escaped(char: str) -> str:
    if char in _NAMES:
        return f"\\{_NAMES[char]}"
    return char if char.isprintable() else f"\\u{{{ord(char):x}}}"


def braced(text: str) -> str:
    """The text as it is written inside a template, without the quotes."""
    return "".join(char * 2 if char in "{}" else _escaped(char) for char in text)


def unquoted(span: Span) -> str:
    """The text that a quoted token stands for.

    Between braces, a backslash may be the difference of two sets.
    """
    characters = []
    offset = span.start + 1
    while offset < span.end - 1:
        if _is_difference(span, offset):
            char, offset = span.source.text[offset], offset + 1
        else:
            char, offset = _character(span, offset)
        characters.append(char)
    return "".join(characters)


_DIFFERENCE = re.compile(r"\\(?=\s)")


def _is_difference(span: Span, offset: int) -> bool:
    """Whether a backslash before a blank is between braces, and so the difference of two sets."""
    before = span.source.text[span.start : offset]
    opened = before.count("{") > before.count("}")
    return opened and _DIFFERENCE.match(span.source.text, offset) is not None


def _character(span: Span, offset: int) -> tuple[str, int]:
    """The character written at an offset of the source, and the offset of the next one."""
    text = span.source.text
    if text[offset] != "\\":
        return text[offset], offset + 1
    letter = text[offset + 1]
    if letter in _ESCAPES:
        return _ESCAPES[letter], offset + 2
    code = _CODE.match(text, offset + 2) if letter == "u" else None
    if code is not None and int(code.group(1), 16) <= 0x10FFFF:
        return chr(int(code.group(1), 16)), code.end()
    where = span.source.span(offset, offset + 2)
    help_text = "the escapes are \\n \\t \\r \\\\ \\\" \\' and \\u{hexadecimal}"
    raise InputError([error("IO002", f"`{where.text}` is no escape", where, advice=help_text)])


def template(
    span: Span, parse: Callable[[Span], Expression], parse_set: Callable[[Span], ValueSet]
) -> Pattern:
    """The pieces of a quoted template; `parse` reads the expressions between the braces."""
    pieces: list[Piece] = []
    for piece in _pieces(span, _Reading(parse, parse_set)):
        last = pieces[-1] if pieces else None
        if isinstance(piece, Literal) and isinstance(last, Literal):
            pieces[-1] = Literal(last.text + piece.text, span=last.span.to(piece.span))
        else:
            pieces.append(piece)
    return Pattern(tuple(pieces), span=span)


_HOLE = re.compile(r"\{(\*\*?|\+\+?|~?[^{}]*\w[^{}]*)\}")


def reject_holes(expression: Expression) -> None:
    """Reject a text inside an expression that looks like a template, but would be printed."""
    for part in walk(expression):
        if isinstance(part, Text) and (found := _HOLE.search(part.value)):
            message = (
                f"`{found.group()}` would be printed as it stands, since this is an expression"
            )
            advice = (
                "write `if …:` with a `print` for each text, or `{…}` in one text around it all"
            )
            raise InputError([error("IO002", message, part.span, advice=advice)])


@record
class _Reading:
    """Parsers for what stands between braces."""

    expression: Callable[[Span], Expression]
    set: Callable[[Span], ValueSet]


def _pieces(span: Span, parse: _Reading) -> Iterator[Piece]:
    text, offset, end = span.source.text, span.start + 1, span.end - 1
    while offset < end:
        if text[offset] in "{}" and text[offset + 1] == text[offset] and offset + 1 < end:
            yield Literal(text[offset], span=span.source.span(offset, offset + 2))
            offset += 2
        elif text[offset] == "{":
            close = _closing(span, offset)
            yield _hole(span.source.span(offset, close + 1), parse)
            offset = close + 1
        elif text[offset] == "}":
            raise _unbalanced(span.source.span(offset, offset + 1))
        else:
            char, after = _character(span, offset)
            yield Literal(char, span=span.source.span(offset, after))
            offset = after


def _hole(span: Span, parse: _Reading) -> Piece:
    inside = span.source.span(span.start + 1, span.end - 1)
    match inside.text.strip():
        case "*" | "+" | "**" | "++" as hole:
            return Anything("+" in hole, len(hole) == 2, span=span)
        case "":
            advice = "write `{x}` for a value, `{*}` for any text"
            message = "there is nothing between these braces"
            raise InputError([error("IO002", message, span, advice=advice)])
        case text if text.startswith("~"):
            start = inside.start + inside.text.index("~") + 1
            written, format_ = _formatted(span.source.span(start, inside.end))
            return Decorated(parse.expression(written), format_, span=span)
        case _:
            bound = _bound(inside)
            if bound is not None:
                return Bound(bound[0], parse.set(bound[1]), span=span)
            written, format_ = _formatted(inside)
            return Result(parse.expression(written), format_, span=span)


_NAME = re.compile(r"\s*(?P<name>[^\W\d]\w*)\s*:(?P<set>\s*\S.*)", re.DOTALL)


_EVIDENT_SET = re.compile(r"\(|\{|-?\w+\s*\.\.|(int|nat|pos|real|bool|str|not|unique)\b")


def _bound(span: Span) -> tuple[str, Span] | None:
    """A name and the set of values after its colon; a format has no blank before it."""
    found = _NAME.fullmatch(span.text)
    if found is None or _FORMAT.fullmatch(found["set"].rstrip()):
        return None
    if not found["set"][0].isspace() and not _EVIDENT_SET.match(found["set"]):
        return None
    return found["name"], span.source.span(span.start + found.start("set"), span.end)


def _formatted(span: Span) -> tuple[Span, Format | None]:
    """The text before the colon of a format, and the format after it, if there is one."""
    colon = _colon(span.text)
    if colon is None:
        return span, None
    format_ = span.source.span(span.start + colon + 1, span.end)
    found = _FORMAT.fullmatch(format_.text.rstrip())
    if found is None or not found.group():
        message = f"`{format_.text.strip()}` is no format"
        advice = (
            "write `{x:.2f}` for two places, `{x:>5}` for a width of five; "
            "a value that the program chooses has a blank before its set: `{x : 1..6}`"
        )
        raise InputError([error("IO002", message, format_, advice=advice)])
    places = found["places"]
    made = Format(
        None if places is None else int(places),
        int(found["width"] or 0),
        found["align"],
        bool(found["zeros"]),
    )
    return span.source.span(span.start, span.start + colon), made


def _colon(text: str) -> int | None:
    """The last colon outside of quotes and brackets."""
    plain = _QUOTED.sub(lambda quoted: " " * len(quoted.group()), text)
    depth, found = 0, None
    for offset, char in enumerate(plain):
        depth += (char in "([{") - (char in ")]}")
        if char == ":" and not depth:
            found = offset
    return found


def _closing(span: Span, offset: int) -> int:
    """The offset of the brace that closes the one at an offset; quoted text is skipped."""
    text, at, depth = span.source.text, offset + 1, 1
    while at < span.end - 1:
        depth += (text[at] == "{") - (text[at] == "}")
        if not depth:
            return at
        found = _QUOTED.match(text, at, span.end - 1) if text[at] in "\"'" else None
        at = found.end() if found else at + 1
    raise _unbalanced(span.source.span(offset, offset + 1))


def _unbalanced(span: Span) -> InputError:
    help_text = "write `{{` and `}}` for braces that are to be printed"
    return InputError([error("IO002", "this brace is unmatched", span, advice=help_text)])
