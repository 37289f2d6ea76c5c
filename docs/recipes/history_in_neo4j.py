"""A conversation that is kept in Neo4j, by the class of langchain-neo4j.

    pip install '.[langchain]' langchain-neo4j

It writes Session and Message nodes: give it a database of its own, not the graph that is asked,
else steiner would index what people said. New programs keep conversations by a checkpointer
(langgraph_node.py): LangChain calls its message histories deprecated.
"""

from __future__ import annotations

import os

from langchain_core.chat_history import BaseChatMessageHistory
from langchain_core.messages import AIMessage, HumanMessage

from steiner.integrations.langchain import SteinerChain

TURNS = 3
"""Turns that the class reads back: enough for "and who manages it?"."""


def neo4j_history(session: str) -> BaseChatMessageHistory:
    """Return the history of a session, in the database of HISTORY_URI, or NEO4J_URI."""
    from langchain_neo4j import Neo4jChatMessageHistory

    return Neo4jChatMessageHistory(
        session,
        url=os.environ.get("HISTORY_URI") or os.environ["NEO4J_URI"],
        username=os.environ.get("HISTORY_USERNAME") or os.environ["NEO4J_USERNAME"],
        password=os.environ.get("HISTORY_PASSWORD") or os.environ["NEO4J_PASSWORD"],
        database=os.environ.get("HISTORY_DATABASE", "neo4j"),
        window=TURNS,
    )


def answered(chain: SteinerChain, question: str, history: BaseChatMessageHistory) -> str:
    """Answer a question by what its session has said, and keep both with it."""
    answer: str = chain.invoke({"question": question, "history": history.messages})["answer"]
    history.add_messages([HumanMessage(question), AIMessage(answer)])
    return answer


if __name__ == "__main__":
    from steiner import ConnectionSettings, open_retriever
    from steiner.generate.evidence_only import EvidenceOnly

    chain = SteinerChain(open_retriever(ConnectionSettings.from_environment()), EvidenceOnly())
    ann = neo4j_history("ann")
    for question in ("Who supplies the Orbis shaft seal?", "And who manages it?"):
        print(answered(chain, question, ann))
