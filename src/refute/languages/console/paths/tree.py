"""The tree of all paths through a specification."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, assert_never

from refute import terms
from refute.languages.console import syntax
from refute.languages.console.meaning import history
from refute.languages.console.meaning.playing import Context
from refute.languages.console.meaning.symbolic import (
    HIDDEN,
    Evaluator,
    Inputs,
    has_places,
    solver_value,
)
from refute.languages.console.meaning.termwise import Hidden
from refute.languages.console.paths.probing import Probe
from refute.languages.console.paths.worlds import Worlds, WorldTable
from refute.languages.console.program import evaluator_of
from refute.languages.console.show import show_expression
from refute.languages.console.syntax import Block, Mode
from refute.languages.console.typecheck import Checked
from refute.languages.console.typecheck.wellformed import (
    expressions_of,
    set_parts,
)
from refute.record import record
from refute.search import Assume, Done, Failed, Fork, Later, Tree
from refute.solver import Model
from refute.terms import Term

if TYPE_CHECKING:
    pass


@record
class Reading:
    """An input of a path: the statement that reads it, and whether its value is valid."""

    read: syntax.Read
    variable: Term
    valid: bool


@record
class Prefix:
    """How far a path has come: what it has read, and what is left of the specification.

    `inputs` are the readings that were stored. `bounded` are the results of arithmetic along the
    path, in conditions and transparent outputs. With a `probe`, a changed statement makes a
    difference somewhere on the path.
    """

    specification: Block
    context: Context | None = None
    inputs: Inputs = ()
    readings: tuple[Reading, ...] = ()
    bounded: tuple[Term, ...] = ()
    unfoldings: int = 0
    worlds: Worlds | None = None
    probe: Probe | None = None

    @property
    def model(self) -> Model | None:
        """The values of the first world, if there is one."""
        if not self.worlds:
            return None
        return {
            each.variable: solver_value(value, each.variable.sort)
            for each, (_, value) in zip(self.readings, self.worlds[0], strict=True)
        }


class PathTree:
    """The tree of all paths through a specification without derived loops (Figure 13).

    The cost of a path is what it reads. A path fails if it would begin more rounds of loops than
    allowed. With `retries`, the tree also has paths that use `else retry` (equation 13.3), and
    asking again counts as a round. Without `outputs`, what is printed is ignored. `hidden` says
    that a condition was met that the solver cannot look into; the inputs of a path may then take
    another one.
    """

    def __init__(
        self,
        checked: Checked,
        unfoldings: int,
        *,
        retries: bool = False,
        outputs: bool = True,
        table: WorldTable | None = None,
        probes: Sequence[Probe] = (),
    ) -> None:
        self._body = checked.body
        self._unfoldings = unfoldings
        self._retries = retries
        self._outputs = outputs
        self._table = table
        self._probes: dict[int, list[Probe]] = {}
        for probe in probes:
            self._probes.setdefault(id(probe.neighbour.statement), []).append(probe)
        self.hidden = False
        self._watched: list[Term] = []
        self._evaluator: Evaluator = replace(evaluator_of(checked), watch=self._watched.append)

    def tree(self) -> Tree[Prefix]:
        """The tree; its values are completed paths."""
        return self._tree(Prefix(self._body, worlds=None if self._table is None else ((),)))

    def _tree(self, prefix: Prefix) -> Tree[Prefix]:
        if prefix.probe is not None and not prefix.probe.is_open:
            return Failed()
        wanted = self._wanted(prefix)
        if not wanted:
            return self._step(prefix)
        different = Later(partial(self._some_different, wanted, prefix), brief=True)
        return Fork(lambda: [Later(lambda: self._step(prefix), brief=True), different])

    def _wanted(self, prefix: Prefix) -> list[Probe]:
        """The probes that begin at the next statement."""
        if not self._probes or prefix.probe is not None or not prefix.specification:
            return []
        first = prefix.specification[0]
        statements = first.reads if isinstance(first, syntax.Choice) else (first,)
        here = [each for one in statements for each in self._probes.get(id(one), ())]
        return [each for each in here if each.is_open]

    def _some_different(self, probes: Sequence[Probe], prefix: Prefix) -> Tree[Prefix]:
        """The branches on which changed statements behave differently.

        Mostly there are none, so the solver is asked about all at once, then about halves.
        """
        probes = [each for each in probes if each.is_open]
        if len(probes) < 2:
            ways = [self._different(each, prefix) for each in probes]
            return ways[0] if ways else Failed()
        some = terms.disjunction(*(self._difference(each, prefix) for each in probes))
        halves = probes[: len(probes) // 2], probes[len(probes) // 2 :]
        branches = [
            Later(partial(self._some_different, each, prefix), brief=True) for each in halves
        ]
        return Assume(some).then(lambda _: Fork(lambda: branches))

    def _different(self, probe: Probe, prefix: Prefix) -> Tree[Prefix]:
        """The branch on which a changed statement behaves differently."""
        after = replace(prefix, probe=probe, worlds=None)
        return _assume(self._difference(probe, prefix), after, self._step)

    def _difference(self, probe: Probe, prefix: Prefix) -> Term:
        """The condition that a changed statement behaves differently."""
        statement, variable = prefix.specification[0], None
        if isinstance(statement, syntax.Choice):
            statement = probe.neighbour.statement
        if isinstance(statement, syntax.Read):
            variable = self._input(statement, prefix)
        difference = probe.difference(statement, variable, self._evaluator, prefix.inputs)
        self._watched.clear()
        return difference

    def _input(self, read: syntax.Read, prefix: Prefix) -> Term:
        """The variable for the next input."""
        name = read.variable
        sort = self._evaluator.types[name].sort
        return terms.variable(f"{name}#{len(prefix.readings)}", sort)

    def _step(self, prefix: Prefix) -> Tree[Prefix]:
        context = prefix.context
        if not prefix.specification:  # equation 13.8, and the initial continuation
            if context is None:
                return Later(lambda: Done(prefix), label="end", brief=True)
            return self._unfold(prefix, context.body, context)
        first, rest = prefix.specification[0], prefix.specification[1:]
        match first:
            case syntax.Read():
                return self._read((first,), prefix)
            case syntax.Choice(reads):
                return self._read(reads, prefix)
            case syntax.Print():  # equation 13.4
                return Later(lambda: self._print(first, prefix), brief=True)
            case syntax.If():
                return self._if(first, prefix)
            case syntax.Loop(body):  # equation 13.6
                return self._unfold(prefix, body, Context(body, rest, context))
            case syntax.Exit():  # equation 13.7
                assert context is not None, "an exit outside a loop"
                after = replace(prefix, specification=context.after, context=context.outer)
                return self._tree(after)
            case syntax.Let():
                return self._let(first, prefix)
            case syntax.Iterate() | syntax.For() | syntax.Use() | syntax.ReadLine():
                raise AssertionError("a derived statement")
            case _:
                assert_never(first)

    def _unfold(self, prefix: Prefix, body: Block, context: Context | None) -> Tree[Prefix]:
        """Another round of a loop, or of asking for a value."""

        def begin() -> Tree[Prefix]:
            number = prefix.unfoldings + self._counts(body, prefix)
            if number > self._unfoldings:
                return Failed(cut=True)
            begun = replace(prefix, specification=body, context=context, unfoldings=number)
            return self._tree(begun)

        return Later(begin, brief=True)

    def _counts(self, body: Block, prefix: Prefix) -> bool:
        """Whether a round counts; not if a `for` goes through values known in advance."""
        match body:
            case (syntax.If(condition) as asked,) if syntax.counts(asked):
                try:
                    return not self._evaluator.evaluate(condition, prefix.inputs).is_value
                except Hidden:
                    return True
                finally:
                    self._watched.clear()
        return True

    def _let(self, let: syntax.Let, prefix: Prefix) -> Tree[Prefix]:
        """Bind a name to a value, which the solver may not be able to look into."""
        try:
            value = self._evaluator.evaluate(let.value, prefix.inputs)
        except Hidden:
            value = HIDDEN
        after = self._with_results(prefix)
        others = (each for each in after.inputs if each[0] != let.variable)
        inputs = (*others, (let.variable, value))
        rest = after.specification[1:]
        made = replace(after, inputs=inputs, specification=rest)
        return Later(lambda: self._tree(made), brief=True)

    def _print(self, output: syntax.Print, prefix: Prefix) -> Tree[Prefix]:
        """Evaluate the terms of an output, as far as the solver can."""
        for expression in expressions_of(output) if self._outputs else ():
            try:
                self._evaluator.evaluate(expression, prefix.inputs)
            except Hidden:
                continue
        after = self._with_results(prefix)
        return self._tree(replace(after, specification=after.specification[1:]))

    def _read(self, reads: tuple[syntax.Read, ...], before: Prefix) -> Tree[Prefix]:
        """Equations 13.1 to 13.3; the typed text decides which of the reads it is for."""
        stream = reads[0].stream
        ended = any(
            each.read.kind is syntax.Kind.END and each.read.stream == stream
            for each in before.readings
        )
        branches = [
            branch
            for read in reads
            if not ended or read.kind is syntax.Kind.END
            for branch in self._branches_of(read, before)
        ]
        return Fork(lambda: branches) if branches else Failed()

    def _branches_of(self, read: syntax.Read, before: Prefix) -> list[Later[Prefix]]:
        name, variable = read.variable, self._input(read, before)
        inside = self._evaluator.contains(read.values, variable, name, before.inputs)
        outside = terms.negation(inside)
        if variable.sort is terms.STRING and (read.before or read.after):
            inside = terms.conjunction(inside, terms.negation(terms.equal(variable, _NO_TEXT)))
        if variable.sort is terms.REAL:
            inside, outside = (_typable(read, variable, each) for each in (inside, outside))
        prefix = self._with_results(before)

        def valid() -> Tree[Prefix]:
            worlds = prefix.worlds
            if worlds is not None and self._table is not None:
                worlds = self._table.read(worlds, read)
            after = replace(
                prefix,
                specification=prefix.specification[1:],
                inputs=(*prefix.inputs, (name, variable)),
                readings=(*prefix.readings, Reading(read, variable, True)),
                worlds=worlds,
            )
            return _assume(inside, after, self._tree)

        def invalid() -> Tree[Prefix]:
            readings = (*prefix.readings, Reading(read, variable, False))
            after = replace(prefix, readings=readings, worlds=None)
            if read.mode is Mode.STOP:
                ended = replace(after, specification=(), context=None)
                return _assume(outside, ended, self._tree)

            def again(prefix: Prefix) -> Tree[Prefix]:
                return self._unfold(prefix, prefix.specification, prefix.context)

            return _assume(outside, after, again)

        def label(kind: str, condition: Term) -> str:
            number = str(1 + len(history((name,), prefix.inputs))).translate(_SUBSCRIPTS)
            shown = "" if condition is terms.TRUE else f": {terms.show(condition, limit=80)}"
            return f"{syntax.written_name(name)}{number} {_KINDS.get(read.kind, kind)}{shown}"

        branches = [Later(valid, 1, lambda: label("valid", inside))]
        if read.mode is Mode.STOP or (read.mode is Mode.RETRY and self._retries):
            branches.append(Later(invalid, 1, lambda: label("invalid", outside)))
        return branches

    def _if(self, statement: syntax.If, before: Prefix) -> Tree[Prefix]:  # equation 13.5
        condition = statement.condition
        holds, fails = self._both(condition, before.inputs)
        prefix, rest = self._with_results(before), before.specification[1:]

        def branch(block: Block, assumed: Term, wanted: bool) -> Tree[Prefix]:
            worlds = prefix.worlds
            if worlds is not None and self._table is not None:
                worlds = self._table.ask(worlds, condition, wanted)
            after = replace(prefix, specification=(*block, *rest), worlds=worlds)
            return _assume(assumed, after, self._tree)

        def then() -> Tree[Prefix]:
            return branch(statement.then, holds, True)

        def otherwise() -> Tree[Prefix]:
            return branch(statement.otherwise, fails, False)

        branches = (
            Later(then, label=lambda: show_expression(condition)),
            Later(otherwise, label=lambda: f"not ({show_expression(condition)})"),
        )
        return Fork(lambda: branches)

    def _both(self, condition: syntax.Expression, inputs: Inputs) -> tuple[Term, Term]:
        """The condition and its negation; both true if the solver cannot look inside."""
        try:
            holds: Term = self._evaluator.evaluate(condition, inputs)
        except Hidden:
            self.hidden = True
            return terms.TRUE, terms.TRUE
        return holds, terms.negation(holds)

    def _with_results(self, prefix: Prefix) -> Prefix:
        """The prefix with the results of arithmetic seen since it was made."""
        fresh = tuple(each for each in self._watched if not each.is_value)
        self._watched.clear()
        return replace(prefix, bounded=(*prefix.bounded, *fresh)) if fresh else prefix


def _typable(read: syntax.Read, variable: Term, condition: Term) -> Term:
    """A condition on a decimal, restricted to few places so that it can be typed."""
    places = [each.number for each in set_parts(read.values) if isinstance(each, syntax.Places)]
    return terms.conjunction(has_places(variable, max(places, default=1) + 1), condition)


_NO_TEXT = terms.string("")
_KINDS: dict[syntax.Kind | None, str] = {
    syntax.Kind.END: "at its end",
    syntax.Kind.LINE_END: "at the end of the line",
}
_SUBSCRIPTS = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")


def _assume(
    condition: Term, prefix: Prefix, follow: Callable[[Prefix], Tree[Prefix]]
) -> Tree[Prefix]:
    """Continue under a condition; worlds, if they are kept, show whether that is possible."""
    condition = terms.FALSE if prefix.worlds == () else condition
    return Assume(condition, prefix.model).then(lambda _: follow(prefix))
