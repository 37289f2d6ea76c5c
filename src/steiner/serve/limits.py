"""What one client may send: a body's bytes, and requests a minute."""

from __future__ import annotations

import time
from collections import deque
from dataclasses import dataclass, field

from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from steiner.keywords import known_keywords
from steiner.settings import positive

_MINUTE = 60.0
_CLIENTS = 10_000
"""Addresses that are remembered; the one that asked longest ago goes."""


@known_keywords
@dataclass(frozen=True, slots=True)
class ServeSettings:
    """How the server listens and what it bears.

    `key`: clients must send it; `host`, `port`: where it listens; `per_minute`: requests of one
    address; `longest`: bytes of a body; `at_once`: questions that are worked on at once.
    """

    key: str = field(repr=False)
    host: str = "127.0.0.1"
    port: int = 8000
    per_minute: int = 240
    longest: int = 100_000
    at_once: int = 8

    def __post_init__(self) -> None:
        positive(self, per_minute=self.per_minute, longest=self.longest, at_once=self.at_once)


class Limits:
    """Refuses what is too large (413) or too often (429) before `app` sees it."""

    def __init__(self, app: ASGIApp, settings: ServeSettings) -> None:
        self._app, self._settings = app, settings
        self._times: dict[str, deque[float]] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request, or refuse it."""
        if scope["type"] != "http":
            return await self._app(scope, receive, send)
        if wait := self._wait((scope.get("client") or ("",))[0], time.monotonic()):
            message = f"At most {self._settings.per_minute} requests a minute. Wait {wait} s."
            error = {"type": "TooManyRequests", "message": message}
            refused = JSONResponse({"error": error}, 429, {"Retry-After": str(wait)})
            return await refused(scope, receive, send)
        whole = await self._whole(receive)
        if whole is None:
            message = f"A body has at most {self._settings.longest:,} bytes."
            large = JSONResponse({"error": {"type": "TooLarge", "message": message}}, 413)
            return await large(scope, receive, send)
        return await self._app(scope, _again(whole, receive), send)

    def _wait(self, client: str, now: float) -> int:
        """Count a request of `client`; return the seconds it must wait, 0 for none."""
        times = self._times.pop(client, deque())
        self._times[client] = times
        if len(self._times) > _CLIENTS:
            del self._times[next(iter(self._times))]
        while times and now - times[0] >= _MINUTE:
            times.popleft()
        if len(times) >= self._settings.per_minute:
            return int(_MINUTE - (now - times[0])) + 1
        times.append(now)
        return 0

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


def _again(body: bytes, receive: Receive) -> Receive:
    """Return a `receive` that gives the body once more, then what the client does."""
    waiting: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def give() -> Message:
        return waiting.pop() if waiting else await receive()

    return give
