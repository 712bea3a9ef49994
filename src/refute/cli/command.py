"""What all commands on files share: options, error messages, exit codes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, TypeAlias

import click

from refute import api, languages as registry
from refute.cli import values
from refute.cli.deliver import Presentation, deliver, reject_all, write_or_print
from refute.diagnostics import InputError
from refute.languages.language import Language
from refute.languages.options import Shape, arguments, shapes
from refute.record import record

_PREFIX = "option_"


@record
class Invocation:
    """The options of a command beyond its files, and how to show the answer."""

    command: str
    options: dict[str, Any]
    presentation: Presentation

    def write(self, document: api.Document, folder: Path | None) -> int:
        """Print the answer about a document or, with a folder, write the files made there."""
        asked = [(document, document.options(self.command, self.options))]
        shows = folder is not None
        made = deliver(self.command, asked, self.presentation, show_outcomes=shows)
        return write_or_print(made, self.presentation, folder)


Decorate: TypeAlias = Callable[[Callable[..., Any]], Callable[..., Any]]

one_specification: Decorate = click.argument("spec", type=click.Path(path_type=Path))


def out_option(help_text: str) -> Decorate:
    """The option `--out`, a folder."""
    return click.option("--out", type=click.Path(path_type=Path), metavar="DIR", help=help_text)


class FileCommand(click.Command):
    """A command on files; its callback takes an `Invocation` and returns an exit code.

    It offers the options of the languages of the given files or, without files, of all languages.
    """

    keeps_files = True

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        """The command's own parameters, then those of the languages, then those for output."""
        return [
            *self.params,
            *language_options(self.name or "", ctx.meta.get(__name__) or registry.languages()),
            *output_options(files=self.keeps_files),
            *filter(None, [self.get_help_option(ctx)]),
        ]

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse with the options of the languages of the given files."""
        ctx.meta[values.GIVEN] = tuple(args)
        ctx.meta[__name__] = found = _languages_of(args, self.name or "")
        try:
            return super().parse_args(ctx, args)
        except click.NoSuchOption as failure:
            _refuse_foreign(ctx, found)
            named = failure.option_name.lstrip("-")
            if found and named in _all_names(self.name or ""):
                shown = " or ".join(f"{each.name} ({registry.endings(each)})" for each in found)
                message = f"`--{named}` has no meaning for {shown} here."
                raise click.UsageError(message, ctx) from None
            raise

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command and exit with its exit code."""
        invocation = _taken_from(self.name or "", ctx.params)
        assert self.callback is not None
        try:
            code: int = ctx.invoke(self.callback, invocation=invocation, **ctx.params)
        except InputError as failure:
            code = reject_all(
                failure, invocation.command, self._named(ctx), invocation.presentation
            )
        ctx.exit(code)

    def _named(self, ctx: click.Context) -> str:
        """The files that were named."""
        first = next(each for each in self.params if isinstance(each, click.Argument))
        given = ctx.params[first.name or ""]
        return " ".join(map(str, given if isinstance(given, tuple) else [given]))


class ProgramCommand(FileCommand):
    """A command on files and a program under test, which follows `--`."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Split off the program first, so that its words are not taken for options or files."""
        position = args.index("--") if "--" in args else len(args)
        rest = super().parse_args(ctx, args[:position])
        program = tuple(args[position + 1 :])
        if position < len(args) and not any(program) and not ctx.resilient_parsing:
            message = "no program follows `--`; write for example `-- python3 sum.py`."
            raise click.UsageError(message, ctx)
        ctx.params["program"] = program
        return rest

    def collect_usage_pieces(self, ctx: click.Context) -> list[str]:
        """The usual pieces, followed by the program if a language of the files tests any."""
        languages = ctx.meta.get(__name__) or registry.languages()
        takes_one = any(_tests_programs(each, self.name or "") for each in languages)
        pieces = super().collect_usage_pieces(ctx)
        return [*pieces, "[-- PROGRAM ARG...]"] if takes_one else pieces


def with_program(
    document: api.Document, program: tuple[str, ...], invocation: Invocation
) -> Mapping[str, Any]:
    """The options of a request, including the program to be tested."""
    command = invocation.command
    if not program:
        return invocation.options
    if not _tests_programs(document.language, command):
        name, endings = document.language.name, registry.endings(document.language)
        raise click.UsageError(
            f"{name} ({endings}) tests no programs; leave out what follows `--`."
        )
    return {**invocation.options, "program": program}


def _refuse_foreign(ctx: click.Context, languages: Iterable[Language]) -> None:
    """Say what to write instead of the option of another tool, if one was given."""
    for word in ctx.meta[values.GIVEN]:
        for language in languages:
            if advice := language.foreign_options.get(word):
                raise click.UsageError(f"No such option '{word}'; {advice}.", ctx) from None


