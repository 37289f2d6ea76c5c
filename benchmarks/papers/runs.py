"""Runs a row of a table on a data set with a seed, by steiner's own commands; both go on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from time import monotonic
from typing import Any

from papers.costs import hidden_size
from papers.knowledge import chains_of_facts, chains_of_labels, write_parts
from papers.layout import Figures, Options, Plan
from papers.measures.judged_runs import judged_run
from papers.reranked import reranked_place
from papers.scales import SETTINGS, SMALL_LLM, Place, Scale
from steiner.artefact import is_artefact
from steiner.cli import cli
from steiner.errors import InvalidInput, SteinerError
from steiner.evaluate.figures import Measures, all_measures, means
from steiner.evaluate.report.levels import level
from steiner.evaluate.runner import read_run
from steiner.generate.writer import open_text_model
from steiner.jobs import digest
from steiner.settings import DEFAULT_EMBEDDER
from steiner.train.metrics import Metrics


@dataclass(frozen=True, slots=True)
class Run:
    """One row on one data set with one seed, below `output`.

    `llm` counts instead of the scale's; `writer` writes reasoning chains (empty: they are made of
    the facts, which is not the paper's way); `judges` say of answers whether they are accurate.
    `learnt`: where it learns from, if not from what is asked.
    """

    plan: Plan
    place: Place
    scale: Scale
    seed: int
    output: Path
    llm: str = ""
    writer: str = ""
    judges: Options = ()
    learnt: Place | None = None

    def figures(self) -> Figures:
        """Train and ask, and return the means of the report's measures, with seconds.

        With what the judges say of the answers, where there are judges and a model wrote any.
        """
        if self.plan.reranker:
            return self._reranked().figures()
        begun, plan = monotonic(), self.plan
        self.answers_folder.mkdir(parents=True, exist_ok=True)
        if plan.tuned and self.scale.full:
            self._tune()
        for part in plan.parts:
            self._train_part(part)
        if plan.train is not None:
            self._steiner("train", *self._learnt(plan.train))
        self._steiner("evaluate", *self._asked())
        figures = _measured(self.answers_folder / "run") | _minutes(self.model_folder)
        figures |= self._judged() if plan.written else {}
        return figures | {"seconds": round(monotonic() - begun)}

    def _reranked(self) -> Run:
        """Return the run over reranked graphs; below the full scale by the default encoder."""
        model = self.plan.reranker if self.scale.full else DEFAULT_EMBEDDER
        place = reranked_place(self.place, model, self.output)
        return replace(self, plan=replace(self.plan, reranker=""), place=place)

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

    @property
    def answers_folder(self) -> Path:
        """Where this run's answers are: rows that are asked alike share them."""
        asked = [self.place.dataset, str(self.place.folder), self.plan.ask, self._own_settings]
        own = [*self._trained_as(), *asked, self.plan.written]
        return self.output / "runs" / digest(own)[:16]

    @property
    def model_folder(self) -> Path:
        """Where what was trained is: rows that are trained alike share it."""
        return self.output / "models" / digest(self._trained_as())[:16]

    @property
    def _school(self) -> Place:
        return self.learnt or self.place

    def _trained_as(self) -> list[Any]:
        plan, place = self.plan, self._school
        named = [plan.system, place.dataset, str(place.folder), self.scale.name, self.seed]
        ways = [
            plan.train,
            self._settings_learnt(),
            plan.chained,
            plan.naive,
            plan.labels,
            plan.parts,
            plan.tuned,
        ]
        return [*named, self.llm or plan.llm, *ways, self.writer]

    def _aligner_alone(self) -> bool:
        """Say whether only what scores nodes is trained, so that settings of pruning come later."""
        return self.plan.train is not None and "aligner" in self.plan.train

    @property
    def _own_settings(self) -> str:
        return dict(self.plan.others).get(self.place.dataset, self.plan.settings)

    def _settings_learnt(self) -> str:
        return "" if self._aligner_alone() else self._own_settings

    def _tune(self) -> None:
        if not (self.model_folder / "encoder" / "modules.json").is_file():
            given = (*self._school.options(), "--split", self._school.splits[0])
            encoder = ("--output", str(self.model_folder / "encoder"), "--preset", "published")
            self._steiner("tune", *given, *encoder, "--seed", str(self.seed))

    def _train_part(self, part: str) -> None:
        if is_artefact(self.model_folder / part):
            return
        file = write_parts(self._school, self.texts_folder("texts", ""), self.scale.counts)[part]
        given = ("--only", part, "--questions", str(file), "--output", str(self.model_folder))
        self._steiner("train", "--system", self.plan.system, *given, *self._how(()))

    def _learnt(self, options: Options) -> Options:
        train, validation, _ = self._school.splits
        given: Options = ("--system", self.plan.system, "--output", str(self.model_folder))
        given += (*self._school.options(), "--split", train, *self._kept())
        given += (*self.scale.ask, *self._settings(self._settings_learnt()))
        if self.plan.chained:
            given += ("--chains", str(self._chains(train)))
            given += ("--validation", str(self._chains(validation)))
        else:
            given += ("--validation-split", validation)
        return (*given, *self._encoder(), *self._how(options))

    def _how(self, options: Options) -> Options:
        """Return seed, model, the scale's options and the row's own."""
        llm = ("--llm", self._llm()) if self._llm() else ()
        own = tuple(o.format(hidden=self._hidden()) if "{" in o else o for o in options)
        # What only scores nodes reads no text and writes none.
        unread = ("--max-text", "--max-new-tokens") if self._aligner_alone() else ()
        return ("--seed", str(self.seed), *llm, *_without(self.scale.train, (*own, *unread)), *own)

    def _hidden(self) -> int:
        return hidden_size(self._llm() or SMALL_LLM)

    def _asked(self) -> Options:
        given: Options = ("--system", self.plan.system, *self.place.options(), *self._encoder())
        given += self._kept()
        given += self._settings(self._own_settings)
        given += ("--split", self.place.splits[2], "--output", str(self.answers_folder / "run"))
        given += ("--skip-broken", *(("--in-memory",) if self.place.shared else ()))
        if self._aligner_alone():
            given += ("--model", str(self.model_folder / "aligner"))
        elif self.plan.train is not None:
            given += ("--model", str(self.model_folder))
        elif self.plan.parts:
            given += ("--model", str(self.model_folder / self.plan.parts[-1]))
        if self.plan.written:
            given += ("--model", self._llm() or SMALL_LLM)
        return (*given, *self.scale.ask, *self.plan.ask)

    def _kept(self) -> Options:
        """Return where graphs are kept that rows and seeds which retrieve alike share."""
        return ("--kept", str(self.output / "retrieved" / self.scale.name))

    def _llm(self) -> str:
        return self.llm or (self.plan.llm if self.scale.full else "")

    def _encoder(self) -> Options:
        tuned = self.model_folder / "encoder"
        return ("--embedder", str(tuned)) if self.plan.tuned and self.scale.full else ()

    def _settings(self, text: str) -> Options:
        text = text or SETTINGS.get(self.place.dataset, "")
        if not text:
            return ()
        if self.scale.full and "[triples]" in text:
            text += f'planner = "{self._llm()}"\n'
        path = self.answers_folder / f"settings-{digest([text])[:8]}.toml"
        path.write_text(text, encoding="utf-8")
        return ("--settings", str(path))

    def _chains(self, split: str) -> Path:
        """Return the chains of a split, by the writer or of the facts: the same for all seeds."""
        way = "labels" if self.plan.labels else "naive" if self.plan.naive else "informed"
        named = f"{self.plan.system}-{self._school.dataset}-{way}-{split}.jsonl"
        path = self.texts_folder("chains", self.writer) / named
        if path.is_file():
            return path
        path.parent.mkdir(parents=True, exist_ok=True)
        if self.plan.labels:
            return chains_of_labels(self._school, split, path)
        if not self.writer:
            return chains_of_facts(self._school, split, path, self.plan.naive)
        given: Options = (*self._school.options(), "--split", split, "--system", self.plan.system)
        given += ("--model", self.writer, *(("--naive",) if self.plan.naive else ()))
        given += ("--clues",) if self.plan.parts else ()
        self._steiner("chains", *given, "--output", str(path))
        return path

    def texts_folder(self, kind: str, writer: str) -> Path:
        """Return where texts made of these files, of so many questions and by this writer are."""
        made_of = [str(self._school.folder), self.scale.name, writer]
        return self.output / kind / digest(made_of)[:8]

    def _steiner(self, *arguments: str) -> None:
        """Run a command of steiner. Raises InvalidInput with its words where it fails."""
        try:
            cli.main(list(arguments), standalone_mode=False)
        except SteinerError as error:
            command = " ".join(["steiner", *arguments])
            raise InvalidInput(f"{error} (in: {command})") from error


