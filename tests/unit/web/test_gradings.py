import json
import zipfile
from io import BytesIO
from pathlib import Path

import pytest

from refute.web import gradings
from refute.web.folder import Refused
from serving import Server, answered, question


def archive(*entries: tuple[str | zipfile.ZipInfo, bytes]) -> bytes:
    content = BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as opened:
        for name, text in entries:
            opened.writestr(name, text)
    return content.getvalue()


def link(name: str) -> zipfile.ZipInfo:
    made = zipfile.ZipInfo(name)
    made.external_attr = 0o120777 << 16
    return made


def unpacked(folder: Path, content: bytes) -> list[str]:
    path = folder / "class.zip"
    path.write_bytes(content)
    gradings._unpack(path)
    return sorted(each.relative_to(folder).as_posix() for each in folder.rglob("*"))


def test_an_archive_is_unpacked_without_its_links(tmp_path: Path) -> None:
    content = archive(("ada/a.py", b"1"), (link("bob/link"), b"/etc/passwd"))
    assert unpacked(tmp_path, content) == ["ada", "ada/a.py"]


@pytest.mark.parametrize("name", ["../out.py", "/out.py", "a/../../out.py", "..\\out.py", "a/.."])
def test_an_archive_that_leads_elsewhere_is_refused(tmp_path: Path, name: str) -> None:
    inside = tmp_path / "inside"
    inside.mkdir()
    with pytest.raises(Refused):
        unpacked(inside, archive((name, b"1")))
    assert not [*tmp_path.rglob("out.py")]


def test_an_archive_that_grows_without_end_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(gradings, "LARGEST_UNPACKED", 1 << 20)
    bomb = archive(*[(f"{number}", bytes(1 << 19)) for number in range(4)])
    assert len(bomb) < 1 << 13
    with pytest.raises(Refused, match="more than 1 MiB"):
        unpacked(tmp_path, bomb)
    monkeypatch.setattr(gradings, "MOST_UPLOADED_FILES", 3)
    with pytest.raises(Refused, match="more than 3 files"):
        unpacked(tmp_path, archive(*[(f"more{number}", b"") for number in range(4)]))


@pytest.mark.parametrize(
    "content",
    [b"", b"nonsense", archive(("a", b"1"))[:30]],
    ids=["empty", "nonsense", "cut off"],  # an archive has the time in it
)
def test_what_is_no_archive_is_refused(tmp_path: Path, content: bytes) -> None:
    with pytest.raises(Refused, match="cannot be unpacked"):
        unpacked(tmp_path, content)


def test_uploads_stay_in_their_folder_and_are_bounded(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    upload = server.ask("POST", "/api/uploads").json["id"]
    for name in ("../x.py", "%2Fetc%2Fx", "a/..%2F..%2Fx.py", "a%5C..%5Cx", ""):
        assert server.ask("PUT", f"/api/uploads/{upload}/{name}", b"1").status in {403, 404}
    assert server.ask("PUT", "/api/uploads/unknown/x.py", b"1").status == 404
    monkeypatch.setattr(gradings, "LARGEST_UPLOAD", 1000)
    assert server.ask("PUT", f"/api/uploads/{upload}/a.py", bytes(900)).status == 200
    assert server.ask("PUT", f"/api/uploads/{upload}/b.py", bytes(200)).status == 413
    monkeypatch.setattr(gradings, "MOST_UPLOADED_FILES", 1)
    assert server.ask("PUT", f"/api/uploads/{upload}/c.py", b"1").status == 413
    for name in ("index.html", "..%2Fhanded-in%2Fa.py", "%2Fetc%2Fpasswd"):
        assert server.ask("GET", f"/gradings/{upload}/{name}").status in {403, 404}
    assert server.ask("GET", f"/gradings/{upload}.zip").status == 404


def test_only_the_latest_uploads_are_kept(tmp_path: Path) -> None:
    kept = gradings.Gradings(tmp_path)
    first = kept.new()
    for _ in range(gradings.MOST_UPLOADS):
        kept.new()
    assert len([*tmp_path.iterdir()]) == gradings.MOST_UPLOADS
    with pytest.raises(Refused):
        kept.begin(first)


def test_grades_are_told_as_they_become_known(server: Server) -> None:
    (server.settings.folder / "grade.toml").write_text("tests = 2\n", encoding="utf-8")
    upload = server.ask("POST", "/api/uploads").json["id"]
    content = archive(("class/ada.py", b"print(1)\n"), ("class/bob.py", b"print(2)\n"))
    assert server.ask("PUT", f"/api/uploads/{upload}/class.zip", content).status == 200
    with server.visit() as page:
        told = answered(page, {**question("one.ios", "print 1\n", "grade"), "upload": upload})
    interim = [each["outcome"] for each in told if each["kind"] == "interim"]
    assert {each["verdict"] for each in interim} == {"passed", "refuted"}
    assert told[-1]["grading"] == upload
    assert str(server.settings.folder.parent) not in json.dumps(told)
    page_of_class = server.ask("GET", f"/gradings/{upload}/index.html")
    assert b"ada.py" in page_of_class.body
    assert "sandbox" in page_of_class.headers["content-security-policy"]
    assert server.ask("GET", f"/gradings/{upload}.zip").body[:2] == b"PK"


def test_a_public_server_grades_nothing(public: Server) -> None:
    with public.visit() as page:
        told = answered(page, question("x.ios", "print 1\n", "grade"))
    assert "F009" in json.dumps(told)
