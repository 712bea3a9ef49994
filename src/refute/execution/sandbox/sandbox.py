"""The sandbox around programs under test: bubblewrap if available, otherwise limits only."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import field, replace
from enum import StrEnum
from functools import partial
from pathlib import Path
from stat import S_ISDIR

from refute.diagnostics import Diagnostic, InputError, Severity
from refute.execution.invocation import Invocation
from refute.execution.sandbox import bubblewrap
from refute.execution.sandbox.bubblewrap import BOX, BindMount, Bubblewrap
from refute.execution.sandbox.dependencies import (
    SYSTEM,
    Dependencies,
    dependencies_of,
    of_system,
    settings,
)
from refute.execution.sandbox.folders import empty, hand_over, remove, take_back
from refute.execution.sandbox.hidden import Hidden
from refute.execution.sandbox.limits import OF_OURS, LimitMonitor, ResourceLimits
from refute.execution.sandbox.modules import loaded_by, meant_by, with_full_class_path
from refute.execution.sandbox.unavailable import unavailable
from refute.execution.spawning.supervisors import marked_folder
from refute.record import record

_OF_THE_KERNEL = {("/", "proc"), ("/", "dev"), ("/", "sys")}
_PATH = "/usr/local/bin:/usr/bin:/bin"
_MISSING = "the program can read and write whatever you can, use the network, signal your processes"


class SandboxMode(StrEnum):
    """Whether programs must be, may be, or are not to be run inside bubblewrap."""

    REQUIRED = "required"
    AUTO = "auto"
    OFF = "off"


@record
class SystemSandbox:
    """Encloses a program in all its runs; `bubblewrap` is None if there are only limits.

    The program sees the system, what its interpreter needs, and `show`, at the same paths as
    outside. `box` is the folder in which it starts: it may read it, and write to it if `writable`.
    Without a box it starts in an empty folder of its own, and sees the files that its command
    names.
    """

    limits: ResourceLimits = field(default_factory=ResourceLimits)
    bubblewrap: Bubblewrap | None = None
    warnings: tuple[Diagnostic, ...] = ()
    box: Path | None = None
    writable: bool = False
    show: tuple[Path, ...] = ()

    def within(
        self, box: Path | None, *, writable: bool = False, show: Iterable[Path] = ()
    ) -> SystemSandbox:
        """The same sandbox around another folder."""
        return replace(self, box=box, writable=writable, show=tuple(show))

    @contextmanager
    def prepare(self, command: Sequence[str]) -> Iterator[Invocation]:
        """How to start a command inside, where no run finds anything of earlier ones.

        Raises FileNotFoundError or PermissionError if there is no such program.
        """
        needs = dependencies_of(command, self.box)
        if self.bubblewrap is None:
            with self._bare(needs) as invocation:
                yield invocation
            return
        with self._inside(self.bubblewrap, needs) as invocation:
            yield invocation

    @contextmanager
    def _inside(self, wrap: Bubblewrap, needs: Dependencies) -> Iterator[Invocation]:
        """An invocation inside bubblewrap."""
        user = wrap.user()
        words, shown = self._view(needs)
        visible = shown
        writable = self.box if self.writable else None
        path = ":".join([*map(str, needs.folders), _PATH])
        with ExitStack() as afterwards:
            if writable is not None:
                afterwards.callback(take_back, writable)
            if user is not None:
                shown = [_readable(each, afterwards) for each in shown]
                if writable is not None:
                    hand_over(writable, user)
            yield replace(
                wrap.invocation(words, shown, self.limits, user),
                environment=_environment(path, BOX, "/tmp"),
                exceeded=LimitMonitor(self.limits, writable),
                names=((f"{BOX}/", ""),),
                hidden=self._hidden(needs, visible),
            )

    def _hidden(self, needs: Dependencies, shown: Sequence[BindMount]) -> Hidden:
        """What may be hidden from a program in the current folder or beside its command's files."""
        named = [Path(os.path.abspath(word)).parent for word in needs.command if _is_named(word)]
        folders = () if self.box else dict.fromkeys((Path.cwd(), *named))
        visible = (each.source for each in shown)
        return Hidden(tuple(folders), (*visible, *map(Path, SYSTEM), *settings()), BOX)

    def _view(self, needs: Dependencies) -> tuple[Sequence[str], list[BindMount]]:
        """The command as it is given inside, and what it sees there."""
        full = [Path(os.path.abspath(path)) for path in (*needs.paths, *self.show)]
        shown = [BindMount(path, str(path)) for path in full]
        if self.box is not None:
            return needs.command, [*shown, BindMount(self.box.absolute(), BOX, self.writable)]
        words, named = named_files(needs.command, needs.paths)
        named += beside(needs.command, named)
        named += [each for path in self.show for each in _in_box(path)]
        return words, _outermost(shown + named)

    @contextmanager
    def _bare(self, needs: Dependencies) -> Iterator[Invocation]:
        """An invocation with the limits that need no bubblewrap."""
        words, names = needs.command, [(f"{self.box}/", "")]
        modules = {}
        if self.box is None:
            modules = {"PYTHONPATH": os.getcwd()} if "-m" in words else {}
            names = [(os.path.abspath(word), word) for word in words if _is_named(word)]
            words = tuple(os.path.abspath(word) if _is_named(word) else word for word in words)
            words = with_full_class_path(words)
        path = ":".join([*map(str, needs.folders), os.environ.get("PATH", _PATH)])
        with private_folder() as own:
            home = str(self.box) if self.box and self.writable else str(own)
            yield Invocation(
                words,
                {**_environment(path, home, str(own)), **modules},
                self.box or own,
                self.limits.rlimits(),
                exceeded=LimitMonitor(self.limits, self.box if self.writable else own),
                clean_up=partial(empty, own),
                names=tuple(names),
                memory=self.limits.memory,
                processes=self.limits.processes + OF_OURS,
            )


