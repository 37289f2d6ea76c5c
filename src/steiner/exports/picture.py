"""The subgraph as a picture: SVG by ourselves, PNG by matplotlib."""

from __future__ import annotations

import io
import re
import warnings
from typing import Any

from steiner.display.drawing import HALF_HEIGHT, HALF_WIDTH, Arrow, Box, Sketch, sketch
from steiner.display.drawing_svg import svg
from steiner.errors import MissingExtra
from steiner.evidence import Evidence

_DPI = 192
"""Twice the pixels of the SVG, for screens with small ones."""
_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def svg_picture(evidence: Evidence) -> str:
    """Return the best nodes of the subgraph as an SVG document of its own, black on white."""
    drawn = sketch(evidence)
    text = svg(drawn, "#1b1f27", "#ffffff")
    left = f"<desc>{drawn.left} more nodes are not drawn.</desc>" if drawn.left else ""
    page = '<rect width="100%" height="100%" fill="#ffffff"/>'
    return _NOT_XML.sub("\ufffd", text.replace("</title>", f"</title>{left}{page}", 1))


def png_picture(evidence: Evidence) -> bytes:
    """Return the same picture as PNG. Raises MissingExtra without matplotlib.

    What the fonts of matplotlib and of the machine do not have is drawn as an empty box.
    """
    try:
        from matplotlib.figure import Figure
    except ModuleNotFoundError as missing:
        raise MissingExtra.named("matplotlib", "draw") from missing
    drawn = sketch(evidence)
    figure = Figure((drawn.width / 96, drawn.height / 96), _DPI)
    axes = figure.add_axes((0, 0, 1, 1))
    axes.set(xlim=(0, drawn.width), ylim=(drawn.height, 0))
    axes.axis("off")
    _draw(axes, drawn)
    written = io.BytesIO()
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Glyph .* missing from", UserWarning)
        figure.savefig(written, format="png")
    return written.getvalue()


def _draw(axes: Any, drawn: Sketch) -> None:
    for arrow in drawn.arrows:
        _draw_arrow(axes, arrow)
    for box in drawn.boxes:
        _draw_box(axes, box)
    for arrow in drawn.arrows:
        rim = {"facecolor": "white", "edgecolor": "none", "pad": 1}
        _write(axes, arrow.at, arrow.text, 7, rim)


def _draw_arrow(axes: Any, arrow: Arrow) -> None:
    from matplotlib.patches import PathPatch, Polygon
    from matplotlib.path import Path

    curve = Path([arrow.start, arrow.bend, arrow.end], [Path.MOVETO, Path.CURVE3, Path.CURVE3])
    axes.add_patch(PathPatch(curve, facecolor="none", alpha=0.6, linewidth=0.8))
    axes.add_patch(Polygon([arrow.end, *arrow.head], facecolor="black"))


def _draw_box(axes: Any, box: Box) -> None:
    from matplotlib.patches import FancyBboxPatch

    corner = (box.centre[0] - HALF_WIDTH + 6, box.centre[1] - HALF_HEIGHT + 6)
    inner, line = (2 * HALF_WIDTH - 12, 2 * HALF_HEIGHT - 12), 2.2 if box.seed else 0.8
    style = "round,pad=6"
    axes.add_patch(FancyBboxPatch(corner, *inner, style, facecolor="white", linewidth=line))
    _write(axes, box.centre, box.text, 8, None)


def _write(axes: Any, at: tuple[float, float], text: str, size: float, rim: Any) -> None:
    # A dollar sign would begin a formula.
    axes.text(*at, text, ha="center", va="center", size=size, bbox=rim, parse_math=False)
