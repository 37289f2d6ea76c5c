"""Outside tools over steiner's own indexes: what a team uses today, behind the same interface.

neo4j-graphrag and langchain-neo4j (extra `peers`) search the vector and full-text indexes that
`steiner index` made, so that only retrieval differs. Their text is as they return it, cut at the
budget. The one-hop query of the graph retrievers is that of their documentation: no cap.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from importlib.util import find_spec
from types import SimpleNamespace
from typing import Any, cast

from steiner.calls.stopwatch import Stopwatch
from steiner.columns import Vector
from steiner.embed import Embedder
from steiner.errors import InvalidInput, MissingExtra
from steiner.evidence import Evidence
from steiner.graph import Subgraph
from steiner.index.check import check_index
from steiner.question.reading import check_question
from steiner.settings import DEFAULT_OPTIONS, Options, RetrieverSettings
from steiner.stores.neo4j.indexing.catalogue import NODE_TEXT, NODE_VECTORS
from steiner.stores.neo4j.statements import statement
from steiner.stores.neo4j.store import Neo4jStore
from steiner.stores.protocol import GraphStore

_TOP = 10
_OWN = "steiner_"
_ONE_HOP = "evaluate/one_hop"

Search = Callable[[str, Vector], Sequence[str]]
"""Returns the texts that the tool finds for a question and its vector, best first."""
Open = Callable[[Neo4jStore, Embedder, Sequence[str]], Search]


class PeerRetriever:
    """Asks an outside tool. `open_search` opens it on the store's server.

    Raises InvalidInput for a store that is no Neo4j server, or an index beside the graph.
    """

    def __init__(
        self,
        open_search: Open,
        store: GraphStore,
        embedder: Embedder,
        settings: RetrieverSettings | None = None,
    ) -> None:
        if not isinstance(store, Neo4jStore):
            raise InvalidInput("Outside tools need a Neo4j server: leave out --in-memory.")
        self.embedder, self.settings = embedder, settings or RetrieverSettings()
        record = check_index(store, embedder)
        if record.is_beside:
            raise InvalidInput(
                "Other tools search the vectors of the graph's own nodes, and this index is kept "
                "beside them. Compare on an index made with: steiner index --store nodes --rebuild"
            )
        self._search = open_search(store, embedder, list(dict.fromkeys(record.names.values())))

    def retrieve(self, question: str, options: Options = DEFAULT_OPTIONS) -> Evidence:
        """Return the tool's text. Raises InvalidInput for seeds or a filter: it has none."""
        if options.seeds or options.filter:
            raise InvalidInput("Outside tools take no seeds and no filter: leave them out.")
        watch = Stopwatch()
        question = check_question(question)
        with watch.stage("embed"):
            vector = self.embedder.embed_question(question)
        with watch.stage("search"):
            texts = self._search(question, vector)
        budget = options.budget or self.settings.text.budget
        text = "\n".join(dict.fromkeys(texts))
        if options.count_tokens(text) > budget:
            text = text[: 4 * budget]
        evidence = Evidence(question, Subgraph(), text, budget=budget)
        return replace(evidence, tokens=options.count_tokens(text), milliseconds=watch.stages())


def graphrag_vector(store: Neo4jStore, _: Embedder, __: Sequence[str]) -> Search:
    """neo4j-graphrag's VectorRetriever: the properties of the nearest nodes."""
    require("neo4j_graphrag")
    from neo4j_graphrag.retrievers import VectorRetriever
    from neo4j_graphrag.types import RetrieverResultItem

    def written(record: Any) -> Any:
        own = {k: v for k, v in dict(record["node"]).items() if not k.startswith(_OWN)}
        return RetrieverResultItem(content=str(own))

    connection = store.connection
    tool = VectorRetriever(
        connection.driver,
        NODE_VECTORS,
        result_formatter=written,
        neo4j_database=connection.settings.database,
    )
    return lambda _, vector: _contents(tool.search(query_vector=vector.tolist(), top_k=_TOP))


def graphrag_vector_cypher(store: Neo4jStore, _: Embedder, names: Sequence[str]) -> Search:
    """neo4j-graphrag's VectorCypherRetriever with one hop from the nearest nodes."""
    tool = _graphrag("VectorCypherRetriever", store, NODE_VECTORS)
    asked = {"top_k": _TOP, "query_params": {"names": list(names)}}
    return lambda _, vector: _contents(tool.search(query_vector=vector.tolist(), **asked))


def graphrag_hybrid_cypher(store: Neo4jStore, _: Embedder, names: Sequence[str]) -> Search:
    """neo4j-graphrag's HybridCypherRetriever with one hop from the best nodes."""
    tool = _graphrag("HybridCypherRetriever", store, NODE_VECTORS, NODE_TEXT)
    asked = {"top_k": _TOP, "query_params": {"names": list(names)}}

    def search(question: str, vector: Vector) -> Sequence[str]:
        # Lucene reads the question as a query: its signs would be operators.
        words = "".join(c if c.isalnum() else " " for c in question)
        return _contents(tool.search(words, vector.tolist(), **asked))

    return search


def _graphrag(kind: str, store: Neo4jStore, *indexes: str) -> Any:
    require("neo4j_graphrag")
    from neo4j_graphrag import retrievers

    connection = store.connection
    return getattr(retrievers, kind)(
        connection.driver,
        *indexes,
        statement(_ONE_HOP),
        result_formatter=_row,
        neo4j_database=connection.settings.database,
    )


def langchain_vector(store: Neo4jStore, embedder: Embedder, names: Sequence[str]) -> Search:
    """langchain-neo4j's Neo4jVector with one hop from the nearest nodes."""
    require("langchain_neo4j")
    from langchain_neo4j import Neo4jVector

    connection, embeddings = store.connection, cast(Any, _Embeddings(embedder))
    # All that it takes of a graph; a driver that it opens itself is never closed.
    graph = SimpleNamespace(_driver=connection.driver, _database=connection.settings.database)
    tool = Neo4jVector.from_existing_index(
        embeddings,
        NODE_VECTORS,
        retrieval_query=statement(_ONE_HOP),
        graph=graph,
    )

    def search(_: str, vector: Vector) -> Sequence[str]:
        params = {"names": list(names)}
        documents = tool.similarity_search_by_vector(vector.tolist(), k=_TOP, params=params)
        return [document.page_content for document in documents]

    return search


class _Embeddings:
    """The graph's encoder as LangChain names its verbs."""

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder

    def embed_query(self, text: str) -> list[float]:
        vector: list[float] = self._embedder.embed_question(text).tolist()
        return vector

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        vectors: list[list[float]] = self._embedder.embed(texts).tolist()
        return vectors


def _row(record: Any) -> Any:
    from neo4j_graphrag.types import RetrieverResultItem

    return RetrieverResultItem(content=str(record["text"]))


def _contents(result: Any) -> list[str]:
    return [str(item.content) for item in result.items]


def require(package: str) -> None:
    """Raise MissingExtra where a package of the extra `peers` is not installed."""
    if find_spec(package) is None:
        raise MissingExtra.named(package.replace("_", "-"), "peers")


PEERS: dict[str, Open] = {
    "graphrag-vector": graphrag_vector,
    "graphrag-vector-cypher": graphrag_vector_cypher,
    "graphrag-hybrid-cypher": graphrag_hybrid_cypher,
    "langchain-neo4j": langchain_vector,
}
