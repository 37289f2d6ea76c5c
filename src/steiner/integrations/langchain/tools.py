"""Tools for LangChain and LangGraph agents: text for the model, the record itself as artifact."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, Protocol

from langchain_core.tools import BaseTool, StructuredTool, ToolException

from steiner.errors import ModelFailed, SteinerError
from steiner.evidence import Evidence
from steiner.filters import EVERYTHING, Filter
from steiner.generate import Generator
from steiner.generate.until_failure import answered
from steiner.integrations.agents.actions import GraphActions, StoreRetriever
from steiner.integrations.agents.records import answer_record, evidence_record


class _Readable(Protocol):
    def text(self) -> str:
        """Return what the model reads."""


def steiner_tools(
    retriever: StoreRetriever, generator: Generator | None = None, where: Filter = EVERYTHING
) -> list[BaseTool]:
    """Return `evidence`, `compute`, `find`, `neighbours`, `schema`; `ask` where `generator` writes.

    `retriever` is steiner's own, such as `open_retriever` gives; `where` limits what every tool may
    see. What goes wrong reaches the model as text, so that it can mend its call. The artifact of
    `evidence` is the Evidence, that of `ask` the Answer, of the others their record.
    """
    actions = GraphActions(retriever, where)

    def evidence(question: str, budget: int | None = None, choose: int = 0) -> tuple[str, Evidence]:
        """Facts of the graph that answer a question in plain words, however many steps away.

        Each fact has a tag such as [F1]: cite it. At most `budget` tokens come back. Where several
        readings are offered, ask again with the number of the one that is meant as `choose`.
        """
        retrieved = actions.retrieve(question, budget, choose)
        return evidence_record(retrieved).text(), retrieved

    def ask(question: str, choose: int = 0) -> tuple[str, Any]:
        """The answer to a question in plain words, with the facts that it cites.

        Where several readings are offered, ask again with the number of the one that is meant as
        `choose`.
        """
        assert generator is not None
        retrieved = actions.retrieve(question, choose=choose)
        try:
            answer = answered(generator, question, retrieved)
        except ModelFailed as error:
            return f"{error.public()}\n{evidence_record(retrieved).text()}", retrieved
        return answer_record(answer).text(), answer

    others = (actions.compute, actions.find, actions.neighbours, actions.schema)
    tools = [_tool(evidence), *(_tool(_recorded(action)) for action in others)]
    return tools + ([_tool(ask)] if generator else [])


def _recorded(action: Callable[..., _Readable]) -> Callable[..., tuple[str, Any]]:
    @wraps(action)
    def run(*args: Any, **given: Any) -> tuple[str, Any]:
        record = action(*args, **given)
        return record.text(), record

    return run


def _tool(action: Callable[..., tuple[str, Any]]) -> BaseTool:
    @wraps(action)
    def run(*args: Any, **given: Any) -> tuple[str, Any]:
        try:
            return action(*args, **given)
        except SteinerError as error:
            # It is read by a model, and so by its provider.
            raise ToolException(error.public()) from error

    return StructuredTool.from_function(
        run, response_format="content_and_artifact", handle_tool_error=True
    )
