"""What a system is: a name, the paper, how it retrieves and, where it learns, what is trained."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from steiner.artefact import Artefact, is_artefact, read_artefact
from steiner.embed import Embedder
from steiner.errors import InvalidInput, MissingExtra
from steiner.generate import Generator
from steiner.model_settings import Preset
from steiner.progress import Report, silent
from steiner.retrieve.pipeline import Retriever
from steiner.settings import RetrieverSettings
from steiner.stores.protocol import GraphStore, IndexStore
from steiner.train.cards import Card
from steiner.train.data.collection import ExampleSource, split

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
