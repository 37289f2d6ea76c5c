"""What English words refer to in an earlier turn: pronouns, "the second one", "and Portugal?".

Each rule takes the question and the talk so far, and returns the question with the reference put
in, or None where it does not apply. No rule knows a graph: names and labels come with the talk.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from steiner.lexicon.common_words import ROLES
from steiner.text import STOP_WORDS, stem, words

_SHOWN = 10
"""Names that one reference stands for, at most."""
_ORDINALS = {"first": 0, "second": 1, "third": 2, "fourth": 3, "fifth": 4, "last": -1}
_ORDINALS |= {"former": 0, "latter": -1}
_POSSESSIVE = {"its", "his", "their", "hers", "theirs"}
_ORDINAL = re.compile(
    rf"\bthe ({'|'.join(_ORDINALS)})(?: (one|of (?:them|these|those)|\w+))?(?=\W|$)", re.I
)
_THING = re.compile(
    r"\b(?:(?:this|that|these|those|the same) (?:ones?|person|people|company|thing|place)s?"
    r"|it|its|they|them|theirs?)\b",
    re.I,
)
_PERSON = re.compile(r"\b(?:he|she|him|his|hers?)\b", re.I)
_THERE = re.compile(
    r"(?<!\bis )(?<!\bare )(?<!\bwas )(?<!\bwere )\bthere\b(?! (?:is|are|was)\b)", re.I
)
_NOUN = re.compile(
    r"\b(the same|this|that|these|those|the) (\w+)\b"
    r"(?! (?:of|that|which|who|with|in|from|for|named|called)\b)",
    re.I,
)
_WHO = re.compile(r"(?:and )?(?:who|whom|whose)\b", re.I)
_ROLES = frozenset(map(stem, ROLES))
_AND = re.compile(r"^(?:and|or|but|so|what about|how about)\b[\s,]*", re.I)
_BEGINS = re.compile(
    r"^(?:who|whom|whose|which|what|where|when|why|how|is|are|was|were|do|does|did|has|have|can"
    r"|list|name|show|give|find|count)\b",
    re.I,
)
_BARE = re.compile(r"^(?:(?:for|in|of|from|by|with|at|about|to|the|a|an)\s+)+", re.I)
_WHICH = re.compile(
    r"^(?:(?:which|what|who)(?: ones?| of them| exactly| are (?:they|those|these))?"
    r"|(?:list|name|show)(?: me)?(?: them| these| those)?)\W*$",
    re.I,
)
_COUNT = re.compile(r"^how many(?: of them| are (?:there|they|those)| is that)?\W*$", re.I)
_LISTS = re.compile(r"^(?:which|what|who|list|name|show(?: me)?|find)\b(?: all)?(?: the)?", re.I)


class GraphName(NamedTuple):
    """A name (or a value) of the graph in a text, as the text has it from `start` to `end`."""

    text: str
    labels: frozenset[str]
    start: int
    end: int
    is_name: bool = True


class Recalled(NamedTuple):
    """An earlier turn: its question, the names in it, and the names that its answer gave."""

    question: str
    subjects: Sequence[GraphName]
    answers: Sequence[GraphName]


@dataclass(frozen=True, slots=True)
class Talk:
    """The names in the new question, the turns before it, and the stems of labels in words."""

    asked: Sequence[GraphName]
    turns: Sequence[Recalled]
    labels: frozenset[str]

    @property
    def last(self) -> Recalled:
        """The turn before."""
        return self.turns[-1]

    def named_before(self, position: int) -> bool:
        """Say whether the question itself has a name before the character `position`."""
        return any(name.is_name and name.end <= position for name in self.asked)


Reference = Callable[[str, Talk], str | None]


def listed(question: str, talk: Talk) -> str | None:
    """After "How many products ...?", "Which ones?" asks which; and the other way round."""
    bare = _AND.sub("", question)
    if _WHICH.match(bare) and re.search(r"\bhow many\b", talk.last.question, re.I):
        return re.sub(r"\bhow many\b", "which", talk.last.question, count=1, flags=re.I)
    if _COUNT.match(bare) and _LISTS.match(talk.last.question):
        return _LISTS.sub("How many", talk.last.question, count=1)
    return None


def other_name(question: str, talk: Talk) -> str | None:
    """After "Who supplies A?", "And B?" asks who supplies B; a label is exchanged for a label."""
    rest = _rest(question)
    if rest is None:
        return None
    content = [word for word in words(rest) if word not in STOP_WORDS]
    for name in talk.asked:
        if set(content) <= set(words(name.text)) and talk.last.subjects:
            return _exchanged(talk.last, name)
    if len(content) == 1 and stem(content[0]) in talk.labels:
        for match in re.finditer(r"\w+", talk.last.question):
            if stem(match[0].lower()) in talk.labels:
                return _put(talk.last.question, match.start(), match.end(), content[0])
    return None


def other_part(question: str, talk: Talk) -> str | None:
    """After "Who supplies A?" with the answer B, "And the manager?" asks for the manager of B."""
    rest = _rest(question)
    if rest is None or talk.asked or _THING.search(rest) or _PERSON.search(rest):
        return None
    meant = talk.last.answers or talk.last.subjects
    return f"What is the {rest.rstrip('?. ')} of {_joined(meant)}?" if meant else None


def ordinal(question: str, talk: Talk) -> str | None:
    """Put the answer in for "the second one" or "the second supplier"."""
    match = _ORDINAL.search(question)
    if match is None:
        return None
    noun = (match[2] or "").lower()
    ends = not noun and not question[match.end() :].strip(" ?.!")
    if not (ends or noun.startswith(("one", "of ")) or stem(noun) in talk.labels):
        return None
    place = _ORDINALS[match[1].lower()]
    for turn in reversed(talk.turns):
        if len(turn.answers) > max(place, 1 if place < 0 else place):
            text = _put(question, match.start(), match.end(), turn.answers[place].text)
            return _AND.sub("", text)
    return None


def same_kind(question: str, talk: Talk) -> str | None:
    """Put the last name of that label in for "that supplier", and for "the supplier"."""
    for match in _NOUN.finditer(question):
        if talk.named_before(len(question)) and match[1].lower() == "the":
            continue
        for turn in reversed(talk.turns):
            for names in (turn.answers, turn.subjects):
                alike = [n for n in names if stem(match[2].lower()) in n.labels]
                if alike:
                    return _AND.sub("", _put(question, match.start(), match.end(), _joined(alike)))
    return None


def pronoun(question: str, talk: Talk) -> str | None:
    """Put names in for "it", "they", "her" and "there"."""
    asked = question
    for pattern in (_THING, _PERSON, _THERE):
        for match in reversed(list(pattern.finditer(question))):
            meant = _meant(match[0].lower(), talk)
            if meant and not talk.named_before(match.start()):
                name = ("in " if pattern is _THERE else "") + _joined(meant)
                owner = "'s" if _owns(match, question) else ""
                question = _put(question, match.start(), match.end(), name + owner)
    return None if question == asked else _AND.sub("", question)


REFERENCES: tuple[Reference, ...] = (listed, other_name, ordinal, same_kind, pronoun, other_part)
"""The rules, in the order in which they are tried."""


def _meant(word: str, talk: Talk) -> Sequence[GraphName]:
    """Return whom or what a pronoun means: people that "who" was answered by are not an "it"."""
    turns = list(reversed(talk.turns))
    if _PERSON.fullmatch(word):
        people = [turn.answers for turn in turns if turn.answers and _WHO.match(turn.question)]
        if people:
            return people[0]
    for turn in turns:
        first, second = turn.answers, [name for name in turn.subjects if name.is_name]
        things = word in ("it", "its", "there")
        if things and _WHO.match(turn.question) and _are_people(first, second):
            first, second = second, list(first)
        if first or second:
            return first or second
    return ()


def _are_people(names: Sequence[GraphName], others: Sequence[GraphName]) -> bool:
    """Say whether names may be of people: a supplier is an "it", a doctor is none.

    Of what is called by one label with `others` it is not known.
    """
    own, further = (frozenset().union(*(n.labels for n in some)) for some in (names, others))
    labels = {label.split()[-1] for label in own if label}
    return not labels or bool(own & further) or not _ROLES.isdisjoint(labels)


def _owns(match: re.Match[str], question: str) -> bool:
    word = match[0].lower()
    # "her" owns where a noun follows.
    follows = bool(re.match(r"\s+\w", question[match.end() :]))
    return word in _POSSESSIVE or (word == "her" and follows)


def _rest(question: str) -> str | None:
    """Return what follows "and" or "what about" without a verb: "And in Spain?" gives "Spain?"."""
    begun = _AND.match(question)
    rest = question[begun.end() :] if begun else ""
    return _BARE.sub("", rest) if rest and not _BEGINS.match(rest) else None


def _exchanged(turn: Recalled, name: GraphName) -> str:
    """Return the turn's question with `name` for the name of the same kind, else for the last."""
    alike = [s for s in turn.subjects if s.labels & name.labels and s.is_name == name.is_name]
    old = (alike or list(turn.subjects))[-1]
    return _put(turn.question, old.start, old.end, name.text)


def _joined(names: Sequence[GraphName]) -> str:
    """Write names as a list: A, B and C."""
    texts = list(dict.fromkeys(name.text for name in names))[:_SHOWN]
    return " and ".join(filter(None, [", ".join(texts[:-1]), texts[-1]]))


def _put(text: str, start: int, end: int, new: str) -> str:
    return text[:start] + new + text[end:]
