"""From a source to an executable specification."""

from __future__ import annotations

import sys
import traceback
from collections.abc import Mapping
from contextlib import redirect_stdout
from dataclasses import dataclass
from itertools import islice, product
from pathlib import Path
from types import ModuleType

from refute.diagnostics import Diagnostic, InputError, did_you_mean, error
from refute.languages.console.meaning.symbolic import Evaluator
from refute.languages.console.options import SpecificationOptions
from refute.languages.console.parser import parse
from refute.languages.console.show import show_expression
from refute.languages.console.syntax import Specification
from refute.languages.console.typecheck import Checked, check_specification
from refute.languages.console.types import Type
from refute.record import record
from refute.source import Source


@dataclass(frozen=True, eq=False)
class BuiltSource(Source):
    """A specification that was built in Python and has no text."""

    specification: Specification


def load(source: Source, values: Mapping[str, str] | None = None) -> Checked:
    """Parse and check a source; `values` are its parameters. Python files are executed."""
    if isinstance(source, BuiltSource):
        return check_specification(source.specification, values)
    file, python, name = source.name.rpartition(".py")
    if python and (not name or name[0] == ":"):
        return check_specification(_python_specification(source, f"{file}.py", name[1:]), values)
    return check_specification(parse(source), values)


def parameters(options: SpecificationOptions) -> dict[str, str]:
    """The values of parameters from `--set name=VALUE`."""
    values = {}
    for each in options.set:
        name, equals, value = each.partition("=")
        if not equals or not name.strip():
            message = f"`--set {each}` gives no value to a name"
            raise InputError([Diagnostic("IO019", message, help="write `--set name=VALUE`")])
        values[name.strip()] = value.strip()
    return values


@record
class Setting:
    """A specification with the values chosen for parameters that have several."""

    checked: Checked
    chosen: tuple[tuple[str, str], ...] = ()

    @property
    def words(self) -> str:
        """The chosen values in words."""
        return " and ".join(f"{name} = {value}" for name, value in self.chosen)


def settings(source: Source, values: Mapping[str, str]) -> list[Setting]:
    """The specification for each combination of values of its parameters."""
    first = load(source, values)
    several = [
        [(given.name, show_expression(each)) for each in given.values]
        for given in first.specification.parameters
        if len(given.values) > 1 and given.name not in values
    ]
    if not several:
        return [Setting(first)]
    return [
        Setting(load(source, {**values, **dict(chosen)}), chosen)
        for chosen in islice(product(*several), MOST_SETTINGS)
    ]


MOST_SETTINGS = 100
"""Maximum number of combinations of values of parameters that are tried."""


def evaluator_of(checked: Checked) -> Evaluator:
    """The symbolic meaning of the expressions of a specification."""
    enumerations = {
        each.name: Type(each.name, members=each.members)
        for each in checked.specification.enumerations
    }
    return Evaluator(checked.types, enumerations)


def _python_specification(source: Source, file: str, name: str) -> Specification:
    """The specification in a Python file, by name if there are several."""
    made = vars(_executed(source, file))
    imported = vars(sys.modules.get("refute.console", sys))
    found = {
        key: tree
        for key, value in made.items()
        if isinstance(tree := getattr(value, "tree", None), Specification)
        and imported.get(key) is not value
    }
    if name in found:
        return found[name]
    known = ", ".join(f"`{file}:{each}`" for each in found)
    if name:
        message = f"`{file}` has no specification `{name}`"
        raise _rejected(message, did_you_mean(name, found) or f"there are {known}")
    if not found:
        help_text = "assign one to a name: `spec = read(n, nat) + write(n)`"
        advice = "; ".join(filter(None, (help_text, _meant(source, file))))
        raise _rejected(f"`{file}` defines no specification", advice)
    if len({id(each) for each in found.values()}) > 1:
        raise _rejected(f"`{file}` defines {len(found)} specifications", f"name one of {known}")
    return next(iter(found.values()))


def _executed(source: Source, file: str) -> ModuleType:
    """The module of a file; what it prints goes to the standard error stream."""
    from refute.execution.process_guard import guarded  # noqa: PLC0415 - only where one is run

    module = ModuleType(Path(file).stem)
    module.__file__ = file
    folder = str(Path(file).resolve().parent)
    sys.path.insert(0, folder)
    try:
        with redirect_stdout(sys.stderr), guarded(sys.exit, vars(module)):
            exec(compile(source.text, file, "exec"), vars(module))
    except InputError:
        raise
    except (Exception, SystemExit) as failure:
        raise InputError([_failed(source, file, failure)]) from None
    finally:
        sys.path.remove(folder)
    return module


def _failed(source: Source, file: str, failure: BaseException) -> Diagnostic:
    """The error for an exception in the user's file, at its line that was executed last."""
    what = "".join(traceback.format_exception_only(failure)).strip().splitlines()[-1]
    lines = [each.lineno for each in traceback.extract_tb(failure.__traceback__)
             if each.filename == file]  # fmt: skip
    number = getattr(failure, "lineno", None) if isinstance(failure, SyntaxError) else None
    number = number or (lines[-1] if lines else None)
    span = None
    if number and number <= len(source.line_starts):
        start = source.line_starts[number - 1]
        span = source.span(start, start + max(1, len(source.line(number))))
    return error("IO071", f"running `{file}` failed: {what}", span, advice=_meant(source, file))


def _meant(source: Source, file: str) -> str:
    """Advice on a file that may be a program, since it uses nothing of ours."""
    if "refute" in source.text:
        return ""
    return f"if it is a program to check, write `refute check SPEC -- python3 {file}`"


def _rejected(message: str, help_text: str) -> InputError:
    return InputError([Diagnostic("IO070", message, help=help_text)])
