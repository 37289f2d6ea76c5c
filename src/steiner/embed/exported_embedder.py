"""Encoders of any family whose folder holds a finished network, `model.onnx`: no torch needed."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from steiner.embed.bert.bert_embedder import OnnxEmbedder
from steiner.embed.embedder import Matrix
from steiner.embed.model_folder import local_folder, unloadable
from steiner.embed.onnx_session import Network, open_session, pooled
from steiner.embed.sentence_folder import (
    OtherNetwork,
    SentenceFolder,
    read_said,
    read_sentence_folder,
)

_FILES = ("model.onnx", "onnx/model.onnx")
"""Where Optimum and the models of the hub have the network."""
_OUTPUTS = ("last_hidden_state", "token_embeddings")
"""What exporters call the last layer; of other names the first output counts."""


def exported_file(folder: Path) -> Path | None:
    """Return the file of a folder's finished network, None without one."""
    return next((folder / name for name in _FILES if (folder / name).is_file()), None)


class ExportedEmbedder(OnnxEmbedder):
    """An encoder by the folder of its finished network, as Optimum exports it.

    Beside `model.onnx` stand tokenizer.json, config.json and, where tokens are not pooled by
    their mean, the files of sentence-transformers. Raises InvalidInput, at the first use, for a
    folder whose vectors are made in another way.
    """

    def __init__(self, model: str) -> None:
        super().__init__(model)

    @cached_property
    def dimensions(self) -> int:
        """The length of a vector: a text is embedded to learn it."""
        return int(self._network.vectors(self._read(["word"])).shape[1])

    @cached_property
    def fingerprint(self) -> str:
        """What tells the model's weights, and how it reads a text, from those of others."""
        said = self._folder
        read = hashlib.sha256(repr((said.longest, sorted(said.prompts.items()))).encode())
        for file in sorted(self._file.parent.glob(f"{self._file.name}*")):
            with file.open("rb") as opened:
                read.update(hashlib.file_digest(opened, "sha256").digest())
        return read.hexdigest()[:32]

    @cached_property
    def _file(self) -> Path:
        file = exported_file(local_folder(self.model))
        if file is None:
            raise unloadable(self.model, f"there is no {' or '.join(_FILES)}")
        return file

    @property
    def _folder(self) -> SentenceFolder:
        return self._said

    @cached_property
    def _said(self) -> SentenceFolder:
        folder = local_folder(self.model)
        try:
            places = read_said(folder / "config.json").get("max_position_embeddings", 512)
            return read_sentence_folder(folder, places)
        except OtherNetwork as error:
            raise unloadable(self.model, str(error)) from error

    @cached_property
    def _network(self) -> Network:
        with self._turn:
            known: Network | None = self.__dict__.get("_network")
            return known or self._opened()

    def _opened(self) -> ExportedNetwork:
        try:
            session = open_session(str(self._file))
        except Exception as error:  # Of ONNX Runtime's own kinds.
            raise unloadable(self.model, str(error).splitlines()[0]) from error
        outputs = [each.name for each in session.get_outputs()]
        output = next((name for name in _OUTPUTS if name in outputs), outputs[0])
        inputs = frozenset(each.name for each in session.get_inputs())
        return ExportedNetwork(session, inputs, output, self._folder.first_token)


@dataclass(frozen=True, slots=True)
class ExportedNetwork:
    """A session of ONNX Runtime that takes texts padded to one length, by its inputs' names."""

    session: Any
    inputs: frozenset[str]
    output: str
    first_token: bool

    def tokens(self, texts: Sequence[Sequence[int]]) -> Matrix:
        """Return the last layer float32[t, d] of all tokens of `texts`, each at least one.

        Of texts [5, 7] and [9] the network gets ids [[5, 7], [9, 0]] and mask [[1, 1], [1, 0]].
        """
        lengths = np.array([len(text) for text in texts])
        mask = np.arange(lengths.max())[None, :] < lengths[:, None]
        ids = np.zeros(mask.shape, np.int64)
        ids[mask] = [token for text in texts for token in text]
        given = {
            "input_ids": ids,
            "attention_mask": mask.astype(np.int64),
            "token_type_ids": np.zeros_like(ids),
        }
        named = {name: each for name, each in given.items() if name in self.inputs}
        made: Matrix = self.session.run([self.output], named)[0]
        return np.asarray(made[mask], np.float32)

    def vectors(self, texts: Sequence[Sequence[int]]) -> Matrix:
        """Return float32[n, d] unit vectors of texts, by the numbers of their tokens."""
        return pooled(self.tokens(texts), texts, self.first_token)
