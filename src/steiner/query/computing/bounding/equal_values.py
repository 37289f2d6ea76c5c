"""What stands right beside a property and is its value: "a rating of 100"."""

from __future__ import annotations

import re
from dataclasses import replace

from steiner.algebra import Bound
from steiner.query.computing.bounding.comparison import and_another, compare, compare_in_unit
from steiner.query.computing.meaning.binding import Binding
from steiner.query.computing.meaning.places import NUMERIC, filled
from steiner.query.computing.meaning.units import in_its_unit
from steiner.query.naming.schema_words import base
from steiner.text import plain_words

_WITH = re.compile(r"\b(?:with|has|have|having|of|worth)\W+$", re.IGNORECASE)
"""Before a number that a property stands behind: "with 120 seats"."""
_NTH = "first second third fourth fifth sixth seventh eighth ninth tenth".split()  # noqa: SIM905
_ORDINAL = re.compile(
    rf"\b(?:on|in|at)\s+the\s+(?P<nth>{'|'.join(_NTH)}|\d+(?:st|nd|rd|th))\s+", re.IGNORECASE
)


def bind_said(binding: Binding) -> None:
    """Take "country code 'KOR'" as the country codes that the value was read as."""
    for mention in binding.properties():
        for value in binding.named:
            between = binding.text[mention.end : max(mention.end, value.start)]
            if value.start < mention.end or not filled(between):
                continue
            said = set().union(*(_stems(e.name) for e in mention.of_kind("property")))
            if any(_stems(b.property.name) <= said for b in binding.built.bounds):
                binding.use(mention)


def _stems(name: str) -> set[str]:
    return set(map(base, plain_words(name).split()))


def bind_equals(binding: Binding) -> None:
    """Bind what stands right beside a property: "a rating of 100", "summary 'Dark'"."""
    _bind_ordinals(binding)
    for cue in binding.kinds("number"):
        own = binding.property_before(cue.start, True)
        if own is None and (said := in_its_unit(binding, cue)):
            compare_in_unit(binding, said, replace(cue, operator="="), False)
            continue
        # "5-star reviews"
        joined = binding.text[cue.end :].startswith("-")
        if own is None and (joined or cue.value == 0 or _WITH.search(binding.text[: cue.start])):
            own = binding.property_behind(cue.end, True)
        if own is not None:
            if (other := and_another(binding, cue.start)) is not None:
                compare(binding, other, replace(cue, operator="="), False)
            compare(binding, own, replace(cue, operator="="), False)
    for value in binding.named:
        if not value.quoted or any(a <= value.start < b for a, b in binding.built.used):
            continue
        own = binding.property_before(value.start, False, far=True)
        own = own or binding.property_behind(value.end + 1, far=True)
        if own is None or own.kind not in ("text", "list"):
            continue
        # The index knows all names; of other texts only short ones, so that it may be a part.
        operator = "=" if binding.names(own) else "contains"
        binding.built.bounds.append(Bound(own, operator, value.text))
        binding.built.used.append((value.start, value.end))


def _bind_ordinals(binding: Binding) -> None:
    """Bind "on the third floor"."""
    for said in _ORDINAL.finditer(binding.text):
        own = binding.property_behind(said.end(), True, close=True)
        if own is not None and own.kind in NUMERIC:
            word = said["nth"].casefold()
            value = _NTH.index(word) + 1 if word in _NTH else int(re.sub(r"\D", "", word))
            binding.built.bounds.append(Bound(own, "=", value))
            binding.built.used.append(said.span("nth"))
