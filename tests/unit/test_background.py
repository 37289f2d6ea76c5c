"""Work beside: threads are kept, and a forked process makes its own."""

from __future__ import annotations

import os
from contextvars import ContextVar
from threading import Barrier, Event, get_ident
from threading import enumerate as enumerate_threads

import pytest

from steiner.calls.background import begun, together

ASKED: ContextVar[str] = ContextVar("asked", default="")


def test_work_beside_sees_what_its_caller_set_and_its_error_reaches_who_waits() -> None:
    ASKED.set("why")
    assert begun(ASKED.get).result() == "why"
    with pytest.raises(ValueError, match="invalid literal"):
        begun(int, "many").result()


def test_a_thread_is_used_again() -> None:
    # Those of tests before it stand idle, and take their turns.
    idle = {thread.ident for thread in enumerate_threads()}
    used = {begun(get_ident).result() for _ in range(50)}
    assert len(used - idle) < 50


def test_what_is_done_together_is_done_at_once_and_in_the_order_asked_for() -> None:
    met = Barrier(2, timeout=10)
    first, second = together(lambda: ("a", met.wait()), lambda: ("b", met.wait()))
    assert (first[0], second[0]) == ("a", "b")


def test_an_error_waits_until_all_that_is_done_together_has_ended() -> None:
    ended: list[int] = []

    def late() -> None:
        released.wait(10)
        ended.append(1)

    def fails() -> None:
        released.set()
        raise KeyError("no")

    released = Event()
    with pytest.raises(KeyError):
        together(fails, late)
    assert ended


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")
@pytest.mark.filterwarnings("ignore:.*multi-threaded, use of fork:DeprecationWarning")
def test_a_forked_process_does_not_wait_for_threads_of_another() -> None:
    begun(int).result()
    if not (child := os.fork()):
        os._exit(0 if begun(int, "7").result(5) == 7 else 1)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
