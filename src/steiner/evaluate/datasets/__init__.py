"""Data sets by name: what a folder or file must hold, and who may use it."""

from __future__ import annotations

from collections.abc import Callable
from difflib import get_close_matches
from functools import partial
from pathlib import Path

from steiner.errors import InvalidInput
from steiner.evaluate.datasets import (
    crag,
    expla_graphs,
    freebase,
    metaqa,
    questions,
    rog,
    scene_graphs,
    text2cypher,
)
from steiner.evaluate.datasets.gold import Dataset

Loader = Callable[[Path, str, list[str] | None], Dataset]

DATASETS: dict[str, Loader] = {
    "questions": questions.load,
    "expla-graphs": expla_graphs.load,
    "metaqa": metaqa.load,
    "freebase": freebase.load,
    "rog": rog.load,
    "rog-lower": partial(rog.load, lowered=True),
    "scene-graphs": scene_graphs.load,
    "crag": crag.load,
    "text2cypher": text2cypher.load,
}


def load_dataset(name: str, location: Path, split: str, broken: list[str] | None = None) -> Dataset:
    """Load a split of the data set called `name` from the folder or file `location`.

    A line that cannot be used raises InvalidInput with its number or, where a list `broken` is
    given, is described there and left out.
    """
    if name not in DATASETS:
        near = get_close_matches(name, DATASETS, n=1)
        hint = f" Did you mean {near[0]!r}?" if near else ""
        raise InvalidInput(f"There is no data set {name!r}; there are {', '.join(DATASETS)}.{hint}")
    if not location.exists():
        raise InvalidInput(f"{location} is not there: expected the files of the data set {name!r}.")
    dataset = DATASETS[name](location, split, broken)
    if not dataset.questions:
        raise InvalidInput(f"{location} holds no question of the split {split!r}.")
    return dataset
