"""What words may be that others exclude: parts of names, what was done, near names."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from steiner.algebra.schema.graph_schema import TEMPORAL, GraphSchema
from steiner.query.composing.words.word_items import Item, is_plural
from steiner.query.english.irregular_forms import is_past
from steiner.query.naming.schema.schema_mentions import is_agent
from steiner.query.naming.schema_words import Word, base, is_key, schema_of
from steiner.query.naming.values.coded_words import is_yes
from steiner.text import plain_words

WHOLE_NAME = 0.95
"""Least score of words that name a property or a type in full."""
OWN_NAME = 0.75
"""Least score of words that name a property, its unit apart."""


def kept(
    items: list[Item], words: Sequence[Word], question: str, schema: GraphSchema
) -> list[Item]:
    """Return the items that no better one of the same words, or around them, excludes."""
    items = [i for i in items if not _is_done_by(i, items, words, schema)]
    items = [i for i in items if not _only_tells_whose(i, words, schema)]
    items = [i for i in items if not _belongs_to_property(i, items, question)]
    items = [i for i in items if not (_is_guessed(i) and _names_its_property(i, items))]
    named = {(i.start, i.end) for i in items if i.meaning and i.meaning.is_name and i.score >= 0.9}
    # A name of the graph is near to no other value: France to no airport FRA.
    items = [i for i in items if not (_is_guessed(i) and (i.start, i.end) in named)]
    items = [i for i in items if not _ends_in_property(i, items)]
    items = [i for i in items if not _says_its_flag(i, items)]
    items = [i for i in items if not _is_stored(i, items, words)]
    items = _without_parts(items, words)
    items = sorted(items, key=lambda i: not _is_of_property_before(i, items))
    # A boss is near to no office, an actor to no film, and what sailed, of `sailed_on`, to no ship.
    ends = {i.start for i in items if i.converse or _is_agent(i, words) or _is_done(i, words)}
    return [i for i in items if i.start not in ends or not _is_near(i)]


def _says_its_flag(item: Item, items: Sequence[Item]) -> bool:
    """Say whether a property's word is a yes of it: "not active", of `actv` = 'Y', is a no."""
    same = (v for v in items if (v.start, v.end) == (item.start, item.end))
    flags = (v for v in same if v.meaning and is_yes(v.meaning))
    return item.kind == "property" and any(item in _names_of_property(v, items) for v in flags)


def _without_parts(items: list[Item], words: Sequence[Word]) -> list[Item]:
    """Leave out what a part of a property's whole name may mean.

    Of `productID`, written as one word, "ID" is nothing; of "ship cities", of `shipCity`, "ship" is
    no `shipAddress`.
    """
    whole = {
        (i.start, i.end)
        for i in items
        if i.kind == "property" and i.score >= 1.0 and i.end - i.start > 1
    }
    one = {(a, b) for a, b in whole if all(w.end == on.start for w, on in pairwise(words[a:b]))}

    def is_part(item: Item) -> bool:
        weak = item.kind == "property" and item.score <= OWN_NAME
        size = item.end - item.start
        inside = ((a, b) for a, b in (whole if weak else one) if b - a > size)
        return any(a <= item.start and item.end <= b for a, b in inside)

    return [i for i in items if not is_part(i)]


def _names_of_property(value: Item, items: Sequence[Item]) -> Iterator[Item]:
    """Return where the property of a value is named."""
    own = (value.meaning.label, value.meaning.property) if value.meaning else None
    properties = (i for i in items if i.kind == "property")
    return (i for i in properties if i.element and (i.element.of, i.element.name) == own)


def _is_of_property_before(value: Item, items: Sequence[Item]) -> bool:
    """Say whether the property of a value is named before it: "a ship via code '3'"."""
    named = _names_of_property(value, items)
    return any(i.score >= 0.9 and 0 <= value.start - i.end <= 1 for i in named)


