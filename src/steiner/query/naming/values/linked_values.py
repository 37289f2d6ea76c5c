"""Names and values of the graph in a question, as they are stored."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

from steiner.columns import KeyHit
from steiner.graph import Node
from steiner.query.english.days import day
from steiner.query.english.irregular_forms import singulars
from steiner.query.naming.schema_words import SchemaMention, Word, is_key
from steiner.question.tokens import NameSpan, tokenised
from steiner.stores.protocol import GraphStore
from steiner.text import STOP_WORDS, normalise, plain_words

_HITS, _LOOKED_AT, _OF_A_KIND = 200, 50, 10
_AGAIN = 2
"""How often more hits are asked for: of two values that thousands have each is seen."""
_QUOTED = re.compile(r"\"([^\"]+)\"|(?<!\w)'([^']+)'(?!\w)|“([^”]+)”|‘([^’]+)’|`([^`]+)`")
_NUMBERED = re.compile(
    r"\b([^\W\d_]+)(?:\s+(?:(?:no|nr|number|num|id)\b[.:]?))?\s*#?$", re.IGNORECASE
)
"""A noun, and what may stand between it and its number."""
_AMOUNT = re.compile(r"\d+(?:[.,]\d+)+")
"""A number of several parts: "rated below 3.5" names nobody, however many are rated 3.5."""
JOINING = STOP_WORDS | {"nor", "per", "than"}
"""Words that join others: "neither A nor B" names no region NOR."""
_SIGNS = re.compile(r"[+#*]+(?!\w)")
_SURE = 0.8
"""Weight of a span that stands for a name by its form: quoted, several words, capitalised."""


@dataclass(frozen=True, slots=True)
class Meaning:
    """What a value may be: stored `values` of a property of a label; `is_name`: a node's name.

    `besides`: further properties and their values, of a name that several hold.
    """

    label: str
    property: str
    values: tuple[Any, ...]
    is_name: bool
    on_type: bool = False
    besides: tuple[tuple[str, tuple[Any, ...]], ...] = ()


@dataclass(frozen=True, slots=True)
class Value:
    """A span of the question that the graph has as a name or value; no meanings: only quoted."""

    start: int
    end: int
    text: str
    meanings: tuple[Meaning, ...]
    quoted: bool


def labels_said(mentioned: Sequence[SchemaMention], named: Sequence[Value]) -> set[str]:
    """Return the labels that a question says, and those of what it names."""
    said = {element.name for mention in mentioned for element in mention.of_kind("label")}
    return said | {meaning.label for value in named for meaning in value.meanings}


def values(
    question: str, store: GraphStore, sure_of: Set[str], names: Mapping[str, str]
) -> list[Value]:
    """Return the names and values in a question, the longest first come, no two overlapping.

    `sure_of` are words of the schema: a span of these in small letters is no value; `names` maps
    labels to the property that their nodes are called by.
    """
    asked = tokenised(question)
    hits = _hits([span.key for span in asked.spans], store)
    chosen: list[Value] = []
    nouns: list[tuple[int, int]] = []
    longest_first = sorted(asked.spans, key=lambda s: (s.start - s.end, -s.weight))
    spans = [s for s in longest_first if s.key in hits and _is_value(s, sure_of)]
    known = _hydrated([node for span in spans for node in _nodes(hits[span.key])], store)
    for span in spans:
        start, end = asked.tokens[span.start].start, asked.tokens[span.end - 1].end
        if not any(start < v.end and v.start < end for v in chosen) and (start, end) not in nouns:
            own = meanings(span.key, _nodes(hits[span.key]), known, names)
            own = _as_spelt(own, question[start:end] + _signs(question, end))
            if _is_number(span) and (noun := _NUMBERED.search(question[:start])):
                own, start = tuple(m for m in own if _is_called(noun[1], m)), noun.end(1) + 1
                nouns += [noun.span(1)] if own else []
            elif _is_number(span):
                own = ()
            elif _AMOUNT.fullmatch(span.text):
                own = tuple(m for m in own if isinstance(m.values[0], str))
            own = () if day(span.text) else own  # A day is compared, also one that is stored.
            if own:
                quoted = question[max(0, start - 1)] in "\"'“‘`"
                chosen.append(Value(start, end, question[start:end], own, quoted))
    for match in _QUOTED.finditer(question):
        start, end = match.start() + 1, match.end() - 1
        if not any(start < v.end and v.start < end for v in chosen):
            chosen.append(Value(start, end, question[start:end], (), True))
    return _side_by_side(question, sorted(chosen, key=lambda v: v.start), hits)


def _side_by_side(
    question: str, read: Sequence[Value], hits: Mapping[str, Sequence[KeyHit]]
) -> list[Value]:
    """Return values that stand side by side as one where one node has both.

    "Ann Fox" is one person of that first and that last name, not an Ann and a Fox.
    """
    whole: list[Value] = []
    for value in read:
        last = whole[-1] if whole and question[whole[-1].end : value.start] == " " else None
        if last and (both := _of_one_node(last, value, hits)):
            text = question[last.start : value.end]
            whole[-1] = Value(last.start, value.end, text, both, last.quoted)
        else:
            whole.append(value)
    return whole


def _of_one_node(
    first: Value, second: Value, hits: Mapping[str, Sequence[KeyHit]]
) -> tuple[Meaning, ...]:
    """Return what two values together stand for: nodes that have one and the other."""
    named = first.text.istitle() and second.text.istitle()
    return tuple(
        replace(m, is_name=m.is_name or named, besides=((other.property, other.values),))
        for m in first.meanings
        for other in second.meanings
        if m.label == other.label and m.property != other.property
        if _holders(first, m, hits) & _holders(second, other, hits)
    )


def _holders(
    value: Value, meaning: Meaning, hits: Mapping[str, Sequence[KeyHit]]
) -> frozenset[int]:
    """Return the nodes that hold a value in the sense of one of its meanings."""
    own = (hit for hit in hits.get(normalise(value.text), ()) if hit.relationship is None)
    own = (hit for hit in own if meaning.label in hit.labels and meaning.property in hit.properties)
    return frozenset(node for hit in own for node in hit.nodes)


def plural_values(
    words: Sequence[Word], store: GraphStore, names: Mapping[str, str]
) -> list[Value]:
    """Return plurals that are a value in the singular: "tablets" of 'tablet', "red foxes".

    Of those that overlap the longest is read, else the first.
    """
    spans = [span for size in (3, 2, 1) for span in _side_by_side_words(words, size)]
    keys = {key: span for span in spans for key in _in_the_singular(span)}
    hits = _hits(list(keys), store)
    known = _hydrated([node for key in hits for node in _nodes(hits[key])], store)
    read: list[Value] = []
    for key, span in keys.items():
        own = meanings(key, _nodes(hits.get(key, [])), known, names)
        start, end = span[0].start, span[-1].end
        if own and not any(start < v.end and v.start < end for v in read):
            read.append(Value(start, end, " ".join(w.text for w in span), own, False))
    return read


def _side_by_side_words(words: Sequence[Word], size: int) -> Iterator[Sequence[Word]]:
    """Yield so many words that stand one right behind the other."""
    for first in range(len(words) - size + 1):
        span = words[first : first + size]
        if all(b.start - a.end == 1 for a, b in pairwise(span)):
            yield span


def _in_the_singular(span: Sequence[Word]) -> Iterator[str]:
    """Yield keys of words whose last is a plural: "red foxes" is a red fox."""
    before = [w.text.casefold() for w in span[:-1]]
    for own in singulars(span[-1].text):
        yield " ".join([*before, own])


def _is_value(span: NameSpan, schema_words: Set[str]) -> bool:
    if _is_number(span):
        return True
    small = span.text == span.text.casefold()
    if small and span.weight <= 1.0 and span.key in JOINING:
        return False
    if span.weight >= _SURE and not (small and span.weight < 1.0):
        return True
    return span.key not in JOINING and not all(
        not schema_words.isdisjoint((word, *singulars(word))) for word in span.key.split()
    )


def _signs(question: str, end: int) -> str:
    """Return the signs right behind a word that a name may end in: the ++ of "C++"."""
    behind = _SIGNS.match(question, end)
    return behind.group() if behind else ""


def _as_spelt(own: tuple[Meaning, ...], said: str) -> tuple[Meaning, ...]:
    """Return meanings with the values that are spelt as said, where there are such: C, not C++."""
    exact = [(m, tuple(v for v in m.values if str(v).casefold() == said.casefold())) for m in own]
    kept = tuple(replace(m, values=values) for m, values in exact if values)
    return kept if any(len(m.values) > 1 for m in own) and kept else own


def _is_number(span: NameSpan) -> bool:
    """Say whether a span is a number that no quotation marks make a name."""
    return span.key.isdigit() and span.weight <= 1.0


def _is_called(noun: str, meaning: Meaning) -> bool:
    """Say whether a number is what the noun right before it is known by: "order 10248".

    Or what the noun names of it, the badgeNo of "badge 4711".
    """
    label = plain_words(meaning.label).split()[-1:]
    own = plain_words(meaning.property).split()
    if len(own) == 2 and is_key(own[1]) and not is_key(own[0]) and noun.casefold() == own[0]:
        return True
    alike = noun.casefold() in [*label, *(one for word in label for one in singulars(word))]
    # `primaryid`, too: a word of its own or not, it is no amount that a case is called by.
    known = is_key(meaning.property) or meaning.property.casefold().endswith("id")
    return alike and (meaning.is_name or known)


def _hits(keys: Sequence[str], store: GraphStore) -> dict[str, list[KeyHit]]:
    """Return by key what has it, of each some at least.

    What stands on thousands of nodes may leave no room for the rest, which is asked for again.
    """
    hits = store.search_keys(keys, _HITS)
    known = _by_key(hits)
    for _ in range(_AGAIN):
        rest = [key for key in keys if key not in known]
        if len(hits) < _HITS or not rest:
            break
        hits = store.search_keys(rest, _HITS)
        known |= _by_key(hits)
    return known


def _by_key(hits: Sequence[KeyHit]) -> dict[str, list[KeyHit]]:
    grouped: dict[str, list[KeyHit]] = defaultdict(list)
    for hit in hits:
        for key in dict.fromkeys(hit.keys):
            grouped[key].append(hit)
    return grouped


def _nodes(hits: Sequence[KeyHit]) -> list[int]:
    """Return the nodes that are looked at to see what a key stands for, some of every kind.

    Thousands may hold "aspirin" as an allergy, and one be called so.
    """
    kinds: dict[tuple[tuple[str, ...], tuple[str, ...]], list[int]] = defaultdict(list)
    for hit in hits:
        if hit.relationship is None:
            kinds[hit.labels, hit.properties].append(hit.nodes[0])
    chosen = [node for nodes in kinds.values() for node in nodes[:_OF_A_KIND]]
    return chosen[:_LOOKED_AT]


def _hydrated(nodes: Sequence[int], store: GraphStore) -> dict[int, Node]:
    """Return the nodes of all spans by id, in one look at the store."""
    wanted = list(dict.fromkeys(nodes))
    return {node.id: node for node in store.hydrate(wanted, []).nodes} if wanted else {}


def meanings(
    key: str, nodes: Sequence[int], known: Mapping[int, Node], names: Mapping[str, str]
) -> tuple[Meaning, ...]:
    """Return what a key stands for: each label and property once, with the values as stored."""
    grouped: dict[tuple[str, str], list[Any]] = defaultdict(list)
    for node in filter(None, map(known.get, nodes)):
        matched = [name for name, value in node.properties.items() if _has(value, key)]
        for label in node.labels:
            for name in matched:
                grouped[label, name].append(_stored(node.properties[name], key))
    return tuple(
        Meaning(label, name, tuple(dict.fromkeys(v for v in kept)), names.get(label) == name)
        for (label, name), kept in grouped.items()
    )


def _has(value: Any, key: str) -> bool:
    return any(normalise(str(v)) == key for v in (value if isinstance(value, list) else [value]))


def _stored(value: Any, key: str) -> Any:
    if isinstance(value, list):
        return next(v for v in value if normalise(str(v)) == key)
    return value
