"""A TCP proxy before a server that counts round trips, and does harm at a chosen one.

A round trip begins with the first bytes of a client's request on any connection; they are counted
over all connections, so that a run of one process meets the same ones each time.
"""

from __future__ import annotations

import socket
import struct
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from threading import Event, Lock, Thread
from types import TracebackType
from urllib.parse import urlsplit

_RESET = struct.pack("ii", 1, 0)
"""Of SO_LINGER: closing sends a reset, not an end."""
_SIZE = 65_536


class Pair:
    """A client's connection and the server's; each way is carried by a thread."""

    def __init__(self, client: socket.socket, server: socket.socket) -> None:
        self.client, self.server = client, server
        self.is_silent, self.asks = False, False
        for side in (client, server):  # Else small parts wait for the 40 ms of an acknowledgement.
            side.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def close(self, reset: bool = False) -> None:
        """End both connections, as a broken line or a fallen machine does."""
        for side in (self.client, self.server):
            with suppress(OSError):
                if reset:
                    side.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _RESET)
                side.shutdown(socket.SHUT_RDWR)
            side.close()


Harm = Callable[[Pair, bytes], bytes]
"""Gets a connection and what the server replied, and returns what of that the client gets."""


def reset(pair: Pair, _reply: bytes) -> bytes:
    """Break the line: both sides get a reset."""
    pair.close(reset=True)
    return b""


def truncate(pair: Pair, reply: bytes) -> bytes:
    """Give half of the reply, then the end of the stream."""
    with suppress(OSError):
        pair.client.sendall(reply[: len(reply) // 2])
    pair.close()
    return b""


def drop(pair: Pair, _reply: bytes) -> bytes:
    """Say nothing from now on, and stay open: a firewall that has forgotten the connection."""
    pair.is_silent = True
    return b""


@dataclass(frozen=True, slots=True)
class Delay:
    """Hold a reply back for so many seconds."""

    seconds: float

    def __call__(self, _pair: Pair, reply: bytes) -> bytes:
        Event().wait(self.seconds)
        return reply


class FaultyProxy:
    """Stands before the server of a Bolt address; `uri` is its own.

    `trips`: the round trips so far, of those requests that are `counted`. `at(trip, act)` calls
    `act` once before that one is sent on; `harm` at that one, and `lasting` each one after it, is
    done to the server's reply.
    """

    def __init__(self, uri: str, counted: Callable[[bytes], bool] = bool) -> None:
        self._server = (urlsplit(uri).hostname or "localhost", urlsplit(uri).port or 7687)
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.uri = f"bolt://127.0.0.1:{self._listening.getsockname()[1]}"
        self.trips, self._counting, self._pairs = 0, Lock(), list[Pair]()
        self._counted = counted
        self._acts: dict[int, Callable[[], None]] = {}
        self._harm: Harm | None = None
        self._harmful, self._lasting = 0, False

    def at(self, trip: int, act: Callable[[], None]) -> None:
        """Call `act` when this round trip begins, before the server learns of it."""
        self._acts[trip] = act

    def harm(self, trip: int, harm: Harm, lasting: bool = False) -> None:
        """Do harm to the reply of this round trip and, if it is `lasting`, to all later ones."""
        self._harmful, self._lasting, self._harm = trip, lasting, harm

    def heal(self) -> None:
        """Do no harm from now on; silent connections stay silent."""
        self._harm = None

    def __enter__(self) -> FaultyProxy:
        Thread(target=self._accept, daemon=True).start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        with suppress(OSError):
            self._listening.shutdown(socket.SHUT_RDWR)
        self._listening.close()
        for pair in self._pairs:
            pair.close()

    def _accept(self) -> None:
        while True:
            try:
                client, _ = self._listening.accept()
            except OSError:
                return
            try:
                pair = Pair(client, socket.create_connection(self._server))
            except OSError:
                client.close()
                continue
            self._pairs.append(pair)
            Thread(target=self._requests, args=(pair,), daemon=True).start()
            Thread(target=self._replies, args=(pair,), daemon=True).start()

    def _requests(self, pair: Pair) -> None:
        with suppress(OSError):
            while data := pair.client.recv(_SIZE):
                if not pair.asks:
                    pair.asks = True
                    if self._counted(data):
                        self._begin()
                if not pair.is_silent:
                    pair.server.sendall(data)
        pair.close()

    def _begin(self) -> None:
        with self._counting:
            self.trips += 1
            act = self._acts.pop(self.trips, None)
        if act is not None:
            act()

    def _replies(self, pair: Pair) -> None:
        with suppress(OSError):
            while data := pair.server.recv(_SIZE):
                pair.asks = False
                harm = self._harm
                if harm is not None and self._is_due():
                    data = harm(pair, data)
                if not pair.is_silent:
                    pair.client.sendall(data)
        pair.close()

    def _is_due(self) -> bool:
        with self._counting:
            if self._lasting:
                return self.trips >= self._harmful
            if self.trips < self._harmful:
                return False
            self._harm = None
            return True
