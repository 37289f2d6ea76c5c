"""An agent of LangChain that asks the graph: tools for what it wants to know, proof in the state.

    pip install '.[langchain]' langchain langchain-openai

Every question of the user is retrieved once before the model sees it, so that most of them need no
tool; the tools are for the rest. All of them only read.
"""

from __future__ import annotations

from typing import Any

from langchain.agents import create_agent
from langchain_core.language_models import BaseChatModel
from langchain_core.messages import ToolMessage
from langgraph.checkpoint.memory import InMemorySaver

from steiner.evidence import Evidence
from steiner.integrations.langchain import steiner_tools
from steiner.integrations.langchain.middleware import EvidenceMiddleware

PROMPT = (
    "Answer from the graph alone and cite the tags of facts. Use `compute` for counts, rankings "
    "and comparisons, `evidence` for everything else. Say so when the graph seems not to hold it."
)


def graph_agent(model: str | BaseChatModel, retriever: Any) -> Any:
    """Return the agent, with a memory of each thread."""
    return create_agent(
        model,
        steiner_tools(retriever),
        system_prompt=PROMPT,
        middleware=[EvidenceMiddleware(retriever)],
        checkpointer=InMemorySaver(),
    )


def proofs(messages: list[Any]) -> list[str]:
    """Return the element ids of all that the tools gave the model as evidence."""
    given = [each.artifact for each in messages if isinstance(each, ToolMessage)]
    graphs = [each.subgraph for each in given if isinstance(each, Evidence)]
    return [node.element_id for graph in graphs for node in graph.nodes]


if __name__ == "__main__":
    from steiner import ConnectionSettings, open_retriever

    agent = graph_agent(
        "openai:gpt-4.1-mini", open_retriever(ConnectionSettings.from_environment())
    )
    thread: Any = {"configurable": {"thread_id": "1"}}
    asked = {"messages": [("user", "Who supplies the Orbis shaft seal?")]}
    print(agent.invoke(asked, thread)["messages"][-1].text)
