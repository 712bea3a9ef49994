"""The teacher's settings for a class: `grade.toml`, read with a diagnostic for every mistake."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import field, replace
from typing import Any, TypeAlias

from refute.diagnostics import Diagnostic, InputError, did_you_mean, error
from refute.grading.intake.names import composed
from refute.grading.toml import key_span, tables_in
from refute.grading.toolchains import TOOLCHAINS, Toolchain
from refute.languages.gradable import WrongSetting
from refute.record import record
from refute.report.texts import LANGUAGES, kinds
from refute.source import Source

MEGABYTE = 1 << 20
VISIBILITIES = ("visible", "hidden", "after_due_date", "after_published")
"""The values that Gradescope knows."""


@record
class RunLimits:
    """Limits of one run of a submission; after `timeouts` runs that were too slow, stop."""

    seconds: float = 2.0
    characters: int = 100_000
    megabytes: int = 512
    processes: int = 64
    file_megabytes: int = 16
    build_seconds: float = 30.0
    timeouts: int = 2


@record
class BehaviourSettings:
    """The name and the weight of the tests of one behaviour, if not the default."""

    name: str = ""
    weight: float = 1.0
    visibility: str = ""


@record
class Hint:
    """The teacher's hint for programs that fail in some way.

    It is given if everything that is set fits: the `kind` of failure, a `pattern` in what the
    program printed or in its last words, and what it behaves `like`.
    """

    say: str
    kind: str = ""
    pattern: str = ""
    like: str = ""

    def fits(self, kind: str, printed: str, likeness: str) -> bool:
        """Whether the hint applies."""
        if self.kind and kind not in outcomes_called(self.kind):
            return False
        if self.like and self.like.casefold() not in likeness.casefold():
            return False
        return not self.pattern or re.search(self.pattern, printed) is not None


def outcomes_called(part: str) -> set[str]:
    """The outcomes whose name in any language contains a text."""
    return {
        outcome
        for language in LANGUAGES
        for outcome, called in kinds(language).items()
        if part.casefold() in called.casefold()
    }


PER_BEHAVIOUR, PER_TEST, ALL_OR_NOTHING = "per behaviour", "per test", "all or nothing"


@record
class Configuration:
    """How a class is graded.

    `tests` is the number of tests, None for all. `main` are names for the main file of a
    submission; `programs` name it for single submissions. The first `shown_tests` tests are visible
    whatever `test_visibility` says. `typed` is the language of programs typed into a page of the
    platform. `settings` are those of the specification's language.
    """

    points: float = 100.0
    scoring: str = PER_BEHAVIOUR
    tests: int | None = None
    main: tuple[str, ...] = ("main",)
    programs: Mapping[str, str] = field(default_factory=dict)
    typed: str = ""
    limits: RunLimits = field(default_factory=RunLimits)
    visibility: str = "visible"
    test_visibility: str = "visible"
    shown_tests: int = 0
    toolchains: tuple[Toolchain, ...] = TOOLCHAINS
    settings: Mapping[str, Any] = field(default_factory=dict)
    language: str = LANGUAGES[0]
    behaviours: Mapping[str, BehaviourSettings] = field(default_factory=dict)
    hints: tuple[Hint, ...] = ()
    leaderboard: bool = False

    @property
    def all_or_nothing(self) -> bool:
        """Whether only a correct program gets points."""
        return self.scoring == ALL_OR_NOTHING

    @property
    def typed_language(self) -> Toolchain | None:
        """The language of programs typed into a page of the platform, if known."""
        return {each.name: each for each in self.toolchains}.get(self.typed)


Path: TypeAlias = tuple[str | int, ...]
Reader: TypeAlias = Callable[[Any], Any]


def read_configuration(source: Source, settings: Mapping[str, Reader]) -> Configuration:
    """Read the configuration in a file; InputError with all mistakes in it (IO061, IO062).

    `settings` are the additional keys of the specification's language.
    """
    table = tables_in(source, "IO061")
    reading = _Reading(source)
    made = reading.configuration(table, settings)
    if reading.found:
        raise InputError(sorted(reading.found, key=_position))
    return made


def _position(diagnostic: Diagnostic) -> int:
    return diagnostic.primary.span.start if diagnostic.primary else 0


class _Reading:
    """Reads a file and collects its mistakes."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.found: list[Diagnostic] = []

    def configuration(
        self, table: Mapping[str, Any], settings: Mapping[str, Reader]
    ) -> Configuration:
        readers: dict[str, Reader] = {
            "points": _number(least=0),
            "scoring": _choice(PER_BEHAVIOUR, PER_TEST, ALL_OR_NOTHING),
            "language": _choice(*LANGUAGES),
            "tests": _tests,
            "main": _names,
            "typed": self.language_called(table.get("languages", {})),
            **settings,
        }
        values = self.values(table, readers, (), tables=_TABLES)
        given = {key: values.pop(key) for key in settings if key in values}
        limits = self.table(table, "limits", _LIMITS)
        shown = self.table(table, "visibility", _VISIBILITY)
        names = {
            "output": "visibility",
            "tests": "test_visibility",
            "shown": "shown_tests",
            "leaderboard": "leaderboard",
        }
        return Configuration(
            **values,
            limits=replace(RunLimits(), **limits),
            toolchains=self.toolchains(table.get("languages", {})),
            **{names[key]: value for key, value in shown.items()},
            programs=self.texts(table, "programs"),
            settings=given,
            behaviours=self.behaviours(table),
            hints=tuple(self.hints(table)),
        )

    def behaviours(self, table: Mapping[str, Any]) -> dict[str, BehaviourSettings]:
        inner = table.get("behaviours", {})
        if not isinstance(inner, Mapping):
            self.complain(("behaviours",), "`behaviours` is a table", "write `[behaviours.NAME]`")
            return {}
        return {
            key: BehaviourSettings(**self.table(inner, key, _BEHAVIOUR, ("behaviours",)))
            for key in inner
        }

    def hints(self, table: Mapping[str, Any]) -> Iterator[Hint]:
        given = table.get("hints", [])
        if not isinstance(given, list) or not all(isinstance(each, Mapping) for each in given):
            self.complain(("hints",), "`hints` are tables", "write `[[hints]]` for each")
            return
        for number, each in enumerate(given):
            values = self.values(each, _HINT, ("hints", number))
            if "say" not in each or len(each) < 2:
                advice = "write `say`, and `kind`, `pattern` or `like`"
                complaint = "a hint needs a text and a condition"
                self.complain(("hints", number), complaint, advice)
            elif "say" in values:
                yield Hint(**values)

    def texts(self, table: Mapping[str, Any], name: str) -> dict[str, str]:
        """A table of texts with arbitrary keys."""
        inner = table.get(name, {})
        keys = dict.fromkeys(inner, _text) if isinstance(inner, Mapping) else {}
        read: dict[str, str] = self.table(table, name, keys)
        return {composed(key): text for key, text in read.items()}

    def table(
        self,
        table: Mapping[str, Any],
        name: str,
        readers: Mapping[str, Reader],
        above: Path = (),
    ) -> Any:
        inner, path = table.get(name, {}), (*above, name)
        if not isinstance(inner, Mapping):
            advice = f"write `[{'.'.join(map(str, path))}]` on a line of its own"
            self.complain(path, f"`{name}` is a table", advice)
            return {}
        return self.values(inner, readers, path)

    def values(
        self,
        table: Mapping[str, Any],
        readers: Mapping[str, Reader],
        path: Path,
        tables: tuple[str, ...] = (),
    ) -> dict[str, Any]:
        """The values of known keys; adds an error for every other key and every wrong value."""
        read: dict[str, Any] = {}
        for key, value in table.items():
            if key in tables:
                continue
            reader = readers.get(key)
            if reader is None:
                known = [*readers, *tables]
                advice = did_you_mean(key, known) or f"the keys are {', '.join(sorted(known))}"
                self.complain((*path, key), f"there is no key `{key}` here", advice)
                continue
            try:
                read[key] = reader(value)
            except WrongSetting as failure:
                message = str(failure) or f"`{key}` cannot be {_shown(value)}"
                self.complain((*path, key), message, failure.advice)
        return read

    def toolchains(self, tables: Any) -> tuple[Toolchain, ...]:
        if not isinstance(tables, Mapping):
            self.complain(("languages",), "`languages` is a table", "write `[languages.NAME]`")
            return TOOLCHAINS
        return (*TOOLCHAINS, *self.more_toolchains(tables))

    def language_called(self, tables: Any) -> Reader:
        """A reader for the name of a language."""
        more = tables if isinstance(tables, Mapping) else {}
        known = [*dict.fromkeys((*(each.name for each in TOOLCHAINS), *more))]
        return _choice(*known)

    def more_toolchains(self, tables: Mapping[str, Any]) -> Iterator[Toolchain]:
        known = {each.name.casefold(): each for each in TOOLCHAINS}
        for name, table in tables.items():
            path = ("languages", name)
            if not isinstance(table, Mapping):
                self.complain(path, f"`{name}` is a table", f"write `[languages.{name}]`")
                continue
            values = self.values(table, _TOOLCHAIN, path)
            usual = known.get(name.casefold())
            if usual is None and not {"endings", "run"} <= set(table):
                advice = did_you_mean(name, known) or "write `endings` and `run`"
                self.complain(path, f"`{name}` is not a language that refute knows", advice)
                continue
            base = usual or Toolchain(name, (), ())
            made = replace(base, **values)
            yield replace(made, trial="") if {"build", "run"} & set(values) else made

    def complain(self, path: Path, message: str, advice: str) -> None:
        self.found.append(error("IO062", message, key_span(self.source, path), advice=advice))


