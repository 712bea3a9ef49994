"""Files that a program missed: they exist, but the sandbox does not show them."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path

from refute.record import record

_MISSED = re.compile(
    r"no such file|not found|no module named|cannot find|can't find|could not find|cannot load"
    r"|can't open|cannot open|could not open|failed to open|enoent|noclassdef|classnotfound"
    r"|filenotfound",
    re.IGNORECASE,
)
_NAMES = re.compile(r"""["'`‘“]([^"'`’”\n]{1,200})["'`’”]|([\w./+-]{2,200})""")
_ENDINGS = ("", ".py", ".js", ".class", ".rb", ".lua", ".jar")
_MOST = 3


@record
class Hidden:
    """Finds file names in a program's complaints; `shown` are the paths that it could see."""

    folders: tuple[Path, ...]
    shown: tuple[Path, ...]
    inside: str

    def __call__(self, complaint: str) -> tuple[str, ...]:
        """The files that exist here but not for the program, by the names that its user knows."""
        lines = [line for line in complaint.split("\n") if _MISSED.search(line)]
        names = [one or two for line in lines for one, two in _NAMES.findall(line)]
        found = (path for name in names for path in self._paths(name) if not self._is_shown(path))
        return tuple(dict.fromkeys(map(_named, found)))[:_MOST]

    def _paths(self, name: str) -> Iterator[Path]:
        name = name.strip().removeprefix(f"{self.inside}/").rstrip(".:;,")
        for folder in self.folders if name.strip("./") else ():
            for ending in _ENDINGS:
                path = Path(os.path.normpath(folder / f"{name}{ending}"))
                if path not in folder.parents and path != folder and os.path.exists(path):
                    yield path

    def _is_shown(self, path: Path) -> bool:
        return any(path.is_relative_to(each) for each in self.shown)


def _named(path: Path) -> str:
    here = Path.cwd()
    return str(path.relative_to(here)) if path.is_relative_to(here) else str(path)
