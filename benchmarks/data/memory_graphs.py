"""The graphs that reading is judged on, in memory: no server is needed to ask them."""

from __future__ import annotations

import csv
import gzip
import io
import json
import zipfile
from collections.abc import Callable, Iterator, Mapping
from datetime import date
from functools import partial
from pathlib import Path
from typing import Any

from data import SHARED
from data.created_graphs import CreatedGraph, created
from data.load_examples import DATA, csv_rows
from steiner.embed import Embedder
from steiner.graph import Subgraph
from steiner.index.build import Indexer
from steiner.settings import IndexSettings
from steiner.stores.memory import MemoryStore

_LABELS = {
    "Product": ("products", "productID"),
    "Category": ("categories", "categoryID"),
    "Supplier": ("suppliers", "supplierID"),
    "Customer": ("customers", "customerID"),
    "Order": ("orders", "orderID"),
}
_JOINS = (
    ("Product", "PART_OF", "Category", "Product", "categoryID"),
    ("Supplier", "SUPPLIES", "Product", "Product", "supplierID"),
    ("Customer", "PURCHASED", "Order", "Order", "customerID"),
)
"""Source, type, target, and whose property names the other end."""
_NUMBERS = {"unitPrice": float, "unitsInStock": int, "unitsOnOrder": int, "reorderLevel": int}
_DAYS = ("date_of_birth", "date_of_death", "date")


def northwind() -> Subgraph:
    """Return the northwind graph as its script loads it."""
    graph, rows = CreatedGraph(), {}
    for label, (file, key) in _LABELS.items():
        rows[label] = csv_rows(DATA / "northwind" / f"{file}.csv")
        for row in rows[label]:
            graph.node((label, row[key]), label, _present(row))
    for source, type, target, label, key in _JOINS:
        own = _LABELS[label][1]
        for row in rows[label]:
            ends = {label: (label, row[own])}
            other = target if label == source else source
            ends[other] = (other, row[key])
            if graph.has(ends[other]):
                graph.edge(graph.node(ends[source]), type, graph.node(ends[target]))
    for row in csv_rows(DATA / "northwind" / "order-details.csv"):
        order, product = ("Order", row["orderID"]), ("Product", row["productID"])
        graph.edge(graph.node(order), "ORDERS", graph.node(product), _present(row))
    return graph.subgraph()


def _present(row: Mapping[str, str]) -> dict[str, Any]:
    own: dict[str, Any] = {name: value for name, value in row.items() if value != ""}
    if "discontinued" in own:  # A product: of an order's line the price stays text.
        own |= {name: read(own[name]) for name, read in _NUMBERS.items() if name in own}
        own["discontinued"] = own["discontinued"] != "0"
    elif "quantity" in own:
        own["quantity"] = int(own["quantity"])
    return own


def cypherbench(name: str) -> Subgraph:
    """Return a graph of ../shared/data/cypherbench_au, its days as dates."""
    with gzip.open(SHARED / "cypherbench_au" / f"{name}.json.gz", "rt", encoding="utf-8") as file:
        given = json.load(file)
    graph = CreatedGraph()
    for place, node in enumerate(given["nodes"]):
        label = node.pop("label")
        graph.node(place, label, _dated(node))
    for source, type, target, own in given["relationships"]:
        graph.edge(source, type, target, _dated(own))
    return graph.subgraph()


def _dated(own: Mapping[str, Any]) -> dict[str, Any]:
    days = {k: date.fromisoformat(own[k]) for k in _DAYS if isinstance(own.get(k), str)}
    return {**own, **days}


def pole() -> Subgraph:
    """Return the graph of ../shared/data/zograscope, from the files of Neo4j's importer."""
    graph = CreatedGraph()
    with zipfile.ZipFile(SHARED / "zograscope" / "pole.zip") as packed:
        files = sorted(name for name in packed.namelist() if name.endswith(".csv"))
        for name in sorted(files, key=lambda name: ".relationships." in name):
            for row in csv.DictReader(io.StringIO(packed.read(name).decode("utf-8-sig"))):
                own = dict(_imported(row))
                if ":ID" in row:
                    graph.node(row[":ID"], row[":LABEL"], own)
                else:
                    ends = graph.node(row[":START_ID"]), graph.node(row[":END_ID"])
                    graph.edge(ends[0], row[":TYPE"], ends[1], own)
    return graph.subgraph()


def _imported(row: Mapping[str, str]) -> Iterator[tuple[str, Any]]:
    for column, value in row.items():
        name, _, kind = column.partition(":")
        if name and value:
            yield name, float(value) if kind == "double" else value


LEARNT = (
    *("hospital", "flights", "infra", "music", "university", "bank", "recipes", "realestate"),
    *("retail", "films", "energy", "library", "nature", "geography", "conference", "police"),
    *("forum", "transfers", "museum", "telecom", "rental", "grants", "festival", "claims"),
    *("harbour", "lingua", "cyber", "factory", "basketball", "politics", "aviation", "supply"),
    *("people", "cmdb", "fraud", "registry", "ledger", "precinct", "pharmacy", "labwork"),
    *("ecology", "helpdesk", "podcasts", "bookclub", "streaming", "railway", "courts", "werk"),
)
KEPT = (
    *("football", "legal", "trials", "spaceflight", "foodlab", "chess", "opera", "parliament"),
    *("saga", "crm", "clinic", "farm"),
)
"""Written graphs: reading learns from the former, and is never mended from the latter."""
WRITTEN = Path(__file__).parent / "written"
MADE = {
    **dict.fromkeys(("hr", "shop"), SHARED / "made"),
    **dict.fromkeys((*LEARNT, *KEPT), WRITTEN),
}
"""Small graphs made for questions, and the folder of each."""

GRAPHS: dict[str, Callable[[], Subgraph]] = {
    "movies": lambda: created(DATA / "movies" / "movies.cypher"),
    "northwind": northwind,
    **{name: partial(created, folder / f"{name}.cypher") for name, folder in MADE.items()},
    **{name: partial(cypherbench, name) for name in ("art", "biology", "company", "soccer")},
    "pole": pole,
}
"""What makes each graph."""


def indexed(name: str, embedder: Embedder) -> MemoryStore:
    """Return one of GRAPHS, loaded and indexed as `steiner index` does."""
    return indexed_graph(GRAPHS[name](), embedder)


def indexed_graph(graph: Subgraph, embedder: Embedder) -> MemoryStore:
    """Return a store of a graph, indexed."""
    store = MemoryStore(graph)
    Indexer(store, embedder, IndexSettings()).run()
    return store