def _is_stored(item: Item, items: Sequence[Item], words: Sequence[Word]) -> bool:
    """Say whether a share is a property of the graph, and none that is computed of several.

    "What share of Acme does Ann own", where who owns has a `sharePct`; not "of the companies".
    """
    if item.cue is None or item.cue.kind != "arithmetic":
        return False
    behind = range(item.end, item.end + 4)
    of_several = any(
        o.kind == "noun" and o.start in behind and is_plural(words[o.start]) for o in items
    )
    own = (o.element for o in items if o.kind == "property" and o.start == item.start)
    return not of_several and any(element and element.on_type for element in own)


def _is_agent(item: Item, words: Sequence[Word]) -> bool:
    """Say whether a word names who does what a type says."""
    agent = item.kind == "verb" and item.end - item.start == 1 and item.score >= WHOLE_NAME
    return agent and is_agent(words[item.start].text.casefold())


def _is_done(item: Item, words: Sequence[Word]) -> bool:
    """Say whether a word is what was done by a property's or a type's own name."""
    own = item.kind in ("property", "verb") and item.end - item.start == 1
    return own and item.score >= 1.0 and is_past(words[item.start].text.casefold())


def _is_done_by(
    item: Item, items: Sequence[Item], words: Sequence[Word], schema: GraphSchema
) -> bool:
    """Say whether a part of a property's name is what was done: "ordered" is no `unitsOnOrder`.

    Nor is "bought", which stands for it. It may be the day on which it was.
    """
    if item.kind != "property" or item.score >= WHOLE_NAME or item.end - item.start > 1:
        return False
    done = [i for i in items if i.kind == "verb" and i.start == item.start]
    day = item.element is not None and schema_of(schema, item.element).kind in TEMPORAL
    ringed = item.ringed and is_past(words[item.start].text.casefold())
    return not day and any(_is_done(i, words) or (ringed and i.ringed) for i in done)


def _only_tells_whose(item: Item, words: Sequence[Word], schema: GraphSchema) -> bool:
    """Say whether a plural is what a day or a key is of: customers are no `customerSince`."""
    element, word = item.element, words[item.end - 1]
    if item.kind != "property" or element is None or item.score >= WHOLE_NAME:
        return False
    timely = schema_of(schema, element).kind in TEMPORAL or is_key(element.name)
    head = base(plain_words(element.name).split()[-1])
    return timely and item.end - item.start == 1 and is_plural(word) and word.stem != head


def _is_near(item: Item) -> bool:
    """Say whether a word only comes near in meaning to a label or a property."""
    near = item.kind in ("noun", "property") and item.score < 0.6
    return near and not item.ringed and not item.taught


def _belongs_to_property(item: Item, items: Sequence[Item], question: str) -> bool:
    """Say whether "number" is the end of a property's name: "the phone number of Ann"."""
    if item.cue is None or item.cue.kind != "count":
        return False
    said = question[item.cue.start : item.cue.end].casefold()
    return said.startswith("number") and any(
        i.kind == "property" and i.score >= 0.9 and i.end == item.start for i in items
    )


def _ends_in_property(value: Item, items: Sequence[Item]) -> bool:
    """Say whether a value is part of a property's name: "quo eur" is `quo_eur`, and no QUO."""
    if value.meaning is None or value.meaning.is_name:
        return False
    long = (i for i in items if i.kind == "property" and i.score >= WHOLE_NAME)
    size = value.end - value.start
    return any(
        i.start <= value.start and value.end <= i.end and i.end - i.start > size for i in long
    )


def _is_guessed(item: Item) -> bool:
    return item.meaning is not None and item.score < 0.6


def _names_its_property(value: Item, items: Sequence[Item]) -> bool:
    """Say whether a word that is near to a value names its property: a language is not Python."""
    named = _names_of_property(value, items)
    return any(i.score >= 0.7 and i.start <= value.start < i.end for i in named)
