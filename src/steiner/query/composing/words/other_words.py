"""Parts of the schema by other words for them: roles, converses, rings, keys, notes."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise

from steiner.algebra.schema.graph_schema import TEMPORAL, GraphSchema
from steiner.lexicon.common_words import PEOPLE, PERSONAL, ROLES, SHORT, measured
from steiner.lexicon.rings import RINGS
from steiner.lexicon.short_forms import is_short, shortens
from steiner.query.composing.words.word_items import KINDS, Item, spoken
from steiner.query.english.irregular_forms import is_past, singulars
from steiner.query.naming.schema.noted_words import synonyms
from steiner.query.naming.schema.schema_mentions import Alike
from steiner.query.naming.schema.word_rings import rings, sides
from steiner.query.naming.schema_words import (
    SMALL,
    Element,
    Word,
    base,
    elements,
    is_key,
    schema_of,
)
from steiner.text import plain_words

_BY_KEY = 0.7
"""How well the word of a key fits what it is the key of."""
_NAMING = {"name", "title", "full", "first", "last", "display", "short", "label", "text", "term"}
"""Words of a name property that tell nothing of what is named."""
_CALLED = frozenset({"name", "nm"})
"""Words of the property that holds what somebody is called."""
_SHORTEST_PART = 4
"""Letters of the shortest label that ends a compound: "policyholder"."""
_COMPOUND = 0.9
"""How well a compound fits the label that it ends in."""


def other_words(words: Sequence[Word], schema: GraphSchema, alike: Alike) -> Iterator[Item]:
    """Yield the parts of the schema that words stand for without naming them."""
    yield from _people(words, schema, alike)
    yield from _measuring(words, schema)
    yield from _graded(words, schema)
    yield from _converses(words, schema)
    yield from _ringed(words, schema)
    yield from _noted(words, schema)
    yield from _known_by(words, schema)
    yield from _compounded(words, schema)


def likeness_to_a_person(schema: GraphSchema, alike: Alike) -> dict[str, float]:
    """Return how surely the nodes of each label are persons, 0 to 1.

    By what its last word says they are, a doctor; by properties that persons have, two at least,
    or one where that word names who does something, an observer; else by how near the label is to
    a person in meaning.
    """
    labels = list(schema.labels)
    cosines = alike(["person"], [plain_words(label) for label in labels])[0] if labels else ()
    return {
        label: max(float(cosine), is_personal(schema, label))
        for label, cosine in zip(labels, cosines, strict=True)
    }


_TOLD_BY = 0.8
"""How surely properties that persons have tell persons."""
_WHO_DOES = re.compile(r"(?:er|or|ist|ian|ee|man)s?$")


def is_role(word: str) -> bool:
    """Say whether a word, in small letters, is what people are: manager, managers."""
    return word in ROLES or word.removesuffix("s") in ROLES


def is_personal(schema: GraphSchema, label: str) -> float:
    """Return how surely a label's words and properties tell that its nodes are persons, 0 to 1."""
    last = plain_words(label).split()[-1] if plain_words(label) else ""
    named = {*plain_words(schema.names.get(label, "")).split()} & _CALLED
    # Whole words: of an office nobody is an officer, of a review no reviewer.
    if is_role(last) or (named and _is_short_role(last)):
        return 1.0
    own = {word for name in schema.labels[label] for word in plain_words(name).split()}
    return _TOLD_BY * (len(own & PERSONAL) >= (1 if _WHO_DOES.search(last) else 2))


def _is_short_role(part: str) -> bool:
    """Say whether a label's last word is short for what people are: Empl, of employees.

    A word of its own is short for nothing: of a part, no participant.
    """
    if part in SHORT:
        return SHORT[part] in ROLES
    short = is_short(part) and part not in ringed_words()
    return short and any(shortens(part, role) for role in ROLES)


