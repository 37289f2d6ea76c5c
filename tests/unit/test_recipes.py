"""The recipes of docs/recipes do what they say, over a graph in memory."""

from __future__ import annotations

import ast
import re
import runpy
import sys
from pathlib import Path
from typing import Any

import pytest
from agent_steps import ScriptedModel
from family_graph import FAMILY, retriever
from langchain_core.messages import AIMessage, BaseMessage
from langchain_core.runnables import RunnableLambda

from steiner.generate.evidence_only import EvidenceOnly
from steiner.integrations.langchain import SteinerChain, SteinerRetriever

RECIPES = Path(__file__).parents[2] / "docs" / "recipes"
FIRST, NEXT = "Who leads Aurora?", "And where is it located?"


def recipe(name: str) -> dict[str, Any]:
    return runpy.run_path(str(RECIPES / f"{name}.py"))


def chain() -> SteinerChain:
    return SteinerChain(retriever(FAMILY), EvidenceOnly(), decline_below=0)


class Session:
    """What the recipe needs of a chat history."""

    def __init__(self) -> None:
        self.messages: list[BaseMessage] = []

    def add_messages(self, messages: list[BaseMessage]) -> None:
        self.messages += messages


def test_each_recipe_is_tested() -> None:
    text = Path(__file__).read_text(encoding="utf-8")
    for file in RECIPES.glob("*.py"):
        assert f'recipe("{file.stem}")' in text


PACKAGES = {"langchain": {"langchain", "langgraph"}, "langgraph": {"langgraph"}}
"""What else a package brings, of what the recipes import; '.[langchain]' brings its core."""


@pytest.mark.parametrize("file", sorted(RECIPES.glob("*.py")), ids=lambda file: file.stem)
def test_a_recipe_says_what_to_install_for_all_that_it_imports(file: Path) -> None:
    tree = ast.parse(file.read_text(encoding="utf-8"))
    (line,) = re.findall(r"pip install (.*)", ast.get_docstring(tree) or "")
    wanted = set(line.replace("-", "_").split())
    had = {*wanted, "langchain_core", "pydantic", "steiner", *sys.stdlib_module_names}
    had |= {brought for name in wanted for brought in PACKAGES.get(name, ())}
    had |= {"llama_index"} if "llama_index_core" in wanted else set()
    imported = {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert {(name or "").partition(".")[0] for name in imported} <= had


def test_a_langgraph_node_goes_on_with_the_conversation_of_its_thread() -> None:
    memory = pytest.importorskip("langgraph.checkpoint.memory", reason="needs langgraph")
    talk = recipe("langgraph_node")["conversation"](chain(), memory.InMemorySaver())
    thread = {"configurable": {"thread_id": "1"}}
    first = talk.invoke({"messages": [("user", FIRST)]}, thread)
    assert "Ann Lee" in first["messages"][-1].text
    assert first["proof"]["F1"]
    again = talk.invoke({"messages": [("user", NEXT)]}, thread)
    assert len(again["messages"]) == 4
    assert "Oslo" in again["messages"][-1].text
    other = talk.invoke({"messages": [("user", FIRST)]}, {"configurable": {"thread_id": "2"}})
    assert len(other["messages"]) == 2


def test_the_agent_remembers_and_its_proof_is_kept() -> None:
    pytest.importorskip("langchain.agents", reason="needs the package langchain")
    made = recipe("agent")
    call = {"name": "evidence", "args": {"question": FIRST}, "id": "1"}
    lines = [AIMessage("", tool_calls=[call]), AIMessage("Ann Lee [F1]."), AIMessage("Oslo [F1].")]
    model = ScriptedModel(lines=lines, steps=[])
    agent = made["graph_agent"](model, retriever(FAMILY))
    thread = {"configurable": {"thread_id": "1"}}
    messages = agent.invoke({"messages": [("user", FIRST)]}, thread)["messages"]
    assert messages[-1].text == "Ann Lee [F1]."
    assert made["proofs"](messages)
    assert agent.invoke({"messages": [("user", NEXT)]}, thread)["messages"][-1].text == "Oslo [F1]."
    assert model.steps[0][0].text.startswith(made["PROMPT"])


class Structured(ScriptedModel):
    """A model that fills a record: cites the first fact, and one that was never retrieved."""

    def with_structured_output(self, schema: Any, **_: Any) -> Any:
        def fill(prompt: Any) -> Any:
            assert "F1: Ann Lee leads Aurora" in prompt.to_string()
            return schema(answer="Ann Lee.", facts=["F1", "F99"])

        return RunnableLambda(fill)


async def test_a_retrieval_chain_gives_a_record_and_the_documents_that_prove_it() -> None:
    made = recipe("retrieval_chain")
    facts = SteinerRetriever(retriever=retriever(FAMILY))
    own = made["retrieval_chain"](Structured(lines=[], steps=[]), facts)
    for answered in (own.invoke({"input": FIRST}), await own.ainvoke({"input": FIRST})):
        assert list(answered) == ["input", "context", "answer"]
        assert answered["answer"].answer == "Ann Lee."
        assert [each.page_content for each in made["proof"](answered)] == ["Ann Lee leads Aurora"]


def test_the_history_of_a_session_is_kept() -> None:
    session, answered = Session(), recipe("history_in_neo4j")["answered"]
    assert "Ann Lee" in answered(chain(), FIRST, session)
    assert "Oslo" in answered(chain(), NEXT, session)
    assert [message.text for message in session.messages][::2] == [FIRST, NEXT]


def test_facts_are_nodes_of_llamaindex() -> None:
    pytest.importorskip("llama_index.core", reason="needs llama-index-core")
    found = recipe("llamaindex_retriever")["SteinerLlamaRetriever"](retriever(FAMILY)).retrieve(
        FIRST
    )
    facts = [each for each in found if "tag" in each.metadata]
    assert facts[0].text == "Ann Lee leads Aurora"
    assert len(facts[0].metadata["nodes"]) == 2
