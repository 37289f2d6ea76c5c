"""Reads the parts of a filled form, each of the kind that it must be."""

from __future__ import annotations

import difflib
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from steiner.errors import InvalidInput

FIGURES = ("=", "<>", "<", "<=", ">", ">=")
"""Comparisons of a count or another measure with a number."""
_SHOWN = 20
"""Names that an error lists."""


def table(given: Any, keys: Collection[str], what: str) -> Mapping[str, Any]:
    """Return an object of the form. Raises InvalidInput for none, or a key that it cannot have."""
    if not isinstance(given, Mapping):
        raise InvalidInput(f"{what} must be an object with {', '.join(keys)}, got {given!r}.")
    for key in given:
        known(key, keys, f"key of {what}")
    return given


def rows(given: Mapping[str, Any], name: str) -> Sequence[Any]:
    """Return a list of the form, empty where it is absent or null."""
    own = given.get(name)
    if own is None:
        return ()
    if not isinstance(own, list):
        raise InvalidInput(f"{name} must be a list, got {own!r}.")
    return own


def flag(given: Mapping[str, Any], name: str) -> bool:
    """Return a flag of the form, false where it is absent or null: "false" in quotes is none."""
    own = given.get(name)
    if own is not None and not isinstance(own, bool):
        raise InvalidInput(f"{name} must be true or false without quotation marks, got {own!r}.")
    return bool(own)


def whole(given: Mapping[str, Any], name: str, least: int) -> int | None:
    """Return a whole number of the form, None where it is absent or null."""
    own = given.get(name)
    if own is None:
        return None
    if isinstance(own, bool) or not isinstance(own, int) or own < least:
        raise InvalidInput(f"{name} must be a whole number from {least} on, got {own!r}.")
    return own


def known(asked: Any, names: Collection[str], what: str) -> str:
    """Return a name that there is. Raises InvalidInput with the nearest for another."""
    if isinstance(asked, str) and asked in names:
        return asked
    folded = {name.casefold(): name for name in names}
    near = difflib.get_close_matches(str(asked).casefold(), folded, n=3, cutoff=0.5)
    shown = [folded[name] for name in near] or list(names)[:_SHOWN]
    there = ", ".join(filter(None, shown)) or "none"
    raise InvalidInput(f"There is no {what} {asked!r}. There is: {there}.")


def figures(given: Mapping[str, Any], name: str) -> tuple[tuple[str, float], ...]:
    """Return comparisons with numbers, (operator, number) each, none where they are absent."""
    compared = []
    for each in rows(given, name):
        own = table(each, ("is", "number"), name)
        number = own.get("number")
        if isinstance(number, bool) or not isinstance(number, int | float):
            raise InvalidInput(f"{name} compares with a number, got {number!r}.")
        compared.append((known(own.get("is"), FIGURES, f"comparison of {name}"), float(number)))
    return tuple(compared)