def _people(words: Sequence[Word], schema: GraphSchema, alike: Alike) -> Iterator[Item]:
    """Yield the labels that words for people may mean: the nearest to a person in meaning."""
    said = [i for i, w in enumerate(words) if w.text.casefold() in PEOPLE]
    if not said or not schema.labels:
        return
    like = likeness_to_a_person(schema, alike)
    near = sorted(like, key=lambda label: -like[label])[:3]
    for i in said:
        for label in near:
            if like[label] >= 0.3 and base(plain_words(label)) != words[i].stem:
                score = 0.75 * like[label] / like[near[0]]
                yield Item(i, i + 1, "noun", score, Element("label", label))


def _measuring(words: Sequence[Word], schema: GraphSchema) -> Iterator[Item]:
    """Yield the properties that a verb says to be much or little: "paid", a salary."""
    for i, word in enumerate(words):
        asked = measured(word.text)
        for element in elements(schema) if asked else ():
            own = plain_words(element.name).split() if element.kind == "property" else ()
            short = (part for part in own if is_short(part))
            if asked & {*own} or any(shortens(part, one) for part in short for one in asked):
                yield Item(i, i + 1, "property", 0.75, element)


_HAVING = frozenset({"have", "has", "had", "having"})
_BEFORE_VERBS = frozenset({"not", "ever", "never", "also", "already", "once", "both", "either"})
_GRADING = frozenset({"most", "least", "more", "less"})
_SAME_BEGINNING = 4
"""Letters that an adjective and the noun of what it grades begin with: risky, risk."""


def _graded(words: Sequence[Word], schema: GraphSchema) -> Iterator[Item]:
    """Yield the numbers that an adjective grades: of "most secretive" a `secrecy_score`."""
    for i, (before, word) in enumerate(pairwise(words), 1):
        if before.text.casefold() not in _GRADING:
            continue
        if singulars(word.text.casefold()):
            continue  # "The most units" grades nothing.
        beginning = word.text.casefold()[: max(_SAME_BEGINNING, len(word.text) - 4)]
        for element in _numbers(schema) if len(word.text) > _SAME_BEGINNING else ():
            if any(own.startswith(beginning) for own in plain_words(element.name).split()):
                yield Item(i, i + 1, "property", 0.75, element)


def _numbers(schema: GraphSchema) -> Iterator[Element]:
    properties = (e for e in elements(schema) if e.kind == "property")
    return (e for e in properties if schema_of(schema, e).kind == "number")


def _converses(words: Sequence[Word], schema: GraphSchema) -> Iterator[Item]:
    """Yield types that a word names from the other end."""
    types = [e for e in elements(schema) if e.kind == "type"]
    days = _days(schema) if words and words[0].text.casefold() == "when" else frozenset()
    for i, word in enumerate(words):
        for one, other in sides():
            if word.stem in one and word.stem not in days:  # "When was Ann hired" has no employer.
                for element in types:
                    own = {*map(base, plain_words(element.name).split())}
                    if own & other and word.stem not in own:
                        yield Item(i, i + 1, "verb", 0.75, element, converse=True)


@lru_cache(maxsize=8)
def _days(schema: GraphSchema) -> frozenset[str]:
    """Return the stems of the days that labels have and that are called by one word: hired."""
    own = ((e, stems) for e, stems in elements(schema).items() if e.kind == "property")
    single = ((e, stems[0]) for e, stems in own if len(stems) == 1 and not e.on_type)
    return frozenset(stem for e, stem in single if schema_of(schema, e).kind in TEMPORAL)


@lru_cache(maxsize=1)
def ringed_words() -> frozenset[str]:
    """Return the words that stand for others, as they are written."""
    return frozenset(word for ring in RINGS for word in ring.split())


def _ringed(words: Sequence[Word], schema: GraphSchema) -> Iterator[Item]:
    """Yield parts of the schema that are called by another word of a ring.

    Of a role no label that is none of a person: a manager is a trainer, and no training.
    """
    for i, word in enumerate(words):
        if _helps(words, i):
            continue
        others = _others(word.text.casefold(), word.stem) - {word.stem}
        role = is_role(word.text.casefold())
        for element, own in spoken(schema).items() if others else ():
            if role and element.kind == "label" and not is_personal(schema, element.name):
                continue
            if others & {*own} and word.stem not in own and word.text.casefold() not in SMALL:
                score = 0.7 if len(own) == 1 else 0.6
                yield Item(i, i + 1, KINDS[element.kind], score, element, ringed=True)


