"""Binds the cues of a question, part by part; a part may use what one before it bound."""

from __future__ import annotations

from steiner.query.computing.answer_rows import (
    bind_every,
    bind_limits,
    bind_order,
)
from steiner.query.computing.bounding.averages import bind_overall
from steiner.query.computing.bounding.bounds import bind_against, bind_bounds
from steiner.query.computing.bounding.compared_names import bind_named
from steiner.query.computing.bounding.equal_values import bind_equals, bind_said
from steiner.query.computing.bounding.presence import bind_presence
from steiner.query.computing.bounding.typed_bounds import bind_typed
from steiner.query.computing.counting.shares import bind_share
from steiner.query.computing.meaning.binding import Binding
from steiner.query.computing.measures import bind_measures
from steiner.query.computing.ranking.nth import bind_nth
from steiner.query.computing.shown_columns import bind_how_much, bind_listed, bind_shown, bind_when

_PARTS = (
    bind_typed,
    bind_said,
    bind_against,
    bind_named,
    bind_overall,
    bind_bounds,
    bind_equals,
    bind_presence,
    bind_share,
    bind_limits,
    bind_measures,
    bind_order,
    bind_nth,
    bind_every,
    bind_when,
    bind_listed,
    bind_shown,
    bind_how_much,
)


def bind(binding: Binding) -> None:
    """Bind everything; what cannot be bound is noted in `unbound`."""
    for part in _PARTS:
        part(binding)
