"""Work beside: threads are kept, and a forked process makes its own."""

from __future__ import annotations

import os
from contextvars import ContextVar
from threading import get_ident

import pytest

from steiner.calls.background import begun

ASKED: ContextVar[str] = ContextVar("asked", default="")


def test_work_beside_sees_what_its_caller_set_and_its_error_reaches_who_waits() -> None:
    ASKED.set("why")
    assert begun(ASKED.get).result() == "why"
    with pytest.raises(ValueError, match="invalid literal"):
        begun(int, "many").result()


def test_a_thread_is_used_again() -> None:
    used = {begun(get_ident).result() for _ in range(50)}
    assert len(used) < 50


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")
@pytest.mark.filterwarnings("ignore:.*multi-threaded, use of fork:DeprecationWarning")
def test_a_forked_process_does_not_wait_for_threads_of_another() -> None:
    begun(int).result()
    if not (child := os.fork()):
        os._exit(0 if begun(int, "7").result(5) == 7 else 1)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
