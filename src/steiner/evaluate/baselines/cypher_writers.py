"""Text-to-Cypher by a language model: neo4j-graphrag's retriever and langchain-neo4j's chain.

Both write a statement and run it themselves; what they return is the table. The model is any chat
model of LangChain, named by `--reader provider:model`. Use a login that can only read.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from steiner.algebra.schema.graph_schema import PropertySchema
from steiner.calls.stopwatch import Stopwatch
from steiner.display.cells import cell_text
from steiner.embed import Embedder
from steiner.errors import InvalidInput
from steiner.evaluate.baselines.peers import require
from steiner.evidence import Evidence, Table
from steiner.generate.chat import chat_model
from steiner.graph import Node, Subgraph
from steiner.question.reading import check_question
from steiner.settings import DEFAULT_OPTIONS, Options, RetrieverSettings
from steiner.stores.neo4j.driver_values import native, row
from steiner.stores.neo4j.store import Neo4jStore
from steiner.stores.protocol import GraphStore

_TYPES = {"number": "FLOAT", "date": "DATE", "yes or no": "BOOLEAN", "list": "LIST"}
Asked = tuple[str, Sequence[dict[str, Any]]]
"""A statement, and the rows that it returned, by column."""
Writer = Callable[[str], Asked]
OpenWriter = Callable[[Neo4jStore, Any], Writer]
"""Opens a tool on the store's server for a chat model of LangChain."""


class Text2CypherRetriever:
    """Asks a tool in which `model` writes Cypher; its rows are the evidence.

    Raises InvalidInput without a Neo4j server, or where neither `model` nor a reader is given.
    """

    def __init__(
        self,
        open_writer: OpenWriter,
        store: GraphStore,
        embedder: Embedder,
        settings: RetrieverSettings | None = None,
        model: Any = None,
    ) -> None:
        if not isinstance(store, Neo4jStore):
            raise InvalidInput("Text-to-Cypher needs a Neo4j server: leave out --in-memory.")
        self.embedder, self.settings = embedder, settings or RetrieverSettings()
        reader = self.settings.exact.reader
        if model is None and not reader:
            raise InvalidInput(
                "Text-to-Cypher needs a chat model that writes Cypher: give --reader"
                " provider:model, such as openai:gpt-4o-mini."
            )
        self._write = open_writer(store, model or chat_model(reader or ""))

    def retrieve(self, question: str, options: Options = DEFAULT_OPTIONS) -> Evidence:
        """Return the rows as text and table; no table where the statement could not be run.

        Raises InvalidInput for seeds or a filter: the tools have none.
        """
        if options.seeds or options.filter:
            raise InvalidInput("Text-to-Cypher takes no seeds and no filter: leave them out.")
        question, watch = check_question(question), Stopwatch()
        budget = options.budget or self.settings.text.budget
        nothing = Evidence(question, Subgraph(), "", budget=budget)
        with watch.stage("write"):
            try:
                cypher, rows = self._write(question)
            except Exception as error:  # Whatever a tool makes of a wrong statement.
                cut = f"the tool failed: {type(error).__name__}: {error}"
                return replace(nothing, cuts=(cut,), milliseconds=watch.stages())
        return replace(_written(nothing, cypher, rows, options), milliseconds=watch.stages())


def _written(
    nothing: Evidence, cypher: str, rows: Sequence[dict[str, Any]], options: Options
) -> Evidence:
    columns = tuple(rows[0]) if rows else ()
    cells = tuple(tuple(_cell(row[name]) for name in columns) for row in rows)
    table = Table(columns, cells, len(cells), cypher, {}, "")
    text = "\n".join("; ".join(map(cell_text, row)) for row in cells)
    text = text if options.count_tokens(text) <= nothing.budget else text[: 4 * nothing.budget]
    names = tuple(dict.fromkeys(cell_text(row[0]) for row in cells))
    return replace(
        nothing,
        text=text,
        tokens=options.count_tokens(text),
        ranking=names,
        answers=names,
        table=table,
        exact=bool(cells),
    )


