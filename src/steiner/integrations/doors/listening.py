"""One door for all that listens: rates, then the key, then names, then the body."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from typing import Any

import uvicorn
from starlette.types import ASGIApp
from uvicorn.protocols.http.h11_impl import H11Protocol

from steiner.integrations.doors.bodies import Bodies
from steiner.integrations.doors.door_settings import ServeSettings
from steiner.integrations.doors.key_guard import KeyGuard
from steiner.integrations.doors.names import Names
from steiner.integrations.doors.rates import Rates


def behind_door(
    app: ASGIApp, settings: ServeSettings, named: tuple[str, ...], open: tuple[str, ...] = ()
) -> ASGIApp:
    """Return the application behind all limits; `named` paths check names, `open` need no key.

    Rates first: whoever guesses keys is slowed down, too. The body last: without the key none is
    read. Raises InvalidInput for an empty key.
    """
    inside = Names(Bodies(app, settings), settings, named)
    return Rates(KeyGuard(inside, settings.key, open=open), settings)


def listen(app: ASGIApp, settings: ServeSettings) -> None:
    """Serve until Ctrl-C, with a bound on connections and on the time that a request takes."""
    uvicorn.run(app, **listening(settings))


def listening(settings: ServeSettings) -> dict[str, Any]:
    """Return how uvicorn listens by `settings`; all of it can be pickled, for other processes."""
    return {
        "host": settings.host,
        "port": settings.port,
        "log_level": "warning",
        "http": timely_protocol(settings.slowest),
        "ws": "none",
        "limit_concurrency": settings.connections,
        # Whose X-Forwarded-For is believed is a setting of ours (doors/rates.py).
        "proxy_headers": False,
    }


def timely_protocol(seconds: float) -> Callable[..., TimelyProtocol]:
    """Return what makes a protocol for uvicorn, with so many seconds for a request to begin."""
    return partial(TimelyProtocol, seconds)


class TimelyProtocol(H11Protocol):
    """uvicorn's protocol, which closes a connection that begins no whole request in `seconds`.

    uvicorn itself waits for the rest of a request's head for ever.
    """

    _due: asyncio.TimerHandle | None = None

    def __init__(self, seconds: float, **given: Any) -> None:
        super().__init__(**given)
        self._seconds = seconds

    def connection_made(self, transport: Any) -> None:
        """Begin to wait for a request."""
        super().connection_made(transport)
        self._wait()

    def data_received(self, data: bytes) -> None:
        """Wait no longer where a whole request has come, and anew where another begins."""
        super().data_received(data)
        runs = self.cycle is not None and not self.cycle.response_complete
        if runs:
            self._forget()
        elif self._due is None:
            self._wait()

    def on_response_complete(self) -> None:
        """Leave the wait for the next request to uvicorn, which bounds it."""
        self._forget()
        super().on_response_complete()

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait for nothing any more."""
        self._forget()
        super().connection_lost(exc)

    def _wait(self) -> None:
        self._due = self.loop.call_later(self._seconds, self.transport.close)

    def _forget(self) -> None:
        if self._due is not None:
            self._due.cancel()
            self._due = None
