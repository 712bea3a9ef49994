import json

import pytest

from refute.web.settings import LARGEST_MESSAGE, LARGEST_TEXT
from serving import Server


def test_the_folder_shows_specifications_and_nothing_else(server: Server) -> None:
    start = server.ask("GET", "/api/start").json
    assert {"one.fl", "inner/two.top"} <= {*start["files"]}
    assert not {"notes.txt", "loop.fl", "way/secret.fl"} & {*start["files"]}
    assert "funlogic/append.fl" in start["gallery"]


@pytest.mark.parametrize(
    "name",
    [
        "../secret.fl", "..%2Fsecret.fl", "%2e%2e/secret.fl", "inner/../../secret.fl",
        "/etc/passwd", "%2Fetc%2Fpasswd", "link.fl", "loop.fl", "way/secret.fl", "notes.txt",
        "..\\secret.fl", ".refute/workbench.sqlite", "one.fl%00", "dangling.fl", "",
        f"{'a' * 300}.fl", f"{'a' * 300}/one.fl",
    ],
)  # fmt: skip
@pytest.mark.parametrize("place", ["folder", "gallery"])
def test_nothing_else_is_read_or_written(server: Server, place: str, name: str) -> None:
    path = f"/api/files/{place}/{name}"
    assert server.ask("GET", path).status in {403, 404}
    body = json.dumps({"text": "changed", "version": ""}).encode()
    assert server.ask("PUT", path, body).status in {403, 404}
    outside = server.settings.folder.parent / "secret.fl"
    assert outside.read_text(encoding="utf-8") == "secret = 1\n"


def test_a_file_is_saved_unless_somebody_else_changed_it(server: Server) -> None:
    path = "/api/files/folder/inner/saved.fl"

    def save(text: str, version: str) -> tuple[int, str]:
        answer = server.ask("PUT", path, json.dumps({"text": text, "version": version}).encode())
        return answer.status, answer.json.get("version", "")

    status, first = save("f x = x\n", "")
    assert status == 200
    assert save("lost", "")[0] == 409
    status, second = save("f x = 1\n", first)
    assert (status, second != first) == (200, True)
    assert save("lost", first)[0] == 409
    assert server.ask("GET", path).json == {"text": "f x = 1\n", "version": second}


def test_what_is_too_large_or_no_message_is_refused(server: Server) -> None:
    path = "/api/files/folder/large.fl"
    large = json.dumps({"text": "x" * (LARGEST_TEXT + 1), "version": ""}).encode()
    assert server.ask("PUT", path, large).status == 413
    assert server.ask("PUT", path, b" " * (LARGEST_MESSAGE + 1)).status == 413
    for body in (b"", b"[]", b"{", b"\xff", b'{"text": 1, "version": ""}'):
        assert server.ask("PUT", path, body).status == 400


def test_what_cannot_be_saved_is_told_without_the_place_of_the_folder(server: Server) -> None:
    body = b'{"text": "\\ud800", "version": ""}'
    answer = server.ask("PUT", "/api/files/folder/half.fl", body)
    assert answer.status == 400
    assert "half.fl" in answer.json["error"]
    assert str(server.settings.folder) not in answer.json["error"]


def test_a_public_server_has_no_files_and_takes_no_programs(public: Server) -> None:
    start = public.ask("GET", "/api/start", Cookie=None).json
    assert start["files"] == []
    commands = {each["name"]: each for each in start["languages"][0]["commands"]}
    assert "grade" not in commands
    assert not {"effort", "sandbox", "save"} & {e["name"] for e in commands["check"]["options"]}
    assert public.ask("GET", "/api/files/folder/one.fl").status == 403
    assert public.ask("PUT", "/api/files/folder/one.fl", b"{}").status == 403
    assert public.ask("POST", "/api/uploads").status == 403
    assert public.ask("GET", "/api/files/gallery/funlogic/append.fl").status == 200
