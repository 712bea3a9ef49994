"""The built page is that of its sources; building it needs Node, this test does not."""

import hashlib
import json
import re
from pathlib import Path

from refute.report.as_json import schema

ROOT = Path(__file__).parents[3]
STATIC = ROOT / "src" / "refute" / "web" / "static"
OTHERS = ("index.html", "package-lock.json", "package.json", "tsconfig.json", "vite.config.js")


def test_the_page_was_built_from_its_sources() -> None:
    web = ROOT / "web"
    inside = [path for path in (web / "src").rglob("*") if path.is_file()]
    names = sorted([*OTHERS, *(path.relative_to(web).as_posix() for path in inside)])
    digest = hashlib.sha256()
    for name in names:
        digest.update(name.encode() + b"\0" + (web / name).read_bytes() + b"\0")
    recorded = (STATIC / "sources.txt").read_text(encoding="utf-8").strip()
    assert recorded == digest.hexdigest(), "run `make web`"


def test_the_page_loads_only_what_is_shipped() -> None:
    page = (STATIC / "index.html").read_text(encoding="utf-8")
    assert "/assets/index.js" in page
    assert "http" not in page.replace("http://www.w3.org/2000/svg", "")
    assert not [*STATIC.rglob("*.map")]
    assert sum(path.stat().st_size for path in STATIC.rglob("*") if path.is_file()) < 1_500_000


def test_the_licences_of_what_is_shipped_are_shipped() -> None:
    licences = (STATIC / "licences.md").read_text(encoding="utf-8")
    used = json.loads((ROOT / "web" / "package.json").read_text(encoding="utf-8"))["dependencies"]
    assert [name for name in used if name not in licences] == []


def test_the_page_draws_every_kind_of_evidence() -> None:
    model = (ROOT / "web" / "src" / "model.ts").read_text(encoding="utf-8")
    union = model.partition("export type Block =")[2].partition(";\n\n")[0]
    drawn = set(re.findall(r'kind: "(\w+)"', union))
    known = {each["$ref"].rpartition("/")[2] for each in schema()["$defs"]["block"]["oneOf"]}
    assert known <= drawn, "draw it in web/src/blocks.ts"
