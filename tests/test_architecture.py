"""The layers of the project: imports point one way, and z3 is imported in one package."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1] / "src" / "refute"

LAYERS = (
    {"record", "source", "diagnostics", "files", "interchange", "memory", "threads", "workers"},
    {"terms"},
    {"solver"},
    {"search"},
    {"report"},
    {"frontend"},
    {"execution"},
    {"languages"},
    {"grading"},
    {"api", "explanations", "gallery"},
    {"editor"},
    {"web"},
    {"cli", "pytest_plugin", "notebook"},
)
"""From the bottom up; a package may import its own layer and those below it."""

OUTSIDE = {"__init__", "__main__", "console"}
"""The entry points: version, `python -m refute`, and console specifications in Python."""

ABOVE = {
    "grading",
    "api",
    "explanations",
    "gallery",
    "editor",
    "web",
    "cli",
    "pytest_plugin",
    "notebook",
}
"""The packages that use languages only through the contract."""

CONTRACT = {
    "language", "options", "forms", "plans", "gradable", "answers", "parallel", "conversation",
    "ceiling",
}  # fmt: skip
"""The modules that every language imports, and every user of languages."""

REGISTRY = {"LANGUAGES", "language_for", "language_for_sketch"}
"""The functions that look up a language."""

FILES = sorted(ROOT.rglob("*.py"))


def layer(package: str) -> int:
    """The number of a package's layer, from the bottom."""
    return next(number for number, packages in enumerate(LAYERS) if package in packages)


def module(path: Path) -> str:
    """The dotted name of a file."""
    parts = path.relative_to(ROOT.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imports(text: str, package: str) -> Iterator[str]:
    """Every module that a text imports, at any place in it."""
    for node in ast.walk(ast.parse(text)):
        match node:
            case ast.Import(names):
                yield from (each.name for each in names)
            case ast.ImportFrom(name, names, level):
                above = package.split(".")
                base = above[: len(above) - level + 1] if level else []
                start = ".".join([*base, *filter(None, [name])])
                yield from (f"{start}.{each.name}" for each in names)


@cache
def imported(path: Path) -> tuple[str, ...]:
    """Every module that a file imports."""
    package = module(path) if path.name == "__init__.py" else module(path).rpartition(".")[0]
    return tuple(imports(path.read_text("utf-8"), package))


def internal_imports() -> Iterator[tuple[list[str], list[str]]]:
    """Every import of one of our modules by another, as the parts of their names after `refute`."""
    for path in FILES:
        importer = [*path.relative_to(ROOT).with_suffix("").parts]
        for name in imported(path):
            if name.split(".")[0] == "refute" and name != "refute":
                yield importer, name.split(".")[1:]


def offenders(found: Iterator[tuple[list[str], list[str]]]) -> list[str]:
    return [f"{'/'.join(importer)} imports {'.'.join(target)}" for importer, target in found]


def test_every_package_has_its_layer() -> None:
    assert len(FILES) > 40
    packages = {path.relative_to(ROOT).with_suffix("").parts[0] for path in FILES}
    assert packages - OUTSIDE <= set().union(*LAYERS)


def test_imports_point_down() -> None:
    inside = (
        (importer, target)
        for importer, target in internal_imports()
        if importer[0] not in OUTSIDE and target[0] not in {"__version__", *OUTSIDE}
    )
    assert not offenders(each for each in inside if layer(each[0][0]) < layer(each[1][0]))


def test_running_out_of_stack_is_handled_in_few_places() -> None:
    """Source, foreign data, the three engines that recurse, and where all answers pass."""
    known = {
        "interchange.py",
        "frontend/nesting.py",
        "languages/answers.py",
        "languages/fmsl/interpret/__init__.py",
        "languages/funlogic/running.py",
        "languages/nominal/negation/elimination.py",
    }
    found = {str(each.relative_to(ROOT)) for each in FILES if "RecursionError" in each.read_text()}
    assert found == known


def test_no_language_imports_another() -> None:
    of_languages = (
        (importer, target)
        for importer, target in internal_imports()
        if importer[0] == target[0] == "languages" and importer[1] not in {"__init__", *CONTRACT}
    )
    assert not offenders(
        (importer, target)
        for importer, target in of_languages
        if target[1] not in {importer[1], *CONTRACT}
    )


def test_languages_are_known_only_through_the_contract() -> None:
    assert not offenders(
        (importer, target)
        for importer, target in internal_imports()
        if importer[0] in ABOVE and target[0] == "languages"
        if len(target) > 1 and target[1] not in CONTRACT | REGISTRY
    )


def test_only_the_editor_imports_the_protocol() -> None:
    protocol = {"pygls", "lsprotocol"}
    importing = [path for path in FILES if any(n.split(".")[0] in protocol for n in imported(path))]
    assert importing
    assert not [path for path in importing if path.relative_to(ROOT).parts[0] != "editor"]


def test_only_the_solver_imports_z3() -> None:
    importing = [path for path in FILES if any(n.split(".")[0] == "z3" for n in imported(path))]
    assert importing
    assert not [path for path in importing if path.relative_to(ROOT).parts[0] != "solver"]


def test_the_reader_of_imports_sees_every_form() -> None:
    text = """
import z3
from refute.cli import main
def f():
    from . import tree
    from ..terms import Term
"""
    assert set(imports(text, "refute.search")) == {
        "z3",
        "refute.cli.main",
        "refute.search.tree",
        "refute.terms.Term",
    }


@pytest.mark.parametrize(
    "statement",
    [
        "import refute.search, refute.report.outline, refute.languages",
        "import refute.languages.funlogic.run, refute.languages.funlogic.check",
        "from refute.cli.main import main; main(['check', '--help'])",
        "from refute.cli.main import main; main(['languages'])",
    ],
)
def test_z3_is_not_loaded_before_something_is_to_be_solved(statement: str) -> None:
    program = f"""
import sys
try:
    {statement}
except SystemExit as ending:
    assert not ending.code, ending.code
loaded = sorted(name for name in sys.modules if name.split('.')[0] == 'z3')
sys.exit(f'loaded: {{loaded[:3]}}' if loaded else 0)
"""
    made = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False
    )
    assert made.returncode == 0, made.stderr