def _shown(value: Any) -> str:
    text = repr(value)
    return text if len(text) < 60 else f"{text[:57]}…"


# Values


def _text(value: Any) -> str:
    if not isinstance(value, str) or not value.strip():
        raise WrongSetting("write a text in quotes")
    return value


def _names(value: Any) -> tuple[str, ...]:
    names = [value] if isinstance(value, str) else value
    if not isinstance(names, list) or not names:
        raise WrongSetting('write a name or a list of names, such as ["Sum.java", "sum.py"]')
    return tuple(map(_text, names))


def _number(least: float) -> Reader:
    def read(value: Any) -> float:
        if isinstance(value, bool) or not isinstance(value, int | float) or str(value) == "nan":
            raise WrongSetting("write a number")
        if value < least or value > 1e9:
            raise WrongSetting(
                f"write a number from {least} on" if value < least else "that is too much"
            )
        return float(value)

    return read


def _tests(value: Any) -> int | None:
    if value == "all":
        return None
    if isinstance(value, str):
        raise WrongSetting('write "all" or a whole number')
    number: int = _whole(1, 10_000)(value)
    return number


def _whole(least: int, most: int) -> Reader:
    def read(value: Any) -> int:
        if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
            raise WrongSetting(f"write a whole number from {least} to {most}")
        return value

    return read


