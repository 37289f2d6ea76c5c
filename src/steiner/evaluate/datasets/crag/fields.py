"""From an entity's fields to triples, and what is wrong with a file of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from steiner.errors import InvalidInput
from steiner.evaluate.datasets.gold import Triple


def field_triples(entity: str, fields: Mapping[str, Any], names: Iterable[str]) -> Iterator[Triple]:
    """Yield a triple for each of the named fields that holds a text, a number or a list of these.

    `field_triples("Oslo", {"country": "Norway", "river": None}, ["country", "river"])` yields
    `("Oslo", "country", "Norway")`.
    """
    for name in names:
        value = fields.get(name)
        for each in value if isinstance(value, list | tuple | set) else [value]:
            if isinstance(each, str | int | float) and str(each).strip():
                yield entity, str(name), str(each)


@contextmanager
def named(path: Path) -> Iterator[None]:
    """Raise InvalidInput with the file's name where an entry of it lacks a field."""
    try:
        yield
    except KeyError as error:
        raise InvalidInput(f"{path}: an entry lacks the field {error}.") from error
    except (AttributeError, TypeError, ValueError) as error:
        raise InvalidInput(f"{path}: expected an entity and its fields, {error}.") from error
