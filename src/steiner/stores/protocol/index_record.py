"""The bookkeeping of an index, and the state of the indexes that the server has."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from typing import TypeAlias

from steiner.algebra.schema.graph_schema import GraphSchema
from steiner.algebra.schema.learnt_words import LearntWords
from steiner.algebra.schema.schema_notes import Notes
from steiner.columns import KeyHit, Vector
from steiner.settings import IndexSettings
from steiner.stores.shown import Shown, shown_properties
from steiner.text import normalise

Mark: TypeAlias = "float | date"
"""A number, a day or a moment, by which a graph says when a node was changed."""


@dataclass(frozen=True, slots=True)
class Watermark:
    """How far the graph has been read by a `property` in which it keeps when nodes were changed.

    `highest`: its highest value then; `profile`: a hash of how nodes were read.
    """

    property: str
    highest: Mark
    profile: str


@dataclass(frozen=True, slots=True)
class Calibration:
    """What was measured of an encoder on everyday words (steiner.index.word_space).

    `everyday` float32[d]: their mean vector; `spread`: of the cosines of unrelated ones.
    """

    everyday: Vector
    spread: float


@dataclass(frozen=True, slots=True)
class IndexRecord:
    """The bookkeeping of an index. `settings` is JSON.

    `state` is "building", "ready", or "refreshing": complete, and being brought up to date.

    `probe` float32[d] is the embedding of a fixed text: it tells one model from another.
    `names`, `keys`, `aliases` map labels to the name property, the user's key property and the
    properties of other names (none in an index made before they were kept). `calibration`
    is None in an index made before it was kept: what needs it measures it. `walks` is the JSON of
    the walks' settings, empty without walks, `triples` that of the triples', `triples_begun` that
    of triples whose indexing was begun and has not ended. `notes` is the JSON of the notes on
    the schema, empty without any, `learnt` that of what questions have taught of reading.
    `fingerprint` tells the model's weights, empty where it is not known. `codes` maps labels and
    types to their properties that are looked up and not embedded, with the form of the values.
    `watermark` is None where no complete run went by a property of the graph's own.
    """

    model: str
    dimensions: int
    version: int
    state: str
    settings: str
    probe: Vector
    names: Mapping[str, str] = field(default_factory=dict)
    keys: Mapping[str, str] = field(default_factory=dict)
    nodes: int = 0
    relationships: int = 0
    relations: int = 0
    updated: str = ""
    calibration: Calibration | None = None
    aliases: Mapping[str, Sequence[str]] = field(default_factory=dict)
    walks: str = ""
    triples: str = ""
    triples_begun: str = ""
    notes: str = ""
    fingerprint: str = ""
    learnt: str = ""
    codes: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    watermark: Watermark | None = None

    @property
    def mark(self) -> str:
        """What the hash of each entry begins with that this record's model has made."""
        made_by = self.fingerprint or self.model
        return hashlib.sha256(made_by.encode()).hexdigest()[:12]

    def noted(self) -> Notes:
        """Return the notes on the graph's schema."""
        return Notes.from_json(self.notes)

    def taught(self) -> LearntWords:
        """Return what questions over the graph have taught of reading."""
        return LearntWords.from_json(self.learnt)

    def described(self, schema: GraphSchema) -> GraphSchema:
        """Return a graph's schema with the notes on it, and with what questions have taught."""
        return replace(schema.with_notes(self.noted()), learnt=self.taught())

    def shown(self) -> Shown:
        """Return which properties questions may see."""
        return shown_properties(IndexSettings.from_json(self.settings), self.names)

    @property
    def used_index(self) -> str:
        """The user's vector index that is searched beside steiner's; empty for none."""
        return IndexSettings.from_json(self.settings).use_index

    @property
    def is_beside(self) -> bool:
        """Whether what is indexed is kept beside the graph, not on its nodes."""
        return IndexSettings.from_json(self.settings).store == "beside"

    def identifies(self, hit: KeyHit, key: str) -> bool:
        """Say whether a node is called by `key`, or has it in a name, alias or key property."""
        if hit.relationship is not None:
            return False
        matched = {p for own, p in zip(hit.keys, hit.properties, strict=True) if own == key}
        identifying = {
            name
            for label in hit.labels
            for name in (self.names.get(label), self.keys.get(label), *self.aliases.get(label, ()))
        }
        return normalise(hit.name) == key or not matched.isdisjoint(identifying)


@dataclass(frozen=True, slots=True)
class IndexState:
    """An index of the database: `state` as the server names it, `percent` populated."""

    name: str
    state: str
    percent: float


@dataclass(frozen=True, slots=True)
class VectorIndex:
    """A vector index over nodes that somebody else has made, as the server describes it.

    `labels` and `property` say what it holds; `dimensions` of its vectors (None: any); `similarity`
    is "cosine" or "euclidean"; `state` as the server names it, `percent` populated.
    """

    name: str
    labels: tuple[str, ...]
    property: str
    dimensions: int | None
    similarity: str
    state: str
    percent: float
