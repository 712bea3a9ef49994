"""The satisfiable paths of a specification, those with fewer inputs first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from refute import terms
from refute.languages.console import syntax
from refute.languages.console.paths.probing import Probe
from refute.languages.console.paths.tree import PathTree, Prefix, Reading
from refute.languages.console.paths.worlds import WorldTable
from refute.languages.console.typecheck import Checked
from refute.languages.console.typecheck.wellformed import blocks_of, expressions_of, parts
from refute.record import record
from refute.search import Budget, CheapestFirst, Search
from refute.solver import Answer, Effort, Ended, Model, Path, open_session
from refute.solver.preferences import Guesser
from refute.terms import Term, Value

if TYPE_CHECKING:
    from refute.solver import Session


@record
class SpecificationPath:
    """A satisfiable path: its inputs in order, its conditions, and values that fulfil them.

    `bounded` are the results of arithmetic along the path, in conditions and transparent outputs.
    """

    inputs: tuple[Reading, ...]
    conditions: tuple[Term, ...]
    model: Model
    path: Path
    bounded: tuple[Term, ...]
    probe: Probe | None = None

    @property
    def variables(self) -> list[Term]:
        """The symbolic inputs."""
        return [each.variable for each in self.inputs]


@dataclass(slots=True)
class Exploration:
    """Walks the tree of paths, and counts what became of it.

    With `retries`, paths that use `else retry` are explored as well; otherwise only their valid
    branches are, and invalid values are inserted when sampling. `reached` is the number of inputs
    of the path found last. A `shared` session is used if given.
    """

    checked: Checked
    unfoldings: int
    effort: Effort = field(default_factory=Effort)
    retries: bool = False
    longest: int | None = None
    probes: Sequence[Probe] = ()
    shared: Session | None = None
    reached: int = 0
    guesser: Guesser = field(init=False)
    tree: PathTree = field(init=False)
    search: Search[Prefix] = field(init=False)
    _session: Session | None = None

    def __post_init__(self) -> None:
        self._session = self.shared
        self.guesser = Guesser(constants(self.checked))
        table = WorldTable.of(self.checked, self.effort)
        self.tree = PathTree(
            self.checked, self.unfoldings, retries=self.retries, table=table, probes=self.probes
        )
        self.search = Search(
            self.tree.tree(),
            strategy=CheapestFirst(),
            budget=Budget(cost=self.longest, effort=self.effort),
            check=self._check,
            hopeful=False,
        )

    @property
    def session(self) -> Session:
        """The solver session, opened when it is first needed."""
        if self._session is None:
            self._session = open_session(effort=self.effort)
        return self._session

    def close(self) -> None:
        """Free the memory of the solver at once; nothing can be asked afterwards."""
        if self._session is not None and self.shared is None:
            self._session.close()

    @property
    def queries(self) -> int:
        """The number of queries to the solver."""
        return 0 if self._session is None else self._session.statistics.queries

    @property
    def pruned(self) -> int:
        """The number of branches that no inputs can take."""
        return self.search.statistics.impossible

    @property
    def unknown(self) -> int:
        """The number of branches that the solver could not decide."""
        return self.search.statistics.unknown

    @property
    def cut(self) -> int:
        """The number of paths that need more rounds of loops than allowed."""
        return self.search.statistics.failures

    def assume(self, path: Path, values: Model) -> tuple[Answer, Model | None, list[Term]]:
        """Ask the solver about a path with some given values."""
        return self.session.assume(path, values)

    def __iter__(self) -> Iterator[SpecificationPath]:
        """All satisfiable paths within the bound, those with fewer inputs first."""
        for found in self.search:
            path, prefix = found.path, found.value
            self.reached = len(prefix.readings)
            model = prefix.model or path.model or {}
            yield SpecificationPath(
                prefix.readings,
                tuple(path.conditions()),
                model,
                path,
                prefix.bounded,
                prefix.probe,
            )
        if self.search.ended is Ended.INTERRUPTED and not self.effort.ended:
            raise KeyboardInterrupt

    def _check(self, path: Path) -> Answer:
        """Whether a path is possible; the solver is asked only if guessing does not help.

        With probes there is no guessing: for a neighbour that may mean the same, it mostly fails.
        """
        parent = path.parent
        if path.condition is terms.FALSE:
            return Answer.UNSAT
        if path.answer is None and parent is not None and not self.probes:
            guessed = self.guesser.extend(parent.model or {}, parent.conditions(), path.condition)
            if guessed is not None:
                path.answer, path.model = Answer.SAT, guessed
        return path.answer or self.session.check(path)


def constants(checked: Checked) -> list[Value]:
    """The constants written in a specification, those of inner blocks last."""
    found: dict[Value, None] = {}
    waiting = list(checked.body)
    for statement in waiting:
        for expression in expressions_of(statement):
            for part in parts(expression):
                if isinstance(part, syntax.Integer | syntax.Real | syntax.Text):
                    found[part.value] = None
        for block in blocks_of(statement):
            waiting.extend(block)
    return list(found)
