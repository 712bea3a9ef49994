"""A real editor: Neovim's own client, set up as the page says, without a screen."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

NEOVIM = shutil.which("nvim")
PAGE = Path(__file__).parents[3] / "docs" / "editors.md"
SCRIPT = Path(__file__).with_name("attach.lua")
FAIL = "io.stderr:write(failure) vim.cmd('cquit')"
PROTECTED = f"local done, failure = pcall(dofile, '{SCRIPT}') if not done then {FAIL} end"
TEXT = """append [] ys = ys
append (x : xs) ys = x : apend xs ys

property short(xs, ys) = append xs ys == ys
"""


@pytest.mark.skipif(NEOVIM is None, reason="needs nvim")
def test_neovim_attaches_gets_a_diagnostic_applies_a_fix_and_asks(tmp_path: Path) -> None:
    assert NEOVIM is not None
    (configuration,) = re.findall(
        r"^```lua file=init.lua\n(.*?)^```$", PAGE.read_text(), re.M | re.S
    )
    (tmp_path / "init.lua").write_text(configuration, "utf-8")
    path = tmp_path / "law.fl"
    path.write_text(TEXT, "utf-8")
    starter = tmp_path / "refute"
    starter.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m refute "$@"\n', "utf-8")
    starter.chmod(0o755)
    home = {"HOME": str(tmp_path), "XDG_STATE_HOME": str(tmp_path)}
    found = {"PATH": f"{tmp_path}:{os.environ['PATH']}"}
    made = subprocess.run(
        [
            NEOVIM,
            "--headless",
            "-u",
            str(tmp_path / "init.lua"),
            "-n",
            str(path),
            "-c",
            f"lua {PROTECTED}",
        ],
        capture_output=True,
        text=True,
        timeout=150,
        check=False,
        env={**os.environ, **home, **found},
    )
    assert made.returncode == 0, made.stderr
    seen = json.loads(made.stdout)
    assert seen["filetype"] == "refute-funlogic"
    assert seen["diagnostic"]["code"] == "FL010"
    assert seen["diagnostic"]["line"] == 2
    assert "did you mean `append`?" in seen["diagnostic"]["message"]
    assert seen["text"] == TEXT.replace("apend", "append").rstrip("\n")
    assert seen["lens"] == "check"
    assert seen["line"] == 4
    assert "counterexample" in seen["counterexample"]
