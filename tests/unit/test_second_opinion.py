"""A second opinion is waited for only a moment, what may be the answer as long as it takes."""

from __future__ import annotations

from collections.abc import Callable
from threading import Event

import pytest

from steiner.calls.stopping import check_wanted, run_until
from steiner.errors import Cancelled
from steiner.retrieve.exact.second_opinion import Beside


def test_what_may_be_the_answer_is_waited_for() -> None:
    going = Event()

    def slow(_only_opinion: Callable[[float], None]) -> str:
        going.wait(0.2)
        return "answer"

    with Beside(slow) as computing:
        assert computing.result() == "answer"


def test_a_second_opinion_in_time_is_taken() -> None:
    def opinion(only_opinion: Callable[[float], None]) -> str:
        only_opinion(10)
        return "opinion"

    with Beside(opinion) as computing:
        assert computing.result() == "opinion"


@pytest.mark.parametrize("patience", [0.001, 0.1])
def test_a_late_second_opinion_is_left_out_and_given_up(patience: float) -> None:
    ended = Event()

    def endless(only_opinion: Callable[[float], None]) -> str:
        only_opinion(patience)
        try:
            while not ended.wait(0.01):
                check_wanted()
        except Cancelled:
            ended.set()
            raise
        return "never"

    with Beside(endless) as computing:
        assert computing.result() is None
    assert ended.wait(10)


def test_what_may_be_the_answer_is_there_as_such() -> None:
    with Beside(lambda _only_opinion: "answer") as computing:
        assert computing.answer() == "answer"


def test_a_second_opinion_is_no_answer_and_not_waited_for() -> None:
    ended = Event()

    def opinion(only_opinion: Callable[[float], None]) -> str:
        only_opinion(10)
        ended.wait(10)
        return "opinion"

    with Beside(opinion) as computing:
        assert computing.answer() is None
        ended.set()
        assert computing.result() == "opinion"


def test_its_error_is_raised() -> None:
    def failing(_only_opinion: Callable[[float], None]) -> str:
        raise ValueError("wrong")

    with Beside(failing) as computing:
        with pytest.raises(ValueError, match="wrong"):
            computing.answer()
        with pytest.raises(ValueError, match="wrong"):
            computing.result()


def test_who_gives_the_call_up_gives_this_up_too() -> None:
    given_up, begun, ended = Event(), Event(), Event()

    def endless(_only_opinion: Callable[[float], None]) -> str:
        begun.set()
        try:
            while not ended.wait(0.01):
                check_wanted()
        finally:
            ended.set()
        return "never"

    def call() -> str | None:
        with Beside(endless) as computing:
            assert begun.wait(10)
            given_up.set()
            return computing.result()

    with pytest.raises(Cancelled):
        run_until(given_up, call)
    assert ended.wait(10)
