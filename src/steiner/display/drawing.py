"""A small subgraph laid out in columns of steps from its best node."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import hypot

from steiner.evidence import Evidence
from steiner.graph import Node, Relationship, Subgraph
from steiner.text import plain_words, readable

DRAWN = 60
"""Nodes that are drawn; what is left out is said."""
HALF_WIDTH, HALF_HEIGHT = 82, 13
"""Half the size of a box, in pixels, as all lengths here."""
_COLUMN, _ROW, _MARGIN, _LONGEST = 384, 52, 100, 24
"""From column to column, row to row and to the edge; characters of a name."""
Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Box:
    """A node: its centre, its short name, its whole name with labels, whether it is a seed."""

    centre: Point
    text: str
    title: str
    seed: bool


@dataclass(frozen=True, slots=True)
class Arrow:
    """A relationship: a curve from `start` by `bend` (a quadratic control point) to `end`.

    Both ends stand at the side of a box; `head` are the other two corners of the arrow head; `at`
    is where the text stands.
    """

    start: Point
    bend: Point
    end: Point
    head: tuple[Point, Point]
    at: Point
    text: str


@dataclass(frozen=True, slots=True)
class Sketch:
    """Boxes and arrows with the size of the whole; `left` nodes are not drawn."""

    boxes: tuple[Box, ...]
    arrows: tuple[Arrow, ...]
    width: float
    height: float
    left: int


def sketch(evidence: Evidence) -> Sketch:
    """Lay the best nodes of the subgraph out, with what joins them."""
    graph = evidence.subgraph
    nodes = graph.nodes[:DRAWN]
    points, seeds = _points(nodes, _columns(graph)), {seed.node for seed in evidence.seeds}
    boxes = tuple(_box(node, points[node.id], node.id in seeds) for node in nodes)
    drawn = [r for r in graph.relationships if r.source in points and r.target in points]
    arrows = tuple(_arrows(drawn, points))
    ends = [*points.values(), *(arrow.bend for arrow in arrows), (0, 0)]
    width, height = max(x for x, _ in ends) + _MARGIN, max(y for _, y in ends) + _ROW / 2
    return Sketch(boxes, arrows, width, height, len(graph.nodes) - len(nodes))


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


def _points(nodes: Sequence[Node], columns: dict[int, int]) -> dict[int, Point]:
    """Return the centre of each node's box; columns stand in the middle of the height."""
    many = Counter(columns[node.id] for node in nodes)
    rows: Counter[int] = Counter()
    points: dict[int, Point] = {}
    for node in nodes:
        column = columns[node.id]
        above = (max(many.values()) - many[column]) / 2
        points[node.id] = (_MARGIN + _COLUMN * column, _ROW * (above + rows[column] + 0.6))
        rows[column] += 1
    return points


def _arrows(relationships: Iterable[Relationship], points: dict[int, Point]) -> list[Arrow]:
    """Return the arrows; each further one between the same two nodes is bent further down."""
    between: Counter[frozenset[int]] = Counter()
    arrows: list[Arrow] = []
    for r in relationships:
        pair = frozenset((r.source, r.target))
        start, end = _ports(points[r.source], points[r.target])
        # Same column or a loop: bent to the right, so that it is seen beside the boxes.
        right = 120 if start[0] == end[0] else 0
        bend = ((start[0] + end[0]) / 2 + right, (start[1] + end[1]) / 2 + 40 * between[pair])
        between[pair] += 1
        at = _free((start, bend, end), [arrow.at for arrow in arrows])
        arrows.append(Arrow(start, bend, end, _head(bend, end), at, plain_words(r.type)))
    return arrows


def _ports(start: Point, end: Point) -> tuple[Point, Point]:
    """Return where a line leaves and enters: at the sides that face each other, else both right.

    Lines join neighbouring columns alone, so that none runs through a box.
    """
    (x1, y1), (x2, y2) = start, end
    if start == end:
        return (x1 + HALF_WIDTH, y1 - 8), (x1 + HALF_WIDTH, y1 + 8)
    return (x1 + HALF_WIDTH * (1 if x1 <= x2 else -1), y1), (
        x2 + HALF_WIDTH * (-1 if x1 < x2 else 1),
        y2,
    )


def _free(curve: tuple[Point, Point, Point], taken: list[Point]) -> Point:
    """Return the point nearest to the middle of a curve where no other text stands."""
    places = [_along(curve, share) for share in (0.5, 0.35, 0.65, 0.19, 0.81)]
    free = ((x, y) for x, y in places if all(abs(x - a) > 66 or abs(y - b) > 11 for a, b in taken))
    return next(free, places[0])


def _along(curve: tuple[Point, Point, Point], share: float) -> Point:
    (x1, y1), (x, y), (x2, y2) = curve
    a, b, c = (1 - share) ** 2, 2 * share * (1 - share), share**2
    return a * x1 + b * x + c * x2, a * y1 + b * y + c * y2


def _head(bend: Point, end: Point) -> tuple[Point, Point]:
    (bx, by), (x, y) = bend, end
    long = hypot(bx - x, by - y)
    ux, uy = 8 * (bx - x) / long, 8 * (by - y) / long
    return (x + ux - uy / 2, y + uy + ux / 2), (x + ux + uy / 2, y + uy - ux / 2)


def _box(node: Node, centre: Point, seed: bool) -> Box:
    name = node.name or (readable(node.key[1]) if node.key else node.element_id)
    short = name if len(name) <= _LONGEST else name[: _LONGEST - 1] + "…"
    return Box(centre, short, f"{name} ({', '.join(node.labels)})", seed)
