"""The house keeps its order: imports point one way, and z3 is known in one place."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1] / "src" / "refute"

LAYERS = (
    {"source", "diagnostics", "files"},
    {"terms"},
    {"solver"},
    {"search"},
    {"report"},
    {"frontend"},
    {"execution"},
    {"languages"},
    {"cli"},
)
"""From the ground up; a room may import its own layer and those before it."""

OUTSIDE = {"__init__", "__main__", "console"}
"""The front door: version, `python -m refute`, and the public face of the console language."""

FREE_IN_LANGUAGES = {"language"}
"""The contract, which every language imports."""

REGISTRY = {"language", "LANGUAGES", "language_for", "language_for_sketch"}
"""What the command line may know of the languages: the contract, and how to find one."""

FILES = sorted(ROOT.rglob("*.py"))


def layer(room: str) -> int:
    """The number of a room's layer, from the ground."""
    return next(number for number, rooms in enumerate(LAYERS) if room in rooms)


def module(path: Path) -> str:
    """The dotted name of a file."""
    parts = path.relative_to(ROOT.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imports(text: str, package: str) -> Iterator[str]:
    """Every module that a text imports, wherever the import stands."""
    for node in ast.walk(ast.parse(text)):
        match node:
            case ast.Import(names):
                yield from (each.name for each in names)
            case ast.ImportFrom(name, names, level):
                above = package.split(".")
                base = above[: len(above) - level + 1] if level else []
                start = ".".join([*base, *filter(None, [name])])
                yield from (f"{start}.{each.name}" for each in names)


def imported(path: Path) -> Iterator[str]:
    """Every module that a file imports."""
    package = module(path) if path.name == "__init__.py" else module(path).rpartition(".")[0]
    return imports(path.read_text("utf-8"), package)


def ours(path: Path) -> Iterator[list[str]]:
    """What a file imports of refute, as parts behind that name."""
    for name in imported(path):
        if name.split(".")[0] == "refute" and name != "refute":
            yield name.split(".")[1:]


def rooms(path: Path) -> str:
    """The room that a file belongs to."""
    return path.relative_to(ROOT).with_suffix("").parts[0]


def named(path: Path) -> str:
    return str(path.relative_to(ROOT))


def test_there_are_files_to_look_at() -> None:
    assert len(FILES) > 40
    assert {rooms(path) for path in FILES} - OUTSIDE <= set().union(*LAYERS)


@pytest.mark.parametrize("path", FILES, ids=named)
def test_imports_point_to_the_ground(path: Path) -> None:
    room = rooms(path)
    if room in OUTSIDE:
        return
    for parts in ours(path):
        if parts[0] not in {"__version__", *OUTSIDE}:
            assert layer(parts[0]) <= layer(room), f"{path} imports refute.{'.'.join(parts)}"
        if layer(room) == 0:
            assert layer(parts[0]) == 0


@pytest.mark.parametrize("path", FILES, ids=named)
def test_no_language_imports_another(path: Path) -> None:
    parts = path.relative_to(ROOT).with_suffix("").parts
    if parts[0] != "languages" or parts[1] in {"__init__", "language"}:
        return
    for target in ours(path):
        if target[0] == "languages" and len(target) > 1:
            assert target[1] in {parts[1], *FREE_IN_LANGUAGES}, f"{path} imports {target}"


@pytest.mark.parametrize("path", FILES, ids=named)
def test_only_the_solver_imports_z3(path: Path) -> None:
    if rooms(path) != "solver":
        assert not [name for name in imported(path) if name.split(".")[0] == "z3"]


def test_the_command_line_knows_languages_only_through_the_contract() -> None:
    for path in ROOT.joinpath("cli").rglob("*.py"):
        for target in ours(path):
            if target[0] == "languages":
                assert len(target) == 1 or target[1] in REGISTRY, f"{path} imports {target}"


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
        "import refute.search",
        "import refute.report.outline",
        "import refute.languages",
        "import refute.languages.funlogic.run, refute.languages.funlogic.check",
        "from refute.cli.main import main; main(['--help'])",
        "from refute.cli.main import main; main(['--version'])",
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
