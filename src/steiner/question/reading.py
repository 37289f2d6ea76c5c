"""Reading a question: everything that is known of it before its neighbourhood is expanded."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from steiner.calls.background import begun
from steiner.columns import Hits, KeyHit, RelationHits, Vector
from steiner.errors import InvalidInput
from steiner.evidence import Seed
from steiner.question.conditions import comparisons
from steiner.question.connected import connected_entities
from steiner.question.linking import Correction, Link, keys_of, link
from steiner.question.phrasing import phrases
from steiner.question.seeds import (
    Entity,
    RankFusion,
    add_entities,
    add_links,
    add_searched,
    compared_entities,
    given_entities,
    linked_entities,
)
from steiner.question.tokens import TokenisedText, tokenised
from steiner.settings import RetrieverSettings
from steiner.stores.protocol import GraphStore, Sought
from steiner.text import plain_words, visible

_LONGEST_QUESTION = 4_000
"""Characters. An encoder reads a few hundred words, and each span of words is looked up."""
_NEAREST, _SIMILAR = 20, 20
"""Hits of the vector and of the full-text index that become candidates for seeds."""
_SCORED = 30
"""Nodes that the vector index scores: their cosine decides among what is equally relevant."""
_WITH_PROPERTIES = 20
"""Named nodes whose properties a question may ask for, at most."""
NO_HITS = Hits(np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.float32))
NO_RELATIONS = RelationHits({}, NO_HITS)
_MASKED = 0.5
"""A single word in lower case may be a value and still mean the schema: it stays."""
Embedded = Callable[[Sequence[str]], Vector]
"""Returns the vector float32[d] of the question, and makes those of the texts that it is given
known: all in one call of the encoder, where it reads questions as it reads texts."""
Ahead = Callable[[Sequence[Entity], GraphStore], object]
"""Begins what can be looked up of linked names and values before the question is embedded."""


@dataclass(frozen=True, slots=True)
class LookedUp:
    """What the names, comparisons and content words of a question meet in the graph."""

    given: Sequence[str] = ()
    known: Sequence[Entity] = ()
    compared: Sequence[Entity] = ()
    links: Sequence[Link] = ()
    words: Sequence[str] = ()
    worded: Sequence[KeyHit] = ()

    def fused(self, question: Question, settings: RetrieverSettings) -> Question:
        """Return the question with its seeds: of what was looked up, and of what is nearest."""
        fusion, most = RankFusion(), settings.seeds.shared
        nearest, stems = question.nearest, question.tokenised.stems
        add_entities(fusion, self.given, self.known, self.compared, most)
        linked = add_links(fusion, self.links, stems, nearest, most)
        ids = nearest.ids[:_NEAREST].tolist()
        add_searched(fusion, self.words, self.worded, ids)
        return replace(question, seeds=fusion.best(settings.seeds.seeds), linked=linked)


@dataclass(frozen=True, slots=True, eq=False)
class Question:
    """A question, read: `asked` as it came, `tokenised` with names as the graph spells them.

    `vector` float32[d]; `entities` are the linked names and values, surest first; `seeds` best
    first; `linked` weighs linked relationships; `nearest` are the nodes and `relations` the
    relationship texts near to the question, where the vector index was `searched`; `properties`
    maps the nodes that it names (store ids) to the properties that it may ask for; `connected` is
    what it names, where it asks how that is connected and nothing else; `synonyms` are those that
    the schema's notes have for a label or type, by its name in plain words.
    """

    asked: str
    tokenised: TokenisedText
    vector: Vector
    entities: tuple[Entity, ...] = ()
    seeds: tuple[Seed, ...] = ()
    linked: Mapping[int, float] = field(default_factory=dict)
    nearest: Hits = NO_HITS
    relations: RelationHits = NO_RELATIONS
    properties: Mapping[int, Sequence[str]] = field(default_factory=dict)
    corrections: tuple[Correction, ...] = ()
    looked_up: LookedUp = field(default_factory=LookedUp)
    searched: bool = True
    connected: Sequence[Entity] = ()
    synonyms: Mapping[str, Sequence[str]] = field(default_factory=dict)

    @property
    def is_sure_of_some(self) -> bool:
        """Whether the question surely means some nodes, from which paths may start."""
        return any(entity.is_sure() for entity in self.entities)

    @property
    def sure_seeds(self) -> tuple[Seed, ...]:
        """The seeds among the nodes that the question surely means, best first."""
        sure = {node for entity in self.entities if entity.is_sure() for node in entity.nodes}
        return tuple(seed for seed in self.seeds if seed.node in sure)

    @property
    def names_a_node(self) -> bool:
        """Whether the question surely names a node, not only something that nodes meet."""
        return any(entity.named and entity.is_sure() for entity in self.entities)


def check_question(question: str) -> str:
    """Return what one sees of the question, stripped.

    Raises InvalidInput if it is empty, too long or no text.
    """
    question = visible(question).strip()
    if not question:
        raise InvalidInput("The question is empty. Ask something about the graph in plain words.")
    if len(question) > _LONGEST_QUESTION:
        raise InvalidInput(
            f"The question has {len(question):,} characters, at most {_LONGEST_QUESTION:,} are "
            f"accepted. Shorten it."
        )
    try:
        question.encode()
    except UnicodeEncodeError as error:
        raise InvalidInput(
            f"Character {error.start + 1} of the question is no valid Unicode (half a surrogate "
            f"pair). Check the encoding of what you read the question from."
        ) from error
    return question


def read(
    question: str,
    embedded: Embedded,
    store: GraphStore,
    given: Sequence[str],
    settings: RetrieverSettings,
) -> Question:
    """Link names, values and comparisons, and search by words and by vector.

    `given` are names or keys of nodes that the caller knows. Raises InvalidInput if one is not in
    the graph.
    """
    return searched(read_names(question, embedded, store, given, settings), store, settings)


def read_names(
    question: str,
    embedded: Embedded,
    store: GraphStore,
    given: Sequence[str],
    settings: RetrieverSettings,
    ahead: Ahead | None = None,
) -> Question:
    """Read all of a question but what its vector resembles, which `searched` adds.

    Names, values and words are looked up before anything is embedded: question and phrases, which
    stand beside the names, are then one call of the encoder. What is done `ahead` is begun before
    it, unless the question compares: a bound is linked like any value. Raises as `read`.
    """
    asked = tokenised(question)
    known = given_entities(given, store, settings.seeds.shared)
    linked = link(asked, store, settings.seeds.fuzzy)
    # Of all that is linked, before it is known what is no more than a bound.
    entities = (*known, *linked_entities(linked.links))
    comparing = comparisons(question, store.properties())
    if ahead and not comparing:
        ahead(entities, store)
    properties = begun(_properties, _named(entities), store)
    words = linked.tokenised.words
    vector = embedded(phrases(words, masked_names(entities)).texts)
    compared = compared_entities(comparing, vector, store)
    looked_up = LookedUp(given, known, compared, linked.links, asked.content_words())
    entities = (*known, *compared, *_unbound(linked.links, compared))
    met = properties.result()
    met |= _properties([n for n in _named(entities) if n not in met], store)
    return looked_up.fused(
        Question(
            asked=question,
            tokenised=linked.tokenised,
            vector=vector,
            entities=entities,
            relations=store.search_relations(vector, 0),
            properties={n: met[n] for n in _named(entities) if n in met},
            corrections=linked.corrections,
            looked_up=looked_up,
            searched=False,
            connected=connected_entities(linked.tokenised, entities),
            synonyms=_synonyms(store),
        ),
        settings,
    )


def searched(question: Question, store: GraphStore, settings: RetrieverSettings) -> Question:
    """Add what a question resembles, by words and by vector: nodes, texts of relationships."""
    worded = begun(similar, question.looked_up.words, store)
    scored = begun(store.search_relations, question.vector, settings.prizes.relations)
    nearest = store.search_nodes(question.vector, max(_SCORED, settings.prizes.nodes))
    near = replace(question, nearest=nearest, relations=scored.result(), searched=True)
    return replace(question.looked_up, worded=worded.result()).fused(near, settings)


def sought(question: str) -> Sought:
    """Return what `read_names` looks up first: all spans that may be names."""
    return Sought(*keys_of(tokenised(question).spans))


def similar(words: Sequence[str], store: GraphStore) -> Sequence[KeyHit]:
    """Return what full-text search has for the content words of a question."""
    return store.search_text(" ".join(words), _SIMILAR) if words else ()


def masked_names(entities: Sequence[Entity]) -> list[str]:
    """Return the names in a question that mention no relation."""
    return [entity.key for entity in entities if entity.weight >= _MASKED]


def _synonyms(store: GraphStore) -> dict[str, Sequence[str]]:
    record = store.record()
    noted = record.noted().synonyms() if record and record.notes else ()
    return {plain_words(name): own for name, own in noted}


def _unbound(links: Sequence[Link], compared: Sequence[Entity]) -> list[Entity]:
    """Return what is linked and is no bound of a comparison."""
    bounds = [f" {entity.key} " for entity in compared]
    return list(linked_entities([x for x in links if not any(f" {x.key} " in b for b in bounds)]))


def _named(entities: Sequence[Entity]) -> list[int]:
    """Return the named nodes, each once, whose properties a question may ask for."""
    named = dict.fromkeys(node for entity in entities if entity.named for node in entity.nodes)
    return list(named)[:_WITH_PROPERTIES]


def _properties(named: Sequence[int], store: GraphStore) -> dict[int, list[str]]:
    nodes = store.hydrate(named, []).nodes if named else ()
    return {n.id: [k for k, value in n.properties.items() if value != n.name] for n in nodes}
