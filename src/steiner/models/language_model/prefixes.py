"""Keys and values of frozen prompts, computed once: training then costs the soft prompt alone.

Only what stands before the soft prompt can be kept, and only of a model that does not change.
"""

from __future__ import annotations

import hashlib
import inspect
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import torch

from steiner.errors import InvalidInput
from steiner.model_settings import GraphModelSettings
from steiner.models.language_model.language_model_files import require_transformers
from steiner.models.tensor_files import read_tensors, write_tensors

_MOST_BYTES = 12_000_000_000


def with_cache(llm: Any, cache: Any) -> dict[str, Any]:
    """Return the argument that gives `cache` to `llm`; nothing for None.

    transformers 5.24 calls it `cache`, earlier ones and models with code of their own
    `past_key_values`.
    """
    if cache is None:
        return {}
    named = "cache" in inspect.signature(llm.forward).parameters
    return {"cache" if named else "past_key_values": cache}


class Prefixes:
    """Keys and values of token rows under `llm`, kept up to 12 GB and computed anew beyond.

    `dtype` they are kept in: bfloat16 takes half the memory. They are kept in memory or, where a
    `folder` is given, there: for several trainings of this language model, and of no other. Raises
    InvalidInput for settings under which they would not stay the same.
    """

    def __init__(
        self,
        llm: Any,
        settings: GraphModelSettings,
        dtype: torch.dtype | None = None,
        folder: Path | None = None,
    ) -> None:
        if not settings.frozen or settings.position != "after":
            raise InvalidInput(
                "Prefixes can be cached only of a frozen model with the soft prompt after the "
                "text: set position to 'after' and lora to False, or cached to False."
            )
        self._llm, self._dtype, self._folder = llm, dtype or llm.dtype, folder
        if folder is not None:
            folder.mkdir(parents=True, exist_ok=True)
        self._kept: dict[tuple[int, ...], torch.Tensor] = {}
        self._bytes = 0

    def batch(self, rows: Sequence[Sequence[int]]) -> tuple[Any, torch.Tensor]:
        """Return a transformers cache of the rows, padded on the left, and its mask int64[b, l]."""
        states = [self._states(tuple(row)) for row in rows]
        longest = max(state.shape[-2] for state in states)
        pad, stacked = torch.nn.functional.pad, []
        for state in states:
            stacked.append(pad(state, (0, 0, longest - state.shape[-2], 0)))
        # [b, layers, 2, heads, l, d] to [layers, 2, b, heads, l, d]
        whole = torch.stack(stacked).to(self._llm.device, self._llm.dtype).permute(1, 2, 0, 3, 4, 5)
        cache = require_transformers().DynamicCache()
        for place, (keys, values) in enumerate(whole):
            cache.update(keys, values, place)
        sizes = torch.tensor([state.shape[-2] for state in states])
        return cache, (torch.arange(longest) >= longest - sizes[:, None]).long()

    def _states(self, row: tuple[int, ...]) -> torch.Tensor:
        if self._folder is not None:
            return self._filed(row, self._folder)
        if row in self._kept:
            return self._kept[row]
        states = self._computed(row)
        if self._has_room(states):
            self._kept[row] = states
        return states

    def _filed(self, row: tuple[int, ...], folder: Path) -> torch.Tensor:
        name = hashlib.sha256(repr((row, self._dtype)).encode()).hexdigest()
        path = folder / f"{name}.safetensors"
        if path.is_file():
            return read_tensors(path)["states"]
        states = self._computed(row)
        if self._has_room(states):
            write_tensors(path, {"states": states})
        return states

    def _has_room(self, states: torch.Tensor) -> bool:
        self._bytes += states.nbytes
        return self._bytes <= _MOST_BYTES

    @torch.no_grad()
    def _computed(self, row: tuple[int, ...]) -> torch.Tensor:
        ids = torch.tensor([row], device=self._llm.device)
        past = require_transformers().DynamicCache()
        self._llm(input_ids=ids, use_cache=True, logits_to_keep=1, **with_cache(self._llm, past))
        pairs = [torch.stack([layer.keys[0], layer.values[0]]) for layer in past.layers]
        return torch.stack(pairs).to("cpu", self._dtype)
