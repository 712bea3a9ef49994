"""Grammars as used by the languages.

The table of a grammar is generated in advance (`make tables`) and shipped beside it, because
generating it takes longer than parsing most files. A table records the grammar that it was made
for; one that is missing or stale is not used but generated again, which needs lark. Nothing is
written when a language is used.

Syntax errors are reported as diagnostics. Parsing continues after a declaration with an error, as
if it were not there, so that independent errors are found in one run.
"""

from __future__ import annotations

import itertools
import json
import re
import sys
import zlib
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, fields
from importlib import import_module
from pathlib import Path
from typing import Any

from refute.diagnostics import MOST_ERRORS, InputError, Unfinished, error
from refute.files import write_bytes
from refute.frontend.lalr import (
    END,
    Parser,
    Parts,
    Relex,
    Rule,
    Table,
    Terminal,
    Token,
    UnevenIndentation,
    UnexpectedCharacter,
    UnexpectedToken,
)
from refute.frontend.mistakes import Mistakes, unexpected_character
from refute.frontend.nesting import DEEPEST, nesting, too_deep
from refute.record import record
from refute.source import Source, Span

_FEW = 4
"""Maximum number of tokens that are listed as expected."""

_OPENING = {")": "(", "]": "[", "}": "{"}

NAMED = {"INTEGER": "an expression", "NAME": "a name", "LOWER": "a name", "$END": "the end"}
"""The names of terminals that are common to all languages."""


@record
class Wording:
    """How a language words its syntax errors.

    `readable` lists the terminals worth expecting, most helpful first. They are shown as they are
    written, unless they are `named`. `implied` terminals are not shown beside "an expression"; nor
    are these and the expression after an operand, where the terminal `infix` is accepted.
    `misplaced` says what a token means where it is not allowed, if its text does not; `early` are
    the tokens that mean that the text ended too early. `at_line_start` is advice for what is not
    allowed although it begins a line, if no better advice is known.
    """

    code: str
    readable: str
    named: Mapping[str, str] = field(default_factory=dict)
    implied: Collection[str] = ()
    infix: str = ""
    misplaced: Mapping[str, str] = field(default_factory=dict)
    early: Collection[str] = ("$END",)
    at_line_start: str = ""

    @contextmanager
    def about(
        self, text: Span, mistakes: Mistakes, terminals: Iterable[Terminal]
    ) -> Iterator[None]:
        """Turn the parser's exceptions into InputErrors, with advice on known mistakes."""
        try:
            yield
        except UnexpectedCharacter as failure:
            raise self._unexpected_character(failure, text, mistakes) from None
        except UnexpectedToken as failure:
            wanted = self._wanted(failure.accepted, terminals)
            raise self._unexpected_token(failure, wanted, text, mistakes) from None

    def _unexpected_character(
        self, failure: UnexpectedCharacter, text: Span, mistakes: Mistakes
    ) -> InputError:
        start = text.start + failure.offset
        span = text.source.span(start, start + 1)
        advice = mistakes.advice_at(text.source.text, start)
        if not advice and span.text in {'"', "'"}:
            advice = f"a text ends with {span.text} in the line in which it begins"
        elif not advice and span.text.isdigit():
            advice = "write a blank between a number and a word"
        return InputError([unexpected_character(self.code, span, advice)])

    def _unexpected_token(
        self, failure: UnexpectedToken, wanted: str, text: Span, mistakes: Mistakes
    ) -> InputError:
        token = failure.token
        ended = token.type == END
        span = _end(text) if ended else _first_line(token, text)
        expected = f"expected {wanted}{_after(failure)}" if wanted else ""
        if token.type in self.misplaced:
            message = "; ".join(filter(None, (self.misplaced[token.type], expected)))
        elif ended:
            message = f"{expected or 'more was expected'}, but the text ends"
        else:
            message = (
                f"{expected}, found `{span.text}`" if expected else f"unexpected `{span.text}`"
            )
        kind = Unfinished if token.type in self.early else InputError
        start = len(text.text.rstrip()) + text.start if ended else span.start
        advice = mistakes.advice_at(text.source.text, start)
        if not advice and token in _OPENING:
            advice = _about_closing(token, failure.values)
        begins_line = _begins_line(text.source.text, start)
        if not advice and not ended and begins_line:
            advice = self.at_line_start
        if not advice and wanted == NAMED["NAME"] and not begins_line and _WORD.fullmatch(token):
            advice = f"`{token}` is a keyword; choose another name"
        return kind([error(self.code, message, span, advice=advice)])

    def _wanted(self, expected: Collection[str], terminals: Iterable[Terminal]) -> str:
        fixed = {each.name: each.text for each in terminals if each.text is not None}
        named = {**NAMED, **self.named}
        behind_operand = self.infix in expected
        readable = [name for name in self.readable.split() if name in expected]
        if not readable and not behind_operand and len(expected) <= _FEW:
            readable = sorted(expected)
        shown = {
            name: named.get(name) or f"`{fixed.get(name, name.strip('_').lower())}`"
            for name in readable
        }
        if "an expression" in shown.values():
            shown = {name: text for name, text in shown.items() if name not in self.implied}
        if behind_operand:
            shown = {name: text for name, text in shown.items() if text != "an expression"}
            shown = shown or {self.infix: "an operator"}
        return " or ".join(list(dict.fromkeys(shown.values()))[:_FEW])


