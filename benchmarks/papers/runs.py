"""Runs a row of a table on a data set with a seed, by steiner's own commands; both go on."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from time import monotonic
from typing import Any

from papers.costs import hidden_size
from papers.knowledge import chains_of_facts, chains_of_labels, write_parts
from papers.layout import Figures, Options, Plan
from papers.measures.judged_runs import judged_run
from papers.measures.run_figures import averaged_kinds, measured, minutes
from papers.published import CLUES, encoder_name, with_models
from papers.reranked import reranked_place
from papers.scales import SETTINGS, SMALL_LLM, WHOLE, Place, Scale
from steiner.artefact import is_artefact
from steiner.cli import cli
from steiner.errors import InvalidInput, SteinerError
from steiner.generate.writer import open_text_model
from steiner.jobs import digest
from steiner.models.graph_artefact import merge
from steiner.settings import DEFAULT_EMBEDDER

Places = Callable[[str], Place]
"""Returns where a data set lies."""


def nowhere(dataset: str) -> Place:
    """Raise InvalidInput: no other data set is known."""
    raise InvalidInput(f"This run learns from {dataset}: say where that lies.")


@dataclass(frozen=True, slots=True)
class Run:
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

    def figures(self) -> Figures:
        """Train and ask, and return the means of the report's measures, with seconds.

        With what the judges say of the answers, where there are judges and a model wrote any.
        """
        if self.plan.reranker:
            return self._reranked().figures()
        begun = monotonic()
        self.answers_folder.mkdir(parents=True, exist_ok=True)
        self.train()
        self._steiner("evaluate", *self._asked())
        figures = measured(self.answers_folder / "run")
        figures |= minutes(self.model_folder, figures)
        figures |= self._judged() if self.plan.written else {}
        return averaged_kinds(figures) | {"seconds": round(monotonic() - begun)}

    def train(self) -> None:
        """Train what the plan says, in its order; what is there already is not trained again."""
        if self.plan.continued:
            self._before.train()
            self._before.merged()
        self.answers_folder.mkdir(parents=True, exist_ok=True)
        if self.plan.tuned and self.scale.full:
            self._tune()
        for part in self.plan.parts:
            self._train_part(part)
        if self.plan.train is not None:
            self._steiner("train", *self._learnt(self.plan.train))

    @property
    def _before(self) -> Run:
        """The run whose models this one goes on from."""
        if self.plan.continued is None:
            raise InvalidInput("This plan goes on from none.")
        return replace(self, plan=self.plan.continued)

    @property
    def _answering(self) -> Path:
        """Where the model is that answers: the last that is trained."""
        last = "" if self.plan.train is not None else self.plan.parts[-1]
        return self.model_folder / last

    def merged(self) -> Path:
        """Return the trained language model as a folder that any command takes as one."""
        folder = self.model_folder / "merged"
        if not (folder / "config.json").is_file():
            merge(self._answering, folder)
        return folder

    def _reranked(self) -> Run:
        """Return the run over reranked graphs; below the full scale by the default encoder."""
        model = self.plan.reranker if self.scale.full else DEFAULT_EMBEDDER
        settings = tomllib.loads(self._with_prizes(self._own_settings))
        place = reranked_place(self.place, model, settings, self.output, *self._encoder()[1:])
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

    @property
    def answers_folder(self) -> Path:
        """Where this run's answers are: rows that are asked alike share them."""
        asked = [self.place.dataset, self.place.options(), self.plan.ask, self._own_settings]
        own = [*self._trained_as(), *asked, self.plan.written]
        return self.output / "runs" / digest(own)[:16]

    @property
    def model_folder(self) -> Path:
        """Where what was trained is: rows that are trained alike share it."""
        return self.output / "models" / digest(self._trained_as())[:16]

    @property
    def _school(self) -> Place:
        return self.places(self.plan.learnt) if self.plan.learnt else self.place

    def _trained_as(self) -> list[Any]:
        plan, place = self.plan, self._school
        named = [plan.system, place.dataset, place.options(), self.scale.name, self.seed]
        ways = [
            plan.train,
            self._settings_learnt(),
            plan.chained,
            plan.naive,
            plan.labels,
            plan.parts,
            plan.tuned,
            digest(self._before._trained_as()) if plan.continued else "",
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
        """Tune the encoder, on chains that the untrained model wrote with the answer known."""
        folder, own = self.model_folder / "encoder", self._triples
        if (folder / "modules.json").is_file():
            return
        given = (*self._school.options(), "--split", self._school.splits[0])
        steps: Options = ()
        if own.get("plan") == "chain":
            file = self.texts_folder("steps", self._base_llm()) / "steps.jsonl"
            how = ("--model", self._base_llm(), "--steps", "rationalised")
            self._steiner("chains", *given, *how, "--output", str(file))
            steps = ("--questions", str(file))
        begin: Options = ()
        if self.plan.continued:
            begin = ("--encoder", str(self._before.model_folder / "encoder"))
        beside = ("--neighbours", str(own["neighbours"])) if "neighbours" in own else ()
        how = ("--preset", "published", "--seed", str(self.seed))
        self._steiner("tune", *given, *steps, *begin, *beside, "--output", str(folder), *how)

    @property
    def _triples(self) -> dict[str, Any]:
        own: dict[str, Any] = tomllib.loads(self._own_settings).get("triples", {})
        return own

    def _train_part(self, part: str) -> None:
        if is_artefact(self.model_folder / part):
            return
        file = write_parts(self._school, self.texts_folder("texts", ""), self.scale)[part]
        given: Options = ("--only", part, "--questions", str(file))
        given += ("--output", str(self.model_folder), *self._encoder())
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
        given += self._settings(self._own_settings, self._writing())
        given += ("--split", self.place.splits[2], "--output", str(self.answers_folder / "run"))
        given += ("--skip-broken", *(("--in-memory",) if self.place.shared else ()))
        if self._aligner_alone():
            given += ("--model", str(self.model_folder / "aligner"))
        elif self.plan.train is not None or self.plan.parts:
            given += ("--model", str(self._answering))
        if self.plan.written:
            given += ("--model", self._llm() or SMALL_LLM)
        return (*given, *self.scale.ask, *self.plan.ask)

    def _kept(self) -> Options:
        """Return where graphs are kept that rows and seeds which retrieve alike share."""
        return ("--kept", str(self.output / "retrieved" / self.scale.name))

    def _llm(self) -> str:
        return str(self._before.merged()) if self.plan.continued else self._base_llm()

    def _base_llm(self) -> str:
        return self.llm or (self.plan.llm if self.scale.full else "")

    def _encoder(self, tuned: bool = True) -> Options:
        """Return the paper's encoder at the full scale, the default's below."""
        if not self.scale.full:
            return ()
        if tuned and self.plan.tuned:
            return ("--embedder", str(self.model_folder / "encoder"))
        return ("--embedder", encoder_name(self.plan.system, self._walker()))

    def _writing(self) -> str:
        """Return the model that plans, or writes walks, at the full scale ("": none)."""
        if not self.scale.full:
            return ""
        planned = self.plan.parts and self._triples.get("plan") == "chain"
        return str(self.merged()) if planned else self._walker()

    def _shown(self) -> str:
        """Return the chains whose first lines demonstrate: those of WebQSP come first."""
        if not (self.plan.parts and self.writer):
            return ""
        own = replace(self, plan=self.plan.continued) if self.plan.continued else self
        return str(own._chains(own._school.splits[0]))

    def _walker(self) -> str:
        return self.llm or self.plan.walker or self.plan.llm

    def _with_prizes(self, text: str) -> str:
        """Return settings with the data set's own prizes, unless they have some."""
        return text if "[prizes]" in text else SETTINGS.get(self.place.dataset, "") + text

    def _settings(self, text: str, writing: str = "") -> Options:
        text = self._with_prizes(text)
        text = with_models(text, writing, self._shown()) if writing else text
        if not text:
            return ()
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
        given += (*self._settings(CLUES if self.plan.parts else ""), *self._encoder(tuned=False))
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


def _without(options: Options, own: Options) -> Options:
    """Return the options of a scale, with their values, that the row does not give itself."""
    kept: list[str] = []
    taken = False
    for word in options:
        taken = word not in own if word.startswith("--") else taken
        kept += [word] if taken else []
    return tuple(kept)
