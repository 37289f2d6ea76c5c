"""The LangChain chain: from a question to an answer with the evidence that proves it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from dataclasses import replace
from functools import partial
from threading import Event
from typing import Any

from langchain_core.callbacks import CallbackManagerForChainRun
from langchain_core.language_models import BaseChatModel
from langchain_core.runnables import Runnable, RunnableConfig, patch_config, run_in_executor
from langchain_core.runnables.utils import AddableDict

from steiner.calls.stopping import check_wanted, run_until
from steiner.evidence import Evidence
from steiner.generate import Generator
from steiner.generate.chat import ChatGenerator
from steiner.generate.grounding.citations import cited_by
from steiner.generate.grounding.decline import check_share, declined
from steiner.generate.rewriting import made_to_stand_alone
from steiner.generate.until_failure import failing_with, until_failure
from steiner.generate.writer import ChatTexts
from steiner.integrations.langchain.announcing import announcing
from steiner.integrations.langchain.chain_input import ChainInput, check_keywords, input_of
from steiner.integrations.langchain.retriever import document
from steiner.keywords import known_keywords
from steiner.question.history import unlikely
from steiner.retrieve.pipeline import Retriever
from steiner.settings import DOUBT, Options
from steiner.text import quarter_characters

Asked = str | dict[str, Any] | list[Any]


@known_keywords
class SteinerChain(Runnable[Asked, dict[str, Any]]):
    """Answers a question over the graph: retriever, then generator or LangChain chat model.

    Takes the question, messages whose last is the question, or a dict of `question` and, where
    wanted, `seeds`, `where`, `choose` (`Options`) and `history` (the messages before). With
    history "who manages it?" is read by what was answered, by rules, or by a call of `rewriter`
    where one is given. Returns a dict: `question`, `context` (a Document a fact), `answer`
    (text) and `result` (the Answer with citations, grounding and evidence). Given a dict of
    `messages`, such as the state of a LangGraph node, it returns `messages` with the answer as
    one more, too. `stream` yields parts of it that add up to the whole, the text piece by
    piece; callbacks, tags and metadata of `config` reach the chat model, and each stage
    of the retrieval is a custom event `steiner_stage` of `astream_events`. What fails of a model
    raises ModelFailed with the evidence. Where the evidence's confidence is less than
    `decline_below` (0 to 1; 0: never) nothing is written but that there seems to be no answer,
    and what came nearest.
    """

    def __init__(
        self,
        retriever: Retriever,
        generator: Generator | BaseChatModel,
        decline_below: float = DOUBT,
        rewriter: BaseChatModel | None = None,
    ) -> None:
        check_share(decline_below)
        self._rewriter = ChatTexts(rewriter, type(rewriter).__name__) if rewriter else None
        self.retriever, self.decline_below = retriever, decline_below
        self.generator: Generator = (
            ChatGenerator(generator) if isinstance(generator, BaseChatModel) else generator
        )

    def invoke(
        self, input: Asked, config: RunnableConfig | None = None, **more: Any
    ) -> dict[str, Any]:
        """Return the answer with its evidence. Raises InvalidInput for any other keyword."""
        check_keywords(more)
        output: dict[str, Any] = self._call_with_config(self._answer, input, config)
        return output

    async def ainvoke(
        self, input: Asked, config: RunnableConfig | None = None, **more: Any
    ) -> dict[str, Any]:
        """Return what `invoke` returns, from a thread; cancelled, its work stops."""
        check_keywords(more)
        given_up = Event()
        try:
            return await run_in_executor(config, run_until, given_up, self.invoke, input, config)
        finally:
            given_up.set()

    def stream(
        self, input: Asked, config: RunnableConfig | None = None, **more: Any
    ) -> Iterator[dict[str, Any]]:
        """Yield question and context, then the text piece by piece, then the result."""
        check_keywords(more)
        yield from self._transform_stream_with_config(iter([input]), self._parts, config)

    async def astream(
        self, input: Asked, config: RunnableConfig | None = None, **more: Any
    ) -> AsyncIterator[dict[str, Any]]:
        """Yield what `stream` yields, from a thread; cancelled, its work stops."""
        check_keywords(more)
        parts, given_up = self.stream(input, config), Event()
        try:
            step = partial(run_until, given_up, next, parts, None)
            while (part := await run_in_executor(config, step)) is not None:
                yield part
        finally:
            given_up.set()

    def _answer(
        self, asked: Asked, run_manager: CallbackManagerForChainRun, config: RunnableConfig
    ) -> dict[str, Any]:
        whole = AddableDict()
        for part in self._parts(iter([asked]), run_manager, config):
            whole = whole + part
        # Pieces may hold thinking that only its end shows to be that.
        return {**whole, "answer": whole["result"].text}

    def _parts(
        self,
        inputs: Iterator[Asked],
        run_manager: CallbackManagerForChainRun,
        config: RunnableConfig,
    ) -> Iterator[AddableDict]:
        given, options, reading = self._read(next(inputs))
        question = given.question
        with announcing(run_manager):
            evidence = self.retriever.retrieve(question, options)
        if reading:
            evidence = replace(evidence, cuts=(reading, *evidence.cuts))
        context = [document(fact, evidence) for fact in evidence.facts]
        yield AddableDict(question=question, context=context)
        if none := declined(question, evidence, self.decline_below):
            yield AddableDict(answer=none.text, **given.replied(none))
            return
        pieces = []
        child = patch_config(config, callbacks=run_manager.get_child())
        write = partial(self._written, question, evidence, child)
        for piece in until_failure(write, evidence):
            check_wanted()
            pieces.append(piece)
            yield AddableDict(answer=piece)
        with failing_with(evidence):
            result = cited_by(self.generator, question, "".join(pieces), evidence)
        yield AddableDict({} if pieces else {"answer": ""}, **given.replied(result))

    def _written(self, question: str, evidence: Evidence, config: RunnableConfig) -> Iterator[str]:
        if isinstance(self.generator, ChatGenerator):
            return self.generator.stream(question, evidence, config)
        return self.generator.stream(question, evidence)

    def _read(self, asked: Asked) -> tuple[ChainInput, Options, str]:
        """Return what is asked, its options, and how a follow-up question was read."""
        given = input_of(asked)
        # The budget is the generator's, so its own tokenizer counts.
        counts = getattr(self.generator, "count_tokens", quarter_characters)
        options = Options(given.seeds, given.where, count_tokens=counts, choose=given.choose)
        # A SteinerRetriever of LangChain has steiner's own within.
        own = getattr(self.retriever, "retriever", self.retriever)
        store = getattr(own, "store", None)
        if not given.history or (store is None and not self._rewriter):
            return given, options, ""
        seen = store.filtered(given.where) if store is not None and given.where else store
        likely = getattr(own, "reads_on", unlikely)
        alone = made_to_stand_alone(given.question, given.history, self._rewriter, seen, likely)
        return given._replace(question=alone.text), options, alone.reading
