"""Rows in the order of a property: of their own, of what is linked, or the extreme alone."""

from __future__ import annotations

import re

from steiner.algebra import Measure, Ordering, Owner, PropertyOf
from steiner.algebra.schema.graph_schema import TEMPORAL
from steiner.query.computing.meaning.binding import Binding
from steiner.query.computing.meaning.places import NUMERIC
from steiner.query.english.cues import Cue
from steiner.query.english.degrees import MEANT
from steiner.query.english.irregular_forms import singulars
from steiner.text import plain_words

_WHO = re.compile(r"\W*who(?:m|se)?\b", re.IGNORECASE)
AMOUNTS = ("most", "least", "fewest")


def rank_by_property(binding: Binding, owned: PropertyOf, cue: Cue, word: str) -> None:
    descending = _descends(binding, owned, cue, word)
    if word in ("longest", "shortest") and owned.kind == "text":
        owned = owned._replace(kind="length")
    elif owned.kind == "text" and not MEANT.get(word, word) and word not in AMOUNTS:
        binding.unbound.append(word)  # "The highest rank": no order of letters is one of ranks.
    if word in AMOUNTS and owned.kind in ("text", "list"):
        _measured(binding, "count", owned, descending)
        return
    if word in AMOUNTS and owned.kind in TEMPORAL:  # "The most diagnoses": no day is the most.
        binding.unbound.append(word)
    extreme = "max" if descending else "min"
    of_nobody = binding.asked is None and not _WHO.match(binding.text)
    asked = of_nobody or _asks_for(binding)
    if asked and not binding.kinds("each") and not _compared(binding):
        binding.measure, binding.single = Measure(extreme, owned), True
    elif asked and binding.kinds("each") and owned.owner == Owner(0):
        _measured(binding, extreme, owned, descending)  # Of each city, a property.
    elif owned.owner == Owner(0):
        binding.order = Ordering(owned, descending)
        binding.singular()
    else:
        # "The most units" are all units together, "the highest price" is one price, and "the
        # stream with the most followers" is one stream.
        amount = word in AMOUNTS and owned.kind in NUMERIC and not _is_one(binding, owned.owner)
        _measured(binding, "sum" if amount else extreme, owned, descending)


def _descends(binding: Binding, owned: PropertyOf, cue: Cue, word: str) -> bool:
    """Say whether the highest comes first: the oldest person was born first."""
    negative = (c for c in binding.kinds("bound") if c.operator == "<" and c.value == 0)
    if word == "most" and any(0 <= c.start - cue.end <= 1 for c in negative):
        return False  # "The most negative score" is the lowest.
    if word in ("oldest", "youngest") and "age" in plain_words(owned.name).split():
        return word == "oldest"
    temporal = owned.kind in TEMPORAL or MEANT.get(word) == "date"
    if word in ("youngest", "newest", "latest") and temporal:
        return True
    return bool(cue.operator) and word not in ("oldest", "earliest")


def _measured(binding: Binding, kind: str, over: PropertyOf, descending: bool) -> None:
    binding.measure_by(kind, over)
    binding.order = Ordering(None, descending)
    binding.singular()
    one = _is_one(binding, over.owner)
    if one and binding.limit in (None, 1) and not binding.kinds("each"):
        binding.limit, binding.ties = 1, True  # "Who acted in the newest film": all of them.


def _is_one(binding: Binding, over: Owner) -> bool:
    """Say whether one thing has the most: "which customers placed the newest order"."""
    spans = [span for span, owner in binding.built.places.items() if owner == over]
    last = [binding.text[a:b].split()[-1].casefold() for a, b in spans if not over.is_link]
    return bool(last) and over != Owner(0) and not any(map(singulars, last))


def _asks_for(binding: Binding) -> bool:
    """Say whether the property itself is asked for: "what is the highest unit price of …"."""
    if binding.limit is not None:
        return False
    asked = binding.asked
    first = min(
        (m.start for m in binding.properties() if m.start in binding.consumed - binding.flags),
        default=None,
    )
    wh = re.match(
        r"\W*(?:what|find|show|get|return|give)\b[^,]{0,24}$",
        binding.text[:first] if first is not None else "",
        re.IGNORECASE,
    )
    before = first is not None and (asked is None or asked.start > first)
    return bool(wh) and before


def _compared(binding: Binding) -> bool:
    """Say whether named things are compared: "which has more beds, A or B?"."""
    own = (b for b in binding.built.bounds if b.operator == "in" and b.property.owner == Owner(0))
    return any(binding.names(bound.property) for bound in own)
