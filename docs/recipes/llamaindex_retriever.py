"""A retriever of LlamaIndex: each fact is a text node, with the element ids that prove it.

pip install . llama-index-core
"""

from __future__ import annotations

from typing import Any

from llama_index.core.base.base_retriever import BaseRetriever
from llama_index.core.schema import NodeWithScore, QueryBundle, TextNode

from steiner.settings import Options


class SteinerLlamaRetriever(BaseRetriever):
    """Retrieves from the graph that `retriever` is open on; `options` go with every question.

    The first node is the computed table where the database answers the question by one.
    """

    def __init__(self, retriever: Any, options: Options | None = None) -> None:
        super().__init__()
        self._graph, self._options = retriever, options or Options()

    def _retrieve(self, query_bundle: QueryBundle) -> list[NodeWithScore]:
        evidence = self._graph.retrieve(query_bundle.query_str, self._options)
        elements = {node.id: node.element_id for node in evidence.subgraph.nodes}
        found = [
            NodeWithScore(
                node=TextNode(
                    text=fact.text,
                    metadata={"tag": fact.tag, "nodes": [elements[i] for i in fact.nodes]},
                    excluded_llm_metadata_keys=["nodes"],
                ),
                score=fact.score,
            )
            for fact in evidence.facts
        ]
        if evidence.table and evidence.exact:
            metadata = {"cypher": evidence.table.cypher, "reading": evidence.table.reading}
            table = TextNode(text=evidence.text, metadata=metadata)
            found.insert(0, NodeWithScore(node=table, score=1.0))
        return found


if __name__ == "__main__":
    from steiner import ConnectionSettings, open_retriever

    opened = SteinerLlamaRetriever(open_retriever(ConnectionSettings.from_environment()))
    for each in opened.retrieve("Who supplies the Orbis shaft seal?"):
        print(each.score, each.text)
