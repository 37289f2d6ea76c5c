"""A subgraph as GraphML, which networkx, igraph, Gephi, yEd and Cytoscape read.

Format: Brandes et al., "GraphML Progress Report" (2002); http://graphml.graphdrawing.org.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from typing import Any
from xml.etree import ElementTree as Xml

from steiner.display.json_values import json_value
from steiner.evidence import Evidence
from steiner.text import readable

_KINDS = {bool: "boolean", int: "long", float: "double"}
_NO_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Characters that XML 1.0 cannot hold, even escaped."""


def graphml(evidence: Evidence) -> str:
    """Return the subgraph as a GraphML document; nodes and edges have their element ids.

    Properties keep their names and are numbers, booleans, or texts. What is steiner's own begins
    with `_`: `_name`, `_labels` and `_score` of a node, `_type` of an edge. Bytes are base64, other
    values as people read them. A character that XML cannot hold becomes U+FFFD.
    """
    root = Xml.Element("graphml", xmlns="http://graphml.graphdrawing.org/xmlns")
    graph = Xml.Element("graph", edgedefault="directed")
    keys: dict[tuple[str, str, str], str] = {}
    for node in evidence.subgraph.nodes:
        score = float(evidence.node_scores.get(node.id, 0.0))
        own = {"_name": node.name, "_labels": ":".join(node.labels), "_score": score}
        element = Xml.SubElement(graph, "node", id=_text(node.element_id))
        _data(element, "node", {**node.properties, **own}, keys)
    ids = {node.id: _text(node.element_id) for node in evidence.subgraph.nodes}
    for r in evidence.subgraph.relationships:
        ends = {"source": ids[r.source], "target": ids[r.target]}
        element = Xml.SubElement(graph, "edge", {"id": _text(r.element_id), **ends})
        _data(element, "edge", {**r.properties, "_type": r.type}, keys)
    for (domain, name, kind), key in keys.items():
        names = {"for": domain, "attr.name": _text(name), "attr.type": kind}
        Xml.SubElement(root, "key", {"id": key, **names})
    root.append(graph)
    Xml.indent(root)
    return Xml.tostring(root, encoding="unicode", xml_declaration=False)


def _data(
    element: Xml.Element, domain: str, values: Mapping[str, Any], keys: dict[Any, str]
) -> None:
    """Write the values, each under the key of its name and kind."""
    for name, value in values.items():
        kind = _KINDS.get(type(value), "string")
        key = keys.setdefault((domain, name, kind), f"d{len(keys)}")
        written = Xml.SubElement(element, "data", key=key)
        written.text = _text(_written(value))


def _written(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int) or (isinstance(value, float) and math.isfinite(value)):
        return str(value)
    return str(json_value(value)) if isinstance(value, bytes | bytearray) else readable(value)


def _text(text: str) -> str:
    return _NO_XML.sub("\ufffd", text)
