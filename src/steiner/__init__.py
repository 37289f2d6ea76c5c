"""steiner: answers over an existing Neo4j graph, each with the subgraph that proves it."""

from typing import TYPE_CHECKING, Any

from steiner.errors import SteinerError
from steiner.filters import Condition, Filter
from steiner.graph import Answer, Citation, Evidence, Fact, Node, Relationship, Subgraph
from steiner.notebook import answer_html, evidence_html
from steiner.settings import ConnectionSettings, Options, RetrieverSettings

if TYPE_CHECKING:
    from steiner.session import ask, open_retriever

__all__ = [
    "Answer",
    "Citation",
    "Condition",
    "ConnectionSettings",
    "Evidence",
    "Fact",
    "Filter",
    "Node",
    "Options",
    "Relationship",
    "RetrieverSettings",
    "SteinerError",
    "Subgraph",
    "ask",
    "open_retriever",
]

# What Jupyter asks an object for; here, so that the records know nothing of rendering.
Evidence._repr_html_ = evidence_html  # type: ignore[attr-defined]
Answer._repr_html_ = answer_html  # type: ignore[attr-defined]


def __getattr__(name: str) -> Any:
    # The session reaches for Neo4j; the records alone must import without it.
    if name in ("ask", "open_retriever"):
        from steiner import session

        return getattr(session, name)
    raise AttributeError(f"module 'steiner' has no attribute {name!r}")
