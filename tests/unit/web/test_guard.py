import pytest
from websockets.exceptions import InvalidStatus

from serving import Server


def test_the_link_lets_in_and_leaves_no_token_in_the_address(server: Server) -> None:
    answer = server.ask("GET", f"/?token={server.settings.token}", Cookie=None, Origin=None)
    assert (answer.status, answer.headers["location"]) == (303, "/")
    assert "HttpOnly" in answer.headers["set-cookie"]
    assert server.ask("GET", "/api/start", Origin=None).status == 200


@pytest.mark.parametrize("cookie", [None, "", "refute-1=x", "{name}=", "{name}=wrong", "{name}=ä"])
def test_without_the_token_nothing_is_told(server: Server, cookie: str | None) -> None:
    name = server.cookie.partition("=")[0]
    sent = None if cookie is None else cookie.format(name=name)
    for path in ("/", "/api/start", "/api/files/folder/one.fl", "/?token=wrong"):
        answer = server.ask("GET", path, Cookie=sent)
        assert answer.status == 403
        assert b"refute serve" in answer.body
    assert server.ask("POST", "/api/uploads", Cookie=sent).status == 403
    with pytest.raises(InvalidStatus):
        server.visit(Cookie=sent or "")


@pytest.mark.parametrize(
    "origin",
    ["http://evil.example", "https://127.0.0.1", "http://127.0.0.1:1", "null", "http://[", ""],
)
def test_other_pages_are_refused_even_with_the_cookie(server: Server, origin: str) -> None:
    assert server.ask("GET", "/api/start", Origin=origin).status == 403
    assert server.ask("POST", "/api/uploads", Origin=origin).status == 403
    with pytest.raises(InvalidStatus):
        server.visit(Origin=origin)


def test_what_changes_something_must_say_where_it_comes_from(server: Server) -> None:
    assert server.ask("POST", "/api/uploads", Origin=None).status == 403
    assert server.ask("PUT", "/api/files/folder/new.fl", b"{}", Origin=None).status == 403


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:{port}", "127.0.0.1.evil.example", "[", "8.8.8.8"]
)
def test_names_that_point_here_by_a_trick_are_refused(server: Server, host: str) -> None:
    name = host.format(port=server.settings.port)
    answer = server.ask("GET", "/api/start", Host=name, Origin=f"http://{name}")
    assert answer.status == 421
    with pytest.raises(InvalidStatus):
        server.visit(Host=name, Origin=f"http://{name}")


def test_browsers_are_told_to_be_careful(server: Server) -> None:
    headers = server.ask("GET", "/api/start").headers
    assert "default-src 'none'" in headers["content-security-policy"]
    assert "'unsafe-eval'" not in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"
