"""The fence around programs under test: bubblewrap where there is one, else what works without."""

from __future__ import annotations

import os
import resource
import shutil
import tempfile
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path

from refute.diagnostics import Diagnostic, InputError, Severity
from refute.execution.sandbox import bubblewrap, guard
from refute.execution.sandbox.bounds import Bounds
from refute.execution.sandbox.bubblewrap import BOX, Bubblewrap, Shown
from refute.execution.sandbox.folders import hand_over
from refute.execution.sandbox.needs import Needs, needs_of, of_system
from refute.execution.sandbox.start import Start
from refute.execution.sandbox.supervise import adopt_orphans

_PATH = "/usr/local/bin:/usr/bin:/bin"


class Sandbox(StrEnum):
    """Whether programs must be, may be, or are not to be run inside bubblewrap."""

    REQUIRED = "required"
    AUTO = "auto"
    OFF = "off"


MISSING = (
    "the program can read your files, write where you can, use the network, and see and signal "
    "your other processes"
)


@dataclass(slots=True)
class Fence:
    """Makes confined starts; `bubblewrap` is None where only limits hold."""

    bounds: Bounds = field(default_factory=Bounds)
    bubblewrap: Bubblewrap | None = None
    warnings: tuple[Diagnostic, ...] = ()
    _folder: str = ""

    def start(
        self,
        command: Sequence[str],
        *,
        show: Iterable[Path] = (),
        box: Path | None = None,
        writable: bool = False,
        bounds: Bounds | None = None,
    ) -> Start:
        """A start of a command, which sees the system and what its interpreter needs.

        `show` are files and folders that it may read, at the places where they are. `box` is the
        folder in which it starts: it may read it, or also write if `writable`. Without one it
        starts in an empty folder of its own, and may read the files that the command names.
        Raises FileNotFoundError or PermissionError when there is no such program.
        """
        bounds = bounds or self.bounds
        needs = needs_of(command, box)
        if self.bubblewrap is None:
            return self._bare(needs, box, bounds)
        shown = [Shown(path.absolute(), str(path.absolute())) for path in (*needs.paths, *show)]
        words = needs.command
        if box is None:
            words, named = named_files(words, needs.paths)
            shown += named
        else:
            shown.append(Shown(box.absolute(), BOX, writable))
        path = ":".join([*map(str, needs.folders), _PATH])
        return self._enclosed(self.bubblewrap, words, shown, path, bounds, box if writable else None)

    def _enclosed(
        self,
        wrap: Bubblewrap,
        words: Sequence[str],
        shown: Sequence[Shown],
        path: str,
        bounds: Bounds,
        writable: Path | None,
    ) -> Start:
        """A start inside bubblewrap."""
        adopt_orphans()
        user = wrap.user()
        limits = bounds.rlimits()
        if wrap.root:
            limits += ((resource.RLIMIT_NPROC, bounds.processes),)
            if writable is not None:
                hand_over(writable, user)
        ours, theirs = os.pipe()
        return Start(
            wrap.command(words, shown, bounds, user, theirs),
            _environment(path, BOX) | {guard.NAME: guard.mark()},
            "/",
            limits,
            bounds,
            str(writable) if writable else None,
            (theirs,),
            enclosed=True,
            status=ours,
        )

    def _bare(self, needs: Needs, box: Path | None, bounds: Bounds) -> Start:
        """A start with the limits that need no bubblewrap."""
        words = needs.command
        if box is None:
            words = tuple(os.path.abspath(word) if _is_named(word) else word for word in words)
        folder = str(box.absolute()) if box else self._own_folder()
        path = ":".join([*map(str, needs.folders), os.environ.get("PATH", _PATH)])
        environment = _environment(path, folder)
        return Start(words, environment, folder, bounds.rlimits(), bounds, folder)

    def _own_folder(self) -> str:
        self._folder = self._folder or tempfile.mkdtemp(prefix="refute-")
        return tempfile.mkdtemp(dir=self._folder)

    def close(self) -> None:
        """Remove the folders of programs that ran."""
        if self._folder:
            shutil.rmtree(self._folder, ignore_errors=True)
            self._folder = ""


def make_fence(sandbox: Sandbox = Sandbox.AUTO, bounds: Bounds | None = None) -> Fence:
    """The best fence that there is here; raises InputError when a required one is missing."""
    found = "it was switched off" if sandbox is Sandbox.OFF else bubblewrap.find()
    bounds = bounds or Bounds()
    if isinstance(found, Bubblewrap):
        return Fence(bounds, found)
    if sandbox is Sandbox.OFF:
        return Fence(bounds)
    help_text = "install bubblewrap, or say `--sandbox off` if you trust the program"
    if sandbox is Sandbox.REQUIRED:
        raise InputError([Diagnostic("X001", f"no sandbox: {found}", help=help_text)])
    message = f"no sandbox: {found}; {MISSING}"
    warning = Diagnostic("X002", message, help=help_text, severity=Severity.WARNING)
    return Fence(bounds, warnings=(warning,))


def named_files(
    command: Sequence[str], known: Sequence[Path]
) -> tuple[tuple[str, ...], list[Shown]]:
    """The command with names that hold inside the fence, and the files that it names.

    A name that leads out of the current folder becomes a full path; those in `known` folders
    are shown already.
    """
    words, shown = list(command), []
    for number, word in enumerate(command):
        path = Path(os.path.abspath(word))
        if _is_named(word) and not any(path.is_relative_to(each) for each in known):
            place = os.path.normpath(os.path.join(BOX, word))
            if not place.startswith(f"{BOX}/"):
                words[number] = place = str(path)
            shown.append(Shown(path, place))
    return tuple(words), shown


def _is_named(word: str) -> bool:
    """Whether a word of a command names a file, or a folder that does not hold everything."""
    path = Path(os.path.abspath(word))
    if of_system(path):
        return False
    return path.is_file() or (path.is_dir() and not Path.cwd().is_relative_to(path))


def _environment(path: str, home: str) -> dict[str, str]:
    """All that a program finds in its environment."""
    return {
        "PATH": path,
        "HOME": home,
        "TMPDIR": home,
        "LANG": "C.UTF-8",
        "USER": "student",
        "PYTHONDONTWRITEBYTECODE": "1",
    }
