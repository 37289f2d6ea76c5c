"""The best of several: "which of the doctors that work in Bern has the highest salary" is one."""

from __future__ import annotations

import re

from steiner.query.widening.plainer import Plainer, said_elements
from steiner.text import plain_words

_OF_THEM = re.compile(
    r"^\W*(?:which|who|what)(?:\s+one)?\s+(?:out\s+)?of\s+(?:all\s+)?(?:the|these|those|our)\s+",
    re.IGNORECASE,
)
_BEST = re.compile(
    r"\b(?:has|is|was|had|did|does)\b.*\b(?:most|least|first|last|best|worst|[a-z]{3,}est)\b",
    re.IGNORECASE,
)


def as_the_one(given: Plainer) -> Plainer | None:
    """Ask for one thing where one of many is asked for; a list in order is no answer."""
    if (said := _OF_THEM.match(given.text)) is None or not _BEST.search(given.text):
        return None
    named = said_elements(given.text, given.schema, "label")
    label = next((own for own in named if own.start == said.end()), None)
    if label is None:
        return None
    noun = plain_words(label.element.name).casefold()
    return given.said(f"Which {noun}{given.text[label.end :]}")
