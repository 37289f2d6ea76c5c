"""The rules of expansion: shares of groups at a hub and of seeds at a limit."""

from __future__ import annotations

import numpy as np

from steiner.settings import ExpandSettings
from steiner.stores.builder import NeighbourhoodBuilder
from steiner.stores.expansion import (
    choose,
    fair,
    most_read,
    places,
    relation_groups,
    share,
)
from steiner.stores.hop_columns import HopColumns


def test_each_type_has_a_group_until_there_are_too_many() -> None:
    assert relation_groups(["B", "A"]) == (("A",), ("B",))
    groups = relation_groups(f"T{i:04}" for i in range(1000))
    assert len(groups) == 64
    assert sorted(name for group in groups for name in group)[-1] == "T0999"


def test_prized_groups_come_first() -> None:
    groups = relation_groups(["A", "B", "C"])
    assert places(groups, ["C", "A"]) == {"C": 0, "A": 1, "B": 2}


def test_every_group_gets_its_share_before_any_gets_more() -> None:
    ids = np.arange(1000, dtype=np.int64)
    groups = np.where(ids < 990, 0, ids - 989)
    kept = choose(ids, groups, 15)
    assert set(range(990, 1000)) <= set(kept.tolist())
    of_the_first = sorted(i for i in kept.tolist() if i < 990)
    assert len(of_the_first) == 5
    assert of_the_first != [0, 1, 2, 3, 4]


def test_owners_share_a_limit() -> None:
    ids = np.arange(100, dtype=np.int64)
    owners = np.array([0] * 96 + [1, 1, 2, 3], dtype=np.int64)
    kept = np.flatnonzero(fair(ids, owners, 8))
    assert {96, 97, 98, 99} <= set(kept.tolist())
    assert len(kept) == 8


def test_what_is_read_at_a_hub_is_bounded() -> None:
    assert most_read(50) == 20_000
    assert most_read(2_000) == 40_000
    assert share(50, 1) == 20_000
    assert share(50, 30) == 667
    assert share(500, 64) == 500


def test_a_limit_leaves_something_to_every_seed() -> None:
    builder = NeighbourhoodBuilder([1, 2], ExpandSettings(1, 50, max_relationships=4))
    targets = np.arange(10, 20, dtype=np.int64)
    sources = np.array([1] * 8 + [2, 2], dtype=np.int64)
    builder.add(HopColumns(targets, sources, targets, np.zeros(10, dtype=np.int32), ("T",)))
    around = builder.build({})
    assert around.truncated
    assert around.sources.tolist().count(1) == 2
