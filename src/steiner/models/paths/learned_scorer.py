"""A trained path scorer as what a retriever asks: it counts as far as it knows the graph."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from concurrent.futures import ThreadPoolExecutor

import torch

from steiner.index.word_space import word_space
from steiner.models.paths.candidates import Candidate, asked_of, describe
from steiner.models.paths.kept_readings import KeptReadings
from steiner.models.paths.path_scorer import PathModel
from steiner.question.reading import Question
from steiner.retrieve.paths.finding import FoundPaths
from steiner.settings import PathSettings

_STRANGE, _FAMILIAR = 0.29, 0.86
"""Shares of the way from the cosine of unrelated words to 1, of which "acted in" and "starred
actors" have .24 under all-MiniLM-L6-v2 (cosine .46)."""


class LearnedPathScorer:
    """Rates the paths of a question with a trained model, as far as it knows the graph.

    The zero-shot score counts for the rest: where the relationship types are unlike those of its
    training, for a model of one graph is worse than none on a strange one, and where questions kept
    back from training were not ranked surely better with it (`steiner.models.paths.share`).

    Questions are read by one thread of its own, beside their expansion; paths, which the questions
    of a graph share, are read once.
    """

    def __init__(self, model: PathModel) -> None:
        self._model = model
        self._known = model.tokens.vectors(model.relations)
        self._most = model.settings.trust * model.share
        self._kept = KeptReadings(model)
        self._reader = _one_thread()

    def prepare(self, question: Question) -> None:
        """Begin to read what the question asks of each start; it is waited for in `score`."""
        self._reader.submit(self._kept.read_questions, asked_of(question))

    def score(self, paths: FoundPaths) -> Sequence[float]:
        """Return a logarithm for each: their softmax says how likely each path is meant."""
        candidates = describe(paths)
        asked = list(dict.fromkeys(each.asked for each in candidates))
        # After what `prepare` began, by the same thread: then it is known already.
        self._reader.submit(self._kept.read_questions, asked).result()
        return self.rate(candidates)

    @torch.inference_mode()
    def rate(self, candidates: Sequence[Candidate]) -> Sequence[float]:
        """Return the same of described paths."""
        texts = {step.text for each in candidates for step in each.steps}
        share = self._most * self.familiarity(texts)
        plain = torch.tensor([each.score for each in candidates]) / PathSettings().temperature
        scores: list[float] = plain.tolist()
        if share:
            own = self._model.score(candidates, self._kept).cpu()
            scores = (share * own + (1 - share) * plain).tolist()
        return scores

    def familiarity(self, texts: Collection[str]) -> float:
        """Return from 0 to 1 how like these texts are to the relations of the training."""
        if not texts or not len(self._known):
            return 0.0
        cosines = (self._model.tokens.vectors(sorted(texts)) @ self._known.T).max(1).values
        likeness = word_space(self._model.tokens.embedder).share(cosines.numpy())
        return float(((likeness - _STRANGE) / (_FAMILIAR - _STRANGE)).clip(0, 1).mean())


def _one_thread() -> ThreadPoolExecutor:
    """Return a thread in which torch uses no more of the processor than this one."""
    threads, reader = torch.get_num_threads(), ThreadPoolExecutor(1, "path-scorer")
    # At first a thread takes the number of all: asked before, it keeps the one that is set.
    reader.submit(torch.get_num_threads).result()
    reader.submit(torch.set_num_threads, 1).result()
    # What is set in one thread counts for those that begin later, too.
    torch.set_num_threads(threads)
    return reader
