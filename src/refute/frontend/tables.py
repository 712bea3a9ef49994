"""Generates the table of a grammar with lark; needed only to change a grammar."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from typing import Any

from lark import Lark, Token
from lark.grammar import Rule as LarkRule
from lark.lark import PostLex
from lark.lexer import PatternStr, TerminalDef
from lark.parsers.lalr_analysis import Shift

from refute.frontend.lalr import Rule, Table, Terminal


def make_table(
    grammar: str, starts: Collection[str], *, contextual: bool = False, anywhere: Iterable[str] = ()
) -> Table:
    """Generate the table of a grammar; `contextual` and `anywhere` are as in Table."""
    names = tuple(anywhere)
    read = Lark(
        grammar, parser="lalr", maybe_placeholders=False, start=list(starts), postlex=_Kept(names)
    )
    terminals = sorted(
        read.terminals,
        key=lambda each: (
            -each.priority,
            -each.pattern.max_width,
            -len(each.pattern.value),
            each.name,
        ),
    )
    found: Any = read.parser
    states = found.parser._parse_table
    numbers = {state: number for number, state in enumerate(_in_order(states))}
    ordered = [sorted(states.states[each].items()) for each in numbers]
    reduced = dict.fromkeys(arg for row in ordered for _, (kind, arg) in row if kind != Shift)
    rules = {rule: ~number for number, rule in enumerate(reduced)}
    rows = [
        {str(name): (numbers if kind == Shift else rules)[arg] for name, (kind, arg) in row}
        for row in ordered
    ]
    different = list({tuple(row.items()): row for row in rows}.values())
    return Table(
        [Terminal(each.name, each.pattern.to_regexp(), _text(each)) for each in terminals],
        read.ignore_tokens,
        {each.name: words for each in terminals if (words := _words(each, terminals))},
        [_rule(each) for each in rules],
        different,
        [different.index(row) for row in rows],
        {
            each: (numbers[states.start_states[each]], numbers[states.end_states[each]])
            for each in starts
        },
        contextual,
        names,
    )


def _in_order(states: Any) -> list[Any]:
    """The states in the order in which they are reached; lark's numbers differ from run to run."""
    found = dict.fromkeys(states.start_states.values())
    waiting = list(found)
    for state in waiting:
        for _, (kind, arg) in sorted(states.states[state].items()):
            if kind == Shift and arg not in found:
                found[arg] = None
                waiting.append(arg)
    return waiting


class _Kept(PostLex):
    """Keeps terminals in the grammar that no rule uses."""

    def __init__(self, names: tuple[str, ...]) -> None:
        self.always_accept = names

    def process(self, stream: Iterator[Token]) -> Iterator[Token]:
        """The tokens, unchanged."""
        return stream


def _text(terminal: TerminalDef) -> str | None:
    return terminal.pattern.value if isinstance(terminal.pattern, PatternStr) else None


def _words(terminal: TerminalDef, terminals: Iterable[TerminalDef]) -> dict[str, str]:
    """The texts that match a terminal but belong to another one, as keywords match names."""
    if _text(terminal) is not None:
        return {}
    pattern = re.compile(terminal.pattern.to_regexp())
    fixed = {text: each for each in terminals if (text := _text(each)) is not None}
    return {
        text: each.name
        for text, each in fixed.items()
        if each.priority == terminal.priority
        and (match := pattern.match(text))
        and match.group() == text
    }


def _rule(rule: LarkRule) -> Rule:
    options: Any = rule.options
    parts = enumerate(rule.expansion)
    kept = [n for n, part in parts if options.keep_all_tokens or not _is_left_out(part)]
    origin = str(rule.origin.name)
    return Rule(
        origin,
        "" if origin.startswith("_") else str(rule.alias or origin),
        len(rule.expansion),
        kept,
        bool(options.expand1 and not rule.alias),
    )


def _is_left_out(part: Any) -> bool:
    return bool(part.is_term and part.filter_out)
