"""What a language tells an editor about a text, valid or not: the part common to all languages."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from typing import Generic, Protocol, TypeVar

from refute.diagnostics import Diagnostic, InputError
from refute.frontend.nesting import nesting, unless_too_deep
from refute.frontend.node import Node
from refute.frontend.symbols import Symbols
from refute.record import record
from refute.source import Source, Span

Tree = TypeVar("Tree")

WIDEST_LINE = 100
"""Maximum length of a line produced by formatting."""


@dataclass(frozen=True)
class Lexicon:
    """The lexical syntax of a language: keywords, and patterns of comments and texts."""

    keywords: frozenset[str]
    comment: str
    text: str = r'"(?:\\.|[^"\\\n])*"'

    @cached_property
    def _pattern(self) -> re.Pattern[str]:
        return re.compile(
            rf"(?P<comment>{self.comment})|(?P<text>{self.text})"
            r"|(?P<word>#?[^\W\d][\w']*\??)|(?P<number>\d+)"
        )

    def scan(self, text: str) -> Iterator[tuple[str, int, int]]:
        """Yield the comments, texts, numbers and keywords of a text, each with start and end."""
        for found in self._pattern.finditer(text):
            kind, start, end = found.lastgroup or "", *found.span()
            if kind != "word":
                yield kind, start, end
            elif found.group() in self.keywords:
                yield "keyword", start, end
            elif found.group().rstrip("?") in self.keywords:
                yield "keyword", start, start + len(found.group().rstrip("?"))

    def comments(self, text: str) -> list[tuple[int, int]]:
        """The ranges of the comments in a text."""
        return [(start, end) for kind, start, end in self.scan(text) if kind == "comment"]


@record
class Question:
    """A part of a file that a command answers, such as a property for `check`."""

    command: str
    span: Span


@record
class Analysis:
    """The analysis of a text: all problems, and the symbols and questions that were found."""

    symbols: Symbols
    diagnostics: tuple[Diagnostic, ...] = ()
    questions: tuple[Question, ...] = ()
    items: tuple[int, ...] = ()


def _no_items(_tree: object, _source: Source) -> Iterable[int]:
    return ()


class Declarations(Protocol):
    """A tree that consists of declarations, some perhaps from other sources."""

    @property
    def declarations(self) -> Sequence[Node]:
        """The declarations, in order."""


def declared(tree: Declarations, source: Source) -> Iterator[int]:
    """The starts of the declarations in a source."""
    return (each.span.start for each in tree.declarations if each.span.source is source)


@record
class Editing(Generic[Tree]):
    """How the text of a language is analysed and formatted.

    `parse` and `parse_what_fits` return a tree, the latter without what has errors; both raise
    InputError. `examine` resolves the names of a tree and finds its errors, and `questions` lists
    the questions that it asks. `pieces` are the starts of parts of a text that can be formatted
    separately, with their formatted text; `items` are the starts of the top-level parts of a text
    that can be left out separately, such as declarations. A language may omit `items`.
    """

    lexicon: Lexicon
    parse: Callable[[Source], Tree]
    parse_what_fits: Callable[[Source], Tree]
    examine: Callable[[Tree, Source], tuple[Symbols, Iterable[Diagnostic]]]
    questions: Callable[[Tree], Iterable[Question]]
    pieces: Callable[[Tree, Source], Iterable[tuple[int, str]]]
    line_comment: str = "--"
    items: Callable[[Tree, Source], Iterable[int]] = _no_items

    def analyse(self, source: Source) -> Analysis:
        """Analyse a source."""
        wrong: list[Diagnostic] = []
        symbols = Symbols(source, self.line_comment)
        questions: tuple[Question, ...] = ()
        items: tuple[int, ...] = ()
        with suppress(InputError):
            try:
                tree = self.parse(source)
            except InputError as failure:
                wrong.extend(failure.diagnostics)
                tree = self.parse_what_fits(source)
            try:
                with nesting("F016", f"`{source.name}`"):
                    symbols, found = self.examine(tree, source)
                    found = tuple(found)
            except InputError as failure:
                found = failure.diagnostics
            # Other errors may follow from what could not be read.
            wrong = wrong or list(dict.fromkeys(found))
            questions = tuple(each for each in self.questions(tree) if each.span.source is source)
            items = tuple(sorted(self.items(tree, source)))
        return Analysis(symbols, tuple(wrong), questions, items)

    def formatted(self, source: Source) -> str:
        """The text in the standard layout, with all of its comments; InputError if it has errors.

        Only blanks and line breaks change. A part with comments in it stays as it is written; so
        does one that would lose line breaks or become too wide, and a text that is nested too
        deeply. The result is parsed: it has the same tree and the same comments.
        """
        with unless_too_deep():
            return self._laid_out(source)
        return source.text

    def _laid_out(self, source: Source) -> str:
        tree = self.parse(source)
        pieces = sorted(self.pieces(tree, source))
        limits = [*(start for start, _ in pieces[1:]), len(source.text)][: len(pieces)]
        written, done = [], 0
        for (start, shown), limit in zip(pieces, limits, strict=True):
            end = self._end(source.text, start, limit)
            if _is_improved(source.text[start:end], shown, self.lexicon):
                written += [source.text[done:start], shown]
                done = end
        laid_out = _tidied("".join([*written, source.text[done:]]))
        for text in (laid_out, _tidied(source.text)):
            if self._same(text, tree, source):
                return text
        return source.text

    def _end(self, text: str, start: int, limit: int) -> int:
        """The end of a piece, without the blanks and comments that follow it."""
        end = start + len(text[start:limit].rstrip())
        for first, last in reversed(self.lexicon.comments(text[start:end])):
            if start + last != end:
                break
            end = start + len(text[start : start + first].rstrip())
        return end

    def _same(self, text: str, tree: Tree, source: Source) -> bool:
        """Whether a text has the tree and the comments of a source."""
        try:
            again = self.parse(Source(source.name, text))
        except InputError:
            return False
        return again == tree and self._said(text) == self._said(source.text)

    def _said(self, text: str) -> list[str]:
        """The texts of the comments."""
        comments = (text[start:end] for start, end in self.lexicon.comments(text))
        return ["\n".join(map(str.strip, each.split("\n"))) for each in comments]


def _is_improved(written: str, shown: str, lexicon: Lexicon) -> bool:
    """Whether a part should be replaced by its formatted text."""
    if "".join(shown.split()) != "".join(written.split()):
        return False
    if shown.count("\n") < written.count("\n") or lexicon.comments(written):
        return False
    widest = max(map(len, shown.split("\n")))
    return widest <= max(WIDEST_LINE, *map(len, written.split("\n")))


def _tidied(text: str) -> str:
    """A text without trailing blanks, and with a line break at its end."""
    return "\n".join(map(str.rstrip, text.rstrip().split("\n"))) + "\n"
