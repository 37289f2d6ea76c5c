"""An encoder made of any function that turns texts into vectors."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence, Sized
from functools import cached_property, partial
from typing import Any

import numpy as np

from steiner.columns import Vector
from steiner.embed.batching import once_each
from steiner.embed.embedder import Matrix
from steiner.embed.given.pacing import Pace, asked_wait
from steiner.errors import InvalidInput, ModelFailed, SteinerError
from steiner.keywords import known_keywords

Documents = Callable[[list[str]], Any]
Question = Callable[[str], Any]


@known_keywords
class FunctionEmbedder:
    """Embeds by `documents`, which gets a list of texts and returns a vector for each, in order.

    `name` is kept with an index and tells this encoder from others. `question` embeds a question
    where that is another thing (None: as a document). A call gets at most `batch` texts, and is
    tried `tries` times, after a pause of `pause` seconds, then twice that and so on, or longer
    where the error has a Retry-After; at most `per_minute` calls are made a minute (0: no limit).
    Vectors need no unit length. Raises InvalidInput where what comes is not a vector of numbers for
    each text, of one length for all of them; ModelFailed where the last try fails.
    """

    def __init__(
        self,
        name: str,
        documents: Documents,
        question: Question | None = None,
        batch: int = 64,
        tries: int = 1,
        pause: float = 1.0,
        per_minute: int = 0,
    ) -> None:
        self.name, self._documents, self._question = name, documents, question
        self.batch, self.tries, self.pause = batch, tries, pause
        self._pace = Pace(per_minute)

    @property
    def reads_alike(self) -> bool:
        """Whether a question gets the vector that it gets as a text."""
        return self._question is None

    @cached_property
    def dimensions(self) -> int:
        """The length of a vector: where nothing was embedded before, a word is to learn it."""
        return int(self._checked(self._tried(lambda: self._documents(["word"])), 1).shape[1])

    def embed(self, texts: Sequence[str]) -> Matrix:
        """Return float32[n, d] unit vectors of documents; equal texts are embedded once."""
        return once_each(texts, self._batches) if texts else np.empty((0, self.dimensions), "f4")

    def embed_question(self, text: str) -> Vector:
        """Return the float32[d] unit vector of a question."""
        asks = self._question
        if asks is None:
            return np.asarray(self.embed([text])[0])
        return np.asarray(self._unit(self._tried(lambda: [asks(text)]), 1)[0])

    def _batches(self, texts: list[str]) -> Matrix:
        made = []
        for start in range(0, len(texts), self.batch):
            some = texts[start : start + self.batch]
            made.append(self._unit(self._tried(partial(self._documents, some)), len(some)))
        return np.concatenate(made)

    def _tried(self, call: Callable[[], Any]) -> Any:
        for attempt in range(1, self.tries + 1):
            self._pace.wait()
            try:
                return call()
            except SteinerError:
                raise
            except Exception as error:
                if attempt == self.tries:
                    raise ModelFailed(
                        f"The encoder {self.name!r} failed, tried {self.tries} times: {error}. "
                        "What was embedded before is kept: run the same command again to go on."
                    ) from error
                asked = asked_wait(error)
            time.sleep(max(self.pause * 2 ** (attempt - 1), asked))
        raise InvalidInput(f"An encoder is tried once or more, got tries={self.tries}.")

    def _unit(self, made: Any, count: int) -> Matrix:
        vectors = self._checked(made, count)
        # Known from the first vectors on: a call for the length alone may cost.
        before = self.__dict__.setdefault("dimensions", vectors.shape[1])
        if vectors.shape[1] != before:
            raise InvalidInput(
                f"The encoder {self.name!r} gave vectors of {vectors.shape[1]} numbers, after "
                f"{before} before. Its model has changed: embed all with one model."
            )
        return np.asarray(vectors / np.linalg.norm(vectors, axis=1, keepdims=True), np.float32)

    def _checked(self, made: Any, count: int) -> Matrix:
        """Return float32[count, d]; raise InvalidInput for what is none."""
        if not isinstance(made, Sized):
            raise self._refused(count, f"a {type(made).__name__}: return a list, not an iterator")
        try:
            vectors = np.asarray(made, dtype=np.float32)
        except (TypeError, ValueError) as error:
            raise self._refused(count, f"what is no table of numbers ({error})") from error
        if vectors.ndim != 2 or len(vectors) != count or not vectors.shape[1]:
            raise self._refused(count, f"an array of shape {vectors.shape}")
        lengths = np.linalg.norm(vectors, axis=1)
        if not (np.isfinite(vectors).all() and (lengths > 0).all()):
            wrong = int(np.flatnonzero(~(np.isfinite(lengths) & (lengths > 0)))[0])
            raise self._refused(count, f"NaN, infinite or only zeros for text number {wrong + 1}")
        return vectors

    def _refused(self, count: int, came: str) -> InvalidInput:
        return InvalidInput(
            f"The encoder {self.name!r} must return one vector of numbers for each of {count} "
            f"texts, got {came}."
        )
