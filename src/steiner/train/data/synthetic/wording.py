"""Puts a sampled relation path into words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from random import Random

from steiner.embed import Embedder
from steiner.text import plain_words
from steiner.train.data.synthetic.lexicon import Lexicon
from steiner.train.data.synthetic.phrases import Grammar, Phrase, StepWords
from steiner.train.data.synthetic.relation_words import Said, property_reading, readings
from steiner.train.data.synthetic.typed_graph import Hop, SampledPath
from steiner.train.data.synthetic.verbs import singular, verb_of

_KINDS = "thing item one entry object work case entity record title".split()  # noqa: SIM905
"""What a node without a telling label may be called."""
_MOMENT = re.compile(r"[12]\d{3}(-\d\d.*)?")
_BY_NEAR = 0.4
"""Of the words for a type or label, what is said by a near word in place of its own."""
_SHARED = 0.6
"""Of the steps there and back, what is said as "the same"."""
_LABELLED = 0.4
"""Of the names, what stands behind its label: "the order 10248"."""
_UNSAID = 0.3
"""Of the values, what stands without its property: "suppliers from Oslo"."""
_PLACING = ("in", "from", "of", "at", "with")
_COUNTED = 0.8
"""Of the nouns, what is a plural just where the path has several ends."""


class Wording:
    """Words of a graph's relationship types and labels, and questions made of them."""

    def __init__(
        self,
        embedder: Embedder,
        types: Iterable[str],
        labels: Iterable[str],
        properties: Iterable[str] = (),
    ) -> None:
        self._types = {type: plain_words(type) for type in types}
        self._labels = {label: plain_words(label) for label in labels}
        self._properties = {name: plain_words(name) for name in properties}
        every = (self._types, self._labels, self._properties)
        self._lexicon = Lexicon(embedder, [text for part in every for text in part.values()])
        texts = list(dict.fromkeys(self._types.values()))
        self._readings = {text: readings(text, self._lexicon) for text in texts}
        named = {text: [said.noun for said in self._readings[text]] for text in texts}
        named |= {text: [text] for text in self._labels.values()}
        persons = self._lexicon.is_person
        self._persons = {text for text, nouns in named.items() if any(map(persons, nouns))}

    def question(self, path: SampledPath, draw: Random) -> str:
        """Return a question that means the path."""
        grammar, words = Grammar(draw, self._lexicon.knows), self._steps(path, draw)
        begun, at = self._start(path, draw), 0
        shared = [len(words) > i + 1 and _returns(words[i : i + 2]) for i in range(len(words))]
        while at < len(words) - 1:
            both = shared[at] and draw.random() < _SHARED
            phrase = (
                grammar.shared(words[at], words[at + 1], begun)
                if both
                else grammar.phrase(words[at], begun)
            )
            if both and at + 2 == len(words):
                return _finished(grammar.asked(phrase, words[-1]), draw)
            begun, at = phrase, at + 1 + both
        return _finished(grammar.question(words[-1], begun), draw)

    def _start(self, path: SampledPath, draw: Random) -> Phrase:
        if path.steps and not path.property and draw.random() < _LABELLED:
            return Phrase(f"{draw.choice(['the ', ''])}{self._start_kind(path, draw)} {path.name}")
        return Phrase(path.name, named=True)

    def _start_kind(self, path: SampledPath, draw: Random) -> str:
        """Return what the start may be called: by its label, or by what a type calls such nodes."""
        said = self._said(self._types[path.steps[0].type], draw)
        role = said.noun * (said.of_tail != path.steps[0].forward)
        return role if role and not path.label else self._kind(path.label, draw)

    def _steps(self, path: SampledPath, draw: Random) -> list[StepWords]:
        """Return the words of each step; a value to begin with, a property asked for are too."""
        every = zip(path.steps, path.counts[1:], strict=True)
        words = [self._words(hop, count > 1, draw) for hop, count in every]
        if path.property:
            said = property_reading(self._properties[path.property], self._lexicon, False)
            if draw.random() < _UNSAID:
                said = Said(after=draw.choice(_PLACING))
            person = self._labels.get(path.label) in self._persons
            kind = self._kind(path.label, draw)
            words.insert(0, StepWords(said, False, kind, path.counts[0] > 1, person))
        if path.asked:
            said = property_reading(self._properties[path.asked], self._lexicon, True)
            words.append(StepWords(said, True, said.noun, len(path.answers) > 1, False))
        if all(map(_MOMENT.fullmatch, path.answers)):
            last = self._properties[path.asked] if path.asked else self._types[path.steps[-1].type]
            words[-1] = words[-1]._replace(moment=self._moment(last, draw))
        return words

    def _words(self, hop: Hop, many: bool, draw: Random) -> StepWords:
        said = self._said(self._types[hop.type], draw)
        kind, role = self._kind(hop.label, draw), said.noun * (said.of_tail == hop.forward)
        if role and not hop.label:
            kind = draw.choice([role, kind])
        person = self._is_person(hop, role)
        counted = many == (draw.random() < _COUNTED)
        return StepWords(said, hop.forward, kind, counted, person, text=hop.type)

    def _is_person(self, hop: Hop, role: str) -> bool:
        """Say whether "who" asks for the ends: by their label, else by what the type calls them."""
        text = self._labels.get(hop.label) or (self._types[hop.type] if role else "")
        return text in self._persons

    def _said(self, text: str, draw: Random) -> Said:
        said, word = draw.choice(self._readings[text]), self._near(text, draw)
        if said.verb:
            verb = verb_of(word, self._lexicon.knows)
            return said._replace(verb=verb) if verb else said
        return (
            said._replace(noun=singular(word, self._lexicon.knows)) if said.noun and word else said
        )

    def _kind(self, label: str, draw: Random) -> str:
        text = self._labels.get(label, "")
        if text:
            return singular(self._near(text, draw) or text, self._lexicon.knows)
        return draw.choice(draw.choice([_KINDS, self._lexicon.around or _KINDS]))

    def _near(self, text: str, draw: Random) -> str:
        """Return a word near to a text of the schema, "" to keep to its own words."""
        near = self._lexicon.near[text]
        if not near or draw.random() > _BY_NEAR:
            return ""
        return draw.choices([word for word, _ in near], [likeness for _, likeness in near])[0]

    def _moment(self, text: str, draw: Random) -> str:
        """Return what happened then: a participle near to the text, "" where there is none."""
        near = [text, *(word for word, _ in self._lexicon.near[text])]
        verbs = [verb for word in near if (verb := verb_of(word, self._lexicon.knows))]
        return draw.choice(verbs).participle if verbs else ""


def _returns(steps: Sequence[StepWords]) -> bool:
    first, second = steps
    return first.text == second.text and first.forward != second.forward


def _finished(text: str, draw: Random) -> str:
    text = " ".join(text.split())
    if draw.random() < 0.5:
        text = text[:1].upper() + text[1:]
    return text + "?" * (draw.random() < 0.5)
