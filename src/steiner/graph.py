"""Records that every part shares: the graph, a neighbourhood of it, evidence and answers.

Nothing here imports a database, a model or a framework.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

Ids = npt.NDArray[np.int64]
Vector = npt.NDArray[np.float32]
Scores = npt.NDArray[np.float32]


class Point(NamedTuple):
    """A spatial value: coordinates (x, y[, z]) or (longitude, latitude[, height]) and its SRID."""

    coordinates: tuple[float, ...]
    srid: int


class IsoText(str):
    """A value of time that Python's own types cannot hold, as the text of ISO 8601.

    `kind` is the function of Cypher that reads it: "duration", or "date", "datetime" and
    "localdatetime" of a year before 1 or after 9999. Everything else takes it for a text.
    """

    __slots__ = ("kind",)

    def __new__(cls, text: str, kind: str) -> IsoText:
        """Return `text` with its `kind`."""
        made = super().__new__(cls, text)
        made.kind = kind
        return made

    kind: str

    def __reduce__(self) -> tuple[type[IsoText], tuple[str, str]]:
        """Return what a copy is made of."""
        return IsoText, (str(self), self.kind)


@dataclass(frozen=True, slots=True)
class Node:
    """A node of the user's graph.

    `id` is the store's own number (valid for one retrieval), `element_id` Neo4j's element id,
    `name` the readable name, `key` the user's own key property as (property, value) or None.
    """

    id: int
    element_id: str
    labels: tuple[str, ...]
    properties: Mapping[str, Any]
    name: str = ""
    key: tuple[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class Relationship:
    """A relationship of the user's graph, from node `source` to node `target` (store ids)."""

    id: int
    element_id: str
    type: str
    source: int
    target: int
    properties: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Subgraph:
    """Nodes and relationships; every endpoint of a relationship is among the nodes."""

    nodes: tuple[Node, ...] = ()
    relationships: tuple[Relationship, ...] = ()

    def node(self, id: int) -> Node:
        """Return the node with this store id; KeyError if it is not part of the subgraph."""
        for node in self.nodes:
            if node.id == id:
                return node
        raise KeyError(id)

    def connecting(self, nodes: Iterable[int], relationships: Iterable[int]) -> Subgraph:
        """Return the part that holds these ids and the shortest ways from the first node on.

        What cannot be reached from the first of `nodes` is left out.
        """
        wanted, chosen = list(nodes), set(relationships)
        entered: dict[int, Relationship | None] = dict.fromkeys(wanted[:1])
        waiting = deque(entered)
        while waiting:
            here = waiting.popleft()
            for r in self.relationships:
                far = r.target if r.source == here else r.source if r.target == here else here
                if far not in entered:
                    entered[far] = r
                    waiting.append(far)
        kept = {node for node in wanted if node in entered}
        for node in list(kept):
            while (way := entered[node]) is not None:
                chosen.add(way.id)
                node = way.source if way.target == node else way.target
                kept.add(node)
        return self.part(kept, chosen)

    def part(self, nodes: Collection[int], relationships: Collection[int]) -> Subgraph:
        """Return these nodes and, of these relationships, those between them."""
        inside = [r for r in self.relationships if r.source in nodes and r.target in nodes]
        return Subgraph(
            tuple(node for node in self.nodes if node.id in nodes),
            tuple(r for r in inside if r.id in relationships),
        )


@dataclass(frozen=True, slots=True, eq=False)
class Neighbourhood:
    """A neighbourhood as columns: n nodes and m relationships, no properties.

    `nodes` int64[n] store ids, seeds first; `hops` int8[n] distance from the nearest seed;
    `relationships` int64[m] store ids; `sources`, `targets` int32[m] indices into `nodes`;
    `types` int32[m] indices into `type_names`; `labels` int32[n] indices into `label_names`,
    which holds each set of labels that was met; `truncated` says whether a limit cut it,
    `capped` at how many nodes only a part of the relationships was followed.
    """

    nodes: Ids
    hops: npt.NDArray[np.int8]
    relationships: Ids
    sources: npt.NDArray[np.int32]
    targets: npt.NDArray[np.int32]
    types: npt.NDArray[np.int32]
    type_names: tuple[str, ...]
    labels: npt.NDArray[np.int32]
    label_names: tuple[tuple[str, ...], ...]
    truncated: bool = False
    capped: int = 0

    def within(self, hops: int) -> Neighbourhood:
        """Return the part that is at most `hops` from a seed.

        nodes [7, 9, 8]   hops [0, 1, 2]   sources [0, 1]   targets [1, 2]
        within 1 are nodes [7, 9]; of the relationships 7-9 stays, 9-8 does not.
        """
        kept = self.hops <= hops
        if kept.all():
            return self
        inside = kept[self.sources] & kept[self.targets]
        index = (np.cumsum(kept) - 1).astype(np.int32)
        return replace(
            self,
            nodes=self.nodes[kept],
            hops=self.hops[kept],
            relationships=self.relationships[inside],
            sources=index[self.sources[inside]],
            targets=index[self.targets[inside]],
            types=self.types[inside],
            labels=self.labels[kept],
        )


