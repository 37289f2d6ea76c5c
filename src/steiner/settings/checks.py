"""What every setting is checked for: a value above zero, a known name, a type."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import fields
from typing import Any

from steiner.errors import InvalidInput
from steiner.keywords import require_name


def positive(owner: object, **values: float) -> None:
    """Raise InvalidInput for the first value that is not above zero."""
    for name, value in values.items():
        if not value > 0:
            raise InvalidInput(
                f"{type(owner).__name__}.{name} must be above 0, got {value!r}. "
                f"Leave it out to use the default."
            )


def not_negative(owner: object, **values: float) -> None:
    """Raise InvalidInput for the first value that is below zero."""
    for name, value in values.items():
        if value < 0:
            raise InvalidInput(f"{type(owner).__name__}.{name} must be 0 or more, got {value}.")


def at_most(owner: object, **limits: float) -> None:
    """Raise InvalidInput for the first setting that is above its limit."""
    for name, limit in limits.items():
        value = getattr(owner, name)
        if value > limit:
            raise InvalidInput(
                f"{type(owner).__name__}.{name} must be at most {limit:,}, got {value:,}."
            )


def one_of(owner: object, name: str, allowed: tuple[str, ...]) -> None:
    """Raise InvalidInput if the setting `name` of `owner` is none of `allowed`."""
    value = getattr(owner, name)
    if value not in allowed:
        raise InvalidInput(
            f"{type(owner).__name__}.{name} must be one of {', '.join(allowed)}, got {value!r}."
        )


def check_known(kind: Any, given: Iterable[str]) -> None:
    """Raise InvalidInput for a name in `given` that is no setting of the dataclass `kind`."""
    known = {f.name for f in fields(kind)}
    for name in given:
        require_name(name, known, f"setting of {kind.__name__}:")
