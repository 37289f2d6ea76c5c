"""The contrast of a query with the triples of a batch (Retrieval & Reasoning, equation 3)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import torch
from torch import nn

Features = Mapping[str, torch.Tensor]


def contrast(
    queries: torch.Tensor,
    triples: torch.Tensor,
    own: torch.Tensor,
    masked: torch.Tensor,
    temperature: float = 1.0,
) -> torch.Tensor:
    """Return float[b]: -log of the share that each query's own triple has of the batch's.

    `queries` float[b, d] and `triples` float[c, d] are unit vectors, `own` int64[b] are indices of
    triples; those marked in `masked` bool[b, c] are left out: other positives of the question. The
    paper has no temperature: 1.

        q = [1, 0]; triples [1, 0], [0, 1], [0, -1]; own 0; the second masked
        cosines 1, 0, 0: -log(e / (e + 1)) = .313
    """
    scores = (queries @ triples.T / temperature).masked_fill(masked, -torch.inf)
    chosen = scores.gather(1, own[:, None])[:, 0]
    return scores.logsumexp(1) - chosen


class TripleContrast(nn.Module):
    """The loss of a sentence-transformers `model`: a query, its triple, then random ones.

    `positives[i]` are the texts of all triples of question i, which a label names: in the batch of
    another question, or drawn at random, they are no negatives.
    """

    def __init__(
        self, model: Any, positives: Sequence[Sequence[str]], temperature: float = 1.0
    ) -> None:
        super().__init__()
        self.model, self.temperature = model, temperature
        texts = dict.fromkeys(text for own in positives for text in own)
        # Newer sentence-transformers call it so.
        read = getattr(model, "preprocess", None) or model.tokenize
        keys = {text: self._keys(read([text]))[0] for text in texts}
        self._positives = [{keys[text] for text in own} for own in positives]

    def forward(
        self, sentence_features: Iterable[dict[str, torch.Tensor]], labels: torch.Tensor
    ) -> torch.Tensor:
        """Return the mean loss of a batch; `labels` int64[b] are numbers of questions."""
        query, *triples = sentence_features
        keys = [key for features in triples for key in self._keys(features)]
        vectors = [self._embedded(features) for features in (query, *triples)]
        count = len(labels)
        masked = [
            [key in self._positives[label] and place != row for place, key in enumerate(keys)]
            for row, label in enumerate(labels.tolist())
        ]
        return contrast(
            vectors[0],
            torch.cat(vectors[1:]),
            torch.arange(count, device=vectors[0].device),
            torch.tensor(masked, device=vectors[0].device),
            self.temperature,
        ).mean()

    def _embedded(self, features: dict[str, torch.Tensor]) -> torch.Tensor:
        vectors: torch.Tensor = self.model(features)["sentence_embedding"]
        return nn.functional.normalize(vectors, dim=-1)

    def _keys(self, features: Features) -> list[tuple[int, ...]]:
        """Return the tokens of each text, which tell it from others, without padding."""
        rows = zip(features["input_ids"], features["attention_mask"], strict=True)
        return [tuple(ids[mask.bool()].tolist()) for ids, mask in rows]
