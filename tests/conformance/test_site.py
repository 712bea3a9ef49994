"""The site has every page of the documentation, and every link in it leads somewhere."""

import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_the_site_is_built_without_a_warning(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", tmp_path / "site"],
        cwd=ROOT,
        env={**os.environ, "NO_MKDOCS_2_WARNING": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    for page in (tmp_path / "site").rglob("*.html"):
        text = page.read_text("utf-8")
        assert not re.search(r"<td>((?!</td>).)*\\\|", text), page  # bars in code are not escaped
        assert not re.search(
            r"\] \(<code>|\]\(", re.sub(r"(?s)<pre.*?</pre>|<code.*?</code>", "", text)
        )
    gallery = (tmp_path / "site" / "gallery-funlogic.html").read_text("utf-8")
    assert "append.fl" in gallery
    assert "$ refute check examples/funlogic/append.fl" in re.sub(r"<[^>]*>", "", gallery)
    fetched = re.findall(r'(?:src|href)="(https?://[^"]*)"', gallery)
    assert not [each for each in fetched if "squidfunk" not in each]  # the theme names its author
