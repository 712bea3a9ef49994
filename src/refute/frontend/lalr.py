"""A table-driven LALR(1) parser.

Tables are generated from grammars in advance (tables.py). A rule calls the method of a builder that
has its name, or its alias, with the values of its parts; there is no parse tree in between. What a
name, an alias, `?`, `!` and `_` mean for these values is as in lark's grammars: tokens that occur
only in quotes are left out, a rule `_x` passes its parts to the rule around it, and a rule `?x`
with one part is that part.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

from refute.diagnostics import InputError
from refute.record import record

END = "$END"


class Token(str):
    """A token with its terminal and position; lines and columns count from 1. A tab reaches up to
    the next multiple of eight columns."""

    __slots__ = ("column", "end", "end_line", "line", "start", "type")

    type: str
    start: int
    end: int
    line: int
    column: int
    end_line: int

    @classmethod
    def at(cls, text: str, kind: str, start: int, line: int, column: int) -> Token:
        """The token of a kind with this text at this position."""
        token = cls(text)
        token.type, token.start, token.end = kind, start, start + len(text)
        token.line, token.column, token.end_line = line, column, line + text.count("\n")
        return token

    def retyped(self, kind: str, text: str = "") -> Token:
        """A token of another kind at the same position."""
        token = Token(text)
        token.type, token.start, token.end = kind, self.start, self.end
        token.line, token.column, token.end_line = self.line, self.column, self.end_line
        return token


Relex: TypeAlias = Callable[[Iterator[Token]], Iterator[Token]]


class UnexpectedCharacter(Exception):
    """No terminal matches at this offset of the text."""

    def __init__(self, offset: int) -> None:
        super().__init__(offset)
        self.offset = offset


class UnexpectedToken(Exception):
    """A token that does not fit; `accepted` are the terminals that would, after these values."""

    def __init__(self, token: Token, accepted: frozenset[str], values: Sequence[Any]) -> None:
        super().__init__(token)
        self.token = token
        self.accepted = accepted
        self.values = values


class UnevenIndentation(Exception):
    """A line ends a block that was never opened."""


class Parts(list[Any]):
    """The values of a rule `_x`, which are passed to the rule around it."""


class Terminal(NamedTuple):
    """A terminal, the regular expression that it matches, and its text if that is fixed."""

    name: str
    pattern: str
    text: str | None


class Rule(NamedTuple):
    """A rule of a grammar.

    `action` is the name of the method that it calls; a rule `_x` has none. `kept` are the positions
    of the parts that become its values. `single` means that one value stands for the whole.
    """

    origin: str
    action: str
    length: int
    kept: Sequence[int]
    single: bool


@record
class Table:
    """A grammar as a table for the parser.

    `terminals` are in the order in which they are tried. `words` are the texts that match one
    terminal but mean another. Each of the `rows` gives the action for each terminal, a number for
    the state to go to or its complement for a rule to reduce by, and the state after each rule;
    states with the same row share it. `starts` are the first and the last state of each start rule.
    The terminals that may be `anywhere` need no rule. If lexing is `contextual`, only these and the
    ones that a state accepts are recognised.
    """

    terminals: Sequence[Terminal]
    ignored: Sequence[str]
    words: Mapping[str, Mapping[str, str]]
    rules: Sequence[Rule]
    rows: Sequence[Mapping[str, int]]
    states: Sequence[int]
    starts: Mapping[str, tuple[int, int]]
    contextual: bool = False
    anywhere: Sequence[str] = ()


class Parser:
    """Parses texts with a table."""

    def __init__(self, table: Table) -> None:
        self.terminals = table.terminals
        self._table = table
        self._rows = [table.rows[each] for each in table.states]
        self._ignored = frozenset(table.ignored)
        self._always = self._ignored | {*table.anywhere}
        self._scan = self._scanner([each.name for each in table.terminals])
        self._scanners: dict[int, re.Pattern[str]] = {}

    def parse(self, text: str, start: str, builder: object, relex: Relex) -> tuple[Any, int]:
        """The result of a builder for a text, and the nesting depth of the text."""
        begin, end = self._table.starts[start]
        reading = _Reading(self._rows, self._table.rules, begin, builder)
        last = Token.at("", END, 0, 1, 1)
        for token in relex(self._tokens(text, reading.states)):
            reading.shift(token)
            last = token
        reading.reduce(last.retyped(END), end)
        if reading.failure is not None:
            raise reading.failure
        return reading.values[-1], reading.depths[-1]

    # Lexing

    def _tokens(self, text: str, states: list[int]) -> Iterator[Token]:
        """The tokens of a text; which ones are recognised may depend on the parser's state."""
        offset, line, line_start, has_tabs = 0, 1, 0, "\t" in text
        while offset < len(text):
            kind, found = self._next(text, offset, states[-1])
            if kind not in self._ignored:
                column = offset - line_start
                if has_tabs:
                    column = len(text[line_start:offset].expandtabs())
                yield Token.at(found, kind, offset, line, column + 1)
            if "\n" in found:
                line += found.count("\n")
                line_start = offset + found.rindex("\n") + 1
            offset += len(found)

    def _next(self, text: str, offset: int, state: int) -> tuple[str, str]:
        """The next terminal and its text.

        If the first of all terminals that match is allowed, it is also the first of the allowed
        ones that match; only if it is not are these tried alone. If none of them matches, the
        parser will report the one that is not allowed.
        """
        found = self._scan.match(text, offset)
        if self._table.contextual and not (found and self._accepts(state, found.lastgroup)):
            found = self._scanner_of(state).match(text, offset) or found
        if found is None or found.lastgroup is None:
            raise UnexpectedCharacter(offset)
        kind, word = found.lastgroup, found.group()
        own = self._table.words.get(kind, {}).get(word, kind)
        return own if self._accepts(state, own) else kind, word

    def _accepts(self, state: int, kind: str | None) -> bool:
        """Whether a terminal is accepted in a state."""
        if not self._table.contextual:
            return True
        return kind in self._rows[state] or kind in self._always

    def _scanner_of(self, state: int) -> re.Pattern[str]:
        scanner = self._scanners.get(self._table.states[state])
        if scanner is None:
            scanner = self._scanner(self._always.union(self._rows[state]))
            self._scanners[self._table.states[state]] = scanner
        return scanner

    def _scanner(self, wanted: Sequence[str] | frozenset[str]) -> re.Pattern[str]:
        """One regular expression for some terminals, without those that are words of others."""
        words = self._table.words
        hidden = {each for name in wanted for each in words.get(name, {}).values()}
        tried = (
            f"(?P<{each.name}>{each.pattern})"
            for each in self._table.terminals
            if each.name in wanted and each.name not in hidden
        )
        return re.compile("|".join(tried))


