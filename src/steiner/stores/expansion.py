"""The rules of expansion that every store follows: docs/reference/expansion.md."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
import numpy.typing as npt

from steiner.columns import Ids

Groups = tuple[tuple[str, ...], ...]
"""Relationship types, each in one group; a group has a share of its own at a hub."""

MOST_GROUPS = 64
READS = 20_000
"""Relationships read at one node: in Cypher 4 ms, 14 ms where a filter reads properties."""
_HUB = 20
_MODULUS, _FACTOR = 2147483647, 1103515245


def scatter(ids: Ids) -> Ids:
    """Hash ids int64[n] to numbers whose order has nothing to do with storage."""
    return ids % _MODULUS * _FACTOR % _MODULUS


def relation_groups(types: Iterable[str]) -> Groups:
    """Put each type into a group of its own by name, more than 64 in turn into 64 groups."""
    names = sorted(types)
    return tuple(tuple(names[i::MOST_GROUPS]) for i in range(min(len(names), MOST_GROUPS)))


def places(groups: Groups, prized: Sequence[str]) -> dict[str, int]:
    """Return each type's group number: the group with the type that is prized most has 0."""
    return {name: i for i, group in enumerate(in_order(groups, prized)) for name in group}


def in_order(groups: Groups, prized: Sequence[str]) -> Groups:
    """Return the groups, those with the types that are prized most first."""
    rank = {name: place for place, name in enumerate(prized)}
    return tuple(sorted(groups, key=lambda group: min(rank.get(n, len(rank)) for n in group)))


def hub_degree(cap: int) -> int:
    """Return the degree above which a node is a hub."""
    return _HUB * cap


def most_read(cap: int) -> int:
    """Return the degree up to which all relationships of a node are read."""
    return max(READS, hub_degree(cap))


def share(cap: int, groups: int) -> int:
    """Return how many relationships of each group are read at a node of a greater degree."""
    return max(cap, -(-most_read(cap) // max(1, groups)))


def ranked(ids: Ids, owners: Ids) -> tuple[npt.NDArray[np.intp], Ids]:
    """Order ids int64[n] by owner and hash; return that order and each one's rank at its owner.

    ids    [1, 2, 3]    owners [1, 1, 0]
    hashes [1103515245, 59546843, 1163062088]
    order  [2, 1, 0]: owner 0 first, then owner 1 by hash
    ranks  [0, 0, 1]
    """
    order = np.lexsort((ids, scatter(ids), owners))
    sorted_owners = owners[order]
    starts = np.searchsorted(sorted_owners, sorted_owners)
    return order, np.arange(len(ids), dtype=np.int64) - starts


def fair(ids: Ids, owners: Ids, room: int) -> npt.NDArray[np.bool_]:
    """Mark the `room` ids that are kept, bool[n], so that every owner gets its share.

    ids    [1, 2, 3]    owners [1, 1, 0]    room 2
    ranks of 3, 2, 1 (see `ranked`) are 0, 0, 1
    kept by rank, then owner: 3 and 2
    marks  [False, True, True]
    """
    kept = np.ones(len(ids), dtype=bool)
    if len(ids) > room:
        order, rank = ranked(ids, owners)
        kept[order[np.lexsort((owners[order], rank))[room:]]] = False
    return kept


def choose(ids: Ids, group_places: Ids, cap: int) -> Ids:
    """Return at most `cap` of a node's relationships, taken from its groups in turn."""
    order, rank = ranked(ids, group_places)
    return ids[order[np.lexsort((group_places[order], rank))[:cap]]]
