"""Answers by any LangChain chat model."""

from __future__ import annotations

import importlib.util
import re
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from steiner.answer import Answer
from steiner.errors import InvalidInput, MissingExtra, ModelFailed
from steiner.evidence import Evidence, Usage
from steiner.generate import prompt
from steiner.generate.grounding.citations import cite
from steiner.generate.replies import SILENT, Beginning, reply, spoken
from steiner.keywords import known_keywords
from steiner.settings import NO_PRICES, PriceSettings
from steiner.text import quarter_characters

if TYPE_CHECKING:
    from langchain_core.language_models import BaseChatModel
    from langchain_core.messages import BaseMessage
    from langchain_core.runnables import RunnableConfig


# "openai:gpt-5"; of one letter it would be a drive ("C:\\model").
_PROVIDER = re.compile(r"[a-z][a-z0-9_-]+:\S+")


def is_chat_model(name: str) -> bool:
    """Say whether `name` is that of a provider's model, as `provider:name`."""
    return _PROVIDER.fullmatch(name) is not None


def open_chat_model(name: str, prices: PriceSettings = NO_PRICES) -> ChatGenerator:
    """Open a provider's chat model, such as `openai:gpt-5`.

    Raises MissingExtra without the package langchain, InvalidInput where it cannot be opened.
    """
    return ChatGenerator(chat_model(name), prices=prices)


def chat_model(name: str) -> BaseChatModel:
    """Return LangChain's chat model called `provider:name`; raises as `open_chat_model`."""
    if importlib.util.find_spec("langchain") is None:
        raise MissingExtra(
            f"The model {name!r} needs the packages langchain and langchain-{name.split(':')[0]}, "
            f"which are not installed. Install them with: pip install langchain "
            f"langchain-{name.split(':')[0]}"
        )
    from langchain.chat_models import init_chat_model

    try:
        opened: BaseChatModel = init_chat_model(name)
    except (ImportError, ValueError) as error:
        raise InvalidInput(f"The model {name!r} could not be opened: {error}") from error
    return opened


@known_keywords
class ChatGenerator:
    """Writes answers with `chat_model`; `config` (callbacks, tags, …) goes with every call.

    `prices`: what its tokens cost, for the usage of answers.
    """

    def __init__(
        self,
        chat_model: BaseChatModel,
        config: RunnableConfig | None = None,
        prices: PriceSettings = NO_PRICES,
    ) -> None:
        self.chat_model = chat_model
        self.config = config
        self.prices = prices
        self._beginning = Beginning()

    def answer(
        self, question: str, evidence: Evidence, config: RunnableConfig | None = None
    ) -> Answer:
        """Return the whole answer with its citations; `config` goes before the constructor's."""
        model = self._checked()
        message = model.invoke(_messages(question, evidence), config or self.config)
        answer = self.cited(question, _text(message), evidence)
        usage = self.prices.priced(usage_of(message, answer.usage))
        return replace(answer, usage=usage)

    def cited(self, question: str, text: str, evidence: Evidence) -> Answer:
        """Return the answer of a whole text, without its thinking. Raises ModelFailed for none.

        Its tokens are characters / 4.
        """
        said = reply(text)
        if text.strip() and not said:
            raise ModelFailed(SILENT)
        asked = sum(quarter_characters(content) for _, content in _messages(question, evidence))
        usage = self.prices.priced(Usage(1, asked, quarter_characters(text)))
        return replace(cite(question, said, evidence), usage=usage)

    def stream(
        self, question: str, evidence: Evidence, config: RunnableConfig | None = None
    ) -> Iterator[str]:
        """Yield the answer's text as the model sends it, without its thinking.

        The first one waits until it is whole: whether a model begins with thinking is not known.
        """
        model = self._checked()
        chunks = model.stream(_messages(question, evidence), config or self.config)
        texts = (text for chunk in chunks if (text := _text(chunk)))
        yield from spoken(self._beginning.marked(texts))

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


def usage_of(message: BaseMessage, about: Usage) -> Usage:
    """Return what a call took as its provider counts it; as it is `about` where that says nothing.

    A provider counts its own form of a JSON Schema, too.
    """
    counted = getattr(message, "usage_metadata", None) or {}
    read, written = (counted.get(key) for key in ("input_tokens", "output_tokens"))
    return Usage(about.calls, read or about.prompt, written or about.reply)


def _text(message: BaseMessage) -> str:
    return str(message.text)