@lru_cache(maxsize=5_000)
def _others(said: str, stem: str) -> frozenset[str]:
    """Return the stems of what a word stands for: who buys something orders it, and is no buyer."""
    written = [ring for ring in RINGS if said in ring.split()]
    stems = (base(other) for ring in written for other in ring.split())
    return frozenset(stems) or rings().get(stem, frozenset())


def _helps(words: Sequence[Word], place: int) -> bool:
    """Say whether a word helps the verb behind it, and has nothing itself: "have ever played"."""
    if words[place].text.casefold() not in _HAVING:
        return False
    behind = (word.text.casefold() for word in words[place + 1 :])
    return is_past(next((word for word in behind if word not in _BEFORE_VERBS), ""))


def _known_by(words: Sequence[Word], schema: GraphSchema) -> Iterator[Item]:
    """Yield labels by what their keys and names call them: of a Crime, the cases of a `caseNo`."""
    for label, (own, stems, short) in _called_so(schema).items():
        for i, word in enumerate(words):
            said = word.text.casefold()
            if own != word.stem and (
                word.stem in stems or any(shortens(part, said) for part in short)
            ):
                yield Item(i, i + 1, "noun", _BY_KEY, Element("label", label))


@lru_cache(maxsize=8)
def _called_so(schema: GraphSchema) -> dict[str, tuple[str, frozenset[str], tuple[str, ...]]]:
    """Return of each label its own stem, stems its nodes are called by, and those cut short."""
    every = {label: (*_called(schema, label),) for label in schema.labels}
    return {
        label: (
            base(plain_words(label)),
            frozenset(map(base, called)),
            tuple(filter(is_short, called)),
        )
        for label, called in every.items()
        if called
    }


def _called(schema: GraphSchema, label: str) -> Iterator[str]:
    """Yield what a label's properties call its nodes: case, of `caseNo`; act, of `act_name`.

    And a customer, of `customerSince`.
    """
    for name in schema.labels[label]:
        parts = plain_words(name).split()
        if len(parts) == 2 and (is_key(parts[1]) or parts[1] == "since") and not is_key(parts[0]):
            yield parts[0]
    telling = [p for p in plain_words(schema.names.get(label, "")).split() if p not in _NAMING]
    if len(telling) == 1 and not is_key(telling[0]):
        yield telling[0]


def _compounded(words: Sequence[Word], schema: GraphSchema) -> Iterator[Item]:
    """Yield labels by a word made of two of the schema's: a Policy's Holder is a policyholder."""
    tails, known = _parts(schema)
    for i, word in enumerate(words):
        if word.stem in known:
            continue
        for tail, label in tails.items():
            head = word.stem.removesuffix(tail)
            if head != word.stem and base(head) in known:
                yield Item(i, i + 1, "noun", _COMPOUND, Element("label", label))


@lru_cache(maxsize=8)
def _parts(schema: GraphSchema) -> tuple[dict[str, str], frozenset[str]]:
    """Return the labels that a compound may end in, by their stems, and all stems of a schema."""
    stems = {base(plain_words(label)): label for label in schema.labels}
    tails = {stem: label for stem, label in stems.items() if len(stem) >= _SHORTEST_PART}
    return tails, frozenset(stem for own in spoken(schema).values() for stem in own)


def _noted(words: Sequence[Word], schema: GraphSchema) -> Iterator[Item]:
    """Yield parts of the schema by the synonyms that its notes have for them."""
    stems = [word.stem for word in words]
    for element, text in synonyms(schema):
        own = [base(part) for part in text.casefold().replace("…", " ").split()]
        if element.kind == "property" and not element.of:
            continue
        for first in range(len(stems) - len(own) + 1):
            if own and stems[first : first + len(own)] == own:
                yield Item(first, first + len(own), KINDS[element.kind], 1.0, element)
