"""The package that is installed has all that the source tree has for its users."""

import shutil
import subprocess
import sys
import sysconfig
import venv
from pathlib import Path
from zipfile import ZipFile

import pytest

ROOT = Path(__file__).parents[2]
FOLDERS = ("src", "examples", "docs")
FILES = ("pyproject.toml", "setup.py", "README.md", "LICENSE")
WITHOUT = shutil.ignore_patterns("__pycache__", "*.egg-info")


def run(*words: str | Path, folder: Path) -> str:
    done = subprocess.run(words, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The package, built from a copy of the sources."""
    folder = tmp_path_factory.mktemp("sources")
    for name in FOLDERS:
        shutil.copytree(ROOT / name, folder / name, ignore=WITHOUT)
    for name in FILES:
        shutil.copy(ROOT / name, folder / name)
    made = folder / "wheel"
    run(sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "-w", made, ".", folder=folder)
    (found,) = made.glob("*.whl")
    return found


def files_below(folder: Path) -> set[str]:
    return {
        path.relative_to(folder).as_posix()
        for path in folder.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }


def test_every_file_is_in_the_package(wheel: Path) -> None:
    with ZipFile(wheel) as archive:
        names = set(archive.namelist())
    assert not {f"refute/{each}" for each in files_below(ROOT / "src" / "refute")} - names
    shared = next(each for each in names if each.endswith("share/refute/examples/demo.py"))
    data = shared.removesuffix("demo.py")
    assert not {f"{data}{each}" for each in files_below(ROOT / "examples")} - names


def test_what_is_installed_works_without_the_sources(wheel: Path, tmp_path: Path) -> None:
    venv.create(tmp_path / "env", with_pip=False)
    python = tmp_path / "env" / "bin" / "python"
    site = Path(run(python, "-c", "import site; print(site.getsitepackages()[0])", folder=tmp_path)
                .strip())  # fmt: skip
    # What refute needs is taken from here; refute itself is not.
    (site / "needed.pth").write_text(sysconfig.get_path("purelib"))
    run(
        *(sys.executable, "-m", "pip", "--python", python, "install", "-q", "--no-deps"),
        *("--no-compile", "--no-index", wheel),
        folder=tmp_path,
    )
    home = "import refute; print(refute.__file__)"
    assert str(tmp_path) in run(python, "-c", home, folder=tmp_path)
    refute = tmp_path / "env" / "bin" / "refute"
    assert "append.fl" in run(refute, "examples", folder=tmp_path)
    run(refute, "init", "funlogic", "begun", folder=tmp_path)
    told = run(refute, "run", "lists.fl", "--quiet", folder=tmp_path / "begun")
    assert "1 answer" in told
