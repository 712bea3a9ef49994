"""Test plans as tables that the page edits; stored as Markdown files."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any, TypeAlias

from refute import languages as registry
from refute.diagnostics import Diagnostic, InputError
from refute.frontend.markdown_tables import Grid, GridRow, grids, line_of, with_grids
from refute.languages.language import Language
from refute.languages.plans import PlanFormat
from refute.web.folder import Folder, Refused

Json: TypeAlias = dict[str, Any]

MOST_PLANS = 200


def is_markdown(name: str) -> bool:
    """Whether a file of this name may contain a plan."""
    return name.lower().endswith(".md")


def format_of(language: Language) -> PlanFormat | None:
    """The format of the test plans of a language, if it has them."""
    if "plan" not in language.names:
        return None
    found: PlanFormat = language.load("plan")
    return found


def plan_to_json(text: str, shape: PlanFormat) -> Json:
    """A plan with its tables, for editing in the page."""
    return {"text": text, "tables": [asdict(each) for each in grids(text, shape.needed)]}


def edited_text(given: Json, shape: PlanFormat) -> str:
    """The text of a plan that was edited in the page; InputError F010 if it is invalid.

    A plan without a text is a new one, with the default columns.
    """
    try:
        text, tables = str(given["text"]), [_grid(each) for each in given["tables"]]
        if not text.strip() and tables:
            rule = ["---"] * len(shape.header)
            text = "\n".join(["# Test plan", "", line_of(shape.header), line_of(rule), ""])
        return with_grids(text, shape.needed, tables) if tables else text
    except (KeyError, TypeError, ValueError, AttributeError) as failure:
        message = f"this is not an edited test plan: {failure}"
        raise InputError([Diagnostic("F010", message)]) from None


def _grid(given: Json) -> Grid:
    rows = tuple(GridRow(_line(each["line"]), _texts(each["cells"])) for each in given["rows"])
    return Grid(_texts(given["columns"]), rows)


def _line(given: object) -> int | None:
    if given is not None and (not isinstance(given, int) or isinstance(given, bool)):
        raise ValueError("a row has the number of its line")
    return given


def _texts(given: Any) -> tuple[str, ...]:
    if not all(isinstance(each, str) for each in given):
        raise ValueError("a cell is a text")
    return tuple(given)


class Plans:
    """The test plans in a folder."""

    def __init__(self, folder: Folder) -> None:
        self._folder = folder

    def names(self, language: str) -> list[str]:
        """The Markdown files that contain plans of a language."""
        shape = self._format(language)
        return [
            each
            for each in self._folder.names()[:MOST_PLANS]
            if grids(self._folder.read(each)[0], shape.needed)
        ]

    def read(self, language: str, name: str) -> Json:
        """A plan and its version."""
        text, version = self._folder.read(name)
        return {**plan_to_json(text, self._format(language)), "version": version}

    def write(self, language: str, name: str, given: Json) -> Json:
        """Store a plan whose version is given, empty for a new one; returns the stored plan."""
        shape, before = self._format(language), given.get("version")
        if not isinstance(before, str):
            raise Refused("a plan has a version")
        try:
            text = edited_text(given, shape)
        except InputError as failure:
            raise Refused(str(failure)) from None
        version = self._folder.write(name, text, before)
        return {**plan_to_json(text, shape), "version": version}

    def _format(self, language: str) -> PlanFormat:
        known = language in registry.LANGUAGES
        found = format_of(registry.language(language)) if known else None
        if found is None:
            raise Refused(f"`{language}` has no test plans", 404)
        return found
