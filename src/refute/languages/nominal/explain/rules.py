"""The names of rules, taken from a comment or from the constructor that they are about.

`% [T-App]` on the line before a clause, or after it on the same line, names the rule.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from refute.languages.nominal import core
from refute.languages.nominal.builtins import CONS, NIL, PAIR, unlisted
from refute.source import NO_SPAN, Span

_BEFORE = re.compile(r"^[ \t]*%\s*\[([^\[\]\n]+)\][^\n]*\n\s*\Z", re.MULTILINE)
_BEHIND = re.compile(r"[ \t]*\.?[ \t]*%\s*\[([^\[\]\n]+)\]")

_SPELLED = {CONS: "cons", NIL: "nil", PAIR: "pair"}


class RuleNames:
    """Finds the names of rules; the names for one predicate are distinct."""

    def __init__(self) -> None:
        self._names: dict[int, str] = {}

    def name(self, clause: core.Clause) -> str:
        """The name of a rule."""
        if id(clause) not in self._names:
            clauses = clause.predicate.clauses
            if not any(each is clause for each in clauses):
                clauses = [clause]
            made = zip(clauses, rule_names(clauses), strict=True)
            self._names.update((id(each), name) for each, name in made)
        return self._names[id(clause)]


def rule_names(clauses: Sequence[core.Clause]) -> list[str]:
    """A name for each clause of a predicate; names that would be equal are numbered."""
    subject = _subject(clauses)
    made = [written_name(each.span) or _made_name(each, subject) for each in clauses]
    often = Counter(made)
    seen: Counter[str] = Counter()
    names: list[str] = []
    for each in made:
        seen[each] += 1
        names.append(f"{each}-{seen[each]}" if often[each] > 1 else each)
    return names


def written_name(span: Span) -> str:
    """The name given by a comment before or after a clause; empty if there is none."""
    if span is NO_SPAN:
        return ""
    text = span.source.text
    found = _BEHIND.match(text, span.end) or _BEFORE.search(text[: span.start])
    return found[1].strip() if found else ""


def _subject(clauses: Sequence[core.Clause]) -> int | None:
    """The argument that tells clauses apart and is known in most of them; the first of several."""
    arity = len(clauses[0].arguments) if clauses else 0
    tops = [[_top(each.arguments[number]) for each in clauses] for number in range(arity)]
    known = [[each for each in column if each] for column in tops]
    scores = [(len(set(column)) > 1, len(column)) for column in known]
    best = max(scores, default=(False, 0))
    return scores.index(best) if best[1] else None


def _made_name(clause: core.Clause, subject: int | None) -> str:
    predicate = clause.predicate.name.rpartition(".")[2] or clause.predicate.name
    top = "" if subject is None else _top(clause.arguments[subject])
    return f"{predicate}-{top}" if top else predicate


def _top(term: core.Term) -> str:
    """The name of the constructor or literal at the top of a term; empty if it is unknown."""
    match unlisted(term):
        case core.Construct(symbol):
            return _SPELLED.get(symbol) or symbol.name.rpartition(".")[2] or symbol.name
        case core.Literal(value):
            return str(value)
        case core.Abstract(_, body):
            return _top(body)
        case _:
            return ""
