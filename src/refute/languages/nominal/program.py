"""A file made ready to run, with the files that it uses."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import replace
from itertools import chain
from pathlib import Path
from typing import Any

from refute.diagnostics import Diagnostic, InputError, Label, Severity, error
from refute.files import is_file, read_library, read_source
from refute.frontend.symbols import word
from refute.frontend.unify import resolve
from refute.languages.nominal import core
from refute.languages.nominal.engine.resolution import Engine
from refute.languages.nominal.engine.terms import Name
from refute.languages.nominal.parser import Parser
from refute.languages.nominal.syntax import Declaration
from refute.languages.nominal.typecheck import Checker, Item, standard_names
from refute.languages.nominal.typecheck.scope import Names, Scope
from refute.languages.nominal.types import ALL_SORTS, Type, TypeConstructor, TypeVariable
from refute.source import NO_SPAN, Source, Span

LIBRARY = Path(__file__).parent / "library"


class Files:
    """Finds the files that `#use` names: beside the file that uses them, then in the library."""

    def __init__(self) -> None:
        self._users: dict[Path, Span | None] = {}
        self._paths: dict[str, Path] = {}

    def tables(self) -> tuple[dict[Any, Any], ...]:
        """What is known of files."""
        return self._users, self._paths

    def begin(self, source: Source) -> None:
        """A file that is not used by another one."""
        self._users[Path(source.name).resolve()] = None

    def find(self, file: str, span: Span) -> Source | None:
        """The file, or nothing when it was used before; AP005 without it, AP006 in a circle."""
        beside = Path(span.source.name).parent / file
        path = beside if is_file(beside) else LIBRARY / file
        if not is_file(path):
            known = ", ".join(f"`{each.name}`" for each in sorted(LIBRARY.glob("*.apl")))
            advice = f"it is looked for beside this file; the library has {known}"
            raise InputError([error("AP005", f"there is no file `{file}`", span, advice=advice)])
        found = path.resolve()
        if found in self._users:
            self._refuse_circle(found, file, span)
            return None
        self._users[found] = span
        source = read_source(path) if path is beside else read_library(path)
        self._paths[source.name] = found
        return replace(source, path=str(found))

    def _path(self, source: Source) -> Path:
        return self._paths.get(source.name) or Path(source.name).resolve()

    def _refuse_circle(self, found: Path, file: str, span: Span) -> None:
        """Complain when the file that is wanted is one of those that lead here."""
        labels: list[Label] = []
        user: Span | None = span
        while user is not None:
            here = self._path(user.source)
            if here == found:
                message = f"`{file}` uses itself"
                raise InputError([Diagnostic("AP006", message, Label(span), tuple(labels))])
            user = self._users.get(here)
            if user is not None:
                labels.append(Label(user, "used from here"))


class Program:
    """Everything that was declared, ready to answer; more can be added.

    `spelled` are the names of the query that is being answered, and those made of texts.
    """

    def __init__(self, seed: int = 0) -> None:
        self.files = Files()
        self.parser = Parser(self.files.find)
        self.spelled: dict[str, Name] = {}
        self.checker = Checker(Scope(standard_names(self.spelled, seed)))
        self.engine = Engine(self.sorts)
        self._sorts: dict[TypeConstructor, int] = {}

    def add(self, source: Source) -> list[Item]:
        """Take a file; what it asks for, in order."""
        self.files.begin(source)
        return self._checked(self.parser.program(source))

    def enter(self, source: Source) -> list[Item]:
        """Take what a person types."""
        return self._checked(self.parser.entry(source))

    def _checked(self, declarations: tuple[Declaration, ...]) -> list[Item]:
        items = self.checker.check(declarations)
        self._find_sorts()
        for item in items:
            if isinstance(item, core.Clause):
                self.engine.forget(item.predicate)
        return items

    def sorts(self, type_: Type) -> int:
        """Which names the terms of a type may have in them, as far as is known now."""
        return _sorts_in([type_], self._sorts)

    def _find_sorts(self) -> None:
        """Find the names of each type; what was compiled when others were known is forgotten."""
        sorts = sorts_of_types(self.checker.datatypes)
        if sorts != self._sorts:
            self._sorts = sorts
            self.engine = Engine(self.sorts)
            for symbols in self.checker.datatypes.values():
                for symbol in symbols:
                    symbol.sorts = self.sorts(symbol.result)


def sorts_of_types(
    datatypes: Mapping[TypeConstructor, list[core.Symbol]],
) -> dict[TypeConstructor, int]:
    """The sorts of each data type, and the bits of the types of names that occur in them."""
    types = (each for symbols in datatypes.values() for one in symbols for each in one.parameters)
    named = dict.fromkeys(each for each in _parts(types) if each is not None and each.names)
    sorts = {each: 1 << number for number, each in enumerate(named)}
    before: dict[TypeConstructor, int] = {}
    while sorts != before:
        before = dict(sorts)
        for constructor, symbols in datatypes.items():
            parameters = chain.from_iterable(each.parameters for each in symbols)
            sorts[constructor] = _sorts_in(parameters, before)
    everything = (1 << len(named)) - 1
    return {
        each: ALL_SORTS if bits and bits == everything else bits for each, bits in sorts.items()
    }


def _sorts_in(types: Iterable[Type], sorts: Mapping[TypeConstructor, int]) -> int:
    """The sorts of what has parts of some types."""
    found = 0
    for each in _parts(types):
        if each is None or each.arbitrary or (each.names and each not in sorts):
            return ALL_SORTS
        found |= sorts.get(each, 0)
    return found


def _parts(types: Iterable[Type]) -> Iterator[TypeConstructor | None]:
    """The type constructors in some types, and nothing for type variables."""
    waiting = [*types]
    while waiting:
        part = resolve(waiting.pop())
        if isinstance(part, TypeVariable):
            yield None
        else:
            yield part.constructor
            waiting.extend(part.arguments)


def load(source: Source, seed: int = 0, before: Sequence[str] = ()) -> tuple[Program, list[Item]]:
    """Parse and check a source, or raise InputError.

    One that is not understood by itself goes on where the files before it end.
    """
    program = Program(seed)
    try:
        return program, program.add(source)
    except InputError:
        if not before:
            raise
    program = Program(seed)
    for each in before:
        program.add(read_source(Path(each)))
    return program, program.add(source)


def suspicions(items: Sequence[Item]) -> Iterator[Diagnostic]:
    """Warnings about what is correct and probably not meant."""
    yield from without_clauses(items)
    yield from used_once(items)
    yield from of_no_type(items)


def used_once(items: Iterable[Item]) -> Iterator[Diagnostic]:
    """Warnings (AP022) about variables that stand in one place only.

    In a theorem that is usual among the hypotheses, where any value will do.
    """
    written: dict[Span, Counter[core.Variable]] = {}
    for item in items:
        match item:
            case core.Clause(_, arguments, body):
                found = core.variables(*arguments, *core.goal_terms(body))
            case core.Check(_, _, hypotheses, conclusion):
                twice = core.goal_terms(hypotheses) * 2
                found = core.variables(*twice, *core.goal_terms(conclusion))
            case _:
                continue
        written.setdefault(item.span, Counter()).update(found)
    for span, count in written.items():
        for variable, number in count.items():
            if number == 1 and variable.label[0] != "_":
                yield _lonely(variable.label, span)


def _lonely(label: str, around: Span) -> Diagnostic:
    message = f"`{label}` is used only here"
    advice = "write `_` where any value will do"
    if around.text.startswith("#"):
        advice = (
            "the conclusion must hold for every value of it; for some value, conclude a predicate "
            f"that has `{label}` in its body only"
        )
    place = Label(word(around, label))
    return Diagnostic("AP022", message, place, help=advice, severity=Severity.WARNING)


def of_no_type(items: Iterable[Item]) -> Iterator[Diagnostic]:
    """Warnings (AP023) about variables whose names matter in a theorem that leaves their type open.

    Numbers are put for them, in which there are no names.
    """
    for item in items:
        if isinstance(item, core.Check):
            terms = core.goal_terms(core.conjunction([item.hypotheses, item.conclusion]))
            named = [each.body for each in core.subterms(*terms) if isinstance(each, core.Swap)]
            parts = [part for goal in _goals(item) for part in core.subgoals(goal)]
            named += [each.right for each in parts if isinstance(each, core.Fresh)]
            for variable in core.variables(*named):
                type_ = resolve(variable.type)
                if isinstance(type_, TypeVariable) and not type_.names:
                    yield _of_no_type(variable.label, item.span)


def _of_no_type(label: str, around: Span) -> Diagnostic:
    message = f"the type of `{label}` is not determined: it is taken to be int, without names"
    advice = f"add a hypothesis that only terms of its type meet, such as `gen_t({label})`"
    place = Label(word(around, label))
    return Diagnostic("AP023", message, place, help=advice, severity=Severity.WARNING)


def without_clauses(items: Iterable[Item]) -> Iterator[Diagnostic]:
    """Warnings (AP019) about predicates and functions that are called and have no clauses."""
    warned: set[core.Symbol] = set()
    bodies = (goal for item in items for goal in _goals(item))
    for goal in (part for body in bodies for part in core.subgoals(body)):
        if isinstance(goal, core.Atom) and goal.predicate not in warned:
            symbol = goal.predicate
            if not symbol.clauses and symbol.span is not NO_SPAN:
                warned.add(symbol)
                message = f"`{symbol.name}` has no clauses, so this never holds"
                yield Diagnostic("AP019", message, Label(goal.span), severity=Severity.WARNING)


def _goals(item: Item) -> tuple[core.Goal, ...]:
    """The goals that stand in an item."""
    match item:
        case core.Clause(body=goal) | core.Query(goal=goal):
            return (goal,)
        case core.Check(hypotheses=hypotheses, conclusion=conclusion):
            return (hypotheses, conclusion)
        case _:
            return ()


def snapshot(program: Program) -> Callable[[], None]:
    """The way back: a call makes the program know again what it knows now, and no more."""
    before = [(known, copy(known)) for known in _knowledge(program)]

    def restore() -> None:
        for known, items in before:
            known.clear()
            if isinstance(known, list):
                known.extend(items)
            else:
                known.update(items)

    return restore


def _knowledge(program: Program) -> Iterator[dict[Any, Any] | list[Any]]:
    """The tables and lists that declarations add to."""
    checker = program.checker
    yield from (program.parser.operators, *program.files.tables(), checker.datatypes)
    for names in _namespaces(checker.scope.around):
        yield from (names.types, names.symbols, names.inner)
    yield checker.predicates
    yield from checker.datatypes.values()
    yield from (symbol.clauses for symbol in checker.predicates)


def _namespaces(roots: Iterable[Names]) -> Iterator[Names]:
    """Some namespaces and all that are inside them, each once."""
    seen: set[int] = set()
    waiting = list(roots)
    while waiting:
        names = waiting.pop()
        if id(names) not in seen:
            seen.add(id(names))
            waiting.extend(names.inner.values())
            yield names
