"""The value universe of FMSL: adding values, and quantifiers that range over them.

Processor time in process, best of three. If adding takes constant time, a value costs as much
when there are many others as when there are few.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from refute.languages.fmsl import syntax
from refute.languages.fmsl.interpret import Interpreter, Universe
from refute.languages.fmsl.parser import parse
from refute.languages.fmsl.typecheck import check
from refute.languages.fmsl.values import Record, Value
from refute.source import Source

MOST = 100_000

QUESTIONS = {
    "forall (p:Person) p.age >= 0": True,
    "exists (p:Person) p.last = nil": False,
    "forall (p:Person | p.last != nil) #p.last >= 4 and p.first != p.last": True,
}

SPECIFICATION = """
object Person = first:string and last:string and age:integer;
"""


def person(number: int) -> Record:
    """One of many people, all different."""
    return Record((f"first {number}", f"last {number}", number % 100))


def filled(count: int) -> Universe:
    """A universe with so many people."""
    universe = Universe()
    for number in range(count):
        universe.add("Person", person(number))
    return universe


def best(work: Callable[[], object]) -> float:
    """The least processor time of three runs."""
    times = []
    for _ in range(3):
        started = time.process_time()
        work()
        times.append(time.process_time() - started)
    return min(times)


def adding(before: int) -> float:
    """Microseconds for one of 10,000 new values and 10,000 known ones, when others are there."""
    people = [person(number) for number in range(before, before + 10_000)]
    times = []
    for _ in range(3):
        universe = filled(before)
        started = time.process_time()
        for each in (*people, *people):
            universe.add("Person", each)
        times.append(time.process_time() - started)
        assert len(universe.values("Person")) == before + 10_000
    return min(times) / 20_000 * 1e6


def asking(question: str, expected: Value) -> float:
    """Seconds for a quantifier over MOST values."""
    checked = check(parse(Source("benchmark.fmsl", f"{SPECIFICATION}> {question};")))
    interpreter = Interpreter(checked, filled(MOST))
    asked = checked.declarations[-1]
    assert isinstance(asked, syntax.Evaluate)
    statement = asked.statement
    assert interpreter.execute(statement) is expected
    return best(lambda: interpreter.execute(statement))


def main() -> None:
    for before in (0, 1_000, 10_000, 100_000, 400_000):
        print(f"adding one to {before:>7,} values  {adding(before):6.2f} microseconds")
    for question, expected in QUESTIONS.items():
        print(f"{question:<70} {asking(question, expected):6.3f} s")


if __name__ == "__main__":
    main()
