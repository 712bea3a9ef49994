"""Every leaf of a binary tree of conditions: one session against a fresh solver per leaf.

Both sides translate a condition once. The session also visits the inner nodes, as a search does,
so its gain depends on the tree: with few unknowns most leaves are impossible and answered by the
node above that is; with many unknowns every leaf needs a model of its own and little is gained.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from random import Random

import z3

from refute.solver import ROOT, Answer, Path
from refute.solver.session import Session
from refute.solver.translate import Translator
from refute.terms import (
    INT,
    Term,
    add,
    at_most,
    integer,
    multiply,
    negation,
    variable,
)

DEPTH = 12
UNKNOWNS = (3, 4, 6, 12)


def tree_conditions(count: int, seed: int = 0) -> list[Term]:
    """One linear condition per level; a branch takes it or its negation."""
    random = Random(seed)
    unknowns = [variable(f"x{index}", INT) for index in range(count)]
    conditions = []
    for _ in range(DEPTH):
        chosen = random.sample(unknowns, 3)
        weighted = [multiply(integer(random.randint(1, 5)), each) for each in chosen]
        conditions.append(at_most(add(*weighted), integer(random.randint(-20, 20))))
    return conditions


def leaves(
    conditions: list[Term], visit: Callable[[Path], object], path: Path = ROOT, level: int = 0
) -> Iterator[Path]:
    """All paths from the root to a leaf, left to right, visiting each node on the way down."""
    visit(path)
    if level == len(conditions):
        yield path
        return
    for condition in (conditions[level], negation(conditions[level])):
        yield from leaves(conditions, visit, path.extend(condition), level + 1)


def by_session(conditions: list[Term]) -> list[Answer]:
    session = Session()
    return [session.check(leaf) for leaf in leaves(conditions, session.check)]


def by_fresh_solvers(conditions: list[Term]) -> list[Answer]:
    context = z3.Context()
    translator = Translator(context)
    found = []
    for leaf in leaves(conditions, id):
        solver = z3.SimpleSolver(ctx=context)
        for condition in leaf.conditions():
            z3.z3core.Z3_solver_assert(
                context.ref(), solver.solver, translator.expression(condition)
            )
        found.append(Answer(str(solver.check())))
    return found


def main() -> None:
    """Print the seconds of both ways and their ratio, from few unknowns to many."""
    for count in UNKNOWNS:
        conditions = tree_conditions(count)
        started = time.process_time()
        incremental = by_session(conditions)
        halfway = time.process_time()
        fresh = by_fresh_solvers(conditions)
        finished = time.process_time()
        assert incremental == fresh
        possible = incremental.count(Answer.SAT)
        print(f"{count} unknowns, {possible} of {len(incremental)} leaves possible")
        print(f"  one session:   {halfway - started:8.3f} s")
        print(f"  fresh solvers: {finished - halfway:8.3f} s")
        print(f"  ratio:         {(finished - halfway) / (halfway - started):8.1f}")


if __name__ == "__main__":
    main()
