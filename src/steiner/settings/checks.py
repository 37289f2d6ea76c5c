"""What every setting is checked for: a value above zero, a known name, a type."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

from steiner.errors import InvalidInput


def positive(owner: object, **values: float) -> None:
    """Raise InvalidInput for the first value that is not above zero."""
    for name, value in values.items():
        if not value > 0:
            raise InvalidInput(
                f"{type(owner).__name__}.{name} must be above 0, got {value!r}. "
                f"Leave it out to use the default."
            )


def require_name(name: str, known: Iterable[str]) -> None:
    """Raise InvalidInput for a name that is not known, with the nearest one."""
    names = sorted(known)
    if name not in names:
        near = get_close_matches(name, names, n=1, cutoff=0)
        hint = f" Did you mean {near[0]!r}?" if near else ""
        raise InvalidInput(f"There is no setting {name!r}; there is {', '.join(names)}.{hint}")


def require_type(name: str, value: object, default: object) -> None:
    """Raise InvalidInput for a value that is not of the default's type; 1 will do for 1.0."""
    words = {bool: "true or false", int: "a whole number", float: "a number", str: "a text"}
    wanted = type(default)
    fits = type(value) is wanted or (wanted is float and type(value) is int)
    if wanted in words and not fits:
        raise InvalidInput(f"{name} must be {words[wanted]} such as {default!r}, got {value!r}.")
