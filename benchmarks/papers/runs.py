"""Runs a row of a table on a data set with a seed, by steiner's own commands; both go on."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, replace
from pathlib import Path
from time import monotonic

from papers import commands
from papers.knowledge import chains_of_facts, chains_of_labels, write_parts
from papers.layout import Figures
from papers.measures.cited_answers import cited_answers
from papers.measures.judged_runs import judged_run
from papers.measures.run_figures import averaged_kinds, measured, minutes
from papers.reranked import reranked_place
from papers.scales import WHOLE
from papers.trial import Trial
from steiner.artefact import is_artefact
from steiner.chosen import Chosen
from steiner.cli import cli
from steiner.errors import InvalidInput, SteinerError
from steiner.evaluate.datasets import load_dataset
from steiner.generate.writer import open_text_model
from steiner.models.graph_artefact import merge
from steiner.settings import DEFAULT_EMBEDDER, RetrieverSettings


@dataclass(frozen=True, slots=True)
class Run(Trial):
    """A trial that is run: what is there already is neither trained nor asked again."""

    def figures(self) -> Figures:
        """Train and ask, and return what was measured, with seconds."""
        if self.plan.reranker:
            return self._reranked().figures()
        begun = monotonic()
        self.train()
        figures = self._cited() if self.plan.cited else self._answered()
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

    def _answered(self) -> Figures:
        """Return the means of the report's measures.

        With what the judges say of the answers, where there are judges and a model wrote any.
        """
        self.ask()
        figures = measured(self.answers_folder / "run")
        figures |= minutes(self.model_folder, figures)
        return figures | (self._judged() if self.plan.written else {})

    def _cited(self) -> Figures:
        """Return how much of what the answers cite is in the graph."""
        _, loader, _, source = self.place.options()
        data = load_dataset(loader, Path(source), self.place.splits[2], [])
        settings = tomllib.loads(commands.with_prizes(self, self.own_settings))
        chosen = Chosen(
            system=self.plan.system,
            embedder="".join(commands.encoder(self)[1:]) or None,
            model=str(self.answering),
            retrieval=RetrieverSettings.from_dict(settings),
        )
        return cited_answers(chosen, data, self.plan.cited, self.answers_folder / "cited.jsonl")

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

    def _judged(self) -> Figures:
        if not self.judges:
            return {}
        judges = [open_text_model(name) for name in self.judges]
        rates = judged_run(self.answers_folder / "run", judges, self.answers_folder)
        return {
            f"{name} of {kind}" if kind else name: value
            for kind, shares in rates.items()
            for name, value in shares.items()
        }

    def _steiner(self, *arguments: str) -> None:
        """Run a command of steiner. Raises InvalidInput with its words where it fails."""
        try:
            cli.main(list(arguments), standalone_mode=False)
        except SteinerError as error:
            command = " ".join(["steiner", *arguments])
            raise InvalidInput(f"{error} (in: {command})") from error
