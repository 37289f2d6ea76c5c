"""`steiner serve --workers 2`: both answer, and both end when the one that began them does."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from select import select

import httpx
import pytest

from steiner.settings import ConnectionSettings

PROCESSES = Path("/proc")
KEY = {"authorization": "Bearer secret"}
QUESTION = {"question": "At which site is the Deluge 310 bypass set made?"}
LONG = 120.0


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port: int = free.getsockname()[1]
        return port


@contextmanager
def begun(sample: ConnectionSettings, port: int) -> Iterator[subprocess.Popen[str]]:
    """Begin two workers; what is left of them at the end is killed."""
    where = ["--uri", sample.uri, "--password", sample.password]
    command = [sys.executable, "-m", "steiner", "serve", *where, "--key", "secret"]
    command += ["--port", str(port), "--workers", "2", "--per-minute", "100000"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        try:
            assert process.stderr is not None
            assert f"Serving http://127.0.0.1:{port}" in process.stderr.readline()
            yield process
        finally:
            process.kill()


def workers_of(process: subprocess.Popen[str]) -> list[int]:
    children = PROCESSES / str(process.pid) / "task" / str(process.pid) / "children"
    pids = children.read_text().split()
    lines = {int(pid): (PROCESSES / pid / "cmdline").read_text() for pid in pids}
    return [pid for pid, line in lines.items() if "spawn_main" in line]


@contextmanager
def halted(pid: int) -> Iterator[None]:
    os.kill(pid, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(pid, signal.SIGCONT)


def answering_worker(port: int) -> str:
    """Ask on a new connection; return the number of the worker that it came to."""
    with httpx.Client(base_url=f"http://127.0.0.1:{port}", headers=KEY, timeout=LONG) as client:
        answer = client.post("/api/ask", json=QUESTION).json()
        assert "Dunmarrow Depot" in answer["answer"]
        numbers = re.findall(r'worker="(\d+)"', client.get("/metrics").text)
    return str(numbers[0])


@pytest.mark.skipif(not PROCESSES.is_dir(), reason="reads which processes there are from /proc")
@pytest.mark.parametrize("ending", [signal.SIGINT, signal.SIGKILL])
def test_two_workers_answer_and_end_with_the_one_that_began_them(
    sample: ConnectionSettings, ending: signal.Signals
) -> None:
    port = free_port()
    with begun(sample, port) as process:
        # Until it listens: it does a moment after it says so.
        with httpx.Client(transport=httpx.HTTPTransport(retries=8), timeout=LONG) as first:
            assert first.get(f"http://127.0.0.1:{port}/health").json() == {"status": "ok"}
        one, other = workers_of(process)
        ends = [os.pidfd_open(pid) for pid in (one, other)]
        with halted(one):
            by_other = answering_worker(port)
        with halted(other):
            by_one = answering_worker(port)
        assert by_one != by_other
        process.send_signal(ending)
        for each in ends:
            assert select([each], [], [], LONG)[0]
            os.close(each)
        assert process.wait(LONG) == (0 if ending is signal.SIGINT else -signal.SIGKILL)
