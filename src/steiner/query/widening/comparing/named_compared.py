""" "Whose budget exceeds that of Acme": with a higher budget than Acme. Compared with one named.

"Longer than Emma but in the same language" is the same language as Emma's.
"""

from __future__ import annotations

import re

from steiner.query.composing.frames.compared.compared_with import direction
from steiner.query.naming.schema_words import elements
from steiner.query.widening.comparing.other_side import says
from steiner.query.widening.plainer import Plainer

_MORE = (
    r"(?:(?:is|are|was|were)\s+(?P<more>\w+er|greater|more|less)\s+than|exceeds?|exceeded|"
    r"(?:is|are|was|were)\s+(?:above|below))"
)
_WITH = re.compile(
    r"\b(?:(?P<verb>have|has|had)\s+(?:an?|the)|with\s+(?:an?|the)|whose)\s+"
    rf"(?P<what>\w+(?:\s\w+){{0,2}}?)\s+(?:(?:that|which)\s+)?(?P<than>{_MORE})\s+"
    r"(?:that\s+of|the\s+(?P=what)\s+of)\s+",
    re.IGNORECASE,
)
_BUT_THE_SAME = re.compile(
    r"\bthan\s+(?P<whom>.+?),?\s+(?:but|and|yet)\s+(?:(?:also|still)\s+)?"
    r"(?:in|from|of|with|at|have|has)\s+the\s+same\s+\w+(?:\s\w+)?(?=\W*$)",
    re.IGNORECASE,
)


def with_a_higher(given: Plainer) -> Plainer | None:
    """Read "whose budget exceeds that of Acme" as "with a higher budget than Acme"."""
    said = _WITH.search(given.text)
    operator = direction(said["than"].casefold()) if said else ""
    if said is None or not operator:
        return None
    if not any(e.kind == "property" and says(said["what"], e.name) for e in elements(given.schema)):
        return None
    verb, more = said["verb"] or "with", "higher" if operator == ">" else "lower"
    ahead, behind = given.text[: said.start()], given.text[said.end() :]
    return given.said(f"{ahead}{verb} a {more} {said['what']} than {behind}")


def with_whom_the_same(given: Plainer) -> Plainer | None:
    """Read "longer than Emma but in the same language" as "… the same language as Emma"."""
    said = _BUT_THE_SAME.search(given.text)
    if said is None:
        return None
    return given.said(f"{given.text[: said.end()]} as {said['whom']}{given.text[said.end() :]}")