def _begins_line(text: str, offset: int) -> bool:
    """Whether an offset is the beginning of a line other than the first."""
    before = text[:offset].rstrip(" \t")
    return before.endswith("\n") and bool(before.strip())


def _about_closing(token: Token, before: Sequence[Any]) -> str:
    """Advice on a closing bracket that is not allowed where it is, after these values; empty if it
    closes the right bracket, and something before it is missing."""
    opening = _OPENING[token]
    for each in reversed([each for each in before if isinstance(each, Token)]):
        if each == opening:
            return ""
        if each in _OPENING.values():
            return f"first close the `{each}` before it"
        if each in _OPENING:
            break
    return f"`{token}` closes nothing: leave it out, or write the `{opening}` that it closes"


def _after(failure: UnexpectedToken) -> str:
    """The token before the unexpected one, if the parser still has it."""
    last = failure.values[-1] if failure.values else None
    while isinstance(last, Parts):
        last = last[-1] if last else None
    text = last.strip() if isinstance(last, Token) else ""
    return f" after `{text}`" if 0 < len(text) < 40 else ""


def _end(text: Span) -> Span:
    """The last visible character."""
    end = max(1, text.start + len(text.text.rstrip()))
    return text.source.span(end - 1, end)


def _first_line(token: Token, text: Span) -> Span:
    start, end = text.start + token.start, text.start + token.end
    line_end = text.source.text.find("\n", start, end)
    return text.source.span(start, max(start + 1, end if line_end < 0 else line_end))


def blank(text: str, begin: int, end: int) -> str:
    """Blanks in place of a range of a text, with its line ends."""
    return re.sub(r"[^\n]", " ", text[begin:end])


