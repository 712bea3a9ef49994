"""What every language must fulfil; run over all that are registered."""

import inspect
import json
from collections.abc import Iterator
from pathlib import Path
from typing import TypeVar, get_type_hints

import jsonschema
import pytest
from click import Command, Context
from click.testing import CliRunner, Result

from refute.cli.command import language_options, output_options
from refute.cli.main import SUMMARIES, commands
from refute.frontend.editing import Editing
from refute.languages import LANGUAGES, language_for, languages
from refute.languages.gradable import Gradable, GradeOptions, KitOptions
from refute.languages.language import Conversation, Language, Stream
from refute.languages.options import STRATEGIES, arguments, shapes
from refute.languages.plans import PlanFormat
from refute.report.as_json import schema
from refute.search import STRATEGY_NAMES

EXAMPLES = Path(__file__).parents[2] / "examples"
OFFERED = [
    (language, command)
    for language in languages()
    for command in language.commands
    if command != "play"
]
JUNK = bytes(range(256)) * 4
SCHEMA = jsonschema.validators.validator_for(schema())(schema())
"""Made once: that the schema is one is looked at elsewhere."""


def named(value: object) -> str:
    return value.name if isinstance(value, Language) else str(value)


def refute(*arguments: str) -> Result:
    """Run the command line; whatever it did not mean to raise is an internal error."""
    result = CliRunner().invoke(commands, arguments, input="")
    assert isinstance(result.exception, SystemExit | None), result.exception
    assert "Traceback" not in result.output
    return result


def endings(language: Language) -> tuple[str, ...]:
    return LANGUAGES[language.name].endings


def test_names_and_endings_are_unique() -> None:
    every = [ending for each in LANGUAGES.values() for ending in (*each.endings, *each.sketches)]
    assert len(set(every)) == len(every)
    assert all(ending.startswith(".") and ending == ending.lower() for ending in every)


@pytest.mark.parametrize("language", languages(), ids=named)
def test_a_language_is_found_by_each_of_its_endings(language: Language) -> None:
    assert endings(language)
    assert {*language.commands} - {"play"} <= {*SUMMARIES}
    for ending in endings(language):
        assert language_for(f"file{ending}") is language


@pytest.mark.parametrize("language", languages(), ids=named)
def test_what_is_loaded_late_is_there_and_takes_the_options_that_are_offered(
    language: Language,
) -> None:
    for name, command in language.commands.items():
        function = language.load_command(name)
        if name in {"grade", "kit"}:
            assert isinstance(function, Gradable)
            assert issubclass(command.options, GradeOptions if name == "grade" else KitOptions)
            continue
        conversation = name in {"repl", "play"}
        (parameter,) = inspect.signature(function).parameters.values()
        called = function.__init__ if conversation else function
        (wanted,) = get_type_hints(called)[parameter.name].__args__
        if isinstance(wanted, TypeVar):  # of the base that conversations share
            (wanted,) = function.__orig_bases__[0].__args__
        assert issubclass(command.options, wanted)
        if conversation:
            assert Conversation in function.__mro__
        else:
            assert get_type_hints(function)["return"] == Stream
    for name in ("editing", *language.names):
        loaded = language.load(name)
        kind = {"editing": Editing, "plan": PlanFormat}.get(name)
        assert callable(loaded) if kind is None else isinstance(loaded, kind), name


@pytest.mark.parametrize(("language", "command"), OFFERED, ids=named)
def test_a_program_is_offered_where_one_can_be_tested(language: Language, command: str) -> None:
    usage = refute(command, f"a{LANGUAGES[language.name].endings[0]}", "--help").stdout.split("\n")[
        0
    ]
    takes_one = "program" in arguments(language.command(command).options)
    assert ("PROGRAM" in usage) == takes_one


@pytest.mark.parametrize(
    "language", [each for each, name in OFFERED if name == "repl"], ids=lambda each: each.name
)
def test_a_conversation_needs_no_file(language: Language) -> None:
    result = CliRunner().invoke(commands, ["repl", "--language", language.name], input=":quit\n")
    assert (result.exit_code, result.stderr) == (0, "")


