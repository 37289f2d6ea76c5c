"""The total number of things is how many there are: nothing of theirs is added up."""

from __future__ import annotations

import re

from steiner.query.widening.plainer import Plainer, said_elements

_TOTAL = re.compile(
    r"\b(?:total|overall)\s+(?P<many>number|count)\s+of\s+(?:all\s+)?(?:the\s+)?(?=[a-z])",
    re.IGNORECASE,
)


def as_number_of(given: Plainer) -> Plainer | None:
    """Say "number of trainings" for their total number; goals that a property counts are added."""
    if (said := _TOTAL.search(given.text)) is None:
        return None
    named = said_elements(given.text, given.schema, "label", "property")
    kinds = {own.element.kind for own in named if own.start == said.end()}
    plain = f"{given.text[: said.start()]}number of {given.text[said.end() :]}"
    return given.said(plain) if kinds == {"label"} else None