@dataclass(eq=False, slots=True)
class Grammar:
    """A grammar from a file, and how a text is turned into a tree.

    `build` makes the builder for a source whose text begins at an offset. `relex` may change the
    tokens of a text before they are parsed; `contextual` and `anywhere` determine the tokens that
    are recognised, as in Table. `declaration` is a regular expression whose group `start` matches
    where a declaration begins; it must match comments as well, without the group. `deep_code` is
    the code of the error for a text that is nested too deeply, and `deep_advice` the advice.
    If declarations end with a `mark`, one without it may swallow the beginning of the next.
    `without` returns a replacement of the same length for a declaration with an error.
    """

    path: Path
    wording: Wording
    build: Callable[[Source, int], object]
    deep_code: str
    declaration: str = ""
    relex: Relex = iter
    contextual: bool = False
    anywhere: tuple[str, ...] = ()
    starts: tuple[str, ...] = ("start",)
    deep_advice: str = ""
    mark: str = ""
    without: Callable[[str, int, int], str] = blank
    _parser: Parser | None = None

    def parse(self, text: Span, start: str = "start", ending: str = "") -> Any:
        """Parse a text; InputError with all errors in it.

        `ending` is parsed after the text.
        """
        try:
            return self._parse(text, text.text + ending, start)
        except InputError as failure:
            found, _ = self._recover(failure, text, start, ending)
            if len(found) == 1:
                raise
            raise InputError(each for one in found for each in one.diagnostics) from None

    def parse_what_fits(self, text: Span, start: str = "start", ending: str = "") -> Any:
        """Parse a text without the declarations that have errors; InputError if that fails."""
        try:
            return self._parse(text, text.text + ending, start)
        except InputError as failure:
            _, rest = self._recover(failure, text, start, ending)
            if rest is None:
                return self._parse(text, self._fitting(text) + ending, start)
            return rest

    def _fitting(self, text: Span) -> str:
        """A text in which each declaration that has errors by itself is blanked."""
        starts = [text.start, *self._declarations(text), text.end]
        kept: list[str] = []
        for begin, end in itertools.pairwise(starts):
            part = Span(text.source, begin, end)
            try:
                self._parse(part, part.text, "start")
                kept.append(part.text)
            except InputError:
                kept.append(blank(part.text, 0, end - begin))
        return "".join(kept)

    def _parse(self, span: Span, text: str, start: str) -> Any:
        source, mistakes = span.source, Mistakes(self.path.parent)
        about = self.wording.about(span, mistakes, self.parser.terminals)
        builder = self.build(source, span.start)
        with nesting(self.deep_code, f"`{source.name}`"), about:
            made, depth = self.parser.parse(text, start, builder, self.relex)
        if depth > DEEPEST:
            raise too_deep(self.deep_code, f"`{source.name}`", None, self.deep_advice)
        return made

    def _recover(
        self, failure: InputError, span: Span, start: str, ending: str
    ) -> tuple[list[InputError], Any]:
        """All errors, and the tree of the text without them, None if that cannot be determined.

        Each declaration with an error is blanked out in turn.

        An error where a declaration begins belongs to the previous one; an error that remains
        without that one is a consequence and is not reported. Nor are errors in what was blanked
        out, or that the text ends too early.
        """
        found, text, last = [failure], span.text, -1
        replaced: list[range] = []
        starts = [each - span.start for each in self._declarations(span)]
        for _ in range(MOST_ERRORS - 1):
            offset = _offset(failure) - span.start
            if offset < 0 or not starts:
                break
            before = offset + (offset == last)
            begin = max((each for each in starts if each < before), default=0)
            begin = self._unfinished_before(begin, starts, span, text)
            end = min((each for each in starts if each > begin), default=len(text))
            text = text[:begin] + self.without(text, begin, end) + text[end:]
            replaced.append(range(begin, end))
            last = offset
            try:
                return found, self._parse(span, text + ending, start)
            except UnevenIndentation:
                break
            except InputError as another:
                if isinstance(another, Unfinished) and _at_end(another, span):
                    break
                failure = another
            here = _offset(failure) - span.start
            if here != last:
                if any(here in each for each in replaced):
                    break  # that text is our own replacement
                found.append(failure)
        return found, None

    def _unfinished_before(self, begin: int, starts: list[int], span: Span, text: str) -> int:
        """The beginning of an unfinished declaration, or `begin` if there is none.

        It is the one just before, without its mark, or one that leaves a bracket open. The error
        appears only somewhere in a later declaration, which is not to blame.
        """
        earlier = [each for each in starts if each < begin][-_LOOKED_BACK:]
        for first, end in reversed([*itertools.pairwise([*earlier, begin])]):
            part = Span(span.source, span.start + first, span.start + end)
            swallows = end == begin and self.mark and self.mark not in text[first:end]
            if not swallows and not _leaves_open(text[first:end]):
                continue
            try:
                self._parse(part, text[first:end], "start")
            except Unfinished:
                return first
            except InputError:
                continue
        return begin

    def _declarations(self, span: Span) -> list[int]:
        """The offsets at which declarations begin."""
        if not self.declaration:
            return []
        found = re.compile(self.declaration, re.MULTILINE).finditer(
            span.source.text, span.start, span.end
        )
        return [each.start("start") for each in found if each["start"] is not None]

    def keywords(self) -> frozenset[str]:
        """The keywords of the grammar in all their spellings, including abbreviations."""
        patterns = (_ASSERTION.sub("", each.text or each.pattern) for each in self.parser.terminals)
        spelled = (word for each in patterns if "[" not in each for word in _spellings(each))
        return frozenset(filter(_WORD.fullmatch, spelled))

    # Tables

    @property
    def parser(self) -> Parser:
        """The parser, from the shipped table if that is up to date."""
        if self._parser is None:
            self._parser = Parser(self._shipped() or self._made())
        return self._parser

    @property
    def table(self) -> Path:
        """The path of the shipped table."""
        return self.path.with_suffix(".table")

    def has_fresh_table(self) -> bool:
        """Whether the table was made for the current grammar."""
        return self._shipped() is not None

    def write_table(self) -> bool:
        """Write the table if it is stale; whether it was."""
        if self.has_fresh_table():
            return False
        made = self._made()
        content = {"made for": self._identity(), **{name: getattr(made, name) for name in _STORED}}
        write_bytes(self.table, zlib.compress(json.dumps(content).encode(), 9))
        return True

    def _identity(self) -> list[Any]:
        """Everything that a table depends on."""
        grammar = self.path.read_text("utf-8")
        return [_FORMAT, grammar, [*self.starts], self.contextual, [*self.anywhere]]

    def _made(self) -> Table:
        """Generate the table of the grammar; not needed with an installed package."""
        from refute.frontend.tables import make_table  # noqa: PLC0415 - lark is slow to import

        grammar = self.path.read_text("utf-8")
        return make_table(grammar, self.starts, contextual=self.contextual, anywhere=self.anywhere)

    def _shipped(self) -> Table | None:
        try:
            content = json.loads(zlib.decompress(self.table.read_bytes()))
            if content.pop("made for") != self._identity():
                return None
            content["terminals"] = [Terminal(*each) for each in content["terminals"]]
            content["rules"] = [Rule(*each) for each in content["rules"]]
            return Table(**content)
        except (OSError, ValueError, KeyError, TypeError, zlib.error):
            return None


