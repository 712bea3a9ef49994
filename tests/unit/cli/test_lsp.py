"""`refute lsp` where what it needs is missing, and where nobody is there."""

from __future__ import annotations

import subprocess
import sys

WITHOUT = "import sys; sys.modules['pygls'] = None; from refute.cli.main import main; main(['lsp'])"


def test_without_pygls_it_says_what_to_install() -> None:
    made = subprocess.run(
        [sys.executable, "-c", WITHOUT], capture_output=True, text=True, check=False
    )
    assert made.returncode == 2
    assert "error[F012]" in made.stderr
    assert "pip install '.[editor]'" in made.stderr
    assert made.stdout == ""


def test_it_ends_when_the_editor_is_gone() -> None:
    made = subprocess.run(
        [sys.executable, "-m", "refute", "lsp"],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=120,
        check=False,
    )
    assert (made.returncode, made.stdout, made.stderr) == (0, b"", b"")
