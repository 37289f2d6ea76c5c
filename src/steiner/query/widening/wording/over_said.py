"""What is over, or is not yet: "former employees", "no longer works", "who currently works for".

Over a graph whose relationships have an end the question without these words is read, and its link
must have ended by today, or must not.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial

from steiner.algebra import Bound, Owner, PropertyOf, Query
from steiner.algebra.schema.graph_schema import TEMPORAL, PropertySchema
from steiner.lexicon.common_words import ENDS
from steiner.query.english.over_words import OVER, STILL, first_said, is_called_over
from steiner.query.widening.plainer import Plainer, is_named_so
from steiner.text import plain_words

_EITHER = re.compile(r"\b(?:current|present|former|past)\w*\s+(?:and|or)\s+", re.IGNORECASE)


def as_it_was(given: Plainer) -> Plainer | None:
    """Read what is over as what is, where relationships have an end.

    Where a type itself says so, `formerlyPlayedFor`, it is asked for.
    """
    if any(map(is_called_over, given.schema.types)):
        return _as_formerly(given)
    return _without(given, OVER, "former", is_over=True)


def _as_formerly(given: Plainer) -> Plainer | None:
    over = first_said(given.text, OVER)
    if over is None or "former" in over[0][0].casefold():
        return None
    done = over[0].groupdict().get("done") or ""
    return given.said(_in_place(given.text, over[0], f"formerly {done}"))


def _in_place(text: str, said: re.Match[str], instead: str) -> str:
    return f"{text[: said.start()]}{instead}{text[said.end() :]}"


def as_it_still_is(given: Plainer) -> Plainer | None:
    """Read what is not over as what is, where relationships have an end."""
    return _without(given, STILL, "current", is_over=False)


def _without(
    given: Plainer, said: Sequence[tuple[re.Pattern[str], str]], word: str, *, is_over: bool
) -> Plainer | None:
    either = _EITHER.search(given.text) or is_named_so(given.schema, word)
    if either or not any(map(_end, given.schema.types.values())):
        return None
    first = first_said(given.text, said)
    if first is None:
        return None
    text = _in_place(given.text, first[0], first[0].expand(first[1]))
    return given.said(text, partial(_ended, given, is_over))


def _ended(given: Plainer, is_over: bool, query: Query) -> Query | None:
    """Ask for the one link that has an end to be over, or not; None where not one link has.

    It may be one that is counted beside each row: how many currently work for each firm.
    """
    if len(query.beside) == 1 and not query.links:
        own = _ended(given, is_over, query.beside[0])
        return own and replace(query, beside=(own,))
    ends = [
        PropertyOf(Owner(number, True), end.name, end.kind)
        for number, link in enumerate(query.links)
        if len(link.types) == 1 and not link.is_condition and not is_called_over(link.types[0])
        if (end := _end(given.schema.types[link.types[0]]))
    ]
    if len(ends) != 1:
        return None
    by = given.today.isoformat() if ends[0].kind in TEMPORAL else given.today.year
    return replace(query, bounds=(*query.bounds, Bound(ends[0], "<=", by, negated=not is_over)))


def _end(properties: Mapping[str, PropertySchema]) -> PropertySchema | None:
    """Return the property that says when a relationship was over, None where not one does."""
    words = ENDS | {"till", "through"}
    own = [
        p
        for p in properties.values()
        if p.kind in TEMPORAL or (p.kind == "number" and p.tells_time)
        if words & {*plain_words(p.name).split()}
    ]
    return own[0] if len(own) == 1 else None
