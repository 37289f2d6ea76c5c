"""What a system is: a name, the paper, how it retrieves and, where it learns, what is trained."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from steiner.artefact import Artefact
from steiner.embed import Embedder
from steiner.errors import InvalidInput
from steiner.generate import Generator
from steiner.model_settings import Preset
from steiner.progress import Report, silent
from steiner.retrieve.pipeline import Retriever
from steiner.settings import RetrieverSettings
from steiner.stores.protocol import GraphStore
from steiner.train.cards import Card
from steiner.train.data.collection import ExampleSource

if TYPE_CHECKING:
    from steiner.models.trainable import ModelKind


class Compose(Protocol):
    """Composes the retriever of its parts; `model` is a trained one, where the system has one."""

    def __call__(
        self, store: GraphStore, embedder: Embedder, settings: RetrieverSettings, model: Any = None
    ) -> Retriever:
        """Return the retriever."""


@dataclass(frozen=True, slots=True)
class Trained:
    """What of a system is trained.

    `kind` gives the kind of model, and imports it only then; `presets` name settings to begin
    with, the first of them is the default; `data` says what is learnt from; `generator` makes a
    generator of a loaded model. Without `generator` the model is the retriever's: a scorer.
    """

    kind: Callable[[], ModelKind[Any]]
    presets: Mapping[str, Preset]
    data: ExampleSource[Any]
    card: Card
    generator: Callable[[Any], Generator] | None = None

    def preset(self, name: str | None = None) -> Preset:
        """Return the preset called `name`, the first where it is None."""
        chosen = next(iter(self.presets)) if name is None else name
        if chosen not in self.presets:
            raise InvalidInput(
                f"There is no preset {name!r}; the system has {', '.join(self.presets)}."
            )
        return self.presets[chosen]


@dataclass(frozen=True, slots=True)
class System:
    """A system by `name`, as its `paper` describes it (citation)."""

    name: str
    paper: str
    retriever: Compose
    trained: Trained | None = None

    def train(
        self,
        preset: Preset,
        examples: tuple[Sequence[Any], Sequence[Any]],
        folder: Path,
        report: Report = silent,
        embedder: Embedder | None = None,
        model: Any = None,
    ) -> Any:
        """Train on `examples` (training, validation); see `steiner.train.run.train`."""
        from steiner.train.run import Training, train

        own = self.needs_training()
        training = Training(self.name, preset, examples, folder, own.card)
        return train(own.kind(), training, report, embedder, model)

    def load(self, artefact: Artefact, embedder: Embedder | None = None) -> Any:
        """Load a model that was trained for this system."""
        return self.needs_training().kind().read(artefact, embedder).eval()

    def needs_training(self) -> Trained:
        """Return what is trained. Raises InvalidInput where nothing is."""
        if self.trained is None:
            raise InvalidInput(f"The system {self.name!r} has no model to train.")
        return self.trained
