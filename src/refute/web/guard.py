"""Access control: checked before anything else looks at a request.

The threat is other pages in the same browser. They can make requests but cannot read our link, so
every request needs its token, which becomes a cookie that scripts cannot read. A page whose name is
made to point to this machine (DNS rebinding) is recognised by its Host header, one that sends forms
or opens WebSockets from elsewhere by its Origin header.
"""

from __future__ import annotations

import secrets
from urllib.parse import urlsplit

from starlette.datastructures import URL
from starlette.requests import HTTPConnection
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocketClose

from refute.web.settings import Settings

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data:; font-src 'self'; connect-src 'self'; frame-src 'self'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'"
)
HEADERS = (
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
)
_HARMLESS = {"GET", "HEAD"}


class Guard:
    """Accepts requests from our own page, and adds security headers to responses."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self._app = app
        self._settings = settings

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Refuse a request, or pass it on."""
        if scope["type"] not in {"http", "websocket"}:
            await self._app(scope, receive, send)
            return
        refusal = self._refusal(HTTPConnection(scope))
        if refusal is None:
            await self._app(scope, receive, _with_headers(send))
        elif scope["type"] == "websocket":
            await WebSocketClose(code=1008)(scope, receive, send)
        else:
            await refusal(scope, receive, _with_headers(send))

    def _refusal(self, request: HTTPConnection) -> Response | None:
        """The response that refuses a request; None if it is accepted."""
        host = request.headers.get("host", "")
        if not self._settings.accepts_host(_name(f"//{host}")):
            return PlainTextResponse("This server has another name.\n", 421)
        if not self._is_from_here(request, host):
            return PlainTextResponse("Requests from other pages are refused.\n", 403)
        if self._settings.token and not _is_for_everybody(request.url.path):
            return None if self._knows_token(request) else self._admitted(request)
        return None

    def _is_from_here(self, request: HTTPConnection, host: str) -> bool:
        """Whether a request comes from our own page; following a link is allowed from anywhere."""
        origin = request.headers.get("origin")
        if origin is not None:
            return origin.partition("://")[2] == host
        return request.scope["type"] == "http" and request.scope["method"] in _HARMLESS

    def _knows_token(self, request: HTTPConnection) -> bool:
        given = request.cookies.get(self._cookie(request), "")
        return secrets.compare_digest(given.encode(), self._settings.token.encode())

    def _admitted(self, request: HTTPConnection) -> Response:
        """Exchange the token of the link for a cookie, so that the address does not keep it."""
        given = request.query_params.get("token", "")
        if not secrets.compare_digest(given.encode(), self._settings.token.encode()):
            message = "Open the link that `refute serve` printed; it has a token in it.\n"
            return PlainTextResponse(message, 403)
        response = RedirectResponse(URL(scope=request.scope).path, 303)
        response.set_cookie(self._cookie(request), given, httponly=True, samesite="lax")
        return response

    def _cookie(self, request: HTTPConnection) -> str:
        """The cookie's name: cookies ignore ports, but several servers may run on one machine."""
        return f"refute-{request.url.port or 80}"


def _is_for_everybody(path: str) -> bool:
    """Whether a path needs no token: static files, and exercises, whose names are secret."""
    return path.startswith(("/assets/", "/exercise/"))


def _name(address: str) -> str:
    try:
        return urlsplit(address).hostname or ""
    except ValueError:
        return ""


def _with_headers(send: Send) -> Send:
    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            given = {name for name, _ in message["headers"]}
            policy = (b"content-security-policy", POLICY.encode())
            added = [each for each in (*HEADERS, policy) if each[0] not in given]
            message = {**message, "headers": [*message["headers"], *added]}
        await send(message)

    return sending
