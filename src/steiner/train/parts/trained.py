"""What of a system is trained: one part of it, and the parts that are trained before."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from steiner.embed import Embedder
from steiner.errors import InvalidInput
from steiner.generate import Generator
from steiner.model_settings import Preset
from steiner.settings import RetrieverSettings
from steiner.train.cards import Card
from steiner.train.data.collection import ExampleSource, split

if TYPE_CHECKING:
    from steiner.models.trainable import ModelKind


@dataclass(frozen=True, slots=True)
class Trained:
    """What of a system is trained.

    `kind` gives the kind of model, and imports it only then; `presets` name settings to begin
    with, the first of them is the default; `data` says what is learnt from; `generator` makes a
    generator of a loaded model and settings. Without it the model is the retriever's: a scorer.
    Where several things are trained, each has a name, its `part`; `earlier` is trained before: its
    model retrieves for this one's examples, and `begun` makes this one's of settings, that model
    and an embedder. `chained`: its questions bring reasoning chains.
    `few`: of fewer examples all are trained on and validate, for a tenth of them would choose the
    epoch by chance. `optional`: a training may leave it out, and what follows begins without it.
    `stepped`: of several parts that are trained in one call, `steps` end this one and no other.
    `entire`: all examples are trained on, what validates too: the graph itself is learnt.
    """

    kind: Callable[[], ModelKind[Any]]
    presets: Mapping[str, Preset]
    data: ExampleSource[Any]
    card: Card
    generator: Callable[[Any, RetrieverSettings], Generator] | None = None
    part: str = ""
    earlier: Trained | None = None
    begun: Callable[[Any, Any, Embedder | None], Any] | None = None
    chained: bool = False
    few: int = 0
    optional: bool = False
    stepped: bool = False
    entire: bool = False

    def halves(self, examples: Sequence[Any], seed: int) -> tuple[list[Any], list[Any]]:
        """Return what is trained on and what validates, drawn by `seed`."""
        train, validation = split(examples, seed)
        if self.entire:
            return [*train, *validation], validation
        if len(examples) < self.few:
            train = validation = [*train, *validation]
        return train, validation

    def stages(self) -> tuple[Trained, ...]:
        """Return what is trained, in the order of training."""
        return (*(self.earlier.stages() if self.earlier else ()), self)

    def preset(self, name: str | None = None) -> Preset:
        """Return the preset called `name`, the first where it is None."""
        chosen = next(iter(self.presets)) if name is None else name
        if chosen not in self.presets:
            raise InvalidInput(
                f"There is no preset {name!r}; the system has {', '.join(self.presets)}."
            )
        return self.presets[chosen]
