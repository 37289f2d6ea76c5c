"""How transformers' `generate` picks words: the likeliest, or drawn by a seed."""

from __future__ import annotations

from typing import Any

from steiner.generate import GenerateSettings
from steiner.models.language_model.language_model_files import require_transformers


def sampling(settings: GenerateSettings) -> dict[str, Any]:
    """Return the options of `generate`; above a temperature of 0 words are drawn, by the seed."""
    if not settings.temperature:
        return {"do_sample": False}
    require_transformers().set_seed(settings.seed)
    return {"do_sample": True, "temperature": settings.temperature, "top_p": settings.top_p}
