"""A sketch of a subgraph as SVG."""

from __future__ import annotations

from html import escape

from steiner.display.drawing import HALF_HEIGHT, HALF_WIDTH, Arrow, Box, Point, Sketch


def svg(drawn: Sketch, ink: str, paper: str) -> str:
    """Return a sketch as SVG; `ink` and `paper` are colours of CSS."""
    said = f"{len(drawn.boxes)} nodes, {len(drawn.arrows)} relationships"
    size = f'width="{drawn.width:g}" height="{drawn.height:g}"'
    parts = [*(_line_svg(arrow, ink) for arrow in drawn.arrows)]
    parts += [_box_svg(box, ink, paper) for box in drawn.boxes]
    parts += [_text_svg(arrow.at, arrow.text, ink, paper) for arrow in drawn.arrows]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" {size} '
        f'viewBox="0 0 {drawn.width:g} {drawn.height:g}" font-family="sans-serif" '
        f'font-size="12"><title>{said}</title>{"".join(parts)}</svg>'
    )


def _line_svg(arrow: Arrow, ink: str) -> str:
    ends = (arrow.start, arrow.bend, arrow.end, *arrow.head)
    start, bend, end, *head = (f"{x:.0f} {y:.0f}" for x, y in ends)
    return (
        f'<path d="M{start} Q{bend} {end}" fill="none" stroke="{ink}" opacity=".6"/>'
        f'<polygon points="{end} {head[0]} {head[1]}" fill="{ink}"/>'
    )


def _box_svg(box: Box, ink: str, paper: str) -> str:
    x, y = box.centre
    return (
        f"<g><title>{escape(box.title)}</title>"
        f'<rect x="{x - HALF_WIDTH:g}" y="{y - HALF_HEIGHT:g}" width="{2 * HALF_WIDTH}" '
        f'height="{2 * HALF_HEIGHT}" rx="6" fill="{paper}" stroke="{ink}" '
        f'stroke-width="{3 if box.seed else 1}"/>'
        f'<text x="{x:g}" y="{y + 4:g}" text-anchor="middle" fill="{ink}">{escape(box.text)}</text>'
        "</g>"
    )


def _text_svg(at: Point, text: str, ink: str, paper: str) -> str:
    """Write a text with a rim of paper, so that it can be read above a line."""
    return (
        f'<text x="{at[0]:.0f}" y="{at[1] + 3:.0f}" text-anchor="middle" font-size="10" '
        f'fill="{ink}" stroke="{paper}" stroke-width="4" paint-order="stroke">{escape(text)}</text>'
    )