class _Reading:
    """The stacks of a parser: its states, the values, and their nesting depths."""

    __slots__ = ("_builder", "_rows", "_rules", "depths", "failure", "states", "values")

    def __init__(
        self,
        rows: Sequence[Mapping[str, int]],
        rules: Sequence[Rule],
        state: int,
        builder: object,
    ) -> None:
        self._rows, self._rules = rows, rules
        self._builder = builder
        self.states = [state]
        self.values: list[Any] = []
        self.depths: list[int] = []
        self.failure: InputError | None = None

    def shift(self, token: Token) -> None:
        """Take a token, after all rules that end before it."""
        self.states.append(self.reduce(token))
        self.values.append(token)
        self.depths.append(1)

    def reduce(self, token: Token, end: int = -1) -> int:
        """Reduce by all rules that end before a token; returns the next state, or the end."""
        states, kind = self.states, token.type
        while states[-1] != end:
            action = self._rows[states[-1]].get(kind)
            if action is None:
                raise UnexpectedToken(token, self._accepted(), self.values)
            if action >= 0:
                return action
            self._reduce_by(~action)
        return end

    def _reduce_by(self, number: int) -> None:
        rule = self._rules[number]
        states, values, depths = self.states, self.values, self.depths
        passes_on = rule.length == 1 and rule.single and rule.action and rule.kept
        if passes_on and not isinstance(values[-1], Parts):  # as most do: a level of precedence
            del states[-1]
            states.append(self._rows[states[-1]][rule.origin])
            return
        start = len(values) - rule.length
        parts, depth = Parts(), 0
        for position in rule.kept:
            part = values[start + position]
            depth = max(depth, depths[start + position])
            if not isinstance(part, Parts):
                parts.append(part)
            elif parts:
                parts += part
            else:
                parts = part  # so that long lists are not copied again and again
        del states[len(states) - rule.length :], values[start:], depths[start:]
        states.append(self._rows[states[-1]][rule.origin])
        if not rule.action:
            values.append(parts)
        elif rule.single and len(parts) == 1:
            values.append(parts[0])
        else:
            depth += 1
            values.append(self._built(rule.action, list(parts)))
        depths.append(depth)

    def _built(self, action: str, parts: list[Any]) -> Any:
        """The builder's result; None after a failure, since the values may not even fit."""
        if self.failure is not None:
            return None
        try:
            return getattr(self._builder, action)(parts)
        except InputError as failure:
            self.failure = failure
            return None

    def _accepted(self) -> frozenset[str]:
        """The terminals that fit next, or the ones of the state if that leaves none."""
        known = [each for each in self._rows[self.states[-1]] if each.isupper()]
        fitting = frozenset(each for each in known if self._fits(each))
        return fitting or frozenset(known)

    def _fits(self, kind: str) -> bool:
        """Whether a terminal would be accepted, after all rules that end before it."""
        states = list(self.states)
        while True:
            row = self._rows[states[-1]]
            action = row.get(kind)
            if action is None:
                return kind == END and not row  # the last state
            if action >= 0:
                return True
            rule = self._rules[~action]
            del states[len(states) - rule.length :]
            states.append(self._rows[states[-1]][rule.origin])
