"""The schema in words: relationship types, labels and properties, each text once."""

from __future__ import annotations

from collections.abc import Sequence

from steiner.graph import Neighbourhood
from steiner.text import plain_words, stems


class Elements:
    """The texts of the schema that paths are made of, each once."""

    def __init__(self, around: Neighbourhood, properties: Sequence[str]) -> None:
        texts: dict[str, int] = {}

        def number(name: str) -> int:
            return texts.setdefault(plain_words(name), len(texts))

        self.types = [number(name) for name in around.type_names]
        self.labels = [tuple(number(name) for name in names) for names in around.label_names]
        self.properties = {name: number(name) for name in properties}
        self.named_alike = self._named_alike(tuple(texts))
        self.texts = tuple(texts)

    def _named_alike(self, texts: Sequence[str]) -> tuple[int, ...]:
        """Return the types that are called like a label: their words speak of the label first."""
        labels = {i for names in self.labels for i in names}
        stemmed = {frozenset(stems(texts[i].split())) for i in labels}
        return tuple(
            i for i in self.types if i not in labels and stems(texts[i].split()) in stemmed
        )
