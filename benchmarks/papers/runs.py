"""Runs a row of a table on a data set with a seed, by steiner's own commands; both go on."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, replace
from pathlib import Path
from time import monotonic

from papers import commands
from papers.knowledge import chains_of_facts, chains_of_labels, write_parts
from papers.layout import Figures
from papers.measures.run_figures import averaged_kinds
from papers.measuring import of_answers, of_citations
from papers.reranked import reranked_place
from papers.scales import WHOLE
from papers.trial import Trial
from steiner.artefact import is_artefact
from steiner.cli import cli
from steiner.errors import InvalidInput, SteinerError
from steiner.models.graph_artefact import merge
from steiner.settings import DEFAULT_EMBEDDER


@dataclass(frozen=True, slots=True)
class Run(Trial):
    """A trial that is run: what is there already is neither trained nor asked again."""

    def figures(self) -> Figures:
        """Train and ask, and return what was measured, with seconds."""
        if self.plan.reranker:
            return self._reranked().figures()
        begun = monotonic()
        self.train()
        if self.plan.cited:
            figures = of_citations(self)
        else:
            self.ask()
            figures = of_answers(self)
        return averaged_kinds(figures) | {"seconds": round(monotonic() - begun)}

    def train(self) -> None:
        """Train what the plan says, in its order."""
        if self.plan.continued:
            before = self.with_plan(self.plan.continued)
            before.train()
            before.merged()
        self.answers_folder.mkdir(parents=True, exist_ok=True)
        if self.plan.tuned and self.scale.full:
            self._tune()
        for part in self.plan.parts:
            self._train_part(part)
        if self.plan.train is not None:
            for split in self.school.splits[:2] if self.plan.chained else ():
                self._write_chains(split)
            self._steiner("train", *commands.learning(self, self.plan.train))

    def ask(self) -> None:
        """Let the row answer the questions, with the models and chains that it needs for it."""
        if self.plans:
            self.merged()
        demonstrated = commands.demonstrated(self)
        if demonstrated:
            self.with_plan(demonstrated.plan)._write_chains(self.school.splits[0])
        self._steiner("evaluate", *commands.asking(self))

    def merged(self) -> Path:
        """Return the trained language model as a folder that any command takes as one."""
        if not (self.merged_folder / "config.json").is_file():
            merge(self.answering, self.merged_folder)
        return self.merged_folder

    def _tune(self) -> None:
        if (self.encoder_folder / "modules.json").is_file():
            return
        if self.triples.get("plan") == "chain":
            self._steiner("chains", *commands.writing_steps(self))
        self._steiner("tune", *commands.tuning(self))

    def _train_part(self, part: str) -> None:
        if is_artefact(self.model_folder / part):
            return
        file = write_parts(self.school, self.texts_folder("texts", ""), self.scale)[part]
        self._steiner("train", *commands.learning_part(self, part, file))

    def _write_chains(self, split: str) -> None:
        """Write the chains of a split, by the writer or of the facts."""
        path = self.chains_file(split)
        if path.is_file():
            return
        path.parent.mkdir(parents=True, exist_ok=True)
        if self.plan.labels:
            chains_of_labels(self.school, split, path)
        elif not self.writer:
            chains_of_facts(self.school, split, path, self.plan.naive)
        else:
            self._steiner("chains", *commands.writing_chains(self, split))

    def _reranked(self) -> Run:
        """Return the run over reranked graphs; below the full scale by the default encoder."""
        model = self.plan.reranker if self.scale.full else DEFAULT_EMBEDDER
        settings = tomllib.loads(commands.with_prizes(self, self.own_settings))
        embedder = commands.encoder(self)[1:]
        place = reranked_place(self.place, model, settings, self.output, *embedder)
        plan = replace(self.plan, reranker="", settings=WHOLE, others=())
        return replace(self, plan=plan, place=place)

    def _steiner(self, *arguments: str) -> None:
        """Run a command of steiner. Raises InvalidInput with its words where it fails."""
        try:
            cli.main(list(arguments), standalone_mode=False)
        except SteinerError as error:
            command = " ".join(["steiner", *arguments])
            raise InvalidInput(f"{error} (in: {command})") from error
