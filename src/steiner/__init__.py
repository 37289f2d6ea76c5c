"""steiner: answers over an existing Neo4j graph, each with the subgraph that proves it."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from steiner.answer import Answer, Citation
    from steiner.errors import SteinerError
    from steiner.evidence import Evidence, Fact
    from steiner.filters import Condition, Filter
    from steiner.graph import Node, Relationship, Subgraph
    from steiner.session import ask, open_retriever
    from steiner.settings import ConnectionSettings, Options, RetrieverSettings

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

_OWNERS = {
    **dict.fromkeys(("Answer", "Citation"), "steiner.answer"),
    **dict.fromkeys(("Evidence", "Fact"), "steiner.evidence"),
    **dict.fromkeys(("Condition", "Filter"), "steiner.filters"),
    **dict.fromkeys(("ConnectionSettings", "Options", "RetrieverSettings"), "steiner.settings"),
    **dict.fromkeys(("ask", "open_retriever"), "steiner.session"),
    "SteinerError": "steiner.errors",
}
"""Where a public name is defined; the others are records of the graph."""


def __getattr__(name: str) -> Any:
    # Imported when it is asked for: the command line says its version without NumPy or Neo4j.
    if name in __all__:
        import_module("steiner.display.notebook")  # Tells Jupyter how evidence and answers look.
        return getattr(import_module(_OWNERS.get(name, "steiner.graph")), name)
    raise AttributeError(f"module 'steiner' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
