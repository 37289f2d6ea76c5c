"""Writes the graph of a million nodes as CSV files for `neo4j-admin database import full`.

The first nodes, hubs among them, carry what `steiner index` would have written on them.
"""

from __future__ import annotations

from concurrent.futures import Future, ProcessPoolExecutor
from functools import cache
from itertools import islice
from pathlib import Path
from typing import NamedTuple

import numpy as np

from data.million_plan import Integers, Plan, Values, prototypes, relationships
from data.million_words import LABELS, TYPES
from steiner.index.properties.profile import LabelProfile, Profile
from steiner.index.vectors.verbalise import NodeVerbaliser, Verbalised
from steiner.settings import IndexSettings
from steiner.stores.protocol import Row

PROFILE = Profile(
    {label.name: LabelProfile(name=("name",)) for label in LABELS},
    types={type.name: {} for type in TYPES},
)
_SHARD = 100_000
_CHECKED = 50
_OWN = "id:ID,name,year:int,tenant,description"
_INDEXED = "steiner_hash,steiner_name,steiner_keys:string[],steiner_properties:string[]"
_ENDING = "steiner_embedding:float[],:LABEL"


class Files(NamedTuple):
    """The files to import: groups of nodes (header first) and of relationships by type."""

    nodes: list[list[Path]]
    relationships: dict[str, list[Path]]


def write(plan: Plan, folder: Path, workers: int = 2) -> Files:
    """Write all files with two processes."""
    folder.mkdir(parents=True, exist_ok=True)
    _rendered()
    with ProcessPoolExecutor(workers) as pool:
        tasks: list[Future[None]] = []
        nodes = [_node_group(pool, tasks, plan, folder, indexed) for indexed in (True, False)]
        header = _header(folder / "relationships.csv", ":START_ID,:END_ID")
        ends: dict[str, list[Path]] = {}
        for type, pairs in zip(TYPES, relationships(plan), strict=True):
            ends[type.name] = [header, folder / f"{type.name}.csv"]
            tasks.append(pool.submit(_write_relationships, pairs, ends[type.name][1]))
        for task in tasks:
            task.result()
    return Files(nodes, ends)


def _node_group(
    pool: ProcessPoolExecutor, tasks: list[Future[None]], plan: Plan, folder: Path, indexed: bool
) -> list[Path]:
    name = "indexed" if indexed else "plain"
    columns = [_OWN, _INDEXED, _ENDING] if indexed else [_OWN, _ENDING]
    files = [_header(folder / f"{name}.csv", ",".join(columns))]
    limits = (0, plan.indexed) if indexed else (plan.indexed, plan.nodes)
    for start in range(*limits, _SHARD):
        files.append(folder / f"{name}-{start}.csv")
        rows = range(start, min(start + _SHARD, limits[1]))
        tasks.append(pool.submit(_write_nodes, plan, rows, indexed, files[-1]))
    return files


def _header(path: Path, columns: str) -> Path:
    path.write_text(columns + "\n", encoding="utf-8")
    return path


def _write_nodes(plan: Plan, rows: range, indexed: bool, path: Path) -> None:
    a, b, c, d = _rendered()
    if indexed:
        _check(plan, rows)
    with path.open("wb") as file:
        vectors = plan.vectors[rows.start : rows.stop].tolist()
        described = plan.values(rows.start, rows.stop)
        for node, (label, values), parts in zip(rows, described, vectors, strict=True):
            own = f"{node},{values['name']},{values['year']},{values['tenant']},"
            own += f"{values.get('description', '')},"
            own += _bookkeeping(label, values) if indexed else ""
            marks = f",{label};SteinerNode\n" if indexed else f",{label}\n"
            i, j, k, m = parts
            vector = b";".join((a[i], b[j], c[k], d[m]))
            file.write(b"".join((own.encode(), vector, marks.encode())))


@cache
def _rendered() -> list[list[bytes]]:
    return [
        [";".join(map(_short, row)).encode() for row in block] for block in prototypes().tolist()
    ]


def _bookkeeping(label: str, values: Values) -> str:
    text = verbalised(label, values)
    keys, properties = zip(*text.keys, strict=True)
    return f"{text.hash()},{text.name},{';'.join(keys)},{';'.join(properties)},"


def verbalised(label: str, values: Values) -> Verbalised:
    """What NodeVerbaliser makes of a node of this graph, many times faster."""
    name = str(values["name"])
    rest = [(p, str(values[p])) for p in ("description", "tenant", "year") if p in values]
    text = ". ".join([f"{label}: {name}", *(f"{p}: {value}" for p, value in rest)])
    keys = ((name.lower(), "name"), *((value.lower(), p) for p, value in rest))
    return Verbalised(text, name, keys)


def _check(plan: Plan, rows: range) -> None:
    verbalise = NodeVerbaliser(PROFILE, IndexSettings())
    for label, values in islice(plan.values(rows.start, rows.stop), _CHECKED):
        if verbalise(Row(0, (label,), values)) != verbalised(label, values):
            raise AssertionError(f"indexing writes something else on {values}")


def _write_relationships(pairs: Integers, path: Path) -> None:
    order = np.argsort(pairs[:, 0], kind="stable")
    lines = np.full((len(pairs), 16), ord(","), dtype=np.uint8)
    lines[:, :7], lines[:, 8:15] = (_digits(ends) for ends in pairs[order].T)
    lines[:, 15] = ord("\n")
    path.write_bytes(lines.tobytes())


def _digits(numbers: Integers) -> Integers:
    powers = 10 ** np.arange(6, -1, -1, dtype=np.int32)
    return np.asarray(numbers.astype(np.int32)[:, None] // powers % 10 + ord("0"))


def _short(number: float) -> str:
    """Write a number below 1 with three decimals and no leading zero."""
    return f"{number:.3f}".replace("0.", ".", 1).rstrip("0") if number else "0"
