"""How a question says whom a thing is compared with: "their boss", "the person they report to"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from steiner.algebra.schema.graph_schema import GraphSchema
from steiner.query.widening.comparing.other_side import OtherSide

WHOSE = r"(?:his\s+or\s+her|their|its|his|her)\s+(?:own\s+|respective\s+|direct\s+)?"
THE = rf"(?:{WHOSE}|the\s+|an?\s+)"
_DONE = r"(?:\s+(?:was|were|had\s+been|has\s+been)\s+(?P<done>(?:first\s+)?\w+))?"
_NEAR = r"(?:\s+(?:(?:that|which)\s+)?(?:they|it)(?:['’](?:re|s)|\s+\w+)\s+\w+)?"
""" "The property they're for"."""
_ITS = rf"{THE}(?P<said>[\w-]+(?:\s\w+)?)\s+of\s+"
_OTHERS = (
    rf"(?:{_ITS})?(?:the|an?)\s+\w+\s+(?:(?:whom?|that|which)\s+)?(?:they|he|she|it)\s+"
    r"(?P<verb><words>)",
    rf"(?:{_ITS})?(?:the|an?|those)\s+(?:\w+\s+)?(?:who|that|which)\s+(?P<acts>\w+)\s+"
    r"(?:them|him|her|it)",
    rf"{_ITS}{THE}(?P<noun><words>){_NEAR}",
    rf"{THE}(?P<noun>\w+(?:\s\w+)?)['’]s?\s+(?P<said><words>)",
    rf"<owner>(?P<noun><words>){_DONE}",
)
"""By what joins both, with a property, alone."""
_END = (
    r"(?:\s+(?:does|do|did|is|are|has|have))?"
    r"(?=\W*$|\s*[,;]|\s+(?:and|or|but|in|on|at|from|with|who|that|which|by|since|for)\b)"
)


def sides(
    text: str, schema: GraphSchema, before: str, owner: str = WHOSE
) -> Iterator[tuple[re.Match[str], OtherSide]]:
    """Yield the other ones behind a pattern that a schema has a name for, with what says them.

    `owner`: what stands before one that is said by a noun alone.
    """
    for other in _OTHERS:
        for words in (r"\w+[\s-]\w+", r"\w+"):
            pattern = before + other.replace("<words>", words).replace("<owner>", owner) + _END
            for said in re.finditer(pattern, text, re.IGNORECASE):
                side = _side(said.groupdict())
                if side.is_known(schema):
                    yield said, side


def _side(said: dict[str, str | None]) -> OtherSide:
    own = {name: said.get(name) or "" for name in ("noun", "verb", "acts", "said", "done")}
    return OtherSide(**own, by_year=said.get("unit") == "year")
