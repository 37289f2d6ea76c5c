"""A cross-encoder: reads question and text together and scores them as a pair."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import numpy.typing as npt

from steiner.embed.devices import check_device
from steiner.errors import InvalidInput, MissingExtra

CROSS_ENCODER = "cross-encoder/ms-marco-MiniLM-L6-v2"
_BATCH = 32


class CrossEncoder:
    """A sentence-transformers cross-encoder with one score, by hub name or folder.

    Raises MissingExtra without sentence-transformers, InvalidInput for a model that cannot be
    loaded or that scores several labels.
    """

    def __init__(self, model: str = CROSS_ENCODER, device: str | None = None) -> None:
        if find_spec("sentence_transformers") is None:
            raise MissingExtra.named("sentence-transformers", "local")
        if model.startswith((".", "/", "~")) and not Path(model).expanduser().is_dir():
            raise InvalidInput(f"There is no cross-encoder in {model!r}: no such folder.")
        check_device(device)
        from sentence_transformers import CrossEncoder as Loaded

        try:
            self._model = Loaded(str(Path(model).expanduser()), device=device)
        except Exception as error:
            raise InvalidInput(
                f"The cross-encoder {model!r} could not be loaded: {str(error).splitlines()[0]}. "
                f"Expected a folder with a sequence classification model, or its hub name."
            ) from error
        if self._model.config.num_labels != 1:
            raise InvalidInput(
                f"{model!r} scores {self._model.config.num_labels} labels; a reranker has one."
            )

    def scores(self, question: str, texts: Sequence[str]) -> npt.NDArray[np.float64]:
        """Return float64[n], the score of each text beside the question."""
        if not texts:
            return np.zeros(0)
        pairs = [(question, text) for text in texts]
        scores = self._model.predict(pairs, batch_size=_BATCH, show_progress_bar=False)
        return np.asarray(scores, dtype=np.float64).reshape(-1)
