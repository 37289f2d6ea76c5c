"""One door for all that listens: rates, then the key, then names, then the body."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Callable
from functools import partial
from typing import Any

import uvicorn
from starlette.types import ASGIApp
from uvicorn.protocols.http.h11_impl import H11Protocol

from steiner.integrations.doors.addresses import is_of, known_by
from steiner.integrations.doors.bodies import Bodies
from steiner.integrations.doors.door_settings import ServeSettings
from steiner.integrations.doors.key_guard import KeyGuard
from steiner.integrations.doors.names import Names
from steiner.integrations.doors.rates import Rates

_SHARES = 4
"""Addresses that it takes to open every connection that the server bears."""
_TOO_MANY = (
    b"HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\nRetry-After: 5\r\n"
    b"Content-Type: application/json\r\n\r\n"
    b'{"error": {"type": "TooManyConnections", "message": "Your address has too many open '
    b'connections. Close some, and ask again."}}'
)


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
        "http": bounded_protocol(settings),
        "ws": "none",
        "limit_concurrency": settings.connections,
        # Whose X-Forwarded-For is believed is a setting of ours (doors/rates.py).
        "proxy_headers": False,
    }


def bounded_protocol(settings: ServeSettings) -> Callable[..., BoundedProtocol]:
    """Return what makes a protocol for uvicorn, bounded by `settings`."""
    return partial(BoundedProtocol, settings)


class BoundedProtocol(H11Protocol):
    """uvicorn's protocol, with bounds on what one client's connections take from the others.

    A connection that begins no whole request in the settings' `slowest` seconds is closed, and so
    is one that reads nothing of its response for as long: uvicorn itself waits for ever. One
    address has a quarter of the settings' `connections`, trusted proxies have all of them: uvicorn
    answers nobody while all are open, whoever opened them.
    """

    _due: asyncio.TimerHandle | None = None
    _unread: asyncio.TimerHandle | None = None

    def __init__(self, settings: ServeSettings, **given: Any) -> None:
        super().__init__(**given)
        self._settings = settings

    def connection_made(self, transport: Any) -> None:
        """Begin to wait for a request, or refuse one connection too many of an address."""
        super().connection_made(transport)
        if self._is_too_many():
            transport.write(_TOO_MANY)
            transport.close()
        else:
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

    def pause_writing(self) -> None:
        """Begin to wait for a client that reads nothing."""
        super().pause_writing()
        self._expect_reading(math.inf)

    def resume_writing(self) -> None:
        """Wait no longer for a client that reads on."""
        super().resume_writing()
        self._read_on()

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait for nothing any more."""
        self._forget()
        self._read_on()
        super().connection_lost(exc)

    def _is_too_many(self) -> bool:
        peer = _peer(self)
        if is_of(peer, self._settings.networks()):
            return False
        client = known_by(peer)
        theirs = sum(known_by(_peer(each)) == client for each in self.connections)
        return theirs > max(1, self._settings.connections // _SHARES)

    def _wait(self) -> None:
        self._due = self.loop.call_later(self._settings.slowest, self.transport.close)

    def _forget(self) -> None:
        if self._due is not None:
            self._due.cancel()
            self._due = None

    def _expect_reading(self, before: float) -> None:
        """Close a connection that has read nothing since `before` bytes waited; look again else."""
        waiting = self.transport.get_write_buffer_size()
        if waiting >= before:
            self.transport.abort()
        else:
            seconds = self._settings.slowest
            self._unread = self.loop.call_later(seconds, self._expect_reading, waiting)

    def _read_on(self) -> None:
        if self._unread is not None:
            self._unread.cancel()
            self._unread = None


def _peer(protocol: Any) -> str:
    return str((protocol.client or ("",))[0])
