"""Definitions that every file can use, unless it has its own of the same name."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from refute.frontend.node import walk
from refute.languages.workflow import syntax
from refute.languages.workflow.parser import parse
from refute.source import Source

TEXT = r"""
def forever t = t >>= \_. forever t
def repeat t = t >>* \x. { "Repeat" -> repeat t, "Finish" -> view x }
def map f l = if len l == 0 then [] else f (head l) :: map f (tail l)
def all l =
  if len l == 0 then view []
  else head l <&> all (tail l) >>= \(x, rest). view (x :: rest)
def any l = if len l == 0 then fail else head l <|> any (tail l)
def pool t =
  choose {
    "Add" -> t >>= \x. pool t >>= \rest. view (x :: rest),
    "Close" -> view []
  }
"""


@cache
def definitions() -> dict[str, syntax.Definition]:
    """The definitions by name."""
    program = parse(Source("library", TEXT))
    return {
        each.name.name: each for each in program.declarations if isinstance(each, syntax.Definition)
    }


def needed(declarations: Sequence[syntax.Declaration]) -> list[syntax.Definition]:
    """The definitions that a file mentions and does not have itself."""
    own = {each.name.name for each in declarations}
    used = {
        node.name for each in declarations for node in walk(each) if isinstance(node, syntax.Name)
    }
    return [each for name, each in definitions().items() if name in used - own]
