"""The open domain: `kg.*.jsonl.bz2`, [entity, fields] a line."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

from steiner.errors import InvalidInput
from steiner.evaluate.datasets.crag.fields import field_triples, named
from steiner.evaluate.datasets.gold import Triple
from steiner.evaluate.datasets.lines import read_text_lines


def triples(folder: Path) -> Iterator[Triple]:
    """Yield the triples of each line's entity."""
    files = sorted(folder.glob("kg.*.jsonl.bz2"))
    if not files:
        raise InvalidInput(f"{folder}: expected kg.0.jsonl.bz2 and kg.1.jsonl.bz2.")
    for path in files:
        with named(path):
            for line in read_text_lines(path):
                entity, fields = json.loads(line)
                yield from field_triples(str(entity), fields, fields)
