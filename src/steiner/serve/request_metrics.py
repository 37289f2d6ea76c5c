"""Counts and times of requests in Prometheus' text format."""

from __future__ import annotations

import time
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator
from threading import Lock

from starlette.types import ASGIApp, Message, Receive, Scope, Send

_BOUNDS = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)
"""Upper bounds of the buckets, in seconds."""
_OTHER = "other"


class RequestMetrics:
    """Counts what passes through to an application, by path and status; `paths` are told apart.

    `worker`: which of a server's processes counts, each for itself; "" where it is the only one.
    What is asked of other paths counts as "other", so that nobody can fill the memory.
    """

    def __init__(self, paths: Collection[str], worker: str = "") -> None:
        self._own = (f'worker="{worker}"',) if worker else ()
        self._paths, self._lock = frozenset(paths), Lock()
        self._requests: Counter[tuple[str, int]] = Counter()
        self._buckets: dict[str, list[int]] = {}
        self._seconds: defaultdict[str, float] = defaultdict(float)
        self._running = 0

    def around(self, app: ASGIApp) -> ASGIApp:
        """Return the application with each of its requests counted once it ends."""

        async def counted(scope: Scope, receive: Receive, send: Send) -> None:
            if scope["type"] != "http":
                return await app(scope, receive, send)
            started, status = time.perf_counter(), [500]

            async def sent(message: Message) -> None:
                if message["type"] == "http.response.start":
                    status[0] = message["status"]
                await send(message)

            self._count_running(1)
            try:
                await app(scope, receive, sent)
            finally:
                self._count_running(-1)
                self._add(scope["path"], status[0], time.perf_counter() - started)

        return counted

    def text(self) -> str:
        """Return all counts in Prometheus' text format, version 0.0.4."""
        with self._lock:
            return "\n".join([*self._counts(), *self._histograms(), ""])

    def _count_running(self, change: int) -> None:
        with self._lock:
            self._running += change

    def _add(self, path: str, status: int, seconds: float) -> None:
        path = path if path in self._paths else _OTHER
        with self._lock:
            self._requests[path, status] += 1
            buckets = self._buckets.setdefault(path, [0] * (len(_BOUNDS) + 1))
            buckets[bisect_left(_BOUNDS, seconds)] += 1
            self._seconds[path] += seconds

    def _counts(self) -> Iterator[str]:
        yield "# TYPE steiner_requests_total counter"
        for (path, status), count in sorted(self._requests.items()):
            labels = self._labels(path=path, status=status)
            yield f"steiner_requests_total{labels} {count}"
        yield "# TYPE steiner_requests_running gauge"
        yield f"steiner_requests_running{self._labels()} {self._running}"

    def _histograms(self) -> Iterator[str]:
        name = "steiner_request_seconds"
        yield f"# TYPE {name} histogram"
        for path, buckets in sorted(self._buckets.items()):
            total = 0
            for bound, count in zip((*_BOUNDS, "+Inf"), buckets, strict=True):
                total += count
                yield f"{name}_bucket{self._labels(path=path, le=bound)} {total}"
            yield f"{name}_sum{self._labels(path=path)} {self._seconds[path]:.6f}"
            yield f"{name}_count{self._labels(path=path)} {total}"

    def _labels(self, **named: object) -> str:
        labels = [*(f'{name}="{value}"' for name, value in named.items()), *self._own]
        return f"{{{','.join(labels)}}}" if labels else ""
