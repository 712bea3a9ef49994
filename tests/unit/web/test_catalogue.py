"""A language that is registered is in the page at once, with forms for its options."""

from pathlib import Path
from types import ModuleType

import pytest

from refute import languages
from refute.languages.language import Command, Language
from refute.languages.options import Options, argument, command_options, option, shapes
from refute.web.catalogue import catalogue, chosen, offered
from refute.web.folder import is_specification
from refute.web.settings import Settings


@command_options
class SixthOptions(Options):
    how: str = option("How to do it.", default="well", choices=("well", "badly"))
    often: tuple[str, ...] = option("What to do.", default=(), metavar="WORD")
    file: str | None = option("Where to look.", metavar="FILE")
    program: tuple[str, ...] = argument(())


@pytest.fixture
def sixth(monkeypatch: pytest.MonkeyPatch) -> Language:
    made = Language("sixth", "sixth", "one more", {"check": Command("check:check", SixthOptions)})
    module = ModuleType("sixth")
    vars(module)["LANGUAGE"] = made
    monkeypatch.setitem(__import__("sys").modules, "sixth", module)
    registered = languages.Registered("sixth", (".six",))
    monkeypatch.setattr(languages, "LANGUAGES", {**languages.LANGUAGES, "sixth": registered})
    monkeypatch.setattr("refute.web.folder.LANGUAGES", languages.LANGUAGES)
    return made


@pytest.mark.usefixtures("sixth")
def test_its_commands_and_options_are_offered() -> None:
    found = catalogue(Settings(Path()))[-1]
    assert (found["name"], found["endings"]) == ("sixth", [".six"])
    (check,) = found["commands"]
    options = {each["name"]: each for each in check["options"]}
    assert [*options] == ["seed", "effort", "time-limit", "how", "often"]
    assert options["how"]["choices"] == ["well", "badly"]
    assert options["often"]["repeatable"]
    assert is_specification("a.six")


def test_its_options_are_taken(sixth: Language) -> None:
    given = {"how": "badly", "time-limit": 2.0}
    assert chosen(sixth, "check", given, Settings(Path())) == {"how": "badly", "time_limit": 2.0}


def test_no_page_names_files_or_code_to_run() -> None:
    """An option of a new kind is offered only once somebody has said that it is harmless."""
    hidden = {
        (language.name, command, each.name)
        for language in languages.languages()
        for command in language.commands
        for each in shapes(language.command(command).options)
        if each not in offered(language, command, Settings(Path()))
    }
    names = {name for _, _, name in hidden}
    assert {"against", "plan", "save", "suite", "replay", "show", "sandbox"} <= names
    assert not names & {"seed", "effort", "function", "operation", "set", "size", "strategy"}
