"""The rules of expansion that every store follows: docs/reference/expansion.md."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
import numpy.typing as npt

from steiner.graph import Ids

Groups = tuple[tuple[str, ...], ...]
"""Relationship types, each in one group; a group has a share of its own at a hub."""

MOST_GROUPS = 64
_WHOLE = 20
_READ = 8
_SCAN = 10
_MODULUS, _FACTOR = 2147483647, 1103515245


def scatter(ids: Ids) -> Ids:
    """Hash ids int64[n] to numbers whose order has nothing to do with storage."""
    return ids % _MODULUS * _FACTOR % _MODULUS


def relation_groups(types: Iterable[str]) -> Groups:
    """Put each type into a group of its own by name, more than 64 in turn into 64 groups."""
    names = sorted(types)
    return tuple(tuple(names[i::MOST_GROUPS]) for i in range(min(len(names), MOST_GROUPS)))


def places(groups: Groups, prized: Sequence[str]) -> dict[str, int]:
    """Return each type's place: the group with the type that is prized most has place 0."""
    return {name: i for i, group in enumerate(in_order(groups, prized)) for name in group}


def in_order(groups: Groups, prized: Sequence[str]) -> Groups:
    """Return the groups, those with the types that are prized most first."""
    rank = {name: place for place, name in enumerate(prized)}
    return tuple(sorted(groups, key=lambda group: min(rank.get(n, len(rank)) for n in group)))


def whole(cap: int) -> int:
    """Return the degree up to which a node's relationships are all read."""
    return _WHOLE * cap


def window(cap: int, groups: int) -> int:
    """Return how many relationships of a group are read at a hub."""
    return max(-(-cap // 2), -(-_READ * cap // max(1, groups)))


def scan(cap: int, groups: int, filtered: bool) -> int:
    """Return how many relationships of a group are looked at, at a hub."""
    return window(cap, groups) * (_SCAN if filtered else 1)


def ranked(ids: Ids, owners: Ids) -> tuple[npt.NDArray[np.intp], Ids]:
    """Order ids int64[n] by owner and hash; return that order and each one's rank at its owner."""
    order = np.lexsort((ids, scatter(ids), owners))
    sorted_owners = owners[order]
    starts = np.searchsorted(sorted_owners, sorted_owners)
    return order, np.arange(len(ids), dtype=np.int64) - starts


def fair(ids: Ids, owners: Ids, room: int) -> npt.NDArray[np.bool_]:
    """Mark the `room` ids that are kept so that every owner gets its share."""
    kept = np.ones(len(ids), dtype=bool)
    if len(ids) > room:
        order, rank = ranked(ids, owners)
        kept[order[np.lexsort((owners[order], rank))[room:]]] = False
    return kept


def choose(ids: Ids, group_places: Ids, cap: int) -> Ids:
    """Return at most `cap` of a hub's relationships, taken from its groups in turn."""
    order, rank = ranked(ids, group_places)
    return ids[order[np.lexsort((group_places[order], rank))[:cap]]]
