"""The LangChain retriever: one Document for each fact that was retrieved."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from threading import Event
from typing import Any, Self

from langchain_core.callbacks import (
    AsyncCallbackManagerForRetrieverRun,
    CallbackManagerForRetrieverRun,
)
from langchain_core.documents import Document
from langchain_core.retrievers import BaseRetriever
from langchain_core.runnables import run_in_executor

from steiner.calls.stopping import run_until
from steiner.display.json_values import json_value
from steiner.embed import Given
from steiner.errors import InvalidInput
from steiner.evidence import Evidence, Fact
from steiner.filters import EVERYTHING, Filter
from steiner.generate.grounding.citations import citation
from steiner.integrations.langchain.announcing import announcing
from steiner.keywords import known_keywords
from steiner.settings import DEFAULT_OPTIONS, ConnectionSettings, Options, RetrieverSettings


@known_keywords
class SteinerRetriever(BaseRetriever):
    """Retrieves facts of a Neo4j graph, best first, at most `k`.

    Each Document's text is a fact; its metadata names the nodes and relationships behind it
    (`element_ids`, `keys`, `names`, `labels`, `types`) in JSON types, with `tag` and `score`.
    Its `id` is the same whenever the same fact is retrieved. `where` limits what may be seen; both
    can be given for one call: `retriever.invoke(question, k=3, where=Filter(...))`. Each stage is a
    custom event `steiner_stage` of `astream_events`.
    """

    retriever: Any
    k: int = 10
    where: Filter = EVERYTHING

    @classmethod
    def from_neo4j(
        cls,
        *,
        system: str | None = None,
        embedder: Given | None = None,
        model: str | None = None,
        settings: RetrieverSettings | None = None,
        k: int = 10,
        **connection: Any,
    ) -> SteinerRetriever:
        """Build `system` over an indexed graph (None: the trained model's, or the default).

        `connection` takes the settings of ConnectionSettings; uri, username, password and database
        that are left out come from NEO4J_URI, NEO4J_USERNAME, NEO4J_PASSWORD and NEO4J_DATABASE.
        `embedder` is the one that the graph was indexed with, or LangChain's Embeddings, where the
        index does not name it (docs/encoders.md); `model` is the folder of a trained one.
        `settings` are those of all stages. Raises InvalidInput for a keyword that none of them is.
        """
        from steiner.chosen import Chosen
        from steiner.session import open_retriever

        reached = ConnectionSettings.from_environment(**connection)
        chosen = Chosen(system, embedder, model=model, retrieval=settings)
        return cls(retriever=open_retriever(reached, chosen), k=k)

    def close(self) -> None:
        """Close the connection that was opened for it; a driver that was handed in stays open."""
        self.retriever.close()

    def __enter__(self) -> Self:
        """Return the retriever, which is closed at the end of the block."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close it."""
        self.close()

    def retrieve(self, question: str, options: Options = DEFAULT_OPTIONS) -> Evidence:
        """Return the evidence whose facts the documents are, as `SteinerChain` reads it.

        The retriever's own `where` counts for a call that brings no filter.
        """
        return self._best(question, replace(options, filter=options.filter or self.where))

    def _best(self, question: str, options: Options, k: int | None = None) -> Evidence:
        wanted = _checked(self.k if k is None else k)
        evidence: Evidence = self.retriever.retrieve(question, options)
        if len(evidence.facts) <= wanted:
            return evidence
        facts = evidence.facts[:wanted]
        text = "\n".join(fact.text for fact in facts)
        return replace(evidence, facts=facts, text=text, tokens=options.count_tokens(text))

    def _get_relevant_documents(
        self,
        query: str,
        *,
        run_manager: CallbackManagerForRetrieverRun,
        k: int | None = None,
        where: Filter | None = None,
    ) -> list[Document]:
        """Return at most `k` documents; fewer where the evidence has fewer facts."""
        options = Options(filter=self.where if where is None else where)
        with announcing(run_manager):
            evidence = self._best(query, options, k)
        return [document(fact, evidence) for fact in evidence.facts]

    async def _aget_relevant_documents(
        self,
        query: str,
        *,
        run_manager: AsyncCallbackManagerForRetrieverRun,
        k: int | None = None,
        where: Filter | None = None,
    ) -> list[Document]:
        # The default does not pass `k` and `where` on.
        manager, given_up = run_manager.get_sync(), Event()
        call = partial(self._get_relevant_documents, query, run_manager=manager, k=k, where=where)
        try:
            return await run_in_executor(None, run_until, given_up, call)
        finally:
            given_up.set()


def document(fact: Fact, evidence: Evidence) -> Document:
    """Write `fact` as a Document whose metadata holds JSON types only."""
    graph = evidence.subgraph
    nodes = {node.id: node for node in graph.nodes}
    ends = [nodes[id] for id in fact.nodes if id in nodes]
    chosen = set(fact.relationships)
    cited = citation(fact, evidence)
    return Document(
        id=_id(fact, cited.element_ids, evidence),
        page_content=fact.text,
        metadata={
            "source": "neo4j",
            "tag": fact.tag,
            "score": float(fact.score),
            "element_ids": list(cited.element_ids),
            "names": list(cited.names),
            "keys": [{"property": name, "value": json_value(value)} for name, value in cited.keys],
            "labels": [list(node.labels) for node in ends],
            "types": [r.type for r in graph.relationships if r.id in chosen],
        },
    )


def _id(fact: Fact, element_ids: tuple[str, ...], evidence: Evidence) -> str:
    """Join the element ids; a further fact about the very same parts gets its number."""
    place = evidence.facts.index(fact) if fact in evidence.facts else 0
    parts = (fact.nodes, fact.relationships)
    before = sum((f.nodes, f.relationships) == parts for f in evidence.facts[:place])
    return "|".join(element_ids) + (f"#{before + 1}" if before else "")


def _checked(k: int) -> int:
    if isinstance(k, bool) or not isinstance(k, int) or k < 1:
        raise InvalidInput(
            f"SteinerRetriever.k must be a whole number of at least 1, got {k!r}. "
            f"Leave it out to get 10 documents."
        )
    return k
