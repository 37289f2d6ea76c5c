"""A subgraph as a Mermaid flowchart, which GitHub, GitLab and notebooks draw."""

from __future__ import annotations

import re

from steiner.evidence import Evidence
from steiner.graph import Node
from steiner.text import readable

_MARKUP = re.compile(r"[^\w .,:()/+-]")
"""What could be markup of Mermaid, HTML or Markdown."""


def mermaid(evidence: Evidence) -> str:
    """Return the subgraph as a flowchart: names and labels in the boxes, types on the arrows."""
    graph = evidence.subgraph
    names = {node.id: f"n{number}" for number, node in enumerate(graph.nodes)}
    boxes = [f'  {names[node.id]}["{_box(node)}"]' for node in graph.nodes]
    arrows = [
        f'  {names[r.source]} -->|"{_escaped(r.type)}"| {names[r.target]}'
        for r in graph.relationships
    ]
    return "\n".join(["flowchart LR", *boxes, *arrows])


def _box(node: Node) -> str:
    name = node.name or (readable(node.key[1]) if node.key else node.element_id)
    labels = f"<br/>({_escaped(', '.join(node.labels))})" if node.labels else ""
    return _escaped(name) + labels


def _escaped(text: str) -> str:
    """Write markup as Mermaid's entities: _escaped('a"b') is 'a#34;b'."""
    return _MARKUP.sub(lambda match: f"#{ord(match.group())};", " ".join(text.split()))
