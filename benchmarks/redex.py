"""Redex's benchmark: six models, forty planted bugs, found here and by Redex's generators.

`benchmarks/redex/` has the models, written for this measurement, each with its bugs as variants of
one file. The theorems of a variant are attacked side by side, bound by bound, until one falls.
With `racket` installed, the grammar-based and the type-directed generator of Redex's own benchmark
look for the same bugs for as long. Times are processor time, those here with loading the file and
without starting Python.

    python -m benchmarks.redex [MODEL…]
"""

from __future__ import annotations

import re
import shutil
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

SEARCH = """
(define-values (file seconds kind)
  (apply values (vector->list (current-command-line-arguments))))
(define (part name) (list 'submod (string->path file) 'generators name))
(define generate ((dynamic-require (part (string->symbol kind)) 'get-generator)))
(define check (dynamic-require (part 'check-mod) 'check))
(random-seed 1)
(define started (current-process-milliseconds))
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


@dataclass(frozen=True, slots=True)
class Found:
    """What an attack found after so many seconds, if anything."""

    seconds: float
    bound: int
    lines: tuple[str, ...] | None


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
    effort = Effort(100, cancelled=lambda: time.process_time() - started > limit)
    theorems = [each for each in items if isinstance(each, core.Check)]
    attacks = [Deepening(Attack(program, each), Campaign(each.bound), effort) for each in theorems]
    while attacks:
        for each in attacks:
            each.advance()
            found = each.campaign.counterexample
            if found is not None:
                seconds = time.process_time() - started
                return Found(seconds, each.campaign.found_at, found.instance)
        attacks = [each for each in attacks if each.campaign.ended is None]
    return Found(time.process_time() - started, 0, None)


def by_redex(model: str, number: str) -> dict[str, float | None]:
    """How long Redex's generators take to find a bug; nothing where they do not find it."""
    (file,) = Path("/usr/share/racket").glob(f"**/benchmark/models/{REDEX[model]}-{number}.rkt")
    found: dict[str, float | None] = {}
    for name, kind in GENERATORS.items():
        command = ["racket", "-I", "racket/base", "-e", SEARCH, str(file), str(LIMIT), kind]
        done = subprocess.run(command, capture_output=True, text=True, timeout=600, check=False)
        answer = done.stdout.strip()
        found[name] = float(answer) if answer not in {"", "none"} else None
    return found


def _shown(seconds: float | None) -> str:
    return "-" if seconds is None else f"{seconds:.2f}"


def measure(model: str) -> None:
    """A row for each bug of a model, and one for the model without bugs."""
    text = (MODELS / f"{model}.apl").read_text("utf-8")
    beside = shutil.which("racket") is not None
    for number, description in {"0": "(no bug)", **variants(text)}.items():
        found = attacked(variant(text, number))
        here = _shown(found.seconds if found.lines is not None else None)
        other = by_redex(model, number) if beside and number != "0" else {}
        cells = [f"{name} {_shown(each):>5}" for name, each in other.items()]
        row = [f"{model:<12} {number}", f"here {here:>5} (bound {found.bound:>2})", *cells]
        print(" | ".join([*row, description]), flush=True)
        assert number != "0" or found.lines is None, found.lines


def main() -> None:
    """All models, or those that are named."""
    collect_seldom()
    for model in sys.argv[1:] or REDEX:
        measure(model)


if __name__ == "__main__":
    main()
