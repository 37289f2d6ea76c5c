"""Members of a cluster that speak just enough of the Bolt protocol (5.4) for a driver to route.

As neo4j's testkit does it: no database, every statement has no rows; what each member was asked is
kept, and a test says who leads and who fails. https://neo4j.com/docs/bolt/current/
"""

from __future__ import annotations

import socket
import struct
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from threading import Thread
from types import TracebackType
from typing import Any

_VERSION = b"\x00\x00\x04\x05"
_RUN, _BEGIN, _COMMIT, _ROUTE, _RESET, _GOODBYE, _PULL = 0x10, 0x11, 0x12, 0x66, 0x0F, 0x02, 0x3F
_HELLO = 0x01
_SUCCESS, _FAILURE, _IGNORED = 0x70, 0x7F, 0x7E
NOT_LEADER = ("Neo.ClientError.Cluster.NotALeader", "No longer possible to write here.")


@dataclass
class StubMember:
    """A member: `asked` are (mode, statement, bookmarks) of each RUN or BEGIN that it accepted.

    `failing`: what it answers to a statement of this mode in place of running it; `falls`: it
    closes the connection then.
    """

    cluster: StubCluster
    asked: list[tuple[str, str, tuple[str, ...]]] = field(default_factory=list)
    failing: dict[str, tuple[str, str]] = field(default_factory=dict)
    falls: bool = False

    def __post_init__(self) -> None:
        self.listening = socket.create_server(("127.0.0.1", 0))
        self.address = f"127.0.0.1:{self.listening.getsockname()[1]}"
        Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                client, _ = self.listening.accept()
                Thread(target=self._serve, args=(client,), daemon=True).start()

    def _serve(self, client: socket.socket) -> None:
        with client, suppress(OSError, EOFError):
            _exactly(client, 20)
            client.sendall(_VERSION)
            failed = False
            for tag, parts in _messages(client):
                if tag == _GOODBYE:
                    return
                failed = failed and tag != _RESET
                answer = (_IGNORED, []) if failed else self._answer(tag, parts)
                if answer is None:
                    return
                failed = failed or answer[0] == _FAILURE
                client.sendall(_chunked(_packed_struct(*answer)))

    def _answer(self, tag: int, parts: list[Any]) -> tuple[int, list[Any]] | None:
        """Return the reply to a message; None where the member falls."""
        if tag == _HELLO:
            return _SUCCESS, [{"server": "Neo4j/5.26.0", "connection_id": "stub"}]
        if tag == _ROUTE:
            return _SUCCESS, [{"rt": self.cluster.table()}]
        if tag in (_RUN, _BEGIN) and parts[-1]:
            mode = "read" if parts[-1].get("mode") == "r" else "write"
            if mode in self.failing and self.falls:
                return None
            if mode in self.failing:
                code, message = self.failing[mode]
                return _FAILURE, [{"code": code, "message": message}]
            text = parts[0] if tag == _RUN else ""
            self.asked.append((mode, text, tuple(parts[-1].get("bookmarks", ()))))
        return _SUCCESS, [self._said(tag)]

    def _said(self, tag: int) -> dict[str, Any]:
        if tag == _RUN:
            return {"fields": ["x"], "t_first": 0}
        if tag == _COMMIT:
            return {"bookmark": self.cluster.committed()}
        return {"type": "r", "t_last": 0, "db": "neo4j"} if tag == _PULL else {}


class StubCluster:
    """Three members; `leader` takes writes, the others reads. `None` leads where nobody does."""

    def __init__(self) -> None:
        self.members = [StubMember(self) for _ in range(3)]
        self.leader: StubMember | None = self.members[0]
        self._commits = 0

    @property
    def uri(self) -> str:
        """The address that a client is given: of the first member."""
        return f"neo4j://{self.members[0].address}"

    def table(self) -> dict[str, Any]:
        """Return the routing table, as each member gives it."""
        readers = [each.address for each in self.members if each is not self.leader]
        writers = [self.leader.address] if self.leader else []
        every = [each.address for each in self.members]
        roles = {"ROUTE": every, "READ": readers, "WRITE": writers}
        servers = [{"role": role, "addresses": own} for role, own in roles.items()]
        return {"ttl": 300, "db": "neo4j", "servers": servers}

    def committed(self) -> str:
        """Return the bookmark of a new commit."""
        self._commits += 1
        return f"bookmark:{self._commits}"

    def asked(self, mode: str) -> list[tuple[str, tuple[str, ...]]]:
        """Return what was asked in a mode of all members: who, and with which bookmarks."""
        return [
            (each.address, bookmarks)
            for each in self.members
            for own, _, bookmarks in each.asked
            if own == mode
        ]

    def __enter__(self) -> StubCluster:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        for each in self.members:
            each.listening.close()


