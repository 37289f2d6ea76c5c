"""Are questions over schemas that nobody here has data of read as their authors meant?

    python benchmarks/query_structure.py --output DIR [--databases twitter ...] [--every 1]

Reads the questions of ../shared/data/text2cypher/questions.jsonl over schemas.jsonl alone and
compares each query with the gold Cypher in structure: labels, relationship types, conditions
(property, operator, value), aggregates, direction of the order, limit. What is normalised: IS NOT
NULL, names of variables, columns, an order by a highest value against max(). The text literals of
the gold Cypher stand for what the index would know; each is a value of the property that it is
compared with. Writes DIR/query_structure.jsonl, prints shares by class and database.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter, defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from data import SHARED
from judge.known_values import known_values, schema_of
from judge.query_forms import Form, gold_form, query_form

from steiner.algebra import in_words
from steiner.embed import TextVectors, open_embedder
from steiner.query.query_reading import read_query
from steiner.settings import DEFAULT_EMBEDDER


def main() -> None:
    """Read, compare, print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--output", type=Path, required=True)
    parser.add_argument("--databases", nargs="*")
    parser.add_argument("--every", type=int, default=1)
    options = parser.parse_args()
    folder = SHARED / "text2cypher"
    schemas = {s["database"]: s for s in map(json.loads, (folder / "schemas.jsonl").open())}
    golds = list(map(json.loads, (folder / "questions.jsonl").open()))[:: options.every]
    vectors = TextVectors(open_embedder(DEFAULT_EMBEDDER), 20_000)

    def alike(left: Sequence[str], right: Sequence[str]) -> Any:
        return np.asarray(vectors.vectors(list(left)) @ vectors.vectors(list(right)).T, dtype=float)

    options.output.mkdir(parents=True, exist_ok=True)
    lines = []
    for name, given in schemas.items():
        own = [g for g in golds if g["database"] == name]
        if options.databases and name not in options.databases:
            continue
        schema = schema_of(given)
        store: Any = known_values(own, schema)
        for gold in own:
            read = read_query(gold["question"], schema, store, alike)
            wanted = gold_form(gold["cypher"])
            form = query_form(read.query) if read else None
            if form and wanted.limit and wanted.descending is None:
                form = form._replace(descending=None)  # The gold leaves open which rows it takes.
            same = [f for f in Form._fields if form and getattr(form, f) == getattr(wanted, f)]
            lines.append({
                **gold, "words": in_words(read.query) if read else "", "same": same,
                "equal": len(same) == len(Form._fields), "unread": read.unread if read else (),
                "confidence": read.confidence if read else 0.0,
            })  # fmt: skip
    with (options.output / "query_structure.jsonl").open("w") as file:
        file.writelines(json.dumps(line) + "\n" for line in lines)
    for field in ("type", "database"):
        groups = defaultdict(list)
        for line in lines:
            groups[line[field]].append(line)
        for group, members in sorted(groups.items()):
            print(f"{group}: {share(members)} ({len(members)})")
    print("all:", share(lines), f"({len(lines)})")
    parts = Counter(f for line in lines for f in line["same"])
    print({f: round(parts[f] / len(lines), 3) for f in Form._fields})
    for least in (0.5, 0.7, 0.8, 0.9):
        sure = [line for line in lines if line["confidence"] >= least]
        print(f"confidence >= {least}: {len(sure) / len(lines):.2f} answered, {share(sure)} equal")


def share(lines: Sequence[dict[str, Any]]) -> str:
    """Return the share of equal structure."""
    return f"{sum(line['equal'] for line in lines) / max(len(lines), 1):.3f}"


if __name__ == "__main__":
    main()
