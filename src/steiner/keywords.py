"""Names that a caller gives: one that is not known is an error, with the nearest one that is."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable
from difflib import get_close_matches
from functools import wraps
from typing import Any, TypeVar

from steiner.errors import InvalidInput

T = TypeVar("T")


def require_name(name: str, known: Iterable[str], what: str = "setting") -> None:
    """Raise InvalidInput for a name that is not known, with the nearest one."""
    names = sorted(known)
    if name not in names:
        near = get_close_matches(name, names, n=1, cutoff=0)
        hint = f" Did you mean {near[0]!r}?" if near else ""
        raise InvalidInput(f"There is no {what} {name!r}; there is {', '.join(names)}.{hint}")


def known_keywords(kind: type[T]) -> type[T]:
    """Have a class refuse keywords that it does not know, by InvalidInput with the nearest one.

    Python refuses them without a hint, and models of pydantic such as LangChain's take no notice.
    """
    made: Callable[..., None] = kind.__init__
    names = _names(kind, made)

    @wraps(made)
    def init(self: Any, *values: Any, **given: Any) -> None:
        if not given.keys() <= names:
            refuse_unknown(given, names, kind.__name__)
        made(self, *values, **given)

    kind.__init__ = init  # type: ignore[method-assign]
    return kind


def refuse_unknown(given: Iterable[str], known: Iterable[str], owner: str) -> None:
    """Raise InvalidInput for the first keyword that `owner` does not know."""
    names = frozenset(known)
    for name in given:
        require_name(name, names, f"keyword of {owner}:")


def _names(kind: type, made: Callable[..., None]) -> frozenset[str]:
    fields = getattr(kind, "model_fields", None)
    if fields is None:
        return frozenset(inspect.signature(made).parameters) - {"self"}
    return frozenset([*fields, *(own.alias for own in fields.values() if own.alias)])
