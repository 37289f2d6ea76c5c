"""What one sentence names and the next asks about: "Take the product Chai. Who makes it?"."""

from __future__ import annotations

import re

from steiner.query.english.courtesies import without_courtesies
from steiner.query.too_long import too_long

_INTRODUCED = re.compile(
    r"^\W*(?:(?:we|i)(?:['’]ve|\s+have)(?:\s+got)?\s+(?:an?|the|one|this)\s+"
    r"(?P<kind>\w+)\s+(?:called|named)\s+(?P<called>[^.!?]+)|"
    r"(?:(?:i['’]m|i\s+am|we['’]re|we\s+are)\s+(?:interested\s+in|looking\s+at|asking\s+about)|"
    r"take|consider|look\s+at|regarding|concerning|it['’]s\s+about|this\s+is\s+about)\s+"
    r"(?P<thing>[^.!?]+))[.!]\s+(?P<asks>[^.!]+[?.]?)\s*$",
    re.IGNORECASE,
)
_IT = re.compile(r"\b(?:it|they|them|he|she|him|that\s+one)\b", re.IGNORECASE)
_ITS = re.compile(r"\b(?:its|their|his|her)\b(?=\s+\w)", re.IGNORECASE)


def introduced(text: str) -> str:
    """Return the question with what was named before in place of the pronoun.

    "We have a supplier called Tokyo Traders. What do they supply?" is "What do the supplier Tokyo
    Traders supply?"; any other text stays.
    """
    said = None if too_long(text) else _INTRODUCED.match(without_courtesies(text))
    if said is None:
        return text
    name = (said["thing"] or f"the {said['kind']} {said['called']}").strip()
    asks = said["asks"]
    if _ITS.search(asks):
        return _ITS.sub(lambda _: f"{name}'s", asks, count=1)
    return _IT.sub(lambda _: name, asks, count=1) if _IT.search(asks) else text
