""" "More than the average of their department": compared with all, then with the own group."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from steiner.algebra import Bound, OfGroup, Overall, Owner, Query
from steiner.algebra.schema.graph_schema import GraphSchema
from steiner.query.naming.schema_words import Element
from steiner.query.widening.joined_labels import with_key
from steiner.query.widening.plainer import Plainer, Widening, leading_elements

_COMPARES = re.compile(r"\b(?:than|above|below|over|under|exceed\w*)\b", re.IGNORECASE)
_AVERAGE = re.compile(r"\b(?:average|mean|avg)\b", re.IGNORECASE)
_WHOSE = r"(?:their|its|his|her|the\s+same|the\s+respective)\s+(?:own\s+|respective\s+)?"
_NOUN = r"(?P<noun>\w+(?:\s\w+)?)"
_TAIL = re.compile(
    rf"\s+(?:of|in|for|within|at|across|on|among)\s+(?:all\s+(?:of\s+)?)?{_WHOSE}{_NOUN}",
    re.IGNORECASE,
)
_OWNER = re.compile(rf"\b{_WHOSE}{_NOUN}(?:['’]s?)?\s+(?=(?:average|mean|avg)\b)", re.IGNORECASE)


def as_overall(given: Plainer) -> Plainer | None:
    """Read what is compared with the average of its own group as compared with that of all."""
    if not _COMPARES.search(given.text):
        return None
    for pattern, instead in ((_OWNER, "the "), (_TAIL, "")):
        for said in pattern.finditer(given.text):
            elements, size = leading_elements(said["noun"], given.schema)
            whole = size == len(said["noun"])
            averaged = whole if instead else _AVERAGE.search(given.text[: said.start()])
            if elements and averaged:
                end = said.end() if whole else said.start("noun") + size
                text = f"{given.text[: said.start()]}{instead}{given.text[end:]}"
                return given.said(text, _own_group(elements, given.schema))
    return None


def _own_group(elements: Sequence[Element], schema: GraphSchema) -> Widening:
    """Compare with the group of each what is compared with all."""

    def widened(query: Query) -> Query | None:
        compared = [b for b in query.bounds if isinstance(b.value, Overall)]
        keyed = with_key(query, elements, schema)
        if keyed is None or len(compared) != 1 or compared[0].property.owner != Owner(0):
            return None
        wide, key = keyed
        if not isinstance(key, Owner) and key.owner != Owner(0):
            return None  # A group is by what is linked, or by what a thing has itself.

        def own(bound: Bound) -> Bound:
            overall = bound.value
            return (
                replace(bound, value=OfGroup(overall.kind, key))
                if isinstance(overall, Overall)
                else bound
            )

        return replace(wide, bounds=tuple(map(own, wide.bounds)))

    return widened
