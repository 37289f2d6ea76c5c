"""What every question looks up first, before anything is known of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from steiner.graph import KeyHit
from steiner.stores.protocol.index_record import IndexRecord


class Sought(NamedTuple):
    """The `keys` and the `text` that are looked up, and how many hits of each at most."""

    keys: tuple[str, ...]
    most_keyed: int
    text: str
    most_worded: int


class FirstLook(NamedTuple):
    """The index's record, and what `search_keys` and `search_text` return."""

    record: IndexRecord | None
    keyed: Sequence[KeyHit]
    worded: Sequence[KeyHit]
