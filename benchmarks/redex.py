"""Redex's benchmark: six models, forty planted bugs, found here and by Redex's generators.

`benchmarks/redex/` has the models, written for this measurement, each with its bugs as variants of
one file. The theorems of a variant are attacked side by side, bound by bound, until one falls.
With `racket` installed, the grammar-based and the type-directed generator of Redex's own benchmark
look for the same bugs for as long, with three seeds, of which the median counts.

Times are processor time, measured twice: of the search alone, where both systems have loaded the
model, and of the whole process, from its start until the bug is found.

    python -m benchmarks.redex [MODEL…]
"""

from __future__ import annotations

import re
import resource
import shutil
import statistics
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

from benchmarks.machine import collect_seldom
from refute.languages.nominal import core
from refute.languages.nominal.attack.attack import Attack
from refute.languages.nominal.attack.campaign import Campaign, Deepening
from refute.languages.nominal.program import load
from refute.solver import Effort
from refute.source import Source

MODELS = Path(__file__).parent / "redex"
LIMIT = 8.0
"""Seconds of processor time for each bug."""

REDEX = {
    "stlc_lists": "stlc+lists/stlc",
    "stlc_subst": "stlc-subst/stlc-sub",
    "poly_stlc": "poly-stlc/poly-stlc",
    "let_poly": "let-poly/let-poly",
    "list_machine": "list-machine/list-machine",
    "rbtrees": "rbtrees/rbtrees",
}
"""Where Redex's benchmark has each model."""

GENERATORS = {"grammar": "adhoc-mod", "typed": "typed-mod"}

SEEDS = ("1", "2", "3")

SEARCH = """
(define-values (file seconds kind seed)
  (apply values (vector->list (current-command-line-arguments))))
(define (part name) (list 'submod (string->path file) 'generators name))
(define get-generator (dynamic-require (part (string->symbol kind)) 'get-generator))
(define check (dynamic-require (part 'check-mod) 'check))
(random-seed (string->number seed))
(define started (current-process-milliseconds))
(define generate (get-generator))
(define (spent) (/ (- (current-process-milliseconds) started) 1000.0))
(define (holds? term)
  (with-handlers ([exn:fail? (lambda (failure) #f)])
    (or (not term) (check term))))
(let loop ()
  (cond
    [(> (spent) (string->number seconds)) (displayln "none")]
    [(holds? (generate)) (loop)]
    [else (displayln (spent))]))
"""
"""Tries terms of a generator until one breaks the property of a file; prints the seconds."""


ATTACK = """
import sys
from benchmarks.redex import MODELS, attacked, collect_seldom, variant
collect_seldom()
model, number = sys.argv[1:]
found = attacked(variant((MODELS / f"{model}.apl").read_text("utf-8"), number))
print(found.seconds - found.loading if found.lines is not None else "none", found.bound)
"""
"""Attacks a variant of a model in a process of its own; prints the seconds and the bound."""


@dataclass(frozen=True, slots=True)
class Found:
    """What an attack found after so many seconds, with those of loading the file, if anything."""

    seconds: float
    bound: int
    lines: tuple[str, ...] | None
    loading: float


@dataclass(frozen=True, slots=True, order=True)
class Times:
    """Seconds of processor time of a whole process that finds a bug, and of its search."""

    process: float
    search: float
    note: str = ""

    def __str__(self) -> str:
        return f"{self.search:5.2f} {self.process:5.2f}{self.note}"


def variants(text: str) -> dict[str, str]:
    """The bugs of a model: what each is called, by its number."""
    return dict(re.findall(r"(?m)^%! (\d+) (.*)$", text))


def variant(text: str, number: str) -> str:
    """A model with one bug; with none for a number that it has not."""
    lines = []
    for line in text.splitlines():
        added = re.fullmatch(r"%\+ (\d+) (.*)", line)
        missing = re.search(r"  %- ([\d ]+)$", line)
        if added is not None:
            lines.append(added[2] if added[1] == number else "")
        else:
            lines.append("" if missing is not None and number in missing[1].split() else line)
    return "\n".join(lines)


def attacked(text: str, limit: float = LIMIT) -> Found:
    """What comes of the attack on all theorems of a program within some processor time."""
    started = time.process_time()
    program, items = load(Source("model.apl", text))
    loading = time.process_time() - started
    effort = Effort(100, cancelled=lambda: time.process_time() - started > limit)
    theorems = [each for each in items if isinstance(each, core.Check)]
    attacks = [Deepening(Attack(program, each), Campaign(each.bound), effort) for each in theorems]
    while attacks:
        for each in attacks:
            each.advance()
            found = each.campaign.counterexample
            if found is not None:
                seconds = time.process_time() - started
                return Found(seconds, each.campaign.found_at, found.instance, loading)
        attacks = [each for each in attacks if each.campaign.ended is None]
    return Found(time.process_time() - started, 0, None, loading)


def _timed(command: list[str]) -> Times | None:
    """The times of a process that prints those of its search; nothing where it finds no bug."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(command, capture_output=True, text=True, timeout=600, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    process = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    seconds, _, bound = done.stdout.strip().partition(" ")
    note = f" (bound {bound:>2})" if bound else ""
    return None if seconds == "none" else Times(process, float(seconds), note)


def here(model: str, number: str) -> Times | None:
    """How long it takes here to find a bug."""
    return _timed([sys.executable, "-c", ATTACK, model, number])


def by_redex(model: str, number: str) -> dict[str, Times | None]:
    """How long Redex's generators take to find a bug."""
    (file,) = Path("/usr/share/racket").glob(f"**/benchmark/models/{REDEX[model]}-{number}.rkt")
    command = ["racket", "-I", "racket/base", "-e", SEARCH, str(file), str(LIMIT)]
    return {name: _median([*command, kind]) for name, kind in GENERATORS.items()}


def _median(command: list[str]) -> Times | None:
    """The median of some seeds; nothing where the first one, or most, find no bug."""
    first = _timed([*command, SEEDS[0]])
    if first is None:
        return None
    never = Times(float("inf"), float("inf"))
    others = [_timed([*command, each]) or never for each in SEEDS[1:]]
    median = statistics.median_low([first, *others])
    return None if median is never else median


def _shown(times: Times | None) -> str:
    return f"{'-':>5} {'-':>5}" if times is None else str(times)


def measure(model: str) -> None:
    """A row for each bug of a model, and one for the model without bugs."""
    text = (MODELS / f"{model}.apl").read_text("utf-8")
    beside = shutil.which("racket") is not None
    for number, description in {"0": "(no bug)", **variants(text)}.items():
        ours = here(model, number)
        others = by_redex(model, number) if beside and number != "0" else {}
        cells = [f"{name} {_shown(each)}" for name, each in others.items()]
        row = [f"{model:<12} {number}", f"here {_shown(ours):<22}", *cells, description]
        print(" | ".join(row), flush=True)
        assert number != "0" or ours is None


def main() -> None:
    """All models, or those that are named."""
    collect_seldom()
    for model in sys.argv[1:] or REDEX:
        measure(model)


if __name__ == "__main__":
    main()
