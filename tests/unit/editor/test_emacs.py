"""A real editor: Emacs with Eglot, set up as the page says, without a screen."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from .test_neovim import PAGE, TEXT

EMACS = shutil.which("emacs")
SCRIPT = Path(__file__).with_name("attach.el")


def has_eglot() -> bool:
    if EMACS is None:
        return False
    asked = [EMACS, "--batch", "--eval", "(require 'eglot)"]
    return subprocess.run(asked, capture_output=True, check=False, timeout=60).returncode == 0


def test_emacs_attaches_gets_a_diagnostic_and_applies_a_fix(tmp_path: Path) -> None:
    if EMACS is None or not has_eglot():
        pytest.skip("needs emacs with eglot")
    (settings,) = re.findall(r"^```elisp file=init.el\n(.*?)^```$", PAGE.read_text(), re.M | re.S)
    (tmp_path / "init.el").write_text(settings, "utf-8")
    path = tmp_path / "law.fl"
    path.write_text(TEXT, "utf-8")
    starter = tmp_path / "refute"
    starter.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m refute "$@"\n', "utf-8")
    starter.chmod(0o755)
    made = subprocess.run(
        [EMACS, "--batch", "-l", str(tmp_path / "init.el"), "-l", str(SCRIPT), str(path)],
        capture_output=True,
        text=True,
        timeout=200,
        check=False,
        env={**os.environ, "HOME": str(tmp_path), "PATH": f"{tmp_path}:{os.environ['PATH']}"},
    )
    assert made.returncode == 0, made.stderr
    seen = json.loads(made.stdout)
    assert (seen["mode"], seen["line"]) == ("refute-fl-mode", 2)
    assert "did you mean `append`?" in seen["message"]
    assert seen["text"] == TEXT.replace("apend", "append")