@contextmanager
def private_folder() -> Iterator[Path]:
    """A new folder that nobody else can read, removed afterwards even if we are killed."""
    folder = marked_folder()
    try:
        yield folder
    finally:
        remove(folder)


def make_sandbox(
    mode: SandboxMode = SandboxMode.AUTO, limits: ResourceLimits | None = None
) -> SystemSandbox:
    """The best sandbox available; InputError if a required one is missing."""
    limits = limits or ResourceLimits()
    if mode is SandboxMode.OFF:
        return SystemSandbox(limits)
    found = bubblewrap.find()
    if isinstance(found, Bubblewrap):
        return SystemSandbox(limits, found, unavailable())
    help_text = "install bubblewrap, or say `--sandbox off` if you trust the program"
    if mode is SandboxMode.REQUIRED:
        raise InputError([Diagnostic("X001", f"there is no sandbox: {found}", help=help_text)])
    message = f"there is no sandbox: {found}; {_MISSING}"
    warning = Diagnostic("X002", message, help=help_text, severity=Severity.WARNING)
    return SystemSandbox(limits, warnings=(warning, *unavailable()))


def _readable(shown: BindMount, afterwards: ExitStack) -> BindMount:
    """What is shown, or a copy if only we can read it: as root we run programs as another user."""
    mode = shown.source.stat().st_mode
    wanted = 0o005 if S_ISDIR(mode) else 0o004
    if shown.writable or mode & wanted == wanted:
        return shown
    copied = afterwards.enter_context(private_folder()) / "copy"
    if S_ISDIR(mode):
        shutil.copytree(shown.source, copied, symlinks=True)
    else:
        shutil.copy(shown.source, copied)
    take_back(copied)
    return replace(shown, source=copied)


def named_files(
    command: Sequence[str], known: Sequence[Path]
) -> tuple[tuple[str, ...], list[BindMount]]:
    """The command with names that are valid inside the sandbox, and the files that it names.

    A name that leads out of the current folder becomes a full path; files in `known` folders are
    shown already.
    """
    words, shown = list(command), []
    for number, word in enumerate(command):
        path = Path(os.path.abspath(word))
        if _is_named(word) and not any(path.is_relative_to(each) for each in known):
            target = os.path.normpath(os.path.join(BOX, word))
            if not target.startswith(f"{BOX}/"):
                words[number] = target = str(path)
            elif ".." in Path(word).parts:
                words[number] = os.path.normpath(word)
            shown.append(BindMount(path, target))
    return tuple(words), shown


def beside(command: Sequence[str], named: Sequence[BindMount]) -> list[BindMount]:
    """What a program loads that its command does not name, in the places where it looks for it."""
    meant = [mount for path in meant_by(command) for mount in _in_box(path)]
    loaded = [
        BindMount(path, os.path.normpath(f"{each.target}/{os.path.relpath(path, each.source)}"))
        for each in (*named, *meant)
        for path in loaded_by(each.source)
    ]
    return [each for each in meant + loaded if _is_private(each.source) and _is_harmless(each)]


def _is_harmless(mount: BindMount) -> bool:
    """Whether something is shown in the private folder, or at the same path as outside."""
    return mount.target.startswith(f"{BOX}/") or mount.target == str(mount.source)


def _in_box(path: Path) -> Iterator[BindMount]:
    """Mount a path: in the private folder if it is in the current one, else at its own path."""
    full = Path(os.path.abspath(path))
    if full.is_relative_to(Path.cwd()):
        yield BindMount(full, os.path.normpath(os.path.join(BOX, full.relative_to(Path.cwd()))))
    else:
        yield BindMount(full, str(full))


def _outermost(shown: Iterable[BindMount]) -> list[BindMount]:
    """What is shown, without what is inside of another folder that is shown."""
    kept: dict[str, BindMount] = {}
    for each in sorted(shown, key=lambda each: len(each.target)):
        above = (kept.get(str(parent)) for parent in Path(each.target).parents)
        if not any(one and _shows(one, each) for one in above):
            kept[each.target] = each
    return [*kept.values()]


def _shows(outer: BindMount, inner: BindMount) -> bool:
    return outer.source / os.path.relpath(inner.target, outer.target) == inner.source


def _is_private(path: Path) -> bool:
    """Whether a path belongs neither to the system nor to the kernel."""
    return not of_system(path) and path.parts[:2] not in _OF_THE_KERNEL


def _is_named(word: str) -> bool:
    """Whether a word of a command names a file, or a folder inside the current one."""
    path, here = Path(os.path.abspath(word)), Path.cwd()
    if not _is_private(path):
        return False
    inside = here in path.parents and not os.path.isabs(word)
    return os.path.isfile(path) or (inside and os.path.isdir(path))  # also of a whole program


def _environment(path: str, home: str, temporary: str) -> dict[str, str]:
    """The complete environment of a program."""
    return {
        "PATH": path,
        "HOME": home,
        "TMPDIR": temporary,
        "LANG": "C.UTF-8",
        "TERM": "dumb",
        "USER": "student",
        "PYTHONDONTWRITEBYTECODE": "1",
    }
