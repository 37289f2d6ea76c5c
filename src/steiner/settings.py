"""Settings of every stage: small frozen dataclasses, overridden with `dataclasses.replace`."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields, replace
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from steiner.errors import InvalidInput
from steiner.filters import EVERYTHING, Filter
from steiner.text import CountTokens, quarter_characters

DOUBT = 0.5
"""Confidence below which an answer is more likely not in the evidence than in it."""
DEFAULT_EMBEDDER = "all-MiniLM-L6-v2"
LONGEST_VALUE = 100_000
"""Characters of the longest text value that leaves the server at all while indexing."""


def positive(owner: object, **values: float) -> None:
    """Raise InvalidInput for the first value that is not above zero."""
    for name, value in values.items():
        if not value > 0:
            raise InvalidInput(
                f"{type(owner).__name__}.{name} must be above 0, got {value!r}. "
                f"Leave it out to use the default."
            )


@dataclass(frozen=True, slots=True)
class ConnectionSettings:
    """How to reach Neo4j.

    `uri`: address of the server; `username`, `password`: of an account that may read, for indexing
    one that may write; `database`: its name; `timeout`: seconds that every retrieval query may
    take; `plugin`: use the server plugin where it is installed; `impersonated`: the user whose
    rights count in place of the account's own (Neo4j Enterprise).
    """

    uri: str = "bolt://localhost:7687"
    username: str = "neo4j"
    password: str = field(default="", repr=False)
    database: str = "neo4j"
    timeout: float = 30.0
    plugin: bool = True
    impersonated: str = ""

    def __post_init__(self) -> None:
        positive(self, timeout=self.timeout)

    @classmethod
    def from_environment(cls, **given: str | None) -> ConnectionSettings:
        """Read NEO4J_URI, NEO4J_USERNAME, NEO4J_PASSWORD, NEO4J_DATABASE; `given` comes first."""
        base = cls()

        def choose(name: str) -> str:
            return given.get(name) or os.environ.get(f"NEO4J_{name.upper()}") or getattr(base, name)

        return cls(choose("uri"), choose("username"), choose("password"), choose("database"))


@dataclass(frozen=True, slots=True)
class LabelChoice:
    """What to read of one label. None means: guess it from a sample of the nodes.

    `name`: the property with its nodes' names; `aliases`: properties with other names;
    `properties`: all that is embedded and shown.
    """

    name: str | None = None
    aliases: tuple[str, ...] | None = None
    properties: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class IndexSettings:
    """How a graph is indexed.

    `labels`: only these labels (empty: all). `choices`: per label. `longest_value`: longer text
    values (characters, at most LONGEST_VALUE) are skipped. `longest_key`: values up to this
    length can be linked by the words of a question. `page`: nodes or relationships read at once.
    `sample`: nodes of each label that guesses are made from. `page_bytes`: of text and vectors
    that are embedded and written as one unit. `filters`: properties that the vector index filters
    by (Neo4j 2026.02 or newer), so that a rare value's nodes are nearest of their own.
    """

    labels: tuple[str, ...] = ()
    choices: Mapping[str, LabelChoice] = field(default_factory=dict)
    longest_value: int = 4_000
    longest_key: int = 100
    page: int = 2_000
    sample: int = 500
    page_bytes: int = 8_000_000
    filters: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        positive(self, longest_value=self.longest_value, longest_key=self.longest_key)
        positive(self, page=self.page, sample=self.sample, page_bytes=self.page_bytes)
        if self.longest_value > LONGEST_VALUE:
            raise InvalidInput(
                f"IndexSettings.longest_value must be at most {LONGEST_VALUE:,}, got "
                f"{self.longest_value:,}. No encoder reads that far."
            )

    def to_json(self) -> str:
        """Write as JSON with sorted keys."""
        return json.dumps(asdict(self), sort_keys=True)

    @classmethod
    def from_json(cls, text: str) -> IndexSettings:
        """Read what `to_json` wrote."""
        data: dict[str, Any] = json.loads(text)
        data["labels"] = tuple(data.get("labels", ()))
        data["filters"] = tuple(data.get("filters", ()))
        data["choices"] = {k: _choice(v) for k, v in data.get("choices", {}).items()}
        return cls(**data)


def _choice(data: Mapping[str, Any]) -> LabelChoice:
    lists = {k: None if data[k] is None else tuple(data[k]) for k in ("aliases", "properties")}
    return LabelChoice(name=data["name"], **lists)


@dataclass(frozen=True, slots=True)
class SeedSettings:
    """Where retrieval starts.

    `seeds`: how many nodes in all; `shared`: how many nodes one name or value may bring;
    `fuzzy`: whether names with a typo are read as the graph spells them.
    """

    seeds: int = 20
    shared: int = 20
    fuzzy: bool = True

    def __post_init__(self) -> None:
        positive(self, seeds=self.seeds, shared=self.shared)


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
        if not 0 <= self.hops <= 6:
            raise InvalidInput(f"ExpandSettings.hops must be 0 to 6, got {self.hops}.")
        if self.direction not in ("both", "out", "in"):
            raise InvalidInput(
                f"ExpandSettings.direction must be both, out or in, got {self.direction!r}."
            )


MOST_HOPS = 4
"""Steps of the longest path: each one more is a round trip and many times the candidates."""


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


@dataclass(frozen=True, slots=True)
class PrizeSettings:
    """Prizes of nodes and relations (G-Retriever, equation 6) and the cost of a relationship.

    `nodes`, `relations`: the k of each, the largest prize; `cost`: C_e. `learned`: a trained node
    scorer gives the prizes, where the system has one (not published).
    """

    nodes: int = 10
    relations: int = 20
    cost: float = 0.5
    learned: bool = False

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


@dataclass(frozen=True, slots=True)
class ExactSettings:
    """Questions that the database computes.

    `mode`: "auto" takes the computed answer where its reading is sure, "only" always, "off" never;
    `sure`: the least confidence of a sure reading, measured on Neo4j's questions over its example
    graphs (docs/results.md); `tried`: the least confidence of a reading that is run at all.
    `reader`: a language model, `provider:name` or a local one, that reads where these rules are
    not sure; none where empty. `patience`: seconds that a second opinion may keep an answer waiting
    that is there already: a table whose reading is not sure, and the look for why a table is empty.
    A second is what people wait for without losing their thought (Nielsen, Usability Engineering,
    1993). Whatever comes within it is always taken; a table that does not is named in the
    evidence's cuts.
    """

    mode: str = "auto"
    sure: float = 0.8
    tried: float = 0.5
    reader: str = ""
    patience: float = 1.0

    def __post_init__(self) -> None:
        if self.mode not in ("auto", "only", "off"):
            raise InvalidInput(f"ExactSettings.mode must be auto, only or off, got {self.mode!r}.")
        positive(self, patience=self.patience)
        for name in ("sure", "tried"):
            if not 0 <= getattr(self, name) <= 1:
                raise InvalidInput(
                    f"ExactSettings.{name} must be 0 to 1, got {getattr(self, name)}."
                )


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
    `provider:name` or local ("": the template).
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

    def __post_init__(self) -> None:
        positive(self, length=self.length, walks=self.walks, k=self.k)
        allowed = {
            "kind": ("random", "breadth-first"),
            "direction": ("out", "both"),
            "roots": ("nearest", "linked"),
            "node_vector": ("mean", "text"),
        }
        for name, values in allowed.items():
            if getattr(self, name) not in values:
                raise InvalidInput(
                    f"WalkSettings.{name} must be one of {', '.join(values)}, got "
                    f"{getattr(self, name)!r}."
                )
        for name in ("fan_out", "seed"):
            if getattr(self, name) < 0:
                raise InvalidInput(
                    f"WalkSettings.{name} must be 0 or more, got {getattr(self, name)}."
                )


@dataclass(frozen=True, slots=True)
class TripleSettings:
    """Triples along a chain of thought (Retrieval & Reasoning, section 3.1).

    `k`: triples that a question gets; `neighbours`: triples with the same head, and with the same
    tail, that are embedded with each (not stated in the paper; 0: the triple alone, its ablation
    SubKG-R); `candidates`: "pooled", all triples of the graph, or "near", those in the question's
    own neighbourhood; `plan`: "chain", as in the paper, a model's chain of thought, "iterative",
    each step written after the evidence of those before, "paths", the default system's relation
    paths, or "question", none (the ablation CoT-R); `planner`: the model that writes steps,
    `provider:name` or local ("": none, then a chain has no steps); `steps`: of a plan, at most;
    `query`: tokens of a query, at most.
    """

    k: int = 20
    neighbours: int = 4
    candidates: str = "pooled"
    plan: str = "chain"
    planner: str = ""
    steps: int = 8
    query: int = 256

    def __post_init__(self) -> None:
        positive(self, k=self.k, steps=self.steps, query=self.query)
        if self.neighbours < 0:
            raise InvalidInput(
                f"TripleSettings.neighbours must be 0 or more, got {self.neighbours}."
            )
        allowed = {
            "candidates": ("pooled", "near"),
            "plan": ("chain", "iterative", "paths", "question"),
        }
        for name, values in allowed.items():
            if getattr(self, name) not in values:
                raise InvalidInput(
                    f"TripleSettings.{name} must be one of {', '.join(values)}, got "
                    f"{getattr(self, name)!r}."
                )


@dataclass(frozen=True, slots=True)
class PruneSettings:
    """Pruning by a trained node scorer (Align-GRAG, section 4.2.4), where the system has one.

    `seeds`: n_seed, the best nodes that stay with their neighbours; 25 is best on WebQSP, not
    stated elsewhere; 0 prunes nothing.
    """

    seeds: int = 25

    def __post_init__(self) -> None:
        if self.seeds < 0:
            raise InvalidInput(f"PruneSettings.seeds must be 0 or more, got {self.seeds}.")


@dataclass(frozen=True, slots=True)
class TextSettings:
    """How evidence becomes text.

    `budget`: tokens of the text, at most; `longest_value`: characters, longer values are shortened.
    """

    budget: int = 512
    longest_value: int = 300

    def __post_init__(self) -> None:
        positive(self, budget=self.budget, longest_value=self.longest_value)


@dataclass(frozen=True, slots=True)
class RetrieverSettings:
    """The settings of all stages.

    `seeds`: where retrieval starts; `expand`: how far the neighbourhood reaches; `paths`: relation
    paths; `prizes`: of the Steiner tree; `prune`: by a trained node scorer; `text`: the evidence
    as text; `walks`: from every node; `triples`: along a chain of thought;
    `exact`: answers that the database computes.
    """

    seeds: SeedSettings = field(default_factory=SeedSettings)
    expand: ExpandSettings = field(default_factory=ExpandSettings)
    paths: PathSettings = field(default_factory=PathSettings)
    prizes: PrizeSettings = field(default_factory=PrizeSettings)
    prune: PruneSettings = field(default_factory=PruneSettings)
    text: TextSettings = field(default_factory=TextSettings)
    walks: WalkSettings = field(default_factory=WalkSettings)
    exact: ExactSettings = field(default_factory=ExactSettings)
    triples: TripleSettings = field(default_factory=TripleSettings)

    @classmethod
    def from_dict(cls, given: Mapping[str, Mapping[str, Any]]) -> RetrieverSettings:
        """Return the defaults with what is given, such as {"paths": {"hops": 2}}.

        Raises InvalidInput for a name that is no setting, with the nearest one, and for a value of
        another type than the default's.
        """
        stages = {known.name: getattr(cls(), known.name) for known in fields(cls)}
        for stage, values in given.items():
            _require_name(stage, stages)
            if not isinstance(values, Mapping):
                raise InvalidInput(f"{stage!r} must be a table, `[{stage}]`, got {values!r}.")
            for name, value in values.items():
                _require_name(name, [known.name for known in fields(stages[stage])])
                _require_type(f"{stage}.{name}", value, getattr(stages[stage], name))
            stages[stage] = replace(stages[stage], **values)
        return cls(**stages)

    @classmethod
    def from_file(cls, path: str | Path) -> RetrieverSettings:
        """Read a TOML file with a table for each stage: `[paths]`, then `hops = 2`."""
        import tomllib

        try:
            given = tomllib.loads(Path(path).read_text(encoding="utf-8"))
        except (OSError, ValueError) as error:
            raise InvalidInput(
                f"The settings file {path} cannot be read: {error}. Expected TOML."
            ) from error
        try:
            return cls.from_dict(given)
        except InvalidInput as error:
            raise InvalidInput(f"In the settings file {path}: {error}") from error


def _require_name(name: str, known: Iterable[str]) -> None:
    names = sorted(known)
    if name not in names:
        near = get_close_matches(name, names, n=1, cutoff=0)
        hint = f" Did you mean {near[0]!r}?" if near else ""
        raise InvalidInput(f"There is no setting {name!r}; there is {', '.join(names)}.{hint}")


def _require_type(name: str, value: object, default: object) -> None:
    """Raise InvalidInput for a value that is not of the default's type; 1 will do for 1.0."""
    words = {bool: "true or false", int: "a whole number", float: "a number", str: "a text"}
    wanted = type(default)
    fits = type(value) is wanted or (wanted is float and type(value) is int)
    if wanted in words and not fits:
        raise InvalidInput(f"{name} must be {words[wanted]} such as {default!r}, got {value!r}.")


@dataclass(frozen=True, slots=True)
class Options:
    """What goes with one question, so that one retriever serves many callers at once.

    `seeds`: names or keys of nodes that the caller knows; `filter`: what it does not accept is not
    there; `budget`: tokens of the text (None: the retriever's own); `count_tokens`: counts them.
    """

    seeds: Sequence[str] = ()
    filter: Filter = EVERYTHING
    budget: int | None = None
    count_tokens: CountTokens = quarter_characters

    def __post_init__(self) -> None:
        if self.budget is not None:
            positive(self, budget=self.budget)


DEFAULT_OPTIONS = Options()
