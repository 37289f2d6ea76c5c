"""How large a table is run: tiny (minutes on two cores), small (a night), full (as published)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from papers.joined import joined, three_hops
from papers.layout import Options
from papers.stand_in import stand_in
from steiner.errors import InvalidInput

SMALL_LLM = "SmolLM2-135M-Instruct"
_FITTED = ("--preset", "small", "--threads", "2")


@dataclass(frozen=True, slots=True)
class Scale:
    """Settings of a scale: `train` options of every training, `ask` options of every evaluation.

    `counts`: questions that are learnt, validate and are asked; none: all of the authors' files.
    """

    name: str
    train: Options
    ask: Options
    seeds: int
    counts: tuple[int, int, int] | None = None

    @property
    def full(self) -> bool:
        """Whether it is as published: the papers' models and data."""
        return self.counts is None


SCALES: Mapping[str, Scale] = {
    "tiny": Scale(
        "tiny",
        (*_FITTED, "--epochs", "1", "--batch", "2", "--max-text", "96", "--max-new-tokens", "8",
         "--width", "64", "--layers", "1", "--projector", "64", "--no-cached"),
        ("--budget", "96"),
        1,
        (8, 2, 4),
    ),
    "small": Scale("small", _FITTED, ("--budget", "512"), 2, (400, 60, 150)),
    "full": Scale("full", ("--preset", "published"), (), 0),
}  # fmt: skip
SPLITS: Mapping[str, tuple[str, str, str]] = {
    "expla-graphs": ("train", "val", "test"),
    "scene-graphs": ("train", "val", "test"),
    "webqsp": ("train", "validation", "test"),
    "cwq": ("train", "validation", "test"),
    "webqsp+cwq": ("train", "validation", "test"),
    "metaqa": ("train", "dev", "test"),
    "metaqa-3-hops": ("train", "dev", "test"),
    "crag": ("validation", "validation", "test"),
}
WHOLE = "[prizes]\nnodes = 0\nrelations = 0\n"
"""The graph unaltered."""
SETTINGS: Mapping[str, str] = {
    "expla-graphs": WHOLE,
    "scene-graphs": "[prizes]\nnodes = 3\nrelations = 3\ncost = 1.0\n",
}
"""Of retrieval, where the papers have others than for WebQSP (G-Retriever, appendix B.1)."""
_LOADERS = {
    "webqsp": "rog-lower",
    "cwq": "rog",
    "webqsp+cwq": "rog",
    "metaqa-3-hops": "metaqa",
}


@dataclass(frozen=True, slots=True)
class Place:
    """Where a data set lies and how it is read: the options of `train` and `evaluate`.

    `loader`: as what it is read ("": as the authors' files).
    """

    dataset: str
    folder: Path
    loader: str = ""

    def options(self) -> Options:
        """Return which data set it is."""
        loader = self.loader or _LOADERS.get(self.dataset, self.dataset)
        return ("--dataset", loader, "--data", str(self.folder))

    def cased(self) -> Place:
        """Return the same with entities as the files spell them, not lower-cased."""
        lowered = not self.loader and _LOADERS.get(self.dataset) == "rog-lower"
        return replace(self, loader="rog") if lowered else self

    @property
    def shared(self) -> bool:
        """Whether all its questions share one graph, which is taken into memory."""
        return self.dataset in ("metaqa", "metaqa-3-hops", "crag")

    @property
    def splits(self) -> tuple[str, str, str]:
        """What is learnt from, validates and is asked."""
        return SPLITS[self.dataset]


def place(dataset: str, scale: Scale, data: Path | None, output: Path) -> Place:
    """Return the authors' files below `data`, or small stand-ins in their format, made there.

    "webqsp+cwq" and "metaqa-3-hops" are made of these. Raises InvalidInput where the full scale has
    no authors' files.
    """
    made = output / "data" / scale.name / dataset
    if "+" in dataset:
        parts = [place(name, scale, data, output).folder for name in dataset.split("+")]
        return Place(dataset, joined(parts, made))
    if dataset == "metaqa-3-hops":
        return Place(dataset, three_hops(place("metaqa", scale, data, output).folder, made))
    if data is not None and (data / dataset).exists():
        return Place(dataset, data / dataset)
    if scale.counts is None:
        raise InvalidInput(
            f"The full scale is run on the authors' files: expected them in a folder {dataset} "
            f"below --data, got {data}. docs/reference/datasets.md says which files."
        )
    return Place(dataset, stand_in(dataset, made, scale.counts))
