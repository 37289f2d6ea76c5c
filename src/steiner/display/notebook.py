"""Evidence and answers as HTML, for notebooks: graph, facts and text; nothing from elsewhere.

Whoever imports it gives both records the method that Jupyter asks for: the package's public names
and the session do. The records know no rendering.
"""

from __future__ import annotations

from html import escape

from steiner.answer import Answer
from steiner.display.cells import cell_text
from steiner.display.drawing import sketch
from steiner.display.drawing_svg import svg
from steiner.evidence import Evidence, Table

SHOWN = 60
"""Rows of a table that are shown; what is left out is said."""


def evidence_html(evidence: Evidence) -> str:
    """Return the question, what was computed, the subgraph as an inline drawing, and the facts."""
    rows = (
        f"<tr><td>{escape(fact.tag)}</td><td>{escape(fact.text)}</td><td>{fact.score:.2f}</td></tr>"
        for fact in evidence.facts
    )
    table = f"<table><tr><th></th><th>fact</th><th>score</th></tr>{''.join(rows)}</table>"
    cuts = "".join(f"<p><small>note: {escape(cut)}</small></p>" for cut in evidence.cuts)
    head = f"<p><b>{escape(evidence.question)}</b></p>"
    computed = table_html(evidence.table) if evidence.table else ""
    return f"<div>{head}{computed}{drawing(evidence)}{table}{cuts}</div>"


def table_html(table: Table) -> str:
    """Return a computed table, the first rows alone, with its reading and its Cypher."""
    head = "".join(f"<th>{escape(name)}</th>" for name in table.columns)
    rows = "".join(
        f"<tr>{''.join(f'<td>{escape(cell_text(value))}</td>' for value in row)}</tr>"
        for row in table.rows[:SHOWN]
    )
    more = table.total - min(SHOWN, len(table.rows))
    left = f"<p><small>{more} more rows are not shown.</small></p>" if more > 0 else ""
    said = f"<p><small>{escape(table.reading)}<br>{escape(table.cypher)}</small></p>"
    return f"<table><tr>{head}</tr>{rows}</table>{left}{said}"


def answer_html(answer: Answer) -> str:
    """Return the answer, what is not in the evidence, and the evidence.

    Drawn is what connects the cited facts; all of the evidence where none is cited.
    """
    from steiner.display.render import proof  # Which needs rich; `import steiner` does not.

    evidence = proof(answer) if answer.citations else answer.evidence
    missing = "".join(f"<li>not in the evidence: {escape(u)}</li>" for u in answer.ungrounded)
    text = escape(answer.text).replace("\n", "<br>")
    return f"<div><p>{text}</p><ul>{missing}</ul>{evidence_html(evidence)}</div>"


def drawing(evidence: Evidence) -> str:
    """Return the best nodes of the subgraph as SVG, in columns of steps from the first.

    Seeds have a thick frame. Colours are the page's own, so that it fits a dark one.
    """
    drawn = sketch(evidence)
    if not drawn.boxes:
        return "<p>The subgraph is empty.</p>"
    left = f"<p><small>{drawn.left} more nodes are not drawn.</small></p>" if drawn.left else ""
    return svg(drawn, "CanvasText", "Canvas") + left


Evidence._repr_html_ = evidence_html  # type: ignore[attr-defined]
Answer._repr_html_ = answer_html  # type: ignore[attr-defined]
