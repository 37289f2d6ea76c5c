"""The systems by name. Each is one short file that composes the parts."""

from __future__ import annotations

from collections.abc import Callable
from difflib import get_close_matches
from types import ModuleType

from steiner.embed import Embedder
from steiner.errors import InvalidInput
from steiner.retrieve.pipeline import StagedRetriever
from steiner.settings import RetrieverSettings
from steiner.stores.protocol import GraphStore
from steiner.systems import g_retriever, steiner

System = Callable[[GraphStore, Embedder, RetrieverSettings], StagedRetriever]

SYSTEMS: dict[str, System] = {
    "steiner": steiner.retriever,
    "g-retriever": g_retriever.retriever,
}
TRAINED: dict[str, ModuleType] = {"steiner": steiner, "g-retriever": g_retriever}
"""Modules with MODEL and TRAINING, the settings to begin with, `lessons()` and `train(…)`."""
DEFAULT_SYSTEM = "steiner"


def system(name: str) -> System:
    """Return the system called `name`. Raises InvalidInput that lists the names there are."""
    if name in SYSTEMS:
        return SYSTEMS[name]
    near = get_close_matches(name, SYSTEMS, n=1)
    hint = f" Did you mean {near[0]!r}?" if near else ""
    raise InvalidInput(f"There is no system {name!r}; there are {', '.join(SYSTEMS)}.{hint}")


def trained_system(name: str) -> ModuleType:
    """Return the module of a system whose model is trained. Raises InvalidInput for others."""
    if name not in TRAINED:
        raise InvalidInput(
            f"The system {name!r} has no model to train. Give --system one that has: "
            f"{', '.join(TRAINED)}."
        )
    return TRAINED[name]
