"""Is what a question asks for what a query computes: how many, since when, who, more than whom?"""

from __future__ import annotations

import re
from collections.abc import Sequence

from steiner.algebra import Bound, Overall, Owner, PropertyOf, Query, QueryLink
from steiner.algebra.schema.graph_schema import TEMPORAL
from steiner.query.checks.compared_checks import compared_as_asked
from steiner.query.checks.counted_checks import counted_as_asked
from steiner.query.composing.words.agent_nouns import doing
from steiner.query.composing.words.lattice import Lattice
from steiner.query.english.asking_words import AGGREGATE, BEST
from steiner.query.english.light_words import ASKS_WHERE
from steiner.query.naming.computing_cues import is_averaged
from steiner.query.naming.schema.schema_mentions import is_agent
from steiner.query.naming.schema_words import base
from steiner.text import plain_words

_ORDERED = re.compile(
    r"sort|order|rank|alphabet|chronolog|first|last|older|younger|more|less|est\b"
)
_COUNTED = re.compile(
    r"\b(?:than|per|each|every|at\s+least|at\s+most|exactly|by|\d+|several|multiple|once|twice|"
    r"more|often)\b"
)
_TIMELY = re.compile(
    r"year|date|time|born|died|released|since|duration|hours|length|day|month|\blen\b|\bkm\b|"
    r"\b(?:open|clos|start|begin|began|end|due|expir|arriv|depart)"
)
_PLACES = re.compile(
    r"place|city|country|location|town|address|region|state|venue|birthplace|street|area|origin|"
    r"office|site|building|room|hub|port|station|warehouse|district"
)
_WHEN = re.compile(
    r"\bwhen\b|\b(?:what|which)\s+(?:year|date|day|month)\b|\bhow\s+long\b|\bsince\s+when\b"
)
_AVERAGE = re.compile(r"\b(?:average|mean|avg)\b")
_SHARE = re.compile(r"\b(?:percent\w*|share\s+of|proportion|fraction)\b")
_WHY = re.compile(r"\W*(?:and\W+)?(?:why|how\s+come|for\s+what\s+reason)\b")
_REASONS = re.compile(
    r"\b(?:reasons?|causes?|caused|why|because|explanations?|notes?|comments?|remarks?|grounds?|"
    r"descriptions?|summary|due|rationale|purpose|motivations?)\b"
)
_SUM = re.compile(
    r"\b(?:total(?!\s+(?:number|count)\b)|sum|combined|altogether|in\s+all)\b|\btogether\W*$"
)
_LISTED = re.compile(
    r"\b(?:sort\w*|ordered\s+(?:by|in|from)|rank\w*|alphabet\w*|chronolog\w*|in\s+\w+\s+order)\b|"
    r"\b(?:from|most|best|\w+est)\s+(?:\w+\s+)?(?:to\s+(?:\w+est|least)|first)\b"
)
_PLURAL_BEST = re.compile(r"\b(?:most|least|\w+est)\s+(?:\w+\s+)?\w+[^s\W]s\b")
_ASKS_ONE = re.compile(
    r"\W*(?:(?:what|which|who)(?:\W+(?:is|was)|['’]s)|who\W+(?:has|does)|"
    r"(?:what|which)\W+(?!\w+s\b|(?:of|are|were|people|men|women|children|two|three)\b)\w+)\b"
)
"""Asks for one thing, though "species" ends as plurals do, and there are several of the most."""
_THAN = re.compile(r"\bthan\b")
_OF_EACH = re.compile(r"\b(?:(?:for|in|of|at|by)\s+(?:each|every)|per)\b")
_WHO = re.compile(r"^\W*(?:by\W+)?(?:who|whom|whose)\b")
_NO_PERSON = 0.75
"""Share of the likeness to a person of the label likest to one, below which one is none."""


def asked(
    query: Query, looked: Lattice, bounds: Sequence[Bound], links: Sequence[QueryLink]
) -> dict[str, float]:
    """Return, by name, what a question asks for and a query does not return."""
    return {
        **_computing(query, looked.folded, links),
        **counted_as_asked(looked, query),
        **compared_as_asked(looked, query, bounds, links),
        "than lost": float(_loses_than(looked, query, bounds, links)),
        "who lost": _who_lost(looked, query),
        "no person": float(_who_lost(looked, query) > 1 - _NO_PERSON),
        "first noun": float(_begins_elsewhere(looked, query)),
        "says itself": float(_says_itself(looked, query)),
    }


def _computing(query: Query, text: str, links: Sequence[QueryLink]) -> dict[str, float]:
    """Compare what a question asks to be computed with what a query computes."""
    measure = query.measure
    extreme = measure is not None and measure.kind in ("min", "max")
    ordered = query.order is not None or extreme
    averages = _averages(query)
    best, aggregate = bool(BEST.search(text)), AGGREGATE.search(text)
    counted = measure is not None or bool(query.beside) or any(link.count for link in links)
    where = bool(ASKS_WHERE.search(text))
    return {
        "best lost": float(best and not ordered),
        "best of all": float(best and ordered and _unlimited(query) and _is_one(text)),
        "each cut": float(query.limit == 1 and best and bool(_OF_EACH.search(text))),
        "list cut": float(query.limit == 1 and bool(_LISTED.search(text))),
        "best made up": float(ordered and not best and not _ORDERED.search(text)),
        "aggregate lost": float(aggregate is not None and not counted and not averages),
        "aggregate made up": float(
            measure is not None and not aggregate and not best and not _COUNTED.search(text)
        ),
        "average lost": float(bool(_AVERAGE.search(text)) and not averages),
        "share lost": float(bool(_SHARE.search(text)) and not (measure and measure.part)),
        "sum lost": float(bool(_SUM.search(text)) and (measure is None or measure.kind != "sum")),
        "time lost": float(bool(_WHEN.search(text)) and not _tells(query, TEMPORAL, _TIMELY)),
        "where lost": float(where and not _tells(query, (), _PLACES) and not _is_place(query)),
        "why lost": float(bool(_WHY.match(text)) and not _gives_reasons(query)),
        "bare": float(not links and not query.bounds and measure is None and query.order is None),
    }


