"""Looks at a graph time and again, and refreshes its index when something has changed."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager

from steiner.errors import ConnectionFailed, IndexBusy, IndexMissing, QueryTimedOut
from steiner.index.refresh.staleness import staleness
from steiner.stores.protocol import IndexRecord, IndexStore

UNEXPLAINED = 10
"""Looks that saw commits and no change, before the index is refreshed all the same."""
UNTOLD = (
    "This server does not tell of its commits: it is Neo4j Community, or the account may not see "
    "them. Each look counts nodes and relationships and compares 1,000 drawn nodes instead, and "
    f"after {UNEXPLAINED} looks that saw no change the index is refreshed all the same. Change "
    "data capture, which only Enterprise and Aura have, is not used."
)


class Look:
    """A look at a graph that costs a second or so and says what has changed since a refresh.

    It asks, in this order, whether the server has committed anything since the last look, whether
    the counts are others, whether the property that runs go by (`updated`) has a higher value, and
    whether nodes drawn from the graph, others each time, are as they were indexed. These can miss
    a few changes in a large graph: ten looks (UNEXPLAINED) that saw commits alone are a change.
    """

    def __init__(self, updated: str = "", seed: int | None = None) -> None:
        self._updated, self._seed = updated, seed
        self._commit: int | None = None
        self._counts: tuple[int, int] | None = None
        self._unexplained = 0

    def begin(self, store: IndexStore) -> None:
        """Count before the first refresh: what comes while it runs is then a change."""
        self._counts = _counts(store)

    def refreshed(self) -> None:
        """Note that the index was just brought up to date."""
        # Steiner's own commits are no changes, but others may have come beside them.
        self._commit, self._unexplained = None, 0

    def change(self, store: IndexStore) -> str:
        """Say what has changed, "" for nothing. Raises IndexMissing where the index is gone."""
        record = store.record()
        if record is None:
            raise IndexMissing("The index was removed. Make it again with: steiner index")
        commit = store.last_commit()
        if commit is not None and commit == self._commit:
            return ""
        said = self._counted(store) or self._read(store, record)
        self._commit = commit  # Not before: a look that failed is made again.
        self._unexplained += not said
        if not said and self._unexplained >= UNEXPLAINED:
            return f"{UNEXPLAINED} looks since the last refresh, which may have missed changes"
        return said

    def _counted(self, store: IndexStore) -> str:
        counts = _counts(store)
        before, self._counts = self._counts or counts, counts
        pairs = zip(("nodes", "relationships"), before, counts, strict=True)
        changes = [f"{new:,} {what}, {old:,} before" for what, old, new in pairs if new != old]
        return "; ".join(changes)

    def _read(self, store: IndexStore, record: IndexRecord) -> str:
        known = record.watermark
        if self._updated and known and known.property == self._updated:
            highest = store.highest(self._updated)
            if highest != known.highest:
                return f"{self._updated} is {highest} now"
        stale = staleness(store, record, self._seed)
        return f"{stale.changed:,} of {stale.drawn:,} nodes drawn" if stale.changed else ""


def _counts(store: IndexStore) -> tuple[int, int]:
    return store.count_nodes(), store.count_relationships()


def watch(
    opened: Callable[[], AbstractContextManager[IndexStore]],
    refresh: Callable[[], object],
    look: Look,
    wait: Callable[[], object],
    say: Callable[[str], None],
) -> None:
    """Refresh, then wait, look, refresh where something has changed, and so on until Ctrl-C.

    `wait` returns when it is time to look. A server that is away, and another indexer at work,
    are said and waited for; other errors of steiner's are raised.
    """
    with opened() as store:
        look.begin(store)
        if store.last_commit() is None:
            say(UNTOLD)
    refresh()
    changed = ""
    while True:
        try:
            wait()
        except KeyboardInterrupt:
            say("Stopped watching.")
            return
        try:
            if not changed:  # Else it was seen, and could not be refreshed.
                with opened() as store:
                    changed = look.change(store)
            if changed:
                say(f"Changed ({changed}): refreshing.")
                refresh()
                look.refreshed()
                changed = ""
        except (ConnectionFailed, IndexBusy, QueryTimedOut) as error:
            say(f"{error} Looking again later.")
