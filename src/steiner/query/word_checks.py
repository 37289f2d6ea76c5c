"""What holds of any query that reads a question: nothing of the words is lost, nothing added."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from steiner.algebra import Bound, Owner, PropertyOf, Query, QueryLink
from steiner.algebra.graph_schema import TEMPORAL
from steiner.query.composing.lattice import Item, Lattice
from steiner.query.english.cues import number
from steiner.text import normalise, plain_words

_DENIAL = re.compile(
    r"\b(?:not|never|no|none|nobody|nothing|neither|nor|without|except|excluding|besides|apart\s+from|aside\s+from|other\s+than|"
    r"lacks?|lacking|outside)\b|n['’]t\b"
)
_OR = re.compile(
    r"\b(?:or|either)\b(?!\s+(?:more|less|above|below|over|under|later|earlier|fewer|higher|lower|not)\b)"
)
_QUANTIFIERS = re.compile(
    r"\b(?:only|every|all\s+(?:of\s+)?(?:their|its|his|her)|always|both|themselves|respectively|"
    r"twice\s+as|half|ratio|percent\w*|share|difference|median|similar|directly|indirectly|"
    r"consecutive|alone|exclusively|first\s+(?:half|quarter)|last\s+(?:year|month|week)|"
    r"(?:this|next)\s+(?:year|month|week)|ago|today|yesterday|currently)\b"
)
_NUMBER = re.compile(r"(?<![\w.])\d[\d,]*(?:\.\d+)?(?![\w])")
_BEST = re.compile(
    r"\b(?:most|least|fewest|highest|lowest|largest|smallest|biggest|oldest|youngest|newest|latest|"
    r"earliest|longest|shortest|cheapest|best|worst|top|maximum|minimum|nicest|favou?rite|popular|"
    r"recent|common|loyal)\b"
)
_AGGREGATE = re.compile(
    r"\b(?:average|mean|total|sum|combined|how\s+many|how\s+much|number\s+of|count)\b"
)
_UN = re.compile(r"\b(?:un|in|non|dis)\w+")
_ORDERED = re.compile(
    r"sort|order|rank|alphabet|chronolog|first|last|older|younger|more|less|est\b"
)
_COUNTED = re.compile(
    r"\b(?:than|per|each|every|at\s+least|at\s+most|exactly|by|\d+|several|multiple|once|twice|"
    r"more|often)\b"
)
_TIMELY = re.compile(r"year|date|time|born|died|released|since|duration|hours|length|day|month")
_PLACES = re.compile(
    r"place|city|country|location|town|address|region|state|venue|birthplace|street|area|origin|"
    r"office|site|building|room|hub|port|station|warehouse|district"
)
_WHEN = re.compile(
    r"\bwhen\b|\b(?:what|which)\s+(?:year|date|day|month)\b|\bhow\s+long\b|\bsince\s+when\b"
)
_WHERE = re.compile(r"^\W*(?:from\s+)?where\b|\band\s+where\b")


def checks(query: Query, looked: Lattice) -> dict[str, float]:
    """Return, by name, how much of the question's words a query leaves out or makes up.

    0 is nothing wrong. Each holds for whoever proposed the query: rules, composition, a model.
    """
    bounds = [b for part in query.parts() for b in part.bounds]
    links = [link for part in query.parts() for link in part.links]
    values = _values(bounds)
    return {
        **_logic(query, looked.text.casefold(), bounds, links),
        **_computing(query, looked.text.casefold(), links),
        "number lost": float(len(list(_lost_numbers(looked.text, query, bounds, links)))),
        "name lost": float(len(list(_lost_names(looked, values)))),
        "noun lost": float(len(list(_lost_nouns(looked, query)))),
        "property lost": float(len(list(_lost_properties(looked, query)))),
        "thing lost": float(len(list(_lost_things(looked, query)))),
        "rivals": float(len(list(_rivals(looked, query)))),
        **_fit(looked, query),
        "other counted": float(_counts_other(looked, query)),
        "than lost": float(_loses_than(looked, query, bounds, links)),
        "each lost": float(_loses_each(looked, query)),
        "who lost": _who_lost(looked, query),
        "says itself": float(_says_itself(looked, query)),
        "value twice": float(len(values) - len({*values})),
        "links": float(len(links)),
        "conditions": float(len(bounds)),
    }


def _logic(
    query: Query, text: str, bounds: Sequence[Bound], links: Sequence[QueryLink]
) -> dict[str, float]:
    """Compare the denials, alternatives and quantifiers of a question with those of a query."""
    denied = sum(b.negated or b.operator in ("missing", "<>") or b.value is False for b in bounds)
    denied += sum(link.negated or ("=", 0) in link.count for link in links)
    denies, or_ = bool(_DENIAL.search(text)), bool(_OR.search(text))
    joins = bool(query.either) or any(b.operator == "in" for b in bounds)
    return {
        "denial lost": float(denies and not denied),
        "denial made up": float(bool(denied) and not denies and not _UN.search(text)),
        "or lost": float(or_ and not joins and query.order is None),
        "or made up": float(bool(query.either) and not or_),
        "quantifier": float(bool(_QUANTIFIERS.search(text))),
    }


def _computing(query: Query, text: str, links: Sequence[QueryLink]) -> dict[str, float]:
    """Compare what a question asks to be computed with what a query computes."""
    measure = query.measure
    extreme = measure is not None and measure.kind in ("min", "max")
    ordered = query.order is not None or extreme
    best, aggregate = bool(_BEST.search(text)), bool(_AGGREGATE.search(text))
    counted = measure is not None or bool(query.beside) or any(link.count for link in links)
    where = bool(_WHERE.search(text))
    return {
        "best lost": float(best and not ordered),
        "best made up": float(ordered and not best and not _ORDERED.search(text)),
        "aggregate lost": float(aggregate and not counted),
        "aggregate made up": float(
            measure is not None and not aggregate and not best and not _COUNTED.search(text)
        ),
        "time lost": float(bool(_WHEN.search(text)) and not _tells(query, TEMPORAL, _TIMELY)),
        "where lost": float(where and not _tells(query, (), _PLACES) and not _is_place(query)),
        "bare": float(not links and not query.bounds and measure is None and query.order is None),
    }


_HOW_MANY = re.compile(r"\b(?:how\W+many|number\W+of)\W+")
_SAID_NEXT = 3
"""Words behind "how many" in which what is counted is said."""
_DISTINCT = re.compile(r"\b(?:different|distinct|unique)\b")
_THAN = re.compile(r"\bthan\b")
_EACH = re.compile(r"\b(?:each|every)\b")
_WHO = re.compile(r"^\W*(?:by\W+)?(?:who|whom)\b")


def _counts_other(looked: Lattice, query: Query) -> bool:
    """Say whether another thing is counted than the one right behind "how many"."""
    said = _HOW_MANY.search(looked.text.casefold())
    measure = query.measure
    if said is None or measure is None or measure.kind != "count" or measure.having:
        return False
    over = measure.over
    if isinstance(over, PropertyOf) or over.is_link:
        return False
    behind = [i for i, w in enumerate(looked.words) if w.start >= said.end()][:_SAID_NEXT]
    nouns = (
        {
            i.element.name
            for i in looked.items[p]
            if i.kind == "noun" and i.score >= 0.7 and i.element
        }
        for p in behind
    )
    said_next = next(filter(None, nouns), set())
    return bool(said_next) and query.labels[over.number] not in said_next


def _loses_than(
    looked: Lattice, query: Query, bounds: Sequence[Bound], links: Sequence[QueryLink]
) -> bool:
    """Say whether a comparison, "more than", is nowhere in a query."""
    compares = any(b.operator.lstrip("year") in ("<", ">", "<=", ">=") for b in bounds)
    compares |= any(link.count for link in links) or query.order is not None
    compares |= query.measure is not None and bool(query.measure.having)
    other = re.search(r"\b(?:other|rather|no\s+longer)\s+than\b", looked.text.casefold())
    return bool(_THAN.search(looked.text.casefold())) and not compares and not other


def _loses_each(looked: Lattice, query: Query) -> bool:
    """Say whether "how many … each" leaves out those of which there are none."""
    text = looked.text.casefold()
    counts = query.measure is not None and query.measure.kind == "count" and query.group is None
    asked = _EACH.search(text) and _HOW_MANY.search(text) and not query.single
    return bool(asked) and counts and not query.bounds and query.order is None


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
    if not looked.people or not _WHO.search(looked.text.casefold()):
        return 0.0
    most = max(looked.people.values())
    return max(0.0, 1.0 - looked.people.get(query.labels[0], 0.0) / most) if most > 0 else 0.0


def _is_place(query: Query) -> bool:
    return bool(_PLACES.search(plain_words(query.labels[0])))


def _values(bounds: Sequence[Bound]) -> list[str]:
    texts: list[str] = []
    for bound in bounds:
        inner = bound.value.bounds if isinstance(bound.value, Query) else (bound,)
        for each in inner:
            own = each.value if isinstance(each.value, list) else [each.value]
            texts += [normalise(str(v)) for v in own if isinstance(v, str) and not each.negated]
    return texts


def _lost_numbers(
    text: str, query: Query, bounds: Sequence[Bound], links: Sequence[QueryLink]
) -> Iterator[str]:
    """Yield the numbers of a question that no part of a query has."""
    known = {str(query.limit), str(query.skip + 1)}
    measure = query.measure
    pairs = [
        *(measure.having if measure else ()),
        *(c for link in links for c in getattr(link, "count", ())),
    ]
    known |= {f"{value:g}" for _, value in pairs}
    for bound in bounds:
        own = bound.value if isinstance(bound.value, list) else [bound.value]
        inner = bound.value.bounds if isinstance(bound.value, Query) else ()
        own += [b.value for b in inner]
        known |= {f"{v:g}" if isinstance(v, int | float) else str(v).casefold() for v in own}
    written = " ".join(known)
    for said in _NUMBER.finditer(text):
        plain = number(said.group())
        value = f"{plain:g}" if isinstance(plain, int | float) else str(plain)
        if value not in known and said.group() not in written:
            yield said.group()


def _lost_names(looked: Lattice, values: Sequence[str]) -> Iterator[str]:
    """Yield words written as names that no condition has."""
    have = {word for value in values for word in value.split()}
    have |= {w for label in looked.schema.labels for w in plain_words(label).split()}
    for place, word in enumerate(looked.words):
        named = place and word.text[:1].isupper() and len(word.text) > 1
        if named and normalise(word.text) not in have and not word.text.isupper():
            known = any(i.kind != "value" and i.score >= 0.7 for i in _at(looked, place))
            if not known:
                yield word.text


def _at(looked: Lattice, place: int) -> Iterator[Item]:
    return (i for begun in looked.items[: place + 1] for i in begun if i.start <= place < i.end)


def _lost_nouns(looked: Lattice, query: Query) -> Iterator[str]:
    """Yield the labels that a question spells and a query does not have."""
    have = {label for part in query.parts() for label in part.labels}
    types = {t for part in query.parts() for link in part.links for t in link.types}
    shown = {b.property.name for b in query.bounds} | {p.name for p in query.shown}
    for place in range(len(looked.words)):
        spelt = [
            i for i in _at(looked, place) if i.score >= 0.95 and i.start == place and i.element
        ]
        labels = {i.element.name for i in spelt if i.element and i.kind == "noun"}
        others = {i.element.name for i in spelt if i.element and i.kind != "noun"}
        if labels and not labels & have and not others & (types | shown):
            yield looked.words[place].text


def _lost_properties(looked: Lattice, query: Query) -> Iterator[str]:
    """Yield the properties that a question spells and a query does not speak of."""
    have = _named(query)
    types = {t for part in query.parts() for link in part.links for t in link.types}
    labels = {label for part in query.parts() for label in part.labels}
    names = {*looked.schema.names.values()}
    if _DISTINCT.search(looked.text.casefold()):
        names = set()  # Values are asked for, not the things that have them.
    for place in range(len(looked.words)):
        spelt = [i for i in _at(looked, place) if i.score >= 0.95 and i.start == place]
        said = {i.element.name for i in spelt if i.element and i.kind == "property"}
        others = {i.element.name for i in spelt if i.element and i.kind != "property"}
        valued = any(i.kind in ("value", "cue") for i in spelt)
        if said and not said & (have | names) and not others & (types | labels) and not valued:
            yield looked.words[place].text


def _tells(query: Query, kinds: Sequence[str], names: re.Pattern[str]) -> bool:
    """Say whether a query shows or returns a property of these kinds, or of such a name."""
    measure = query.measure
    over = measure.over if measure else None
    own = [*query.shown, *query.listed]
    own += [p for p in (over, query.group) if isinstance(p, PropertyOf)]
    return any(
        p.kind in kinds or p.kind == "year" or names.search(plain_words(p.name)) for p in own
    )


def _lost_things(looked: Lattice, query: Query) -> Iterator[str]:
    """Yield labels of which a question says more things than a query has.

    "Those living with a person called Jordan" are two people, whatever is said of both.
    """
    said: dict[str, set[int]] = {}
    for place in range(len(looked.words)):
        for item in looked.items[place]:
            again = looked.text[: looked.words[place].start].casefold()[-12:]
            if (
                item.kind == "noun"
                and item.element
                and item.score >= 0.7
                and not _AGAIN.search(again)
            ):
                said.setdefault(item.element.name, set()).add(place)
        if looked.words[place].text.casefold() in ("those", "whose"):
            for label in {part.labels[0] for part in query.parts()}:
                said.setdefault(label, set())
    have = [label for part in query.parts() for label in part.labels]
    for label, places in said.items():
        apart = [p for p in places if p - 1 not in places and p - 2 not in places]
        if label in have and len(apart) > have.count(label):
            yield label


_AGAIN = re.compile(r"\b(?:each|such|same|these|those|every|that|other)\s+$")


def _fit(looked: Lattice, query: Query) -> dict[str, float]:
    """Return how badly the worst word fits what it is taken for, and how much better another would.

    "Paid" taken for `hired`, near in meaning by .5, where `salary` fits by .75: .5 and .25.
    """
    have = _spoken_of(query)
    weak = outdone = 0.0
    for place in range(len(looked.words)):
        items = [i for i in looked.items[place] if i.element is not None]
        used = [i.score for i in items if i.element and (i.kind, i.element.name) in have]
        if used and place not in looked.light:
            weak = max(weak, 1.0 - max(used))
            outdone = max(outdone, max(i.score for i in items) - max(used))
    return {"weak": weak, "outdone": outdone}


def _spoken_of(query: Query) -> set[tuple[str, str]]:
    """Return the labels, types and properties of a query by the kinds of items that name them."""
    have = {("noun", label) for part in query.parts() for label in part.labels}
    have |= {("verb", t) for part in query.parts() for k in part.links for t in k.types}
    return have | {("property", p) for p in _named(query)}


def _rivals(looked: Lattice, query: Query) -> Iterator[str]:
    """Yield words that stand for one part of the schema as well as for another of its kind.

    "Year" of a movement with a start and an end; "works", sculptures and paintings alike.
    """
    have = _spoken_of(query)
    for place in range(len(looked.words)):
        spans: dict[tuple[int, str], list[Item]] = {}
        for item in looked.items[place]:
            if item.element is not None and item.score < 0.99:
                spans.setdefault((item.end, item.kind), []).append(item)
        for items in spans.values():
            used = [i for i in items if (i.kind, i.element.name if i.element else "") in have]
            names = {i.element.name for i in used if i.element}
            if not used:
                continue
            best = max(i.score for i in used)
            others = [
                i
                for i in items
                if i.element
                and i.element.name not in names
                and i.score >= 0.93 * best
                and (
                    i.kind != "property"
                    or i.element.of in {u.element.of for u in used if u.element}
                )
            ]
            if others:
                yield looked.words[place].text


def _named(query: Query) -> set[str]:
    """Return the names of all properties that a query speaks of."""
    measure = query.measure
    over = measure.over if measure else None
    own = [b.property for part in query.parts() for b in part.bounds]
    own += [*query.shown, *query.listed]
    by = query.order.by if query.order else None
    own += [p for p in (over, query.group, by) if isinstance(p, PropertyOf)]
    return {p.name for p in own}