def _choice(*choices: str) -> Reader:
    def read(value: Any) -> str:
        if value not in choices:
            advice = did_you_mean(value, choices) if isinstance(value, str) else ""
            raise WrongSetting(advice or f"write one of {', '.join(map(repr, choices))}")
        return str(value)

    return read


def _command(value: Any) -> tuple[str, ...]:
    words = value.split() if isinstance(value, str) else value
    if not isinstance(words, list) or not words or not all(isinstance(w, str) for w in words):
        raise WrongSetting('write a list of words, such as ["python3", "{main}"]')
    return tuple(words)


def _endings(value: Any) -> tuple[str, ...]:
    endings = [value] if isinstance(value, str) else value
    if not isinstance(endings, list) or not endings:
        raise WrongSetting('write a list of endings, such as [".py"]')
    if not all(isinstance(each, str) and each.startswith(".") for each in endings):
        raise WrongSetting('an ending begins with a dot, such as ".py"')
    return tuple(endings)


def _switch(value: Any) -> bool:
    if not isinstance(value, bool):
        raise WrongSetting("write `true` or `false`")
    return value


def _pattern(value: Any) -> str:
    text = _text(value)
    try:
        re.compile(text)
    except re.error as failure:
        raise WrongSetting(f"write a regular expression: {failure}") from None
    return text


def _kind(value: Any) -> str:
    text = _text(value)
    if not outcomes_called(text):
        names = [each for language in LANGUAGES for each in kinds(language).values()]
        known = ", ".join(f"`{each}`" for each in dict.fromkeys(kinds(LANGUAGES[0]).values()))
        raise WrongSetting(did_you_mean(text, names) or f"write a part of an outcome: {known}")
    return text


_TABLES = ("limits", "visibility", "languages", "programs", "behaviours", "hints")
_BEHAVIOUR: Mapping[str, Reader] = {
    "name": _text,
    "weight": _number(least=0),
    "visibility": _choice(*VISIBILITIES),
}
_HINT: Mapping[str, Reader] = {"say": _text, "kind": _kind, "pattern": _pattern, "like": _text}
_LIMITS: Mapping[str, Reader] = {
    "seconds": _number(least=0.1),
    "build_seconds": _number(least=0.1),
    "characters": _whole(1, 10_000_000),
    "megabytes": _whole(16, 1_000_000),
    "processes": _whole(1, 10_000),
    "file_megabytes": _whole(1, 10_000),
    "timeouts": _whole(1, 10_000),
}
_VISIBILITY: Mapping[str, Reader] = {
    "output": _choice(*VISIBILITIES),
    "tests": _choice(*VISIBILITIES),
    "shown": _whole(0, 10_000),
    "leaderboard": _switch,
}
_TOOLCHAIN: Mapping[str, Reader] = {"endings": _endings, "build": _command, "run": _command}
