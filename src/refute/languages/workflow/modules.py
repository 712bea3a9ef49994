"""The files that a file imports, and which definition a name means in each of them.

A file sees the definitions of the files that it imports, but not of those that they import in turn.
Its own definitions hide these; a hidden one can be used by its full name, `Forms.ask`. Types and
users of all files are shared. Claims stay in their own file, and other files see its task as a
definition.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path

from refute.diagnostics import InputError, did_you_mean, error
from refute.files import is_file, read_library, read_source
from refute.frontend.node import Node, walk
from refute.languages.workflow import syntax
from refute.languages.workflow.parser import parse
from refute.languages.workflow.syntax import Definition, Import, Program
from refute.record import record

LIBRARY = Path(__file__).parent / "library" / "Tasks.top"


@dataclass(slots=True)
class Module:
    """The definitions of a file, their full names, and the meaning of each name that it sees.

    `doubtful` are the names that several of the imported files define, with these definitions.
    """

    name: str
    definitions: dict[str, Definition]
    full: dict[str, str]
    visible: dict[str, str] = field(default_factory=dict)
    doubtful: dict[str, list[str]] = field(default_factory=dict)


@record
class Linked:
    """A program with everything that it imports.

    The modules are in evaluation order, the file itself last.
    """

    program: Program
    modules: tuple[Module, ...]


def link(program: Program, *, whole: bool = False) -> Linked:
    """A program with what it uses of the library and other files; raises InputError TH049.

    `whole` also has what it could use.
    """
    files = _files(program)
    taken = {each.name.name for each in program.declarations if not isinstance(each, Import)}
    library = _module("Tasks", _library(), taken)
    imported = {path: _module(_called(path), each, taken) for path, each in files.items()}
    _refuse_same_names(program, imported)
    definitions = _definitions(program)
    main = Module("", definitions, {name: name for name in definitions})
    for module, each in (*zip(imported.values(), files.values(), strict=True), (main, program)):
        paths = dict.fromkeys(_find(one) for one in _imports(each))
        _see(module, library, [imported[path] for path in paths])
    _see(library, library, ())
    modules = (library, *imported.values(), main)
    if not whole:
        _drop_unused(program, modules)
    declarations = [
        *(each for file in files.values() for each in file.declarations if _is_common(each)),
        *(each for module in imported.values() for each in renamed(module)),
        *(each for each in program.declarations if not isinstance(each, Import)),
    ]
    return Linked(Program(tuple(declarations), span=program.span), modules)


def renamed(module: Module) -> Iterator[Definition]:
    """The definitions of a module with their full names."""
    for name, each in module.definitions.items():
        yield replace(each, name=replace(each.name, name=module.full[name]))


def _is_common(declaration: syntax.Declaration) -> bool:
    """Whether a declaration of an imported file also belongs to the importing file."""
    return isinstance(declaration, syntax.TypeDeclaration | syntax.Alias | syntax.User)


@cache
def _library() -> Program:
    return parse(read_library(LIBRARY))


def _imports(program: Program) -> list[Import]:
    return [each for each in program.declarations if isinstance(each, Import)]


def _files(program: Program) -> dict[Path, Program]:
    """The files that a program imports, each after its own imports."""
    found: dict[Path, Program] = {}

    def visit(importing: Program, open_: tuple[Path, ...]) -> None:
        for each in _imports(importing):
            path = _find(each)
            if path in open_:
                message = f"`{each.name.name}` imports this file in turn"
                advice = "put what both need into a third file"
                raise InputError([error("TH049", message, each.span, advice=advice)])
            if path not in found:
                imported = parse(read_source(path))
                visit(imported, (*open_, path))
                found[path] = imported

    for each in _imports(program)[:1]:
        source = each.span.source
        visit(program, (_resolved(Path(source.path or source.name)),))
    return found


def _find(wanted: Import) -> Path:
    """Find the imported file."""
    source = wanted.span.source
    folder = Path(source.path or source.name).parent
    stems = (wanted.module, wanted.module.lower())
    names = [wanted.file] if wanted.file else [f"{each}.top" for each in stems]
    path = next((folder / each for each in names if is_file(folder / each)), None)
    if path is not None:
        return _resolved(path)
    known = sorted(each.name for each in folder.glob("*.top")) if folder.is_dir() else []
    advice = did_you_mean(names[-1], known) or "its name is that of a file beside this one"
    message = f"there is no file `{names[-1]}` to import"
    raise InputError([error("TH049", message, wanted.span, advice=advice)])


def _resolved(path: Path) -> Path:
    """A canonical path for a file, relative if the given one is."""
    return Path(*path.parts) if ".." not in path.parts else path.resolve()


def _called(path: Path) -> str:
    """The name of a module: `permit-forms.top` is `PermitForms`."""
    words = "".join(each if each.isalnum() else " " for each in path.stem).split()
    return "".join(word[0].upper() + word[1:] for word in words)


def _definitions(program: Program) -> dict[str, Definition]:
    """The definitions of a file by name; of an imported one, its task too."""
    found: dict[str, Definition] = {}
    for each in program.declarations:
        if isinstance(each, Definition):
            found.setdefault(each.name.name, each)
    return found


def _module(name: str, program: Program, taken: set[str]) -> Module:
    """An imported file, whose definitions get unique names."""
    definitions = _definitions(program)
    for each in program.declarations:
        if isinstance(each, syntax.TaskDeclaration):
            task = Definition(each.name, each.body, span=each.span)
            definitions.setdefault(each.name.name, task)
    full = {each: f"{name}.{each}" if each in taken else each for each in definitions}
    taken.update(full.values())
    return Module(name, definitions, full)


def _refuse_same_names(program: Program, modules: Mapping[Path, Module]) -> None:
    seen: dict[str, Path] = {}
    for path, module in modules.items():
        other = seen.setdefault(module.name, path)
        if other is not path:
            message = f"`{other}` and `{path}` would both be called `{module.name}`"
            span = _imports(program)[0].span
            raise InputError([error("TH049", message, span, advice="rename one of them")])


def _see(module: Module, library: Module, imported: Sequence[Module]) -> None:
    """Let a module see the definitions of others, with its own taking precedence."""
    for other in (library, *imported):
        for name, full in other.full.items():
            module.visible[name] = module.visible[f"{other.name}.{name}"] = full
    module.visible.update(module.full)
    for name in {each for other in imported for each in other.full} - module.full.keys():
        owners = [other.name for other in imported if name in other.full]
        if len(owners) > 1:
            module.doubtful[name] = owners


def _drop_unused(program: Program, modules: Sequence[Module]) -> None:
    """Keep only those definitions of other files that the program depends on."""
    homes = {full: (each, name) for each in modules for name, full in each.full.items()}
    used: set[str] = set()
    waiting = list(_mentioned(program, modules[-1]))
    while waiting:
        full = waiting.pop()
        if full not in used:
            used.add(full)
            module, name = homes[full]
            waiting.extend(_mentioned(module.definitions[name], module))
    for each in modules[:-1]:
        kept = (name for name in each.definitions if each.full[name] in used)
        each.definitions = {name: each.definitions[name] for name in kept}


def _mentioned(node: Node, module: Module) -> Iterator[str]:
    """The definitions whose names occur in a node, even where something local is meant."""
    for part in walk(node):
        if isinstance(part, syntax.Name) and part.name in module.visible:
            yield module.visible[part.name]
