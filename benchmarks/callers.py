"""How many answers a second does `steiner serve` give to 1 to 128 callers, and how late is each?

    python benchmarks/callers.py [--home DIR] [--workers 1 2] [--callers 1 4 16 64 128] [--count 96]

On the sample graph of `make demo`, whose server it starts if it is indexed in DIR. For each number
of workers a server process of its own; then from each number of callers `count` questions of
demo/more-questions.jsonl, in turns, with a mark more each time, so that vectors are made anew.
Prints JSON: answers a second, milliseconds an answer (median, p95), what was refused, the load.
Callers, workers and Neo4j share the machine's cores.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any

import httpx
from data import PROCEDURES  # noqa: F401 - Lets import the server's start.
from devserver import DevServer
from racing import spread

ROOT = Path(__file__).parents[1]
ANSWERED = 200
KEY, LONG = "secret", 600.0
_MARKS = count(1)


@contextmanager
def serving(server: DevServer, workers: int) -> Iterator[str]:
    """Serve the graph by so many processes; yield the address."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = str(free.getsockname()[1])
    where = ["--uri", server.uri, "--password", server.password, "--timeout", str(LONG)]
    listening = ["--port", port, "--key", KEY, "--per-minute", "10000000"]
    command = [sys.executable, "-m", "steiner", "serve", *where, *listening]
    with subprocess.Popen([*command, "--workers", str(workers)]) as process:
        try:
            yield f"http://127.0.0.1:{port}"
        finally:
            process.send_signal(signal.SIGINT)


def asked(address: str, texts: Sequence[str], callers: int) -> dict[str, Any]:
    """Let the callers ask all texts; return how it went."""
    times: list[float] = []
    statuses: Counter[int] = Counter()
    headers, limits = {"authorization": f"Bearer {KEY}"}, httpx.Limits(max_connections=callers)
    transport = httpx.HTTPTransport(retries=9, limits=limits)  # A server that has just been begun.
    with httpx.Client(transport=transport, base_url=address, headers=headers, timeout=LONG) as web:

        def ask(text: str) -> None:
            begun = time.perf_counter()
            status = web.post("/api/ask", json={"question": text}).status_code
            statuses[status] += 1
            if status == ANSWERED:
                times.append((time.perf_counter() - begun) * 1000)

        begun = time.perf_counter()
        with ThreadPoolExecutor(callers) as pool:
            list(pool.map(ask, texts))
        seconds = time.perf_counter() - begun
    other = {str(status): n for status, n in statuses.items() if status != ANSWERED}
    load = round(os.getloadavg()[0], 1)
    rate = round(len(times) / seconds, 2)
    return {"a second": rate, "ms": spread(times), "refused": other, "load": load}


def questions(wanted: int) -> list[str]:
    """Return so many texts that were not asked before."""
    lines = (ROOT / "demo" / "more-questions.jsonl").read_text(encoding="utf-8").splitlines()
    texts: list[str] = []
    while len(texts) < wanted:
        marks = "?" * next(_MARKS)
        texts += [json.loads(line)["question"] + marks for line in lines]
    return texts[:wanted]


def main() -> None:
    """Start the server, measure, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--home", type=Path, default=ROOT / ".demo" / "neo4j-2026")
    parser.add_argument("--workers", type=int, nargs="+", default=[1, 2])
    parser.add_argument("--callers", type=int, nargs="+", default=[1, 4, 16, 64, 128])
    parser.add_argument("--count", type=int, default=96)
    given = parser.parse_args()
    with DevServer(given.home) as server:
        for workers in given.workers:
            with serving(server, workers) as address:
                asked(address, questions(given.count), 4)  # Each worker once warm.
                for callers in given.callers:
                    row = asked(address, questions(given.count), callers)
                    print(json.dumps({"workers": workers, "callers": callers, **row}), flush=True)


if __name__ == "__main__":
    main()
