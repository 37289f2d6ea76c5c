"""Reranks triples with a cross-encoder, which reads question and triple together."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.util import find_spec
from typing import Any

from steiner.errors import InvalidInput, MissingExtra
from steiner.evaluate.baselines.choices import Score
from steiner.evaluate.baselines.listed import Asked

DEFAULT = "cross-encoder/ms-marco-MiniLM-L6-v2"


def cross_encoder(name: str = DEFAULT) -> Score:
    """Return the score of the sentence-transformers cross-encoder `name`, a hub name or folder.

    Raises MissingExtra without sentence-transformers, InvalidInput for what cannot be loaded.
    """
    if find_spec("sentence_transformers") is None:
        raise MissingExtra.named("sentence-transformers", "local")
    from sentence_transformers import CrossEncoder

    try:
        model: Any = CrossEncoder(name)
    except Exception as error:
        raise InvalidInput(
            f"The cross-encoder {name!r} could not be loaded: {str(error).splitlines()[0]} "
            f"Name a folder or another model with --reranker."
        ) from error

    def score(asked: Asked, texts: Sequence[str]) -> Sequence[float]:
        pairs = [(asked.question, text) for text in texts]
        scores: list[float] = model.predict(pairs, show_progress_bar=False).reshape(-1).tolist()
        return scores

    return score