_FORMAT = 1
"""To be changed with the fields of a table."""

_STORED = [each.name for each in fields(Table)]

_ASSERTION = re.compile(r"\(\?<?[!=](?:\\.|[^()\[\]\\]|\[[^\]]*\]|\([^()]*\))*\)|\\b|\\s\*[:;]")
"""The parts of a pattern that are assertions about the text around a word."""

_WORD = re.compile(r"[a-zA-Z_]{2,}")


def _spellings(pattern: str) -> Iterator[str]:
    """The texts that a pattern of letters, alternatives and optional parts matches."""
    if found := re.search(r"\((?:\?:)?([^()]*)\)(\??)", pattern):
        chosen = [*found[1].split("|"), *([""] if found[2] else [])]
    elif "|" in pattern:
        yield from (word for each in pattern.split("|") for word in _spellings(each))
        return
    elif found := re.search(r"(\w)\?", pattern):
        chosen = [found[1], ""]
    else:
        yield pattern
        return
    for each in chosen:
        yield from _spellings(pattern[: found.start()] + each + pattern[found.end() :])


_LOOKED_BACK = 3
"""Number of declarations before an error that are searched for an open bracket."""


def _leaves_open(text: str) -> bool:
    """Whether there may be an open bracket; comments and texts are not recognised."""
    return sum(map(text.count, "([{")) > sum(map(text.count, ")]}"))


def _offset(failure: InputError) -> int:
    primary = failure.diagnostics[0].primary
    return -1 if primary is None else primary.span.start


def _at_end(failure: InputError, span: Span) -> bool:
    primary = failure.diagnostics[0].primary
    return primary is not None and primary.span.end >= _end(span).end


def _write_tables(paths: list[str]) -> None:
    """Write the stale tables of some grammars, whose parsers are beside them."""
    for path in paths:
        module = ".".join([*Path(path).with_name("parser").parts]).partition("src.")[2]
        grammar = import_module(module).GRAMMAR
        if grammar.write_table():
            print(f"wrote {grammar.table.name} of {module}")


if __name__ == "__main__":
    _write_tables(sys.argv[1:])
