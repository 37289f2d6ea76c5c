"""steiner as a node of LangGraph: the conversation is the state, and a checkpointer keeps it.

    pip install '.[langchain]' langgraph

"And where is it located?" is read by what was answered before, in the thread of the same id.
"""

from __future__ import annotations

from typing import Any

from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.graph import END, START, MessagesState, StateGraph

from steiner.integrations.langchain import SteinerChain


class Conversation(MessagesState, total=False):
    """The messages, and the element ids that prove the last answer, by tag: plain JSON."""

    proof: dict[str, list[str]]


def conversation(chain: SteinerChain, checkpointer: BaseCheckpointSaver[Any]) -> Any:
    """Return the compiled graph; further nodes go between steiner's and the end."""

    def steiner(state: Conversation) -> dict[str, Any]:
        output = chain.invoke({"messages": state["messages"]})
        cited = {each.tag: list(each.element_ids) for each in output["result"].citations}
        return {"messages": output["messages"], "proof": cited}

    graph = StateGraph(Conversation)
    graph.add_node("steiner", steiner)
    graph.add_edge(START, "steiner")
    graph.add_edge("steiner", END)
    return graph.compile(checkpointer=checkpointer)


if __name__ == "__main__":
    from langgraph.checkpoint.memory import InMemorySaver

    from steiner import ConnectionSettings, open_retriever
    from steiner.generate.evidence_only import EvidenceOnly

    retriever = open_retriever(ConnectionSettings.from_environment())
    talk = conversation(SteinerChain(retriever, EvidenceOnly()), InMemorySaver())
    thread: Any = {"configurable": {"thread_id": "1"}}
    for question in ("Who supplies the Orbis shaft seal?", "And who manages it?"):
        state = talk.invoke({"messages": [("user", question)]}, thread)
        print(state["messages"][-1].text, state["proof"])
