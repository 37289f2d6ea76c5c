"""A row of a table on a data set with a seed: which models it has, and where what it makes is."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Self

from papers.layout import Options, Plan
from papers.scales import Place, Scale
from steiner.errors import InvalidInput
from steiner.jobs import digest

Places = Callable[[str], Place]
"""Returns where a data set lies."""


def nowhere(dataset: str) -> Place:
    """Raise InvalidInput: no other data set is known."""
    raise InvalidInput(f"This run learns from {dataset}: say where that lies.")


@dataclass(frozen=True, slots=True)
class Trial:
    """One row on one data set with one seed, below `output`.

    `llm` counts instead of the scale's; `writer` writes reasoning chains (empty: they are made of
    the facts, which is not the paper's way); `judges` say of answers whether they are accurate.
    `places`: where a data set lies that is learnt from, if that is not what is asked.
    """

    plan: Plan
    place: Place
    scale: Scale
    seed: int
    output: Path
    llm: str = ""
    writer: str = ""
    judges: Options = ()
    places: Places = nowhere

    @property
    def school(self) -> Place:
        """Where what is learnt from lies."""
        return self.places(self.plan.learnt) if self.plan.learnt else self.place

    @property
    def own_settings(self) -> str:
        """The row's settings on this data set, a TOML text."""
        return dict(self.plan.others).get(self.place.dataset, self.plan.settings)

    @property
    def settings_asked(self) -> str:
        """The settings with which questions are asked."""
        return self.own_settings + self.plan.asked

    @property
    def settings_learnt(self) -> str:
        """The settings of the training; what only scores nodes is pruned later."""
        return "" if self.aligner_alone else self.own_settings

    @property
    def triples(self) -> dict[str, Any]:
        """The row's settings of triples."""
        own: dict[str, Any] = tomllib.loads(self.own_settings).get("triples", {})
        return own

    @property
    def aligner_alone(self) -> bool:
        """Whether only what scores nodes is trained."""
        return self.plan.train is not None and "aligner" in self.plan.train

    @property
    def plans(self) -> bool:
        """Whether the trained model plans, which only those of the full scale can."""
        return self.scale.full and bool(self.plan.parts) and self.triples.get("plan") == "chain"

    def with_plan(self, plan: Plan) -> Self:
        """Return the same row of another plan."""
        return replace(self, plan=plan)

    @property
    def base_llm(self) -> str:
        """The untrained language model, by name ("": the scale's own)."""
        return self.llm or (self.plan.llm if self.scale.full else "")

    @property
    def own_llm(self) -> str:
        """The language model that is trained, or asked: the base, or what was trained before."""
        before = self.plan.continued
        return str(self.with_plan(before).merged_folder) if before else self.base_llm

    @property
    def walker(self) -> str:
        """What writes and embeds walks at the full scale."""
        return self.llm or self.plan.walker or self.plan.llm

    @property
    def answering(self) -> Path:
        """Where the model is that answers: the last that is trained."""
        last = "" if self.plan.train is not None else self.plan.parts[-1]
        return self.model_folder / last

    @property
    def model_folder(self) -> Path:
        """Where what was trained is: rows that are trained alike share it."""
        return self.output / "models" / digest(self._trained_as())[:16]

    @property
    def merged_folder(self) -> Path:
        """Where the trained language model is as one that any command takes."""
        return self.model_folder / "merged"

    @property
    def encoder_folder(self) -> Path:
        """Where the tuned encoder is."""
        return self.model_folder / "encoder"

    @property
    def answers_folder(self) -> Path:
        """Where this row's answers are: rows that are asked alike share them."""
        asked = [self.place.dataset, self.place.options(), self.plan.ask, self.settings_asked]
        own = [*self._trained_as(), *asked, self.plan.written]
        return self.output / "runs" / digest(own)[:16]

    def texts_folder(self, kind: str, writer: str) -> Path:
        """Return where texts made of these files, of so many questions and by this writer are."""
        made_of = [str(self.school.folder), self.scale.name, writer]
        return self.output / kind / digest(made_of)[:8]

    @property
    def steps_file(self) -> Path:
        """Where the chains are on which the encoder is tuned."""
        return self.texts_folder("steps", self.base_llm) / "steps.jsonl"

    def chains_file(self, split: str) -> Path:
        """Return where the chains of a split are: the same for all seeds."""
        way = "labels" if self.plan.labels else "naive" if self.plan.naive else "informed"
        named = f"{self.plan.system}-{self.school.dataset}-{way}-{split}.jsonl"
        return self.texts_folder("chains", self.writer) / named

    def _trained_as(self) -> list[Any]:
        plan, place = self.plan, self.school
        named = [plan.system, place.dataset, place.options(), self.scale.name, self.seed]
        ways = [
            plan.train,
            self.settings_learnt,
            plan.chained,
            plan.naive,
            plan.labels,
            plan.parts,
            plan.tuned,
            digest(self.with_plan(plan.continued)._trained_as()) if plan.continued else "",
        ]
        return [*named, self.llm or plan.llm, *ways, self.writer]
