"""What is indexed, and whether it can be asked."""

from __future__ import annotations

from dataclasses import dataclass

from steiner.stores.protocol import IndexRecord, IndexState, IndexStore


@dataclass(frozen=True, slots=True)
class IndexStatus:
    """The record (None: not indexed), the database's indexes, and what the graph holds now.

    `nodes`: how many nodes the graph has.
    """

    record: IndexRecord | None
    indexes: tuple[IndexState, ...]
    nodes: int

    @property
    def ready(self) -> bool:
        """Whether the index is complete and every part of it is online."""
        built = self.record is not None and self.record.state != "building"
        return built and all(index.state == "ONLINE" for index in self.indexes)


def status(store: IndexStore) -> IndexStatus:
    """Read what is indexed. Needs read rights only."""
    return IndexStatus(store.record(), tuple(store.indexes()), store.count_nodes())
