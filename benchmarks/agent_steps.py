"""Steps and tokens of an agent that asks steiner, against one whose only tool runs Cypher.

    NEO4J_URI=... python benchmarks/agent_steps.py [--questions demo/more-questions.jsonl]

Needs the sample graph, indexed. The first ten questions of two hops and more are answered by
LangChain's `create_agent` with real tools and a scripted model, which makes no mistake: with
`evidence` it asks the question itself; with Cypher it reads the schema, looks up each name of the
question as the graph writes it, and runs the question's gold statement. Counted is what a model
would read (all messages and the tool's description, at each step) and write, in quarters of
characters, and whether the last tool's text has every answer. Prints a line a way.
"""

from __future__ import annotations

import argparse
import json
import re
import statistics
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from langchain.agents import create_agent
from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, BaseMessage, ToolMessage
from langchain_core.outputs import ChatGeneration, ChatResult
from langchain_core.tools import BaseTool, tool
from langchain_core.utils.function_calling import convert_to_openai_tool
from neo4j import Driver, GraphDatabase

from steiner import ConnectionSettings, open_retriever
from steiner.integrations.langchain import steiner_tools
from steiner.stores.neo4j.statements import statement
from steiner.text import quarter_characters

ROOT = Path(__file__).parents[1]
Script = Callable[[dict[str, Any]], list[AIMessage]]


class ScriptedModel(BaseChatModel):
    """Says its lines in their order, and keeps the messages of each step."""

    lines: list[Any]
    steps: list[Any]

    def bind_tools(self, *_: Any, **__: Any) -> Any:
        """Return the model itself, which needs to know of no tool."""
        return self

    def _generate(self, messages: list[BaseMessage], *_: Any, **__: Any) -> ChatResult:
        self.steps.append(list(messages))
        message = self.lines[len(self.steps) - 1]
        return ChatResult(generations=[ChatGeneration(message=message)])

    @property
    def _llm_type(self) -> str:
        return "scripted"


@dataclass(frozen=True)
class Run:
    """What one question took: model calls, tool calls, tokens read and written.

    `right`: the last tool's text has the answers; `first`: its first line has them.
    """

    steps: int
    calls: int
    read: int
    written: int
    right: bool
    first: bool


def asking(*calls: tuple[str, dict[str, Any]]) -> AIMessage:
    """Return a model's message that calls tools."""
    given = [{"name": n, "args": a, "id": str(at)} for at, (n, a) in enumerate(calls)]
    return AIMessage("", tool_calls=given)


def evidence_script(line: dict[str, Any]) -> list[AIMessage]:
    """Ask the question itself, then answer."""
    return [asking(("evidence", {"question": line["question"]})), answer(line)]


def cypher_script(line: dict[str, Any]) -> list[AIMessage]:
    """Read the schema, look up the names, run the gold statement, then answer."""
    lookup = statement("benchmarks/agent_lookup")
    names = re.findall(r"'([^']+)'", line["cypher"])
    looked_up = [("run_cypher", {"query": lookup, "value": name}) for name in names]
    schema = [
        ("run_cypher", {"query": statement(f"benchmarks/agent_{n}")})
        for n in ("schema", "properties")
    ]
    exact = asking(("run_cypher", {"query": line["cypher"]}))
    return [asking(*schema), asking(*looked_up), exact, answer(line)]


def cypher_knowing_names(line: dict[str, Any]) -> list[AIMessage]:
    """Do without the look-up, as where all names are known to be written as in the graph."""
    schema, _, *rest = cypher_script(line)
    return [schema, *rest]


def answer(line: dict[str, Any]) -> AIMessage:
    """Return the final message."""
    return AIMessage(", ".join(line["answers"]))


def cypher_tool(driver: Driver, database: str | None) -> BaseTool:
    """Return a tool that only runs Cypher."""

    @tool
    def run_cypher(query: str, value: str = "") -> str:
        """Run a read-only Cypher query on the Neo4j graph; `value` is its parameter $value.

        Returns the rows as JSON.
        """
        rows = driver.execute_query(query, {"value": value}, database_=database, routing_="r")
        return json.dumps([record.data() for record in rows.records], default=str)

    return run_cypher


def run(tool: BaseTool, lines: list[AIMessage], line: dict[str, Any]) -> Run:
    """Let the agent answer one question, and count."""
    model = ScriptedModel(lines=lines, steps=[])
    agent: Any = create_agent(model, [tool])
    messages = agent.invoke({"messages": [("user", line["question"])]})["messages"]
    described = tokens(json.dumps(convert_to_openai_tool(tool)))
    read = sum(described + sum(map(message_tokens, step)) for step in model.steps)
    texts = [message.text for message in messages if isinstance(message, ToolMessage)]
    right, first = (
        all(wanted in part for wanted in line["answers"])
        for part in (texts[-1], texts[-1].splitlines()[0])
    )
    return Run(len(model.steps), len(texts), read, sum(map(message_tokens, lines)), right, first)


def message_tokens(message: BaseMessage) -> int:
    """Count a message with its calls of tools."""
    calls = message.tool_calls if isinstance(message, AIMessage) else []
    return tokens(message.text + "".join(json.dumps(call["args"]) for call in calls))


def tokens(text: str) -> int:
    """Count as steiner's budget does where no model is named."""
    return quarter_characters(text)


def shown(way: str, runs: list[Run]) -> dict[str, Any]:
    """Return a line of the table."""
    fields = ("steps", "calls", "read", "written")
    means = {name: round(statistics.mean(getattr(r, name) for r in runs), 1) for name in fields}
    right = {name: sum(getattr(r, name) for r in runs) for name in ("right", "first")}
    return {"way": way, "questions": len(runs), **right, **means}


def main() -> None:
    """Read the command line, let the agents answer, and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--questions", type=Path, default=ROOT / "demo" / "more-questions.jsonl")
    given = parser.parse_args()
    text = given.questions.read_text(encoding="utf-8")
    lines = [line for line in map(json.loads, text.splitlines()) if line["hops"] >= 2][:10]
    settings = ConnectionSettings.from_environment()
    retriever: Any = open_retriever(settings)
    evidence = steiner_tools(retriever)[0]
    login = (settings.username, settings.password)
    with GraphDatabase.driver(settings.uri, auth=login) as driver:
        cypher = cypher_tool(driver, settings.database)
        ways: dict[str, tuple[BaseTool, Script]] = {
            "evidence": (evidence, evidence_script),
            "Cypher, names looked up": (cypher, cypher_script),
            "Cypher, names known": (cypher, cypher_knowing_names),
        }
        for way, (tool, script) in ways.items():
            print(json.dumps(shown(way, [run(tool, script(line), line) for line in lines])))


if __name__ == "__main__":
    main()
