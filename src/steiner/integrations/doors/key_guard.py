"""The key that every request over HTTP must bear."""

from __future__ import annotations

import hmac

from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from steiner.errors import InvalidInput


def check_key(key: str) -> None:
    """Raise InvalidInput for an empty key, or one that a header cannot bear."""
    came = "none" if not key.strip() else "other characters"
    if not key.strip() or not key.isascii() or not key.isprintable():
        raise InvalidInput(
            f"Over HTTP a key is expected, of ASCII characters, got {came}. "
            f"Give --key, or set STEINER_MCP_KEY or STEINER_SERVE_KEY."
        )


class KeyGuard:
    """Lets through to `app` what bears `Authorization: Bearer KEY`, or asks for an `open` path.

    Anything else is a 401. Raises InvalidInput for an empty key.
    """

    def __init__(self, app: ASGIApp, key: str, open: tuple[str, ...] = ()) -> None:
        check_key(key)
        self._app, self._wanted, self._open = app, f"Bearer {key}".encode(), open

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request, or refuse it."""
        if scope["type"] == "lifespan" or scope["path"] in self._open or self._allowed(scope):
            return await self._app(scope, receive, send)
        error = {"type": "WrongKey", "message": "Send the header `Authorization: Bearer KEY`."}
        refused = JSONResponse({"error": error}, 401, {"WWW-Authenticate": "Bearer"})
        return await refused(scope, receive, send)

    def _allowed(self, scope: Scope) -> bool:
        given = [value for name, value in scope["headers"] if name == b"authorization"]
        # In constant time, so that how long it takes says nothing of the key.
        return len(given) == 1 and hmac.compare_digest(given[0], self._wanted)
