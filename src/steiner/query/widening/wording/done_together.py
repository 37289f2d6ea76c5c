"""What two did together: "which films did Ann and Bob write together" are of both of them."""

from __future__ import annotations

import re

from steiner.query.widening.plainer import Plainer

_TOGETHER = re.compile(
    r"^(?P<asked>\W*(?i:which|what|list|show|name|where)\b[^A-Z]*)"
    r"(?P<two>[A-Z][^,?]*?\s+and\s+[A-Z][^,?]*?)(?P<did>(?:\s+[a-z]\w*)+)\s+together"
    r"(?P<rest>\W*$|\s+(?:in|at|on|for|during|since)\b.*)"
)
"""Two names, then what they did. How much two have together is asked otherwise: it is a sum."""


def as_both(given: Plainer) -> Plainer | None:
    """Read what two did together as what both of them did."""
    said = _TOGETHER.match(given.text)
    if said is None:
        return None
    return given.said(f"{said['asked']}both {said['two']}{said['did']}{said['rest']}")
