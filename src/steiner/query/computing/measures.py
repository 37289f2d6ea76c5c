"""Counts, sums, averages, and what a bare "top 5" goes by."""

from __future__ import annotations

import re
from itertools import pairwise

from steiner.algebra import Measure, Ordering, Owner, PropertyOf
from steiner.query.building.query_graph import EITHER
from steiner.query.computing.amounts import ADDS_UP, of_what_was_done
from steiner.query.computing.binding import Binding
from steiner.query.computing.counted_values import of_others
from steiner.query.computing.counts_across import bind_counts_across
from steiner.query.computing.places import NUMERIC
from steiner.query.computing.superlatives import bind_superlative
from steiner.query.english.cues import Cue
from steiner.query.naming.schema_words import SPELT, SchemaMention
from steiner.text import plain_words

_AND = re.compile(r"\W*and\W+(?:(?:the|their|its)\W+)?", re.IGNORECASE)
_YEAR = re.compile(r"\W+(?:\w+\W+)?years?\b", re.IGNORECASE)
_PARTICIPLE = re.compile(r"(?:ed|en|wn|de|lt)$", re.IGNORECASE)


def bind_measures(binding: Binding) -> None:
    aggregate = next(iter(binding.kinds("average", "sum")), None)
    best = next(iter(binding.kinds("superlative", "adjective", "often")), None)
    top = bool(binding.kinds("top"))
    if aggregate:
        _aggregate(binding, aggregate, best)
    elif best and (based := _based(binding, "based", "terms", "according")):
        binding.singular()  # "Most similar based on the score", "largest in terms of revenue".
        _by(binding, based, bool(best.operator))
    elif best:
        bind_superlative(binding, best)
        said = binding.text[best.start : best.end]
        if said in binding.unbound and (based := _based(binding)):  # "The strongest by weight".
            binding.unbound.remove(said)
            binding.singular()
            _by(binding, based, bool(best.operator))
        elif top and (other := _based(binding)) and not _ranks_by(binding, other):
            binding.unbound.append(other.name)  # "Top 5 by quantity in the newest orders" are two.
    elif counted := binding.kinds("count"):
        _counted(binding, counted[0])
    elif based := _based(binding):
        _by(binding, based)
    elif top and binding.order is None:
        _bare_top(binding)
    if binding.measure and binding.order is None and (best or top):
        descending = best.operator if best and isinstance(best.operator, bool) else True
        binding.order = Ordering(None, descending)
    each = binding.kinds("each")
    if each and binding.measure and not binding.single:
        _each(binding, each[0])
        _each_year(binding, each[0])
    elif binding.measure and binding.single and not best:
        _grouped(binding)


def _aggregate(binding: Binding, cue: Cue, best: Cue | None) -> None:
    if binding.measure is not None and binding.measure.kind == cue.operator:
        return
    numeric = [m for m in binding.properties() if m.start >= cue.end - 1]
    owned = next((p for m in numeric if (p := _numeric(binding, m))), None)
    if owned is None and cue.kind == "sum":
        counted = binding.countable_behind(cue.end)
        if counted is not None:
            # "The total funding": how much, or how many?
            if counted.is_link and binding.of_kinds([counted], NUMERIC):
                binding.unbound.append(binding.text[cue.start : cue.end])
            binding.count(counted)
            return
    if owned is None and cue.kind == "average" and bind_counts_across(binding, cue):
        return
    if owned is None and re.match(r"\W*number\b", binding.text[cue.end :]):
        binding.unbound.append(binding.text[cue.start : cue.end])
        return
    if owned is None or _of_two(binding, owned):
        binding.unbound.append(binding.text[cue.start : cue.end])
        return
    owned = of_what_was_done(binding, owned)
    binding.measure_by(str(cue.operator), owned)
    if best and binding.group is None:
        binding.group = binding.asked_property()  # "Which cities have the highest total …".
    grouped = best or binding.kinds("top", "each") or binding.limit or _is_by_others(binding)
    if owned.owner == Owner(0) and not binding.kinds("each"):
        binding.single = binding.group is None
    elif not grouped and not binding.bound_of_measure():
        binding.single = binding.asked is None or binding.asked.start > cue.start
    if best is not None:
        binding.order = Ordering(None, bool(best.operator))
        binding.singular()


def _is_by_others(binding: Binding) -> bool:
    """Say whether "by" or "based on" is said of anything but somebody named: "ordered by 'Ann'"."""
    starts = [value.start for value in binding.named]
    return any(
        not any(0 <= start - cue.end <= 2 for start in starts) for cue in binding.kinds("based")
    )


