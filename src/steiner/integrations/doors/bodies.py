"""A request's body: whole before the application sees it, not too large, and not too slow."""

from __future__ import annotations

from anyio import fail_after
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from steiner.integrations.doors.door_settings import ServeSettings


class Bodies:
    """Refuses a body that is too large (413), or is not whole in time (408)."""

    def __init__(self, app: ASGIApp, settings: ServeSettings) -> None:
        self._app, self._settings = app, settings

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request, or refuse it."""
        if scope["type"] != "http":
            return await self._app(scope, receive, send)
        try:
            with fail_after(self._settings.slowest):
                whole = await self._whole(receive)
        except TimeoutError:
            message = f"A request must have come whole in {self._settings.slowest:g} seconds."
            return await _refused(408, "TooSlow", message)(scope, receive, send)
        if whole is None:
            message = f"A body has at most {self._settings.longest:,} bytes."
            return await _refused(413, "TooLarge", message)(scope, receive, send)
        return await self._app(scope, _again(whole, receive), send)

    async def _whole(self, receive: Receive) -> bytes | None:
        """Return the body; None where it is too large."""
        body, more = b"", True
        while more:
            message = await receive()
            body += message.get("body", b"")
            more = message.get("more_body", False)
            if len(body) > self._settings.longest:
                return None
        return body


def _refused(status: int, kind: str, message: str) -> JSONResponse:
    # The rest of the body is not waited for.
    return JSONResponse(
        {"error": {"type": kind, "message": message}}, status, {"Connection": "close"}
    )


def _again(body: bytes, receive: Receive) -> Receive:
    """Return a `receive` that gives the body once more, then what the client does."""
    waiting: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def give() -> Message:
        return waiting.pop() if waiting else await receive()

    return give
