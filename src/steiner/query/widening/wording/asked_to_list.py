"""Requests to list, over a graph that says "list" itself: LISTED_BY, `listed`."""

from __future__ import annotations

import re

from steiner.query.widening.plainer import Plainer, is_named_so

_LIST = re.compile(
    r"^\W*(?:please\s+)?(?:(?:can|could|would|will)\s+you\s+(?:please\s+)?)?list\s+(?:me\s+)?"
    r"(?=(?:the|all|every|any|our|some|my|each)\b)",
    re.IGNORECASE,
)


def as_shown(given: Plainer) -> Plainer | None:
    """Ask to be shown what the question asks to list; nobody means who LISTED it."""
    said = _LIST.match(given.text)
    if said is None or not is_named_so(given.schema, "list"):
        return None
    return given.said(f"Show me {given.text[said.end() :]}")
