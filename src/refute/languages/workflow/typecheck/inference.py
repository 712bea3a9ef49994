"""The basis of type inference: unification, requirements, patterns, symbols, diagnostics."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence

from refute.diagnostics import Label
from refute.frontend.problems import Problems
from refute.frontend.symbols import Symbol, Symbols, word
from refute.frontend.unify import Made, Mismatch, Unknown, resolve, unify
from refute.languages.workflow import syntax, types
from refute.languages.workflow.declared import MISTAKES, DeclaredTypes
from refute.languages.workflow.names import Names
from refute.languages.workflow.show import show_type
from refute.languages.workflow.syntax import Expression, Pattern, Type
from refute.languages.workflow.typecheck.scope import Local, Scope
from refute.languages.workflow.types import Inferred
from refute.source import Source, Span

INT, BOOL, STRING, UNIT = (Made(name) for name in ("Int", "Bool", "String", "Unit"))
DECIMAL = Made("Decimal")

_KINDS: dict[str, tuple[Callable[[Type], bool], str]] = {
    "basic": (types.is_basic, "only values without functions, tasks and references"),
    "observable": (types.is_observable, "only values without functions and tasks"),
    "ordered": (
        lambda shape: shape in (syntax.INT, syntax.DECIMAL, syntax.STRING),
        "only Int, Decimal and String",
    ),
    "number": (lambda shape: shape in (syntax.INT, syntax.DECIMAL), "only Int and Decimal"),
    "sequence": (
        lambda shape: shape == syntax.STRING or shape.name == syntax.LIST,
        "only lists and String",
    ),
}
"""What can be required of a type, and the words for it."""

_DEFAULTS = {"ordered": INT, "number": INT, "sequence": Made(syntax.LIST, (UNIT,))}


class Inference(ABC):
    """Collects types and diagnostics; continues after an error."""

    def __init__(self, source: Source) -> None:
        self.symbols = Symbols(source, "--")
        self._names = Names(self.symbols)
        self.types: dict[int, Inferred] = {}
        self.problems = Problems(MISTAKES)
        self._required: list[tuple[Inferred, str, Span]] = []
        self._in_claim = False
        self.declared = DeclaredTypes((), self.problems)
        self.compared: dict[str, Inferred] = {}
        self.made: dict[str, list[syntax.Definition]] = {}
        self.instances: dict[int, str] = {}
        self.modules: dict[str, Symbol] = {}
        self.doubtful: Mapping[str, Sequence[str]] = {}
        self.own: frozenset[str] = frozenset()
        """The definitions of the file, above or below."""
        self._depth = 0

    def close(self, shape: Inferred) -> Type:
        """The final type once inference is done."""
        return self.declared.resolve(types.close(shape))

    def written(self, shape: Type) -> Inferred:
        """A written type for inference."""
        self._names.types(shape)
        return types.inferred(self.declared.resolve(shape))

    def _symbol(self, name: str, span: Span, kind: str, scope: Span, shape: Inferred) -> Symbol:
        return self.symbols.define(
            name, span, kind, scope, lambda: show_type(types.describe(shape))
        )

    def declare(self, declared: dict[str, syntax.NamePattern], name: syntax.NamePattern) -> None:
        """Declare a name at the top of the file; a second declaration is TH014."""
        before = declared.setdefault(name.name, name)
        if before is not name:
            message, first = f"`{name.name}` is declared twice", Label(before.span, "here first")
            self.problems.error("TH014", message, name.span, also=first)

    def settle(self) -> None:
        """Check the requirements on types, now that they are known (TH012, TH013)."""
        for shape, kind, _ in self._required:
            if isinstance(prune := resolve(shape), Unknown) and kind in _DEFAULTS:
                unify(prune, _DEFAULTS[kind])
        for shape, kind, span in self._required:
            fits, allowed = _KINDS[kind]
            closed = self.close(shape)
            if not fits(closed):
                code = "TH013" if kind in _DEFAULTS else "TH012"
                label = f"this is {show_type(closed)}"
                joins = kind == "number" and _KINDS["sequence"][0](closed)
                advice = "to join texts or lists, write `++`" if joins else ""
                self.problems.error(code, f"{allowed} are allowed here", span, label, advice)

    def require(self, shape: Inferred, kind: str, span: Span) -> None:
        """Require that a type is of a kind, to be checked later."""
        self._required.append((shape, kind, span))

    def expect(self, expression: Expression, wanted: Inferred, names: Scope) -> None:
        """Require that an expression has a type (TH010)."""
        match expression, resolve(wanted):
            case syntax.Lambda(), Made(syntax.ARROW, (given, result)):
                self._expect_function(expression, given, result, names)
                return
        found = self.infer(expression, names)
        try:
            unify(wanted, found)
        except Mismatch:
            expected, actual = (show_type(types.describe(each)) for each in (wanted, found))
            message = f"expected {expected}, found {actual}"
            self.problems.error(
                "TH010",
                message,
                expression.span,
                f"this is {actual}",
                _advice(expression, wanted, found),
            )

    def _expect_function(
        self, function: syntax.Lambda, given: Inferred, result: Inferred, names: Scope
    ) -> None:
        """Check a function whose argument is known, so that errors are reported inside it."""
        self._check_distinct((function.parameter,))
        bound = dict(names)
        self._unify(given, self.bind(function.parameter, bound, function.body.span), function.span)
        self.expect(function.body, result, bound)

    def _unify(self, wanted: Inferred, found: Inferred, span: Span) -> None:
        try:
            unify(wanted, found)
        except Mismatch:
            expected, actual = (show_type(types.describe(each)) for each in (wanted, found))
            self.problems.error("TH010", f"expected {expected}, found {actual}", span)

    def bind(self, pattern: Pattern, names: dict[str, Local], scope: Span) -> Inferred:
        """The type of a pattern; adds its names, which are known in a scope."""
        if isinstance(pattern, syntax.TuplePattern):
            parts = tuple(self.bind(each, names, scope) for each in pattern.items)
            return Made(syntax.TUPLE, parts)
        shape = self.written(pattern.annotation) if pattern.annotation else Unknown()
        span = word(pattern.span, pattern.name)
        symbol = self._symbol(pattern.name, span, "variable", scope, shape)
        names[pattern.name] = Local(shape, symbol)
        return shape

    def _check_distinct(self, patterns: tuple[Pattern, ...]) -> None:
        seen: dict[str, syntax.NamePattern] = {}
        for pattern in patterns:
            for name in syntax.pattern_names(pattern):
                self.declare(seen, name)

    @abstractmethod
    def infer(self, expression: Expression, names: Scope) -> Inferred:
        """The type of an expression."""


def _advice(expression: Expression, wanted: Inferred, found: Inferred) -> str:
    """What to write if something of another kind is needed."""
    needed, given = resolve(wanted), resolve(found)
    if not isinstance(needed, Made) or not isinstance(given, Made):
        return ""
    text = " ".join(expression.span.text.split())
    shown = text if len(text) <= 40 else "…"
    if given.name == syntax.REFERENCE and needed.name not in {syntax.ARROW, syntax.REFERENCE}:
        return (
            f"what it holds is `!{shown}`"
            if needed.name != syntax.TASK
            else (f"an editor of it is `shared {shown}`, and `watch {shown}` shows it only")
        )
    if needed.name == syntax.REFERENCE and given.name == "Bool":
        return f"for a negation, write `not {shown}`; `!` is what a reference holds"
    if needed.name == syntax.REFERENCE and given.name != syntax.REFERENCE:
        return "what a reference `r` holds is `!r`"
    if needed.name == syntax.ARROW and given.name in {"Int", "Decimal"}:
        return f"put a negative argument in parentheses: `f (-{shown})`"
    if {needed.name, given.name} == {"Int", "Decimal"}:
        if isinstance(expression, syntax.Integer):
            return f"as a decimal, write `{shown}.0`"
        return "an `Int` becomes a decimal by `decimal`: `decimal x`, `decimal (x + 1)`"
    if needed.name != syntax.TASK or given.name in {syntax.TASK, syntax.ARROW}:
        return ""
    if given.name == syntax.LIST and _is_task(given.arguments[0]):
        return "write `all (…)` to do a list of tasks side by side, `any (…)` for the first value"
    inside = shown if shown.startswith("(") or shown.isidentifier() else f"({shown})"
    return f"a task that has this value: `edit {inside}`, or `view {inside}` to show it only"


def _is_task(shape: Inferred) -> bool:
    found = resolve(shape)
    return isinstance(found, Made) and found.name == syntax.TASK
