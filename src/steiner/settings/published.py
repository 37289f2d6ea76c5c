"""Settings of the published systems, named as in their papers: prizes, pruning, walks, triples."""

from __future__ import annotations

from dataclasses import dataclass

from steiner.errors import InvalidInput
from steiner.keywords import known_keywords
from steiner.settings.checks import not_negative, one_of, positive


@known_keywords
@dataclass(frozen=True, slots=True)
class PrizeSettings:
    """Prizes of nodes and relations (G-Retriever, equation 6) and the cost of a relationship.

    `nodes`, `relations`: the k of each, the largest prize, 0 of both passes the whole graph
    unaltered; `cost`: C_e; `learned`: a trained node scorer gives the prizes, where the system has
    one (not published); `everywhere`: the tree is sought in the whole graph, as in the papers,
    whose questions bring a graph each, and not in the seeds' neighbourhood, as on a live graph.
    """

    nodes: int = 10
    relations: int = 20
    cost: float = 0.5
    learned: bool = False
    everywhere: bool = False

    def __post_init__(self) -> None:
        positive(self, cost=self.cost)
        if self.nodes < 0 or self.relations < 0:
            raise InvalidInput(
                f"PrizeSettings.nodes and .relations must be 0 or more, "
                f"got {self.nodes} and {self.relations}."
            )

    @property
    def whole(self) -> bool:
        """Whether the graph passes whole: k = 0 of both (G-Retriever, appendix B.1)."""
        return not (self.nodes or self.relations)

    @property
    def of_whole_graph(self) -> bool:
        """Whether nothing of the graph is left out before the tree is sought."""
        return self.whole or self.everywhere


@known_keywords
@dataclass(frozen=True, slots=True)
class PruneSettings:
    """Pruning by a trained node scorer (Align-GRAG, section 4.2.4), where the system has one.

    `seeds`: n_seed, the best nodes that stay with their neighbours; 25 is best on WebQSP, not
    stated elsewhere; 0 prunes nothing.
    """

    seeds: int = 25

    def __post_init__(self) -> None:
        not_negative(self, seeds=self.seeds)


@known_keywords
@dataclass(frozen=True, slots=True)
class WalkSettings:
    """Walks from every node (Walk&Retrieve, section 2.1), and how many a question gets.

    `kind`: "random" or "breadth-first"; `length`: steps of a walk, at most; `walks`: drawn from
    each root, of breadth-first walks the most that are kept where they are `bounded`; `bounded`:
    off in the paper; `direction`: "out", as in the paper, or "both"; `fan_out`: successors of a
    node that breadth-first walks follow (0, as in the paper: all); `seed`: of random walks; `k`:
    the nodes, and the walks of each, that a question gets; `roots`: these nodes are the "nearest"
    by their walks, as in the paper, or those that the question names ("linked", not published),
    and the nearest where it names none; `node_vector`: that of a node is the "mean" of its walks'
    vectors, or that of their texts in one ("text", as in the paper; beyond what an encoder reads,
    the mean of parts); `writer`: the model that writes walks as sentences,
    `provider:name` or local ("": the template); `properties`: a walk ends with what the index
    reads of its last node, labels and properties, and each node has a walk of no step (not
    published: the papers' graphs hold values as nodes, a property graph does not).
    """

    kind: str = "breadth-first"
    length: int = 4
    walks: int = 60
    bounded: bool = False
    direction: str = "out"
    fan_out: int = 0
    seed: int = 0
    k: int = 3
    roots: str = "nearest"
    node_vector: str = "mean"
    writer: str = ""
    properties: bool = False

    def __post_init__(self) -> None:
        positive(self, length=self.length, walks=self.walks, k=self.k)
        one_of(self, "kind", ("random", "breadth-first"))
        one_of(self, "direction", ("out", "both"))
        one_of(self, "roots", ("nearest", "linked"))
        one_of(self, "node_vector", ("mean", "text"))
        not_negative(self, fan_out=self.fan_out, seed=self.seed)


@known_keywords
@dataclass(frozen=True, slots=True)
class TripleSettings:
    """Triples along a chain of thought (Retrieval & Reasoning, section 3.1).

    `k`: triples that a question gets; `neighbours`: triples with the same head, and with the same
    tail, that are embedded with each (not stated in the paper; 0: the triple alone, its ablation
    SubKG-R); `candidates`: "pooled", all triples of the graph, "near", those in the question's own
    neighbourhood, or "within", all that are so many hops away from what it names; `hops`: these, at
    most (appendix A: 2 of WebQSP, 5 of CWQ); `plan`: "chain", as in the paper, a model's chain of
    thought, "iterative", each step written after the evidence of those before, "paths", the default
    system's relation paths, or "question", none (the ablation CoT-R); `planner`: the model that
    writes steps, `provider:name` or local ("": none, then a chain has no steps); `steps`: of a
    plan, at most; `query`: tokens of a query, at most; `temperature`, `top_p`, `seed`: how local
    models, trained ones too, sample steps and answers (section 4.1; a temperature of 0 is greedy);
    `demonstrations`: a JSONL as `steiner chains --clues` writes it, whose first three lines stand
    before each question, as the paper's of WebQSP do ("": three of steiner's own, and none before
    what a trained model is asked); `properties`: labels and properties of both ends are embedded
    with a triple, and stand in the evidence as triples of their own (not published, as of walks).
    """

    k: int = 20
    neighbours: int = 4
    candidates: str = "pooled"
    plan: str = "chain"
    planner: str = ""
    steps: int = 8
    query: int = 256
    hops: int = 2
    temperature: float = 0.85
    top_p: float = 0.9
    seed: int = 0
    demonstrations: str = ""
    properties: bool = False

    def __post_init__(self) -> None:
        positive(self, k=self.k, steps=self.steps, query=self.query, hops=self.hops)
        not_negative(self, neighbours=self.neighbours, seed=self.seed)
        positive(self, top_p=self.top_p)
        not_negative(self, temperature=self.temperature)
        one_of(self, "candidates", ("pooled", "near", "within"))
        one_of(self, "plan", ("chain", "iterative", "paths", "question"))
