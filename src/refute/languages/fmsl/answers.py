"""Outcomes of questions to the solver, all made in the same way."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from refute.languages.fmsl.concrete import show
from refute.languages.fmsl.inquiry import Inquiry
from refute.languages.fmsl.types import AnyType, ListOf, Named, Objects, Part, TupleOf, Type, Union
from refute.languages.fmsl.values import Value
from refute.report.outcome import Bindings, Block, Outcome, Verdict
from refute.source import Span


@dataclass(frozen=True, slots=True)
class Answers:
    """Makes the outcomes of one question."""

    question: str
    kind: str
    span: Span

    def confirmed(self, inquiry: Inquiry, summary: str, *blocks: Block) -> Outcome:
        """It is so, for all values."""
        return self._made(inquiry, Verdict.CONFIRMED, summary, blocks)

    def passed(
        self,
        inquiry: Inquiry,
        parts: Iterable[Part],
        summary: str,
        *blocks: Block,
        bound: str = "",
    ) -> Outcome:
        """Nothing speaks against it; for all values if no bound was needed for the types."""
        lists = str(inquiry.bounds) if is_bounded(inquiry.checked.objects, parts) else ""
        bound = "; ".join(filter(None, (lists, bound)))
        if not bound:
            return self.confirmed(inquiry, summary, *blocks)
        return self._made(inquiry, Verdict.PASSED, summary, blocks, bound=bound)

    def refuted(self, inquiry: Inquiry, summary: str, *blocks: Block, bound: str = "") -> Outcome:
        """It is not so, as the blocks show."""
        return self._made(inquiry, Verdict.REFUTED, summary, blocks, bound=bound)

    def undecided(self, inquiry: Inquiry, summary: str, reason: str, *blocks: Block) -> Outcome:
        """Nobody knows, for a reason."""
        return self._made(inquiry, Verdict.UNDECIDED, summary, blocks, reason=reason)

    def _made(
        self,
        inquiry: Inquiry,
        verdict: Verdict,
        summary: str,
        blocks: Sequence[Block],
        bound: str = "",
        reason: str = "",
    ) -> Outcome:
        return Outcome(
            self.question,
            self.kind,
            verdict,
            summary,
            bound=bound,
            reason=reason,
            blocks=tuple(blocks),
            statistics=inquiry.statistics,
            place=str(self.span),
            seconds=inquiry.seconds,
        )


def bindings(title: str, values: Mapping[str, Value]) -> Bindings:
    """Names with their values, as one writes them."""
    return Bindings(title, tuple((name, show(value)) for name, value in values.items()))


def is_bounded(objects: Objects, parts: Iterable[Part]) -> bool:
    """Whether some values of the types are larger than those that are looked at."""
    return any(_grows(objects, part.type, frozenset()) for part in parts)


def _grows(objects: Objects, of: Type, within: frozenset[Type]) -> bool:
    """Whether a type has lists in it, or itself."""
    if of in within:
        return True
    within |= {of} if isinstance(of, Named) else set()
    match objects.structure(of):
        case ListOf() | AnyType():
            return True
        case TupleOf(parts) | Union(parts):
            return any(_grows(objects, each.type, within) for each in parts)
        case _:
            return False
