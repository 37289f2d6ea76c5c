"""Answers by any LangChain chat model."""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from steiner.errors import InvalidInput, MissingExtra
from steiner.generate import prompt
from steiner.generate.citations import cite
from steiner.graph import Answer, Evidence

if TYPE_CHECKING:
    from langchain_core.language_models import BaseChatModel
    from langchain_core.messages import BaseMessage
    from langchain_core.runnables import RunnableConfig


class ChatGenerator:
    """Writes answers with `chat_model`; `config` (callbacks, tags, …) goes with every call."""

    def __init__(self, chat_model: BaseChatModel, config: RunnableConfig | None = None) -> None:
        self.chat_model = chat_model
        self.config = config

    def answer(
        self, question: str, evidence: Evidence, config: RunnableConfig | None = None
    ) -> Answer:
        """Return the whole answer with its citations; `config` goes before the constructor's."""
        model = self._checked()
        message = model.invoke(_messages(question, evidence), config or self.config)
        return cite(question, _text(message), evidence)

    def stream(
        self, question: str, evidence: Evidence, config: RunnableConfig | None = None
    ) -> Iterator[str]:
        """Yield the answer's text as the model sends it."""
        model = self._checked()
        chunks = model.stream(_messages(question, evidence), config or self.config)
        yield from (text for chunk in chunks if (text := _text(chunk)))

    def _checked(self) -> BaseChatModel:
        if importlib.util.find_spec("langchain_core") is None:
            raise MissingExtra.named("langchain-core", "langchain")
        from langchain_core.language_models import BaseChatModel

        if not isinstance(self.chat_model, BaseChatModel):
            raise InvalidInput(
                f"ChatGenerator expects a LangChain chat model (BaseChatModel), "
                f"got {type(self.chat_model).__name__}. "
                f"For a local Hugging Face model use LocalGenerator."
            )
        return self.chat_model


def _messages(question: str, evidence: Evidence) -> list[Any]:
    written = prompt.tagged(question, evidence.facts)
    return [(message["role"], message["content"]) for message in written]


def _text(message: BaseMessage) -> str:
    return str(message.text)
