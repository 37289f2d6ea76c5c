"""Trains a model in epochs, with accelerate underneath (schedule: G-Retriever, appendix B.1)."""

from __future__ import annotations

import math
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from time import monotonic
from typing import Any

import torch
from torch.utils.data import DataLoader

from steiner.errors import MissingExtra
from steiner.model_settings import TrainSettings
from steiner.models.trainable import TrainableModel
from steiner.progress import Report, silent
from steiner.train import checkpoint
from steiner.train.guards import (
    TrainingExample,
    check_examples,
    check_number,
    check_trained,
    memory_errors,
)
from steiner.train.metrics import Metrics
from steiner.train.processes import shared_batch
from steiner.train.schedule import Order, rate_at
from steiner.train.sharding import Keeper, shard

_LORA = "lora_"

Examples = Sequence[TrainingExample]


class Trainer:
    """Trains `model` in `folder`, from its checkpoint where one is there; on a GPU if one is there.

    All models of a process are trained on its one device, where they stay.
    """

    def __init__(
        self,
        model: TrainableModel,
        settings: TrainSettings,
        folder: Path,
        report: Report = silent,
    ) -> None:
        if find_spec("accelerate") is None:
            raise MissingExtra.named("accelerate", "train")
        from accelerate import Accelerator
        from accelerate.utils import DataLoaderConfiguration  # type: ignore[import-untyped]

        torch.set_num_threads(min(settings.threads, torch.get_num_threads()))
        self.settings, self.folder, self.report = settings, folder, report
        # A process has one device in accelerate, that of its first call: not each model's own.
        self.accelerator: Any = Accelerator(
            gradient_accumulation_steps=settings.accumulate,
            cpu=not torch.cuda.is_available(),
            # A batch is that of all processes together, however many there are.
            dataloader_config=DataLoaderConfiguration(split_batches=True),
        )
        shared_batch(settings.batch, self.accelerator.num_processes)
        self.model = model.to(self.accelerator.device)
        self.keeper = self._keeper()
        if self.keeper.parts > 1:
            shard(self.model, self.keeper.parts)

    def run(
        self,
        train: Examples,
        validation: Examples,
        digest: str,
    ) -> checkpoint.TrainingState:
        """Train to the end and leave the best weights in the model; return how it went.

        `digest` tells this training from others. Raises InvalidInput for no examples or another
        training's folder, TrainingFailed where the loss is no number or memory does not suffice.
        """
        check_examples(train, "training")
        check_examples(validation, "validation")
        check_trained(self.model)
        self.model.prepare(train, self.settings)
        self.folder.mkdir(parents=True, exist_ok=True)
        optimiser = torch.optim.AdamW(
            self._groups(), betas=self.settings.betas, weight_decay=self.settings.weight_decay
        )
        state = checkpoint.resume(self.folder, digest, self.model, optimiser, self.keeper)
        record = Metrics(self.folder)
        if self.accelerator.is_main_process:
            record.cut(state.step)
        run = _Run(self, state, optimiser, record)
        with memory_errors(self.settings):
            if not (state.epoch or state.batch):
                self.model.begin(train, self.settings, self.report)
            while not self._ended(state):
                run.epoch(train, validation)
        self.accelerator.wait_for_everyone()
        checkpoint.restore_best(self.folder, self.model, self.keeper)
        self.accelerator.free_memory()
        return state

    def shared(self) -> dict[str, Any]:
        """Return in JSON types the processes, a batch's examples in each, and the precision."""
        count = self.accelerator.num_processes
        each = shared_batch(self.settings.batch, count)
        precision = self.accelerator.mixed_precision
        return {"processes": count, "batch_per_process": each, "precision": precision}

    @property
    def keeps(self) -> bool:
        """Whether this process writes weights: the first one, or each its part."""
        return bool(self.accelerator.is_main_process) or self.keeper.parts > 1

    def _keeper(self) -> Keeper:
        own = self.accelerator
        if not self.settings.sharded:
            return Keeper()
        return Keeper(own.process_index, own.num_processes, own.wait_for_everyone)

    def _ended(self, state: checkpoint.TrainingState) -> bool:
        settings = self.settings
        stale = state.epoch >= settings.epochs or state.stale >= settings.patience
        return stale or settings.last(state.step)

    def loss(self, examples: Examples) -> float:
        """Return the mean loss of the examples, without training."""
        self.model.eval()
        batches = range(0, len(examples), self.settings.batch)
        with torch.no_grad():
            rows = [self.model(examples[i : i + self.settings.batch]) for i in batches]
        return float(torch.cat(rows).mean())

    def _groups(self) -> list[dict[str, Any]]:
        trained = checkpoint.trained(self.model)
        adapters = [p for name, p in trained.items() if _LORA in name]
        others = [p for name, p in trained.items() if _LORA not in name]
        own = self.settings.lora_rate or self.settings.rate
        groups = [(others, self.settings.rate), (adapters, own)]
        return [{"params": p, "lr": rate, "rate": rate} for p, rate in groups if p]


