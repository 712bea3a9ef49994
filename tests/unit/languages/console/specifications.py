"""Specifications that several tests look at."""

from __future__ import annotations

from refute.languages.console.program import load
from refute.languages.console.typecheck import Checked
from refute.source import Source


def spec(text: str, **values: str) -> Checked:
    """The specification in a text."""
    return load(Source("spec.ios", text), values)


SUM = """\
read n : nat
until len(x.all) == n:
    read x : int
print sum(x.all)
"""
SUM_TO_ZERO = """\
read x : int
repeat:
    read x : int
until x.before(1) + x == 0
print len(x.all)
"""
HANGMAN = """\
given secret : [int] = [4, 8, 7]
until subset(secret, guess.all):
    read guess : 0..9
    if guess in secret and guess not in guess.all.before(1):
        print "hit"
    else:
        print "miss"
"""
