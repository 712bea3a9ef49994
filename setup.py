"""What `pyproject.toml` cannot say: all folders of the examples are data."""

from pathlib import Path

from setuptools import setup

EXAMPLES = Path("examples")
FOLDERS = [EXAMPLES, *sorted(each for each in EXAMPLES.rglob("*") if each.is_dir())]


def _files(folder: Path) -> list[str]:
    return [str(each) for each in sorted(folder.iterdir()) if each.is_file()]


gallery = [
    (f"share/refute/{folder.as_posix()}", _files(folder))
    for folder in FOLDERS
    if "__pycache__" not in folder.parts
]
setup(data_files=[("share/man/man1", ["docs/refute.1"]), *gallery])
