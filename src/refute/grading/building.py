"""From the files of a submission to a program that can be run."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path, PurePosixPath

from refute.execution import CommandProgram, Limits, Program, Use
from refute.execution.sandbox import (
    Completed,
    ResourceLimits,
    SystemSandbox,
    private_folder,
    run_to_completion,
    take_back,
)
from refute.grading.configuration import MEGABYTE, RunLimits
from refute.grading.intake.archives import UNKNOWN
from refute.grading.intake.file import File, MissingTool, Unusable
from refute.grading.toolchains import Toolchain, by_ending, filled, java_class
from refute.record import record
from refute.report.texts import translate


@record
class Recipe:
    """The commands that build a program, if any, and run it; both in its folder.

    If a project does not say what it builds, `run` is empty, and the result of the build is
    searched. `otherwise` is the recipe to try if this one fails.
    """

    toolchain: Toolchain
    main: str
    build: tuple[str, ...]
    run: tuple[str, ...]
    otherwise: Recipe | None = None


def recipe_for(
    files: Sequence[File], toolchains: Mapping[str, Toolchain], preferred: Sequence[str]
) -> Recipe:
    """How to build and run a submission; Unusable if that cannot be determined.

    `preferred` are names, with or without an ending, for the main file.
    """
    known = [file for file in files if _ending(file.name) in toolchains]
    if not known:
        raise Unusable(_nothing_known(files))
    main = _main_file(known, toolchains, preferred)
    toolchain = toolchains[_ending(main.name)]
    own = [file for file in known if toolchains[_ending(file.name)].name == toolchain.name]
    begins = _beginning(main)
    names = [main.name, *(file.name for file in own if file != main and _is_part(file))]
    return Recipe(
        toolchain,
        main.name,
        tuple(filled(toolchain.build, main.name, names, begins)),
        tuple(filled(toolchain.run, main.name, names, begins)),
    )


def _ending(name: str) -> str:
    return PurePosixPath(name).suffix


def _nothing_known(files: Sequence[File]) -> str:
    if not files:
        return translate("unusable_no_file")
    names = ", ".join(f"`{file.name}`" for file in files[:3])
    more = translate("unusable_more", count=len(files) - 3) if len(files) > 3 else ""
    if any(file.name.lower().endswith(UNKNOWN) for file in files):
        more += translate("unusable_archives")
    return translate("unusable_unknown", names=names, more=more)


_TESTING = re.compile(r"\borg\.junit\b|\borg\.testng\b")
_PYTHON_TESTING = re.compile(
    r"^\s*(?:import|from)\s+(?:unittest|pytest)\b|^\s*def test_", re.MULTILINE
)
_C_MAIN = re.compile(r"\bmain\s*\(")


def _is_test(file: File) -> bool:
    """Whether a Python file tests others."""
    if _ending(file.name) != ".py":
        return False
    stem = PurePosixPath(file.name).stem
    named = stem.startswith("test_") or stem.endswith("_test")
    return named and _PYTHON_TESTING.search(file.text) is not None


def _is_part(file: File) -> bool:
    """Whether a file belongs to a program that starts elsewhere: no test, no other program."""
    ending = _ending(file.name)
    if ending == ".java":
        return not _TESTING.search(file.text)
    return ending not in {".c", ".cpp", ".cc", ".cxx", ".C"} or not _C_MAIN.search(file.text)


def _main_file(
    files: Sequence[File], toolchains: Mapping[str, Toolchain], preferred: Sequence[str]
) -> File:
    """The only file, the first with a preferred name, or the only one in which a program starts."""
    if len(files) == 1:
        return files[0]
    for name in preferred:
        named = [file for file in files if _is_called(file.name, name)]
        shallow = min((file.name.count("/") for file in named), default=0)
        named = [file for file in named if file.name.count("/") == shallow]
        if len(named) == 1:
            return named[0]
    own = [each for each in files if not _is_test(each)]
    languages = {toolchains[_ending(file.name)].name for file in own}
    for beginning in (own, [each for each in own if _begins(each)], _not_imported(own)):
        if len(languages) == 1 and len(beginning) == 1:
            return beginning[0]
    names = ", ".join(f"`{file.name}`" for file in files[:4])
    more = translate("unusable_more", count=len(files) - 4) if len(files) > 4 else ""
    wanted = translate("unusable_or").join(f"`{name}`" for name in [*dict.fromkeys(preferred)][:2])
    raise Unusable(translate("unusable_which", names=names, more=more, wanted=wanted))


def _is_called(path: str, name: str) -> bool:
    """Whether a file has a name, with or without its ending, or matches a pattern."""
    last = PurePosixPath(path)
    if any(each in name for each in "*?["):
        return last.match(name)
    return name in {path, last.name} or last.stem.casefold() == name.casefold()


_BEGINNINGS = {
    ".c": "main",
    ".cpp": "main",
    ".cc": "main",
    ".cxx": "main",
    ".go": "func main",
    ".rs": "fn main",
    ".hs": "main",
    ".kt": "fun main",
    ".cs": "Main",
    ".py": "__main__",
}


def _begins(file: File) -> bool:
    """Whether a program seems to start in a file."""
    if _ending(file.name) == ".java":
        return java_class(file.name, file.text) is not None
    word = _BEGINNINGS.get(_ending(file.name))
    return word is not None and word in file.text


_IMPORT = re.compile(r"^\s*(?:from|import)\s+\.*([\w.]+)", re.MULTILINE)


def _not_imported(files: Sequence[File]) -> list[File]:
    """The Python files that no other one imports."""
    if any(_ending(file.name) != ".py" for file in files):
        return []
    imported = {name for file in files for name in _IMPORT.findall(file.text)}
    modules = {part for name in imported for part in name.split(".")}
    return [file for file in files if PurePosixPath(file.name).stem not in modules]


def _beginning(main: File) -> str:
    """The class in which a Java program starts."""
    if _ending(main.name) != ".java":
        return ""
    return java_class(main.name, main.text) or PurePosixPath(main.name).stem


def _is_built(recipe: Recipe) -> bool:
    """Whether the program to be run exists only after the build."""
    return not recipe.run or os.sep in recipe.run[0]


class Workspace:
    """A folder in which one submission is built and run, inside a sandbox."""

    def __init__(self, folder: Path, limits: RunLimits, sandbox: SystemSandbox) -> None:
        self._folder = folder
        self._limits = limits
        self._sandbox = sandbox
        take_back(folder)

    def build(self, command: Sequence[str]) -> Completed:
        """Run a compiler in the folder."""
        return self._contained(command, self._folder)

    def _contained(self, command: Sequence[str], folder: Path) -> Completed:
        return run_to_completion(
            self._sandbox,
            command,
            box=folder,
            writable=True,
            seconds=self._limits.build_seconds,
            limits=_build_limits(self._limits),
        )

    def executables(self) -> set[str]:
        """The executables in the folder, by their relative names."""
        return {
            str(path.relative_to(self._folder))
            for path in self._folder.rglob("*")
            if not path.is_symlink() and path.is_file() and os.access(path, os.X_OK)
        }

    def program(self, command: Sequence[str]) -> Program:
        """The program that a command in the folder runs."""
        limits = Limits(self._limits.seconds, self._limits.characters)
        sandbox = self._sandbox.within(self._folder)
        return CommandProgram(command, limits, sandbox=sandbox, use=Use.MANY)

    def require_tools(self, recipe: Recipe) -> None:
        """Unusable if the tools that build and run a program are not installed."""
        words = recipe.build[:1] if recipe.build and _is_built(recipe) else ()
        words = words or (*recipe.build[:1], *recipe.run[:1])
        missing = [each for each in words if not self._is_there(each)]
        if missing:
            names = translate("unusable_and").join(f"`{tool}`" for tool in missing)
            language = recipe.toolchain.name
            raise MissingTool(translate("unusable_tools", names=names, language=language))

    def _is_there(self, tool: str) -> bool:
        if os.sep in tool:
            return (self._folder / tool).exists()
        return shutil.which(tool) is not None

    def require_working_tools(self, toolchain: Toolchain) -> None:
        """Unusable if the tools of a language do not work here, whatever the program."""
        if not toolchain.trial:
            return
        with private_folder() as folder:
            file = File(f"Main{toolchain.endings[0]}", toolchain.trial.encode())
            (folder / file.name).write_bytes(file.content)
            take_back(folder)
            recipe = recipe_for([file], by_ending([toolchain]), ["Main"])
            commands = [each for each in (recipe.build, recipe.run) if each]
            for command in commands:
                done = self._contained(command, folder)
                if not done.succeeded:
                    said = " ".join(done.output.split())[:200] or done.stop_reason
                    language = toolchain.name
                    raise MissingTool(
                        translate("unusable_broken_tools", language=language, said=said)
                    )


def resource_limits(limits: RunLimits) -> ResourceLimits:
    """The limits of a program."""
    return ResourceLimits(
        cpu_seconds=int(limits.seconds) + 2,
        memory=limits.megabytes * MEGABYTE,
        processes=limits.processes,
        file_size=limits.file_megabytes * MEGABYTE,
    )


def _build_limits(limits: RunLimits) -> ResourceLimits:
    """The limits of a compiler, which needs more than most programs."""
    return ResourceLimits(
        cpu_seconds=int(limits.build_seconds) + 2,
        memory=max(limits.megabytes, 2048) * MEGABYTE,
        processes=max(limits.processes, 128),
        file_size=64 * MEGABYTE,
        disk=256 * MEGABYTE,
        open_files=1024,
    )
