"""A side index in memory: every search looks at everything."""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence

from steiner.columns import Vector
from steiner.graph import Relationship
from steiner.stores.protocol import SideEntry, SideHit


class MemorySideIndex:
    """A SideIndex in memory."""

    def __init__(self) -> None:
        self.entries: dict[int, SideEntry] = {}

    def hashes(self) -> dict[int, str]:
        """Return the hash of each entry by its owner."""
        return {owner: entry.hash for owner, entry in self.entries.items()}

    def texts(self, owners: Sequence[int]) -> dict[str, Vector]:
        """Return the texts of these owners and their vectors."""
        chosen = (self.entries[owner] for owner in owners if owner in self.entries)
        return {each.text: each.vector for entry in chosen for each in entry.texts}

    def write(self, entries: Sequence[SideEntry]) -> None:
        """Keep entries in place of what their owners had."""
        self.entries.update((entry.owner, entry) for entry in entries)

    def clear(self, owners: Sequence[int]) -> None:
        """Forget the entries of these owners."""
        for owner in owners:
            self.entries.pop(owner, None)

    def create(self, dimensions: int) -> None:
        """Nothing to create."""

    def nearest_texts(
        self, vector: Vector, k: int, shown: Container[int], owners: Sequence[int] | None
    ) -> list[SideHit]:
        """Return the k nearest texts of each of `owners`, or of the k nearest that are `shown`."""
        near = {o: float(e.vector @ vector) for o, e in sorted(self.entries.items()) if o in shown}
        if owners is None:
            chosen = sorted(near, key=lambda owner: -near[owner])[:k]
        else:
            # Given owners are as near as can be, as they are to a server.
            chosen = [owner for owner in owners if owner in near]
            near = dict.fromkeys(chosen, 1.0)
        return [hit for owner in chosen for hit in self._of(owner, near[owner], vector, k)]

    def _of(self, owner: int, near: float, vector: Vector, k: int) -> list[SideHit]:
        scored = [(float(each.vector @ vector), each) for each in self.entries[owner].texts]
        best = sorted(scored, key=lambda pair: -pair[0])[:k]
        return [SideHit(owner, near, e.text, e.nodes, e.relationships, s) for s, e in best]

    def nearest_relationships(
        self, vector: Vector, k: int, shown: Iterable[Relationship]
    ) -> list[SideHit]:
        """Return the k nearest of the relationships that are `shown`, equals by id."""
        known = [
            (float(self.entries[r.id].vector @ vector), r) for r in shown if r.id in self.entries
        ]
        best = sorted(known, key=lambda pair: (-pair[0], pair[1].id))[:k]
        return [SideHit(r.id, s, r.type, (r.source, r.target), (r.id,), s) for s, r in best]
