"""What one question looks up in two places is looked up once."""

from collections.abc import Sequence

import pytest

from steiner.errors import QueryTimedOut
from steiner.graph import KeyHit
from steiner.retrieve.asked_once import asked_once

HIT = KeyHit((1,), 1.0, "Ann", ("ann",), ("name",), ("Person",), None)


class Counting:
    """A store that counts its look-ups, and may fail."""

    def __init__(self, error: Exception | None = None) -> None:
        self.asked, self.error = 0, error

    def search_keys(self, keys: Sequence[str], k: int) -> list[KeyHit]:
        self.asked += 1
        if self.error:
            raise self.error
        return [HIT]


def test_the_same_keys_are_looked_up_once() -> None:
    store = Counting()
    view = asked_once(store)  # type: ignore[arg-type]
    assert view.search_keys(["ann"], 5) == view.search_keys(["ann"], 5) == [HIT]
    assert store.asked == 1
    view.search_keys(["ann"], 6)
    assert store.asked == 2


def test_both_askers_get_the_error() -> None:
    view = asked_once(Counting(QueryTimedOut("too long")))  # type: ignore[arg-type]
    for _ in range(2):
        with pytest.raises(QueryTimedOut):
            view.search_keys(["ann"], 5)
