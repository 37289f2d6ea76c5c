"""What a caller chooses: system, models, encoder, budget, filter; and what follows from it."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from steiner.artefact import Artefact, is_artefact, read_artefact
from steiner.embed import Embedder, Given
from steiner.errors import InvalidInput
from steiner.filters import EVERYTHING, Filter
from steiner.keywords import known_keywords
from steiner.settings import Options, RetrieverSettings
from steiner.systems import DEFAULT_SYSTEM, system_of
from steiner.train.data.retrieved_graphs import settings_to_use
from steiner.train.metrics import METRICS


@known_keywords
@dataclass(frozen=True, slots=True)
class Chosen:
    """System (None: the trained model's, or the default), embedder (None: the index's), and limits.

    `embedder`: a name, as `steiner.embed.open_embedder` reads it, or an encoder of one's own.

    `budget` in tokens and `hops` of the neighbourhood count before those of `retrieval`, the
    settings of all stages (None: the defaults); what `where` does not accept is not there.
    `model`: a folder that `steiner train` made, which says itself what it is, or a language model,
    or both. `kept`: a folder in which what is retrieved from questions' own graphs is kept, and
    taken from.
    """

    system: str | None = None
    embedder: Given | None = None
    budget: int | None = None
    hops: int | None = None
    where: Filter = EVERYTHING
    model: str | Sequence[str] | None = None
    retrieval: RetrieverSettings | None = None
    kept: Path | None = None

    def settings(self, own_graphs: bool = False) -> RetrieverSettings:
        """Return the stages' settings; what nobody chose is as in the trained model's training.

        `own_graphs`: each question brings its graph. Warns of what is chosen otherwise than there.
        """
        settings = self._said()
        artefact = self.trained()
        record = artefact.facts.get("retrieval") if artefact else None
        used = settings_to_use(record, own_graphs) if record else None
        if artefact is None or used is None:
            return settings
        if other := settings.apart(used):
            warnings.warn(
                f"{artefact.folder} was trained on graphs that were retrieved otherwise: "
                f"{'; '.join(other)}.",
                stacklevel=2,
            )
        return settings.over(used)

    def _said(self) -> RetrieverSettings:
        settings = self.retrieval or RetrieverSettings()
        if self.hops is not None:
            settings = settings.saying({"expand": {"hops": self.hops}})
        if self.budget is not None:
            settings = settings.saying({"text": {"budget": self.budget}})
        return settings

    def options(self) -> Options:
        """Return what goes with each question."""
        return Options(filter=self.where)

    def system_name(self) -> str:
        """Return the system asked for, or the one that the trained model is of."""
        trained = self.trained()
        return self.system or (trained.system if trained else DEFAULT_SYSTEM)

    def trained(self) -> Artefact | None:
        """Return the trained folder among the models; None without one.

        Raises InvalidInput for two of them, for one of another system than was asked for, and for
        one whose training is not finished.
        """
        for name in self.models():
            _check_finished(Path(name))
        folders = [read_artefact(name) for name in self.models() if is_artefact(name)]
        if len(folders) > 1:
            raise InvalidInput(
                f"One trained model is used at a time, got {len(folders)}: "
                f"{', '.join(str(artefact.folder) for artefact in folders)}. Leave out all but one."
            )
        for artefact in folders:
            own = system_of(artefact).name
            if self.system not in (None, own):
                raise InvalidInput(
                    f"{artefact.folder} was trained for the system {own!r}, expected one for "
                    f"{self.system!r}. Leave --system out, or name another folder."
                )
        return folders[0] if folders else None

    def language_model(self) -> str | None:
        """Return the language model among the models: a name, `provider:name` or "none"."""
        names = [name for name in self.models() if not is_artefact(name)]
        if len(names) > 1:
            raise InvalidInput(
                f"One language model is used at a time, got {', '.join(names)}. A folder that "
                f"`steiner train` made has a steiner.json: check the path."
            )
        return names[0] if names else None

    def writes(self) -> bool:
        """Say whether a model is named that writes answers."""
        artefact = self.trained()
        own = system_of(artefact).trained_as(artefact).generator if artefact else None
        return self.language_model() is not None or own is not None

    def scorer(self, embedder: Embedder) -> Any:
        """Load the trained model that the retriever uses; None without one."""
        artefact = self.trained()
        return None if artefact is None else system_of(artefact).scorer(artefact, embedder)

    def contents(self) -> list[str]:
        """Return what tells the models and files that are named from others of the same names."""
        from steiner.generate.model_identity import contents

        trained = self.trained()
        learnt = str(trained.facts.get("digest", "")) if trained else ""
        return [learnt, *contents([self.language_model() or "", *self.settings().named])]

    def models(self) -> Sequence[str]:
        """Return the names of all models."""
        if self.model is None:
            return ()
        return (self.model,) if isinstance(self.model, str) else tuple(self.model)


def _check_finished(folder: Path) -> None:
    begun = (folder / METRICS).is_file() and not (folder / "config.json").is_file()
    if begun and not is_artefact(folder):
        raise InvalidInput(
            f"{folder} is a training that was stopped before its end. The command that began it "
            f"goes on: `steiner train`, or `steiner adapt`, with the same settings."
        )


DEFAULT = Chosen()
