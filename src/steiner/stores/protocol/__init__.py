"""Where the graph lives: the contracts that every store fulfils."""

from steiner.stores.protocol.first_look import (
    HYDRATED_AT_ONCE,
    NOTHING_MET,
    FirstLook,
    Met,
    Sought,
)
from steiner.stores.protocol.graph_content import EdgeColumns, LabelSchema, Row, Schema
from steiner.stores.protocol.graph_store import LONGEST_HYDRATED, GraphStore
from steiner.stores.protocol.index_entries import Entry, RelationText
from steiner.stores.protocol.index_record import (
    Calibration,
    IndexRecord,
    IndexState,
    Mark,
    VectorIndex,
    Watermark,
)
from steiner.stores.protocol.index_store import IndexStore, Progress
from steiner.stores.protocol.side_index import Side, SideEntry, SideHit, SideIndex, SideText

__all__ = [
    "HYDRATED_AT_ONCE",
    "LONGEST_HYDRATED",
    "NOTHING_MET",
    "Calibration",
    "EdgeColumns",
    "Entry",
    "FirstLook",
    "GraphStore",
    "IndexRecord",
    "IndexState",
    "IndexStore",
    "LabelSchema",
    "Mark",
    "Met",
    "Progress",
    "RelationText",
    "Row",
    "Schema",
    "Side",
    "SideEntry",
    "SideHit",
    "SideIndex",
    "SideText",
    "Sought",
    "VectorIndex",
    "Watermark",
]
