"""What to expect of a graph's size: fits to the measured sizes, for docs/what-to-expect.md.

    python benchmarks/expectations.py

Reads benchmarks/results: milliseconds of a question grow with the logarithm of the number of nodes,
memory, bytes and seconds of indexing in proportion to it. Prints the page's table; sizes above the
largest that was measured are marked by "~".
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

_RESULTS = Path(__file__).parent / "results"
_MEASURED = np.array([1e4, 1e5, 1e6, 3e6])
_POPULATED = {1e5: 67.0, 1e6: 18 * 60.0, 3e6: 42 * 60.0}
"""Seconds in which the server made its indexes by number of nodes (62_growth.json)."""
_VECTOR = 1.1 * (1.25 * 4 * 384 + 8 * 16) / 1e9
"""GB of a vector of 384 dimensions in 8 bits and its 16 neighbours, by Neo4j's formula."""
_CACHE = 4.0
"""GB of the page cache that was given: a larger graph's process would fill a larger one."""
SIZES = (10**4, 10**5, 10**6, 10**7, 10**8)


def rows(name: str) -> dict[str, Sequence[Any]]:
    """Return the rows of a file of results by their first cell."""
    said = json.loads((_RESULTS / name).read_text(encoding="utf-8"))
    return {row[0]: row[1:] for row in said["rows"]}


def by_logarithm(cells: Sequence[str], place: int) -> list[float]:
    """Return a question's milliseconds at SIZES, from cells "median / p95": [34.8, 40.7, …]."""
    taken = [float(cell.split(" / ")[place]) for cell in cells]
    slope, start = np.polyfit(np.log10(_MEASURED), taken, 1)
    return [float(start + slope * np.log10(size)) for size in SIZES]


def in_proportion(nodes: Sequence[float], measured: Sequence[float], fixed: bool) -> list[float]:
    """Return what grows with the nodes at SIZES; `fixed`: beside a part that does not grow."""
    columns = np.stack([np.asarray(nodes), np.full(len(nodes), float(fixed))], axis=1)
    (each, always), *_ = np.linalg.lstsq(columns, np.asarray(measured), rcond=None)
    return [float(each * size + always * fixed) for size in SIZES]


def table() -> list[str]:
    """Return the lines of the page's table."""
    growth, encoders = rows("62_growth.json"), rows("64_encoders.json")
    cells = {name: [float(c) for c in own] for name, own in growth.items() if name[:3] == "GB "}
    memory = in_proportion(
        [float(n) for n in _MEASURED], cells["GB of the server's process after the questions"], True
    )
    disk = in_proportion(
        [float(n) for n in _MEASURED], cells["GB of vector indexes on disk"], False
    )
    seconds = in_proportion([*_POPULATED], [*_POPULATED.values()], False)
    embedding = [size / float(encoders["onnx"][0]) for size in SIZES]
    questions = {
        f"a question, {how}": [
            f"{a:.0f} / {b:.0f} ms"
            for a, b in zip(*(by_logarithm(growth[row], i) for i in (0, 1)), strict=True)
        ]
        for how, row in (("Cypher", "Cypher"), ("server plugin", "plugin"))
    }
    lines = {
        **questions,
        "embedding, a text of its own for each node": [_lasting(s) for s in embedding],
        "the server's own indexes": [_lasting(s) for s in seconds],
        "vector indexes on disk": [_large(gigabytes) for gigabytes in disk],
        "memory for these vectors, by Neo4j's formula": [_large(size * _VECTOR) for size in SIZES],
        "memory of the server's process": [_large(g) if g < _CACHE else "" for g in memory],
    }
    head = ["what", *(f"{size:,} nodes" for size in SIZES)]
    shown = [head, ["---"] * len(head), *([k, *_marked(v)] for k, v in lines.items())]
    return [f"| {' | '.join(cells)} |" for cells in shown]


def _marked(cells: Sequence[str]) -> list[str]:
    far = max(_MEASURED)
    return [c if size <= far or not c else f"~ {c}" for c, size in zip(cells, SIZES, strict=True)]


def _lasting(seconds: float) -> str:
    """Return "40 s", "11 min", "1.9 h" or "7.8 days"."""
    for unit, length, least in (("days", 86_400, 2), ("h", 3_600, 1.5), ("min", 60, 2)):
        if seconds >= least * length:
            return f"{seconds / length:.2g} {unit}"
    return f"{seconds:.0f} s"


def _large(gigabytes: float) -> str:
    if gigabytes < 1:
        return f"{gigabytes * 1000:.0f} MB"
    return f"{gigabytes:.1f} GB" if gigabytes < 10 else f"{gigabytes:.0f} GB"


if __name__ == "__main__":
    print("\n".join(table()))
