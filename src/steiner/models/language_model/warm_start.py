"""A warm start of the soft prompt, without the language model (not published).

A frozen model learns little from a token that means nothing to it, and each step through it is
dear. So the soft tokens are first trained to point at the embedding of the answer's first token,
as the model's own output layer would read them, among the first tokens of all answers.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import TYPE_CHECKING

import torch

from steiner.model_settings import TrainSettings
from steiner.progress import Report, silent
from steiner.textual_graph import Example

if TYPE_CHECKING:
    from steiner.models.language_model.graph_language_model import GraphLanguageModel


def warm_up(
    model: GraphLanguageModel,
    examples: Sequence[Example],
    settings: TrainSettings,
    report: Report = silent,
) -> None:
    """Train the soft prompt for `settings.warm` epochs against the answers' first tokens.

    Without a soft prompt, or for no epoch, nothing is done.
    """
    if model.soft is None or not settings.warm:
        return
    firsts = [model.ids.label(example.answers)[0] for example in examples]
    known = {token: place for place, token in enumerate(dict.fromkeys(firsts))}
    heads = model.llm.get_output_embeddings().weight[list(known)].detach().float()
    targets = torch.tensor([known[token] for token in firsts], device=heads.device)
    parameters = list(model.soft.parameters())
    optimiser = torch.optim.AdamW(
        parameters, settings.rate, settings.betas, weight_decay=settings.weight_decay
    )
    model.train()
    for epoch in range(settings.warm):
        order = list(range(len(examples)))
        random.Random(f"{settings.seed} {epoch}").shuffle(order)
        for start in range(0, len(order), settings.batch):
            chosen = order[start : start + settings.batch]
            soft = model.soft_tokens([examples[i] for i in chosen]).float().mean(dim=1)
            loss = torch.nn.functional.cross_entropy(soft @ heads.T, targets[chosen])
            optimiser.zero_grad()
            torch.autograd.backward(loss)
            torch.nn.utils.clip_grad_norm_(parameters, settings.clip)
            optimiser.step()
            done = epoch * len(order) + start + len(chosen)
            report("warm start", done, settings.warm * len(order))