def _of_two(binding: Binding, owned: PropertyOf) -> bool:
    """Say whether two numbers are joined: "the sum of their wins and draws"."""
    for one, other in pairwise(binding.properties()):
        joined = _AND.fullmatch(binding.text[one.end : other.start])
        second = binding.owned(other, True) if joined and one.start in binding.consumed else None
        if second and second.kind in NUMERIC and second != owned and owned == binding.owned(one):
            return True
    return False


def _numeric(binding: Binding, mention: SchemaMention) -> PropertyOf | None:
    owned = binding.owned(mention, True)
    if owned and owned.kind in NUMERIC:
        binding.use(mention)
        return owned
    return None


def _counted(binding: Binding, cue: Cue) -> None:
    binding.built.used.append((cue.start, cue.end))
    if own := _differing(binding, cue):
        binding.measure, binding.single = Measure("count", own), not binding.kinds("each")
        return
    if _counted_flag(binding, cue):
        return
    if binding.text[cue.start : cue.end].split()[-1] in ("times", "often"):
        _times(binding)
        return
    owner = binding.countable_behind(cue.end) or _counted_before(binding, cue)
    if owner is None and (own := binding.property_behind(cue.end)) is not None:
        based = [c for c in binding.kinds("based") if not _is_done_by(binding, c)]
        ranked = binding.kinds("top") or based or binding.limit
        if ranked and own.owner == Owner(0) and own.kind in NUMERIC:
            binding.order = binding.order or Ordering(own, True)
            return
        if ranked and own.kind not in NUMERIC:
            own = of_others(binding, own)
        if own.kind == "yes or no":  # There are two of these, whatever is asked.
            binding.unbound.append(own.name)
        # "How many transactions", kept as a number, are added up, and what a list holds; other
        # values are counted.
        adds_up = own.kind in NUMERIC or (own.kind == "list" and not binding.kinds("distinct"))
        binding.measure_by("sum" if adds_up else "count", own)
        binding.single = not (ranked or binding.kinds("each"))
        return
    if binding.measure is not None and binding.measure.having and owner == Owner(0):
        binding.single = True
        return
    if owner is None:
        owner = binding.counted_thing() if len(binding.built.labels) > 1 else Owner(0)
    if owner is None:
        binding.unbound.append("count")
        return
    binding.count(owner)
    if owner == Owner(0) or (owner.is_link and not _has_nouns(binding)):
        binding.single = not binding.kinds("each")
    elif binding.kinds("top", "based") or binding.limit:
        binding.order = binding.order or Ordering(None, True)


def _times(binding: Binding) -> None:
    """Count how often the one thing was done that a question names."""
    if len(binding.built.links) == 1 and not binding.kinds("top", "superlative", "each"):
        binding.count(Owner(0, True))
        binding.single = True
    else:
        binding.unbound.append("times")


def _has_nouns(binding: Binding) -> bool:
    """Say whether there may be a row for each of something: not of "how many diagnoses"."""
    asked = any(m.of_kind("label") for m in binding.mentions) or binding.asked is not None
    return asked or bool(binding.named)


def _counted_before(binding: Binding, cue: Cue) -> Owner | None:
    """Return the noun right before "count": of "their review counts" the reviews."""
    beside = (o for (_, end), o in binding.built.places.items() if 0 <= cue.start - end <= 1)
    return next((owner for owner in beside if owner != Owner(0)), None)


def _counted_flag(binding: Binding, cue: Cue) -> bool:
    """Count the nodes of which a yes or no is said: "how many consultants"."""
    said = [m for m in binding.properties() if m.start in binding.flags and m.start >= cue.end]
    beside = any(not binding.text[cue.end : m.start].strip() for m in said)
    flags = [b.property for b in binding.built.bounds if b.property.kind == "yes or no"]
    if not beside or binding.countable_behind(cue.end) or Owner(0) not in {f.owner for f in flags}:
        return False
    binding.count(Owner(0))
    binding.single = not binding.kinds("each")
    return True


def _differing(binding: Binding, cue: Cue) -> PropertyOf | None:
    """Return the property whose values "how many different ship countries" counts."""
    for distinct in binding.kinds("distinct"):
        behind = [m for m in binding.properties() if 0 <= m.start - distinct.end <= 2]
        if 0 <= distinct.start - cue.end <= 2 and behind and not behind[0].of_kind("label"):
            own = binding.owned(behind[0])
            if own and own.owner == Owner(0) and behind[0].score >= SPELT:
                binding.use(behind[0])
                return own
    return None


def _ranks_by(binding: Binding, own: PropertyOf) -> bool:
    """Say whether rows are ordered by a property, or by a measure of it."""
    by = binding.order.by if binding.order else None
    return own in (by, binding.measure.over if binding.measure else None)


