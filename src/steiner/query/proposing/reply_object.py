"""The JSON object in what a model replied: in a fence, between words, behind its thinking."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Mapping
from typing import Any

from steiner.errors import InvalidInput

_BEGINS = re.compile(r"\{\s*\"")


def reply_object(text: str, keys: Collection[str]) -> Mapping[str, Any]:
    """Return the last whole JSON object of a text that has one of `keys`.

    Of several the last is what the model decided. Raises InvalidInput where there is none, or the
    last is cut off: part of a form is another question.
    """
    last, start = None, 0
    while begun := _BEGINS.search(text, start):
        try:
            value, start = json.JSONDecoder().raw_decode(text, begun.start())
        except json.JSONDecodeError as error:
            if _is_cut_off(text, error):
                raise InvalidInput(
                    f"The JSON is cut off after {len(text)} characters: …{text[-60:]!r}. Write one"
                    " short whole object."
                ) from error
            start = begun.end()
            continue
        if isinstance(value, dict) and not value.keys().isdisjoint(keys):
            last = value
    if last is None:
        raise InvalidInput(
            f"Expected one JSON object with {' or '.join(sorted(keys))}, got"
            f" {text.strip()[:80] or 'no text'!r}. Write the JSON alone."
        )
    return last


def _is_cut_off(text: str, error: json.JSONDecodeError) -> bool:
    """Say whether a text ends within an object."""
    return error.pos >= len(text.rstrip().rstrip("`")) - 1 or "Unterminated" in error.msg