class _Run:
    """One pass of a training from its last checkpoint on."""

    def __init__(
        self,
        trainer: Trainer,
        state: checkpoint.TrainingState,
        optimiser: torch.optim.Optimizer,
        record: Metrics,
    ) -> None:
        self.trainer, self.settings = trainer, trainer.settings
        self.state, self.optimiser, self.record = state, optimiser, record
        accelerator = trainer.accelerator
        # What is sharded is not copied to each process: of accelerate it has only its precision.
        sharded = trainer.keeper.parts > 1
        self.model = accelerator.prepare_model(trainer.model, evaluation_mode=sharded)
        self.stepped = accelerator.prepare_optimizer(optimiser)

    def epoch(self, train: Examples, validation: Examples) -> None:
        """Train one epoch from where it stands, validate, keep what is best."""
        settings, state = self.settings, self.state
        order = Order(len(train), settings.seed, state.epoch)
        loader: DataLoader[TrainingExample] = DataLoader(
            train,  # type: ignore[arg-type]
            batch_size=settings.batch,
            sampler=order,
            collate_fn=list,
            # One of its own: else each new pass draws from the numbers that a checkpoint restored.
            generator=torch.Generator(),
        )
        batches = self.trainer.accelerator.prepare(loader)
        total, begun = len(batches), monotonic()
        if state.batch:
            batches = self.trainer.accelerator.skip_first_batches(batches, state.batch)
        self.model.train()
        for batch in batches:
            self._step(batch, total)
            self.trainer.report(f"epoch {state.epoch + 1}", state.batch, total)
            if settings.last(state.step):
                break
        self._end(validation, monotonic() - begun)

    def _step(self, batch: Examples, total: int) -> None:
        accelerator, state = self.trainer.accelerator, self.state
        with accelerator.accumulate(self.model):
            loss = self.model(batch).mean()
            check_number(float(loss.detach()), "loss", state, self.optimiser)
            accelerator.backward(loss)
            if accelerator.sync_gradients:
                parameters = [p for group in self.optimiser.param_groups for p in group["params"]]
                accelerator.clip_grad_norm_(parameters, self.settings.clip)
                self._set_rate(total)
            self.stepped.step()
            self.stepped.zero_grad()
        state.batch += 1
        if accelerator.sync_gradients:
            state.step += 1
            rate = self.optimiser.param_groups[0]["lr"]
            shared = accelerator.reduce(loss.detach(), reduction="mean")
            self._add(step=state.step, loss=round(float(shared), 6), rate=rate)
            if state.step % self.settings.checkpoint == 0:
                self._save()

    def _end(self, validation: Examples, seconds: float) -> None:
        state = self.state
        loss = self.trainer.loss(validation)
        check_number(loss, "validation loss", state, self.optimiser)
        state.epoch, state.batch = state.epoch + 1, 0
        state.stale = 0 if loss < state.best else state.stale + 1
        self._add(step=state.step, epoch=state.epoch, validation=loss, seconds=round(seconds, 1))
        if loss < state.best:
            state.best = loss
            self._keep_best()
        self._save()

    def _keep_best(self) -> None:
        trainer = self.trainer
        if trainer.keeps:
            checkpoint.keep_best(trainer.folder, trainer.model, trainer.keeper)

    def _add(self, **values: float) -> None:
        if self.trainer.accelerator.is_main_process:
            self.record.add(**values)

    def _save(self) -> None:
        trainer, state = self.trainer, self.state
        if trainer.keeps:
            checkpoint.save(trainer.folder, state, trainer.model, self.optimiser, trainer.keeper)

    def _set_rate(self, batches: int) -> None:
        steps = math.ceil(batches / self.settings.accumulate)
        epoch = self.state.step / steps
        for group in self.optimiser.param_groups:
            group["lr"] = rate_at(epoch, group["rate"], self.settings)
