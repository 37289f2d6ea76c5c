"""How much of a schema is read for computing: of a very large one what is most frequent."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

MOST_NAMES = 1_000
"""Labels and types together that are read; a question's words are compared with each."""


class ReadNames(NamedTuple):
    """The labels and types that are read, in the order given, and how many others there are."""

    labels: list[str]
    types: list[str]
    left_out: int


def names_read(labels: Mapping[str, int], types: Mapping[str, int]) -> ReadNames:
    """Choose among labels and types, each with how often it was seen, MOST_NAMES at most.

    Both keep their share: of 1,500 labels and 500 types 750 and 250 are read, the most frequent
    ones, of equally frequent ones the first by name.
    """
    every = len(labels) + len(types)
    if every <= MOST_NAMES:
        return ReadNames([*labels], [*types], 0)
    most_labels = MOST_NAMES * len(labels) // every
    read = _frequent(labels, most_labels), _frequent(types, MOST_NAMES - most_labels)
    return ReadNames(*read, every - MOST_NAMES)


def _frequent(times: Mapping[str, int], most: int) -> list[str]:
    read = {*sorted(times, key=lambda name: (-times[name], name))[:most]}
    return [name for name in times if name in read]