def _cell(value: Any) -> Any:
    if hasattr(value, "labels") and hasattr(value, "element_id"):
        properties = {k: native(v) for k, v in dict(value).items() if not k.startswith("steiner_")}
        labels = tuple(sorted(value.labels - {"SteinerNode"}))
        return Node(-1, value.element_id, labels, properties)
    return native(value)


def _schema(store: Neo4jStore) -> dict[str, Any]:
    """Return the schema in the form of both tools; they read it by APOC, which few servers have."""
    store.record()
    known = store.graph_schema()

    def typed(own: Mapping[str, PropertySchema]) -> list[dict[str, str]]:
        return [{"property": k, "type": _TYPES.get(p.kind, "STRING")} for k, p in own.items()]

    steps = [(type, pair) for type, pairs in known.ends.items() for pair in pairs]
    return {
        "node_props": {label: typed(own) for label, own in known.labels.items()},
        "rel_props": {type: typed(own) for type, own in known.types.items() if own},
        "relationships": [{"start": s, "type": type, "end": e} for type, (s, e) in steps],
        "metadata": {},
    }


def graphrag(store: Neo4jStore, model: Any) -> Writer:
    """neo4j-graphrag's Text2CypherRetriever."""
    require("neo4j_graphrag")
    from neo4j_graphrag.llm import LLMInterface, LLMResponse
    from neo4j_graphrag.retrievers import Text2CypherRetriever as Tool
    from neo4j_graphrag.schema import format_schema
    from neo4j_graphrag.types import RetrieverResultItem

    class Chat(LLMInterface):
        """The chat model as neo4j-graphrag names its verbs."""

        def invoke(self, input: str, *_: Any, **__: Any) -> LLMResponse:
            return LLMResponse(content=str(model.invoke(input).text))

        async def ainvoke(self, input: str, *_: Any, **__: Any) -> LLMResponse:
            return LLMResponse(content=str((await model.ainvoke(input)).text))

    tool = Tool(
        store.connection.driver,
        Chat("chat"),
        neo4j_schema=format_schema(_schema(store), is_enhanced=False),
        result_formatter=lambda record: RetrieverResultItem(
            content="row", metadata={"row": row(record)}
        ),
        neo4j_database=store.connection.settings.database,
    )

    def write(question: str) -> Asked:
        got = tool.search(query_text=question)
        cypher = (got.metadata or {}).get("cypher", "")
        return cypher, [(item.metadata or {})["row"] for item in got.items]

    return write


def langchain(store: Neo4jStore, model: Any) -> Writer:
    """langchain-neo4j's GraphCypherQAChain with validation, its answer left out."""
    require("langchain_neo4j")
    from langchain_neo4j import GraphCypherQAChain
    from langchain_neo4j.graphs.graph_store import GraphStore as Graph

    class Server(Graph):
        """What the chain asks of a graph: the schema, and rows in a reading transaction."""

        def __init__(self) -> None:
            self._structure = _schema(store)

        @property
        def get_schema(self) -> str:
            return ""

        @property
        def get_structured_schema(self) -> dict[str, Any]:
            return self._structure

        def query(self, query: str, params: Any = None) -> list[dict[str, Any]]:
            return store.connection.read_text(query, params or {})

        def refresh_schema(self) -> None:
            """The schema is that of the index."""

        def add_graph_documents(self, *_: Any, **__: Any) -> None:
            raise NotImplementedError("Nothing is written here.")

    chain = GraphCypherQAChain.from_llm(
        model,
        graph=Server(),
        validate_cypher=True,
        allow_dangerous_requests=True,
        return_direct=True,
        return_intermediate_steps=True,
        top_k=1_000,
    )

    def write(question: str) -> Asked:
        got = chain.invoke({"query": question})
        return got["intermediate_steps"][0]["query"], got["result"]

    return write


WRITERS: dict[str, OpenWriter] = {
    "graphrag-text2cypher": graphrag,
    "langchain-text2cypher": langchain,
}
