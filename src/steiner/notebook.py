"""Evidence and answers as HTML, for notebooks: graph, facts and text; nothing from elsewhere.

`import steiner` gives both records the method that Jupyter asks for; the records know no rendering.
"""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from steiner.cells import cell_text
from steiner.graph import Answer, Evidence, Node, Subgraph, Table
from steiner.text import plain_words, readable

DRAWN = 60
"""Nodes that are drawn, and rows of a table; what is left out is said."""
_COLUMN, _ROW, _MARGIN, _LONGEST = 260, 56, 90, 24
"""Pixels from column to column, row to row and to the edge; characters of a name."""


def evidence_html(evidence: Evidence) -> str:
    """Return the question, what was computed, the subgraph as an inline drawing, and the facts."""
    rows = (
        f"<tr><td>{escape(fact.tag)}</td><td>{escape(fact.text)}</td><td>{fact.score:.2f}</td></tr>"
        for fact in evidence.facts
    )
    table = f"<table><tr><th></th><th>fact</th><th>score</th></tr>{''.join(rows)}</table>"
    cuts = "".join(f"<p><small>left out: {escape(cut)}</small></p>" for cut in evidence.cuts)
    head = f"<p><b>{escape(evidence.question)}</b></p>"
    computed = table_html(evidence.table) if evidence.table else ""
    return f"<div>{head}{computed}{drawing(evidence)}{table}{cuts}</div>"


def table_html(table: Table) -> str:
    """Return a computed table, the first rows alone, with its reading and its Cypher."""
    head = "".join(f"<th>{escape(name)}</th>" for name in table.columns)
    rows = "".join(
        f"<tr>{''.join(f'<td>{escape(cell_text(value))}</td>' for value in row)}</tr>"
        for row in table.rows[:DRAWN]
    )
    more = table.total - min(DRAWN, len(table.rows))
    left = f"<p><small>{more} more rows are not shown.</small></p>" if more > 0 else ""
    said = f"<p><small>{escape(table.reading)}<br>{escape(table.cypher)}</small></p>"
    return f"<table><tr>{head}</tr>{rows}</table>{left}{said}"


def answer_html(answer: Answer) -> str:
    """Return the answer, what is not in the evidence, and the evidence.

    Drawn is what connects the cited facts; all of the evidence where none is cited.
    """
    from steiner.render import proof  # Which needs rich; `import steiner` does not.

    evidence = proof(answer) if answer.citations else answer.evidence
    missing = "".join(f"<li>not in the evidence: {escape(u)}</li>" for u in answer.ungrounded)
    text = escape(answer.text).replace("\n", "<br>")
    return f"<div><p>{text}</p><ul>{missing}</ul>{evidence_html(evidence)}</div>"


def drawing(evidence: Evidence) -> str:
    """Return the best nodes of the subgraph as SVG, in columns of steps from the first.

    Seeds have a thick frame. Colours are the page's own, so that it fits a dark one.
    """
    graph = evidence.subgraph
    nodes, columns = graph.nodes[:DRAWN], _columns(graph)
    if not nodes:
        return "<p>The subgraph is empty.</p>"
    points = _points(nodes, columns)
    drawn = [r for r in graph.relationships if r.source in points and r.target in points]
    lines = [_line(points[r.source], points[r.target], plain_words(r.type)) for r in drawn]
    seeds = {seed.node for seed in evidence.seeds}
    boxes = [_box(node, points[node.id], node.id in seeds) for node in nodes]
    width, height = (max(p[axis] for p in points.values()) + _MARGIN for axis in (0, 1))
    more = len(graph.nodes) - len(nodes)
    left = f"<p><small>{more} more nodes are not drawn.</small></p>" if more else ""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="12" '
        f'fill="currentColor"><title>{len(nodes)} nodes, {len(drawn)} relationships</title>'
        f"{''.join(lines)}{''.join(boxes)}</svg>{left}"
    )


def _columns(graph: Subgraph) -> dict[int, int]:
    """Return how many steps each node is from the first node of its part of the graph."""
    near: dict[int, list[int]] = {node.id: [] for node in graph.nodes}
    for r in graph.relationships:
        near[r.source].append(r.target)
        near[r.target].append(r.source)
    columns: dict[int, int] = {}
    for start in near:
        waiting = [] if start in columns else [start]
        columns.setdefault(start, 0)
        for here in waiting:
            for far in near[here]:
                if far not in columns:
                    columns[far] = columns[here] + 1
                    waiting.append(far)
    return columns


def _points(nodes: Iterable[Node], columns: dict[int, int]) -> dict[int, tuple[int, int]]:
    """Return where each node stands, in pixels from the left and the top."""
    rows: dict[int, int] = {}
    points = {}
    for node in nodes:
        column = columns[node.id]
        rows[column] = rows.get(column, 0) + 1
        # Every other column is half a row lower, so that fewer lines run through boxes.
        down = _ROW * (rows[column] - 1) + _ROW // 2 * (column % 2)
        points[node.id] = (_MARGIN + _COLUMN * column, 30 + down)
    return points


def _line(start: tuple[int, int], end: tuple[int, int], type: str) -> str:
    (x1, y1), (x2, y2) = start, end
    # Same column or a loop: bent to the right, so that it is seen beside the boxes.
    bend = 70 if x1 == x2 else 0
    x, y = (x1 + x2) // 2 + bend, (y1 + y2) // 2 - (20 if start == end else 0)
    return (
        f'<path d="M{x1} {y1} Q{x} {y} {x2} {y2}" fill="none" stroke="currentColor" opacity=".5"/>'
        f'<text x="{x}" y="{y - 3}" text-anchor="middle" font-size="10">{escape(type)}</text>'
    )


def _box(node: Node, at: tuple[int, int], seed: bool) -> str:
    name = node.name or (readable(node.key[1]) if node.key else node.element_id)
    short = name if len(name) <= _LONGEST else name[: _LONGEST - 1] + "…"
    x, y = at
    return (
        f"<g><title>{escape(name)} ({escape(', '.join(node.labels))})</title>"
        f'<rect x="{x - 82}" y="{y - 13}" width="164" height="26" rx="6" fill="Canvas" '
        f'stroke="currentColor" stroke-width="{3 if seed else 1}"/>'
        f'<text x="{x}" y="{y + 4}" text-anchor="middle" fill="CanvasText">{escape(short)}</text>'
        "</g>"
    )