def test_the_strategies_that_are_offered_exist() -> None:
    assert set(STRATEGIES) == set(STRATEGY_NAMES)


def test_options_of_one_name_agree_and_hide_no_common_one() -> None:
    taken = {name for each in output_options(files=True) for name in each.opts}
    taken |= {"--out", "--language", "--help"}
    for command in SUMMARIES:
        added = {name for each in language_options(command, languages()) for name in each.opts}
        added -= (
            {"--language"} if command in {"solution", "variants"} else set()
        )  # that of the program
        assert not added & taken
    for language in languages():
        for offered in language.commands.values():
            for shape in shapes(offered.options):
                assert shape.help[0].isupper(), shape
                assert shape.help.endswith("."), shape
                assert shape.default is not True, "a flag that is on could not be turned off"


@pytest.mark.parametrize(("language", "command"), OFFERED, ids=named)
def test_bad_input_is_answered_with_diagnostics(
    language: Language, command: str, tmp_path: Path
) -> None:
    for ending in endings(language):
        (tmp_path / f"junk{ending}").write_bytes(JUNK)
        (tmp_path / f"empty{ending}").write_bytes(b"")
        (tmp_path / f"folder{ending}").mkdir()
        for name in ("junk", "empty", "folder", "missing"):
            path = str(tmp_path / f"{name}{ending}")
            result = refute(command, path)
            assert (result.exit_code, result.stdout) == (2, "")
            assert result.stderr.startswith("error[F00")
            answer = json.loads(refute(command, path, "--json").stdout)
            SCHEMA.validate(answer)


@pytest.mark.parametrize(("language", "command"), OFFERED, ids=named)
def test_text_that_makes_no_sense_is_no_internal_error(
    language: Language, command: str, tmp_path: Path
) -> None:
    path = tmp_path / f"nonsense{endings(language)[0]}"
    for text in (")", "((((", "\\ \" '", "☃ = ☃ ☃", "\t\n\t x", "0" * 5_000, "(" * 20_000):
        path.write_text(text, "utf-8")
        result = refute(command, str(path))
        assert result.exit_code in {0, 1, 2, 3}


def examples() -> Iterator[tuple[Language, str, Path]]:
    """Every fourth example; what `check` says of each of them is in `test_examples.py`."""
    for language, command in OFFERED:
        for path in sorted(EXAMPLES.joinpath(language.name).glob("*"))[::4]:
            if path.name.endswith(endings(language)) and command in {"check", "run", "tree"}:
                yield language, command, path


@pytest.mark.parametrize(
    ("language", "command", "path"),
    list(examples()),
    ids=lambda value: value.name if isinstance(value, Path) else named(value),
)
def test_examples_run_and_their_json_fulfils_the_schema(
    language: Language, command: str, path: Path
) -> None:
    here = ["--jobs", "1"] if command == "check" else []
    result = refute(command, str(path), "--json", "--effort", "0.01", *here)
    answer = json.loads(result.stdout)
    SCHEMA.validate(answer)
    assert answer["exit_code"] == result.exit_code
    if answer["kind"] == "diagnostics":
        # A file may ask nothing of this command; it then says so and nothing else.
        assert [each["help"] != "" for each in answer["diagnostics"]] == [True]
        return
    assert (answer["language"], answer["command"]) == (language.name, command)


def test_the_help_of_an_option_says_what_it_means_in_each_language() -> None:
    (against,) = (
        each for each in language_options("tests", languages()) if "--against" in each.opts
    )
    metavar, text = against.get_help_record(Context(Command("tests"))) or ("", "")
    assert metavar == "--against MODULE:FUNCTION|COMMAND"
    assert text == (
        "Call this Python function on the test data and compare.  [.fl]  Give each term to this "
        "command, and compare what it prints with what is expected.  [.apl]"
    )
