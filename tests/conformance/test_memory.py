"""Memory does not grow with the number of specifications that one process has read."""

from __future__ import annotations

import gc
import os
from pathlib import Path
from typing import Any
from weakref import ref

import pytest

import refute
from refute.languages import LANGUAGES, language as load_language
from refute.solver.session import Session
from refute.source import Source

LOADS = 400
"""For each language; the five of them make two thousand."""

WARMING_UP = 100
MOST_GROWTH = 6 << 20
"""More than what comes and goes in a process in which many other tests have run."""

SPECIFICATIONS = {
    "console": 'print "question {0}"\nread n{0} : int\nprint n{0} + {0}\n',
    "workflow": "def f{0} x = x + {0}\n\ntask main = edit (f{0} {0})\n",
    "nominal": "sort{0} : type.\nc{0} : sort{0}.\npred p{0}(sort{0}).\np{0}(c{0}).\n",
    "fmsl": "module Module{0};\n\nobject Object{0} = string;\n\nend Module{0};\n",
    "funlogic": "f{0} x = x + {0}\n\nproperty p{0}(x) = f{0} x > x\n",
}


CLAIMS = {
    "console": "read n : 0..9\nif n > 4:\n    print n\nelse:\n    print 0\n",
    "workflow": "task main = enter Int >>? \\x. if x > 3 then edit x else fail\n"
    "property p(x) = x > 3\n",
    "nominal": 'pred p(int).\np(N) :- N > 3.\n#check "above" 3 : p(N) => N > 3.\n',
    "fmsl": "operation Next(x: integer) -> (y: integer)\n  precondition: x > 3;\n"
    "  postcondition: y > x;\nend Next;\n",
    "funlogic": "property p(x) = x > 3 ==> x * x > 9\n",
}


def resident() -> int:
    """The bytes of memory that this process has in use."""
    gc.collect()
    pages = Path("/proc/self/statm").read_text("ascii").split()[1]
    return int(pages) * os.sysconf("SC_PAGE_SIZE")


def test_there_is_a_specification_of_every_language() -> None:
    assert SPECIFICATIONS.keys() == LANGUAGES.keys()


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="needs /proc")
@pytest.mark.parametrize("language", SPECIFICATIONS)
def test_memory_does_not_grow_with_what_was_read(language: str) -> None:
    read = load_language(language).load("editing").analyse
    name = f"x{LANGUAGES[language].endings[0]}"
    before = 0
    for number in range(LOADS):
        text = SPECIFICATIONS[language].format(number)
        assert read(Source(name, text)).symbols.symbols
        if number == WARMING_UP:
            before = resident()
    assert resident() - before < MOST_GROWTH


@pytest.mark.parametrize("language", CLAIMS)
def test_the_memory_of_the_solver_is_given_back_when_all_is_answered(
    language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[ref[Session]] = []
    begin = Session.__init__

    def begin_and_note(session: Session, **settings: Any) -> None:
        begin(session, **settings)
        opened.append(ref(session))

    monkeypatch.setattr(Session, "__init__", begin_and_note)
    gc.disable()  # it would come too late: what z3 has is nothing that it counts
    try:
        assert refute.open(CLAIMS[language], language=language).check().report.outcomes
        left = [each for each in map(ref.__call__, opened) if each is not None]
        assert [each for each in left if not each.is_closed] == []
    finally:
        gc.enable()
