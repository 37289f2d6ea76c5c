"""When something was, said by a verb that a type is called by: "crimes that occurred on May 5"."""

from __future__ import annotations

import re

from steiner.query.english.days import DAY
from steiner.query.widening.plainer import Plainer, is_named_so

_TOOK_PLACE = re.compile(
    r"\s+(?:(?:that|which)\s+)?(?:(?:have|has|had)\s+)?"
    r"(?P<verb>occur(?:r?ed|s)?|happen(?:ed|s)?|(?:takes?|took|taken)\s+place)"
    r"(?=\s+(?:on|in|during|before|after|since|between)\s+(?:the\s+)?(?:year\s+)?"
    rf"(?:{DAY}|\d{{1,2}}[/.]\d{{1,2}}[/.]\d{{4}}|[12]\d{{3}}\b))",
    re.IGNORECASE,
)


def as_of_that_day(given: Plainer) -> Plainer | None:
    """Leave the verb out: where crimes OCCURRED_AT is another question than when they were."""
    said = _TOOK_PLACE.search(given.text)
    verb = said["verb"].split()[0] if said else ""
    verb = "occurred" if verb[:5].casefold() == "occur" else verb
    if said is None or not is_named_so(given.schema, verb):
        return None
    return given.said(given.text[: said.start()] + given.text[said.end() :])
