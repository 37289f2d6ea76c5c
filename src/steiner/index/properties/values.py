"""Which property values are worth reading, and the keys under which they can be looked up."""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterator
from typing import Any

from steiner.graph import Point
from steiner.text import MOMENT, readable

_LONGEST_NUMBERS = 16
_LONGEST_UNBROKEN = 64
_HEX = re.compile(r"^0[xX][0-9a-fA-F]{16,}$")
_URL = re.compile(r"^[a-zA-Z][a-zA-Z0-9+.-]*://\S+$")
_SPACELESS = re.compile(r"[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff]")
_ABSENT = frozenset({"", "NULL"})


def worth_reading(value: Any, longest: int) -> bool:
    """Say whether a value is text, number, date, point, boolean or a short list of them.

    Embeddings, bytes, encoded strings and text over `longest` characters are not.
    """
    if isinstance(value, bytes | bytearray | dict):
        return False
    if isinstance(value, list | tuple) and not isinstance(value, Point):
        return _list_worth_reading(value, longest)
    if not isinstance(value, str):
        return value is not None
    return len(value) <= longest and not is_absent(value) and not is_encoded(value)


def is_absent(value: Any) -> bool:
    """Say whether a value stands for none: `LOAD CSV` leaves empty texts and NULL behind."""
    return isinstance(value, str) and value.strip() in _ABSENT


def _list_worth_reading(values: list[Any] | tuple[Any, ...], longest: int) -> bool:
    numbers = sum(isinstance(value, int | float) for value in values)
    if numbers >= _LONGEST_NUMBERS or not values:
        return False
    return len(readable(values)) <= longest and all(worth_reading(v, longest) for v in values)


def is_encoded(text: str) -> bool:
    """Say whether a string is encoded data (hex, base64) and not words or a URL."""
    text = text.strip()
    if _HEX.match(text):
        return True
    unbroken = len(text) > _LONGEST_UNBROKEN and len(text.split(maxsplit=1)) == 1
    return unbroken and not is_url(text) and not _SPACELESS.search(text)


def is_url(text: str) -> bool:
    """Say whether a string is one URL."""
    return bool(_URL.match(text.strip()))


def key_texts(value: Any) -> Iterator[str]:
    """Yield the texts under which a value can be looked up.

    A moment also gives its day, and a list written as `one|two` its members.
    """
    if isinstance(value, bool | Point):
        return
    if isinstance(value, list | tuple):
        for item in value:
            yield from key_texts(item)
    elif isinstance(value, datetime.datetime):
        yield value.isoformat(sep=" ")
        yield value.date().isoformat()
    else:
        yield from _texts_within(str(value) if isinstance(value, str) else readable(value))


def _texts_within(text: str) -> Iterator[str]:
    yield text
    moment = MOMENT.match(text.strip())
    if moment:
        yield moment.group(1)
    if "|" in text:
        yield from text.split("|")
