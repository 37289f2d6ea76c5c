"""How much of the graph has changed since it was indexed, by hashes of nodes drawn from it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from steiner.index.properties.profile import read_profile
from steiner.index.vectors.verbalise import NodeVerbaliser
from steiner.settings import IndexSettings
from steiner.stores.protocol import IndexRecord, IndexStore

_DRAWN = 1_000


@dataclass(frozen=True, slots=True)
class Staleness:
    """Of `drawn` nodes, `changed` are new or read otherwise now; `nodes`: all that are indexed."""

    drawn: int
    changed: int
    nodes: int

    @property
    def share(self) -> float:
        """The share of the drawn nodes that have changed."""
        return self.changed / max(self.drawn, 1)

    def text(self) -> str:
        """Say it in words, with what mends it."""
        if not self.changed:
            return f"as indexed: none of {self.drawn:,} nodes drawn has changed"
        often = f", about {round(self.share * self.nodes):,} of all" * (self.drawn < self.nodes)
        return (
            f"stale: of {self.drawn:,} nodes drawn {self.changed:,} are new or changed since they "
            f"were indexed{often}. Run: steiner index"
        )


def staleness(store: IndexStore, record: IndexRecord, seed: int | None = None) -> Staleness:
    """Draw nodes, others each time without a `seed`, and compare what is indexed of them.

    Needs read rights only. It reads the schema, the ids of all nodes, and 1,000 nodes at most.
    """
    settings = IndexSettings.from_json(record.settings)
    profile = read_profile(store, store.schema(settings.sample), settings)
    verbalise, ids = NodeVerbaliser(profile, settings), store.node_ids(settings.labels)
    drawn = np.random.default_rng(seed).permutation(ids)[:_DRAWN]
    changed = 0
    for row in store.read_nodes(np.sort(drawn)):
        text = verbalise(row)
        changed += row.hash != (f"{record.mark}-{text.hash()}" if text else None)
    return Staleness(len(drawn), changed, len(ids))
