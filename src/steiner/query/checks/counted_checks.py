"""Is counted what a question asks to be counted: units, of each, by group?"""

from __future__ import annotations

import re
from collections.abc import Iterator

from steiner.algebra import Owner, PropertyOf, Query
from steiner.lexicon.common_words import AMOUNTS
from steiner.query.composing.words.lattice import Lattice
from steiner.query.english.asking_words import AGGREGATE, BEST
from steiner.text import plain_words

_HOW_MANY = re.compile(r"\b(?:how\W+many|number\W+of)\W+")
_SAID_NEXT = 3
"""Words behind "how many" in which what is counted is said."""
_THE_MOST = re.compile(r"\bthe\W+(?:most|fewest|least)\W+(?:(?:other|different)\W+)?(\w+s)\b")
_UNITS = re.compile(r"\bhow\W+many\W+(?:units|pieces|copies)\b")
_GROUPED = re.compile(r"\b(?:per|by|(?:for\s+)?(?:each|every))\W+(?:the\W+)?$")
_EACH = re.compile(r"\b(?:each|every)\b")
_DONE_BY = re.compile(
    r"(?:ed|en|wn|ught|ade|old|aid|put|led)\W+(?:(?:in|up|out|on|off)\W+)?by\W+(?:the\W+)?$"
)
"""The end of a text behind which stands who did something: "directed by", "put in by"."""
_ONE_NUMBER = re.compile(
    r"\W*(?:count|how\W+(?:many|much)|(?:what\W+(?:is|was)\W+)?(?:the\W+)?(?:overall\W+|total\W+)?"
    r"(?:number\W+of|total|sum|average|mean))\b"
)
_FOR_EACH = re.compile(
    r"\b(?:each|every|per|by|most|least|top|\w+est|respective\w*|than|or\W+more)\b"
)


def counted_as_asked(looked: Lattice, query: Query) -> dict[str, float]:
    """Return, by name, how much else is counted, or for what else, than a question asks."""
    return {
        "units lost": float(_loses_units(looked, query)),
        "other counted": float(_counts_other(looked, query)),
        "most returned": float(_returns_the_most(looked, query)),
        "each lost": float(_loses_each(looked, query)),
        "group lost": float(_loses_group(looked, query)),
        "each made up": float(_makes_up_each(looked, query)),
    }


def _loses_units(looked: Lattice, query: Query) -> bool:
    """Say whether units that were ordered are not added up, where the schema counts them."""
    if not _UNITS.search(looked.folded):
        return False
    schema = looked.schema
    members = (*schema.labels.values(), *schema.types.values())
    known = any(AMOUNTS & {*plain_words(name).split()} for own in members for name in own)
    over = query.measure.over if query.measure and query.measure.kind == "sum" else None
    added = isinstance(over, PropertyOf) and AMOUNTS & {*plain_words(over.name).split()}
    return known and not added


def _counts_other(looked: Lattice, query: Query) -> bool:
    """Say whether another thing is counted than the one right behind "how many".

    "How many aircraft models are there" counts models, a property of aircraft.
    """
    said = _HOW_MANY.search(looked.folded)
    counted = set(_counted(query))
    if said is None or not counted:
        return False
    behind = [i for i, w in enumerate(looked.words) if w.start >= said.end()][:_SAID_NEXT]
    for place in behind:
        nouns = looked.named(slice(place, place + 1), "noun", 0.7)
        if nouns:
            compound = looked.named(slice(place + 1, place + 2), "property", 0.95)
            return not counted & nouns or bool(compound)
    return False


def _returns_the_most(looked: Lattice, query: Query) -> bool:
    """Say whether rows are of what there is the most of: of "who has the most films", films."""
    said = _THE_MOST.search(looked.folded)
    if said is None or query.measure is None or query.group is not None:
        return False
    nouns = {
        label
        for place, word in enumerate(looked.words)
        if said.end() - len(said[1]) <= word.start < said.end()
        for label in looked.named(slice(place, place + 1), "noun", 0.9)
    }
    return query.labels[0] in nouns and not nouns & {*_counted(query)}


def _counted(query: Query) -> Iterator[str]:
    """Yield the labels of what is counted, in all, of each, or beside."""
    for own in (query, *query.beside):
        measure = own.measure
        if measure is None or measure.kind != "count" or measure.having:
            continue
        if isinstance(measure.over, Owner) and not measure.over.is_link:
            yield own.labels[measure.over.number]


def _loses_each(looked: Lattice, query: Query) -> bool:
    """Say whether "how many … each" leaves out those of which there are none."""
    text = looked.folded
    counts = query.measure is not None and query.measure.kind == "count" and query.group is None
    asked = _EACH.search(text) and _HOW_MANY.search(text) and not query.single
    return bool(asked) and counts and not query.bounds and query.order is None


def _makes_up_each(looked: Lattice, query: Query) -> bool:
    """Say whether one number is asked for, and there is one for each of many things."""
    text = looked.folded
    rows = query.measure is not None and not query.single and not query.measure.having
    each = _FOR_EACH.search(_DONE_BY.sub("", text)) if rows else None
    return bool(rows and _ONE_NUMBER.match(text) and not each)


def _loses_group(looked: Lattice, query: Query) -> bool:
    """Say whether an aggregate for each value of a property is read as one, or of each thing."""
    text = looked.folded
    if query.measure is None or not (AGGREGATE.search(text) or BEST.search(text)):
        return False
    for place, word in enumerate(looked.words):
        if not place or not _GROUPED.search(text[: word.start][-14:]):
            continue
        if _DONE_BY.search(text[: word.start]):
            continue  # "Directed by women" says who did it.
        # Of "by job title" the second word may be what the schema has.
        names = looked.named(slice(place, place + 2), "property", 0.7)
        nouns = looked.named(slice(place, place + 2), "noun", 0.7)
        grouped = query.group is not None and query.group.name in names
        if (names or nouns) and not grouped and query.labels[0] not in nouns:
            return not query.beside
    return False