def _exactly(client: socket.socket, size: int) -> bytes:
    data = b""
    while len(data) < size:
        more = client.recv(size - len(data))
        if not more:
            raise EOFError
        data += more
    return data


def _messages(client: socket.socket) -> Iterator[tuple[int, list[Any]]]:
    """Yield the tag and the fields of each message that comes."""
    whole = b""
    while True:
        (size,) = struct.unpack(">H", _exactly(client, 2))
        if size:
            whole += _exactly(client, size)
        elif whole:
            read, whole = _Unpacked(whole), b""
            yield read.structure()


def _chunked(message: bytes) -> bytes:
    return struct.pack(">H", len(message)) + message + b"\x00\x00"


def _packed_struct(tag: int, fields: list[Any]) -> bytes:
    return bytes([0xB0 + len(fields), tag]) + b"".join(map(_packed, fields))


def _packed(value: Any) -> bytes:
    """Write a value in PackStream: what a server's replies need of it."""
    if value is None or isinstance(value, bool):
        return {None: b"\xc0", False: b"\xc2", True: b"\xc3"}[value]
    if isinstance(value, int):
        return b"\xcb" + struct.pack(">q", value)
    if isinstance(value, str):
        data = value.encode()
        return b"\xd1" + struct.pack(">H", len(data)) + data
    if isinstance(value, list):
        return b"\xd5" + struct.pack(">H", len(value)) + b"".join(map(_packed, value))
    items = b"".join(_packed(part) for item in value.items() for part in item)
    return b"\xd9" + struct.pack(">H", len(value)) + items


class _Unpacked:
    """Reads PackStream."""

    def __init__(self, data: bytes) -> None:
        self._data, self._at = data, 0

    def structure(self) -> tuple[int, list[Any]]:
        """Read a structure: its tag and its fields."""
        count, tag = self._number("B") & 0x0F, self._number("B")
        return tag, [self._value() for _ in range(count)]

    def _number(self, form: str) -> Any:
        size = struct.calcsize(f">{form}")
        (value,) = struct.unpack(f">{form}", self._bytes(size))
        return value

    def _bytes(self, size: int) -> bytes:
        self._at += size
        return self._data[self._at - size : self._at]

    def _value(self) -> Any:
        mark = self._number("B")
        if mark < 0x80 or mark >= 0xF0:
            return mark if mark < 0x80 else mark - 0x100
        if mark < 0xB0:
            return {0x80: self._text, 0x90: self._list, 0xA0: self._map}[mark & 0xF0](mark & 0x0F)
        if mark < 0xC0:
            self._at -= 1
            return self.structure()
        return self._marked(mark)

    def _marked(self, mark: int) -> Any:
        if mark in _CONSTANTS:
            return _CONSTANTS[mark]
        if mark in _NUMBERS:
            return self._number(_NUMBERS[mark])
        kind, form = _SIZED[mark]
        read: dict[str, Callable[[int], Any]] = {
            "bytes": self._bytes,
            "text": self._text,
            "list": self._list,
            "map": self._map,
        }
        return read[kind](self._number(form))

    def _text(self, size: int) -> str:
        return self._bytes(size).decode()

    def _list(self, size: int) -> list[Any]:
        return [self._value() for _ in range(size)]

    def _map(self, size: int) -> dict[str, Any]:
        return {self._value(): self._value() for _ in range(size)}


_CONSTANTS = {0xC0: None, 0xC2: False, 0xC3: True}
_NUMBERS = {0xC1: "d", 0xC8: "b", 0xC9: "h", 0xCA: "i", 0xCB: "q"}
_SIZED = {
    start + place: (kind, form)
    for start, kind in ((0xCC, "bytes"), (0xD0, "text"), (0xD4, "list"), (0xD8, "map"))
    for place, form in enumerate("BHI")
}
