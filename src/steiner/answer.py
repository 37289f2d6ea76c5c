"""An answer with the evidence that proves it, and the facts that it cites."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from steiner.evidence import Evidence, Usage


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
    (None: it wrote a text; empty: it was to list them and did not). `usage`: what a provider's chat
    model read and wrote for it, none where rules or a model on this machine wrote; what was asked
    to read the question is the evidence's.
    """

    question: str
    text: str
    evidence: Evidence
    citations: tuple[Citation, ...] = ()
    grounded: Mapping[str, bool] = field(default_factory=dict)
    ungrounded: tuple[str, ...] = ()
    thought: str = ""
    listed: tuple[str, ...] | None = None
    usage: Usage = field(default_factory=Usage)
