"""Lark grammars as languages use them.

The tables of a grammar are made ahead of time (`make tables`) and shipped beside it, because
making them takes longer than reading most files. A table knows which grammar and which lark it
was made for; one that is missing or stale is not used, and the grammar is read instead. Nothing
is written when a language is used.

What does not fit the grammar is said as diagnostics. Reading goes on behind a declaration with an
error, as if it were not there, so that independent errors are found in one run.
"""

from __future__ import annotations

import itertools
import json
import re
import sys
import zlib
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from typing import Any, Literal

import lark
from lark import Lark, Token, Transformer, Tree
from lark.exceptions import UnexpectedCharacters, UnexpectedToken, VisitError
from lark.indenter import DedentError
from lark.lark import PostLex
from lark.lexer import TerminalDef

from refute.diagnostics import MOST_ERRORS, InputError, Unfinished, error
from refute.files import write_bytes
from refute.frontend.mistakes import Mistakes
from refute.frontend.nesting import DEEPEST, depth, nesting, too_deep
from refute.record import record
from refute.source import Source, Span

_FEW = 4
"""Maximum number of tokens that are named as expected."""

_OPENING = {")": "(", "]": "[", "}": "{"}

NAMED = {"INTEGER": "an expression", "NAME": "a name", "LOWER": "a name", "$END": "the end"}
"""What terminals are called in every language that has them."""


@record
class Wording:
    """How a language words what its grammar does not take.

    `readable` lists the terminals worth expecting, most helpful first. They are shown as they are
    written, but for those that are `named`. `implied` are not shown beside "an expression", and
    neither that nor those where the terminal `infix` is accepted, behind an operand. `misplaced`
    says what a token means where it cannot stand, if its text does not; `early` are the tokens
    that say that the text ended.
    """

    code: str
    readable: str
    named: Mapping[str, str] = field(default_factory=dict)
    implied: Collection[str] = ()
    infix: str = ""
    misplaced: Mapping[str, str] = field(default_factory=dict)
    early: Collection[str] = ("$END",)

    @contextmanager
    def about(
        self, text: Span, mistakes: Mistakes, terminals: Iterable[TerminalDef]
    ) -> Iterator[None]:
        """Turns what lark says of a text into InputErrors, with advice about known mistakes."""
        try:
            yield
        except UnexpectedCharacters as failure:
            raise self._unexpected_character(failure, text, mistakes) from None
        except UnexpectedToken as failure:
            wanted = self._wanted(failure.accepts or failure.expected, terminals)
            raise self._unexpected_token(failure, wanted, text, mistakes) from None
        except VisitError as failure:
            if isinstance(failure.orig_exc, InputError | RecursionError):
                raise failure.orig_exc from None
            raise

    def _unexpected_character(
        self, failure: UnexpectedCharacters, text: Span, mistakes: Mistakes
    ) -> InputError:
        start = text.start + (failure.pos_in_stream or 0)
        span = text.source.span(start, start + 1)
        advice = mistakes.advice_at(text.source.text, start)
        if not advice and span.text in {'"', "'"}:
            advice = f"a text ends with {span.text} in the line in which it begins"
        elif not advice and span.text.isdigit():
            advice = "write a blank between a number and a word"
        return InputError([error(self.code, f"unexpected `{span.text}`", span, advice=advice)])

    def _unexpected_token(
        self, failure: UnexpectedToken, wanted: str, text: Span, mistakes: Mistakes
    ) -> InputError:
        token = failure.token
        ended = token.type == "$END"
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
        if not advice and token in _OPENING and failure.interactive_parser is not None:
            advice = _about_closing(token, failure.interactive_parser)
        return kind([error(self.code, message, span, advice=advice)])

    def _wanted(self, expected: Collection[str], terminals: Iterable[TerminalDef]) -> str:
        fixed = {each.name: each.pattern.value for each in terminals if each.pattern.type == "str"}
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


def _about_closing(token: Token, parser: Any) -> str:
    """What to do about a bracket that cannot stand where it does."""
    for each in reversed(parser.parser_state.value_stack):
        if each in _OPENING.values():
            return f"first close the `{each}` before it"
        if each in _OPENING:
            break
    opening = _OPENING[token]
    return f"`{token}` closes nothing: leave it out, or write the `{opening}` that it closes"


