"""Any value that a graph holds, or a query returns, as a value of JSON."""

from __future__ import annotations

import base64
import math
from typing import Any

from steiner.graph import Point
from steiner.text import readable


def json_value(value: Any) -> Any:
    """Return a value of JSON: numbers, texts, booleans, null, lists and maps of them as they are.

    Moments are texts of ISO 8601, points what people read, bytes their base64; a number that JSON
    does not have is the text "Infinity", "-Infinity" or "NaN".
    """
    if isinstance(value, float):
        return value if math.isfinite(value) else readable(value)
    if value is None or isinstance(value, str | int):
        return value
    if isinstance(value, Point):
        return readable(value)
    if isinstance(value, list | tuple):
        return [json_value(part) for part in value]
    if isinstance(value, dict):
        return {str(name): json_value(part) for name, part in value.items()}
    if isinstance(value, bytes | bytearray):
        return base64.b64encode(value).decode()
    return value.isoformat() if hasattr(value, "isoformat") else readable(value)
