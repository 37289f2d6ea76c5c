"""How far two points are from each other, as Cypher's point.distance gives it."""

from __future__ import annotations

import math
from typing import Any

from steiner.graph import Point

_RADIUS = 6_378_140.0
"""Metres from the earth's centre that the database reckons with."""
_ON_EARTH = (4326, 4979)
"""SRIDs of points by longitude and latitude, the second with a height."""


def distance(left: Any, right: Any) -> float | None:
    """Return the distance of two points of one kind: metres on earth; else None.

    Of (0, 0) and (3, 4) in a plane it is 5.0.
    """
    if not isinstance(left, Point) or not isinstance(right, Point) or left.srid != right.srid:
        return None
    if left.srid in _ON_EARTH:
        return _on_earth(left.coordinates, right.coordinates)
    return math.dist(left.coordinates, right.coordinates)


def _on_earth(left: tuple[float, ...], right: tuple[float, ...]) -> float:
    """Return the way along a great circle, and up to the other height: haversine."""
    (east, north), (other_east, other_north) = (map(math.radians, p[:2]) for p in (left, right))
    part = math.sin((other_north - north) / 2) ** 2
    part += math.cos(north) * math.cos(other_north) * math.sin((other_east - east) / 2) ** 2
    heights = [*left[2:], *right[2:]]
    radius = _RADIUS + (sum(heights) / len(heights) if heights else 0.0)
    along = 2 * radius * math.asin(math.sqrt(min(part, 1.0)))
    return math.hypot(along, heights[1] - heights[0]) if heights else along
