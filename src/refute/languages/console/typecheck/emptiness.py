"""Sets from which nothing can ever be read (code IO016)."""

from __future__ import annotations

from collections.abc import Iterator

from refute import terms
from refute.diagnostics import Diagnostic, error
from refute.languages.console import syntax
from refute.languages.console.meaning.symbolic import Evaluator
from refute.languages.console.syntax import Block
from refute.languages.console.typecheck.wellformed import expressions_of_set, parts, reads_of
from refute.solver import ROOT, Answer, open_session
from refute.solver.preferences import Guesser


def empty_sets(body: Block, evaluator: Evaluator) -> Iterator[Diagnostic]:
    """Diagnostics for sets that are empty whatever was read before.

    Only sets of constants are examined; the solver is asked only if no guess is in the set.
    """
    for read in reads_of(body):
        found = [each for one in expressions_of_set(read.values) for each in parts(one)]
        if any(isinstance(each, syntax.Name | syntax.Current | syntax.All) for each in found):
            continue
        value = terms.variable("value#0", evaluator.types[read.variable].sort)
        inside = evaluator.contains(read.values, value, read.variable, ())
        known = [
            each.value
            for each in found
            if isinstance(each, syntax.Integer | syntax.Real | syntax.Text)
        ]
        if Guesser(known).extend({}, (), inside) is not None:
            continue
        if inside is terms.FALSE or open_session().check(ROOT.extend(inside)) is Answer.UNSAT:
            message = "no value can be read here: the set is empty"
            yield error("IO016", message, read.values.span)
