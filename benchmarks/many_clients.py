"""Many clients at once against `steiner serve`: refusals, milliseconds, memory, work left behind.

    NEO4J_URI=... python benchmarks/many_clients.py [--clients 100] [--requests 10000]

Needs the sample graph, indexed. `steiner serve` runs in a process of its own, which plans its
statements first: until then it answers few and refuses the rest. Every tenth request asks for
events and leaves after the first, and every tenth is given up at once. A client that waits for its
answer and is refused asks again as late as it is told to. Prints JSON: how often each status came,
percentiles of the milliseconds of answers, the server's megabytes at ten times, and the
transactions that are left.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import math
import socket
import statistics
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from itertools import takewhile
from pathlib import Path
from typing import Any

import httpx

from steiner import ConnectionSettings
from steiner.stores.neo4j.connection import Neo4jConnection

ROOT = Path(__file__).parents[1]
LEFT = """
CYPHER 5 SHOW TRANSACTIONS YIELD currentQuery AS query, status
WHERE status = 'Running' AND NOT query CONTAINS 'SHOW TRANSACTIONS' RETURN query"""
_KEY = {"authorization": "Bearer secret"}
_EVENTS = {"accept": "text/event-stream;stages=1"}
_SHORT = 0.05
"""Seconds after which a client gives up that does not wait."""


@dataclass
class Came:
    """What came back: how often each status, and the milliseconds of what was answered."""

    statuses: Counter[str] = field(default_factory=Counter)
    milliseconds: list[float] = field(default_factory=list)
    megabytes: list[int] = field(default_factory=list)

    def figures(self) -> dict[str, Any]:
        """Return them in JSON types."""
        cuts = statistics.quantiles(self.milliseconds, n=100)
        shown = {f"p{p}": round(cuts[p - 1]) for p in (50, 95, 99)}
        return {"came": dict(self.statuses), **shown, "megabytes": self.megabytes}


@contextmanager
def serving(reached: ConnectionSettings, *more: str) -> Iterator[tuple[str, int]]:
    """Run `steiner serve` for the block; gives its address and the number of its process."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = str(free.getsockname()[1])
    where = ["--uri", reached.uri, "--password", reached.password, "--port", port]
    door = ["--key", "secret", "--per-minute", "1000000"]
    command = [sys.executable, "-m", "steiner", "serve", *where, *door, *more]
    with subprocess.Popen(command, stderr=subprocess.DEVNULL) as process:
        try:
            await_ready(f"http://127.0.0.1:{port}")
            yield f"http://127.0.0.1:{port}", process.pid
        finally:
            process.terminate()


def await_ready(address: str) -> None:
    """Return once a server answers."""
    until = time.monotonic() + 120
    while time.monotonic() < until:
        with suppress(httpx.ConnectError):
            if httpx.get(f"{address}/ready", headers=_KEY, timeout=60).status_code == 200:
                return
    raise TimeoutError(f"{address} did not answer in 120 s")


def resident(process: int) -> int:
    """Return the megabytes of memory that a process has (Linux)."""
    lines = Path(f"/proc/{process}/status").read_text().splitlines()
    return next(int(line.split()[1]) // 1024 for line in lines if line.startswith("VmRSS"))


async def hammered(
    server: tuple[str, int],
    questions: list[str],
    clients: int,
    requests: int,
    seconds: float = math.inf,
) -> Came:
    """Let clients ask one request after the other: so many in all, or for so many seconds."""
    came, left, until = Came(), iter(range(requests)), time.monotonic() + seconds
    # Below the five seconds after which the server closes a connection that is not used.
    limits = httpx.Limits(max_connections=None, keepalive_expiry=1)
    web = httpx.AsyncClient(base_url=server[0], headers=_KEY, timeout=120, limits=limits)

    async def client() -> None:
        for number in takewhile(lambda _: time.monotonic() < until, left):
            if number % (requests // 10) == 0:
                came.megabytes.append(resident(server[1]))
            await _ask(web, came, number, questions[number % len(questions)])

    async with web:
        await asyncio.gather(*(client() for _ in range(clients)))
    came.megabytes.append(resident(server[1]))
    return came


async def _ask(web: httpx.AsyncClient, came: Came, number: int, question: str) -> None:
    asked: Any = {"url": "/api/ask", "json": {"question": question}}
    started = time.perf_counter()
    if number % 10 == 3:
        async with web.stream("POST", headers=_EVENTS, **asked) as response:
            await anext(response.aiter_lines())
        refused = "" if response.is_success else f" {response.status_code}"
        came.statuses[f"half read{refused}"] += 1
    elif number % 10 == 7:
        with suppress(httpx.TimeoutException):
            await web.post(**asked, timeout=httpx.Timeout(120, read=_SHORT))
        came.statuses["given up"] += 1
    else:
        response = await web.post(**asked)
        refused = "" if response.is_success else f" {response.json()['error']['type']}"
        came.statuses[f"{response.status_code}{refused}"] += 1
        if response.is_success:
            came.milliseconds.append((time.perf_counter() - started) * 1000)
        await asyncio.sleep(float(response.headers.get("retry-after", 0)))


def left_behind(connection: Neo4jConnection, seconds: float = 30.0) -> list[str]:
    """Return the queries that still run on the server, once it has had time to end them."""
    until, left = time.monotonic() + seconds, [""]
    while left and time.monotonic() < until:
        left = [row["query"] for row in connection.read_text(LEFT, {})]
    return left


def main() -> None:
    """Read the command line, ask and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--clients", type=int, default=100)
    parser.add_argument("--requests", type=int, default=10_000)
    parser.add_argument("--seconds", type=float, default=math.inf, help="At most so long.")
    parser.add_argument("--questions", type=Path, default=ROOT / "demo" / "more-questions.jsonl")
    given = parser.parse_args()
    lines = given.questions.read_text(encoding="utf-8").splitlines()
    questions = [json.loads(line)["question"] for line in lines]
    reached = ConnectionSettings.from_environment()
    with serving(reached) as server, closing(Neo4jConnection(reached)) as connection:
        started = time.perf_counter()
        came = asyncio.run(
            hammered(server, questions, given.clients, given.requests, given.seconds)
        )
        seconds = round(time.perf_counter() - started)
        left = left_behind(connection)
    print(json.dumps({"seconds": seconds, **came.figures(), "left behind": left}))


if __name__ == "__main__":
    main()