def _tests_programs(language: Language, command: str) -> bool:
    """Whether the command of a language takes a program under test."""
    known = language.commands.get(command)
    return known is not None and "program" in arguments(known.options)


def _languages_of(names: Iterable[str], command: str) -> list[Language]:
    """The languages of the files among the arguments."""
    find = registry.language_for_sketch if command == "skeleton" else registry.language_for
    found: dict[str, Language] = {}
    for each in names:
        try:
            language = find(each)
        except InputError:
            continue
        found[language.name] = language
    return list(found.values())


def language_options(command: str, languages: Iterable[Language]) -> list[click.Parameter]:
    """The options of a command in some languages; options of the same name must agree in shape."""
    sharing: dict[str, list[tuple[Language, Shape]]] = {}
    for language in languages:
        if command in language.commands:
            for shape in shapes(language.commands[command].options):
                sharing.setdefault(shape.name, []).append((language, shape))
    count = len({language.name for each in sharing.values() for language, _ in each})
    return [_option_of(each, everywhere=len(each) == count) for each in sharing.values()]


def _all_names(command: str) -> set[str]:
    return {
        shape.name
        for language in registry.languages()
        if command in language.commands
        for shape in shapes(language.commands[command].options)
    }


_SHORT = {"jobs": ("-j",)}
"""Options of languages that have a short form."""


def _option_of(sharing: list[tuple[Language, Shape]], *, everywhere: bool) -> click.Option:
    shape = sharing[0][1]
    if any(
        (other.kind, other.repeatable) != (shape.kind, shape.repeatable) for _, other in sharing
    ):
        raise ValueError(f"the languages disagree about what --{shape.name} takes")
    choices = dict.fromkeys(choice for _, each in sharing for choice in each.choices)
    return click.Option(
        [*_SHORT.get(shape.name, ()), f"--{shape.name}", _PREFIX + shape.field],
        help=_help(sharing, tuple(choices), everywhere=everywhere),
        type=click.Choice(tuple(choices)) if choices else shape.kind,
        metavar="|".join(dict.fromkeys(each.metavar for _, each in sharing)) or None,
        is_flag=shape.kind is bool,
        multiple=shape.repeatable and shape.count == 1,
        nargs=shape.count,
        default=None,
        shell_complete=values.offer(shape),
    )


def _help(
    sharing: list[tuple[Language, Shape]], choices: tuple[str, ...], *, everywhere: bool
) -> str:
    shape = sharing[0][1]
    texts: dict[str, list[str]] = {}
    for language, each in sharing:
        texts.setdefault(each.help, []).append(registry.endings(language))
    several = len(texts) > 1
    said = [f"{text}  [{' '.join(endings)}]" for text, endings in texts.items()]
    notes = [] if everywhere or several else [" ".join(*texts.values())]
    if choices and shape.metavar:
        notes.append(", ".join(choices))
    defaults = {each.default for _, each in sharing}
    if (
        len(defaults) == 1
        and shape.default is not None
        and shape.default is not False
        and shape.default != ()
    ):
        notes.append(f"default: {shape.default:g}" if isinstance(shape.default, float)
                     else f"default: {shape.default}")  # fmt: skip
    return ("  ".join(said) if several else shape.help) + "".join(f"  [{each}]" for each in notes)


def output_options(*, files: bool) -> list[click.Parameter]:
    """The options for how the answer is shown and to which files it is written."""
    path = click.Path(path_type=Path)
    kept: list[click.Parameter] = [
        click.Option(
            ["--junit"], type=path, metavar="FILE", help="Also write the answer as JUnit XML."
        ),
        click.Option(
            ["--html"], type=path, metavar="FILE", help="Also write the answer as a web page."
        ),
    ]
    return [
        click.Option(["--json"], is_flag=True, help="Print the answer as JSON and nothing else."),
        *(kept if files else []),
        click.Option(["-q", "--quiet"], is_flag=True, help="Print one line for each question."),
    ]


def _taken_from(command: str, values: dict[str, Any]) -> Invocation:
    """Take the invocation out of the values that the command line gave."""
    names = [name for name in values if name.startswith(_PREFIX)]
    given = {name.removeprefix(_PREFIX): values.pop(name) for name in names}
    presentation = Presentation(
        json=values.pop("json"),
        quiet=values.pop("quiet"),
        junit=values.pop("junit", None),
        html=values.pop("html", None),
    )
    options = {name: value for name, value in given.items() if value not in (None, ())}
    return Invocation(command, options, presentation)
