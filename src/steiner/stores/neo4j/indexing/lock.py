"""One indexer at a time: a lock in the graph, kept alive while its owner lives."""

from __future__ import annotations

import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from threading import Event, Thread
from typing import Any
from uuid import uuid4

from steiner.errors import IndexBusy, NotPermitted, SteinerError
from steiner.stores.neo4j.connection import Neo4jConnection

BEAT = 5.0
"""Seconds between signs of life."""
STALE = 60.0
"""Seconds without one after which an owner is taken for dead."""


class IndexLock:
    """The lock of one index store; whoever has it checks before each page that it still has it."""

    def __init__(self, connection: Neo4jConnection) -> None:
        self._connection = connection
        self._owner, self._lost = "", False

    @property
    def is_owned(self) -> bool:
        """Whether this store has taken it."""
        return bool(self._owner)

    @contextmanager
    def owned(self) -> Iterator[None]:
        """Have the lock for the length of the block; taken twice it is one lock.

        Raises IndexBusy where another indexer lives, NotPermitted without the right to write.
        """
        if self._owner:
            yield
            return
        self._take()
        ended = Event()
        beating = Thread(target=self._beat, args=(ended,), daemon=True)
        beating.start()
        try:
            yield
        finally:
            ended.set()
            beating.join()
            owner, self._owner, self._lost = self._owner, "", False
            (row,) = self._connection.write("index/lock_release", owner=owner)
            if row["gone"]:  # Nothing was indexed: nothing is left.
                self._connection.schema_write("index/drop_lock_constraint")

    def check(self) -> None:
        """Raise IndexBusy where another indexer has taken the lock over."""
        if self._lost:
            raise IndexBusy(
                "Another indexer has taken over: this one gave no sign of life for a minute. Run "
                "`steiner index` again once it has ended; what was written stays."
            )

    def _take(self) -> None:
        connection = self._connection
        connection.write("index/one_record")
        with suppress(NotPermitted):  # Indexes may be made by who may make no constraint.
            connection.schema_write("index/lock_constraint")
        owner = f"{socket.gethostname()}:{os.getpid()}:{uuid4().hex}"
        taken = self._tried(owner, "")
        before = str(taken["before"] or "")
        if not taken["free"] and _has_died(before):
            taken = self._tried(owner, before)
        if not taken["free"]:
            host, process = before.split(":")[:2]
            raise IndexBusy(
                f"The graph is being indexed by process {process} on {host}, which was alive "
                f"{taken['age'] / 1000:.0f} s ago. Wait for it; if it was killed, its lock ends "
                f"{STALE:.0f} s after its last sign of life."
            )
        self._owner, self._lost = owner, False

    def _tried(self, owner: str, dead: str) -> dict[str, Any]:
        stale = int(STALE * 1000)
        write = self._connection.write
        (row,) = write("index/lock_take", owner=owner, dead=dead, stale=stale)
        return row

    def _beat(self, ended: Event) -> None:
        while not ended.wait(BEAT) and not self._lost:
            try:
                (row,) = self._connection.write("index/lock_beat", owner=self._owner)
                self._lost = not row["owned"]
            except SteinerError:
                continue  # The server may be back before the lock is stale; writing says it, too.


def _has_died(owner: str) -> bool:
    """Say whether an owner was a process of this machine that is no more."""
    host, process = owner.split(":")[:2]
    if host != socket.gethostname() or os.name == "nt":
        return False
    try:
        os.kill(int(process), 0)
    except ProcessLookupError:
        return True
    except PermissionError:
        return False
    return False
