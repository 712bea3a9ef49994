"""Memory does not grow with the number of specifications that one process has read."""

from __future__ import annotations

import gc
import os
from pathlib import Path

import pytest

from refute.languages import LANGUAGES, language as load_language
from refute.source import Source

LOADS = 400
"""For each language; the five of them make two thousand."""

WARMING_UP = 100
MOST_GROWTH = 3 << 20
"""More than what comes and goes in a process in which many other tests have run."""

SPECIFICATIONS = {
    "console": 'print "question {0}"\nread n{0} : int\nprint n{0} + {0}\n',
    "workflow": "def f{0} x = x + {0}\n\ntask main = edit (f{0} {0})\n",
    "nominal": "sort{0} : type.\nc{0} : sort{0}.\npred p{0}(sort{0}).\np{0}(c{0}).\n",
    "fmsl": "module Module{0};\n\nobject Object{0} = string;\n\nend Module{0};\n",
    "funlogic": "f{0} x = x + {0}\n\nproperty p{0}(x) = f{0} x > x\n",
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
    read = load_language(language).load("symbols")
    name = f"x{LANGUAGES[language].endings[0]}"
    before = 0
    for number in range(LOADS):
        text = SPECIFICATIONS[language].format(number)
        assert read(Source(name, text)).symbols
        if number == WARMING_UP:
            before = resident()
    assert resident() - before < MOST_GROWTH
