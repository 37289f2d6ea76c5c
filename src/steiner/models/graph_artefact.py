"""What a training leaves: one folder of settings, safetensors and a PEFT adapter, no pickle."""

from __future__ import annotations

import json
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import torch

from steiner.artefact import Artefact, read_artefact
from steiner.embed import Embedder, TextVectors, named_embedder
from steiner.errors import InvalidInput, MissingExtra
from steiner.model_settings import GraphModelSettings
from steiner.models.graph_encoding.tensors import KEPT, check_vectors
from steiner.models.language_model.causal_network import causal_network
from steiner.models.language_model.graph_language_model import GraphLanguageModel
from steiner.models.language_model.language_model_files import load
from steiner.models.language_model.token_embeddings import TokenEmbeddings
from steiner.models.tensor_files import read_module, write_tensors
from steiner.models.trainable import ModelKind

_SOFT = "soft_prompt.safetensors"
_ADAPTER, _WHOLE = "adapter", "language_model"
_LORA_DROPOUT = 0.05
_TARGETS = ("q_proj", "v_proj")


def new_model(
    settings: GraphModelSettings, embedder: Embedder | None = None, device: str | None = None
) -> GraphLanguageModel:
    """Build the model with an untrained soft prompt and, if set, untrained LoRA adapters.

    torch's seed decides how they begin. Raises InvalidInput for a model that cannot be loaded.
    """
    llm = _language_model(settings.llm, device, settings)
    if settings.lora:
        llm = _with_lora(llm, settings)
    return _assembled(llm, settings, embedder)


def _write(model: GraphLanguageModel, folder: Path) -> dict[str, Any]:
    if model.soft is not None:
        write_tensors(folder / _SOFT, model.soft.state_dict())
    if model.settings.lora:
        _save_adapter(model, folder / _ADAPTER)
    if model.settings.whole:
        model.llm.save_pretrained(folder / _WHOLE)
    return {"hidden": _hidden(model.llm)}


def _save_adapter(model: GraphLanguageModel, folder: Path) -> None:
    model.llm.save_pretrained(folder)
    (folder / "README.md").unlink(missing_ok=True)
    # The model's name, not the place of this machine's copy.
    path = folder / "adapter_config.json"
    config = {**json.loads(path.read_text()), "base_model_name_or_path": model.settings.llm}
    path.write_text(json.dumps(config, indent=2) + "\n", encoding="utf-8")


def trained_further(
    settings: GraphModelSettings,
    model: GraphLanguageModel,
    embedder: Embedder | None = None,  # noqa: ARG001
) -> GraphLanguageModel:
    """Return a loaded `model` ready to be trained further as `settings` say.

    Raises InvalidInput where it was trained for another language model, or in another way.
    """
    before, own = model.settings, settings
    if (before.llm, before.lora, before.whole) != (own.llm, own.lora, own.whole):
        raise InvalidInput(
            f"The part trained before is {before.llm} (lora {before.lora}, whole {before.whole}), "
            f"but this training is for {own.llm} (lora {own.lora}, whole {own.whole}). Give all "
            f"parts the same settings, or train the part before anew."
        )
    for name, weight in model.llm.named_parameters():
        weight.requires_grad_(own.whole or "lora_" in name)
    model.settings = settings
    return model


def from_pretrained(
    folder: str | Path,
    embedder: Embedder | None = None,
    device: str | None = None,
    llm: str | None = None,
) -> GraphLanguageModel:
    """Load what `steiner train` wrote; `llm` names another place of the same language model.

    Raises InvalidInput for a folder that is none, of a newer version, or for another language
    model or embedder than it was trained with.
    """
    return _read(read_artefact(folder), embedder, device, llm).eval()


def _read(
    artefact: Artefact,
    embedder: Embedder | None = None,
    device: str | None = None,
    llm: str | None = None,
) -> GraphLanguageModel:
    settings, hidden = GraphModelSettings.from_dict(artefact.model), artefact.facts["hidden"]
    own = str(artefact.folder / _WHOLE) if settings.whole else settings.llm
    base = _language_model(llm or own, device, settings)
    if _hidden(base) != hidden:
        raise InvalidInput(
            f"{artefact.folder} was trained for a language model of width {hidden} "
            f"({settings.llm}), but {llm or settings.llm} has {_hidden(base)}. Name that model."
        )
    if settings.lora:
        require_peft()
        from peft import PeftModel

        base = PeftModel.from_pretrained(base, artefact.folder / _ADAPTER)
    model = _filled(_assembled(base, settings, embedder), artefact)
    model.precision = artefact.facts.get("training", {}).get("precision", model.precision)
    return model


def embeddings_only(
    folder: str | Path, embedder: Embedder | None = None, llm: str | None = None
) -> GraphLanguageModel:
    """Load an artefact for a language model that is served elsewhere, adapters merged.

    Of the language model (`llm` names another place of it) only token embeddings are kept.
    """
    artefact = read_artefact(folder)
    settings = replace(GraphModelSettings.from_dict(artefact.model), lora=False)
    own = str(artefact.folder / _WHOLE) if settings.whole else settings.llm
    model = _assembled(TokenEmbeddings(llm or own), settings, embedder)
    return _filled(model, artefact).eval()


def merge(folder: str | Path, output: Path) -> None:
    """Write the language model of an artefact, its adapters merged, for a server to serve."""
    artefact = read_artefact(folder)
    # Adapters are added to the weights themselves, not to what 4 bits keep of them.
    model = _read(replace(artefact, model={**artefact.model, "quantised": False}), device="cpu")
    whole = model.llm.merge_and_unload() if model.settings.lora else model.llm
    whole.save_pretrained(output)
    model.tokenizer.save_pretrained(output)


def require_peft() -> None:
    """Raise MissingExtra, with the pip line, where peft is not installed."""
    if find_spec("peft") is None:
        raise MissingExtra.named("peft", "train")


def _assembled(
    llm: Any, settings: GraphModelSettings, embedder: Embedder | None
) -> GraphLanguageModel:
    vectors = TextVectors(embedder or named_embedder(settings.embedder), KEPT)
    return GraphLanguageModel(llm, load("AutoTokenizer", settings.llm), settings, vectors)


def _filled(model: GraphLanguageModel, artefact: Artefact) -> GraphLanguageModel:
    check_vectors(artefact.probe, model.embedder)
    if model.soft is not None:
        read_module(model.soft, artefact.folder / _SOFT)
    return model


def _language_model(name: str, device: str | None, settings: GraphModelSettings) -> Any:
    # A step is less than bfloat16 tells apart: most weights would stay as they were.
    own = torch.float32 if settings.whole else torch.bfloat16
    return causal_network(name, device, own, settings.quantised)


def _with_lora(llm: Any, settings: GraphModelSettings) -> Any:
    require_peft()
    from peft import LoraConfig, get_peft_model

    names = {name.rpartition(".")[2] for name, _ in llm.named_modules()}
    targets: Any = list(_TARGETS) if set(_TARGETS) <= names else "all-linear"
    adapters = LoraConfig(
        task_type="CAUSAL_LM",
        target_modules=targets,
        r=settings.rank,
        lora_alpha=settings.alpha,
        lora_dropout=_LORA_DROPOUT,
    )
    return get_peft_model(llm, adapters)


def _hidden(llm: Any) -> int:
    return int(llm.get_input_embeddings().weight.shape[1])


GRAPH_LANGUAGE_MODEL: ModelKind[GraphLanguageModel] = ModelKind(new_model, _write, _read)
