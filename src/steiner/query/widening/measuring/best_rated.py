"""The best rated of several: by the rating that each has, or by the mean of those it was given."""

from __future__ import annotations

import re
from collections.abc import Mapping

from steiner.algebra.schema.graph_schema import GraphSchema, PropertySchema
from steiner.query.widening.plainer import Plainer, said_elements
from steiner.text import plain_words

_RATED = re.compile(
    r"\b(?:(?P<low>worst|lowest)|best|top|highest)[\s-]+(?:rated|reviewed|scored)\s+(?=[a-z])",
    re.IGNORECASE,
)
_RATINGS = ("rating", "stars", "score", "grade", "points")


def as_highest_rating(given: Plainer) -> Plainer | None:
    """Say "the product with the highest average stars": not the one that is rated most often."""
    if (said := _RATED.search(given.text)) is None:
        return None
    labels = said_elements(given.text, given.schema, "label")
    own = next((own for own in labels if own.start == said.end()), None)
    rating = _rating(own.element.name, given.schema) if own else ""
    if own is None or not rating:
        return None
    what, rest = given.text[own.start : own.end], given.text[own.end :]
    best = "lowest" if said["low"] else "highest"
    return given.said(f"{given.text[: said.start()]}{what} with the {best} {rating}{rest}")


def _rating(label: str, schema: GraphSchema) -> str:
    """Return in words the rating that a label has, or the mean of those of its relationships."""
    if own := _named_so(schema.labels.get(label, {})):
        return own
    types = [type for type, pairs in schema.ends.items() if any(label in p for p in pairs)]
    given = [name for type in types if (name := _named_so(schema.types.get(type, {})))]
    return f"average {given[0]}" if len(given) == 1 else ""


def _named_so(properties: Mapping[str, PropertySchema]) -> str:
    numbers = [plain_words(p.name) for p in properties.values() if p.kind.startswith("number")]
    return next((n for n in numbers if n.casefold().split()[-1:] in [[r] for r in _RATINGS]), "")
