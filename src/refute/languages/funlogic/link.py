"""A program with the modules it imports and the part of the library that it uses.

Names of a module hide those of the modules that it imports, and both those of the prelude. A hidden
function keeps its meaning for its users: it is called `Module.function`.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, partial
from pathlib import Path

from refute.diagnostics import InputError, did_you_mean, error
from refute.files import read_library, read_source
from refute.frontend.node import Node, walk
from refute.languages.funlogic import syntax
from refute.languages.funlogic.parser import parse
from refute.languages.funlogic.records import accessors, without_records
from refute.languages.funlogic.syntax import (
    DataDeclaration,
    Equation,
    Import,
    Name,
    Program,
    Signature,
    Synonym,
)

LIBRARY = Path(__file__).parent / "library"
PRELUDE = "Prelude"
MAIN = ""


@dataclass(slots=True)
class Module:
    """The functions of a module, and the names it can use, with the functions they refer to."""

    name: str
    program: Program
    functions: dict[str, list[Equation]] = field(default_factory=dict)
    visible: dict[str, str] = field(default_factory=dict)


@dataclass(slots=True)
class Linked:
    """A whole program: its functions by their full names, each with the module it comes from."""

    program: Program
    modules: dict[str, Module]
    functions: dict[str, tuple[Equation, ...]] = field(default_factory=dict)
    signatures: dict[str, Signature] = field(default_factory=dict)
    homes: dict[str, Module] = field(default_factory=dict)
    data: list[DataDeclaration] = field(default_factory=list)
    synonyms: list[Synonym] = field(default_factory=list)

    @property
    def main(self) -> Module:
        """The module of the file itself."""
        return self.modules[MAIN]

    def called(self, name: str) -> list[str]:
        """The functions that a function refers to."""
        visible = self.homes[name].visible
        bodies = [equation.body for equation in self.functions[name]]
        return [visible[each] for body in bodies for each in named(body) if each in visible]


def named(node: Node) -> Iterator[str]:
    """The names in a node, including bound ones."""
    return (each.name for each in walk(node) if isinstance(each, Name))


def link(program: Program) -> Linked:
    """Link a program with everything it uses, or raise InputError if a module is missing."""
    programs = {MAIN: program, **_imported(program)}
    is_needed = _imports_prelude(program) or any(
        not prelude_names().isdisjoint(_words(each)) for each in programs.values()
    )
    prelude = _library(PRELUDE) if is_needed else Program(())
    _add_data(linked := Linked(program, {}), programs, prelude)
    fields = {each.name: each.labels for data in linked.data for each in data.constructors}
    for name, each in programs.items():
        declarations = without_records(each, linked.data, fields).declarations
        linked.modules[name] = Module(name, Program(declarations))
    linked.modules[PRELUDE] = Module(PRELUDE, prelude)  # which has no records
    for name, module in linked.modules.items():
        kept = linked.data if name == PRELUDE else None
        module.functions = _functions(module.program, kept)
    linked.program = linked.main.program
    _name_functions(linked)
    _add_used(linked)
    return linked


def _imports_prelude(program: Program) -> bool:
    return any(isinstance(each, Import) and each.module == PRELUDE for each in program.declarations)


@cache
def prelude_names() -> frozenset[str]:
    """The names that the prelude defines, found without parsing it, which takes longer."""
    text = (LIBRARY / f"{PRELUDE}.fl").read_text("utf-8")
    functions = re.findall(r"^\(?([^\s()]+)\)? ::", text, re.MULTILINE)
    types = re.findall(r"^(?:data|type) (.*)$", text, re.MULTILINE)
    makers = [each for line in types for each in re.findall(r"[A-ZÀ-ÖØ-Þ]\w*", line)]
    primitives = [each.name.name for each in _PRIMITIVES]
    return frozenset((*functions, *makers, *primitives))


def importing(name: str) -> str:
    """The advice for a name that only libraries define; empty if none does."""
    pattern = re.compile(rf"^{re.escape(name)} ::", re.MULTILINE)
    found = [
        each.stem
        for each in sorted(LIBRARY.glob("*.fl"))
        if each.stem != PRELUDE and pattern.search(each.read_text("utf-8"))
    ]
    if not found:
        return ""
    modules = " or ".join(f"`import {each}`" for each in found)
    return f"write {modules}"


def _words(program: Program) -> set[str]:
    """The names in a program, of any kind."""
    return {
        each.name.rpartition(".")[2] or each.name
        for each in walk(program)
        if isinstance(each, Name | syntax.Constructor | syntax.ConstructorPattern | syntax.TypeName)
    }


def _imported(program: Program) -> dict[str, Program]:
    """The modules that a program imports, directly or through others, by name."""
    found: dict[str, Program] = {}
    pending = [program]
    while pending:
        for each in pending.pop().declarations:
            if isinstance(each, Import) and each.module not in {*found, PRELUDE}:
                found[each.module] = _find(each)
                pending.append(found[each.module])
    return found


def _find(wanted: Import) -> Program:
    source = wanted.span.source
    beside = Path(source.path or source.name).parent / f"{wanted.module}.fl"
    if beside.is_file():
        return parse(read_source(beside))
    known = sorted(path.stem for path in LIBRARY.glob("*.fl"))
    if wanted.module in known:
        return _library(wanted.module)
    advice = did_you_mean(wanted.module, known) or f"the library has {', '.join(known)}"
    message = f"there is no module `{wanted.module}`: no file `{wanted.module}.fl` beside this one"
    raise InputError([error("FL018", message, wanted.span, advice=advice)])


@cache
def _library(name: str) -> Program:
    program = parse(read_library(LIBRARY / f"{name}.fl"))
    if name == PRELUDE:
        return Program((*program.declarations, *_PRIMITIVES))
    return program


def _primitives() -> Iterator[Equation]:
    """`ord` and `chr`, which need the constructor of characters."""
    number, origin = Name("n"), syntax.Integer(syntax.FIRST_CHARACTER)
    pattern = syntax.ConstructorPattern(syntax.CHARACTER, (syntax.AnyPattern("n"),))
    yield Equation(Name("ord"), (pattern,), syntax.Operation("+", number, origin))
    offset = syntax.Operation("-", number, origin)
    made = syntax.Apply(syntax.Constructor(syntax.CHARACTER), (offset,))
    ranges = [(0, 0xD7FF), (0xE000, sys.maxunicode)]
    guards = [
        syntax.Guard(
            syntax.Operation(
                "and",
                syntax.Operation("<=", syntax.Integer(low), number),
                syntax.Operation("<=", number, syntax.Integer(high)),
            ),
            made,
        )
        for low, high in ranges
    ]
    yield Equation(Name("chr"), (syntax.AnyPattern("n"),), syntax.Guards(tuple(guards)))


_PRIMITIVES = tuple(_primitives())


def _add_data(linked: Linked, programs: Mapping[str, Program], prelude: Program) -> None:
    """Add all types; those of the prelude only if the program declares nothing of that name."""
    for each in programs.values():
        linked.data += [one for one in each.declarations if isinstance(one, DataDeclaration)]
        linked.synonyms += [one for one in each.declarations if isinstance(one, Synonym)]
    taken = {each.name for each in linked.data} | {each.name for each in linked.synonyms}
    made = {each.name for data in linked.data for each in data.constructors}
    for one in prelude.declarations:
        match one:
            case DataDeclaration(name, _, constructors) if name not in taken:
                if made.isdisjoint(each.name for each in constructors):
                    linked.data.append(one)
            case Synonym(name) if name not in taken:
                linked.synonyms.append(one)


def _functions(program: Program, kept: list[DataDeclaration] | None) -> dict[str, list[Equation]]:
    """The functions of a module; of the prelude, those whose constructors all exist."""
    functions: dict[str, list[Equation]] = {}
    for each in (*program.declarations, *accessors(program)):
        if isinstance(each, Equation):
            functions.setdefault(each.name.name, []).append(each)
    if kept is None:
        return functions
    made = {each.name for data in kept for each in data.constructors}
    missing = {
        each.name
        for data in program.declarations
        if isinstance(data, DataDeclaration)
        for each in data.constructors
        if each.name not in made
    }
    return {
        name: equations
        for name, equations in functions.items()
        if not missing or missing.isdisjoint(_constructors(equations))
    }


def _constructors(equations: Iterable[Equation]) -> set[str]:
    return {
        part.name
        for each in equations
        for part in walk(each)
        if isinstance(part, syntax.Constructor | syntax.ConstructorPattern)
    }


def _name_functions(linked: Linked) -> None:
    """Give every function its full name, and every module the names that it can use."""
    full: dict[tuple[str, str], str] = {}
    for module in linked.modules.values():
        for name in module.functions:
            taken = name in linked.homes
            full[module.name, name] = f"{module.name}.{name}" if taken else name
            linked.homes[full[module.name, name]] = module
    for module in linked.modules.values():
        for each in (Import(PRELUDE), *_imports(module)):
            other = linked.modules[each.module]
            _refuse_missing(each, other)
            for name in other.functions:
                for qualifier in filter(None, (other.name, each.alias)):
                    module.visible[f"{qualifier}.{name}"] = full[other.name, name]
                if _is_imported(name, each):
                    module.visible[name] = full[other.name, name]
        module.visible.update({name: full[module.name, name] for name in module.functions})
    _refuse_ambiguous(linked)


def _imports(module: Module) -> list[Import]:
    return [each for each in module.program.declarations if isinstance(each, Import)]


def _is_imported(name: str, wanted: Import) -> bool:
    """Whether an import makes a name available without its module."""
    if wanted.is_qualified or name in wanted.hidden:
        return False
    return wanted.names is None or name in wanted.names


def _refuse_missing(wanted: Import, module: Module) -> None:
    """Reject an import that lists a name which the module does not have."""
    for name in wanted.names or ():
        if name not in module.functions:
            advice = did_you_mean(name, module.functions)
            message = f"`{wanted.module}` has no function `{name}`"
            raise InputError([error("FL018", message, wanted.span, advice=advice)])


def _refuse_ambiguous(linked: Linked) -> None:
    """Reject a name that two imported modules have, used without a module."""
    for module in linked.modules.values():
        owners: dict[str, list[str]] = {}
        for each in _imports(module):
            for name in filter(
                partial(_is_imported, wanted=each), linked.modules[each.module].functions
            ):
                if each.module not in owners.setdefault(name, []):
                    owners[name].append(each.module)
        doubtful = {
            name: each
            for name, each in owners.items()
            if len(each) > 1 and name not in module.functions
        }
        for part in walk(module.program) if doubtful else ():
            if isinstance(part, Name) and part.name in doubtful:
                one, other, *_ = doubtful[part.name]
                message = f"`{part.name}` is defined in `{one}` and in `{other}`"
                advice = f"write `{one}.{part.name}` or `{other}.{part.name}`"
                raise InputError([error("FL018", message, part.span, advice=advice)])


def _add_used(linked: Linked) -> None:
    """Add the functions of the file, and those of other modules that are used."""
    main = linked.main
    mentioned = {name for each in main.program.declarations for name in named(each)}
    used = [main.visible[name] for name in mentioned if name in main.visible]
    pending = [*main.functions, *sorted(used)]
    while pending:
        name = pending.pop()
        if name not in linked.functions:
            home = linked.homes[name]
            own = name if home is main else name.removeprefix(f"{home.name}.")
            linked.functions[name] = tuple(home.functions[own])
            pending.extend(linked.called(name))
    for module in linked.modules.values():
        for each in module.program.declarations:
            if isinstance(each, Signature) and each.name.name in module.functions:
                linked.signatures[module.visible[each.name.name]] = each
    order = {name: number for number, name in enumerate(linked.homes)}
    linked.functions = dict(sorted(linked.functions.items(), key=lambda each: order[each[0]]))
