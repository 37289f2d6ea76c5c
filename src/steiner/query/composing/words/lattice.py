"""What each span of a question may be: alternatives with scores, none chosen yet."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from steiner.algebra.schema.graph_schema import TEMPORAL, GraphSchema
from steiner.lexicon.common_words import PLACES
from steiner.query.composing.words.excluded_items import OWN_NAME, WHOLE_NAME, kept
from steiner.query.composing.words.other_words import likeness_to_a_person
from steiner.query.composing.words.schema_items import schema_items
from steiner.query.composing.words.value_items import value_items
from steiner.query.composing.words.word_items import Item, is_plural
from steiner.query.english.cues import Cue, cues
from steiner.query.english.light_words import ASKING, LIGHT_PHRASE
from steiner.query.english.spelled_out import spelled_out
from steiner.query.naming.computing_cues import AVERAGES, is_averaged
from steiner.query.naming.schema.schema_mentions import Alike
from steiner.query.naming.schema_words import (
    Element,
    Word,
    question_words,
    schema_of,
)
from steiner.stores.protocol import GraphStore
from steiner.text import plain_words

_DENIED = re.compile(r"n['’]t\W+$", re.IGNORECASE)
_ASKS_KIND = re.compile(r"\W*(when|where)\b", re.IGNORECASE)
_RANKING = ("superlative", "adjective")
_SAYS = 0.6
"""Least score of a word that says a label."""
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
        return self.named(places, "verb", WHOLE_NAME)

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

    def begun_at(self, place: int) -> Sequence[Item]:
        """Return the items that begin at a word, none behind the last."""
        return self.items[place] if place < len(self.items) else ()

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
    items = kept(items, words, question, schema)
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


def _cue_items(
    question: str, words: Sequence[Word], protected: list[tuple[int, int]]
) -> Iterator[Item]:
    read = list(_said_once(question, cues(question, protected)))
    taken = [*protected, *((cue.start, cue.end) for cue in read)]
    for cue in [*read, *_quoted(question, taken)]:
        inside = [i for i, w in enumerate(words) if w.start < cue.end and cue.start < w.end]
        if inside:
            yield Item(inside[0], inside[-1] + 1, "cue", 1.0, cue=cue)


def _is_surely_one(item: Item) -> bool:
    """Say whether the words of an item mean nothing else: no cue stands in "no signal"."""
    long = item.end - item.start > 1
    return item.score >= (0.7 if long and item.meaning else 0.9) and (long or item.kind == "value")


def _names_a_measure(item: Item, words: Sequence[Word], question: str) -> bool:
    """Say whether "average" is of a property's own name: "the highest average weight".

    So it is where it is compared, or each has one: "the average weights of birds".
    """
    if item.kind != "property" or item.end - item.start < 2 or item.score < OWN_NAME:
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
