"""Which nodes may have changed, by a property in which the user's graph keeps when it was."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from steiner.columns import Ids
from steiner.errors import ConnectionFailed, QueryTimedOut, SteinerError
from steiner.stores.neo4j.connection import Neo4jConnection
from steiner.stores.neo4j.indexing.collected import collected_ids
from steiner.stores.protocol import Mark, Watermark


class ChangeReader:
    """The part of the IndexStore that asks for changes."""

    connection: Neo4jConnection

    def count_nodes(self) -> int:
        """Return how many nodes the graph has, steiner's own left out."""
        (row,) = self.connection.stream("index/count_nodes")
        return int(row["count"])

    def count_relationships(self) -> int:
        """Return how many relationships the graph has."""
        (row,) = self.connection.stream("index/count_relationships")
        return int(row["count"])

    def last_commit(self) -> int | None:
        """Return the number of the database's last transaction, None where it is not told."""
        try:
            (known,) = self.connection.read("index/database_name")
            (row,) = self.connection.read("index/last_commit", database=known["name"])
        except (ConnectionFailed, QueryTimedOut):
            raise
        except SteinerError:  # A server or an account that may not say it.
            return None
        return None if row["commit"] is None else int(row["commit"])

    def highest(self, property: str) -> Mark | None:
        """Return the highest number or time that nodes have in a property, None for none.

        It is of the kind that most of them have. What is infinite, no number, or later than now is
        left out: it would be the highest for ever.
        """
        rows = self.connection.read_long("index/highest_value", property=property)
        return rows[0]["highest"] if rows else None

    def changed_nodes(self, labels: Sequence[str], since: Watermark) -> Ids:
        """Return int64[n] ids of the nodes with one of `labels` (empty: all) to read again.

        Those whose property is not below the watermark or cannot be compared with it, which a
        node without the property has, and those that are not indexed; ascending.
        """
        highest = _just_below(since.highest)
        asked = {"labels": list(labels), "property": since.property, "highest": highest}
        return collected_ids(self.connection, "nodes", "index/read_changed_nodes", **asked)


def _just_below(mark: Mark) -> Mark:
    """Return a mark below all that is equal to it: Cypher orders equal moments by their zones."""
    if isinstance(mark, datetime) and mark.tzinfo is not None:
        return mark - timedelta(microseconds=1)
    return mark
