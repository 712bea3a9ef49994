"""From text to tokens: comments, identifiers, literals and runs of operator characters."""

from __future__ import annotations

import re
from pathlib import Path

from refute.diagnostics import InputError, error
from refute.frontend.mistakes import Mistakes, unexpected_character
from refute.record import record
from refute.source import Source, Span

MISTAKES = Mistakes(Path(__file__).parent)
LONGEST_NUMBER = 4_000

KEYWORDS = frozenset(
    {"cnst", "exists", "false", "forall", "func", "infixl", "infixn", "infixr", "is", "namespace",
     "name_type", "new", "not", "pred", "prop", "true", "type"}
)  # fmt: skip
DIRECTIVES = frozenset(
    {"#use", "#open", "#type", "#check", "#validate", "#invalidate", "#trace", "#break", "#clear",
     "#quit", "#help"}
)  # fmt: skip
_TOKEN = re.compile(
    rf"""
    (?P<space>[ \t\n\f]+|%[^\n]*)
  | (?P<prefix>\((?!!\))[|*+<>=\-&^$@!~?]+\))
  | (?P<opening>/\*|\(\*)
  | (?P<directive>(?:{"|".join(map(re.escape, sorted(DIRECTIVES)))})\b)
  | (?P<name>[^\W\d][\w']*(?:\.[^\W\d][\w']*|\.[|*+<>=\-&^$@!~?]+)*)
  | (?P<number>\d+)
  | (?P<char>'(?:[^'\\\n]|\\.)')
  | (?P<string>"(?:[^"\\\n]|\\.|\\\n)*")
  | (?P<cons>::)
  | (?P<arrow>:-)
  | (?P<operator>[|*+<>=\-&^$@!~?]+)
  | (?P<mark>[()\[\]{{}},;.:\#\\/_`])
    """,
    re.VERBOSE,
)
_NESTED = re.compile(r"\(\*|\*\)")
_ESCAPES = {"n": "\n", "t": "\t", "\n": ""}


@record
class Token:
    """A token: `kind` is `name`, `keyword`, `number`, `char`, `string`, `operator`, `directive`,
    `mark` or `end`; `text` is its text, or the value of a character or string."""

    kind: str
    text: str
    span: Span


def tokens(source: Source) -> list[Token]:
    """The tokens of a source and an `end`; InputError AP001 or AP003 for invalid text."""
    found: list[Token] = []
    text, place = source.text, 0
    while place < len(text):
        match = _TOKEN.match(text, place)
        if match is None:
            raise _unreadable(source, place)
        kind = match.lastgroup or ""
        if kind == "opening":
            place = _comment_end(source, place)
            continue
        if kind != "space":
            found.append(_token(kind, match.group(), source.span(place, match.end())))
        place = match.end()
    found.append(Token("end", "", source.span(len(text), len(text))))
    return found


def _token(kind: str, text: str, span: Span) -> Token:
    match kind:
        case "name" if text == "_":
            return Token("mark", text, span)
        case "name" if text in KEYWORDS:
            return Token("keyword", text, span)
        case "number" if len(text) > LONGEST_NUMBER:
            message = f"a number may have at most {LONGEST_NUMBER} digits, this has {len(text)}"
            raise InputError([error("AP003", message, span)])
        case "char" | "string":
            return Token(kind, _unescaped(text[1:-1]), span)
        case "cons" | "arrow":
            return Token("mark", text, span)
        case "prefix":
            return Token("name", text[1:-1], span)
        case _:
            return Token(kind, text, span)


def _unescaped(text: str) -> str:
    return re.sub(r"\\(.)", lambda found: _ESCAPES.get(found[1], found[1]), text, flags=re.DOTALL)


def _comment_end(source: Source, start: int) -> int:
    """The end of the comment that begins at `start`; `(* *)` nests, `/* */` does not."""
    text = source.text
    if text.startswith("/*", start):
        end = text.find("*/", start + 2)
        if end >= 0:
            return end + 2
    else:
        depth = 0
        for found in _NESTED.finditer(text, start):
            depth += 1 if found.group() == "(*" else -1
            if depth == 0:
                return found.end()
    span = source.span(start, start + 2)
    raise InputError([error("AP001", "this comment is not closed", span)])


def _unreadable(source: Source, place: int) -> InputError:
    char = source.text[place]
    span = source.span(place, place + 1)
    advice = MISTAKES.advice_at(source.text, place)
    if char in "'\"":
        what = "character" if char == "'" else "string"
        message = f"this {what} is not closed on its line"
        return InputError([error("AP001", message, span, advice=advice)])
    return InputError([unexpected_character("AP001", span, advice)])
