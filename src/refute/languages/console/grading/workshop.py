"""A folder in which one submission is built and run, inside a fence."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from pathlib import Path

from refute.execution import CommandProgram, Limits, Program, Use
from refute.execution.sandbox import (
    Bounds,
    Completed,
    SandboxFence,
    private_folder,
    run_contained,
    take_back,
)
from refute.languages.console.grading.building import recipe_for
from refute.languages.console.grading.configuration import MEGABYTE, RunLimits
from refute.languages.console.grading.submissions import File, Unusable
from refute.languages.console.grading.toolchains import Toolchain, by_ending


class Workshop:
    """Builds and runs what is in a folder."""

    def __init__(self, folder: Path, limits: RunLimits, fence: SandboxFence) -> None:
        self._folder = folder
        self._limits = limits
        self._fence = fence
        take_back(folder)

    def build(self, command: Sequence[str]) -> Completed:
        """Run a compiler in the folder."""
        return self._contained(command, self._folder)

    def _contained(self, command: Sequence[str], folder: Path) -> Completed:
        return run_contained(
            self._fence,
            command,
            box=folder,
            writable=True,
            seconds=self._limits.build_seconds,
            bounds=_build_bounds(self._limits),
        )

    def program(self, command: Sequence[str]) -> Program:
        """The program that a command in the folder runs."""
        limits = Limits(self._limits.seconds, self._limits.characters)
        fence = self._fence.within(self._folder)
        return CommandProgram(command, limits, fence=fence, use=Use.MANY)

    def must_have(self, toolchain: Toolchain) -> None:
        """Unusable if the tools of a language are not installed."""
        missing = [tool for tool in toolchain.tools if shutil.which(tool) is None]
        if missing:
            names = " and ".join(f"`{tool}`" for tool in missing)
            raise Unusable(f"{names} for {toolchain.name} is not installed on this machine")

    def must_work(self, toolchain: Toolchain) -> None:
        """Unusable if the tools of a language do not work here, whatever the program."""
        if not toolchain.trial:
            return
        with private_folder() as folder:
            trial = folder / f"Main{toolchain.endings[0]}"
            trial.write_text(toolchain.trial, encoding="utf-8")
            take_back(folder)
            file = File(trial.name, trial, len(toolchain.trial))
            recipe = recipe_for([file], by_ending([toolchain]), ["Main"])
            commands = [each for each in (recipe.build, recipe.run) if each]
            for command in commands:
                done = self._contained(command, folder)
                if not done.succeeded:
                    said = " ".join(done.output.split())[:200] or done.excess
                    raise Unusable(f"{toolchain.name} does not work on this machine: {said}")


def run_bounds(limits: RunLimits) -> Bounds:
    """What a program may use."""
    return Bounds(
        cpu_seconds=int(limits.seconds) + 2,
        memory=limits.megabytes * MEGABYTE,
        processes=limits.processes,
        file_size=limits.file_megabytes * MEGABYTE,
    )


def _build_bounds(limits: RunLimits) -> Bounds:
    """What a compiler may use, which is more than most programs do."""
    return Bounds(
        cpu_seconds=int(limits.build_seconds) + 2,
        memory=max(limits.megabytes, 2048) * MEGABYTE,
        processes=max(limits.processes, 128),
        file_size=64 * MEGABYTE,
        disk=256 * MEGABYTE,
        open_files=1024,
    )
