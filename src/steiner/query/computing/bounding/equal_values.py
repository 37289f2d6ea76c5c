"""What stands right beside a property and is its value: "a rating of 100"."""

from __future__ import annotations

import re
from dataclasses import replace

from steiner.algebra import Bound
from steiner.query.computing.bounding.comparison import and_another, compare, compare_in_unit
from steiner.query.computing.meaning.binding import Binding
from steiner.query.computing.meaning.places import NUMERIC, filled
from steiner.query.computing.meaning.units import in_its_unit
from steiner.query.english.cues import Cue
from steiner.query.english.irregular_forms import singulars
from steiner.query.naming.schema_words import base
from steiner.query.naming.values.linked_values import Value
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
            own = [b.property.name for b in binding.built.bounds if _is_of(b, value)]
            if any(_stems(name) <= said for name in own):
                binding.use(mention)


def _stems(name: str) -> set[str]:
    return set(map(base, plain_words(name).split()))


def _is_of(bound: Bound, value: Value) -> bool:
    """Say whether a condition compares a value as one of its meanings."""
    stored = bound.value if isinstance(bound.value, list) else [bound.value]
    return any(
        m.property == bound.property.name and {*m.values} & {*map(str, stored)}
        for m in value.meanings
    )


def bind_equals(binding: Binding) -> None:
    """Bind what stands right beside a property: "a rating of 100", "summary 'Dark'"."""
    _bind_ordinals(binding)
    for cue in binding.kinds("number"):
        own = binding.property_before(cue.start, True)
        if own is None and (said := in_its_unit(binding, cue)):
            compare_in_unit(binding, said, replace(cue, operator="="), False)
            continue
        # "5-star reviews", "3 bedroom flats"
        joined = binding.text[cue.end :].startswith("-") or _describes(binding, cue)
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


def _describes(binding: Binding, cue: Cue) -> bool:
    """Say whether a number and a property right behind it tell of the noun behind them."""
    said = next((m for m in binding.properties() if m.start == cue.end + 1), None)
    if said is None or said.of_kind("label"):
        return False
    noun = any(m.of_kind("label") and m.start == said.end + 1 for m in binding.mentions)
    return noun and not singulars(binding.text[said.start : said.end].split()[-1].casefold())
