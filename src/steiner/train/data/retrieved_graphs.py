"""How the graphs that a model is trained on were made, so that it is asked with graphs alike."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

from steiner.settings import RetrieverSettings

LIVE, OWN, GIVEN = "live", "own", "given"
"""Retrieved from a live graph, from the graph that each question brings, or taken as they are."""
_UNALTERED = {"prizes": {"nodes": 0, "relations": 0}, "prune": {"seeds": 0}}
_OTHERS = ("exact", "said")
"""What makes no graph that a model is trained on."""


def retrieval_record(kind: str, settings: RetrieverSettings) -> dict[str, Any]:
    """Return in JSON types how graphs of a `kind` were made; `settings` do not count for GIVEN."""
    stages = {name: values for name, values in asdict(settings).items() if name not in _OTHERS}
    return {"graphs": kind, "settings": _UNALTERED if kind == GIVEN else stages}


def recorded_beside(questions: Path) -> dict[str, Any] | None:
    """Return how the graphs of a JSONL were made, where they were collected and it says so."""
    try:
        described = json.loads(questions.with_suffix(".made.json").read_text(encoding="utf-8"))
        record: dict[str, Any] = json.loads(described["retrieval"])
    except (OSError, ValueError, KeyError, TypeError):
        return None
    return record


def settings_to_use(record: Mapping[str, Any], own_graphs: bool) -> RetrieverSettings | None:
    """Return the settings with which a question gets a graph like those of the training.

    `own_graphs`: the question brings its graph, as those of the training may have done. None where
    a model that was shown graphs as they are is asked on a live graph: nothing is known of how.
    """
    stages = {name: dict(values) for name, values in record["settings"].items()}
    if not own_graphs and record["graphs"] == GIVEN:
        return None
    if not own_graphs:
        # A live graph is not passed whole.
        stages["prizes"].pop("everywhere", None)
    return RetrieverSettings.from_dict(stages)
