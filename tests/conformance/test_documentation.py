"""What the code says and what the documentation says are the same."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_every_code_about_files_and_commands_is_documented() -> None:
    modules = (ROOT / "src" / "refute").rglob("*.py")
    used = {code for path in modules for code in re.findall(r'"(F\d{3})"', path.read_text("utf-8"))}
    listed = re.findall(r"^\| (F\d{3}) \|", (ROOT / "docs/diagnostics.md").read_text("utf-8"), re.M)
    assert sorted(used) == listed
