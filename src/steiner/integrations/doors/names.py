"""By which name a server is asked: a page of a foreign name must not reach it (DNS rebinding)."""

from __future__ import annotations

import ipaddress
from urllib.parse import urlsplit

from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from steiner.integrations.doors.door_settings import ServeSettings

_LOCAL = ("localhost", "127.0.0.1", "::1")


class Names:
    """Refuses requests to `paths` under a name (421), or from a page (403), that is not known.

    Known are this machine's own, the settings' `host` and `names`, and addresses in numbers: no
    page can make a name of its own mean these.
    """

    def __init__(self, app: ASGIApp, settings: ServeSettings, paths: tuple[str, ...] = ()) -> None:
        self._app, self._paths = app, paths
        self._names = {name.casefold() for name in (*_LOCAL, settings.host, *settings.names)}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request, or refuse it."""
        asked = scope["type"] == "http" and (not self._paths or scope["path"] in self._paths)
        if not asked:
            return await self._app(scope, receive, send)
        given = {name: value.decode("latin-1") for name, value in scope["headers"]}
        host, origin = given.get(b"host", ""), given.get(b"origin")
        if not self._knows(f"//{host}"):
            return await _refused(421, host)(scope, receive, send)
        if origin is not None and not self._knows(origin):
            return await _refused(403, origin)(scope, receive, send)
        return await self._app(scope, receive, send)

    def _knows(self, address: str) -> bool:
        try:
            name = urlsplit(address).hostname or ""
            if name.casefold() in self._names:
                return True
            return bool(ipaddress.ip_address(name))
        except ValueError:
            return False


def _refused(status: int, name: str) -> JSONResponse:
    message = f"{name[:100]!r} is not known here. Start the server with --name for each it has."
    return JSONResponse({"error": {"type": "UnknownName", "message": message}}, status)
