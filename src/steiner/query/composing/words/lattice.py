"""What each span of a question may be: alternatives with scores, none chosen yet."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise

from steiner.algebra.schema.graph_schema import TEMPORAL, GraphSchema
from steiner.lexicon.common_words import PLACES
from steiner.query.composing.words.other_words import likeness_to_a_person
from steiner.query.composing.words.schema_items import schema_items
from steiner.query.composing.words.value_items import value_items
from steiner.query.composing.words.word_items import Item, is_plural
from steiner.query.english.cues import Cue, cues
from steiner.query.english.irregular_forms import is_past
from steiner.query.english.light_words import ASKING, LIGHT_PHRASE
from steiner.query.english.spelled_out import spelled_out
from steiner.query.naming.computing_cues import AVERAGES, is_averaged
from steiner.query.naming.schema.schema_mentions import Alike, is_agent
from steiner.query.naming.schema_words import (
    Element,
    Word,
    base,
    is_key,
    question_words,
    schema_of,
)
from steiner.stores.protocol import GraphStore
from steiner.text import plain_words

_DENIED = re.compile(r"n['’]t\W+$", re.IGNORECASE)
_ASKS_KIND = re.compile(r"\W*(when|where)\b", re.IGNORECASE)
_RANKING = ("superlative", "adjective")
_OWN_NAME = 0.75
"""Least score of words that name a property, its unit apart."""
_SAYS = 0.6
"""Least score of a word that says a label."""
_WHOLE_NAME = 0.95
"""Least score of words that name a property or a type in full."""
_QUOTED = re.compile(r"(?<!\w)(?:\"([^\"]{2,200})\"|“([^”]{2,200})”|'([^']{2,200})'(?!\w))")


@dataclass(frozen=True, eq=False)
class Lattice:
    """A question's words and the items that begin at each; two are the same only as one object.

    `light`: words that may say nothing; `denied`: words right behind a verb with "n't".
    `people`: how near each label is to a person, where the question asks who.
    """

    text: str
    words: Sequence[Word]
    items: Sequence[Sequence[Item]]
    schema: GraphSchema
    light: frozenset[int] = field(default_factory=frozenset)
    denied: frozenset[int] = field(default_factory=frozenset)
    people: Mapping[str, float] = field(default_factory=dict)

    def between(self, one: int, other: int) -> str:
        """Return the text between the ends of a word and the beginning of a later one."""
        start = self.words[one - 1].end if one else 0
        end = self.words[other].start if other < len(self.words) else len(self.text)
        return self.text[start:end].casefold()

    @cached_property
    def folded(self) -> str:
        """The text in small letters."""
        return self.text.casefold()

    def types_said(self, places: slice) -> set[str]:
        """Return the types that words say in full."""
        return self.named(places, "verb", _WHOLE_NAME)

    @cached_property
    def nouns(self) -> set[str]:
        """The labels that words of the question say."""
        return self.named(slice(len(self.words)), "noun", _SAYS)

    @cached_property
    def types(self) -> set[str]:
        """The types that words of the question say."""
        return self.named(slice(len(self.words)), "verb", _SAYS)

    @cached_property
    def _covering(self) -> list[list[Item]]:
        covering: list[list[Item]] = [[] for _ in self.words]
        for item in (item for items in self.items for item in items):
            for place in range(item.start, item.end):
                covering[place].append(item)
        return covering

    def covering(self, place: int) -> Sequence[Item]:
        """Return the items that a word is part of."""
        return self._covering[place]

    def named(self, places: slice, kind: str, least: float) -> set[str]:
        """Return the parts of the schema of a kind that begin at words, with a score of `least`."""
        begun = (item for items in self.items[places] for item in items)
        return {i.element.name for i in begun if i.kind == kind and i.element and i.score >= least}


def lattice(question: str, schema: GraphSchema, store: GraphStore, alike: Alike) -> Lattice:
    """Look up what the words of a question may be in a graph and its schema."""
    question = spelled_out(question)
    words = question_words(question)
    items = _looked_up(question, words, (schema, store), alike)
    items += _cue_items(question, words, _protected(items, words, question))
    items = [i for i in items if not _is_done_by(i, items, words, schema)]
    items = [i for i in items if not _only_tells_whose(i, words, schema)]
    items = _kept(items, words, question)
    begun: list[list[Item]] = [[] for _ in words]
    for item in dict.fromkeys(items):
        begun[item.start].append(item)
    light = {w.start for w in words if w.text.casefold() in ASKING}
    phrases = [said.span() for said in LIGHT_PHRASE.finditer(question)]
    light |= {w.start for w in words for a, b in phrases if a <= w.start < b}
    places = frozenset(i for i, w in enumerate(words) if w.start in light)
    denied = frozenset(i for i, w in enumerate(words) if _DENIED.search(question[: w.start][-12:]))
    people = likeness_to_a_person(schema, alike) if "who" in question.casefold() else {}
    return Lattice(question, words, begun, schema, places, denied, people)


def _looked_up(
    question: str, words: Sequence[Word], graph: tuple[GraphSchema, GraphStore], alike: Alike
) -> list[Item]:
    """Return what words may be of the schema, and which values of the graph."""
    items = [*schema_items(question, words, graph[0], alike)]
    items = [i for i in items if not _counts_a_plural(i, words)]
    items = _of_asked_kind(items, question, graph[0])
    return [*items, *value_items(question, words, graph, alike)]


def _of_asked_kind(items: list[Item], question: str, schema: GraphSchema) -> list[Item]:
    """Leave out what a word may mean beside what "when" and "where" ask: "where was Ann born".

    Of her date_of_birth and place_of_birth it is the latter.
    """
    asks = _ASKS_KIND.match(question)
    if asks is None:
        return items
    time = asks[1].casefold() == "when"
    own = [i for i in items if i.kind == "property" and i.element]
    fit = {id(i) for i in own if i.element and _is_of_kind(i.element, schema, time)}
    meant = {_span(i) for i in own if id(i) in fit}
    return [i for i in items if id(i) in fit or i.kind != "property" or _span(i) not in meant]


def _is_of_kind(element: Element, schema: GraphSchema, time: bool) -> bool:
    if time:
        return schema_of(schema, element).kind in TEMPORAL
    return not PLACES.isdisjoint(plain_words(element.name).split())


def _span(item: Item) -> tuple[int, int, str]:
    return item.start, item.end, item.element.of if item.element else ""


def _protected(
    items: Sequence[Item], words: Sequence[Word], question: str
) -> list[tuple[int, int]]:
    """Return where in the question no cue is looked for, as its words surely mean one thing."""
    strong = [i for i in items if _is_surely_one(i)]
    strong += [i for i in items if _names_a_measure(i, words, question)]
    return [(words[i.start].start, words[i.end - 1].end) for i in strong]


def _kept(items: list[Item], words: Sequence[Word], question: str) -> list[Item]:
    """Return the items that no better one of the same words, or around them, excludes."""
    items = [i for i in items if not _belongs_to_property(i, items, question)]
    items = [i for i in items if not (_is_guessed(i) and _names_its_property(i, items))]
    named = {(i.start, i.end) for i in items if i.meaning and i.meaning.is_name and i.score >= 0.9}
    # A name of the graph is near to no other value: France to no airport FRA.
    items = [i for i in items if not (_is_guessed(i) and (i.start, i.end) in named)]
    items = [i for i in items if not _ends_in_property(i, items)]
    items = [i for i in items if not _is_stored(i, items, words)]
    items = _without_parts(items, words)
    items = sorted(items, key=lambda i: not _is_of_property_before(i, items))
    # A boss is near to no office, an actor to no film, and what sailed, of `sailed_on`, to no ship.
    ends = {i.start for i in items if i.converse or _is_agent(i, words) or _is_done(i, words)}
    return [i for i in items if i.start not in ends or not _is_near(i)]


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
        weak = item.kind == "property" and item.score < _OWN_NAME
        size = item.end - item.start
        inside = ((a, b) for a, b in (whole if weak else one) if b - a > size)
        return any(a <= item.start and item.end <= b for a, b in inside)

    return [i for i in items if not is_part(i)]


def _is_of_property_before(value: Item, items: Sequence[Item]) -> bool:
    """Say whether the property of a value is named before it: "a ship via code '3'"."""
    if value.meaning is None:
        return False
    own = value.meaning.label, value.meaning.property
    return any(
        i.kind == "property" and i.score >= 0.9 and 0 <= value.start - i.end <= 1
        for i in items
        if i.element and (i.element.of, i.element.name) == own
    )


def _cue_items(
    question: str, words: Sequence[Word], protected: list[tuple[int, int]]
) -> Iterator[Item]:
    read = list(_said_once(question, cues(question, protected)))
    taken = [*protected, *((cue.start, cue.end) for cue in read)]
    for cue in [*read, *_quoted(question, taken)]:
        inside = [i for i, w in enumerate(words) if w.start < cue.end and cue.start < w.end]
        if inside:
            yield Item(inside[0], inside[-1] + 1, "cue", 1.0, cue=cue)


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
    agent = item.kind == "verb" and item.end - item.start == 1 and item.score >= _WHOLE_NAME
    return agent and is_agent(words[item.start].text.casefold())


def _is_done(item: Item, words: Sequence[Word]) -> bool:
    """Say whether a word is what was done by a property's or a type's own name."""
    own = item.kind in ("property", "verb") and item.end - item.start == 1
    return own and item.score >= 1.0 and is_past(words[item.start].text.casefold())


def _is_done_by(
    item: Item, items: Sequence[Item], words: Sequence[Word], schema: GraphSchema
) -> bool:
    """Say whether a part of a property's name is what was done: "ordered" is no `unitsOnOrder`.

    It may be the day on which it was.
    """
    if item.kind != "property" or item.score >= _WHOLE_NAME or item.end - item.start > 1:
        return False
    done = (i for i in items if i.kind == "verb" and i.start == item.start)
    day = item.element is not None and schema_of(schema, item.element).kind in TEMPORAL
    return not day and any(_is_done(i, words) for i in done)


def _only_tells_whose(item: Item, words: Sequence[Word], schema: GraphSchema) -> bool:
    """Say whether a plural is what a day or a key is of: customers are no `customerSince`."""
    element, word = item.element, words[item.end - 1]
    if item.kind != "property" or element is None or item.score >= _WHOLE_NAME:
        return False
    timely = schema_of(schema, element).kind in TEMPORAL or is_key(element.name)
    head = base(plain_words(element.name).split()[-1])
    return timely and item.end - item.start == 1 and is_plural(word) and word.stem != head


def _is_near(item: Item) -> bool:
    """Say whether a word only comes near in meaning to a label or a property."""
    near = item.kind in ("noun", "property") and item.score < 0.6
    return near and not item.ringed and not item.taught


def _is_surely_one(item: Item) -> bool:
    """Say whether the words of an item mean nothing else: no cue stands in "no signal"."""
    long = item.end - item.start > 1
    return item.score >= (0.7 if long and item.meaning else 0.9) and (long or item.kind == "value")


def _names_a_measure(item: Item, words: Sequence[Word], question: str) -> bool:
    """Say whether "average" is of a property's own name: "the highest average weight".

    So it is where it is compared, or each has one: "the average weights of birds".
    """
    if item.kind != "property" or item.end - item.start < 2 or item.score < _OWN_NAME:
        return False
    averaged = item.element and is_averaged(item.element.name)
    compared = any(cue.kind in ("superlative", "bound") for cue in cues(question, []))
    averages = words[item.start].text.casefold() in AVERAGES
    return bool(averaged and averages and (compared or is_plural(words[item.end - 1])))


def _counts_a_plural(item: Item, words: Sequence[Word]) -> bool:
    """Say whether a property is rather a count: "number of accounts", beside `acct_no`."""
    said = words[item.start].text.casefold()
    long = item.kind == "property" and item.end - item.start > 1
    return long and said == "number" and is_plural(words[item.end - 1])


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
    long = (i for i in items if i.kind == "property" and i.score >= _WHOLE_NAME)
    size = value.end - value.start
    return any(
        i.start <= value.start and value.end <= i.end and i.end - i.start > size for i in long
    )


def _is_guessed(item: Item) -> bool:
    return item.meaning is not None and item.score < 0.6


def _names_its_property(value: Item, items: Sequence[Item]) -> bool:
    """Say whether a word that is near to a value names its property: a language is not Python."""
    meaning = value.meaning
    assert meaning is not None
    own = meaning.label, meaning.property
    return any(
        i.kind == "property" and i.element and i.score >= 0.7 and i.start <= value.start < i.end
        for i in items
        if i.element and (i.element.of, i.element.name) == own
    )


def _quoted(question: str, protected: list[tuple[int, int]]) -> Iterator[Cue]:
    """Yield quoted texts that are no name or value of the graph: a text property may hold them."""
    for said in _QUOTED.finditer(question):
        start, end = said.span()
        if not any(start < b and a < end for a, b in protected):
            text = next(filter(None, said.groups()))
            yield Cue("text", start, end, "contains", text)


def _said_once(question: str, read: Sequence[Cue]) -> Iterator[Cue]:
    """Yield cues without the far end of an order: "from lowest to highest" says it twice."""
    last: Cue | None = None
    for cue in read:
        between = question[last.end : cue.start].casefold().strip() if last else ""
        ranks = cue.kind in _RANKING and last is not None and last.kind in _RANKING
        if not (ranks and between in ("to", "to the")):
            yield cue
        last = cue
