"""Words to say a schema in: those of the encoder's own vocabulary, near to a text of the schema."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from steiner.columns import Vector
from steiner.embed import Embedder, Matrix, text_vectors
from steiner.index.everyday import WORDS
from steiner.text import STOP_WORDS
from steiner.train.data.synthetic.verbs import agent_verb, plural, singular

_WORD = re.compile(r"[^\W\d_]{3,}")
_NEAR = 12
"""Words of a text at most."""
_LEAST = 0.4
"""Of the way from the likeness of unrelated words to the text's nearest word: what is less near
than that is not said of it."""


_CLEAR = 0.08
"""How much nearer a word is to its text than to any other: "screenwriter" is near to two."""
_AROUND = 60
_PERSONS = ("person", "people", "man", "woman", "who", "someone")
_THINGS = ("thing", "object", "item", "place", "document", "what")


class NearWord(NamedTuple):
    """A word near to a text of the schema, and how near: 1 is the nearest there is."""

    word: str
    near: float


class Lexicon:
    """The words that an encoder knows, and which of them say what of a schema.

    `near` maps each text of the schema to words that are nearer to it than to any other text of it:
    "directed by" has "director", "directing", "filmmaker" where "written by" stands beside it.
    `around` are nouns that are near to all of it and to no text most: "film", "cinema".
    """

    def __init__(self, embedder: Embedder, texts: Sequence[str]) -> None:
        self._words = [word for word in _vocabulary(embedder) if _WORD.fullmatch(word)]
        self._known, self._embedder = frozenset(self._words), embedder
        self.near, self.around = self._near(embedder, list(dict.fromkeys(texts)))

    def knows(self, word: str) -> bool:
        """Say whether this is a word."""
        return word in self._known

    def is_person(self, text: str) -> bool:
        """Say whether a text names persons: nearer to them than to things, for an everyday word."""
        usual = self._personal(WORDS)
        return bool(self._personal([text])[0] > usual.mean() + usual.std())

    def _personal(self, texts: Sequence[str]) -> Vector:
        vectors = text_vectors(self._embedder).vectors(texts)
        persons, things = (text_vectors(self._embedder).vectors(w) for w in (_PERSONS, _THINGS))
        return np.asarray((vectors @ persons.T).mean(axis=1) - (vectors @ things.T).mean(axis=1))

    def _near(
        self, embedder: Embedder, texts: list[str]
    ) -> tuple[dict[str, list[NearWord]], list[str]]:
        words = [word for word in self._words if word not in STOP_WORDS]
        vectors, schema = embedder.embed(words), text_vectors(embedder).vectors(texts)
        # What a word is like to everything says nothing of the text.
        likeness = vectors @ schema.T - (vectors @ vectors.mean(axis=0))[:, None]
        nearest, clear = likeness.argmax(axis=1), _margin(likeness) > _CLEAR
        near = {}
        for column, text in enumerate(texts):
            own = np.flatnonzero((nearest == column) & clear)
            own = own[np.argsort(-likeness[own, column], kind="stable")][:_NEAR]
            best = likeness[own[0], column] if len(own) else 1.0
            shares = [(words[i], float(likeness[i, column] / best)) for i in own]
            near[text] = [NearWord(word, x) for word, x in shares if x > _LEAST]
        order = np.argsort(-likeness.mean(axis=1), kind="stable")[:_AROUND].tolist()
        taken = {singular(wording.word, self.knows) for row in near.values() for wording in row}
        nouns = dict.fromkeys(singular(words[i], self.knows) for i in order)
        return near, [noun for noun in nouns if self._is_noun(noun) and noun not in taken]

    def _is_noun(self, word: str) -> bool:
        agent = agent_verb(word, self.knows) is not None
        return not agent and self.knows(plural(word, self.knows))


def _margin(likeness: Matrix) -> Vector:
    """Return float32[n], how much nearer each row's nearest column is than the next."""
    if likeness.shape[1] < 2:
        return np.full(len(likeness), np.inf, dtype=np.float32)
    last = np.sort(likeness, axis=1)[:, -2:]
    return last[:, 1] - last[:, 0]


def _vocabulary(embedder: Embedder) -> Sequence[str]:
    """Return the encoder's words; everyday ones for an encoder that does not tell its own."""
    words = getattr(embedder, "vocabulary", None)
    return WORDS if words is None else words()
