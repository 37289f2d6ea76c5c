"""The generator's beginning: the aligner's graph encoder and shared MLP (Align-GRAG, section 4.3).

The paper does not say whether (19)'s MLP is the shared one, nor what is frozen: the projector
begins as it and is trained, the graph encoder is frozen where `fixed` says so.
"""

from __future__ import annotations

from dataclasses import replace

from steiner.embed import Embedder
from steiner.errors import InvalidInput
from steiner.model_settings import GraphModelSettings
from steiner.models.graph_artefact import new_model
from steiner.models.graph_encoding.aligner import Aligner
from steiner.models.graph_encoding.soft_prompt import GraphPrompt
from steiner.models.language_model.graph_language_model import GraphLanguageModel


def begun_with(
    settings: GraphModelSettings, aligner: Aligner, embedder: Embedder | None = None
) -> GraphLanguageModel:
    """Return a graph language model with the aligner's encoder, whose projector begins as its MLP.

    After a training without representation alignment there is no graph token. Raises InvalidInput
    for another language model, or another number of soft tokens, than the aligner's.
    """
    own = aligner.settings
    if (settings.llm, settings.encode.tokens) != (own.llm, 1):
        raise InvalidInput(
            f"The aligner gives one vector for {own.llm}, but {settings.encode.tokens} tokens for "
            f"{settings.llm} are asked for. Set tokens to 1 and llm to the aligner's, or train an "
            f"aligner for that one."
        )
    form = settings.form if own.graph_weight else "text"
    settings = replace(settings, encode=own.encode, embedder=own.embedder, form=form)
    model = new_model(settings, embedder)
    if isinstance(model.soft, GraphPrompt):
        model.soft.encoder.load_state_dict(aligner.encoder.state_dict())
        model.soft.projector.layers.load_state_dict(aligner.shared.state_dict())
    return model
