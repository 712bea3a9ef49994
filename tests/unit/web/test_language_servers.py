import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from refute.web.language_servers import Names, command
from refute.web.settings import PUBLIC_MEMORY, Settings
from serving import Server


@pytest.fixture
def names(tmp_path: Path) -> Names:
    return Names(Settings(tmp_path))


def about(uri: str, method: str = "textDocument/hover") -> str:
    return json.dumps({"method": method, "params": {"textDocument": {"uri": uri}}})


def test_documents_are_renamed_both_ways(names: Names, tmp_path: Path) -> None:
    inside = names.received(about("file:///folder/a%20b.fl"))
    assert inside["params"]["textDocument"]["uri"] == f"{tmp_path.as_uri()}/a%20b.fl"
    assert json.dumps(names.outside(inside)) == about("file:///folder/a%20b.fl")
    edit = {"result": {"changes": {f"{tmp_path.as_uri()}/x.fl": [{"newText": "y"}]}}}
    assert [*names.outside(edit)["result"]["changes"]] == ["file:///folder/x.fl"]


@pytest.mark.parametrize(
    "uri",
    [
        "file:///etc/passwd", "file:///folder/../x.fl", "file:///folder/%2e%2e/x.fl",
        "file:///folderx/x.fl", "untitled:x.fl", "",
    ],
)  # fmt: skip
def test_other_documents_are_not_reached(names: Names, uri: str) -> None:
    assert names.received(about(uri)) is None


@pytest.mark.parametrize("method", ["workspace/executeCommand", "refute/report", "nonsense"])
def test_only_what_an_editor_shows_is_asked(names: Names, method: str) -> None:
    assert names.received(about("file:///folder/x.fl", method)) is None


@pytest.mark.parametrize("text", ["", "[]", "1", "{"])
def test_what_is_no_message_is_left_out(names: Names, text: str) -> None:
    assert names.received(text) is None


@pytest.mark.parametrize(("kind", "place"), [("server", "folder"), ("public", "gallery")])
def test_a_text_is_diagnosed_over_the_socket(
    request: pytest.FixtureRequest, kind: str, place: str
) -> None:
    """Also by a server for strangers, whose language servers have bounded memory."""
    server: Server = request.getfixturevalue(kind)

    def send(method: str, number: int | None, params: dict[str, Any]) -> None:
        head = {"jsonrpc": "2.0", "method": method, "params": params}
        editor.send(json.dumps(head if number is None else {**head, "id": number}))

    with server.visit("/editor") as editor:
        send("initialize", 1, {"capabilities": {}, "processId": None, "rootUri": None})
        assert json.loads(editor.recv(timeout=60))["id"] == 1
        send("initialized", None, {})
        item = {"uri": f"file:///{place}/x.fl", "languageId": "funlogic", "version": 1}
        send("textDocument/didOpen", None, {"textDocument": {**item, "text": "f x = y\n"}})
        while "diagnostics" not in (told := editor.recv(timeout=60)):
            pass
    assert json.loads(told)["params"]["uri"] == f"file:///{place}/x.fl"
    assert "`y`" in str(told)


def test_memory_is_bounded_for_strangers(tmp_path: Path) -> None:
    asked = "import resource; print(resource.getrlimit(resource.RLIMIT_AS)[0])"
    (tmp_path / "refute").mkdir()
    (tmp_path / "refute" / "__init__.py").touch()
    (tmp_path / "refute" / "__main__.py").write_text(asked, encoding="utf-8")
    for public, most in ((True, PUBLIC_MEMORY), (False, -1)):
        words = command(Settings(tmp_path, public=public))
        words = tuple(
            each.replace("sys.argv[:]", f"sys.path.insert(0, {str(tmp_path)!r}); sys.argv[:]")
            for each in words
        )
        done = subprocess.run(words, capture_output=True, text=True, check=True, cwd=tmp_path)
        assert int(done.stdout) == most
