"""How evidence and answers are shown: JSON for programs, a tree for people.

The JSON's fields are documented in docs/reference/json.md and stay as they are.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import asdict, replace
from typing import Any

from rich.console import Group
from rich.text import Text
from rich.tree import Tree

from steiner.answer import Answer, Citation
from steiner.display.cells import cell_text
from steiner.display.offered import numbered, offered_lines
from steiner.display.render_table import table_grid, table_json, table_source
from steiner.evidence import Evidence, Fact, RelationPath, Seed
from steiner.graph import Node, Relationship
from steiner.settings import DOUBT
from steiner.text import plain_words, readable

_SMALLEST_SHARE = 0.1
"""Share of a path that is shown to people."""

_HOW_READ = re.compile(r"\bread (as|by)\b")
"""In a cut that tells how the question was read, a corrected name for one."""


def evidence_json(evidence: Evidence) -> dict[str, Any]:
    """Return the evidence as JSON-safe fields."""
    names = {node.id: node for node in evidence.subgraph.nodes}
    return {
        "question": evidence.question,
        "context": evidence.text,
        "tokens": evidence.tokens,
        "budget": evidence.budget,
        "facts": [_fact(fact, evidence) for fact in evidence.facts],
        "nodes": [_node(node, evidence) for node in evidence.subgraph.nodes],
        "relationships": [_relationship(r, names) for r in evidence.subgraph.relationships],
        "seeds": [_seed(seed, names) for seed in evidence.seeds],
        "ranking": list(evidence.ranking),
        "confidence": None if evidence.confidence is None else round(evidence.confidence, 3),
        "paths": [_path(path) for path in evidence.paths],
        "steps": [{"text": s.text, "triples": list(s.triples)} for s in evidence.steps],
        "table": table_json(evidence.table) if evidence.table else None,
        "exact": evidence.exact,
        "probable": evidence.probable,
        "alternatives": [
            {"probability": round(other.probability, 3), "table": table_json(other.table)}
            for other in evidence.alternatives
        ],
        "readings": numbered(evidence.offered, evidence.question),
        "asks_back": evidence.asks_back,
        "cuts": list(evidence.cuts),
        "milliseconds": {k: round(v, 3) for k, v in evidence.milliseconds.items()},
        "usage": asdict(evidence.usage),
    }


def answer_json(answer: Answer) -> dict[str, Any]:
    """Return the answer, its citations and its evidence as JSON-safe fields."""
    return {
        "question": answer.question,
        "answer": answer.text,
        "thought": answer.thought,
        "citations": [
            {
                "tag": citation.tag,
                "text": citation.text,
                "ids": list(citation.element_ids),
                "names": list(citation.names),
                "keys": [{"property": k, "value": readable(v)} for k, v in citation.keys],
            }
            for citation in answer.citations
        ],
        "grounded": dict(answer.grounded),
        "ungrounded": list(answer.ungrounded),
        "usage": asdict(answer.usage),
        "evidence": evidence_json(answer.evidence),
    }


def _fact(fact: Fact, evidence: Evidence) -> dict[str, Any]:
    graph = evidence.subgraph
    ids = [node.element_id for node in graph.nodes if node.id in fact.nodes]
    ids += [r.element_id for r in graph.relationships if r.id in fact.relationships]
    return {"tag": fact.tag, "text": fact.text, "score": fact.score, "ids": ids}


def _path(path: RelationPath) -> dict[str, Any]:
    return {
        "path": path.text,
        "score": round(path.score, 6),
        "share": round(path.share, 6),
        "matched": list(path.matched),
        "ends": path.ends,
    }


def _node(node: Node, evidence: Evidence) -> dict[str, Any]:
    return {
        "id": node.element_id,
        "name": node.name,
        "labels": list(node.labels),
        "key": {"property": node.key[0], "value": readable(node.key[1])} if node.key else None,
        "score": round(evidence.node_scores.get(node.id, 0.0), 6),
    }


def _relationship(relationship: Relationship, nodes: dict[int, Node]) -> dict[str, Any]:
    source, target = nodes[relationship.source], nodes[relationship.target]
    return {
        "id": relationship.element_id,
        "type": relationship.type,
        "source": source.element_id,
        "target": target.element_id,
        "source_name": source.name,
        "target_name": target.name,
    }


def _seed(seed: Seed, nodes: dict[int, Node]) -> dict[str, Any]:
    node = nodes.get(seed.node)
    return {
        "id": seed.element_id or (node.element_id if node else ""),
        "name": seed.name or (node.name if node else ""),
        "score": round(seed.score, 6),
        "channels": list(seed.channels),
        "matched": seed.matched,
        "property": seed.property,
    }


def evidence_tree(evidence: Evidence) -> Group:
    """Return the subgraph as a tree from its best node, with seeds, cuts and times."""
    nodes = {node.id: node for node in evidence.subgraph.nodes}
    parts: list[Any] = []
    seen: set[int] = set()
    for node in evidence.subgraph.nodes:
        if node.id not in seen:
            tree = Tree(_label(node, evidence))
            _grow(tree, node.id, evidence, nodes, seen)
            parts.append(tree)
    parts.append(Text(_footer(evidence), style="dim"))
    return Group(*parts)


def retrieved_tree(evidence: Evidence) -> Group:
    """Return what was computed, if anything, and the evidence as a tree."""
    tree = evidence_tree(evidence)
    return Group(table_grid(evidence.table), tree) if evidence.table else tree


def _grow(tree: Tree, at: int, evidence: Evidence, nodes: dict[int, Node], seen: set[int]) -> None:
    """Hang every relationship of the subgraph on the tree once, breadth first."""
    seen.add(at)
    written: set[int] = set()
    waiting = [(at, tree)]
    for here, branch in waiting:
        for r in evidence.subgraph.relationships:
            if here not in (r.source, r.target) or r.id in written:
                continue
            written.add(r.id)
            far = r.target if r.source == here else r.source
            arrow = (
                f"── {plain_words(r.type)} ──▶ "
                if r.source == here
                else (f"◀── {plain_words(r.type)} ── ")
            )
            child = branch.add(Text(arrow, style="cyan") + _label(nodes[far], evidence))
            if far not in seen:
                seen.add(far)
                waiting.append((far, child))


def _label(node: Node, evidence: Evidence) -> Text:
    seeds = {seed.node: seed for seed in evidence.seeds}
    label = Text(cell_text(node), style="bold" if node.id in seeds else "")
    return label.append(f" ({', '.join(node.labels)})" if node.labels else "", style="dim")


def _footer(evidence: Evidence) -> str:
    graph = evidence.subgraph
    lines = [
        f"{_counted(len(graph.nodes), 'node')}, "
        f"{_counted(len(graph.relationships), 'relationship')}, "
        f"{evidence.tokens} of {evidence.budget} tokens, "
        f"{evidence.milliseconds.get('total', 0):.0f} ms; seeds in bold"
    ]
    lines += _reached(evidence.paths)
    lines += [f"step {number}: {step.text}" for number, step in enumerate(evidence.steps, 1)]
    if evidence.confidence is not None:
        doubt = ": the graph may not hold one" if evidence.confidence < DOUBT else ""
        lines.append(f"confidence {evidence.confidence:.2f} that this holds an answer{doubt}")
    return "\n".join([*lines, *(f"note: {cut}" for cut in evidence.cuts)])


def _written(path: str) -> str:
    """Write a path; a start without a name is a node that no word named, only its meaning."""
    unnamed = not path or path.startswith(" ")
    return f"nearest in meaning{path}" if unnamed else path


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def _reached(paths: Sequence[RelationPath]) -> list[str]:
    """Tell each path once: two that differ in the node they start from alone count together."""
    shares: dict[str, float] = {}
    for path in paths:
        words = ", ".join(f"“{text}”" for text in path.matched)
        line = f"by: {_written(path.text)}" + (f" (from {words})" if words else "")
        shares[line] = shares.get(line, 0.0) + path.share
    best = sorted(shares.items(), key=lambda pair: -pair[1])
    return [f"{share:.0%} {line}" for line, share in best if share >= _SMALLEST_SHARE]


def answer_tree(answer: Answer, whole: bool = False) -> Group:
    """Return the answer, the facts that it cites, what is not grounded, and its proof.

    The proof is the connected part of the evidence behind the citations; `whole` shows all of
    the evidence, as does an answer that cites nothing.
    """
    said = Text(answer.text, style="bold green")
    parts = [Text(f"  [{c.tag}] {c.text}") for c in unsaid(answer)]
    if not answer.citations and not _is_none(answer.evidence):
        parts.append(Text("  The answer cites no fact of the evidence.", style="yellow"))
    parts += [Text(f"  not in the evidence: {u}", style="yellow") for u in answer.ungrounded]
    parts += [Text(f"  {line}", style="cyan") for line in offered_lines(answer.evidence)]
    evidence = answer.evidence if whole or not answer.citations else proof(answer)
    table = answer.evidence.table
    computed = [table_source(table), Text()] if table and answer.evidence.computed else []
    below = [Text(), *parts] if parts else []
    return Group(said, *below, Text(), *computed, evidence_tree(evidence))


def _is_none(evidence: Evidence) -> bool:
    """Say whether it was computed that nothing is so: then there is no fact to cite."""
    return evidence.computed and evidence.table is not None and not evidence.table.rows


def unsaid(answer: Answer) -> list[Citation]:
    """Return the citations whose facts do not stand in the answer, word by word, with their tag."""
    return [c for c in answer.citations if f"{c.text} [{c.tag}]" not in answer.text]


def proof(answer: Answer) -> Evidence:
    """Return the evidence cut down to what connects the cited facts.

    What was computed, and what only came nearest, is shown as it is cited: a way between its
    parts would prove nothing. Of the cuts those stay that tell how the question was read.
    """
    evidence = answer.evidence
    cited = dict.fromkeys(id for citation in answer.citations for id in citation.element_ids)
    whole = evidence.subgraph
    nodes = {node.element_id: node.id for node in whole.nodes}
    chosen = dict.fromkeys(nodes[id] for id in cited if id in nodes)
    links = {r.id for r in whole.relationships if r.element_id in cited}
    apart = evidence.computed or (evidence.confidence is not None and evidence.confidence < DOUBT)
    graph = whole.part(chosen, links) if apart else whole.connecting(chosen, links)
    return replace(evidence, subgraph=graph, cuts=tuple(filter(_HOW_READ.search, evidence.cuts)))
