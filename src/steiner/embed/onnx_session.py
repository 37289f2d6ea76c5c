"""A session of ONNX Runtime on the processor, and the vectors that its tokens give."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from steiner.embed.embedder import Matrix
from steiner.settings.environment import threads

_LEAST = 1e-12


class Network(Protocol):
    """An encoder's network over texts, given by the numbers of their tokens; of each at least one.

    Any number of threads may run it.
    """

    def tokens(self, texts: Sequence[Sequence[int]]) -> Matrix:
        """Return the last layer float32[t, d] of all tokens of `texts`."""

    def vectors(self, texts: Sequence[Sequence[int]]) -> Matrix:
        """Return float32[n, d] unit vectors of `texts`."""


def open_session(
    model: bytes | str, weights: Mapping[str, npt.NDArray[np.generic]] | None = None
) -> Any:
    """Open a model, by its bytes or its file; `weights` are handed over as they are mapped."""
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads()
    # Threads that wait for the next question would take the processor from the database.
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    if weights:
        values = [onnxruntime.OrtValue.ortvalue_from_numpy(each) for each in weights.values()]
        options.add_external_initializers(list(weights), values)
    return onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])


def pooled(tokens: Matrix, texts: Sequence[Sequence[int]], first_token: bool) -> Matrix:
    """Return float32[n, d] unit vectors of texts, whose float32[t, d] `tokens` stand in a row.

    The first token's, or the mean of all: of texts with two and one tokens, tokens [[1, 0],
    [0, 1], [0, 2]] give [[.7, .7], [0, 1]] by their means.
    """
    lengths = np.array([len(text) for text in texts])
    starts = np.cumsum(lengths) - lengths
    made = tokens[starts]
    if not first_token:
        made = np.add.reduceat(tokens, starts, axis=0) / lengths[:, None]
    norms = np.maximum(np.linalg.norm(made, axis=1, keepdims=True), _LEAST)
    return np.asarray(made / norms, dtype=np.float32)
