"""Requests a minute of one client, known by its address, or by what a trusted proxy says."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Sequence

from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from steiner.integrations.doors.addresses import is_of, known_by
from steiner.integrations.doors.door_settings import Network, ServeSettings

_MINUTE = 60.0
_CLIENTS = 10_000
"""Addresses that are remembered; the one that asked longest ago goes."""


class Rates:
    """Refuses what comes too often (429) before `app` sees it."""

    def __init__(self, app: ASGIApp, settings: ServeSettings) -> None:
        # A worker knows nothing of what others were asked.
        self._app, self._per_minute = app, -(-settings.per_minute // settings.workers)
        self._proxies = settings.networks()
        self._times: dict[str, deque[float]] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request, or refuse it."""
        if scope["type"] != "http":
            return await self._app(scope, receive, send)
        if wait := self._wait(client_of(scope, self._proxies), time.monotonic()):
            message = f"At most {self._per_minute} requests a minute. Wait {wait} s."
            error = {"type": "TooManyRequests", "message": message}
            refused = JSONResponse({"error": error}, 429, {"Retry-After": str(wait)})
            return await refused(scope, receive, send)
        return await self._app(scope, receive, send)

    def _wait(self, client: str, now: float) -> int:
        """Count a request of `client`; return the seconds it must wait, 0 for none."""
        times = self._times.pop(client, deque())
        self._times[client] = times
        if len(self._times) > _CLIENTS:
            del self._times[next(iter(self._times))]
        while times and now - times[0] >= _MINUTE:
            times.popleft()
        if len(times) >= self._per_minute:
            return int(_MINUTE - (now - times[0])) + 1
        times.append(now)
        return 0


def client_of(scope: Scope, proxies: Sequence[Network]) -> str:
    """Return what a client is known by: the last address that no trusted proxy has.

    A proxy adds the address that it was asked from at the end of X-Forwarded-For; what stands
    before the first that is trusted the client may have written itself.
    """
    peer = str((scope.get("client") or ("",))[0])
    given = [
        value.decode("latin-1") for name, value in scope["headers"] if name == b"x-forwarded-for"
    ]
    hops = [peer, *reversed([hop.strip() for hop in ",".join(given).split(",") if hop.strip()])]
    for place, hop in enumerate(hops):
        if not is_of(hop, proxies):
            # What is no address a proxy did not write: then it is the proxy itself that asks.
            return known_by(hop) or known_by(hops[max(place - 1, 0)]) or peer
    return known_by(hops[-1]) or peer
