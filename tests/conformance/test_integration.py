"""The action and the hooks for continuous integration do what they say."""

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from refute.languages import LANGUAGES

ROOT = Path(__file__).parents[2]
BIN = Path(sys.executable).parent
SUM = "read a : int\nread b : int\nprint a + b\n"


def run_step(name: str, folder: Path, **inputs: str) -> subprocess.CompletedProcess[str]:
    """Run a step of the action as GitHub does: inputs come through the environment."""
    action = yaml.safe_load((ROOT / "action.yml").read_text("utf-8"))
    (step,) = [each for each in action["runs"]["steps"] if each["name"] == name]
    values = {key: str(each.get("default", "")) for key, each in action["inputs"].items()} | inputs

    def filled(text: str) -> str:
        return re.sub(r"\$\{\{ inputs\.(\w+) \}\}", lambda found: values[found[1]], text)

    environment = {name: filled(value) for name, value in step.get("env", {}).items()}
    places = {"GITHUB_ACTION_PATH": str(ROOT), "RUNNER_TEMP": str(folder / "temporary")}
    (folder / "temporary" / "refute").mkdir(parents=True)
    (folder / "temporary" / "refute" / "bin").symlink_to(BIN)
    return subprocess.run(
        ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", filled(step["run"])],
        cwd=folder,
        env={**os.environ, **environment, **places},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize(("program", "code"), [("a + b", 0), ("a - b", 1)])
def test_the_action_checks_a_program(program: str, code: int, tmp_path: Path) -> None:
    (tmp_path / "sum.ios").write_text(SUM)
    (tmp_path / "a sum.py").write_text(f"a, b = int(input()), int(input())\nprint({program})\n")
    done = run_step("Check", tmp_path, specifications="sum.ios", program="python3 'a sum.py'")
    assert done.returncode == code, done.stderr
    assert "<testsuite" in (tmp_path / "refute.xml").read_text("utf-8")


def test_the_action_checks_several_files_with_options(tmp_path: Path) -> None:
    for name in ("a.fl", "b.fl"):
        (tmp_path / name).write_text("property p(x) = x == x\n")
    done = run_step("Check", tmp_path, specifications="a.fl b.fl", options="--quiet --size 3")
    assert (done.returncode, done.stdout.count("property p")) == (0, 2), done.stderr


def hooks() -> dict[str, Any]:
    listed = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text("utf-8"))
    return {each["id"]: each for each in listed}


def test_the_hooks_take_the_files_of_all_languages(tmp_path: Path) -> None:
    endings = {ending for each in LANGUAGES.values() for ending in each.endings} - {".py"}
    for hook in hooks().values():
        taken = {ending for ending in endings if re.search(hook["files"], f"spec{ending}")}
        assert endings - taken <= {".ios"}  # which is checked against a program


@pytest.mark.parametrize(
    ("hook", "text", "code"),
    [
        ("refute-check", "property p(x) = x == x\n", 0),
        ("refute-check", "property p(x) = x == 1\n", 1),
        ("refute-fmt", "property  p(x)=x==x\n", 0),
        ("refute-fmt", "property p(x) = =\n", 2),
    ],
)
def test_a_hook_is_run_with_the_files_that_changed(
    hook: str, text: str, code: int, tmp_path: Path
) -> None:
    (tmp_path / "a.fl").write_text(text)
    program, *words = hooks()[hook]["entry"].split()
    done = subprocess.run(
        [BIN / program, *words, "a.fl"], cwd=tmp_path, capture_output=True, check=False
    )
    assert done.returncode == code
