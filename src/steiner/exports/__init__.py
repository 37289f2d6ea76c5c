"""Evidence as a file for other programs: JSON, GraphML, a Cypher script, a diagram, a picture."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Literal, overload

from steiner.display.render import evidence_json
from steiner.errors import InvalidInput
from steiner.evidence import Evidence
from steiner.exports.cypher_script import cypher_script
from steiner.exports.graphml import graphml
from steiner.exports.mermaid import mermaid
from steiner.exports.picture import png_picture, svg_picture

__all__ = ["FORMATS", "cypher_script", "export", "graphml", "mermaid", "png_picture", "svg_picture"]

Written = Literal["json", "graphml", "cypher", "mermaid", "svg"]
FORMATS: dict[str, Callable[[Evidence], str | bytes]] = {
    "json": lambda evidence: json.dumps(evidence_json(evidence), ensure_ascii=False, indent=2),
    "graphml": graphml,
    "cypher": cypher_script,
    "mermaid": mermaid,
    "svg": svg_picture,
    "png": png_picture,
}
"""What writes each format."""


@overload
def export(evidence: Evidence, format: Literal["png"]) -> bytes: ...
@overload
def export(evidence: Evidence, format: Written) -> str: ...
@overload
def export(evidence: Evidence, format: str) -> str | bytes: ...
def export(evidence: Evidence, format: str) -> str | bytes:
    """Return the evidence in a `format` of FORMATS, bytes for "png"; InvalidInput for another.

    Raises MissingExtra for "png" without matplotlib.
    """
    if format not in FORMATS:
        raise InvalidInput(f"format must be one of {', '.join(FORMATS)}, got {format!r}.")
    return FORMATS[format](evidence)
