"""Evidence as a file for other programs: JSON, GraphML, a Cypher script, a Mermaid diagram."""

from __future__ import annotations

import json
from collections.abc import Callable

from steiner.errors import InvalidInput
from steiner.exports.cypher_script import cypher_script
from steiner.exports.graphml import graphml
from steiner.exports.mermaid import mermaid
from steiner.graph import Evidence
from steiner.render import evidence_json

__all__ = ["FORMATS", "cypher_script", "export", "graphml", "mermaid"]

FORMATS: dict[str, Callable[[Evidence], str]] = {
    "json": lambda evidence: json.dumps(evidence_json(evidence), ensure_ascii=False, indent=2),
    "graphml": graphml,
    "cypher": cypher_script,
    "mermaid": mermaid,
}
"""What writes each format."""


def export(evidence: Evidence, format: str) -> str:
    """Return the evidence in a `format` of FORMATS; InvalidInput for another."""
    if format not in FORMATS:
        raise InvalidInput(f"format must be one of {', '.join(FORMATS)}, got {format!r}.")
    return FORMATS[format](evidence)
