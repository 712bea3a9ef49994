"""Loading of files that are to be run, with the modules that they import."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from refute.diagnostics import InputError, error
from refute.files import is_file, read_source
from refute.languages.fmsl import syntax
from refute.languages.fmsl.parser import parse
from refute.languages.fmsl.syntax import Import, Module, Specification
from refute.languages.fmsl.typecheck import Checked, Signature, check
from refute.source import Source


def load(source: Source) -> Checked:
    """Parse and check a source; raises InputError."""
    return check(with_modules(parse(source), Path(source.name).parent))


def with_modules(specification: Specification, folder: Path) -> Specification:
    """A specification with the files that it includes and the modules that it imports.

    Module `M` is searched for in the file `M.fmsl` of the same folder, or `m.fmsl`.
    """
    seen = {Path(each.span.source.name) for each in specification.declarations[:1]}
    specification = Specification(tuple(_included(specification.declarations, folder, seen)))
    known = {each.name for each in specification.declarations if isinstance(each, Module)}
    fetched: list[Module] = []
    waiting = list(_imported(specification.declarations))
    while waiting:
        name = waiting.pop()
        paths = [folder / f"{each}.fmsl" for each in (name, name.lower())]
        path = next(filter(is_file, paths), None)
        if name in known or path is None:
            continue
        declared = _included(parse(read_source(path)).declarations, path.parent, {*seen, path})
        modules = [each for each in declared if isinstance(each, Module)]
        fetched.extend(each for each in modules if each.name not in known)
        known.update(name for name in (name, *(each.name for each in modules)))
        waiting.extend(_imported(modules))
    return Specification((*fetched, *specification.declarations))


def _included(
    declarations: tuple[syntax.Declaration, ...], folder: Path, seen: set[Path]
) -> Iterator[syntax.Declaration]:
    """Declarations with included files inserted in place, each file once."""
    for each in declarations:
        if isinstance(each, Module):
            inner = tuple(_included(each.declarations, folder, seen))
            yield each if inner == each.declarations else replace(each, declarations=inner)
        elif isinstance(each, syntax.Include):
            path = folder / each.file
            if path in seen:
                continue
            seen.add(path)
            if not is_file(path):
                message = f"there is no file `{each.file}` to include"
                advice = "its name is that of a file beside this one"
                raise InputError([error("FM015", message, each.span, advice=advice)])
            included = parse(read_source(path)).declarations
            yield from _included(included, path.parent, seen)
        else:
            yield each


def _imported(declarations: tuple[syntax.Declaration, ...] | list[Module]) -> Iterator[str]:
    """The modules imported anywhere."""
    for each in declarations:
        if isinstance(each, Import):
            yield each.module
        elif isinstance(each, Module):
            yield from _imported(each.declarations)


def operations(checked: Checked) -> list[Signature]:
    """The operations that can have examples: those with a postcondition or a body."""
    found = []
    for name, signature in checked.operations.items():
        operation = checked.operation(name)
        condition = operation.postcondition
        says = operation.body is not None or (condition is not None and condition.formula)
        if says and not operation.auxiliary:
            found.append(signature)
    return found
