"""An agent of LangChain with steiner's tools and middleware, its model scripted."""

from __future__ import annotations

from typing import Any

import pytest
from agent_steps import ScriptedModel
from family_graph import FAMILY, retriever
from langchain_core.messages import AIMessage, HumanMessage, SystemMessage, ToolMessage

from steiner.evidence import Evidence
from steiner.integrations.langchain import steiner_tools

pytest.importorskip("langchain.agents", reason="needs the package langchain")


def calls(tool: str, **arguments: Any) -> AIMessage:
    return AIMessage("", tool_calls=[{"name": tool, "args": arguments, "id": "1"}])


def test_an_agent_asks_for_evidence_and_answers() -> None:
    from langchain.agents import create_agent

    lines = [calls("evidence", question="Who leads Aurora?"), AIMessage("Ann Lee [F1].")]
    model = ScriptedModel(lines=lines, steps=[])
    agent: Any = create_agent(model, steiner_tools(retriever(FAMILY)))
    messages = agent.invoke({"messages": [("user", "Who leads Aurora?")]})["messages"]
    (answered,) = [message for message in messages if isinstance(message, ToolMessage)]
    assert "[F1] Ann Lee leads Aurora" in answered.content
    assert isinstance(answered.artifact, Evidence)
    assert messages[-1].text == "Ann Lee [F1]."


@pytest.mark.parametrize("asynchronous", [False, True])
async def test_the_middleware_puts_the_evidence_before_the_model(asynchronous: bool) -> None:
    from langchain.agents import create_agent

    from steiner.integrations.langchain.middleware import EvidenceMiddleware

    lines = [calls("find", name="Oslo"), AIMessage("Oslo.")]
    model = ScriptedModel(lines=lines, steps=[])
    graph = retriever(FAMILY)
    agent: Any = create_agent(
        model,
        steiner_tools(graph),
        system_prompt="Be brief.",
        middleware=[EvidenceMiddleware(graph)],
    )
    talk = [("user", "Who leads Aurora?"), ("ai", "Ann Lee"), ("user", "And where is it located?")]
    given = {"messages": talk}
    output = await agent.ainvoke(given) if asynchronous else agent.invoke(given)
    assert output["messages"][-1].text == "Oslo."
    for messages in model.steps:
        assert isinstance(messages[0], SystemMessage)
        assert messages[0].text.startswith("Be brief.\n\nBefore the last question stand facts")
        asked = [message.text for message in messages if isinstance(message, HumanMessage)]
        assert asked[-1] == "And where is it located?"
        assert "Aurora located in Oslo" in asked[-2]
        assert "Aurora" not in messages[0].text


def test_what_is_no_question_to_the_graph_goes_to_the_model_as_it_is() -> None:
    from langchain.agents import create_agent

    from steiner.integrations.langchain.middleware import EvidenceMiddleware

    model = ScriptedModel(lines=[AIMessage("A long text.")], steps=[])
    agent: Any = create_agent(model, middleware=[EvidenceMiddleware(retriever(FAMILY))])
    agent.invoke({"messages": [("user", "a" * 5_000)]})
    assert not any(isinstance(message, SystemMessage) for message in model.steps[0])
