"""Submissions that say themselves how they are built: Makefile, Cargo.toml, package.json."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import PurePosixPath
from typing import Any

from refute.execution.sandbox import Completed
from refute.grading.building import Recipe, Workspace, recipe_for
from refute.grading.intake.file import File, Unusable
from refute.grading.toolchains import Toolchain
from refute.interchange import read_json, read_toml
from refute.report.texts import translate

_MAKEFILES = ("GNUmakefile", "makefile", "Makefile")
_TARGET = "refute-target"
_START = re.compile(r"node\s+(?:\./)?([\w./-]+)")


def recipes_for(
    files: Sequence[File], toolchains: Mapping[str, Toolchain], preferred: Sequence[str]
) -> Recipe:
    """How to build and run a submission: as it says itself, or else by its language."""
    for name, reader in (("Cargo.toml", _cargo), ("package.json", _node)):
        described = _shallowest(files, (name,))
        made = described and reader(described, files, toolchains)
        if made:
            return made
    makefile = _shallowest(files, _MAKEFILES)
    if makefile is None:
        return recipe_for(files, toolchains, preferred)
    return _make(makefile, files, toolchains, preferred)


def _shallowest(files: Sequence[File], names: Sequence[str]) -> File | None:
    found = [each for each in files if PurePosixPath(each.name).name in names]
    own = [each for each in found if "node_modules" not in PurePosixPath(each.name).parts]
    return min(own, key=lambda each: each.name.count("/"), default=None)


def _folder(file: File) -> PurePosixPath:
    return PurePosixPath(file.name).parent


# Make


def _make(
    makefile: File,
    files: Sequence[File],
    toolchains: Mapping[str, Toolchain],
    preferred: Sequence[str],
) -> Recipe:
    """`make` first, since a student who wrote a Makefile means it; otherwise as without one."""
    try:
        usual: Recipe | None = recipe_for(files, toolchains, preferred)
    except Unusable:
        usual = None
    main = usual.main if usual else makefile.name
    toolchain = usual.toolchain if usual else Toolchain("make", (), ())
    build = ("make", "-s", "-C", str(_folder(makefile)))
    return Recipe(toolchain, main, build, (), usual)


def build(
    recipe: Recipe, workspace: Workspace, preferred: Sequence[str]
) -> tuple[Recipe, Completed | None]:
    """Build a program; returns the recipe that worked, or the first, and the build's result."""
    try:
        workspace.require_tools(recipe)
        if not recipe.build:
            return recipe, None
        before = workspace.executables()
        built = workspace.build(recipe.build)
        if built.succeeded and not recipe.run:
            recipe = _with_program(recipe, workspace, before, preferred)
    except Unusable:
        if recipe.otherwise is None:
            raise
        return build(recipe.otherwise, workspace, preferred)
    if built.succeeded or recipe.otherwise is None:
        return recipe, built
    other, again = build(recipe.otherwise, workspace, preferred)
    return (other, again) if again is None or again.succeeded else (recipe, built)


def _with_program(
    recipe: Recipe, workspace: Workspace, before: Iterable[str], preferred: Sequence[str]
) -> Recipe:
    """The recipe with the program that was built; Unusable if that cannot be determined."""
    made = sorted(workspace.executables() - set(before))
    named = [each for name in preferred for each in made if PurePosixPath(each).stem == name]
    if len(made) != 1 and not named:
        built = ", ".join(f"`{each}`" for each in made[:4]) or "no program"
        raise Unusable(translate("unusable_makefile", built=built))
    return replace(recipe, run=(f"./{(named or made)[0]}",))


# Cargo


def _cargo(
    manifest: File, files: Sequence[File], toolchains: Mapping[str, Toolchain]
) -> Recipe | None:
    try:
        table = read_toml(manifest.text)
    except ValueError:
        return None
    package, toolchain = table.get("package"), toolchains.get(".rs")
    if not isinstance(package, Mapping) or toolchain is None:
        return None
    needed = [
        name for name, how in dict(table.get("dependencies", {})).items() if not _is_local(how)
    ]
    if needed and not any("vendor" in PurePosixPath(each.name).parts for each in files):
        raise Unusable(_needs(needed))
    binaries = table.get("bin") or [package]
    name = str(binaries[0].get("name", package.get("name", "main")))
    words = ["cargo", "build", "--quiet", "--release", "--offline", "--manifest-path"]
    build = (*words, manifest.name, "--target-dir", _TARGET)
    main = str(_folder(manifest) / "src" / "main.rs")
    return Recipe(toolchain, main, build, (f"./{_TARGET}/release/{name}",))


def _is_local(dependency: Any) -> bool:
    return isinstance(dependency, Mapping) and "path" in dependency


def _needs(names: Sequence[str]) -> str:
    shown = ", ".join(f"`{each}`" for each in names[:4])
    return translate("unusable_needs", names=shown)


# Node


def _node(
    manifest: File, files: Sequence[File], toolchains: Mapping[str, Toolchain]
) -> Recipe | None:
    try:
        record = read_json(manifest.text)
        start = _START.fullmatch(str(record.get("scripts", {}).get("start", "")).strip())
        named = start[1] if start else str(record.get("main", "index.js"))
        needed = [*record.get("dependencies", {})]
    except (ValueError, AttributeError, TypeError):
        return None
    main = str(_folder(manifest) / named.removeprefix("./"))
    toolchain = toolchains.get(PurePosixPath(main).suffix)
    names = {each.name for each in files}
    if toolchain is None or main not in names:
        return None
    here = f"{_folder(manifest)}/node_modules".removeprefix("./")
    missing = [each for each in needed if f"{here}/{each}/package.json" not in names]
    if missing:
        raise Unusable(_needs(missing))
    return recipe_for([each for each in files if each.name == main], toolchains, [main])