def _after(failure: UnexpectedToken) -> str:
    """The token before the unexpected one, where the parser still has it."""
    state = getattr(failure.interactive_parser, "parser_state", None)
    last = state.value_stack[-1] if state is not None and state.value_stack else None
    while isinstance(last, Tree) and last.data.startswith("_") and last.children:
        last = last.children[-1]  # a rule that leaves no node is as good as its last token
    text = last.strip() if isinstance(last, Token) else ""
    return f" after `{text}`" if 0 < len(text) < 40 else ""


def _end(text: Span) -> Span:
    """The last character that can be seen."""
    end = max(1, text.start + len(text.text.rstrip()))
    return text.source.span(end - 1, end)


def _first_line(token: Token, text: Span) -> Span:
    start = text.start + (token.start_pos or 0)
    end = text.start + (token.end_pos or 0)
    line_end = text.source.text.find("\n", start, end)
    return text.source.span(start, max(start + 1, end if line_end < 0 else line_end))


def blank(text: str, begin: int, end: int) -> str:
    """Blanks for a stretch of a text, with its line ends."""
    return re.sub(r"[^\n]", " ", text[begin:end])


@dataclass(eq=False, slots=True)
class Grammar:
    """The grammar in a file, and how a tree of nodes is made of a text.

    `build` makes the transformer for a source whose text begins at an offset. `declaration` is a
    regular expression whose group `start` matches where a declaration begins; comments, which it
    must match as well, are no beginnings. `deep_code` is the code of the error that a text is
    nested too deeply, and `deep_advice` says what to do about it. `without` gives the text that
    stands for a declaration with an error, as long as that is.
    """

    path: Path
    wording: Wording
    build: Callable[[Source, int], Transformer[Token, Any]]
    deep_code: str
    declaration: str = ""
    lexer: Literal["basic", "contextual"] = "basic"
    postlex: PostLex | None = None
    starts: tuple[str, ...] = ("start",)
    deep_advice: str = ""
    without: Callable[[str, int, int], str] = blank
    _lark: Lark | None = None

    def parse(self, text: Span, start: str = "start", ending: str = "") -> Any:
        """What a text means, or an InputError with everything that is wrong in it.

        `ending` is read behind the text.
        """
        try:
            return self._parse(text, text.text + ending, start)
        except InputError as failure:
            found, _ = self._recover(failure, text, start, ending)
            if len(found) == 1:
                raise
            raise InputError(each for one in found for each in one.diagnostics) from None

    def parse_what_fits(self, text: Span, start: str = "start", ending: str = "") -> Any:
        """What a text means without the declarations that have errors, or an InputError."""
        try:
            return self._parse(text, text.text + ending, start)
        except InputError as failure:
            _, rest = self._recover(failure, text, start, ending)
            if rest is None:
                return self._parse(text, self._fitting(text) + ending, start)
            return rest

    def _fitting(self, text: Span) -> str:
        """A text with blanks for each declaration that has errors by itself."""
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
        about = self.wording.about(span, mistakes, self.lark.terminals)
        with nesting(self.deep_code, f"`{source.name}`"), about:
            tree: Any = self.lark.parse(text, start=start)
            if depth(tree) > DEEPEST:
                raise too_deep(self.deep_code, f"`{source.name}`", None, self.deep_advice)
            return self.build(source, span.start).transform(tree)

    def _recover(
        self, failure: InputError, span: Span, start: str, ending: str
    ) -> tuple[list[InputError], Any]:
        """All errors, and what the text means without them, None when there is no telling.

        Each declaration with an error is blanked out in turn.

        An error where a declaration begins belongs to the one before it; one that is still there
        without that follows from it, and is not reported. Nor is one in what was blanked out, nor
        that the text ends too early.
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
            end = min((each for each in starts if each >= before), default=len(text))
            text = text[:begin] + self.without(text, begin, end) + text[end:]
            replaced.append(range(begin, end))
            last = offset
            try:
                return found, self._parse(span, text + ending, start)
            except DedentError:
                break
            except InputError as another:
                if isinstance(another, Unfinished) and _at_end(another, span):
                    break
                failure = another
            here = _offset(failure) - span.start
            if here != last:
                if any(here in each for each in replaced):
                    break  # what stands there is ours
                found.append(failure)
        return found, None

    def _declarations(self, span: Span) -> list[int]:
        """The offsets at which declarations begin."""
        if not self.declaration:
            return []
        found = re.compile(self.declaration, re.MULTILINE).finditer(
            span.source.text, span.start, span.end
        )
        return [each.start("start") for each in found if each["start"] is not None]

    def keywords(self) -> frozenset[str]:
        """The words of the grammar in all their spellings; abbreviations are some of them."""
        patterns = (_ASSERTION.sub("", each.pattern.value) for each in self.lark.terminals)
        spelled = (word for each in patterns if "[" not in each for word in _spellings(each))
        return frozenset(filter(_WORD.fullmatch, spelled))

    # Tables

    @property
    def lark(self) -> Lark:
        """The parser, from its table where that is fresh."""
        if self._lark is None:
            self._lark = self._from_table() or self._from_grammar()
        return self._lark

    @property
    def table(self) -> Path:
        """Where the table is shipped."""
        return self.path.with_suffix(".table")

    def has_fresh_table(self) -> bool:
        """Whether the table was made for the grammar as it is."""
        return self._from_table() is not None

    def write_table(self) -> bool:
        """Write the table if it is stale; whether it was."""
        if self.has_fresh_table():
            return False
        data, memo = self._from_grammar().memo_serialize(
            [lark.lexer.TerminalDef, lark.grammar.Rule]
        )
        data["options"] = {**data["options"], "postlex": None}
        content = {"made for": self._identity(), "data": data, "memo": memo}
        write_bytes(self.table, zlib.compress(json.dumps(content).encode(), 9))
        return True

    def _identity(self) -> str:
        """What a table depends on."""
        parts = (lark.__version__, self.lexer, *self.starts, self.path.read_text("utf-8"))
        return sha256("\0".join(parts).encode()).hexdigest()

    def _from_grammar(self) -> Lark:
        return Lark(
            self.path.read_text("utf-8"),
            parser="lalr",
            lexer=self.lexer,
            postlex=self.postlex,
            maybe_placeholders=False,
            start=list(self.starts),
        )

    def _from_table(self) -> Lark | None:
        try:
            content = json.loads(zlib.decompress(self.table.read_bytes()))
            if content["made for"] != self._identity():
                return None
        except (OSError, ValueError, KeyError, zlib.error):
            return None
        data, tables = content["data"], content["data"]["parser"]["parser"]
        data["options"]["postlex"] = self.postlex
        tables["tokens"] = _numbered(tables["tokens"])
        tables["states"] = {
            state: _numbered(row) for state, row in _numbered(tables["states"]).items()
        }
        return Lark.load({"data": data, "memo": _numbered(content["memo"])})


_ASSERTION = re.compile(r"\(\?<?[!=](?:\\.|[^()\[\]\\]|\[[^\]]*\]|\([^()]*\))*\)|\\b|\\s\*[:;]")
"""What a pattern says about the text around a word."""

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


def _numbered(table: Mapping[str, Any]) -> dict[int, Any]:
    """A table whose keys are numbers again, which JSON writes as texts."""
    return {int(key): value for key, value in table.items()}


def _offset(failure: InputError) -> int:
    primary = failure.diagnostics[0].primary
    return -1 if primary is None else primary.span.start


def _at_end(failure: InputError, span: Span) -> bool:
    primary = failure.diagnostics[0].primary
    return primary is not None and primary.span.end >= _end(span).end


def _write_tables(paths: list[str]) -> None:
    """Write the stale ones of the tables of some grammars, whose parsers are found beside them."""
    for path in paths:
        module = ".".join([*Path(path).with_name("parser").parts]).partition("src.")[2]
        grammar = import_module(module).GRAMMAR
        if grammar.write_table():
            print(f"wrote {grammar.table.name} of {module}")


if __name__ == "__main__":
    _write_tables(sys.argv[1:])
