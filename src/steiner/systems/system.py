"""What a system is: a name, the paper, how it retrieves and, where it learns, what is trained."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, Protocol

from steiner.artefact import Artefact, is_artefact, read_artefact
from steiner.embed import Embedder
from steiner.errors import InvalidInput, MissingExtra
from steiner.generate import Generator
from steiner.model_settings import Preset
from steiner.progress import Report, silent
from steiner.retrieve.pipeline import Retriever
from steiner.settings import RetrieverSettings
from steiner.stores.protocol import GraphStore, IndexStore
from steiner.train.parts.trained import Trained


class Compose(Protocol):
    """Composes the retriever of its parts; `model` is a trained one, where the system has one."""

    def __call__(
        self, store: GraphStore, embedder: Embedder, settings: RetrieverSettings, model: Any = None
    ) -> Retriever:
        """Return the retriever."""


Index = Callable[[IndexStore, Embedder, RetrieverSettings | None, Report], str]
"""Indexes for a system with settings, or as before where they are None, and says what it did.

Empty where nothing was indexed before."""


@dataclass(frozen=True, slots=True)
class System:
    """A system by `name`, as its `paper` describes it (citation).

    `index` writes what the system needs beside the graph's own index; `reason` opens what answers
    with the language model of a name, and settings, as the paper does (None: as any other system
    answers); `own` are the settings that count where nobody chose others.
    """

    name: str
    paper: str
    retriever: Compose
    trained: Trained | None = None
    index: Index | None = None
    reason: Callable[[str, RetrieverSettings], Generator] | None = None
    own: RetrieverSettings = field(default=RetrieverSettings())

    def begin(
        self,
        preset: Preset,
        earlier: Any,
        part: str | None = None,
        embedder: Embedder | None = None,
    ) -> tuple[Preset, Any]:
        """Return the settings and the model with which a part begins after the model `earlier`.

        The preset and None where there is none before, or the part begins with nothing of it.
        """
        own = self._part(part)
        if own.begun is None or earlier is None:
            return preset, None
        from steiner.train.run import begin

        return begin(partial(own.begun, preset.model, earlier, embedder), preset)

    def train(
        self,
        preset: Preset,
        examples: tuple[Sequence[Any], Sequence[Any]],
        folder: Path,
        report: Report = silent,
        embedder: Embedder | None = None,
        model: Any = None,
        part: str | None = None,
    ) -> Any:
        """Train on `examples` (training, validation); see `steiner.train.run.train`.

        `part`: what of the system is trained, where there are several (None: the last); it begins
        with `model`, where one is given.
        """
        from steiner.train.run import Training, train

        own = self._part(part)
        training = Training(self.name, preset, examples, folder, own.card, own.part, own.few)
        return train(own.kind(), training, report, embedder, model)

    def load(self, artefact: Artefact, embedder: Embedder | None = None) -> Any:
        """Load a model that was trained for this system. Raises MissingExtra without torch."""
        MissingExtra.require("torch", "train")
        return self.trained_as(artefact).kind().read(artefact, embedder).eval()

    def trained_as(self, artefact: Artefact) -> Trained:
        """Return what of the system a folder is."""
        return self.stage(str(artefact.facts.get("part", "")))

    def folder(self, own: Trained, output: Path) -> Path:
        """Return where a part is kept: the last in `output`, the others inside it."""
        return output if own is self.trained else output / own.part

    def before(self, own: Trained, output: Path) -> Path | None:
        """Return the folder of the part that `own` begins with; None where there is none.

        An optional one that was left out is passed over.
        """
        earlier = own.earlier
        while earlier and earlier.optional and not is_artefact(self.folder(earlier, output)):
            earlier = earlier.earlier
        return self.folder(earlier, output) if earlier else None

    def scorer(self, artefact: Artefact, embedder: Embedder) -> Any:
        """Load what of a folder the retriever uses: itself, or the scorer inside it; or None."""
        inside = self.scorer_folder(artefact)
        return self.load(read_artefact(inside), embedder) if inside else None

    def scorer_folder(self, artefact: Artefact) -> Path | None:
        """Return the folder of what the retriever uses of a trained one; None where it is none."""
        own = self.trained_as(artefact)
        if own.generator is None:
            return artefact.folder
        if own.earlier is None or own.earlier.generator is not None:
            return None
        inside = self.folder(own.earlier, artefact.folder)
        return inside if is_artefact(inside) else None

    def _part(self, part: str | None) -> Trained:
        return self.needs_training() if part is None else self.stage(part)

    def stage(self, part: str) -> Trained:
        """Return what is trained under the name `part`. Raises InvalidInput where nothing is."""
        for stage in self.needs_training().stages():
            if stage.part == part:
                return stage
        raise InvalidInput(f"The system {self.name!r} has no part {part!r} that is trained.")

    def needs_training(self) -> Trained:
        """Return what is trained last. Raises InvalidInput where nothing is."""
        if self.trained is None:
            raise InvalidInput(f"The system {self.name!r} has no model to train.")
        return self.trained
