"""A causal language model that reads a textual graph and a soft prompt (G-Retriever, section 5.4).

One code path: training and inference, one question and a batch build the same embeddings.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import Any

import torch

from steiner.embed import Embedder, TextVectors
from steiner.model_settings import GraphModelSettings, TrainSettings
from steiner.models.graph_encoding.soft_prompt import GraphPrompt, soft_prompt
from steiner.models.graph_encoding.tensors import tensors
from steiner.models.language_model.cut_labels import cut_labels
from steiner.models.language_model.prefixes import Prefixes, with_cache
from steiner.models.language_model.prompt_ids import PromptIds
from steiner.models.language_model.recomputing import layers_of, recompute_layers
from steiner.models.language_model.rows import losses, padded
from steiner.models.language_model.token_embeddings import token_vectors
from steiner.models.language_model.warm_start import warm_up
from steiner.models.trainable import TrainableModel
from steiner.progress import Report
from steiner.text import Messages
from steiner.textual_graph import Example, TextGraph


class GraphLanguageModel(TrainableModel):
    """Language model `llm` with the soft prompt that `settings.form` names.

    A frozen `llm` has no gradients and stays in evaluation mode. With `prefixes` the loss does not
    compute again what stands before the soft prompt.
    """

    def __init__(
        self, llm: Any, tokenizer: Any, settings: GraphModelSettings, vectors: TextVectors
    ) -> None:
        super().__init__()
        self.llm, self.tokenizer, self.vectors = llm, tokenizer, vectors
        self.ids = PromptIds(tokenizer, settings, llm.config.get_text_config())
        self.prefixes: Prefixes | None = None
        self.graph_vectors: dict[tuple[str, TextGraph], torch.Tensor] | None = None
        self.precision = "no"
        self.recomputed = False
        if settings.frozen:
            self.llm.requires_grad_(False)
        self.words = token_vectors(llm, tokenizer, settings.llm) if settings.encode.words else None
        self.soft = soft_prompt(llm, settings, vectors.embedder.dimensions)

    @property
    def settings(self) -> GraphModelSettings:
        """What it is made with, and its prompts are written with."""
        return self.ids.settings

    @settings.setter
    def settings(self, settings: GraphModelSettings) -> None:
        self.ids.settings = settings

    @property
    def device(self) -> torch.device:
        """Where the language model lies."""
        device: torch.device = self.llm.device
        return device

    def train(self, mode: bool = True) -> GraphLanguageModel:
        """Switch to training; what is frozen stays in evaluation mode."""
        super().train(mode)
        self.llm.train(mode and not self.settings.frozen)
        recompute_layers(self.llm, mode and self.recomputed)
        if self.settings.fixed and isinstance(self.soft, GraphPrompt):
            self.soft.encoder.eval()
        return self

    def answering(self) -> AbstractContextManager[object]:
        """Return the precision in which it was trained: `accelerate`'s "bf16", "fp16" or "no"."""
        kinds = {"bf16": torch.bfloat16, "fp16": torch.float16}
        if self.precision not in kinds:
            return nullcontext()
        return torch.autocast(self.device.type, dtype=kinds[self.precision])

    @property
    def embedder(self) -> Embedder:
        """The frozen encoder of nodes, edges and questions."""
        return self.vectors.embedder

    def layers(self) -> Sequence[torch.nn.Module]:
        """Return the language model's layers, where all its weights are trained."""
        return layers_of(self.llm) if self.settings.whole else super().layers()

    def check(self, examples: Sequence[Example], training: TrainSettings) -> dict[str, Any]:
        """Return how many graphs lose rows to max_text, and how many answers their end.

        None does: {}. Of answers, also which share of their tokens is lost; see `cut_labels`.
        """
        ids = self.ids
        lengths = [(len(ids.whole_label(e.answers)), ids.label_room(e)) for e in examples]
        counted = cut_labels(lengths, training.cut, self.settings.max_label)
        graphs = sum(map(ids.is_cut, examples))
        return counted | ({"cut_graphs": graphs} if graphs else {})

    def prepare(self, examples: Sequence[Example], training: TrainSettings) -> None:  # noqa: ARG002
        """Keep what stands before the soft prompt, or compute layers again, as the settings say.

        And each graph's vector, where a fixed encoder gives the same in every epoch.
        """
        if self.settings.fixed and isinstance(self.soft, GraphPrompt):
            self.graph_vectors = self.graph_vectors or {}
        self.recomputed = training.recompute
        if training.cached and self.prefixes is None:
            self.prefixes = Prefixes(self.llm, self.settings)

    def begin(self, examples: Sequence[Example], training: TrainSettings, report: Report) -> None:
        """Warm the soft prompt up, for as many epochs as the settings say."""
        warm_up(self, examples, training, report)

    def forward(self, examples: Sequence[Example]) -> torch.Tensor:
        """Return float[b]: the mean negative log-likelihood of each answer's tokens (eq. 12)."""
        pieces = [self.ids.pieces(example.question, example.graph) for example in examples]
        labels = [
            self.ids.label(example.answers, self.ids.room(piece))
            for example, piece in zip(examples, pieces, strict=True)
        ]
        soft = self.soft_tokens(examples)
        rest = [
            self._rows(p.after + ids[:-1], s)
            for p, ids, s in zip(pieces, labels, soft, strict=True)
        ]
        past = None
        if self.prefixes is None:
            starts = [self.embedded(p.before) for p in pieces]
            rest = [torch.cat(pair) for pair in zip(starts, rest, strict=True)]
        else:
            past = self.prefixes.batch([p.before for p in pieces])
        longest = max(map(len, labels))
        logits = self._logits(rest, past, longest)
        return losses(logits, labels)

    def prompts(
        self, questions: Sequence[str], graphs: Sequence[TextGraph], earlier: Messages | None = None
    ) -> tuple[torch.Tensor, torch.Tensor]:
        """Return float[b, l, hidden] and the mask int64[b, l] of prompts, padded on the left.

        `earlier` messages stand before the user's turn.
        """
        examples = [Example(q, (), g) for q, g in zip(questions, graphs, strict=True)]
        pieces = [self.ids.pieces(e.question, e.graph, earlier) for e in examples]
        soft = self.soft_tokens(examples)
        rows = [
            torch.cat([self.embedded(p.before), self._rows(p.after, s)])
            for p, s in zip(pieces, soft, strict=True)
        ]
        return padded(rows)

    def user_turn(self, question: str, graph: TextGraph) -> torch.Tensor:
        """Return float[l, hidden]: what stands inside the user's turn, the soft prompt with it."""
        text = self.embedded(self.ids.text(question, graph))
        soft = self.soft_tokens([Example(question, (), graph)])[0]
        return torch.cat([soft, text] if self.settings.position == "before" else [text, soft])

    def soft_tokens(self, examples: Sequence[Example]) -> torch.Tensor:
        """Return float[b, tokens, hidden] in the language model's type; no tokens for "text"."""
        if self.soft is None:
            hidden = self.llm.get_input_embeddings().weight.shape[1]
            return torch.zeros((len(examples), 0, hidden), device=self.device, dtype=self.llm.dtype)
        if self.graph_vectors is not None and isinstance(self.soft, GraphPrompt):
            kept: torch.Tensor = self.soft.projector(self._graph_vectors(examples))
            return kept.to(self.llm.dtype)
        soft: torch.Tensor = self.soft(self._tensors(examples))
        return soft.to(self.llm.dtype)

    def _graph_vectors(self, examples: Sequence[Example]) -> torch.Tensor:
        """Return float[b, width]: what a fixed encoder gives, of each graph once in a training."""
        known = self.graph_vectors or {}
        new = [e for e in examples if (e.question, e.graph) not in known]
        if new and isinstance(self.soft, GraphPrompt):
            vectors = self.soft.encoder(self._tensors(new)).detach()
            keys = ((e.question, e.graph) for e in new)
            known.update(zip(keys, vectors, strict=True))
            self.graph_vectors = known
        return torch.stack([known[e.question, e.graph] for e in examples])

    def _tensors(self, examples: Sequence[Example]) -> Any:
        graphs = [example.graph for example in examples]
        questions = [example.question for example in examples]
        asked = self.settings.encode.pooling == "cross"
        return tensors(graphs, questions, self.vectors, self.words, asked).to(self.device)

    def embedded(self, ids: Sequence[int]) -> torch.Tensor:
        """Return float[len(ids), hidden]: the language model's own token embeddings (eq. 11)."""
        tokens = torch.tensor(list(ids), dtype=torch.int64, device=self.device)
        embeddings: torch.Tensor = self.llm.get_input_embeddings()(tokens)
        return embeddings

    def _rows(self, ids: Sequence[int], soft: torch.Tensor) -> torch.Tensor:
        return torch.cat([soft, self.embedded(ids)])

    def _logits(self, rows: Sequence[torch.Tensor], past: Any, keep: int) -> torch.Tensor:
        embeddings, mask = padded(rows)
        cache = None
        if past is not None:
            cache, before = past
            mask = torch.cat([before.to(mask.device), mask], dim=1)
        places = (mask.cumsum(1) - 1).clamp_min(0)[:, -embeddings.shape[1] :]
        logits: torch.Tensor = self.llm(
            inputs_embeds=embeddings,
            attention_mask=mask,
            position_ids=places,
            use_cache=cache is not None,
            # As places: a slice would be multiplied with the vocabulary row by row.
            logits_to_keep=torch.arange(embeddings.shape[1] - keep, embeddings.shape[1]),
            **with_cache(self.llm, cache),
        ).logits
        return logits