def lookup(values: Mapping[int, float], ids: Ids) -> npt.NDArray[np.float64]:
    """Return the values float64[n] of `ids`, 0 where there is none.

    lookup({7: .5, 9: 1.0}, [9, 8, 7]) is [1.0, 0, .5].
    """
    matched = np.zeros(len(ids))
    if values:
        keys = np.array(sorted(values), dtype=np.int64)
        ordered = np.array([values[key] for key in keys.tolist()], dtype=np.float64)
        index = np.searchsorted(keys, ids).clip(max=len(keys) - 1)
        known = keys[index] == ids
        matched[known] = ordered[index[known]]
    return matched


class Hits(NamedTuple):
    """Search hits, best first: `ids` int64[k] store ids, `scores` float32[k] cosine, -1 to 1."""

    ids: Ids
    scores: Scores


class RelationHits(NamedTuple):
    """Relation texts scored against a vector.

    `types` maps a relationship type to the cosine of its plain words; `relationships` are the
    single relationships with text of their own (properties), best first.
    """

    types: Mapping[str, float]
    relationships: Hits


@dataclass(frozen=True, slots=True)
class KeyHit:
    """A node, or a relationship, matched by one of its names or short values.

    `nodes` holds the node's id, or both endpoints of the relationship `relationship`.
    `keys[i]` is a normalised name or value and `properties[i]` the property that it stood in;
    the property of a name or alias is also in `name_properties`.
    """

    nodes: tuple[int, ...]
    score: float
    name: str
    keys: tuple[str, ...]
    properties: tuple[str, ...]
    labels: tuple[str, ...]
    relationship: int | None = None


@dataclass(frozen=True, slots=True)
class Seed:
    """A node where retrieval starts, why (`matched` text and `property`, by `channel`), how well.

    `channels` are among "name", "value", "text" (full-text), "vector" and "given".
    """

    node: int
    score: float
    channels: tuple[str, ...]
    matched: str = ""
    property: str = ""
    name: str = ""
    element_id: str = ""


@dataclass(frozen=True, slots=True)
class Fact:
    """One tagged line of evidence: a node with its properties, or a relationship.

    `tag` is short and unique in its evidence (`F1`, `F2`, …); `nodes` and `relationships` are
    store ids; `score` orders the facts, best first.
    """

    tag: str
    text: str
    nodes: tuple[int, ...]
    relationships: tuple[int, ...]
    score: float


@dataclass(frozen=True, slots=True)
class RelationPath:
    """A path from what the question names: `text` in words, the `matched` words of the question.

    `share` is its part of the softmax over all scores, `ends` how many nodes it leads to.
    """

    text: str
    score: float
    share: float
    matched: tuple[str, ...]
    ends: int


@dataclass(frozen=True, slots=True)
class PlanStep:
    """A step of a chain of thought that retrieval followed.

    `triples`: what its query reached that none before it did, where it was asked at once.
    """

    text: str
    triples: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Table:
    """The rows of a query: cells are values, or a Node.

    `total` rows before the limit of what is returned; `cypher` and `parameters` are what was run,
    `reading` is the query in words. `tied`: rows left out by the limit that are as good as the
    last. `proof`: what the first rows were computed from, as far as it was read. `emptied_by`:
    where there are no rows, the conditions in words without one of which there would be.
    `answers_in`: the column of the answers. `whether`: the question asks for yes (there are rows)
    or no. `whole`: it only names what the rows are, and asks for all that is known of that.
    """

    columns: tuple[str, ...]
    rows: tuple[tuple[Any, ...], ...]
    total: int
    cypher: str
    parameters: dict[str, Any]
    reading: str
    tied: tuple[tuple[Any, ...], ...] = ()
    proof: Subgraph = Subgraph()
    emptied_by: tuple[str, ...] = ()
    answers_in: int = 0
    whether: bool = False
    whole: bool = False


