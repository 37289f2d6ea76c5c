"""A graph language model as a LangChain chat model."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from langchain_core.callbacks import CallbackManagerForLLMRun
from langchain_core.language_models import BaseChatModel
from langchain_core.messages import (
    AIMessage,
    AIMessageChunk,
    BaseMessage,
    HumanMessage,
    SystemMessage,
    merge_message_runs,
)
from langchain_core.outputs import ChatGeneration, ChatGenerationChunk, ChatResult

from steiner.errors import InvalidInput
from steiner.keywords import known_keywords, refuse_unknown
from steiner.text import Messages
from steiner.textual_graph import TextGraph
from steiner.textualise.table import text_graph

_ROLES = {SystemMessage: "system", HumanMessage: "user", AIMessage: "assistant"}


@known_keywords
class ChatSteiner(BaseChatModel):
    """Chats with a graph language model, which sees a subgraph beside the last human message.

    `generator` is a GraphGenerator. With a `retriever` the subgraph is what it finds for that
    message; without one the model answers from the words alone. It knows no tools and no images.
    `timeout`, `max_retries` and `api_key` are taken as every model of LangChain takes them; they
    are of calls over a network, of which this one makes none.
    """

    generator: Any
    retriever: Any = None
    max_tokens: int | None = None
    temperature: float = 0.0
    stop: list[str] | None = None
    timeout: float | None = None
    max_retries: int | None = None
    api_key: Any = None
    streaming: bool = False

    @classmethod
    def from_folder(cls, folder: str | Path, retriever: Any = None, **settings: Any) -> ChatSteiner:
        """Load the --output of `steiner train`."""
        from steiner.generate.graph_generator import GraphGenerator
        from steiner.models.graph_artefact import from_pretrained

        model = GraphGenerator(from_pretrained(folder))
        return cls(generator=model, retriever=retriever, **settings)

    @property
    def model(self) -> str:
        """The language model's name."""
        name: str = self.generator.model.settings.llm
        return name

    @property
    def _llm_type(self) -> str:
        return "steiner"

    @property
    def _identifying_params(self) -> dict[str, Any]:
        return {"model": self.model, "max_tokens": self.max_tokens}

    def _generate(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: CallbackManagerForLLMRun | None = None,  # noqa: ARG002
        **options: Any,
    ) -> ChatResult:
        text = "".join(self._pieces(messages, stop, options))
        message = AIMessage(
            text, usage_metadata=self._usage(messages, text), response_metadata=self._metadata()
        )
        return ChatResult(generations=[ChatGeneration(message=message)])

    def _stream(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: CallbackManagerForLLMRun | None = None,
        **options: Any,
    ) -> Iterator[ChatGenerationChunk]:
        pieces = []
        for piece in self._pieces(messages, stop, options):
            pieces.append(piece)
            chunk = ChatGenerationChunk(message=AIMessageChunk(content=piece))
            if run_manager:
                run_manager.on_llm_new_token(piece, chunk=chunk)
            yield chunk
        usage = self._usage(messages, "".join(pieces))
        last = AIMessageChunk(
            content="",
            usage_metadata=usage,
            response_metadata=self._metadata(),
            chunk_position="last",
        )
        yield ChatGenerationChunk(message=last)

    def _pieces(
        self, messages: Sequence[BaseMessage], stop: Sequence[str] | None, given: dict[str, Any]
    ) -> Iterator[str]:
        options = self._options(given)
        *earlier, last = _written(messages)
        graph = text_graph(self.retriever.retrieve(last["content"])) if self.retriever else None
        pieces = self.generator.pieces(last["content"], graph or TextGraph(), earlier, **options)
        return until(pieces, [*(stop or self.stop or ())])

    def _options(self, given: dict[str, Any]) -> dict[str, Any]:
        refuse_unknown(given, ("max_tokens", "temperature", "stop"), "ChatSteiner's calls")
        options: dict[str, Any] = {}
        if longest := given.get("max_tokens", self.max_tokens):
            options["max_new_tokens"] = longest
        if heat := given.get("temperature", self.temperature):
            options |= {"do_sample": True, "temperature": heat}
        return options

    def _metadata(self) -> dict[str, Any]:
        return {"model_name": self.model, "model_provider": "steiner"}

    def _usage(self, messages: Sequence[BaseMessage], text: str) -> Any:
        read = sum(self.generator.count_tokens(m["content"]) for m in _written(messages))
        wrote = self.generator.count_tokens(text)
        return {"input_tokens": read, "output_tokens": wrote, "total_tokens": read + wrote}


def until(pieces: Iterator[str], stops: Sequence[str]) -> Iterator[str]:
    """Yield the text up to the first of `stops`, which may be spread over pieces."""
    kept, longest = "", max(map(len, stops), default=1)
    for piece in pieces:
        kept += piece
        ends = [place for stop in stops if (place := kept.find(stop)) >= 0]
        if ends:
            yield kept[: min(ends)]
            return
        safe = len(kept) - longest + 1
        if safe > 0:
            yield kept[:safe]
            kept = kept[safe:]
    if kept:
        yield kept


def _written(messages: Sequence[BaseMessage]) -> Messages:
    """Return the messages in the template's terms; neighbours of one role are merged."""
    merged = merge_message_runs(list(messages))
    for message in merged:
        if type(message) not in _ROLES:
            raise InvalidInput(
                f"ChatSteiner reads system, human and AI messages, got {type(message).__name__}. "
                f"It knows no tools."
            )
    if not merged or not isinstance(merged[-1], HumanMessage):
        raise InvalidInput("ChatSteiner expects a human message at the end, to answer it.")
    return [{"role": _ROLES[type(m)], "content": str(m.text)} for m in merged]