def _gives_reasons(query: Query) -> bool:
    """Say whether a query returns what may be a reason: a note, what something was caused by."""
    names = [p.name for p in query.shown] + [type for link in query.links for type in link.types]
    return any(_REASONS.search(plain_words(name)) for name in (*names, *query.labels))


def _unlimited(query: Query) -> bool:
    return query.order is not None and query.limit is None


def _is_one(text: str) -> bool:
    """Say whether a superlative asks for one thing: neither sorted rows nor several."""
    several = _PLURAL_BEST.search(text) and not _ASKS_ONE.match(text)
    return not _LISTED.search(text) and not several


def _begins_elsewhere(looked: Lattice, query: Query) -> bool:
    """Say whether the first thing that a question speaks of is neither returned nor measured."""
    each = (_nouns_at(looked, k) for k in range(len(looked.words)))
    nouns = next(filter(None, each), None)
    if nouns is None:
        return False
    measure = query.measure
    over = measure.over if measure else None
    owner = over.owner if isinstance(over, PropertyOf) else over
    returned = {query.labels[0]} | {part.labels[0] for part in query.parts()}
    returned |= {query.labels[p.owner.number] for p in query.shown if not p.owner.is_link}
    if owner is not None and not owner.is_link and owner.number < len(query.labels):
        returned.add(query.labels[owner.number])
    return not nouns & returned


def _nouns_at(looked: Lattice, place: int) -> set[str]:
    """Return the labels that a word stands for, by their own name or that of their nodes' names.

    Of who does something, "actors", those that the type of it begins at.
    """
    if own := doing(looked, place):
        return {*own}
    names = looked.schema.names
    called = {
        i.element.of
        for i in looked.items[place]
        if i.kind == "property" and i.element and i.score >= 0.95 and not i.element.on_type
        if names.get(i.element.of) == i.element.name
    }
    return looked.named(slice(place, place + 1), "noun", 0.8) | called


def _averages(query: Query) -> bool:
    """Say whether a mean is computed, or compared with, anywhere in a query, or stored so."""
    own = [part.measure for part in query.parts()]
    stored = any(is_averaged(p.name) for part in query.parts() for p in part.properties())
    compared = any(isinstance(b.value, Overall) for part in query.parts() for b in part.bounds)
    computed = query.across == "avg" or any(m and m.kind == "avg" for m in own)
    return compared or stored or computed


def _loses_than(
    looked: Lattice, query: Query, bounds: Sequence[Bound], links: Sequence[QueryLink]
) -> bool:
    """Say whether a comparison, "more than", is nowhere in a query."""
    compares = any(b.operator.lstrip("year") in ("<", ">", "<=", ">=") for b in bounds)
    compares |= any(link.count for link in links) or query.order is not None
    compares |= query.measure is not None and bool(query.measure.having)
    other = re.search(r"\b(?:other|rather|no\s+longer)\s+than\b", looked.folded)
    return bool(_THAN.search(looked.folded)) and not compares and not other


def _says_itself(looked: Lattice, query: Query) -> bool:
    """Say whether rows only say again what the question names: "lyrics of Lima", read as Lima."""
    name = looked.schema.names.get(query.labels[0], "")
    asks = query.shown or query.measure or query.order or query.beside or query.group
    return not asks and any(
        b.property == PropertyOf(Owner(0), name, b.property.kind)
        and b.operator == "="
        and isinstance(b.value, str)
        and not b.negated
        for b in query.bounds
    )


def _who_lost(looked: Lattice, query: Query) -> float:
    """Return how much less a person the root is than another label, where "who" asks: 0 to 1."""
    if not looked.people or not _WHO.search(looked.folded) or _does(looked, query):
        return 0.0
    most = max(looked.people.values())
    return max(0.0, 1.0 - looked.people.get(query.labels[0], 0.0) / most) if most > 0 else 0.0


def _does(looked: Lattice, query: Query) -> bool:
    """Say whether the root does what stands right behind "who": firms supply, as people do.

    What is called as the deed is, an Answer of ANSWERS, does nothing.
    """
    verbs, words = looked.types_said(slice(1, 2)), plain_words(query.labels[0]).split()
    label = words[-1] if words else ""
    done = {type for type in verbs if base(label) in {*map(base, plain_words(type).split())}}
    verbs -= set() if is_agent(label) else done
    return any(link.source == 0 and verbs & {*link.types} for link in query.links)


def _is_place(query: Query) -> bool:
    return bool(_PLACES.search(plain_words(query.labels[0])))


def _tells(query: Query, kinds: Sequence[str], names: re.Pattern[str]) -> bool:
    """Say whether a query shows or returns a property of these kinds, or of such a name."""
    measure = query.measure
    over = measure.over if measure else None
    own = [*query.shown, *query.listed]
    own += [p for p in (over, query.group) if isinstance(p, PropertyOf)]
    return any(
        p.kind in kinds or p.kind == "year" or names.search(plain_words(p.name)) for p in own
    )
