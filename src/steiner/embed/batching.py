"""How many texts are put together for one pass of an encoder."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from steiner.embed.embedder import Matrix


def once_each(texts: Sequence[str], encode: Callable[[list[str]], Matrix]) -> Matrix:
    """Return float32[n, d] for n texts, at least one; `encode` gets each distinct text once."""
    distinct = {text: i for i, text in enumerate(dict.fromkeys(texts))}
    vectors = encode(list(distinct))
    return vectors[[distinct[text] for text in texts]]


def alike_in_length(lengths: Sequence[int], most: int) -> Iterator[list[int]]:
    """Yield the places of texts of like `lengths`, of at most `most` tokens with their padding.

    alike_in_length([2, 9, 3], 6) yields [0, 2], which take 2 x 3, and [1], which is longer alone.
    """
    some: list[int] = []
    for place in sorted(range(len(lengths)), key=lengths.__getitem__):
        if some and lengths[place] * (len(some) + 1) > most:
            yield some
            some = []
        some.append(place)
    if some:
        yield some
