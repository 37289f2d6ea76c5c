"""The LangChain retriever: one Document for each fact that was retrieved."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from steiner.errors import InvalidInput, MissingExtra
from steiner.generate.citations import citation
from steiner.graph import Evidence, Fact
from steiner.settings import ConnectionSettings
from steiner.text import readable

try:
    from langchain_core.callbacks import (
        AsyncCallbackManagerForRetrieverRun,
        CallbackManagerForRetrieverRun,
    )
    from langchain_core.documents import Document
    from langchain_core.retrievers import BaseRetriever
    from langchain_core.runnables import run_in_executor
except ImportError as missing:
    raise MissingExtra.named("langchain-core", "langchain") from missing


class FindsEvidence(Protocol):
    """Anything that retrieves evidence for a question."""

    def retrieve(self, question: str) -> Evidence:
        """Return the evidence, its facts best first."""


class SteinerRetriever(BaseRetriever):
    """Retrieves facts of a Neo4j graph, best first, at most `k`.

    Each Document's text is a fact; its metadata names the nodes and relationships behind it
    (`element_ids`, `keys`, `names`, `labels`, `types`) in JSON types, with `tag` and `score`.
    Its `id` is the same whenever the same fact is found.
    """

    retriever: Any
    k: int = 10

    @classmethod
    def from_neo4j(cls, *, embedder: str | None = None, k: int = 10, **connection: str) -> (
        SteinerRetriever
    ):
        """Build the default system over an indexed graph.

        `connection` takes uri, username, password and database; what is left out comes from
        NEO4J_URI, NEO4J_USERNAME, NEO4J_PASSWORD and NEO4J_DATABASE. `embedder` names the one
        that the graph was indexed with, unless it is the default.
        """
