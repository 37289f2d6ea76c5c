"""Things of a length of time, where no property's name has the unit: "140-minute films"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from steiner.algebra.schema.graph_schema import GraphSchema
from steiner.query.widening.plainer import Plainer, said_elements
from steiner.text import plain_words

_LONG = re.compile(
    r"\b(?P<number>\d+)[\s-](?:second|sec|minute|min)[\s-](?P<what>[a-z]\w*)", re.IGNORECASE
)
_LASTING = re.compile(
    r"(?P<what>\w+)\s+(?:(?:that|which)\s+)?(?:last(?:s|ed|ing)?|took|tak(?:es?|ing)|running)\s+"
    r"(?:for\s+)?(?P<number>\d+)\s+(?:seconds|minutes)\b",
    re.IGNORECASE,
)
_LENGTHS = ("duration", "runtime", "length")
_MOST = 0.9
"""How probable that is at most: the property may count in another unit."""


def with_that_long(given: Plainer) -> Plainer | None:
    """Say the property that a length of time is of: "films with a runtime of 140".

    Of "a 60-minute episode" nothing, where `duration_min` says the unit: that is read as it stands.
    """
    said = _LONG.search(given.text) or _LASTING.search(given.text)
    if said is None:
        return None
    labels = list(said_elements(given.text, given.schema, "label"))
    near = [own for own in labels if own.start <= said.start("what") < own.end]
    names = _lengths([own.element.name for own in near] or [*given.schema.labels], given.schema)
    if len(names) != 1:
        return None
    end = max([said.end("what"), *(own.end for own in near)])
    what, rest = given.text[said.start("what") : end], given.text[max(end, said.end()) :]
    plain = f"{given.text[: said.start()]}{what} with a {names[0]} of {said['number']}{rest}"
    return given.said(plain, most=_MOST)


def _lengths(labels: Sequence[str], schema: GraphSchema) -> list[str]:
    """Return in words the properties of labels that are a length of time without a unit."""
    own = [plain_words(name) for label in labels for name in schema.labels.get(label, ())]
    return [name for name in own if name.casefold().split()[-1:] in [[n] for n in _LENGTHS]]
