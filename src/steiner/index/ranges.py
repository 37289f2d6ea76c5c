"""Which of the user's properties get an index of ours: those alone that were asked for.

A range index would make the server refuse what it took before: values of more than 8 kB.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from difflib import get_close_matches

from steiner.errors import InvalidInput
from steiner.stores.protocol import Schema


def checked_properties(
    asked: Sequence[str], schema: Schema, has_property: Callable[[str, str], bool]
) -> tuple[str, ...]:
    """Return the properties asked for, each once; InvalidInput for one that no node has."""
    known = {property for own in schema.labels.values() for property in own.samples}
    for property in asked:
        # A rare one need not be in the sample.
        if property not in known and not any(
            has_property(each, property) for each in schema.labels
        ):
            near = get_close_matches(property, known, n=1)
            hint = f" Did you mean {near[0]!r}?" if near else ""
            raise InvalidInput(
                f"An index is asked for over the property {property!r}, which no node has.{hint}"
            )
    return tuple(dict.fromkeys(asked))
