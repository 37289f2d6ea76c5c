"""What a query has that no word of the question says: links, equal numbers, ends of a period."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from steiner.algebra import Bound, Owner, PropertyOf, Query, QueryLink
from steiner.lexicon.common_words import ENDS, PLAIN, STARTS
from steiner.query.composing.words.agent_nouns import deeds
from steiner.query.composing.words.lattice import Lattice
from steiner.query.naming.schema_words import base
from steiner.text import normalise, plain_words

_SAID = 0.6
"""Least score of an item by which a word says a part of the schema."""
_STEM = 4
"""Letters by which a word of a value is looked for in a question: "married" in "marriage"."""
_RECENT = re.compile(
    r"\b(?:oldest|newest|latest|earliest|youngest|recent|first|last|newer|older|new)\b"
)


def added(query: Query, looked: Lattice, bounds: Sequence[Bound]) -> dict[str, float]:
    """Return, by name, how much a query has that no word of the question asks for.

    "The reports of Ann" read as `Employee REPORTS_TO Employee 2; Store MANAGED_BY Employee 2`: a
    link is idle, as nothing hangs on the store, and unsaid, as no word speaks of a store. That they
    act in something is what "actors" say.
    """
    said, text = _said(looked), normalise(looked.text)
    does = _done(looked)
    idle = [
        (part.links[number], part.labels[part.far(number)])
        for part in query.parts()
        for number in idle_links(part)
        if does.isdisjoint(part.links[number].types) or _is_named(part, number)
    ]
    numbers = [b for b in bounds if b.operator == "=" and _is_number(b.value) and not b.negated]
    return {
        "idle links": float(len(idle)),
        "unsaid links": float(sum(not _speaks(said, link, label) for link, label in idle)),
        "unsaid ways": float(sum(not _is_said(said, k) for p in query.parts() for k in p.links)),
        "rarer ways": sum(_rarity(looked, said, p, k) for p in query.parts() for k in p.links),
        "unsaid number": float(sum(b.property.name not in said["property"] for b in numbers)),
        "unsaid value": float(sum(_is_unsaid(b, text) for b in bounds)),
        "presence": float(sum(b.operator == "present" for b in bounds)),
        "end for start": float(_ends(query, looked.folded)),
    }


@lru_cache(maxsize=8)
def _said(looked: Lattice) -> dict[str, set[str]]:
    """Return the parts of the schema that words say, by the kinds of items."""
    everywhere = slice(len(looked.words))
    return {k: looked.named(everywhere, k, _SAID) for k in ("noun", "verb", "property")}


@lru_cache(maxsize=8)
def _done(looked: Lattice) -> frozenset[str]:
    """Return the types that words for who does something say: looked at once for all readings."""
    return frozenset(type for place in range(len(looked.words)) for type in deeds(looked, place))


def idle_links(part: Query) -> Iterator[int]:
    """Yield the links to a last variable of which nothing is asked."""
    asked = set(_asked(part))
    for number, link in enumerate(part.links):
        far = part.far(number)
        leads_on = any(far in (k.source, k.target) for k in part.links if k is not link)
        used = Owner(far) in asked or Owner(number, True) in asked
        if not link.is_condition and not leads_on and not used and far < len(part.labels):
            yield number


def _is_named(part: Query, link: int) -> bool:
    """Say whether the nearer end of a link is somebody named: no actor is asked for then."""
    near = Owner(min(part.links[link].source, part.links[link].target))
    own = (b for b in part.bounds if b.property.owner == near and b.operator == "=")
    return any(isinstance(b.value, str) and not b.negated for b in own)


def _asked(part: Query) -> Iterator[Owner]:
    """Yield the variables and links of which a condition, a measure or a column speaks."""
    if part.measure is not None and isinstance(part.measure.over, Owner):
        yield part.measure.over
    yield from (own.owner for own in part.properties())


def _speaks(said: dict[str, set[str]], link: QueryLink, label: str) -> bool:
    return label in said["noun"] or bool(said["verb"] & {*link.types})


def _is_said(said: dict[str, set[str]], link: QueryLink) -> bool:
    plain = any(PLAIN & {*plain_words(name).split()} for name in link.types)
    return plain or bool(said["verb"] & {*link.types})


def _rarity(looked: Lattice, said: dict[str, set[str]], part: Query, link: QueryLink) -> float:
    """Return how much rarer a link that no word says is than another between the same labels."""
    ends = (link.source, link.target)
    if len(link.types) != 1 or said["verb"] & {*link.types} or max(ends) >= len(part.labels):
        return 0.0
    source, target = (part.labels[end] for end in ends)
    rarity = looked.schema.rarity(source, link.types[0], target)
    if rarity and {*plain_words(link.types[0]).split()} <= {
        w.text.casefold() for w in looked.words
    }:
        return 0.0  # "From which account", of a type FROM.
    return rarity


def _is_unsaid(bound: Bound, said: str) -> bool:
    """Say whether no word of a text that a property must equal is one of the question's."""
    own = bound.value if isinstance(bound.value, list) else [bound.value]
    words = {w[:_STEM] for value in own if isinstance(value, str) for w in normalise(value).split()}
    return bound.operator in ("=", "in") and bool(words) and not any(w in said for w in words)


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _ends(query: Query, text: str) -> bool:
    """Say whether the newest or the oldest goes by when it ended, though no word says an end."""
    measure = query.measure
    by = query.order.by if query.order and query.order.by else None
    over = measure.over if measure and measure.kind in ("min", "max") else None
    ordered = [p for p in (by, over) if isinstance(p, PropertyOf)]
    words = {w for p in ordered for w in plain_words(p.name).split()}
    if not words & ENDS or words & STARTS:
        return False
    said = {*map(base, re.findall(r"[a-z]+", text))}
    known = {*map(base, words | (ENDS - {"last", "to"}))}  # "The last to die" says a death.
    return bool(_RECENT.search(text)) and not said & known
