"""Several runs of one program at the same time, their results in order."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TypeVar

from refute.execution.program import Program, Run

Case = TypeVar("Case")


def run_ahead(
    program: Program,
    cases: Iterable[Case],
    lines: Callable[[Case], Sequence[str]],
    wanted: Callable[[Case], bool],
    at_once: int,
) -> Iterator[tuple[Case, Run]]:
    """Every case that is wanted when its turn comes, with its run.

    Always the same number of cases is begun before the first of them is answered, however many
    cores there are, so that what follows from the answers does not depend on the machine.
    """
    if at_once == 1:
        yield from ((case, program.run(lines(case))) for case in cases if wanted(case))
        return
    threads = ThreadPoolExecutor(at_once, "refute run")
    begun: deque[tuple[Case, Future[Run]]] = deque()
    try:
        for case in cases:
            if wanted(case):
                begun.append((case, threads.submit(program.run, lines(case))))
            if len(begun) == at_once:
                yield _answered(begun)
        while begun:
            yield _answered(begun)
    finally:
        threads.shutdown(cancel_futures=True)


def _answered(begun: deque[tuple[Case, Future[Run]]]) -> tuple[Case, Run]:
    case, run = begun.popleft()
    return case, run.result()
