"""The nominal engine: atomic goals per second on naive reverse, typing and append backwards.

A goal is one call of a predicate, as the OCaml reference counts them; goals that are compiled in
place (arithmetic, freshness, equations) are not counted. Processor time is measured, and the
best of five runs of one program counts, so that compiling it does not. The small tasks are those
that the reference, which gets slower the longer a query runs, does best.
"""

from __future__ import annotations

import math
import time

from benchmarks.machine import collect_seldom
from refute.languages.nominal import core
from refute.languages.nominal.program import load
from refute.languages.nominal.run import ask
from refute.search import Budget
from refute.source import Source

LISTS = '#use "list.apl".\n#open List.\n'

REVERSE = """
pred naive([int],[int]).
naive([],[]).
naive([X|L],R) :- naive(L,L1), append(L1,[X],R).
"""

TYPING = r"""
id : name_type. exp : type. ty : type.
var : id -> exp. app : (exp,exp) -> exp. lam : (id\exp) -> exp.
arrow : (ty,ty) -> ty.
pred of([(id,ty)],exp,ty).
of(G,var(X),T) :- mem((X,T),G).
of(G,app(E1,E2),T) :- of(G,E1,arrow(S,T)), of(G,E2,S).
of(G,lam(x\E),arrow(S,T)) :- x # G, of([(x,S)|G],E,T).
pred many(int).
many(0).
many(N) :- N > 0, of([],TERM,_), M is N - 1, many(M).
"""

BACKWARDS = """
pred splits([int]).
splits(L) :- append(_,Y,L), append(_,_,Y), fail.
splits(_).
"""


def church(number: int) -> str:
    """A numeral of Church as a term."""
    body = "var x"
    for _ in range(number):
        body = f"app(var f,{body})"
    return rf"lam(f\lam(x\{body}))"


def numbers(count: int) -> str:
    """The text of a list of numbers."""
    return f"[{','.join(map(str, range(count)))}]"


def reverse(count: int) -> str:
    return f"{LISTS}{REVERSE}?- naive({numbers(count)},R)."


def typing(times: int) -> str:
    return f"{LISTS}{TYPING.replace('TERM', church(10))}?- many({times})."


def backwards(count: int) -> str:
    return f"{LISTS}{BACKWARDS}?- splits({numbers(count)})."


PROGRAMS = {
    "naive reverse of 30": reverse(30),
    "naive reverse of 100": reverse(100),
    "naive reverse of 400": reverse(400),
    "typing 10 numerals": typing(10),
    "typing 50 numerals": typing(50),
    "typing 2,000 numerals": typing(2000),
    "append backwards 50": backwards(50),
    "append backwards 150": backwards(150),
    "append backwards 300": backwards(300),
}


def measure(text: str) -> tuple[int, float]:
    """How many goals a query needs, and how long it takes to find all answers, at best."""
    program, items = load(Source("benchmark.apl", text))
    (query,) = (each for each in items if isinstance(each, core.Query))
    best = math.inf
    for _ in range(5):
        asked = ask(program, query, Budget())
        started = time.process_time()
        assert sum(1 for _ in asked.solutions) == 1
        best = min(best, time.process_time() - started)
    return asked.solutions.goals, best


def main() -> None:
    collect_seldom()
    for name, text in PROGRAMS.items():
        goals, seconds = measure(text)
        print(f"{name:<22} {goals:>9,} goals  {seconds:7.4f} s  {goals / seconds:>9,.0f} goals/s")


if __name__ == "__main__":
    main()
