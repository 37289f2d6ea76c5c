"""Several processes behind one port, each with an application of its own."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable
from multiprocessing import connection, current_process, parent_process
from threading import Thread
from typing import NoReturn

import uvicorn
from starlette.types import ASGIApp
from uvicorn.supervisors import Multiprocess

from steiner.integrations.doors.door_settings import ServeSettings
from steiner.integrations.doors.listening import listening

_SILENT = 60
"""Seconds after which a worker that says nothing is taken for dead: on a busy machine one imports
for ten."""
_CANNOT_BEGIN = 3
"""Status of a worker that cannot begin; newer versions of uvicorn do not begin it again."""


def listen_by(make: Callable[[], ASGIApp], settings: ServeSettings) -> None:
    """Serve by `settings.workers` processes until Ctrl-C, which ends all of them.

    Each calls `make`, which is pickled. One that dies is replaced; where one cannot begin, all end,
    with status 1.
    """
    config = uvicorn.Config(
        make,
        factory=True,
        workers=settings.workers,
        timeout_worker_healthcheck=_SILENT,
        **listening(settings),
    )
    workers = Multiprocess(config, [config.bind_socket()])
    workers.run()
    if any(each.process.exitcode == _CANNOT_BEGIN for each in workers.processes):
        sys.exit(1)


def begin_worker() -> None:
    """Let this process end when the one that began it has, however that ended."""
    parent = parent_process()
    if parent is not None:
        Thread(target=_end_after, args=(parent.sentinel,), daemon=True).start()


def _end_after(sentinel: int) -> None:
    connection.wait([sentinel])
    os.kill(os.getpid(), signal.SIGTERM)


def cannot_begin() -> NoReturn:
    """End this process, and the one that began it, which would begin another."""
    parent = parent_process()
    if parent is not None and parent.pid:
        os.kill(parent.pid, signal.SIGTERM)
    sys.exit(_CANNOT_BEGIN)


def worker_number() -> str:
    """Return the number that this process has among workers, which none has after it."""
    return current_process().name.rpartition("-")[2]
