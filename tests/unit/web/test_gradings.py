import json
import zipfile
from io import BytesIO
from pathlib import Path
from urllib.parse import quote

import pytest

from refute.web import gradings
from refute.web.app import CLASSES
from refute.web.folder import Refused
from serving import Server, answered, question


def archive(*entries: tuple[str, bytes]) -> bytes:
    content = BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as opened:
        for name, text in entries:
            opened.writestr(name, text)
    return content.getvalue()


def handed_in(server: Server, files: dict[str, bytes]) -> str:
    upload: str = server.ask("POST", "/api/uploads").json["id"]
    for name, content in files.items():
        assert server.ask("PUT", f"/api/uploads/{upload}/{quote(name)}", content).status == 200
    return upload


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
    kept = gradings.Gradings(tmp_path, tmp_path / "kept")
    first = kept.new()
    for _ in range(gradings.MOST_UPLOADS):
        kept.new()
    assert len([*tmp_path.iterdir()]) == gradings.MOST_UPLOADS
    with pytest.raises(Refused):
        kept.page(first, "index.html")


def test_a_class_is_kept_with_its_roster_and_what_tutors_say(server: Server) -> None:
    """Also when it is handed in again, and after another server has started."""
    where = "/api/classes/folder/kept.ios"
    known = server.ask("GET", where).json
    assert known["grades"] is None
    assert not known["handed_in"]
    people = "Name;Nummer;Gruppe\nAda Müller;7;A\nBob;8;B\nCem;9;B\n".encode("cp1252")
    assert server.ask("PUT", where, people).json["roster"] == 3
    assert server.ask("PUT", where, b"nonsense").status == 400
    upload = handed_in(server, {"ada müller.py": b"print(1)\n", "bob.py": b"print(2)\n"})
    asked = {**question("kept.ios", "print 1\n", "grade"), "upload": upload, "keep": True}
    with server.visit() as page:
        told = answered(page, asked)
        identity = told[-1]["grading"]
        grades = server.ask("GET", where).json["grades"]
        assert [each["person"] for each in grades["submissions"]] == ["Ada Müller", "Bob"]
        assert grades["absent"] == ["Cem"]
        assert "export/roster.csv" in grades["files"]
        remark = json.dumps({"score": 42, "comment": "fast richtig"}).encode()
        assert server.ask("PUT", f"/api/gradings/{identity}/bob.py", remark).status == 200
        assert server.ask("GET", where).json["grades"]["stale"]
        assert answered(page, {"id": 1, "do": "regrade", "grading": identity})[-1]["code"] == 0
        feedback = f"/gradings/{identity}/submissions/bob.py/feedback.txt"
        assert "fast richtig" in server.ask("GET", feedback).body.decode()
        assert "42" in server.ask("GET", f"/gradings/{identity}/export/roster.csv").body.decode()
        again = handed_in(server, {"bob.py": b"print(3)\n"})
        answered(page, {**asked, "upload": again})
    (only,) = server.ask("GET", where).json["grades"]["submissions"]
    assert (only["name"], only["score"], only["comment"]) == ("bob.py", 42, "fast richtig")
    elsewhere = gradings.Gradings(server.settings.folder, server.settings.folder / CLASSES)
    assert elsewhere.known("folder", "kept.ios")["grades"]["submissions"] == [only]
    assert server.ask("DELETE", f"/api/gradings/{identity}").status == 200
    assert server.ask("GET", where).json["grades"] is None


@pytest.mark.parametrize(
    "given", [{"score": -1}, {"score": True}, {"score": "1"}, {"score": 10.5}, {"comment": 1}]
)
def test_a_remark_that_makes_no_sense_is_refused(given: dict[str, object]) -> None:
    with pytest.raises(Refused):
        gradings._remark(given, 10)


def test_nothing_is_graded_where_nothing_was_handed_in(server: Server) -> None:
    with server.visit() as page:
        asked = {**question("none.ios", "print 1\n", "grade"), "upload": None, "keep": True}
        assert answered(page, asked)[-1]["failure"] == "nothing was handed in yet"
        page.send(json.dumps({"id": 2, "do": "regrade", "grading": "class-1"}))
        assert "no such grading" in page.recv(timeout=60)
    for address in ("/api/gradings/class-1", "/api/gradings/%2E%2E"):
        assert server.ask("DELETE", address).status in {403, 404, 405}
    assert server.ask("PUT", "/api/gradings/class-1/x", b"{}").status == 404


def test_archives_of_several_people_stay_apart(server: Server) -> None:
    programs = {f"{each}.zip": archive(("main.py", b"print(1)\n")) for each in ("ada", "bob")}
    upload = handed_in(server, programs)
    asked = {**question("apart.ios", "print 1\n", "grade"), "upload": upload}
    with server.visit() as page:
        told = answered(page, asked)
    outcomes = [each["outcome"] for each in told if each["kind"] == "interim"]
    assert sorted(each["question"] for each in outcomes) == ["ada.zip", "bob.zip"]
    assert {each["verdict"] for each in outcomes} == {"passed"}


def test_grades_are_told_as_they_become_known(server: Server) -> None:
    (server.settings.folder / "grade.toml").write_text("tests = 2\n", encoding="utf-8")
    upload = server.ask("POST", "/api/uploads").json["id"]
    content = archive(("class/ada.py", b"print(1)\n"), ("class/bob.py", b"print(2)\n"))
    assert server.ask("PUT", f"/api/uploads/{upload}/class.zip", content).status == 200
    with server.visit() as page:
        asked = {**question("one.ios", "print 1\n", "grade"), "upload": upload, "keep": True}
        told = answered(page, asked)
    grading = told[-1]["grading"]
    interim = [each["outcome"] for each in told if each["kind"] == "interim"]
    assert {each["verdict"] for each in interim} == {"passed", "refuted"}
    assert str(server.settings.folder.parent) not in json.dumps(told)
    page_of_class = server.ask("GET", f"/gradings/{grading}/index.html")
    assert b"ada.py" in page_of_class.body
    assert "sandbox" in page_of_class.headers["content-security-policy"]
    assert server.ask("GET", f"/gradings/{grading}.zip").body[:2] == b"PK"


def test_a_public_server_grades_nothing(public: Server) -> None:
    with public.visit() as page:
        told = answered(page, question("x.ios", "print 1\n", "grade"))
    assert "F009" in json.dumps(told)
