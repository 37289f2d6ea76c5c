"""Who reports to somebody, called by a noun: "Ann's direct reports", "the most subordinates"."""

from __future__ import annotations

import re

from steiner.algebra.schema.graph_schema import GraphSchema
from steiner.query.naming.schema_words import base, verb_of
from steiner.query.widening.plainer import Plainer
from steiner.text import plain_words

_THEY = r"(?:direct\s+)?(?:reports|subordinates)\b"
_NAME = r"(?P<name>[^\W\d_][^,?]*?)"
_HOW_MANY = re.compile(
    rf"\bhow\s+many\s+{_THEY}\s+(?:does|do|did)\s+{_NAME}\s+have\b", re.IGNORECASE
)
_OF = re.compile(rf"\b(?:the\s+)?{_THEY}\s+of\s+{_NAME}(?=\W*$)", re.IGNORECASE)
_OWNED = re.compile(rf"(?<=\bare\s){_NAME}['’]s?\s+{_THEY}", re.IGNORECASE)
_HAS_MOST = re.compile(
    rf"^(?P<who>\W*who)?(?P<has>.*\bhas\s+the\s+(?:most|fewest|least)\s+){_THEY}", re.IGNORECASE
)


def as_who_reports(given: Plainer) -> Plainer | None:
    """Ask who reports to whom is named, over a graph in which some label reports to itself."""
    label = _reporting(given.schema)
    if not label:
        return None
    if said := _HAS_MOST.match(given.text):
        who = f"Which {label}" if said["who"] else ""
        return given.said(f"{who}{said['has']}reports{given.text[said.end() :]}")
    they = f"how many {label}s report"
    if (said := _HOW_MANY.search(given.text)) is None:
        they = f"the {label}s who report"
        said = _OF.search(given.text) or _OWNED.search(given.text)
    if said is None:
        return None
    before, behind = given.text[: said.start()], given.text[said.end() :]
    return given.said(f"{before}{they} to {said['name']}{behind}")


def _reporting(schema: GraphSchema) -> str:
    """Return the words of the label whose nodes report to each other, "" where none does."""
    report = base("reports")
    ends = (
        pair for type, pairs in schema.ends.items() if verb_of(type) == report for pair in pairs
    )
    return next((plain_words(one) for one, other in ends if one == other), "")
