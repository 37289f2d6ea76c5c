"""Answers by a graph language model: evidence in, text with citations out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import torch

from steiner.answer import Answer
from steiner.evidence import Evidence
from steiner.generate import GenerateSettings
from steiner.generate.grounding.citations import cite
from steiner.generate.replies import reply, reply_pieces
from steiner.generate.sampling import sampling
from steiner.generate.streaming import streamed
from steiner.models.language_model.graph_language_model import GraphLanguageModel
from steiner.models.language_model.language_model_files import require_transformers
from steiner.models.language_model.layout import BETWEEN_ANSWERS
from steiner.text import Messages
from steiner.textual_graph import Example, TextGraph
from steiner.textualise.table import text_graph


def listed_answer(question: str, text: str, evidence: Evidence) -> Answer:
    """Return a trained model's text with its citations, its answers listed as it learnt to."""
    parts = (part.strip() for part in text.split(BETWEEN_ANSWERS))
    return replace(cite(question, text, evidence), listed=tuple(dict.fromkeys(filter(None, parts))))


class TrainedTexts:
    """Writes a text for each prompt with a trained `model`, which is shown no graph.

    `settings` say how it samples (None: greedily); how much it writes, its training says.
    """

    def __init__(self, model: GraphLanguageModel, settings: GenerateSettings | None = None) -> None:
        self._generator, self.name = GraphGenerator(model), model.settings.llm
        self._settings = settings or GenerateSettings()

    def count_tokens(self, text: str) -> int:
        """Count the tokens of `text` with the model's own tokenizer."""
        return self._generator.count_tokens(text)

    def write(self, prompts: Sequence[str]) -> list[str]:
        """Return a text for each prompt, written one by one."""
        return [self._written(prompt) for prompt in prompts]

    def _written(self, prompt: str) -> str:
        (text,) = self._generator.write([prompt], [TextGraph()], **sampling(self._settings))
        return text


class GraphGenerator:
    """Writes answers with `model`, greedily unless told; one is not trained while it answers."""

    def __init__(self, model: GraphLanguageModel) -> None:
        self.model = model.eval()

    def answer(self, question: str, evidence: Evidence) -> Answer:
        """Return the whole answer with its citations, listed as the model learnt to list."""
        return listed_answer(question, self.write([question], [text_graph(evidence)])[0], evidence)

    def stream(self, question: str, evidence: Evidence) -> Iterator[str]:
        """Yield the answer's text as the model writes it; to stop reading stops the model."""
        yield from self.pieces(question, text_graph(evidence))

    def count_tokens(self, text: str) -> int:
        """Count the tokens of `text` with the model's own tokenizer."""
        return len(self.model.tokenizer.encode(text, add_special_tokens=False))

    def write(
        self, questions: Sequence[str], graphs: Sequence[TextGraph], **options: Any
    ) -> list[str]:
        """Return the answer to each question from its graph, as one batch.

        `options` go to transformers' `generate`.
        """
        with torch.no_grad(), self.model.answering():
            written = self.model.llm.generate(**{**self._options(questions, graphs), **options})
        texts: list[str] = self.model.tokenizer.batch_decode(written, skip_special_tokens=True)
        return [reply(text) for text in texts]

    def pieces(
        self, question: str, graph: TextGraph, earlier: Messages | None = None, **options: Any
    ) -> Iterator[str]:
        """Yield the answer in pieces, after the `earlier` messages.

        `options` go to transformers' `generate`.
        """
        streamer = require_transformers().TextIteratorStreamer(
            self.model.tokenizer, skip_prompt=False, skip_special_tokens=True
        )
        wanted = {**self._options([question], [graph], earlier), **options}
        yield from reply_pieces(streamed(partial(self._generated, **wanted), streamer))

    def _generated(self, **options: Any) -> Any:
        # In the thread that writes: a precision is a thread's own.
        with self.model.answering():
            return self.model.llm.generate(**options)

    def likelihoods(self, examples: Sequence[Example], candidates: Sequence[str]) -> torch.Tensor:
        """Return float[b, c]: the mean log-likelihood of each candidate as the answer's tokens."""
        with torch.no_grad(), self.model.answering():
            columns = [
                self.model([Example(e.question, (text,), e.graph) for e in examples])
                for text in candidates
            ]
        return -torch.stack(columns, dim=1)

    def _options(
        self,
        questions: Sequence[str],
        graphs: Sequence[TextGraph],
        earlier: Messages | None = None,
    ) -> dict[str, Any]:
        with torch.no_grad(), self.model.answering():
            embeddings, mask = self.model.prompts(questions, graphs, earlier)
        tokenizer = self.model.tokenizer
        return {
            "inputs_embeds": embeddings,
            "attention_mask": mask,
            "max_new_tokens": self.model.settings.max_new_tokens,
            "do_sample": False,
            "eos_token_id": self.model.ids.layout.end,
            "pad_token_id": tokenizer.pad_token_id or tokenizer.eos_token_id,
        }
