"""Keywords that a caller gives: an unknown name, or a value of another kind, is an error."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Collection, Iterable
from dataclasses import Field, fields, is_dataclass
from difflib import get_close_matches
from functools import wraps
from numbers import Integral, Real
from typing import Any, TypeVar

from steiner.errors import InvalidInput

T = TypeVar("T")
_KINDS: dict[type, tuple[str, Callable[[Any], bool]]] = {
    bool: ("true or false", lambda value: isinstance(value, bool)),
    int: ("a whole number", lambda value: _is_number(value, Integral)),
    float: ("a number", lambda value: _is_number(value, Real) and value == value),
    str: ("a text", lambda value: isinstance(value, str)),
    tuple: ("several values in a tuple", lambda value: _is_several(value)),
}
"""By the type of a default: how its values are called, and which are of that kind."""


def require_name(name: str, known: Iterable[str], what: str = "setting") -> None:
    """Raise InvalidInput for a name that is not known, with the nearest one."""
    names = sorted(known)
    if name not in names:
        near = get_close_matches(name, names, n=1, cutoff=0)
        hint = f" Did you mean {near[0]!r}?" if near else ""
        raise InvalidInput(f"There is no {what} {name!r}; there is {', '.join(names)}.{hint}")


def require_type(name: str, value: object, default: object, secret: bool = False) -> None:
    """Raise InvalidInput for a value that is not of the default's kind; 1 will do for 1.0.

    NaN is no number, and a text is not several values. A `secret` is not repeated.
    """
    wanted = type(default)
    called, fits = _KINDS.get(wanted, (f"of {wanted.__name__}", lambda _: True))
    if not fits(value) or (is_dataclass(default) and not isinstance(value, wanted)):
        got = f"a {type(value).__name__}" if secret else repr(value)
        raise InvalidInput(f"{name} must be {called} such as {default!r}, got {got}.")


def known_keywords(kind: type[T]) -> type[T]:
    """Have a class refuse keywords that it does not know, by InvalidInput with the nearest one.

    Python refuses them without a hint, and models of pydantic such as LangChain's take no notice.
    A dataclass refuses values of another kind than its defaults, too.
    """
    made: Callable[..., None] = kind.__init__
    names, own = _names(kind, made), _fields(kind)

    @wraps(made)
    def init(self: Any, *values: Any, **given: Any) -> None:
        if not given.keys() <= names:
            refuse_unknown(given, names, kind.__name__)
        for name, value in (*zip(own, values, strict=False), *given.items()):
            if field := own.get(name):
                require_type(f"{kind.__name__}.{name}", value, field.default, not field.repr)
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


def _fields(kind: Any) -> dict[str, Field[Any]]:
    """Return the fields of a dataclass, in their order; none of another class."""
    return {own.name: own for own in fields(kind)} if is_dataclass(kind) else {}


def _is_several(value: Any) -> bool:
    return isinstance(value, Collection) and not isinstance(value, str | bytes)


def _is_number(value: Any, kind: type) -> bool:
    return isinstance(value, kind) and not isinstance(value, bool)
