"""Agents of LangChain over the sample graph: with steiner's tools, or with one that runs Cypher."""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator, Sequence
from typing import Any

from agent_steps import ROOT, cypher_tool
from conversations import served
from examples import homes
from judge.kept_chat import KeptChat, OpenPrompt
from judge.lines import rows_of
from langchain.agents import create_agent
from langchain_core.messages import AIMessage
from langchain_core.tools import BaseTool
from neo4j import GraphDatabase

from steiner.algebra.schema.graph_schema import GraphSchema
from steiner.integrations.langchain import steiner_tools
from steiner.session import open_retriever
from steiner.text import normalise

_ASKED = (
    "Answer questions about a knowledge graph with your tools. Once you know the answer, reply with"
    " its names or values alone, one a line, as the graph writes them, and nothing else."
)
_STEPS = 60
"""Messages after which an agent has failed."""


def tasks() -> list[dict[str, Any]]:
    """Return ten questions of two hops and more."""
    asked = [row for row in rows_of(ROOT / "demo" / "more-questions.jsonl") if row["hops"] >= 2]
    return [{"graph": "sample", **row} for row in asked[:10]]


def agents(chat: KeptChat, given: argparse.Namespace) -> Iterator[dict[str, Any]]:
    """Yield a row for each task and way."""
    with homes(given.homes) as folder, served("sample", folder) as settings:
        retriever: Any = open_retriever(settings)
        login = (settings.username, settings.password)
        with GraphDatabase.driver(settings.uri, auth=login) as driver:
            cypher = cypher_tool(driver, settings.database)
            cypher.description += f"\n\n{described(retriever.store.graph_schema())}"
            ways: dict[str, list[BaseTool]] = {
                "steiner's tools": steiner_tools(retriever),
                "Cypher": [cypher],
            }
            for task in tasks():
                for way, tools in ways.items():
                    yield {**task, "way": way, **answered(chat, tools, task)}


def described(schema: GraphSchema) -> str:
    """Write labels with their properties and the ends of relationships, as text-to-Cypher does."""
    labels = [f"{label} {{{', '.join(own)}}}" for label, own in schema.labels.items()]
    types = [
        f"(:{source})-[:{type}{_own(schema, type)}]->(:{target})"
        for type, pairs in schema.ends.items()
        for source, target in pairs
    ]
    return "\n".join(["The graph's schema:", *labels, *types])


def _own(schema: GraphSchema, type: str) -> str:
    own = ", ".join(schema.types.get(type, ()))
    return f" {{{own}}}" if own else ""


def answered(chat: KeptChat, tools: Sequence[BaseTool], task: dict[str, Any]) -> dict[str, Any]:
    """Let an agent answer a task; say what it took, and whether its last words are the answer."""
    agent: Any = create_agent(chat, list(tools), system_prompt=_ASKED)
    given = {"messages": [("user", task["question"])]}
    try:
        messages = agent.invoke(given, {"recursion_limit": _STEPS})["messages"]
    except OpenPrompt:
        return {"open": True}
    said = [message for message in messages if isinstance(message, AIMessage)]
    used: list[Any] = [message.usage_metadata for message in said]
    lines = (re.sub(r"\s*\[F\d+\]", "", line) for line in said[-1].text.splitlines())
    got = {normalise(line) for line in lines if line.strip()}
    return {
        "open": False,
        "right": got == set(map(normalise, task["answers"])),
        "got": sorted(got),
        "exact": False,
        "calls": len(said),
        "tools": [call["name"] for message in said for call in message.tool_calls],
        "read": sum(each["input_tokens"] for each in used),
        "written": sum(each["output_tokens"] for each in used),
    }
