"""Definite clause grammar rules, `head --> body`, read as clauses with two additional lists."""

from __future__ import annotations

from itertools import count

from refute.languages.nominal import syntax
from refute.languages.nominal.expressions import ITEM, read_operand, read_term
from refute.languages.nominal.tokenstream import TokenStream


def read_grammar_rule(stream: TokenStream) -> syntax.Clause | None:
    """Read a grammar rule, if one is next; otherwise read nothing."""
    if not _is_rule(stream):
        return None
    start = stream.current.span
    head = read_operand(stream)
    if not isinstance(head, syntax.Apply):
        raise stream.unexpected("the name of a nonterminal before `-->`")
    stream.expect("-->")
    rule = _Rule()
    before, after = rule.position(), rule.position()
    body = rule.alternatives(stream, before, after)
    conclusion = _with(head, before, after)
    return syntax.Clause(
        syntax.Implies(body, conclusion, span=stream.since(start)), span=stream.since(start)
    )


def _is_rule(stream: TokenStream) -> bool:
    """Whether `-->` comes before the end of this declaration."""
    distance = 0
    while True:
        token = stream.ahead(distance)
        if token.kind == "end" or (token.kind == "mark" and token.text in {".", ":-"}):
            return False
        if token.kind == "operator" and token.text == "-->":
            return True
        distance += 1


def _with(call: syntax.Apply, before: syntax.Apply, after: syntax.Apply) -> syntax.Apply:
    return syntax.Apply(call.head, (*call.arguments, before, after), span=call.span)


class _Rule:
    """Translates the body of one rule; each position in the text is a variable."""

    def __init__(self) -> None:
        self._numbers = count()

    def position(self) -> syntax.Apply:
        """A new variable."""
        return syntax.Apply((f"_Text{next(self._numbers)}",))

    def alternatives(
        self, stream: TokenStream, before: syntax.Apply, after: syntax.Apply
    ) -> syntax.Preterm:
        """`body ; body`."""
        left = self._steps(stream, before, after)
        if stream.take_if(";"):
            right = self.alternatives(stream, before, after)
            return syntax.Either(left, right, span=left.span.to(right.span))
        return left

    def _steps(
        self, stream: TokenStream, before: syntax.Apply, after: syntax.Apply
    ) -> syntax.Preterm:
        """`body , body`."""
        steps: list[syntax.Preterm] = []
        while True:
            middle = self.position()
            place = stream.place
            step = self._step(stream, before, middle)
            if not stream.take_if(","):
                stream.place = place
                steps.append(self._step(stream, before, after))
                break
            steps.append(step)
            before = middle
        return steps[0] if len(steps) == 1 else syntax.Sequence(tuple(steps), span=steps[0].span)

    def _step(
        self, stream: TokenStream, before: syntax.Apply, after: syntax.Apply
    ) -> syntax.Preterm:
        token = stream.current
        if stream.take_if("("):
            inner = self.alternatives(stream, before, after)
            stream.expect(")")
            return inner
        if stream.take_if("{"):
            goal = read_term(stream)
            stream.expect("}")
            same = syntax.Relation("=", before, after, span=token.span)
            return syntax.Sequence((same, goal), span=token.span)
        if token.kind in {"char", "string"} or stream.at("["):
            return _terminal(read_term(stream, ITEM), before, after)
        call = read_operand(stream)
        if not isinstance(call, syntax.Apply):
            raise stream.unexpected("a nonterminal, a character, a string or `{goal}`")
        return _with(call, before, after)


def _terminal(text: syntax.Preterm, before: syntax.Apply, after: syntax.Apply) -> syntax.Preterm:
    """An equation: `before` is the text followed by `after`."""
    items: tuple[syntax.Preterm, ...]
    match text:
        case syntax.Text(value):
            items = tuple(syntax.Literal(char, span=text.span) for char in value)
        case syntax.ListOf(items, None):
            pass
        case _:
            items = (text,)
    following = syntax.ListOf(items, after, span=text.span) if items else after
    return syntax.Relation("=", before, following, span=text.span)
