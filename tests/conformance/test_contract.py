"""What every language must fulfil; run over all that are registered."""

import json
from collections.abc import Iterator
from pathlib import Path

import jsonschema
import pytest
from click.testing import CliRunner, Result

from refute.cli.deliver import commands_of
from refute.cli.main import SUMMARIES, commands
from refute.cli.request import language_options, output_options, settings_options, shape
from refute.languages import LANGUAGES, language_for
from refute.languages.language import Language
from refute.report.as_json import schema

EXAMPLES = Path(__file__).parents[2] / "examples"
OFFERED = [(language, command) for language in LANGUAGES for command in commands_of(language)]
JUNK = bytes(range(256)) * 4


def named(value: object) -> str:
    return value.name if isinstance(value, Language) else str(value)


def refute(*arguments: str) -> Result:
    """Run the command line; whatever it did not mean to raise is an internal error."""
    result = CliRunner().invoke(commands, arguments, input="")
    assert isinstance(result.exception, SystemExit | None), result.exception
    assert "Traceback" not in result.output
    return result


def test_names_and_endings_are_unique() -> None:
    names = [language.name for language in LANGUAGES]
    endings = [ending for language in LANGUAGES for ending in language.endings]
    assert len(set(names)) == len(names)
    assert len(set(endings)) == len(endings)
    assert all(ending.startswith(".") and ending == ending.lower() for ending in endings)


@pytest.mark.parametrize("language", LANGUAGES, ids=named)
def test_a_language_is_found_by_each_of_its_endings(language: Language) -> None:
    assert language.endings
    assert commands_of(language)
    for ending in language.endings:
        assert language_for(f"file{ending}") is language


@pytest.mark.parametrize("language", LANGUAGES, ids=named)
def test_options_are_for_commands_that_are_offered(language: Language) -> None:
    for option in language.options:
        assert set(option.commands) <= set(commands_of(language)), option
        assert option.default is None or isinstance(option.default, option.kind), option
        assert option.default is not True, "a flag that is on could not be turned off"


def test_options_of_one_name_agree_and_hide_no_common_one() -> None:
    shapes: dict[str, object] = {}
    for language in LANGUAGES:
        for option in language.options:
            assert shapes.setdefault(option.name, shape(option)) == shape(option)
    common = {*settings_options(), *output_options(files=True)}
    taken = {name for option in common for name in option.opts} | {"--out", "--language", "--help"}
    for command in SUMMARIES:
        added = {name for option in language_options(command) for name in option.opts}
        assert not added & taken


@pytest.mark.parametrize(("language", "command"), OFFERED, ids=named)
def test_bad_input_is_answered_with_diagnostics(
    language: Language, command: str, tmp_path: Path
) -> None:
    for ending in language.endings:
        (tmp_path / f"junk{ending}").write_bytes(JUNK)
        (tmp_path / f"empty{ending}").write_bytes(b"")
        (tmp_path / f"folder{ending}").mkdir()
        for name in ("junk", "empty", "folder", "missing"):
            path = str(tmp_path / f"{name}{ending}")
            result = refute(command, path)
            assert (result.exit_code, result.stdout) == (2, "")
            assert result.stderr.startswith("error[F00")
            answer = json.loads(refute(command, path, "--json").stdout)
            jsonschema.validate(answer, schema())


@pytest.mark.parametrize(("language", "command"), OFFERED, ids=named)
def test_text_that_makes_no_sense_is_no_internal_error(
    language: Language, command: str, tmp_path: Path
) -> None:
    path = tmp_path / f"nonsense{language.endings[0]}"
    for text in (")", "((((", "\\ \" '", "☃ = ☃ ☃", "\t\n\t x", "0" * 5_000, "(" * 20_000):
        path.write_text(text, "utf-8")
        result = refute(command, str(path))
        assert result.exit_code in {0, 1, 2, 3}


def examples() -> Iterator[tuple[Language, str, Path]]:
    for language, command in OFFERED:
        for path in sorted(EXAMPLES.joinpath(language.name).glob("*")):
            if path.name.endswith(language.endings) and command in {"check", "run", "tree"}:
                yield language, command, path


@pytest.mark.parametrize(
    ("language", "command", "path"),
    list(examples()),
    ids=lambda value: value.name if isinstance(value, Path) else named(value),
)
def test_examples_run_and_their_json_fulfils_the_schema(
    language: Language, command: str, path: Path
) -> None:
    result = refute(command, str(path), "--json", "--time-limit", "5")
    answer = json.loads(result.stdout)
    jsonschema.validate(answer, schema())
    assert answer["exit_code"] == result.exit_code
    if answer["kind"] == "diagnostics":
        # A file may ask nothing of this command; it then says so and nothing else.
        assert [each["help"] != "" for each in answer["diagnostics"]] == [True]
        return
    assert (answer["language"], answer["command"]) == (language.name, command)
