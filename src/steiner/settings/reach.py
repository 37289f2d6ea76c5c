"""Where retrieval starts, how far the neighbourhood reaches, which relation paths are scored."""

from __future__ import annotations

from dataclasses import dataclass

from steiner.errors import InvalidInput
from steiner.keywords import known_keywords
from steiner.settings.checks import at_most, positive


@known_keywords
@dataclass(frozen=True, slots=True)
class SeedSettings:
    """Where retrieval starts.

    `seeds`: how many nodes in all; `shared`: how many nodes one name or value may bring;
    `fuzzy`: whether names with a typo are read as the graph spells them; `settled`: where relation
    paths from what the question names hold the answer with this probability, the search of the
    vector index is not waited for. At .7 nothing was lost in 512 tokens of 144 questions of movies
    and northwind, and .004 of 60 questions of MetaQA's three hops; 1 waits always (default system).
    """

    seeds: int = 20
    shared: int = 20
    fuzzy: bool = True
    settled: float = 0.7

    def __post_init__(self) -> None:
        positive(self, seeds=self.seeds, shared=self.shared, settled=self.settled)


MOST_NODES, MOST_RELATIONSHIPS = 5_000_000, 10_000_000
"""Of a neighbourhood, as the server's plugin bounds them."""


@known_keywords
@dataclass(frozen=True, slots=True)
class ExpandSettings:
    """How far the neighbourhood reaches; docs/reference/expansion.md has the rules.

    `hops`: from the seeds; `degree_cap`: relationships followed at one node; `max_nodes`,
    `max_relationships`: of the whole; `direction`: of the relationships followed, seen from the
    node that is expanded: "both", "out" or "in"; `hubs`: whether nodes of more than 20 times the
    cap are expanded; `frontier`: how many of the most relevant nodes, none of them a hub, are
    expanded beyond the first hop.
    """

    hops: int = 2
    degree_cap: int = 50
    max_nodes: int = 20_000
    max_relationships: int = 50_000
    direction: str = "both"
    hubs: bool = True
    frontier: int = 50

    def __post_init__(self) -> None:
        positive(self, degree_cap=self.degree_cap, max_nodes=self.max_nodes)
        positive(self, max_relationships=self.max_relationships)
        positive(self, frontier=self.frontier)
        at_most(self, degree_cap=MOST_RELATIONSHIPS, max_relationships=MOST_RELATIONSHIPS)
        at_most(self, max_nodes=MOST_NODES)
        if not 0 <= self.hops <= 6:
            raise InvalidInput(f"ExpandSettings.hops must be 0 to 6, got {self.hops}.")
        if self.direction not in ("both", "out", "in"):
            raise InvalidInput(
                f"ExpandSettings.direction must be both, out or in, got {self.direction!r}."
            )


MOST_HOPS = 4
"""Steps of the longest path: each one more is a round trip and many times the candidates."""


@known_keywords
@dataclass(frozen=True, slots=True)
class PathSettings:
    """Relation paths from the linked names and values, scored against the question.

    `enabled`: whether paths are scored at all; `hops`: steps of the longest path, one more where
    the question names more relations than that, fewer where it has one word only;
    `relationships`: at most so many are looked at for paths; `frontier`: nodes from which a third
    step is looked for, and each one after it; `width`: paths that go on at each length; `behind`:
    of paths of two steps or more none goes on that scores so much less than the best, which one
    more step seldom makes up for; `emitted`: best paths that the text shows; `temperature`: of the
    softmax over scores; `step`: what each step costs; `link`: what the weight of the linked name
    counts.
    """

    enabled: bool = True
    hops: int = 3
    relationships: int = 5_000
    frontier: int = 150
    width: int = 30
    behind: float = 1.0
    emitted: int = 8
    temperature: float = 0.1
    step: float = 0.35
    link: float = 0.5

    def __post_init__(self) -> None:
        positive(self, width=self.width, emitted=self.emitted, temperature=self.temperature)
        positive(self, relationships=self.relationships, frontier=self.frontier)
        positive(self, behind=self.behind)
        if not 0 <= self.hops <= MOST_HOPS:
            raise InvalidInput(f"PathSettings.hops must be 0 to {MOST_HOPS}, got {self.hops}.")
