"""Values that are needed in normal form: arguments and fields are evaluated at once."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from refute.frontend.node import Node, walk
from refute.languages.funlogic import core
from refute.languages.funlogic.machine import NORMAL, VALUE
from refute.languages.funlogic.values import Code
from refute.languages.funlogic.writing.delayed import Facts, Then
from refute.languages.funlogic.writing.strict import Evaluating


class Normalising(Evaluating):
    """Writes the evaluation of values that are needed in normal form.

    `_whole` has the variables that are in normal form when the function is called, and their parts.
    """

    _whole: frozenset[int] = frozenset()

    def _note_whole(self) -> None:
        code = self._code
        whole = set(self._generated.demand.eager(code))
        for node in walk(code.body):  # outer nodes before inner ones
            if isinstance(node, core.Switch) and node.number in whole:
                for each in node.cases:
                    whole.update(range(each.first, each.first + each.constructor.arity))
        self._whole = frozenset(whole)

    def _last_whole(self, node: Node, facts: Facts) -> None:
        """Evaluate a node without branches of its own to normal form, in tail position."""
        match node:
            case core.Call(code, arguments) if self._generated.demand.pays(code):
                self._with_arguments(
                    code,
                    arguments,
                    facts,
                    lambda given, _: self._body.line(f"return {self._called(code, given)}"),
                )
            case core.Call() | core.Apply() | core.Local() | core.Construct() | core.AllValues():
                self._fully(node, facts, lambda text, *_: self._body.line(f"return {text}"))
            case _:
                self._last(node, facts, VALUE)

    def _fully(self, node: Node, facts: Facts, then: Then) -> None:
        """Evaluate a node to normal form."""
        match node:
            case core.Constant() | core.Lambda():
                then(self._delay(node, facts), facts, None)
            case core.Local(number) if number in self._whole:
                then(facts.get(number, f"x{number}"), facts, None)
            case core.Local(number):
                self._normalised(node, facts.get(number, f"x{number}"), facts, then)
            case core.Construct(constructor, fields):
                made = self._generated.constant(constructor)
                self._all_fully(
                    fields,
                    facts,
                    lambda parts, known: then(
                        self._named(node, f"({', '.join([made, *parts])})"), known, None
                    ),
                )
            case core.Call(code, arguments) if self._generated.demand.pays(code):
                self._with_arguments(
                    code,
                    arguments,
                    facts,
                    lambda given, known: self._computed(
                        node, self._called(code, given), known, then
                    ),
                )
            case _:
                self._strict(
                    node,
                    facts,
                    VALUE,
                    lambda text, known, _: self._normalised(node, text, known, then),
                )

    def _normalised(self, node: Node, text: str, facts: Facts, then: Then) -> None:
        evaluated = f"{text} if {text}.__class__ is int else normal(m, {text})"
        self._computed(node, evaluated, facts, then, "normal")

    def _all_fully(
        self, nodes: Sequence[Node], facts: Facts, then: Callable[[list[str], Facts], None]
    ) -> None:
        """Evaluate nodes to normal form, from left to right."""
        if not nodes:
            then([], facts)
            return
        first, *others = nodes
        self._fully(
            first,
            facts,
            lambda text, known, _: self._all_fully(
                others, known, lambda rest, all_known: then([text, *rest], all_known)
            ),
        )

    def _with_arguments(
        self,
        code: Code,
        arguments: Sequence[Node],
        facts: Facts,
        then: Callable[[list[str], Facts], None],
    ) -> None:
        """Evaluate the arguments that a function needs in normal form; the others may wait."""
        eager = self._generated.demand.eager(code)
        needed = [at in eager for at in code.parameters]
        evaluated = [each for each, now in zip(arguments, needed, strict=True) if now]

        def give(texts: list[str], known: Facts) -> None:
            ready = iter(texts)
            given = [known.get(each, f"x{each}") for each in self._generated.captured(code)]
            for each, now in zip(arguments, needed, strict=True):
                given.append(next(ready) if now else self._delay(each, known))
            then(given, known)

        self._all_fully(evaluated, facts, give)

    def _called(self, code: Code, given: Sequence[str]) -> str:
        return f"{self._generated.entry(code, NORMAL)}({', '.join(['m', *given])})"
