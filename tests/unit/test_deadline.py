"""Work under a deadline: what comes back, what is left behind."""

from __future__ import annotations

import gc
import subprocess
import sys
import threading
from collections.abc import Iterator

import pytest

from steiner.stores.neo4j.deadline import Overdue, Wanted, Workers

LONG = 30.0
SHORT = 0.25


@pytest.fixture
def workers() -> Iterator[Workers]:
    made = Workers(2)
    yield made
    made.close()


def threads() -> list[threading.Thread]:
    return [t for t in threading.enumerate() if t.name == "steiner-query" and t.is_alive()]


def test_values_and_errors_come_back(workers: Workers) -> None:
    assert workers.run(lambda _: 7, LONG) == 7
    with pytest.raises(KeyError, match="gone"):
        workers.run(lambda _: dict[str, int]()["gone"], LONG)
    with pytest.raises(TimeoutError, match="of the work itself"):
        workers.run(lambda _: (_ for _ in ()).throw(TimeoutError("of the work itself")), LONG)


def test_one_thread_serves_one_caller() -> None:
    workers = Workers(9)
    before = set(threads())
    assert len({workers.run(lambda _: threading.get_ident(), LONG) for _ in range(200)}) == 1
    assert len(set(threads()) - before) == 1
    workers.close()


def test_work_past_its_deadline_is_left_and_learns_it(workers: Workers) -> None:
    go_on, seen, ended = threading.Event(), list[bool](), threading.Event()

    def work(wanted: Wanted) -> None:
        seen.append(wanted())
        go_on.wait(LONG)
        seen.append(wanted())
        ended.set()

    with pytest.raises(Overdue):
        workers.run(work, SHORT)
    assert workers.run(lambda _: "another", LONG) == "another"
    go_on.set()
    assert ended.wait(LONG)
    assert seen == [True, False]


def test_no_more_threads_than_agreed(workers: Workers) -> None:
    go_on = threading.Event()
    for _ in range(2):
        with pytest.raises(Overdue):
            workers.run(lambda _: go_on.wait(LONG), SHORT)
    with pytest.raises(Overdue):
        workers.run(lambda _: "no thread is free", SHORT)
    go_on.set()
    assert workers.run(lambda _: "free again", LONG) == "free again"


@pytest.mark.parametrize("close", [True, False], ids=["closed", "dropped"])
def test_threads_end_with_their_owner(close: bool) -> None:
    others = set(threads())
    workers = Workers(2)
    workers.run(lambda _: None, LONG)
    (mine,) = set(threads()) - others
    if close:
        workers.close()
    del workers
    gc.collect()
    mine.join(LONG)
    assert not mine.is_alive()


def test_what_follows_waits_for_work_left_behind() -> None:
    workers, go_on, followed = Workers(3), threading.Event(), threading.Event()
    with pytest.raises(Overdue):
        workers.run(lambda _: go_on.wait(LONG), SHORT)
    workers.close(followed.set)
    assert not followed.is_set()
    go_on.set()
    assert followed.wait(LONG)
    idle, followed = Workers(1), threading.Event()
    idle.close(followed.set)
    assert followed.is_set()


CODE = """
import threading
from steiner.stores.neo4j.deadline import Overdue, Workers
try:
    Workers(1).run(lambda _: threading.Event().wait(60), 0.01)
except Overdue:
    print("overdue", flush=True)
"""

INTERRUPTED = """
import os, signal, threading
from steiner.stores.neo4j.deadline import Workers
threading.Timer(0.2, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
try:
    Workers(1).run(lambda _: threading.Event().wait(60), 60)
except KeyboardInterrupt:
    print("interrupted", flush=True)
"""


@pytest.mark.timeout(30)
@pytest.mark.parametrize(("code", "told"), [(CODE, "overdue"), (INTERRUPTED, "interrupted")])
def test_work_left_behind_does_not_hold_up_the_end(code: str, told: str) -> None:
    run = [sys.executable, "-c", code]
    done = subprocess.run(run, capture_output=True, text=True, check=True)
    assert (done.stdout, done.stderr) == (f"{told}\n", "")
