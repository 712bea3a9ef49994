"""A random workflow in one file, and the same in three that import each other."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from refute.files import read_source
from refute.source import Source

HIDDEN = "def branch i = view (i + 100)\n"
"""What the importing file means by a name that the imported one uses as well."""


def split(text: str) -> dict[str, str]:
    """The files of a workflow: its stores, its parts, and its task with the claims."""
    before, alternative, rest = text.partition("def alternative")
    lines = before.splitlines(keepends=True)
    own = [each for each in lines if each.startswith(("def labels", "def roles"))]
    parts = [each for each in lines if each.startswith("def") and "= ref" not in each]
    shared = [each for each in lines if each not in parts]
    used = "".join(each for each in parts if each not in own)
    main = f"import Stores\nimport Parts\n{''.join(own)}{HIDDEN}{alternative}{rest}"
    return {
        "Stores.top": "".join(shared),
        "parts.top": f"import Stores\n{used}",
        "main.top": main.replace("!tot", "!Stores.tot"),
    }


@contextmanager
def in_files(text: str) -> Iterator[Source]:
    """The file that imports the others, while they are there."""
    with TemporaryDirectory() as folder:
        for name, content in split(text).items():
            Path(folder, name).write_text(content)
        yield read_source(Path(folder, "main.top"))
