"""Texts that may be days written in two ways, which only people can tell: "1/2/2018"."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from steiner.algebra.schema.graph_schema import property_schema
from steiner.algebra.schema.schema_notes import Notes
from steiner.stores.protocol import Schema


def unclear_days(schema: Schema, notes: Notes) -> Iterator[str]:
    """Yield what to note of each property whose days nobody can tell and no note says.

    Until then they are compared as texts.
    """
    for member, own in chain(schema.labels.items(), schema.types.items()):
        for name, values in own.samples.items():
            ways = property_schema(name, values).written
            if len(ways) > 1 and not notes.property(member, name).days:
                first, second = ways
                yield (
                    f"{member}.{name} may be days written {first} or {second}, and is read as text."
                    f' Say which by a note: properties."{member}.{name}".days = "{first}"'
                    " (docs/notes.md)"
                )
