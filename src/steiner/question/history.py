"""Follow-up questions: what "it", "the second one" or "and Portugal?" means after earlier turns.

A question is made to stand alone before it is retrieved, so that every system reads it as any
other. Names come from the graph: those that the earlier questions and answers are linked to.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from steiner.question.linking import link
from steiner.question.references import REFERENCES, GraphName, Recalled, Talk
from steiner.question.set_references import continued, joined, refers_from
from steiner.question.tokens import tokenised
from steiner.settings import DOUBT
from steiner.stores.protocol import GraphStore
from steiner.text import has_letters, normalise, plain_words, stem

Likely = Callable[[str], float]
_SURELY = 0.9
"""Probability from which on a set of one is handed on as a query, where its name would do."""
_REACH = 8
"""Turns that a reference may reach back."""
_LONGEST, _LONGEST_NAME = 4_000, 300
"""Characters of an earlier question or answer, and of a name, that are read."""
_MAY_REFER = re.compile(
    r"\b(it|its|he|his|him|she|hers?|they|them|theirs?|there|this|that|these|those|ones?|the)\b"
    r"|^(and|or|but|so|what about|how about|which|how many|list|name|show)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Turn:
    """An earlier question, as it was understood, and its answer.

    `names`: the entities that the answer gave, in their order, where they are known; else those
    that its text names.
    """

    question: str
    answer: str
    names: tuple[str, ...] = ()


class StandsAlone(NamedTuple):
    """The question as it is retrieved, and in words how it was read ("" where it stood alone)."""

    text: str
    reading: str = ""


def recent(history: Sequence[Turn]) -> list[Turn]:
    """Return the turns that a question may refer to, of each no more than is read."""
    return [
        Turn(
            turn.question[:_LONGEST],
            turn.answer[:_LONGEST],
            tuple(name[:_LONGEST_NAME] for name in turn.names),
        )
        for turn in history[-_REACH:]
    ]


def unlikely(_text: str) -> float:
    """Say of any text that it cannot be read so: of a retriever that computes nothing."""
    return 0.0


def standing_alone(
    question: str, history: Sequence[Turn], store: GraphStore, likely: Likely = unlikely
) -> StandsAlone:
    """Return the question with what it refers to put in, by rules and without a model.

    `likely`: how probable it is that a text is rightly read of which each sentence goes on with the
    set of the one before; where it is, the set is handed on so, not as names.

    After "Who supplies the shaft seal?" with the answer "Tavora", "And who manages it?" is
    "who manages Tavora?". A question that refers to nothing stays as it is.
    """
    if not history or not _MAY_REFER.search(question):
        return StandsAlone(question)
    if whole := going_on(question, history, store, likely):
        return whole
    turns = [_recalled(turn, store) for turn in history]
    talk = Talk(tuple(_names_in(question, store)), turns, _labels(store))
    for refer in REFERENCES:
        if (text := refer(question, talk)) and text != question:
            return StandsAlone(text, f"{question!r} is read as {text!r}")
    return StandsAlone(question)


def going_on(
    question: str, history: Sequence[Turn], store: GraphStore, likely: Likely
) -> StandsAlone | None:
    """Return the turn before with the question behind it; None where that is not about its set.

    `likely` as in `standing_alone`. A set of several is handed on in no other way; of one its name
    does where the text is doubtful.
    """
    if not history or continued(question, "Thing") is None:
        return None
    before = history[-1]
    place, whole = refers_from(question), joined(before.question, question)
    if any(name.is_name and name.end <= place for name in _names_in(question, store)):
        return None
    one = len(before.names or before.answer.splitlines()) == 1
    if likely(whole) < (_SURELY if one else DOUBT):
        return None
    return StandsAlone(whole, f"{question!r} is read as {whole!r}")


def _recalled(turn: Turn, store: GraphStore) -> Recalled:
    subjects = tuple(_names_in(turn.question, store))
    if not turn.names:
        answers = tuple(name for name in _names_in(turn.answer, store) if name.is_name)
        return Recalled(turn.question, subjects, answers)
    names = [name for name in turn.names if has_letters(name)]
    known = {normalise(name.text): name for name in _names_in(", ".join(names), store)}
    unknown = GraphName("", frozenset(), 0, 0)
    answers = tuple(known.get(normalise(n), unknown)._replace(text=n) for n in names)
    return Recalled(turn.question, subjects, answers)


def _names_in(text: str, store: GraphStore) -> Iterator[GraphName]:
    """Yield the names and values of the graph in a text, from left to right."""
    read = tokenised(text)
    links = {one.key: one for one in reversed(link(read, store, fuzzy=False).links)}
    spans = {span.key: span for span in reversed(read.spans) if span.key in links}
    for span in sorted(spans.values(), key=lambda span: span.start):
        hits = links[span.key].names or links[span.key].values
        labels = frozenset(stem(plain_words(label)) for hit in hits for label in hit.labels)
        start, end = read.tokens[span.start].start, read.tokens[span.end - 1].end
        yield GraphName(text[start:end], labels, start, end, bool(links[span.key].names))


def _labels(store: GraphStore) -> frozenset[str]:
    record = store.record()
    labels = (*record.names, *record.keys) if record else ()
    return frozenset(stem(plain_words(label)) for label in labels)
