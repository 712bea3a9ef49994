"""The common parts of questions: unknown inputs of an operation, and outcomes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Literal, get_args

from refute.frontend.node import Node, children
from refute.languages.fmsl import syntax
from refute.languages.fmsl.checking import wishes as wished
from refute.languages.fmsl.checking.query import Example, Query
from refute.languages.fmsl.interpret import OutOfEffort
from refute.languages.fmsl.symbolic.unknowns import Extent
from refute.languages.fmsl.typecheck import Signature
from refute.languages.fmsl.types import AnyType, ListOf, Named, Objects, Part, TupleOf, Type, Union
from refute.languages.fmsl.values import Value, show
from refute.record import record
from refute.report.outcome import Bindings, Block, Outcome, Verdict
from refute.source import Span
from refute.terms import Term, conjunction

NOT_REPLAYED = "values were found that do not replay"
FUNCTIONS = "functions of this file"
EXPRESSIONS = get_args(syntax.Expression)


@record
class Outcomes:
    """Makes the outcomes of one question."""

    query: Query
    question: str
    kind: str
    span: Span

    def confirmed(self, summary: str, *blocks: Block) -> Outcome:
        """It holds for all values."""
        return self._outcome(Verdict.CONFIRMED, summary, blocks)

    def passed(
        self, parts: Iterable[Part], summary: str, *blocks: Block, bound: str = ""
    ) -> Outcome:
        """No counterexample was found; it holds for all values if the types need no bound."""
        query = self.query
        lists = str(query.bounds) if is_bounded(query.checked.objects, parts) else ""
        functions = FUNCTIONS if query.unknowns.chose_functions else ""
        bound = "; ".join(filter(None, (lists, functions, bound)))
        if not bound:
            return self.confirmed(summary, *blocks)
        return self._outcome(Verdict.PASSED, summary, blocks, bound=bound)

    def refuted(self, summary: str, *blocks: Block) -> Outcome:
        """It does not hold, as the blocks show."""
        return self._outcome(Verdict.REFUTED, summary, blocks)

    def noted(self, summary: str, *blocks: Block) -> Outcome:
        """It does not quite hold, as the blocks show; this only deserves a note."""
        return self._outcome(Verdict.PASSED, summary, blocks, word="partly")

    def undecided(self, summary: str, reason: str, *blocks: Block) -> Outcome:
        """It is not known whether it holds, for a reason."""
        return self._outcome(Verdict.UNDECIDED, summary, blocks, reason=reason)

    def _outcome(
        self, verdict: Verdict, summary: str, blocks: tuple[Block, ...], **details: Any
    ) -> Outcome:
        """An outcome of this question; `details` are additional fields."""
        details |= {"statistics": {"queries": self.query.session.statistics.queries}}
        place = str(self.span)
        return Outcome(
            self.question, self.kind, verdict, summary, blocks=blocks, place=place, **details
        )


class OperationQuestion:
    """A question about one operation, with unknown inputs and a list of unknown `results`.

    There is one result for each of the `marks`, which distinguish the names of their unknowns.
    """

    def __init__(self, query: Query, signature: Signature, *marks: str) -> None:
        self.query = query
        self.signature = signature
        self.operation = query.checked.operation(signature.name)
        self.inputs = query.fresh(signature.inputs, Extent(query.bounds.size, functions=True))
        extent = Extent(query.bounds.outputs, nil=True, functions=True)
        self.results = [query.fresh(signature.outputs, extent, mark) for mark in marks]
        self.restrictions = query.restrictions(signature.inputs, self.inputs)
        self.before = conjunction(
            self.restrictions, query.holds(self.operation.precondition, self.inputs)
        )

    def outcomes(
        self, claim: str, kind: Literal["precondition", "postcondition", "body"]
    ) -> Outcomes:
        """The outcomes of the question whether a part of the operation is as claimed."""
        span: Span = getattr(self.operation, kind).span
        return Outcomes(self.query, f"{self.signature.name} {claim}", kind, span)

    def example(self, *conditions: Term) -> Example | None:
        """Simple inputs that satisfy conditions in addition to the precondition."""
        query, values = self.query, self.inputs.values()
        attempt = query.attempt(self.before, *conditions)
        from_file = list(wished.from_file(query, self.signature.inputs, self.inputs))
        named = wished.as_named(query, self.signature.inputs, self.inputs)
        return query.best(attempt, values, named=named, wishes=[*from_file, *wished.plain(values)])

    def named(self, example: Example) -> dict[str, Value]:
        """The inputs of an example by name."""
        return {name: example.value(value) for name, value in self.inputs.items()}

    def accepts(self, example: Example) -> bool:
        """Whether the interpreter confirms that the inputs meet the precondition."""
        condition = self.operation.precondition
        if condition is None or condition.formula is None:
            return True
        try:
            interpreter = self.query.interpreter(example)
            return interpreter.evaluate(condition.formula, self.named(example)) is True
        except OutOfEffort:
            return False


def bindings(title: str, values: Mapping[str, Value]) -> Bindings:
    """Names with their values, as they are written in the language."""
    return Bindings(title, tuple((name, show(value)) for name, value in values.items()))


def is_bounded(objects: Objects, parts: Iterable[Part]) -> bool:
    """Whether some values of the types exceed the bounds of the search."""
    return any(_grows(objects, part.type, frozenset()) for part in parts)


def _grows(objects: Objects, of: Type, within: frozenset[Type]) -> bool:
    """Whether a type contains lists, or itself."""
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


# Expressions and how they are written


def operands(expression: syntax.Expression) -> Iterator[syntax.Expression]:
    """The expressions in an expression that are outside of quantifiers and bindings."""
    pending: list[Node] = [expression]
    while pending:
        node = pending.pop()
        if isinstance(node, syntax.Bounded | syntax.Unbounded | syntax.Sequence):
            continue
        if isinstance(node, EXPRESSIONS):
            yield node
        pending.extend(reversed(list(children(node))))


def quantified(expression: syntax.Expression) -> Iterator[syntax.Bounded | syntax.Unbounded]:
    """The outermost quantifiers in an expression."""
    pending: list[Node] = [expression]
    while pending:
        node = pending.pop()
        if isinstance(node, syntax.Bounded | syntax.Unbounded):
            yield node
        elif not isinstance(node, syntax.Sequence):
            pending.extend(reversed(list(children(node))))


def text(node: Node) -> str:
    """A node as it is written, on one line."""
    return " ".join(node.span.text.split())


def bare(node: Node) -> str:
    """A node as it is written, without parentheses around it."""
    written = text(node)
    while written.startswith("(") and _closing(written) == len(written) - 1:
        written = written[1:-1].strip()
    return written


def _closing(written: str) -> int:
    """The index of the bracket that closes the first one."""
    open_ = 0
    for index, character in enumerate(written):
        open_ += (character == "(") - (character == ")")
        if open_ == 0:
            return index
    return -1
