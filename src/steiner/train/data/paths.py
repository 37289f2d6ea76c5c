"""What the path scorer learns from: the paths of a question, and how well they answer it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from steiner.errors import InvalidInput
from steiner.index.word_space import word_space
from steiner.jobs import Row
from steiner.models.paths.candidates import Candidate, DescribedStep, PathExample, describe
from steiner.retrieve.exploring import NamesFirst, Once
from steiner.retrieve.neighbourhood import expand
from steiner.retrieve.paths.finding import FoundPaths, find_paths
from steiner.retrieve.pipeline import StagedRetriever
from steiner.settings import Options, PathSettings
from steiner.stores.protocol import GraphStore
from steiner.text import normalise
from steiner.textual_graph import parsed, read_lines

_DIGITS = 4
_ANSWERS = 200
_WIDTH = 60


class RelationPaths:
    """Makes a PathExample of each question: its relation paths, and the gain of each."""

    field = "paths"

    def collect(self, retriever: StagedRetriever, row: Row, options: Options) -> Row:
        """Return the paths and their gains, the F1 of their ends and the answers."""
        # A wrong path that zero-shot scores rule out has to be known as wrong all the same.
        wide = replace(retriever.settings.paths, width=_WIDTH, behind=math.inf)
        paths = paths_of(retriever, row["question"], options, wide)
        if paths is None:
            return self.empty()
        gain = gains(paths, gold_ends(paths, retriever.store, row["answers"]))
        return {"paths": _packed(describe(paths)), "gains": [round(x, _DIGITS) for x in gain]}

    def empty(self) -> Row:
        """Return no paths."""
        return {"paths": _packed([]), "gains": []}

    def read(self, file: Path) -> list[PathExample]:
        """Return the examples. Raises InvalidInput with the number of a line that is none."""
        lines = read_lines(file)
        return [_example(line, f"{file}, line {n}") for n, line in enumerate(lines, 1) if line]


def paths_of(
    retriever: StagedRetriever, question: str, options: Options, wide: PathSettings
) -> FoundPaths | None:
    """Return the zero-shot scored paths of a question, sought as `wide` says; None without any."""
    settings = replace(retriever.settings, paths=wide)
    embedder = retriever.embedder
    explore = retriever.stages.explore
    assert isinstance(explore, NamesFirst | Once), "as the system has it that these paths are of"
    explore = replace(explore, expand=partial(expand, settings=settings, embedder=embedder))
    widely = StagedRetriever(
        retriever.store, embedder, settings, replace(retriever.stages, explore=explore)
    )
    _, read, around = widely.look_around(question, options)
    return find_paths(read, around, word_space(embedder), wide)


def gold_ends(
    paths: FoundPaths, store: GraphStore, answers: Sequence[Any]
) -> npt.NDArray[np.bool_]:
    """Return bool[n], true at the nodes around that are called like an answer."""
    return np.isin(paths.nodes, _gold(store, answers[:_ANSWERS]))


def gains(paths: FoundPaths, gold: npt.NDArray[np.bool_]) -> list[float]:
    """Return each path's gain: the F1 of its ends and the `gold` nodes bool[n].

    Ends [a, b] and gold [b]: precision 1/2, recall 1, gain 2/3.
    """
    total = int(gold.sum())
    ends = [scored.path.ends for scored in paths.scored]
    return [2 * int(gold[at].sum()) / (len(at) + total) if total else 0.0 for at in ends]


def _gold(store: GraphStore, answers: Sequence[Any]) -> list[int]:
    """Return the nodes called like an answer; where some are exactly, only those."""
    names = {str(answer) for answer in answers}
    hits = store.search_keys([normalise(name) for name in names], _ANSWERS)
    hits = [hit for hit in hits if hit.relationship is None]
    exact = {normalise(hit.name) for hit in hits if hit.name in names}
    kept = [hit for hit in hits if hit.name in names or not exact & set(hit.keys)]
    return [hit.nodes[0] for hit in kept]


def _packed(candidates: Sequence[Candidate]) -> dict[str, Any]:
    """Return the candidates in JSON types, each text once."""
    texts: dict[str, int] = {}
    steps: dict[DescribedStep, int] = {}
    paths = []
    for path in candidates:
        numbers = [texts.setdefault(text, len(texts)) for text in (path.asked, path.start)]
        taken = [steps.setdefault(step, len(steps)) for step in path.steps]
        paths.append([*numbers, taken, round(path.score, _DIGITS), path.ends, path.weight])
    return {"texts": list(texts), "steps": list(steps), "paths": paths}


def _example(line: str, place: str) -> PathExample:
    data = parsed(line)
    try:
        packed = data["paths"]
        texts = [str(text) for text in packed["texts"]]
        steps = [
            DescribedStep(str(text), bool(way), str(label)) for text, way, label in packed["steps"]
        ]
        candidates = tuple(
            Candidate(
                texts[a], texts[s], tuple(steps[i] for i in taken), float(x), int(n), float(w)
            )
            for a, s, taken, x, n, w in packed["paths"]
        )
        gains = tuple(float(gain) for gain in data["gains"])
    except (KeyError, TypeError, ValueError, IndexError) as error:
        raise InvalidInput(f"{place}: expected paths with gains, got {line[:80]!r}.") from error
    if len(gains) != len(candidates):
        raise InvalidInput(f"{place}: {len(candidates)} paths, but {len(gains)} gains.")
    return PathExample(candidates, gains)
