"""The training of one part of a system: its examples are collected, then it is trained."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

from steiner import gathering
from steiner.artefact import Artefact, is_artefact, read_artefact
from steiner.chosen import Chosen
from steiner.cli.options import ERRORS, OUT
from steiner.embed import Embedder, named_embedder
from steiner.errors import InvalidInput
from steiner.evaluate.benefit import FEW, benefit
from steiner.evaluate.own_graphs import collect_own, own_retrieval
from steiner.evaluate.published_lines import PublishedLines
from steiner.jobs import read_questions
from steiner.model_settings import Preset
from steiner.progress import Bars
from steiner.settings import ConnectionSettings, RetrieverSettings
from steiner.systems.system import System
from steiner.train.data.collection import is_collected, main_first
from steiner.train.data.retrieved_graphs import GIVEN, recorded_beside, retrieval_record
from steiner.train.parts.trained import Trained

_TOO_FEW = (
    "Fewer than 30 questions teach little: expect a ranking about as good as without training, and "
    "sometimes worse. Where the graph's relations are few, thirty to a hundred bring most of what "
    "there is to gain; where they are many, more are needed."
)
_NOTHING = (
    "These questions do not surely rank better with a training, so it counts nothing: the ranking "
    "is the one without it. More questions may change that."
)
_WORSE = "With these questions the training makes the ranking worse: ask without --model."
Files = Mapping[str, Path | None]
"""The files of `questions`, `chains` and `validation`, where they are given."""


class PartTraining(NamedTuple):
    """One thing that is trained of a system, and where it is kept.

    `own_graphs`: what is learnt is retrieved from the graphs that the lines bring, or that
    `published` brings for them.
    """

    system: System
    stage: Trained
    preset: Preset
    output: Path
    own_graphs: bool = False
    published: PublishedLines | None = None

    @property
    def folder(self) -> Path:
        """Where this part is kept."""
        return self.system.folder(self.stage, self.output)

    def run(self, connection: ConnectionSettings, chosen: Chosen, files: Files, bars: Bars) -> None:
        """Collect the examples and train, or go on with it."""
        finished, retrieving = is_artefact(self.folder), self._retrieving(chosen)
        with main_first():
            halves = self._halves(connection, retrieving, files, bars)
        examples = each_once(halves)
        _warn_of_unusable(examples)
        embedder = named_embedder(chosen.embedder) if chosen.embedder else None
        part = self.stage.part
        preset, model = self.system.begin(self.preset, self._earlier(embedder), part, embedder)
        preset = replace(preset, retrieval=self._retrieval(retrieving, files))
        self.system.train(preset, halves, self.folder, bars, embedder, model, part)
        if not finished:
            _say_what_it_brings(read_artefact(self.folder))

    def _halves(
        self, connection: ConnectionSettings, chosen: Chosen, files: Files, bars: Bars
    ) -> tuple[list[Any], list[Any]]:
        def read(name: str, path: Path) -> list[Any]:
            file, source = self.folder / f"{name}.jsonl", self.stage.data
            if not self.own_graphs:
                return gathering.examples(connection, chosen, path, file, bars, source)
            own = self.published
            if own and is_collected(path, source.field):
                return source.read(path)
            made_of = {**gathering.described(connection, chosen), "server": "the lines' own graphs"}
            gather = own.gather if own else collect_own
            gather(source, chosen, path, file, made_of, bars)
            return source.read(file)

        validation = validated_on(self.stage, files)
        train = read("train", learnt_from(self.stage, files) or Path())
        if validation is None:
            return self.stage.halves(train, self.preset.training.seed)
        return train, read("validation", validation)

    def _retrieval(self, chosen: Chosen, files: Files) -> dict[str, Any]:
        """Return how the graphs that are learnt from were made."""
        file = learnt_from(self.stage, files) or Path()
        if self.own_graphs:
            return own_retrieval(chosen)
        if is_collected(file, self.stage.data.field):
            return recorded_beside(file) or retrieval_record(GIVEN, RetrieverSettings())
        return gathering.live_retrieval(chosen)

    def _retrieving(self, chosen: Chosen) -> Chosen:
        """Return the choice with the part that was trained before, which scores and prunes."""
        before = self.system.before(self.stage, self.output)
        return replace(chosen, model=str(before)) if before else chosen

    def _earlier(self, embedder: Embedder | None) -> Any:
        before = self.system.before(self.stage, self.output)
        return self.system.load(read_artefact(before), embedder) if before else None


def _say_what_it_brings(trained: Artefact) -> None:
    """Print the share right of questions kept back, with and without training, where known."""
    if "kept_back" in trained.facts and trained.facts["training"]["examples"] < FEW:
        ERRORS.print(_TOO_FEW, markup=False, soft_wrap=True)
    brought = benefit(trained)
    if brought is None:
        return
    text = (
        f"Best path right, {brought.asked:,} questions each kept back from training in turn: "
        f"{brought.before:.3f} without training, {brought.after:.3f} with; difference "
        f"{brought.gain.mean:+.3f} (95%: {brought.gain.low:+.3f} to {brought.gain.high:+.3f}). "
        f"The trained score counts {brought.share:.2f}, what ranks without training the rest."
    )
    OUT.print(text, markup=False, soft_wrap=True)
    if not brought.share:
        ERRORS.print(_NOTHING, markup=False, soft_wrap=True)
    elif brought.gain.mean < 0:
        ERRORS.print(_WORSE, markup=False, soft_wrap=True)


def each_once(halves: tuple[Sequence[Any], Sequence[Any]]) -> list[Any]:
    """Return the examples of both halves once each: of few questions the halves are the same."""
    return list({id(example): example for half in halves for example in half}.values())


def _warn_of_unusable(examples: Sequence[Any]) -> None:
    if count := sum(not example.answers for example in examples):
        text = f"{count:,} of {len(examples):,} questions teach nothing: no path led to an answer."
        ERRORS.print(text, markup=False, soft_wrap=True)


def learnt_from(stage: Trained, files: Files) -> Path | None:
    """Return the file that a stage learns from: in a folder, the one called as its part."""
    path = files[_wanted(stage)]
    return path / f"{stage.part}.jsonl" if path and path.is_dir() else path


def validated_on(stage: Trained, files: Files) -> Path | None:
    """Return the file that a stage is validated on: in a folder, the one called as its part."""
    path = files["validation"]
    return path / f"{stage.part}.jsonl" if path and path.is_dir() else path


def left_out(stage: Trained, files: Files) -> bool:
    """Say whether a training goes on without an optional stage, as nothing is there to learn."""
    file = learnt_from(stage, files)
    return stage.optional and (file is None or not file.is_file())


def check_files(stages: Sequence[Trained], files: Files, system: str) -> None:
    """Raise InvalidInput where the questions or the chains to learn from are not named."""
    for stage in stages:
        _check_named(stage, files, system)
        _check_validation(stage, files)
    learnt = [learnt_from(stage, files) for stage in stages]
    if len(set(learnt)) < len(learnt):
        names = ", ".join(stage.part for stage in stages)
        raise InvalidInput(
            f"The parts {names} of {system!r} learn from a file each. Name one of them with "
            f"--only, or give a folder with a JSONL called as each part, as `steiner synthesise` "
            f"makes it."
        )


def _check_named(stage: Trained, files: Files, system: str) -> None:
    wanted = _wanted(stage)
    if files[wanted] is None:
        raise InvalidInput(
            f"The system {system!r} learns its {stage.part or 'model'} from {wanted}: give "
            f"--{wanted} FILE."
        )


def _check_validation(stage: Trained, files: Files) -> None:
    file = validated_on(stage, files)
    if file is None or not stage.chained:
        return
    lacking = sum(not isinstance(row.get("chain"), str) for row in read_questions(file))
    if lacking:
        raise InvalidInput(
            f"The {stage.part} learns from chains and is validated on chains, but {lacking:,} "
            f"lines of {file} have none. Let `steiner chains` write them, whose lines validate the "
            f"other parts too; or give a folder with a JSONL called as each part; or train this "
            f"part alone with --only {stage.part} and without --validation."
        )


def _wanted(stage: Trained) -> str:
    return "chains" if stage.chained else "questions"
