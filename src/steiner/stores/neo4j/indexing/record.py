"""The bookkeeping node: an IndexRecord as properties, and back."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import numpy as np

from steiner.columns import Vector
from steiner.stores.protocol import Calibration, IndexRecord, Watermark


def record_properties(record: IndexRecord) -> dict[str, Any]:
    """Return the bookkeeping node's properties."""
    measured, read = record.calibration, record.watermark
    kept = {
        "steiner_watermark": read.highest if read else None,
        "steiner_watermark_property": read.property if read else None,
        "steiner_watermark_profile": read.profile if read else None,
        "steiner_everyday": measured.everyday.tolist() if measured else None,
        "steiner_spread": measured.spread if measured else None,
    }
    return kept | {
        "steiner_model": record.model,
        "steiner_dimensions": record.dimensions,
        "steiner_version": record.version,
        "steiner_state": record.state,
        "steiner_settings": record.settings,
        "steiner_probe": record.probe.tolist(),
        "steiner_name_properties": json.dumps(dict(record.names), sort_keys=True),
        "steiner_key_properties": json.dumps(dict(record.keys), sort_keys=True),
        "steiner_alias_properties": json.dumps(dict(record.aliases), sort_keys=True),
        "steiner_code_properties": json.dumps(record.codes, sort_keys=True, default=dict),
        "steiner_nodes": record.nodes,
        "steiner_relationships": record.relationships,
        "steiner_relations": record.relations,
        "steiner_updated": record.updated,
        "steiner_walks": record.walks,
        "steiner_triples": record.triples,
        "steiner_triples_begun": record.triples_begun,
        "steiner_notes": record.notes,
        "steiner_fingerprint": record.fingerprint,
        "steiner_learnt": record.learnt,
    }


def record_from(properties: dict[str, Any]) -> IndexRecord:
    """Return the record of the bookkeeping node's properties."""
    plain = ("model", "dimensions", "version", "state", "settings")
    counts = ("nodes", "relationships", "relations", "updated")
    return IndexRecord(
        **{name: properties[f"steiner_{name}"] for name in plain + counts},
        probe=float32(properties["steiner_probe"]),
        names=json.loads(properties["steiner_name_properties"]),
        keys=json.loads(properties["steiner_key_properties"]),
        calibration=_calibration(properties),
        watermark=_watermark(properties),
        walks=properties.get("steiner_walks", ""),
        triples=properties.get("steiner_triples", ""),
        triples_begun=properties.get("steiner_triples_begun", ""),
        notes=properties.get("steiner_notes", ""),
        fingerprint=properties.get("steiner_fingerprint", ""),
        learnt=properties.get("steiner_learnt", ""),
        aliases=json.loads(properties.get("steiner_alias_properties", "{}")),
        codes=json.loads(properties.get("steiner_code_properties", "{}")),
    )


def _calibration(properties: dict[str, Any]) -> Calibration | None:
    if "steiner_spread" not in properties:
        return None
    return Calibration(float32(properties["steiner_everyday"]), properties["steiner_spread"])


def _watermark(properties: dict[str, Any]) -> Watermark | None:
    if "steiner_watermark" not in properties:
        return None
    names = ("steiner_watermark_property", "steiner_watermark", "steiner_watermark_profile")
    return Watermark(*(properties[name] for name in names))


def float32(values: Sequence[float]) -> Vector:
    """Return numbers as they come from the database as float32[d]."""
    return np.asarray(values, dtype=np.float32)
