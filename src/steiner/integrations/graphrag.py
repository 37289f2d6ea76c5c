"""A retriever of neo4j-graphrag: for its `GraphRAG`, `convert_to_tool` and `ToolsRetriever`."""

from __future__ import annotations

from typing import Any

import neo4j
from neo4j_graphrag.retrievers.base import Retriever
from neo4j_graphrag.types import RawSearchResult, RetrieverResultItem

from steiner import session
from steiner.chosen import DEFAULT, Chosen
from steiner.errors import InvalidInput
from steiner.evidence import Evidence, Fact
from steiner.generate.grounding.citations import citation
from steiner.keywords import known_keywords
from steiner.settings import ConnectionSettings, Options


@known_keywords
class SteinerGraphRAGRetriever(Retriever):
    """Finds the facts for a question: one item a fact, best first.

    `retriever` is steiner's own, such as `open_retriever` gives; `driver` is not used by it.
    """

    VERIFY_NEO4J_VERSION = False  # The store asks the server what it can do.

    def __init__(self, driver: neo4j.Driver, retriever: Any) -> None:
        super().__init__(driver)
        self.retriever = retriever

    @classmethod
    def over(
        cls, driver: neo4j.Driver, database: str | None = None, chosen: Chosen = DEFAULT
    ) -> SteinerGraphRAGRetriever:
        """Build the chosen system over an indexed graph, with the caller's driver.

        `database`: its name; None is the account's home database.

        Raises IndexMissing where the graph is not indexed.
        """
        connection = ConnectionSettings(database=database)
        return cls(driver, session.open_retriever(connection, chosen, driver))

    def get_search_results(self, query_text: str, top_k: int = 10) -> RawSearchResult:
        """Find up to `top_k` facts that answer `query_text`, a question in plain words.

        Each record has `fact`, `score`, `element_ids` and `names`; the metadata has `answers`
        (what relation paths lead to), `confidence`, `cuts` and `milliseconds`. Raises InvalidInput
        for a `top_k` below 1.
        """
        if top_k < 1:
            raise InvalidInput(f"top_k must be 1 or more, got {top_k}.")
        evidence: Evidence = self.retriever.retrieve(query_text, Options())
        return RawSearchResult(
            records=[_record(fact, evidence) for fact in evidence.facts[:top_k]],
            metadata={
                "answers": list(evidence.answers),
                "confidence": evidence.confidence,
                "cuts": list(evidence.cuts),
                "milliseconds": dict(evidence.milliseconds),
            },
        )

    def default_record_formatter(self, record: neo4j.Record) -> RetrieverResultItem:
        """Return the fact's text, with where it stands in the graph."""
        metadata = {name: record[name] for name in ("score", "element_ids", "names")}
        return RetrieverResultItem(content=record["fact"], metadata=metadata)


def _record(fact: Fact, evidence: Evidence) -> neo4j.Record:
    cited = citation(fact, evidence)
    values = {
        "fact": fact.text,
        "score": float(fact.score),
        "element_ids": list(cited.element_ids),
        "names": list(cited.names),
    }
    record: neo4j.Record = neo4j.Record(values)  # type: ignore[no-untyped-call]
    return record
