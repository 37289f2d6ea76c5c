"""Soft prompts: vectors of a language model's width that stand among its token embeddings."""

from __future__ import annotations

from typing import Any

import torch
from torch import nn

from steiner.errors import InvalidInput
from steiner.model_settings import EncodeSettings, GraphModelSettings
from steiner.models.graph_encoding.graph_encoder import GraphEncoder


class Projector(nn.Module):
    """Maps float[b, width] to float[b, tokens, hidden] (G-Retriever, equation 10).

    Linear, sigmoid, linear as in the authors' code. Every vector is scaled to `norm`, the mean
    norm of the model's token embeddings: one of another size is noise to a frozen model.
    """

    def __init__(self, width: int, hidden: int, norm: float, settings: EncodeSettings) -> None:
        super().__init__()
        self.tokens, self.hidden = settings.tokens, hidden
        self.layers = projection(width, hidden * settings.tokens, settings)
        self.register_buffer("norm", torch.tensor(norm))

    def forward(self, pooled: torch.Tensor) -> torch.Tensor:
        """Return the soft tokens."""
        projected = self.layers(pooled).reshape(-1, self.tokens, self.hidden)
        length = projected.norm(dim=-1, keepdim=True).clamp_min(1e-6)
        scaled: torch.Tensor = projected / length * self.norm
        return scaled


def graph_encoder(dimensions: int, hidden: int, settings: EncodeSettings) -> GraphEncoder:
    """Return the encoder for text vectors of `dimensions`, edges with those of `hidden` if set."""
    return GraphEncoder(dimensions, settings, dimensions + hidden * settings.words)


def projection(width: int, out: int, settings: EncodeSettings) -> nn.Module:
    """Return the layers between a graph's vector and `out` numbers; none for a projector of 0."""
    if not settings.projector:
        return nn.Identity()
    inner, outer = nn.Linear(width, settings.projector), nn.Linear(settings.projector, out)
    between = {"sigmoid": nn.Sigmoid, "relu": nn.ReLU}[settings.activation]
    return nn.Sequential(inner, between(), outer)


class GraphPrompt(nn.Module):
    """The soft prompt of a graph: encoder and projector; a `fixed` encoder is not trained."""

    def __init__(
        self,
        dimensions: int,
        hidden: int,
        norm: float,
        settings: EncodeSettings,
        fixed: bool = False,
    ) -> None:
        super().__init__()
        self.encoder = graph_encoder(dimensions, hidden, settings).requires_grad_(not fixed)
        self.projector = Projector(settings.given, hidden, norm, settings)

    def forward(self, graphs: Any) -> torch.Tensor:
        """Return float[graphs, tokens, hidden]."""
        projected: torch.Tensor = self.projector(self.encoder(graphs))
        return projected


class VirtualPrompt(nn.Module):
    """Prompt tuning: trained vectors, the same for every question (Lester et al. 2021).

    They begin as `start` float[tokens, hidden], embeddings of tokens drawn at random.
    """

    def __init__(self, start: torch.Tensor) -> None:
        super().__init__()
        self.vectors = nn.Parameter(start.clone())

    def forward(self, graphs: Any) -> torch.Tensor:
        """Return float[graphs, tokens, hidden]."""
        return self.vectors.expand(len(graphs.question), -1, -1)


def prompt_tokens(settings: GraphModelSettings) -> int:
    """Return how many soft tokens a prompt has."""
    sizes = {"graph": settings.encode.tokens, "virtual": settings.virtual_tokens, "text": 0}
    return sizes[settings.form]


def soft_prompt(llm: Any, settings: GraphModelSettings, dimensions: int) -> nn.Module | None:
    """Return the untrained soft prompt for `llm` that the settings name; None for "text".

    `dimensions` of the text vectors that a graph encoder reads.
    """
    weight = llm.get_input_embeddings().weight.detach()
    if settings.form == "text":
        return None
    if settings.form == "virtual":
        drawn = torch.randint(len(weight), (settings.virtual_tokens,))
        return VirtualPrompt(weight[drawn.to(weight.device)].float()).to(weight.device)
    norm, hidden = float(weight.float().norm(dim=1).mean()), weight.shape[1]
    encode = settings.encode
    if not encode.projector and encode.given != hidden * encode.tokens:
        raise InvalidInput(
            f"Without a projector EncodeSettings.width must be {hidden * encode.tokens}, the width "
            f"of {settings.llm} for {encode.tokens} tokens; got {encode.width}."
        )
    return GraphPrompt(dimensions, hidden, norm, encode, settings.fixed).to(weight.device)