def _based(binding: Binding, *words: str) -> PropertyOf | None:
    """Return what "by revenue", "based on the price" or "in terms of quantity" names.

    With `words` only where one of them says so.
    """
    for cue in binding.kinds("based"):
        said = binding.text[cue.start : cue.end].casefold().split()
        if words and not {*words} & {*said}:
            continue
        if owned := binding.property_behind(cue.end):
            return _of_rows(binding, owned)
    return None


def _of_rows(binding: Binding, own: PropertyOf) -> PropertyOf:
    """Return a property of a named node as that of the rows: Ann's followers by their age.

    Ann's own is the same in every row.
    """
    labels, of = binding.built.labels, own.owner
    named = not of.is_link and of.number and binding.fixed(of.number)
    return own._replace(owner=Owner(0)) if named and labels[0] == labels[of.number] else own


def _by(binding: Binding, owned: PropertyOf, descending: bool | None = None) -> None:
    direction = next(iter(binding.kinds("direction")), None)
    if descending is None:  # Names from A to Z, numbers from the highest.
        descending = bool(direction.operator) if direction else not binding.names(owned)
    if binding.limit is None and not binding.kinds("superlative", "adjective", "often"):
        return
    if any(b.property == owned and b.operator in ("=", "contains") for b in binding.built.bounds):
        _bare_top(binding)  # "By summary 'Dark'": of all rows the same.
    elif owned.owner == Owner(0):
        binding.order = Ordering(owned, descending)
    else:
        kind = "max" if descending else "min"
        if binding.kinds("distinct"):  # "The most diverse in terms of roles" has most of them.
            kind = "count"
        elif owned.kind in NUMERIC and ADDS_UP & {*plain_words(owned.name).split()}:
            kind = "sum"  # "Orders by quantity": that of all their lines.
        binding.measure_by(kind, owned)
        binding.order = Ordering(None, descending)


def _bare_top(binding: Binding) -> None:
    """Guess what a bare "top 5" goes by: what is counted, a bound property, else a count."""
    if binding.measure is not None:
        binding.order = Ordering(None, True)
        return
    binding.order_doubt = EITHER
    counted = binding.counted_thing()
    if binding.asked is not None and binding.asked.agent and counted is not None:
        binding.count(counted)
        binding.order = Ordering(None, True)
        return
    if _bounded_top(binding):
        return
    if counted is None:
        binding.unbound.append("top")  # Any of them would do.
        return
    binding.count(counted)
    binding.order = Ordering(None, True)


def _bounded_top(binding: Binding) -> bool:
    """Go by the number that a condition compares: "the top 5 films with ratings above 70"."""
    for bound in binding.built.bounds:
        own, down = bound.property, bound.operator.startswith(">")
        if own.kind not in NUMERIC or bound.operator not in (">", ">=", "<", "<="):
            continue
        if own.owner == Owner(0):
            binding.order = Ordering(own, down)
            return True
        if own.owner.is_link and binding.built.is_roots(own.owner.number):
            binding.measure_by("max" if down else "min", own)
            binding.order = Ordering(None, down)
            return True
    return False


def _grouped(binding: Binding) -> None:
    """Read "the average price by category": a number for each; not "directed by Ann"."""
    for cue in binding.kinds("based"):
        behind = [m for m in binding.mentions if 0 <= m.start - cue.end <= 2 and m.elements]
        if _is_done_by(binding, cue) or not behind:
            continue
        _each(binding, cue)
        if binding.group is None:
            binding.unbound.append(binding.text[cue.start : behind[0].end])


def _is_done_by(binding: Binding, cue: Cue) -> bool:
    """Say whether "by" tells who does what the verb before it says: "affected by outages"."""
    before = binding.text[: cue.start].rstrip()
    verbs = (m.end for m in binding.mentions if m.of_kind("type"))
    return bool(_PARTICIPLE.search(before)) or len(before) in verbs


def _each(binding: Binding, cue: Cue) -> None:
    for mention in binding.properties():
        if 0 <= mention.start - cue.end <= 2:
            owned = binding.owned(mention)
            if owned and owned.owner == Owner(0):
                binding.group, binding.single = owned, False
                binding.use(mention)
                _one_group(binding, mention.end)


def _one_group(binding: Binding, end: int) -> None:
    """Note a second property that rows are for: "per colour and size"."""
    also = [
        m for m in binding.properties() if _AND.fullmatch(binding.text[end : max(end, m.start)])
    ]
    binding.unbound += [binding.text[m.start : m.end] for m in also if m.start > end]


def _each_year(binding: Binding, cue: Cue) -> None:
    """Group by the year that "how many films were released each year" speaks of.

    Of a day it is the year of it.
    """
    said = _YEAR.match(binding.text[cue.end :])
    if said is None or binding.group:
        return
    binding.built.used.append((cue.end, cue.end + said.end()))
    if own := binding.year_of(cue.start):
        binding.group = own
    else:
        binding.unbound.append(binding.text[cue.start : cue.end + said.end()])
