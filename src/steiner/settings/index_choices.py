"""How a graph is indexed, and what is read of each label."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from steiner.errors import InvalidInput
from steiner.keywords import known_keywords
from steiner.settings.checks import positive

DEFAULT_EMBEDDER = "all-MiniLM-L6-v2"
STORES = ("nodes", "beside")
LONGEST_VALUE = 100_000
"""Characters of the longest text value that leaves the server at all while indexing."""


@known_keywords
@dataclass(frozen=True, slots=True)
class LabelChoice:
    """What to read of one label. None means: guess it from a sample of the nodes.

    `name`: the property with its nodes' names; `aliases`: properties with other names;
    `properties`: all that is embedded and shown.
    """

    name: str | None = None
    aliases: tuple[str, ...] | None = None
    properties: tuple[str, ...] | None = None


@known_keywords
@dataclass(frozen=True, slots=True)
class IndexSettings:
    """How a graph is indexed.

    `labels`: only these labels (empty: all). `choices`: per label. `longest_value`: longer text
    values (characters, at most LONGEST_VALUE) are skipped. `longest_key`: values up to this
    length can be linked by the words of a question. `page`: nodes or relationships read at once.
    `sample`: nodes of each label that guesses are made from. `page_bytes`: of text and vectors
    that are embedded and written as one unit. `filters`: properties that the vector index filters
    by (Neo4j 2026.02 or newer), so that a rare value's nodes are nearest of their own. `ranges`:
    properties that get a range index, for questions that compare them on large graphs; the server
    then refuses texts of more than 8 kB in them, whoever writes. `use_index`: a vector index of the
    user's own over nodes; steiner embeds only the nodes that have no vector in it. `store`: where
    vectors, names and keys are kept, on the graph's "nodes" and relationships themselves, or
    "beside" them on nodes of steiner's own; empty: as the index has it, and a new one on nodes.
    """

    labels: tuple[str, ...] = ()
    choices: Mapping[str, LabelChoice] = field(default_factory=dict)
    longest_value: int = 4_000
    longest_key: int = 100
    page: int = 2_000
    sample: int = 500
    page_bytes: int = 8_000_000
    filters: tuple[str, ...] = ()
    ranges: tuple[str, ...] = ()
    use_index: str = ""
    store: str = ""

    def __post_init__(self) -> None:
        positive(self, longest_value=self.longest_value, longest_key=self.longest_key)
        positive(self, page=self.page, sample=self.sample, page_bytes=self.page_bytes)
        if self.longest_value > LONGEST_VALUE:
            raise InvalidInput(
                f"IndexSettings.longest_value must be at most {LONGEST_VALUE:,}, got "
                f"{self.longest_value:,}. No encoder reads that far."
            )
        if self.store not in ("", *STORES):
            raise InvalidInput(
                f"IndexSettings.store must be one of {', '.join(STORES)}, got {self.store!r}."
            )
        if self.store == "beside" and self.ranges:
            raise InvalidInput(
                "--range needs what is indexed on the graph's nodes, not --store beside: a range "
                "index is over their own properties. Leave one of the two out (--all"
                " forgets what was chosen before)."
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
        data["ranges"] = tuple(data.get("ranges", ()))
        data["choices"] = {k: _choice(v) for k, v in data.get("choices", {}).items()}
        return cls(**data)


def _choice(data: Mapping[str, Any]) -> LabelChoice:
    lists = {k: None if data[k] is None else tuple(data[k]) for k in ("aliases", "properties")}
    return LabelChoice(name=data["name"], **lists)
