"""A file made ready to run, with the modules that it takes from other files."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from refute.files import read_source
from refute.frontend.symbols import Symbols
from refute.languages.fmsl import syntax
from refute.languages.fmsl.parser import GRAMMAR, parse
from refute.languages.fmsl.syntax import Import, Module, Specification
from refute.languages.fmsl.typecheck import Checked, check, examine
from refute.source import Source


def load(source: Source) -> Checked:
    """Parse and check a source, or raise InputError."""
    return check(with_modules(parse(source), Path(source.name).parent))


def symbols(source: Source) -> Symbols:
    """The symbols of a source, as far as it can be read."""
    specification = GRAMMAR.parse_what_fits(source.whole)
    return examine(with_modules(specification, Path(source.name).parent))[0]


def with_modules(specification: Specification, folder: Path) -> Specification:
    """A specification with the modules that it imports and does not have.

    Module `M` is looked for in the file `M.fmsl` of the same folder.
    """
    known = {each.name for each in specification.declarations if isinstance(each, Module)}
    fetched: list[Module] = []
    waiting = list(_imported(specification.declarations))
    while waiting:
        name = waiting.pop()
        path = folder / f"{name}.fmsl"
        if name in known or not path.is_file():
            continue
        modules = [
            each for each in parse(read_source(path)).declarations if isinstance(each, Module)
        ]
        fetched.extend(each for each in modules if each.name not in known)
        known.update(name for name in (name, *(each.name for each in modules)))
        waiting.extend(_imported(modules))
    return Specification((*fetched, *specification.declarations))


def _imported(declarations: tuple[syntax.Declaration, ...] | list[Module]) -> Iterator[str]:
    """The modules that are imported anywhere."""
    for each in declarations:
        if isinstance(each, Import):
            yield each.module
        elif isinstance(each, Module):
            yield from _imported(each.declarations)
