"""The systems by name: the one table, and the only place that names them."""

from __future__ import annotations

from difflib import get_close_matches

from steiner.artefact import Artefact
from steiner.errors import InvalidInput
from steiner.systems.align_grag import ALIGN_GRAG
from steiner.systems.g_retriever import G_RETRIEVER
from steiner.systems.retrieval_and_reasoning import RETRIEVAL_AND_REASONING
from steiner.systems.search_on_graph import SEARCH_ON_GRAPH
from steiner.systems.steiner import STEINER
from steiner.systems.system import System
from steiner.systems.walk_and_retrieve import WALK_AND_RETRIEVE

SYSTEMS: dict[str, System] = {
    system.name: system
    for system in (
        STEINER,
        G_RETRIEVER,
        ALIGN_GRAG,
        WALK_AND_RETRIEVE,
        RETRIEVAL_AND_REASONING,
        SEARCH_ON_GRAPH,
    )
}
DEFAULT_SYSTEM = STEINER.name


def find_system(name: str) -> System:
    """Return the system called `name`. Raises InvalidInput that lists the names there are."""
    if name in SYSTEMS:
        return SYSTEMS[name]
    near = get_close_matches(name, SYSTEMS, n=1)
    hint = f" Did you mean {near[0]!r}?" if near else ""
    raise InvalidInput(f"There is no system {name!r}; there are {', '.join(SYSTEMS)}.{hint}")


def trained_system(name: str) -> System:
    """Return the system called `name`, of which something is trained; InvalidInput for others."""
    names = [system.name for system in SYSTEMS.values() if system.trained]
    if name not in names:
        raise InvalidInput(
            f"The system {name!r} has no model to train. Give --system one that has: "
            f"{', '.join(names)}."
        )
    return SYSTEMS[name]


def system_of(artefact: Artefact) -> System:
    """Return the system that a folder was trained for. Raises InvalidInput for an unknown one."""
    if artefact.system not in SYSTEMS:
        raise InvalidInput(
            f"{artefact.folder} was trained for the system {artefact.system!r}, which this steiner "
            f"does not have; there are {', '.join(SYSTEMS)}. Name another folder, or install the "
            f"steiner that wrote it."
        )
    return SYSTEMS[artefact.system]
