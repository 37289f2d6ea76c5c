"""Settings of the trained scorer of relation paths."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from steiner.errors import InvalidInput
from steiner.settings import DEFAULT_EMBEDDER
from steiner.settings.checks import check_known, positive


@dataclass(frozen=True, slots=True)
class PathModelSettings:
    """The trained scorer of relation paths.

    `embedder`: encoder of the texts; `width`: of its vectors; `steps`: of the longest path that it
    tells apart; `dropout`: of the encoder's vectors, which keeps it from learning the training
    graph's relations by heart; `trust`: the share of its score beside the zero-shot one; `start`:
    weights to begin with, "nothing", "package" (what steiner brings) or a folder of
    `benchmarks/pretrain.py`.
    """

    embedder: str = DEFAULT_EMBEDDER
    width: int = 128
    steps: int = 4
    dropout: float = 0.3
    trust: float = 1.0
    start: str = "nothing"

    def __post_init__(self) -> None:
        positive(self, width=self.width, steps=self.steps)
        if self.width % 2 or not 0 <= self.dropout < 1:
            raise InvalidInput(
                f"PathModelSettings expects an even width and a dropout from 0 to below 1, got "
                f"{self.width} and {self.dropout}."
            )
        if not 0 < self.trust <= 1:
            raise InvalidInput(
                f"PathModelSettings expects a trust above 0 and up to 1, got {self.trust}."
            )

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> PathModelSettings:
        """Read settings from JSON types. Raises InvalidInput for an unknown setting."""
        check_known(cls, data)
        return cls(**data)