@dataclass(frozen=True, slots=True)
class Alternative:
    """Another reading of a question: its table, with Cypher and words, and its probability."""

    table: Table
    probability: float


@dataclass(frozen=True, slots=True)
class Usage:
    """What language models were asked: calls, tokens of prompts, tokens of replies."""

    calls: int = 0
    prompt: int = 0
    reply: int = 0


@dataclass(frozen=True, slots=True)
class Evidence:
    """What was retrieved for a question: one connected subgraph and its text.

    `facts` are the tagged lines of `text`, best first; `tokens` counts `text`, at most `budget`;
    `cuts` says in words what was left out and why, and what was read otherwise than it is written;
    `milliseconds` maps each stage to its time.
    `ranking` holds answer names or values, best first; `answers` the first of them, those that fit
    equally well; `paths` what they were reached by (all empty where relation paths are switched
    off or nothing of the question is in the graph).
    `confidence` is the probability that the text holds an answer, 0 where nothing of the question
    is in the graph, None where relation paths are switched off. `steps` is the chain of thought
    that retrieval followed, where there was one. `table` is what the database computed, where the
    question reads as a query; `exact`: its rows are the answer; `probable`: they come
    first, and `confidence` says how probably right; `alternatives`: other readings of a doubtful
    question, whose rows differ; `asks_back`: which is meant, in words, where they are near in
    probability. `connection` are the relationships
    (store ids) of the shortest ways between what it names, where the question asks for that.
    `usage`: what a language model that reads questions was asked.
    """

    question: str
    subgraph: Subgraph
    text: str
    facts: tuple[Fact, ...] = ()
    seeds: tuple[Seed, ...] = ()
    node_scores: Mapping[int, float] = field(default_factory=dict)
    relationship_scores: Mapping[int, float] = field(default_factory=dict)
    ranking: tuple[str, ...] = ()
    answers: tuple[str, ...] = ()
    paths: tuple[RelationPath, ...] = ()
    confidence: float | None = None
    tokens: int = 0
    budget: int = 0
    table: Table | None = None
    exact: bool = False
    probable: bool = False
    connection: tuple[int, ...] = ()
    cuts: tuple[str, ...] = ()
    milliseconds: Mapping[str, float] = field(default_factory=dict)
    steps: tuple[PlanStep, ...] = ()
    alternatives: tuple[Alternative, ...] = ()
    asks_back: str = ""
    usage: Usage = Usage()

    @property
    def computed(self) -> bool:
        """Whether the rows of the table are the answer given, surely or probably."""
        return self.table is not None and (self.exact or self.probable)

    @property
    def offered(self) -> tuple[Table, ...]:
        """The readings of a doubtful question, in the order of `Options.choose`; else none."""
        own = (self.table,) if self.table else ()
        return (*own, *(other.table for other in self.alternatives)) if self.alternatives else ()


@dataclass(frozen=True, slots=True)
class Citation:
    """A fact that the answer cites, resolved to the graph.

    One of `element_ids` for each node and relationship of the fact; `keys` are the users' key
    properties as (property, value); `names` the nodes' names.
    """

    tag: str
    text: str
    element_ids: tuple[str, ...]
    keys: tuple[tuple[str, Any], ...]
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer with its proof.

    `ungrounded` lists what could not be resolved: unknown tags, and entities named in the text
    that the evidence does not hold. `grounded` maps each entity named in the text to whether the
    evidence holds it. Nothing is dropped silently. `thought` is what a model wrote before it
    answered, where it thinks first; `listed` are its answers, each whole, where it listed them
    (None: it wrote a text; empty: it was to list them and did not).
    """

    question: str
    text: str
    evidence: Evidence
    citations: tuple[Citation, ...] = ()
    grounded: Mapping[str, bool] = field(default_factory=dict)
    ungrounded: tuple[str, ...] = ()
    thought: str = ""
    listed: tuple[str, ...] | None = None
