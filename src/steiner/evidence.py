"""What is retrieved for a question: facts of one subgraph, with what led there, and a table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from steiner.graph import Subgraph


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
    proof: Subgraph = field(default_factory=Subgraph)
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
    """What language models were asked: calls, tokens of prompts, tokens of replies.

    `cost`: in the money of the settings' prices; None where they say none.
    """

    calls: int = 0
    prompt: int = 0
    reply: int = 0
    cost: float | None = None

    @property
    def tokens(self) -> int:
        """Tokens of prompts and replies together."""
        return self.prompt + self.reply

    def __add__(self, other: Usage) -> Usage:
        costs = [cost for cost in (self.cost, other.cost) if cost is not None]
        return Usage(
            self.calls + other.calls,
            self.prompt + other.prompt,
            self.reply + other.reply,
            sum(costs) if costs else None,
        )


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