def _measured(run: Path) -> Figures:
    """Return the means of a run's measures, also by kind of question, and its levels."""
    settings, rows = read_run(run)
    every = all_measures(rows, [512], settings["labels"])
    figures = _means(every)
    for kind in sorted({row["kind"] for row in rows} - {""}):
        own = [m for row, m in zip(rows, every, strict=True) if row["kind"] == kind]
        figures |= {f"{name} of {kind}": value for name, value in _means(own).items()}
    judged = [at for at in map(level, every) if at]
    figures |= {name: judged.count(name) / len(judged) for name in set(judged)}
    times = [row["milliseconds"] for row in rows]
    spent = [each.get("total", 0.0) + each.get("generate", 0.0) for each in times]
    figures["seconds a question"] = sum(spent) / len(rows) / 1_000
    figures["tokens"] = sum(row["tokens"] for row in rows) / len(rows)
    known = [m["coverage@512"] > 0 for m in every if "coverage@512" in m]
    figures["any answer in text"] = sum(known) / len(known) if known else None
    return figures | {"questions": len(rows)}


def _means(measures: Sequence[Measures]) -> Figures:
    return {name: each.mean for name, each in means(measures).items()}


def _minutes(folder: Path) -> Figures:
    """Return the minutes of an epoch, where something was trained."""
    seconds = [line["seconds"] for line in Metrics(folder).lines() if "seconds" in line]
    return {"minutes an epoch": sum(seconds) / len(seconds) / 60} if seconds else {}


def _without(options: Options, own: Options) -> Options:
    """Return the options of a scale, with their values, that the row does not give itself."""
    kept: list[str] = []
    taken = False
    for word in options:
        taken = word not in own if word.startswith("--") else taken
        kept += [word] if taken else []
    return tuple(kept)
