"""The LangChain chain: from a question to an answer with the evidence that proves it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from typing import Any

from langchain_core.callbacks import CallbackManagerForChainRun
from langchain_core.language_models import BaseChatModel
from langchain_core.runnables import Runnable, RunnableConfig, patch_config, run_in_executor
from langchain_core.runnables.utils import AddableDict

from steiner.errors import InvalidInput
from steiner.filters import EVERYTHING
from steiner.generate import Generator
from steiner.generate.chat import ChatGenerator
from steiner.generate.citations import cite
from steiner.generate.decline import check_share, declined
from steiner.graph import Evidence
from steiner.integrations.langchain.retriever import document
from steiner.retrieve.pipeline import Retriever
from steiner.settings import DOUBT, Options
from steiner.text import quarter_characters

Asked = str | dict[str, Any]
_KEYS = ("question", "seeds", "where")


class SteinerChain(Runnable[Asked, dict[str, Any]]):
    """Answers a question over the graph: retriever, then generator or LangChain chat model.

    Takes the question, or a dict of `question` and, where wanted, `seeds` and `where`. Returns a
    dict: `question`, `context` (a Document a fact), `answer` (text) and `result` (the Answer with
    citations, grounding and evidence). `stream` yields parts of it that add up to the whole, the
    text piece by piece; callbacks, tags and metadata of `config` reach the chat model. Where the
    evidence's confidence is less than `decline_below` (0 to 1; 0: never) nothing is written but
    that there seems to be no answer, and what came nearest.
    """

    def __init__(
        self,
        retriever: Retriever,
        generator: Generator | BaseChatModel,
        decline_below: float = DOUBT,
    ) -> None:
        check_share(decline_below)
        self.retriever, self.decline_below = retriever, decline_below
        self.generator: Generator = (
            ChatGenerator(generator) if isinstance(generator, BaseChatModel) else generator
        )

    def invoke(
        self, input: Asked, config: RunnableConfig | None = None, **_: Any
    ) -> dict[str, Any]:
        """Return the answer with its evidence."""
        output: dict[str, Any] = self._call_with_config(self._answer, input, config)
        return output

    def stream(
        self, input: Asked, config: RunnableConfig | None = None, **_: Any
    ) -> Iterator[dict[str, Any]]:
        """Yield question and context, then the text piece by piece, then the result."""
        yield from self._transform_stream_with_config(iter([input]), self._parts, config)

    async def astream(
        self, input: Asked, config: RunnableConfig | None = None, **_: Any
    ) -> AsyncIterator[dict[str, Any]]:
        """Yield what `stream` yields."""
        parts = self.stream(input, config)
        while (part := await run_in_executor(config, next, parts, None)) is not None:
            yield part

    def _answer(
        self, asked: Asked, run_manager: CallbackManagerForChainRun, config: RunnableConfig
    ) -> dict[str, Any]:
        whole = AddableDict()
        for part in self._parts(iter([asked]), run_manager, config):
            whole = whole + part
        return dict(whole)

    def _parts(
        self,
        inputs: Iterator[Asked],
        run_manager: CallbackManagerForChainRun,
        config: RunnableConfig,
    ) -> Iterator[AddableDict]:
        question, options = self._read(next(inputs))
        evidence = self.retriever.retrieve(question, options)
        context = [document(fact, evidence) for fact in evidence.facts]
        yield AddableDict(question=question, context=context)
        if none := declined(question, evidence, self.decline_below):
            yield AddableDict(answer=none.text, result=none)
            return
        pieces = []
        child = patch_config(config, callbacks=run_manager.get_child())
        for piece in self._written(question, evidence, child):
            pieces.append(piece)
            yield AddableDict(answer=piece)
        yield AddableDict(
            {} if pieces else {"answer": ""}, result=cite(question, "".join(pieces), evidence)
        )

    def _written(self, question: str, evidence: Evidence, config: RunnableConfig) -> Iterator[str]:
        if isinstance(self.generator, ChatGenerator):
            return self.generator.stream(question, evidence, config)
        return self.generator.stream(question, evidence)

    def _read(self, asked: Asked) -> tuple[str, Options]:
        given: Any = {"question": asked} if isinstance(asked, str) else asked
        if not isinstance(given, dict) or not isinstance(given.get("question"), str):
            raise InvalidInput(
                f'SteinerChain expects a question, or a dict with the text "question", '
                f"got {asked!r}."
            )
        if unknown := sorted(set(given) - set(_KEYS)):
            raise InvalidInput(f"SteinerChain knows the keys {', '.join(_KEYS)}; got {unknown}.")
        # The budget is the generator's, so its own tokenizer counts.
        counts = getattr(self.generator, "count_tokens", quarter_characters)
        seeds, where = given.get("seeds", ()), given.get("where", EVERYTHING)
        return given["question"], Options(seeds, where, count_tokens=counts)
